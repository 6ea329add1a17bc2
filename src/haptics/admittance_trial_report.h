// SPDX-License-Identifier: Apache-2.0
// Runs of a scripted hand on an admittance display, summed up and side by side.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "haptics/admittance_trial.h"
#include "simulation/record.h"

namespace tangible {

// Largest magnitude, mean of the magnitude, and the values when the hand let go and at the end.
struct MetricSummary {
  double largest = 0, mean = 0, at_release = 0, at_end = 0;
};

struct AdmittanceReport {
  std::string label;  // "extrapolated", "algorithm1 corrected"
  TaskStatus status = TaskStatus::ok;
  double ended = 0;                                                  // s
  bool has_z = false;                                                // the model has psi
  double largest_z_error = 0, end_z_error = 0;                       // against the continuous solution
  double largest_motion_error = 0, largest_configuration_error = 0;  // of the constraints, in the reference
  double largest_tracking_error = 0;                                 // of the device, in x
  std::vector<MetricSummary> metrics;
  Record record;                          // t, x, x', z, metrics, a row every few ticks
  std::vector<std::vector<Pose>> poses;   // of all frames of the reference at instants, if they were requested
  std::vector<std::vector<Vec3>> traces;  // of handles
};

struct AdmittanceRunPlan {
  AdmittanceOptions options;
  std::string label;
  double every = 0.01;  // s between rows of the record
  double strobe = 0;    // s between poses; 0: none
};

// z of the continuous solution at every tick.
std::vector<std::vector<double>> continuous_parameters(const Model& model, const AdmittanceOptions& options);
// `truth` may be empty: then errors of z are not known.
AdmittanceReport run_admittance_trial(const Model& model, const AdmittanceRunPlan& plan,
                                      const std::vector<std::vector<double>>& truth);

std::string trial_text(const TaskProgram& program, const std::vector<AdmittanceReport>& reports);
nlohmann::ordered_json trial_json(const TaskProgram& program, const std::vector<AdmittanceReport>& reports);
// The record with nothing but the metrics.
Record metrics_of(const TaskProgram& program, const AdmittanceReport& report);

}  // namespace tangible
