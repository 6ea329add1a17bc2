// SPDX-License-Identifier: Apache-2.0
// A person at a run: Ctrl-C, and on a terminal one line of live figures.
#pragma once

#include "haptics/run_clock.h"
#include "simulation/system.h"

namespace tangible {

// Ctrl-C, SIGTERM and the end of the terminal end the run, with its report; a second Ctrl-C ends the program at once.
void let_signals_end_the_run();
bool is_ended_by_signal();

// Rewrites its line on standard error, no longer than the terminal is wide; nothing where that is no terminal.
class LiveLine {
 public:
  LiveLine();

  // The system whose modes are named; it is known only after the run was made.
  void name_modes_by(const System& system) { system_ = &system; }
  void show(const LiveFigures& figures);
  // What is printed next begins on a line of its own.
  void end();

 private:
  const System* system_ = nullptr;
  LiveFigures last_;
  bool is_terminal_;
  bool written_ = false;
};

}  // namespace tangible
