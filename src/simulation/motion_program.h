// SPDX-License-Identifier: Apache-2.0
// MotionProgram: the motion program of a system with its arguments: parameters, t, q, u, state variables z, discrete
// variables, inputs. It runs only what an argument that changed can change.
//
// The class has more than 25 methods because each group of arguments and results is asked for by a name of its own.
#pragma once

#include <algorithm>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <utility>

#include "program/evaluation.h"
#include "simulation/input_ramps.h"
#include "simulation/system.h"

namespace tangible {

class MotionProgram {
 public:
  explicit MotionProgram(const System& system);

  const System& system() const { return *system_; }
  // Index in y = q, u, z, energy states: work done on the mechanism, energy dissipated.
  std::size_t energy_states_at() const { return sizes_.state; }
  std::span<double> speeds_of(std::span<double> y) const { return y.subspan(sizes_.q, sizes_.u); }

  // If set, it is called at every evaluation: inputs as functions of time and state. It must not allocate where the
  // loop must not.
  std::function<void(double t, std::span<const double> y, std::span<double> inputs)> drive;

  std::span<const double> parameters() const { return arguments().first(system_->parameters.size()); }
  std::span<const double> discretes() const {
    return arguments().subspan(system_->at_discrete(), system_->discretes.size());
  }
  std::span<const double> inputs() const { return arguments().subspan(system_->at_input(), system_->inputs.size()); }
  // To be written: results that depend on them are evaluated again. Call this before each change.
  std::span<double> parameters() { return change_arguments(0, system_->parameters.size(), Stage::parameter); }
  std::span<double> discretes() {
    return change_arguments(system_->at_discrete(), system_->discretes.size(), Stage::configuration);
  }
  std::span<double> inputs() {
    return change_arguments(system_->at_input(), system_->inputs.size(), Stage::configuration);
  }
  // An input that has this value at a time, and this rate from then on. Rates come after the drive.
  void set_input(std::size_t index, double value, double rate, double t) {
    inputs()[index] = value;
    ramps_.set(index, value, rate, t);
  }
  // Changes whenever one of them may have been written.
  struct InputRevision {
    const MotionProgram* program = nullptr;
    std::uint64_t number = 0;
    friend bool operator==(InputRevision, InputRevision) = default;
  };
  InputRevision input_revision() const { return {this, input_revision_}; }

  // Runs of the program so far. Every part of the loop evaluates through this object: a budget of work is counted here.
  long evaluations() const { return evaluations_; }
  // All arguments but the signs of dry friction, as they were at the last evaluation.
  std::span<const double> arguments() const { return program_.inputs().first(system_->at_sign_of_motion()); }
  // The largest force of dry friction along its row.
  double friction_limit(std::size_t friction) const { return output(system_->frictions[friction].limit); }
  std::span<const double> speeds() const { return {program_.inputs().data() + sizes_.at_t + 1 + sizes_.q, sizes_.u}; }
  // Results of the last evaluation. A span of its own: subspan() would count all outputs first.
  std::span<const double> output(const Slots& slots) const {
    return {program_.outputs().data() + slots.first, slots.count};
  }
  double output(std::size_t index) const { return program_.outputs()[index]; }
  std::span<const double> q_rate() const { return output(system_->q_rate); }
  // The earliest stage that decides about an output.
  Stage stage_of(std::size_t index) const;

 protected:
  // Inputs at a time and state, by the drive and by their rates.
  void drive_inputs(double t, std::span<const double> y) {
    if (drive) drive(t, y, inputs());
    if (ramps_.are_any() && ramps_.differ(t, std::as_const(*this).inputs())) ramps_.evaluate(t, inputs());
  }
  // Runs the program at a state. Returns the stage from which it ran; none: everything was known.
  std::optional<Stage> run(double t, std::span<const double> y);
  // The next run of the program begins at this stage or before it.
  void run_from(Stage stage) {
    stale_from_ = is_stale_ ? std::min(stale_from_, stage) : stage;
    is_stale_ = true;
  }
  bool is_stale() const { return is_stale_; }
  // Of dry friction: -1 or 1 while it slides, zero while it sticks.
  void set_signs(std::span<const double> signs);

 private:
  std::span<double> change_arguments(std::size_t at, std::size_t count, Stage stage) {
    run_from(stage);
    ++input_revision_;
    return program_.inputs().subspan(at, count);
  }
  void compare_state(double t, std::span<const double> y);

  // Of the system, counted once: every evaluation needs them. The state without energy states: q, u, z, from at_t + 1.
  struct Sizes {
    std::size_t q, u, state, at_t;
  };

  const System* system_;
  Sizes sizes_;
  Evaluation program_;
  InputRamps ramps_;
  Stage stale_from_ = Stage::constant;  // of the arguments that changed since the program ran, the earliest
  bool is_stale_ = true;
  long evaluations_ = 0;
  std::uint64_t input_revision_ = 0;
};

}  // namespace tangible
