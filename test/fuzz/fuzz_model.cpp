// SPDX-License-Identifier: Apache-2.0
// Fuzzing the model reader: any bytes give a mechanism, or errors with places inside the text.
#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>

#include "model/read_model.h"
#include "symbolic/graph.h"

namespace {

using namespace tangible;

void demand(bool holds, const char* what) {
  if (holds) return;
  std::fprintf(stderr, "fuzz_model: %s\n", what);
  std::abort();
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string text(reinterpret_cast<const char*>(data), size);
  Graph graph;
  const GraphScope scope(graph);
  const ReadResult result = read_model_text(text, "fuzz");
  const int lines = static_cast<int>(std::count(text.begin(), text.end(), '\n')) + 1;
  for (const Diagnostic& d : result.diagnostics.sorted()) {
    demand(!d.message.empty(), "an error has no words");
    demand(d.place.line >= 0 && d.place.line <= lines, "an error lies outside the text");
  }
  demand(result.mechanism.has_value() != result.diagnostics.has_errors(), "neither a mechanism nor an error");
  demand(result.diagnostics.errors() == 0 || !result.diagnostics.to_string().empty(), "nothing was printed");
  return 0;
}
