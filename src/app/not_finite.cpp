// SPDX-License-Identifier: Apache-2.0
// Looking for what is not finite.
#include "app/not_finite.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace tangible {
namespace {

const std::string advice =
    "look there for a division by zero, a root or logarithm of what is negative, or numbers that grow without bound";

bool is_finite(double x) { return std::isfinite(x); }

// The first of these quantities that is not finite, as "<kind> <name>".
std::string find_among(std::span<const double> values, const std::vector<Quantity>& names, const std::string& kind) {
  for (std::size_t i = 0; i < values.size() && !names.empty(); ++i)
    if (!is_finite(values[i])) return kind + " " + names[i * names.size() / values.size()].name;  // values row by row
  return "";
}

// What is not finite at a state: the state itself before what follows from it.
std::string find_at(SystemMotion& motion, double t, std::span<const double> y) {
  const System& s = motion.system();
  (void)motion.evaluate(t, y);
  std::vector<Quantity> rows;
  for (const RowDescription& row : s.rows) rows.push_back({row.name, ""});
  for (const std::string& found :
       {find_among(y.first(s.nq()), s.q, "coordinate"), find_among(y.subspan(s.nq(), s.nu()), s.u, "speed"),
        find_among(y.subspan(s.nq() + s.nu(), s.nz()), s.z, "state"), find_among(motion.inputs(), s.inputs, "input"),
        find_among(motion.discretes(), s.discretes, "discrete variable"),
        find_among(motion.output(s.q_rate), s.q, "the rate of coordinate"),
        find_among(motion.output(s.W), s.q, "the rate of coordinate"),
        find_among(motion.output(s.mass), s.u, "the inertia that belongs to"),
        find_among(motion.output(s.forcing), s.u, "the force that belongs to"),
        find_among(motion.output(s.coefficients), rows, "a coefficient of constraint"),
        find_among(motion.output(s.constants), rows, "the rate of constraint"),
        find_among(motion.output(s.remainders), rows, "the second rate of constraint"),
        find_among(motion.output(s.configuration), rows, "the left side of constraint"),
        find_among(motion.output(s.z_rate), s.z, "the rate of state"),
        find_among(motion.accelerations(), s.u, "the acceleration of")})
    if (!found.empty()) return found;
  return "";
}

std::string place(const LoadedModel& model, SourceLocation where) {
  return where.line == 0 ? model.path : fmt::format("{}:{}:{}", model.path, where.line, where.column);
}

// Latches make events of their own, which stand with their constraints.
SourceLocation place_of_event(const Mechanism& mechanism, const std::string& name) {
  const Event* event = mechanism.events().find(name);
  return event == nullptr ? SourceLocation{} : event->where;
}

}  // namespace

std::string name_not_finite(Simulation& simulation) {
  SystemMotion& motion = simulation.motion();
  const double t = simulation.time();
  std::vector<double> y(simulation.state().begin(), simulation.state().end()), rate(y.size()), ahead(y.size());
  const auto tell = [](const std::string& what, double when) {
    return fmt::format("{} is not a finite number at t = {:.6g} s\n  {}", what, when, advice);
  };
  if (const std::string found = find_at(motion, t, y); !found.empty()) return tell(found, t);
  (void)motion.evaluate(t, y, rate);
  // The steps that failed went further than the state that was kept: straight on, and in stages with the slope that was
  // found there, for as long as a second.
  const std::vector<double> first = rate;
  for (double h = 1e-12 * (1 + std::abs(t)); h < 1; h *= 2)
    for (int stage = 0; stage < 4; ++stage) {
      if (stage > 0) (void)motion.evaluate(t + h, ahead, rate);
      for (std::size_t i = 0; i < y.size(); ++i) ahead[i] = y[i] + h * (stage > 0 ? rate[i] : first[i]);
      if (const std::string found = find_at(motion, t + h, ahead); !found.empty()) return tell(found, t + h);
    }
  return "";
}

BlindSpots::BlindSpots(const Simulation& simulation)
    : simulation_(&simulation), first_(simulation.watched_values().size(), NAN) {
  look();
}

void BlindSpots::look() {
  const std::span<const double> values = simulation_->watched_values();
  for (std::size_t i = 0; i < values.size(); ++i)
    if (!is_finite(values[i]) && std::isnan(first_[i])) first_[i] = simulation_->time();
}

std::vector<std::string> BlindSpots::warnings(const LoadedModel& model, const Record& record) const {
  const System& system = simulation_->system();
  std::vector<std::string> list;
  for (std::size_t e = 0; e < system.events.size(); ++e)
    if (const double t = first_[system.switches.count + e]; !std::isnan(t))
      list.push_back(fmt::format(
          "{}: warning: the trigger of event '{}' is not a finite number at t = {:.6g} s, and "
          "cannot be seen to cross zero there\n  {}",
          place(model, place_of_event(*model.mechanism, system.events[e].name)), system.events[e].name, t, advice));
  const auto compared = std::span(first_).first(system.switches.count);
  if (const auto blind = std::ranges::find_if(compared, [](double t) { return !std::isnan(t); });
      blind != compared.end())
    list.push_back(
        fmt::format("{}: warning: what a condition, abs, sign, min or max looks at is not a finite number at "
                    "t = {:.6g} s; conditions are false there\n  {}",
                    model.path, *blind, advice));
  for (std::size_t k = 1; k < record.columns.size(); ++k)
    if (const auto row = std::ranges::find_if(record.rows, [&](const auto& r) { return !is_finite(r[k]); });
        row != record.rows.end()) {
      const Output* output = model.mechanism->outputs().find(record.columns[k].name);
      list.push_back(fmt::format("{}: warning: {} is not a finite number at t = {:.6g} s\n  {}",
                                 place(model, output == nullptr ? SourceLocation{} : output->where),
                                 record.columns[k].name, (*row)[0], advice));
    }
  return list;
}

}  // namespace tangible
