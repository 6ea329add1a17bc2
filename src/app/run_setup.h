// SPDX-License-Identifier: Apache-2.0
// What all displays of `tangible run` have in common: options, the model and its handle, the two clocks.
#pragma once

#include <string>
#include <vector>

#include "engine/model.h"
#include "haptics/realtime_loop.h"

namespace tangible {

struct HapticRunOptions {
  std::string path;
  std::vector<std::string> set;
  std::string device, handle, script, record;  // empty: what is the default
  std::string coupler = "auto", form = "extrapolated", method = "rk4", display = "impedance", format = "text";
  std::string wrench = "extrapolated-handle", admittance;
  double rate = 1000, duration = 0;
  int sub_steps = 1, priority = 0;
  bool virtual_time = false;
};

// Throws BadInput if the model has nothing to take hold of.
std::string chosen_handle(const HapticRunOptions& options, const Model& model);
LoadOptions load_options(const std::vector<std::string>& assignments);
Method method_named(const std::string& name);

// Ctrl-C and SIGTERM end the run, with its report.
void let_signals_end_the_run();
bool is_ended_by_signal();

// Both return when the run has ended: seconds of virtual time, or the statistics of the loop.
double run_as_fast_as_possible(Servo& servo, const HapticRunOptions& options);
LoopStatistics run_by_the_clock(Servo& servo, const HapticRunOptions& options, const System& system);

}  // namespace tangible
