// SPDX-License-Identifier: Apache-2.0
// StepMotion: the motion over one step, from the present state: its end, trial steps to times within it, and projection
// onto the constraints.
//
// The class has more than 25 methods because it answers the questions of SearchedStep besides those of the steppers;
// most are one line.
#pragma once

#include <span>
#include <vector>

#include "simulation/instant_resolver.h"
#include "simulation/integrator.h"
#include "simulation/searched_step.h"

namespace tangible {

class StepMotion final : public SearchedStep {
 public:
  StepMotion(MechanismState& state, RunJournal& journal, RootFunctions& roots, const RootValues& values);

  // A step begins at the present state.
  void begin();
  double start() const { return start_; }
  Integrator& integrator() { return integrator_; }

  // The state at the end of the step, or that which the search for a crossing keeps.
  std::vector<double>& end() { return y_end_; }
  // Takes a step of length h to end(), not projected.
  SimulationStatus take(double h) { return integrate(h, y_end_); }
  // Root functions and the slope at its end.
  SimulationStatus evaluate_end(double h, std::span<double> roots);
  // Ends the step at an interpolated state.
  void end_at(double x) { interpolate(x, y_end_); }
  // The state becomes the present one.
  void commit(double t);

  // Puts a state back onto the constraints.
  SimulationStatus project(double t, std::span<double> y);
  double projection_gain() const {
    return gained_;
  }  // energy, by the last projection, if motion.rows().restrict_speeds_only()
  // Energy that projection gave the kept state, and the error of the step to it, if it was adaptive.
  double kept_projection() const { return kept_projection_; }
  double kept_error() const { return kept_error_; }

  // Prepares interpolation: with dense output of adaptive steps; or, for fixed steps that end at end(), with a quartic
  // if forces are smooth within the step.
  SimulationStatus prepare_dense_output(double h);
  void prepare_interpolation(double h, bool smooth);
  void drop_quartic() { integrator_.quartic().drop(); }
  void set_length(double h) { length_ = h; }
  double length() const { return length_; }
  void interpolate(double x, std::span<double> out) const;
  // For results: whether the last step can be interpolated.
  bool has_dense_output = false;
  // Dense output of a step that an event ended at h: that of the step before the final one, whose stages were not
  // evaluated beyond the event.
  SimulationStatus prepare_dense_output_before(double final_step_start);

  bool crossed(std::size_t root, double before, double after) const override {
    return roots_.crossed(root, before, after);
  }
  bool any_crossed(std::span<const double> before, std::span<const double> after) const override {
    return roots_.any_crossed(before, after);
  }
  std::size_t next_crossed(std::size_t root, std::span<const double> before,
                           std::span<const double> after) const override {
    return roots_.next_crossed(root, before, after);
  }
  SimulationStatus sample(double x, std::span<double> roots) override;
  void keep_start() override;
  SimulationStatus try_step(double x, std::span<double> roots) override;
  void keep_trial() override;
  SimulationStatus keep_step(double x, std::span<double> roots) override;
  // The same, with the slope at the end of that step.
  SimulationStatus keep_step_with_slope(double x, std::span<double> roots);
  double stage_overshoot(double x, std::size_t root, double slope) override;
  SimulationStatus begin_final_step(double x, double longest) override;
  SimulationStatus extend_final_step(double by, double end, std::span<double> roots) override;
  void abandon_final_step() override;

 private:
  SimulationStatus integrate(double h, std::span<double> out);
  SimulationStatus choose_beyond_jump(double h, std::span<double> out);
  SimulationStatus reach(double h, std::span<double> out);
  QuarticInterpolant::Ends ends() const;

  MechanismState& state_;
  RunJournal& journal_;
  RootFunctions& roots_;
  const RootValues& values_;
  Integrator integrator_;
  double start_ = 0;   // time
  double length_ = 0;  // of the step that is interpolated
  std::vector<double> y_end_, y_trial_;
  std::vector<double> y_whole_, slope_whole_;  // at the end of the whole step, for the interpolation
  std::vector<double> y_stage_, roots_stage_, roots_iterate_;
  std::vector<double> final_slope_;  // where the final step begins
  double final_start_ = 0;           // its time since the step began
  bool final_is_curved_ = false;
  double gained_ = 0, trial_projection_ = 0, kept_projection_ = 0;
  double trial_error_ = 0, kept_error_ = 0;
};

}  // namespace tangible
