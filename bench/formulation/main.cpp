// SPDX-License-Identifier: Apache-2.0
// How long it takes from a model file to its equations of motion: models of the library and chains of any length.
#include <algorithm>
#include <cstdio>
#include <functional>

#include "engine/formulation.h"
#include "clock.h"
#include "measured_models.h"

namespace tangible::bench {
namespace {

struct Times {  // milliseconds, the least of several
  double read = 1e300;
  double derive = 1e300;
  std::size_t nodes = 0;
};

Times measure(const std::function<ReadResult()>& read) {
  Times best;
  double spent = 0;
  for (int i = 0; i < 20 && (i < 3 || spent < 2000); ++i) {
    Graph graph;
    GraphScope scope(graph);
    ReadResult result;
    const double reading = milliseconds_of([&] { result = read(); });
    if (!result) throw std::runtime_error(result.diagnostics.to_string());
    const double deriving = milliseconds_of([&] { derive_equations(*result.mechanism); });
    best.read = std::min(best.read, reading);
    best.derive = std::min(best.derive, deriving);
    best.nodes = graph.size();
    spent += reading + deriving;
  }
  return best;
}

void print(const std::string& name, const Times& times) {
  std::printf("%s,%.3f,%.3f,%zu\n", name.c_str(), times.read, times.derive, times.nodes);
  std::fflush(stdout);
}

}  // namespace
}  // namespace tangible::bench

// usage: bench_formulation PEER_MODELS.json [name=MODEL.yaml[:parameter=value]...]
int main(int argc, char** argv) {
  using namespace tangible;
  using namespace tangible::bench;
  std::printf("model,read_ms,derive_ms,nodes\n");
  for (const MeasuredModel& model : measured_models({argv + 2, argv + argc}, argv[1]))
    print(model.name, measure(model.read));
}
