// SPDX-License-Identifier: Apache-2.0
// Trials side by side.
#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "haptics/admittance_trial_report.h"

namespace tangible {
namespace {

std::string trial_cell(double value) { return fmt::format("{:>22}", fmt::format("{:.3g}", value)); }

template <class Number>
std::string trial_line(const std::string& name, const std::vector<AdmittanceReport>& reports, Number number) {
  std::string text = fmt::format("{:<36}", name);
  for (const AdmittanceReport& r : reports) text += trial_cell(number(r));
  return text + "\n";
}

}  // namespace

std::string trial_text(const TaskProgram& program, const std::vector<AdmittanceReport>& reports) {
  std::string text = fmt::format("{:<36}", "");
  for (const AdmittanceReport& r : reports) text += fmt::format("{:>22}", r.label);
  text += "\n";
  if (reports.front().has_z)
    text += trial_line("largest error of z", reports, [](const auto& r) { return r.largest_z_error; });
  text +=
      trial_line("constraints on velocities, largest", reports, [](const auto& r) { return r.largest_motion_error; });
  text += trial_line("constraints on places, largest", reports,
                     [](const auto& r) { return r.largest_configuration_error; });
  text += trial_line("device from reference, largest", reports, [](const auto& r) { return r.largest_tracking_error; });
  for (std::size_t i = 0; i < program.metrics.size(); ++i) {
    const std::string name = program.metrics[i].name + " [" + program.metrics[i].unit + "]";
    text += trial_line(name + ", largest", reports, [i](const auto& r) { return r.metrics[i].largest; });
    text += trial_line(name + ", mean", reports, [i](const auto& r) { return r.metrics[i].mean; });
    text += trial_line(name + ", at the end", reports, [i](const auto& r) { return r.metrics[i].at_end; });
  }
  for (const AdmittanceReport& r : reports)
    if (r.status != TaskStatus::ok)
      text += fmt::format("{} stopped at {:.4g} s: {}\n", r.label, r.ended, describe(r.status));
  return text;
}

nlohmann::ordered_json trial_json(const TaskProgram& program, const std::vector<AdmittanceReport>& reports) {
  nlohmann::ordered_json runs = nlohmann::ordered_json::array();
  for (const AdmittanceReport& r : reports) {
    nlohmann::ordered_json run{{"variant", r.label}, {"status", describe(r.status)}, {"until", r.ended}};
    if (r.has_z) {
      run["largest_z_error"] = r.largest_z_error;
      run["end_z_error"] = r.end_z_error;
    }
    run["largest_motion_error"] = r.largest_motion_error;
    run["largest_configuration_error"] = r.largest_configuration_error;
    run["largest_tracking_error"] = r.largest_tracking_error;
    for (std::size_t i = 0; i < program.metrics.size(); ++i) {
      const MetricSummary& m = r.metrics[i];
      run["metrics"][program.metrics[i].name] = {{"unit", program.metrics[i].unit},
                                                 {"largest", m.largest},
                                                 {"mean", m.mean},
                                                 {"at_release", m.at_release},
                                                 {"at_end", m.at_end}};
    }
    runs.push_back(std::move(run));
  }
  return {{"runs", std::move(runs)}};
}

}  // namespace tangible
