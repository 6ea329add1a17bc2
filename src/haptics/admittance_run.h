// SPDX-License-Identifier: Apache-2.0
// A run of the admittance display: the measured forces of hands move the model, and the devices follow their handles.
#pragma once

#include "haptics/admittance_report.h"
#include "haptics/haptic_run.h"

namespace tangible {

class AdmittanceRun {
 public:
  // The options outlive the run. Throws BadInput, also if a device does not sense the hand's force.
  explicit AdmittanceRun(const HapticRunOptions& options);

  void run() { model_.run(); }
  AdmittanceRunReport report();
  const System& system() { return model_.simulation().loop().system(); }

 private:
  void add_port(HeldModel::Held& held);

  HapticRunOptions options_;
  HeldModel model_;
  std::vector<std::unique_ptr<AdmittancePort>> ports_;
};

}  // namespace tangible
