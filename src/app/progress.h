// SPDX-License-Identifier: Apache-2.0
// Progress of a run, for people who wait for it.
#pragma once

#include <chrono>
#include <string>

#include "simulation/record.h"

namespace tangible {

// Called at every step, returns whether the run continues. On a terminal it prints the progress and the remaining time
// of a long run; Ctrl-C ends the run and keeps its results, a second one ends the program.
class Progress {
 public:
  explicit Progress(double until);
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;
  ~Progress();

  bool operator()(double t);

 private:
  double until_;
  bool shown_;
  bool written_ = false;
  long calls_ = 0;
  double last_ = 0.5;
  std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
};

// "interrupted at t = 2 s of 10 s"
std::string describe_interruption(const Record& record, double until);

}  // namespace tangible
