// SPDX-License-Identifier: Apache-2.0
// The words of `tangible run`, and the choices they stand for.
#pragma once

#include <string>
#include <vector>

#include "haptics/haptic_run.h"

namespace tangible {

struct HapticRunArguments {
  std::string path;
  std::vector<std::string> set;
  std::vector<std::string> device, handle, script, record;  // empty: what is the default
  std::string coupler = "auto", form = "extrapolated", method = "rk4", display = "impedance", format = "text";
  std::string wrench = "extrapolated-handle", admittance;
  double rate = 1000, duration = 0;
  int sub_steps = 0, priority = 0;  // zero sub-steps: as many as the books of energy ask for
  bool virtual_time = false;
};

// Devices and handles are paired in their order. Throws BadInput if there are more handles than devices, or words that
// are no numbers.
HapticRunOptions options_of(const HapticRunArguments& arguments);

}  // namespace tangible
