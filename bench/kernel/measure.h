// SPDX-License-Identifier: Apache-2.0
// How the suite measures: processor time of the work alone; what it needs is prepared, and what it made is destroyed,
// outside the measured time.
#pragma once

#include <benchmark/benchmark.h>

#include <ctime>
#include <iosfwd>
#include <string>

namespace tangible::bench {

inline double processor_seconds() {
  timespec now{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

// Registers a benchmark that repeats  result = work(input)  with a fresh  input = prepare()  each time. count(state,
// input, result) may add counters; the input is still alive.
template <typename Prepare, typename Work, typename Count>
void measure(const std::string& name, Prepare prepare, Work work, Count count) {
  const auto run = [=](benchmark::State& state) {
    for ([[maybe_unused]] auto _ : state) {
      auto input = prepare();
      const double start = processor_seconds();
      auto result = work(input);
      benchmark::DoNotOptimize(result);
      state.SetIterationTime(processor_seconds() - start);
      count(state, input, result);
    }
  };
  benchmark::RegisterBenchmark(name.c_str(), run)->UseManualTime()->MinTime(0.05)->Repetitions(5);
}

// The systems, each in its own file. Results are lines of system, operation and text, divided by tabulators.
void register_tangible();
void register_ginac();
void write_tangible_results(std::ostream& out, std::size_t nodes);
void write_ginac_results(std::ostream& out, std::size_t nodes);

}  // namespace tangible::bench
