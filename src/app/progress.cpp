// SPDX-License-Identifier: Apache-2.0
// Lines that overwrite themselves, and Ctrl-C.
#include "app/progress.h"

#include <fmt/core.h>
#include <unistd.h>

#include <csignal>
#include <cstdio>

namespace tangible {
namespace {

volatile std::sig_atomic_t interrupted = 0;

// From the first step on: before it there is nothing to keep.
void catch_interrupts() {
  std::signal(SIGINT, [](int) {
    interrupted = 1;
    std::signal(SIGINT, SIG_DFL);
  });
}

}  // namespace

Progress::Progress(double until) : until_(until), shown_(isatty(STDERR_FILENO) != 0) {}

Progress::~Progress() {
  std::signal(SIGINT, SIG_DFL);
  if (written_) fmt::print(stderr, "\r{:60}\r", "");
}

bool Progress::operator()(double t) {
  if (interrupted) return false;
  if (calls_ == 0) catch_interrupts();
  if (++calls_ % 256 != 0 || !shown_) return true;
  const double spent = std::chrono::duration<double>(std::chrono::steady_clock::now() - start_).count();
  if (spent < last_ + 0.5 || t <= 0) return true;
  last_ = spent;
  written_ = true;
  fmt::print(stderr, "\rt = {:.3f} s of {} s, {:.0f} s left    ", t, until_, spent * (until_ - t) / t);
  return true;
}

std::string describe_interruption(const Record& record, double until) {
  return fmt::format("interrupted at t = {} s of {} s", record.stopped_at, until);
}

}  // namespace tangible
