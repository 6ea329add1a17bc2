// SPDX-License-Identifier: Apache-2.0
#include "engine/rate_monitor.h"

#include <fmt/format.h>

#include <algorithm>

#include "engine/lower_watch.h"
#include "symbolic/print.h"

namespace tangible {
namespace {

Program lower_divisors(const Formulation& model) {
  std::vector<LowerOutput> outputs;
  for (const Expr divisor : model.equations.kinematical.divisors) outputs.push_back({"divisor", divisor});
  return lower_to_program(outputs, simulation_inputs(*model.mechanism, model.equations, Stage::configuration));
}

}  // namespace

RateMonitor::RateMonitor(const Formulation& model, const SimulationLoop& simulation)
    : simulation_(&simulation),
      divisors_(lower_divisors(model), Backend::interpreter),
      last_(divisors_.outputs().size(), 0.0),
      lost_(absent) {
  sample();
}

void RateMonitor::sample() {
  if (last_.empty() || lost_ != absent) return;
  const SystemMotion& motion = simulation_->motion();
  const std::span<const double> y = simulation_->state();
  const std::span<double> inputs = divisors_.inputs();
  std::ranges::copy(motion.arguments(), inputs.begin());
  const std::size_t at_t = motion.system().parameters.size();
  inputs[at_t] = simulation_->time();
  std::ranges::copy(y.first(motion.energy_states_at()), inputs.begin() + static_cast<std::ptrdiff_t>(at_t + 1));
  divisors_.run();
  for (std::size_t i = 0; i < last_.size(); ++i) {
    const double now = divisors_.outputs()[i];
    if (now * last_[i] < 0 && lost_ == absent) lost_ = i, lost_before_ = simulation_->time();
    if (now != 0) last_[i] = now;
  }
  if (lost_ == absent) lost_after_ = simulation_->time();
}

std::vector<std::string> RateMonitor::warnings(const Formulation& model) const {
  if (lost_ == absent) return {};
  return {fmt::format(
      "{}: warning: between t = {:.6g} s and {:.6g} s the speeds did not determine the rates of the coordinates, where "
      "{} = 0: the motion beyond it may be wrong\n"
      "  choose other speeds, or leave out `speeds`; for an attitude, Euler parameters are never singular",
      model.path, lost_after_, lost_before_, to_text(model.equations.kinematical.divisors[lost_]))};
}

}  // namespace tangible
