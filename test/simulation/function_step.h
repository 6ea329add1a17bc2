// SPDX-License-Identifier: Apache-2.0
// A step whose root functions are given functions of time: what the search for crossings is tested on.
#pragma once

#include <cmath>
#include <functional>
#include <utility>
#include <vector>

#include "simulation/searched_step.h"
#include "simulation/system.h"

namespace tangible {

class FunctionStep final : public SearchedStep {
 public:
  using Function = std::function<double(double)>;
  // Each function crosses where it changes its sign; from zero it leaves without crossing.
  FunctionStep(std::vector<Function> functions, double h) : functions_(std::move(functions)) {
    start = values(0);
    end = values(h);
  }

  std::vector<double> start, end;
  // Errors of the interpolated motion, as a shift of time; jumps that stages pass, as a time that they are ahead.
  double interpolation_error = 0;
  double stages_reach_ahead = 0;
  double fails_beyond = INFINITY;
  int samples = 0, trials = 0, extensions = 0;
  double kept = 0;  // the time of the state that is kept

  std::vector<double> values(double x) const {
    std::vector<double> at;
    for (const Function& f : functions_) at.push_back(f(x));
    return at;
  }

  bool crossed(std::size_t, double before, double after) const override {
    return (before < 0 && after >= 0) || (before > 0 && after <= 0);
  }
  bool any_crossed(std::span<const double> before, std::span<const double> after) const override {
    return next_crossed(0, before, after) != absent;
  }
  std::size_t next_crossed(std::size_t root, std::span<const double> before,
                           std::span<const double> after) const override {
    for (std::size_t i = root; i < before.size(); ++i)
      if (crossed(i, before[i], after[i])) return i;
    return absent;
  }
  SimulationStatus sample(double x, std::span<double> roots) override {
    ++samples;
    return evaluate(x + interpolation_error, roots);
  }
  void keep_start() override { kept = 0; }
  SimulationStatus try_step(double x, std::span<double> roots) override {
    ++trials;
    trial_ = x;
    return evaluate(x, roots);
  }
  void keep_trial() override { kept = trial_; }
  SimulationStatus keep_step(double x, std::span<double> roots) override {
    kept = x;
    return evaluate(x, roots);
  }
  double stage_overshoot(double x, std::size_t root, double slope) override {
    if (stages_reach_ahead == 0) return 0;
    const double value = functions_[root](x + stages_reach_ahead);
    return crossed(root, start[root], value) ? std::abs(value / slope) : 0;
  }
  SimulationStatus begin_final_step(double x, double) override {
    final_start_ = x;
    return SimulationStatus::ok;
  }
  SimulationStatus extend_final_step(double by, double, std::span<double> roots) override {
    ++extensions;
    kept = final_start_ + by;
    return evaluate(kept, roots);
  }
  void abandon_final_step() override { kept = final_start_; }

 private:
  SimulationStatus evaluate(double x, std::span<double> roots) {
    if (x > fails_beyond) return SimulationStatus::not_finite;
    for (std::size_t i = 0; i < functions_.size(); ++i) roots[i] = functions_[i](x);
    return SimulationStatus::ok;
  }

  std::vector<Function> functions_;
  double trial_ = 0, final_start_ = 0;
};

}  // namespace tangible
