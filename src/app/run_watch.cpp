// SPDX-License-Identifier: Apache-2.0
// Signals and live figures.
#include "app/run_watch.h"

#include <fmt/core.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <atomic>
#include <csignal>
#include <cstdlib>
#include <string>
#include <string_view>

#include "haptics/haptic_run.h"

namespace tangible {
namespace {

std::atomic<bool> ended_by_signal{false};
// The first signal ends the run, with its report; a second Ctrl-C ends the program, also while a model is being read.
void end_run(int) {
  ended_by_signal.store(true, std::memory_order_relaxed);
  std::signal(SIGINT, SIG_DFL);
}

// A line that is longer than the terminal is wide would fill it, one copy below the other.
std::string fit_to_terminal(std::string text) {
  winsize size{};
  if (ioctl(STDERR_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0 && text.size() >= size.ws_col)
    text.resize(size.ws_col - 1u);
  return text;
}

bool can_rewrite_lines() {
  const char* terminal = std::getenv("TERM");
  return isatty(STDERR_FILENO) != 0 && (terminal == nullptr || std::string_view(terminal) != "dumb");
}

}  // namespace

void let_signals_end_the_run() {
  std::signal(SIGINT, end_run);
  std::signal(SIGTERM, end_run);
  if (std::signal(SIGHUP, end_run) == SIG_IGN) std::signal(SIGHUP, SIG_IGN);  // as nohup has asked for
}

bool is_ended_by_signal() { return ended_by_signal.load(std::memory_order_relaxed); }

LiveLine::LiveLine() : is_terminal_(can_rewrite_lines()) {}

void LiveLine::end() {
  if (written_) fmt::print(stderr, "\n");
  written_ = false;
}

void LiveLine::show(const LiveFigures& f) {
  if (!is_terminal_ || system_ == nullptr) return;
  const double rate = f.time > last_.time ? static_cast<double>(f.ticks - last_.ticks) / (f.time - last_.time) : 0;
  const std::string text =
      fmt::format("{:8.2f} s {:6.0f} Hz  force {:7.3f} N  energy {:9.4g} J  missed {:4d}  {:<30.30}", f.time, rate,
                  f.force, f.energy, f.missed, mode_text(f.active_rows, *system_));
  fmt::print(stderr, "\r{}", fit_to_terminal(text));
  last_ = f;
  written_ = true;
}

}  // namespace tangible
