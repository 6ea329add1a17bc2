// SPDX-License-Identifier: Apache-2.0
// Signals and live figures.
#include "app/run_watch.h"

#include <fmt/core.h>
#include <unistd.h>

#include <atomic>
#include <csignal>

#include "haptics/haptic_run.h"

namespace tangible {
namespace {

std::atomic<bool> ended_by_signal{false};
void end_run(int) { ended_by_signal.store(true, std::memory_order_relaxed); }

}  // namespace

void let_signals_end_the_run() {
  std::signal(SIGINT, end_run);
  std::signal(SIGTERM, end_run);
}

bool is_ended_by_signal() { return ended_by_signal.load(std::memory_order_relaxed); }

LiveLine::LiveLine() : is_terminal_(isatty(STDERR_FILENO) != 0) {}

void LiveLine::end() {
  if (written_) fmt::print(stderr, "\n");
  written_ = false;
}

void LiveLine::show(const LiveFigures& f) {
  if (!is_terminal_ || system_ == nullptr) return;
  const double rate = f.time > last_.time ? static_cast<double>(f.ticks - last_.ticks) / (f.time - last_.time) : 0;
  fmt::print(stderr, "\r{:8.2f} s {:6.0f} Hz  force {:7.3f} N  energy {:9.4g} J  missed {:4d}  {:<30.30}", f.time, rate,
             f.force, f.energy, f.missed, mode_text(f.active_rows, *system_));
  last_ = f;
  written_ = true;
}

}  // namespace tangible
