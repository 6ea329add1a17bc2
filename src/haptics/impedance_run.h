// SPDX-License-Identifier: Apache-2.0
// A run of the impedance display: couplers between devices and handles.
#pragma once

#include "haptics/haptic_run.h"

namespace tangible {

class ImpedanceRun {
 public:
  // The options outlive the run. Throws BadInput.
  explicit ImpedanceRun(const HapticRunOptions& options);

  void run() { model_.run(); }
  RunReport report();
  const System& system() { return model_.simulation().loop().system(); }

 private:
  void add_port(HeldModel::Held& held);

  const HapticRunOptions& options_;
  HeldModel model_;
  std::vector<std::unique_ptr<CouplerTable>> tables_;
  std::vector<std::unique_ptr<HapticPort>> ports_;
};

}  // namespace tangible
