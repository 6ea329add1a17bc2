// SPDX-License-Identifier: Apache-2.0
// bench_kernel [--write-tree <nodes> | --write-results <nodes> | options of Google Benchmark]
#include <iostream>
#include <string_view>

#include "kernel/measure.h"
#include "kernel/tree.h"

int main(int argc, char** argv) {
  if (argc == 3 && std::string_view(argv[1]) == "--write-tree") {
    tangible::bench::write(std::cout, tangible::bench::plain_tree(std::stoul(argv[2])));
    return 0;
  }
  if (argc == 3 && std::string_view(argv[1]) == "--write-results") {
    tangible::bench::write_tangible_results(std::cout, std::stoul(argv[2]));
    tangible::bench::write_ginac_results(std::cout, std::stoul(argv[2]));
    return 0;
  }
  benchmark::Initialize(&argc, argv);
  if (benchmark::ReportUnrecognizedArguments(argc, argv)) return 1;
  tangible::bench::register_tangible();
  tangible::bench::register_ginac();
  benchmark::RunSpecifiedBenchmarks();
  return 0;
}
