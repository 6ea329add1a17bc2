// SPDX-License-Identifier: Apache-2.0
// Pictures of runs of a scripted hand on an admittance display.
#pragma once

#include <string>

#include "haptics/admittance_trial_report.h"

namespace tangible {

// Metrics over time, Faulring's figures 9, 11 and 12.
std::string trial_plot(const TaskProgram& program, const AdmittanceReport& report);
// Instants in one picture, figures 8 and 10.
std::string trial_strobe(const Model& model, const AdmittanceReport& report);

}  // namespace tangible
