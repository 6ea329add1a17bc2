// SPDX-License-Identifier: Apache-2.0
// Fuzzing the reader and the printers: any bytes give an expression that prints and reads back, or an error with its
// place.
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <string_view>

#include "symbolic/graph.h"
#include "symbolic/print.h"
#include "symbolic/read.h"

namespace {

using namespace tangible;

void demand(bool holds, const char* what) {
  if (holds) return;
  std::fprintf(stderr, "fuzz_expression: %s\n", what);
  std::abort();
}

void print_and_read_back(Expr e) {
  for (const std::size_t inline_nodes : {default_inline_nodes, std::size_t{0}})
    demand(read_expression(to_text(e, inline_nodes)) == e, "what was printed reads back as something else");
  demand(!to_latex(e).empty() && !to_c(e).empty(), "nothing was printed");
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  Graph graph;
  const GraphScope scope(graph);
  Expr e;
  try {
    e = read_expression(text);
  } catch (const SyntaxError& error) {
    demand(error.begin <= error.end && error.end <= size, "an error lies outside the text");
    demand(!describe(error, text, "fuzz").empty(), "an error has no words");
    return 0;
  }
  print_and_read_back(e);
  return 0;
}
