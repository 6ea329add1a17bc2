// SPDX-License-Identifier: Apache-2.0
// Runs of a scripted hand, summed up.
#include "haptics/admittance_trial_report.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace tangible {
namespace {

double largest_difference(std::span<const double> a, std::span<const double> b) {
  double most = 0;
  for (std::size_t i = 0; i < std::min(a.size(), b.size()); ++i) most = std::max(most, std::abs(a[i] - b[i]));
  return most;
}

std::vector<Quantity> trial_columns(const TaskProgram& program) {
  std::vector<Quantity> columns{{"t", "s"}};
  for (const Quantity& x : program.x) columns.push_back(x);
  for (const Quantity& x : program.x) columns.push_back({x.name + "'", x.unit + "/s"});
  for (const Quantity& z : program.z) columns.push_back(z);
  for (std::size_t i = 0; i < program.nx(); ++i)
    columns.push_back({program.x[i].name + ".force", program.force_units[i]});
  for (const Quantity& metric : program.metrics) columns.push_back(metric);
  return columns;
}

std::vector<double> row_numbers(const AdmittanceRow& row) {
  std::vector<double> numbers{row.t};
  for (const std::vector<double>* part : {&row.x, &row.v, &row.z, &row.force, &row.metrics})
    numbers.insert(numbers.end(), part->begin(), part->end());
  return numbers;
}

// One run, gathered tick by tick.
class TrialGathering {
 public:
  TrialGathering(const Model& model, const AdmittanceRunPlan& plan, const std::vector<std::vector<double>>& truth)
      : model_(model), plan_(plan), truth_(truth), scene_(model.scene()) {
    out_.label = plan.label;
    out_.record.model = model.name();
  }

  AdmittanceReport run() {
    Simulation simulation(model_, {.method = Method::rk4, .step = plan_.options.tick});
    AdmittanceTrial trial(simulation, plan_.options);
    out_.record.columns = trial_columns(trial.program());
    out_.metrics.resize(trial.program().metrics.size());
    out_.has_z = trial.program().nz() > 0;
    do {
      take(trial);
    } while (trial.advance());
    out_.status = trial.status();
    out_.ended = trial.time();
    for (MetricSummary& m : out_.metrics) m.mean /= static_cast<double>(ticks_);
    return std::move(out_);
  }

 private:
  bool is_due(double every) const {
    const auto ticks = std::max(std::lround(every / plan_.options.tick), 1L);
    return static_cast<long>(ticks_) % ticks == 0;
  }

  void take(const AdmittanceTrial& trial) {
    const AdmittanceRow& row = trial.row();
    if (is_due(plan_.every)) {
      out_.record.rows.push_back(row_numbers(row));
      out_.record.modes.emplace_back("free");
    }
    if (plan_.strobe > 0 && is_due(plan_.strobe)) take_poses(trial.motion_inputs());
    if (ticks_ < truth_.size()) {
      out_.end_z_error = largest_difference(row.z, truth_[ticks_]);
      out_.largest_z_error = std::max(out_.largest_z_error, out_.end_z_error);
    }
    out_.largest_motion_error = std::max(out_.largest_motion_error, row.motion_error);
    out_.largest_configuration_error = std::max(out_.largest_configuration_error, row.configuration_error);
    out_.largest_tracking_error = std::max(out_.largest_tracking_error, largest_difference(row.x, row.reference_x));
    for (std::size_t i = 0; i < row.metrics.size(); ++i) {
      MetricSummary& m = out_.metrics[i];
      m.largest = std::max(m.largest, std::abs(row.metrics[i]));
      m.mean += std::abs(row.metrics[i]);
      m.at_end = row.metrics[i];
      if (!let_go_) m.at_release = row.metrics[i];
    }
    if (trial.has_let_go() && !let_go_) {
      let_go_ = true;
      out_.record.events.push_back({row.t, "the hand lets go", "", 0});
    }
    ++ticks_;
  }

  void take_poses(std::span<const double> inputs) {
    std::ranges::copy(inputs, scene_.inputs().begin());
    scene_.run();
    std::vector<Pose> poses;
    const auto& frames = model_.description().frames;
    for (std::size_t f = 0; f < frames.size(); ++f) {
      const std::span<const double> at = std::as_const(scene_).outputs().subspan(12 * f, 12);
      std::array<double, 9> matrix;
      std::copy_n(at.begin() + 3, 9, matrix.begin());
      poses.push_back({{at[0], at[1], at[2]}, quaternion_of(matrix)});
    }
    out_.traces.resize(model_.description().handles.size());
    for (std::size_t h = 0; h < out_.traces.size(); ++h)
      out_.traces[h].push_back(poses[model_.description().handles[h].frame].position);
    out_.poses.push_back(std::move(poses));
  }

  const Model& model_;
  const AdmittanceRunPlan& plan_;
  const std::vector<std::vector<double>>& truth_;
  Evaluation scene_;
  AdmittanceReport out_;
  std::size_t ticks_ = 0;
  bool let_go_ = false;
};

}  // namespace

std::vector<std::vector<double>> continuous_parameters(const Model& model, const AdmittanceOptions& options) {
  ContinuousTrial trial(model, options);
  std::vector<std::vector<double>> z;
  do {
    z.emplace_back(trial.z().begin(), trial.z().end());
  } while (trial.advance());
  if (trial.status() != TaskStatus::ok)
    throw BadInput(model.description().path + ": error: the motion without ticks stopped at " +
                   fmt::format("{:.4g} s: {}", trial.time(), describe(trial.status())));
  return z;
}

AdmittanceReport run_admittance_trial(const Model& model, const AdmittanceRunPlan& plan,
                                      const std::vector<std::vector<double>>& truth) {
  return TrialGathering(model, plan, truth).run();
}

Record metrics_of(const TaskProgram& program, const AdmittanceReport& report) {
  Record record = report.record;
  record.model += ", " + report.label;
  const std::size_t first = record.columns.size() - program.metrics.size();
  record.columns.erase(record.columns.begin() + 1, record.columns.begin() + static_cast<std::ptrdiff_t>(first));
  for (std::vector<double>& row : record.rows)
    row.erase(row.begin() + 1, row.begin() + static_cast<std::ptrdiff_t>(first));
  return record;
}

}  // namespace tangible
