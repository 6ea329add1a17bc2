// SPDX-License-Identifier: Apache-2.0
// What the two displays of `tangible run` have in common: the options, and what is chosen by them.
#pragma once

#include <string>
#include <vector>

#include "engine/simulation.h"

namespace tangible {

struct HapticRunOptions {
  std::string path;
  std::vector<std::string> set;
  std::string device = "simulated", handle, script, record;
  std::string coupler = "auto", form = "extrapolated", method = "rk4", display = "impedance", format = "text";
  std::string wrench = "extrapolated-handle", admittance;
  double rate = 1000, duration = 0;
  int sub_steps = 1, priority = 0;
  bool virtual_time = false;
};

Method method_named(const std::string& name);
// The one that is asked for, else the first handle of the model, else its first body. Throws BadInput.
std::string chosen_handle(const HapticRunOptions& options, const Model& model);
// From name=value. Throws BadInput.
LoadOptions load_options(const std::vector<std::string>& assignments);

// An interrupt or a request to end came.
bool is_ended_by_signal();

// The admittance display. Returns the exit code.
int run_admittance(const HapticRunOptions& options);

}  // namespace tangible
