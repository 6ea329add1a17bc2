// SPDX-License-Identifier: Apache-2.0
// Search for values that are not finite.
#include "engine/not_finite.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "engine/model_locations.h"
#include "symbolic/evaluate.h"

namespace tangible {
namespace {

const std::string not_finite_advice =
    "look there for a division by zero, a root or logarithm of what is negative, or numbers that grow without bound";

bool is_finite(double x) { return std::isfinite(x); }

// Values row by row: the thing that the first one that is not finite belongs to.
std::size_t find_among(std::span<const double> values, std::size_t things) {
  for (std::size_t i = 0; i < values.size() && things > 0; ++i)
    if (!is_finite(values[i])) return i * things / values.size();
  return absent;
}

// Searches one state: the state itself before the values computed from it.
class Search {
 public:
  Search(const Formulation& model, SystemMotion& motion) : model_(model), m_(*model.mechanism), motion_(motion) {}

  NotFinite at(double t, std::span<const double> y) const {
    const System& s = motion_.system();
    (void)motion_.evaluate(t, y);
    const auto z = y.subspan(s.nq() + s.nu(), s.nz());
    NotFinite found;
    using Kind = ActionDescription::Kind;
    const auto rate = [&](std::size_t i) { return m_.coordinates().find(s.q[i].name)->where; };
    const auto row = [&](std::size_t i) { return location_of_row(model_, s, i); };
    const auto load = [&](std::size_t) { return location_of_load(t, y); };
    const auto speed = [](std::size_t) { return SourceLocation{}; };
    const std::span<const RowDescription> declared = std::span(s.rows).first(s.program_rows());
    (void)(report_first(y.first(s.nq()), s.q, "coordinate", rate, found) ||
           report_first(y.subspan(s.nq(), s.nu()), s.u, "speed", speed, found) ||
           report_first(
               z, s.z, "state", [&](std::size_t i) { return setter(Kind::set_state, i, m_.states()[i].where); },
               found) ||
           report_first(
               motion_.inputs(), s.inputs, "input",
               [&](std::size_t i) { return setter(Kind::set_input, i, m_.inputs()[i].where); }, found) ||
           report_first(
               motion_.discretes(), s.discretes, "discrete variable",
               [&](std::size_t i) { return setter(Kind::set_discrete, i, m_.discretes()[i].where); }, found) ||
           report_first(motion_.output(s.q_rate), s.q, "the rate of coordinate", rate, found) ||
           report_first(motion_.output(s.W), s.q, "the rate of coordinate", rate, found) ||
           report_first(motion_.output(s.mass), s.u, "the inertia that belongs to", speed, found) ||
           report_first(motion_.output(s.forcing), s.u, "the force that belongs to", load, found) ||
           report_first(motion_.output(s.coefficients), declared, "a coefficient of constraint", row, found) ||
           report_first(motion_.output(s.constants), declared, "the rate of constraint", row, found) ||
           report_first(motion_.output(s.remainders), declared, "the second rate of constraint", row, found) ||
           report_first(motion_.output(s.configuration), declared, "the left side of constraint", row, found) ||
           report_external_row(found) || report_wrench(found) ||
           report_first(
               motion_.output(s.z_rate), s.z, "the rate of state", [&](std::size_t i) { return m_.states()[i].where; },
               found) ||
           report_first(motion_.accelerations(), s.u, "the acceleration of", speed, found));
    return found;
  }

 private:
  static bool report_first(std::span<const double> values, const auto& things, const std::string& kind,
                           const auto& place, NotFinite& found) {
    const std::size_t i = find_among(values, things.size());
    if (i == absent) return false;
    found = {kind + " " + things[i].name, place(i)};
    return true;
  }

  // What comes from outside has no place in the model file.
  bool report_external_row(NotFinite& found) const {
    const System& s = motion_.system();
    const ActiveRows& rows = motion_.rows();
    const auto finite = [](double x) { return std::isfinite(x); };
    for (std::size_t i = s.program_rows(); i < s.rows.size(); ++i) {
      if (rows.mode().active[i] == 0) continue;
      const char* what = !std::ranges::all_of(rows.coefficients(i), finite) ? "a coefficient"
                         : !finite(rows.constants()[i])                     ? "the constant"
                         : !finite(rows.remainders()[i])                    ? "the remainder"
                         : !finite(rows.value(i))                           ? "the value"
                                                                            : nullptr;
      if (what == nullptr) continue;
      found.text = fmt::format("{} of external row {}", what, s.rows[i].name);
      return true;
    }
    return false;
  }
  bool report_wrench(NotFinite& found) const {
    for (const Port* port : motion_.ports().ports()) {
      if (port == nullptr || (tangible::is_finite(port->wrench().force) && tangible::is_finite(port->wrench().torque)))
        continue;
      found.text = "the wrench at port " + port->name();
      return true;
    }
    return false;
  }

  // The event that set a variable; if none does, where it was declared.
  SourceLocation setter(ActionDescription::Kind kind, std::size_t target, SourceLocation declared) const {
    for (const EventDescription& event : motion_.system().events)
      for (const ActionDescription& action : event.actions)
        if (action.kind == kind && action.target == target) return location_of_event(model_, event.name);
    return declared;
  }

  // The load whose power is not finite here.
  SourceLocation location_of_load(double t, std::span<const double> y) const {
    Values values{{m_.time(), t}};
    for (const Parameter& p : m_.parameters()) values[p.symbol] = p.value;
    const KinematicalEquations& k = model_.equations.kinematical;
    for (std::size_t i = 0; i < k.q.size(); ++i) values[k.q[i]] = y[i];
    for (std::size_t r = 0; r < k.u.size(); ++r) values[k.u[r]] = y[k.q.size() + r];
    for (std::size_t i = 0; i < m_.states().size(); ++i) values[m_.states()[i].symbol] = y[k.q.size() + k.u.size() + i];
    for (std::size_t i = 0; i < m_.discretes().size(); ++i) values[m_.discretes()[i].symbol] = motion_.discretes()[i];
    for (std::size_t i = 0; i < m_.inputs().size(); ++i) values[m_.inputs()[i].symbol] = motion_.inputs()[i];
    for (const LoadPower& load : model_.equations.energy.loads) try {
        if (!is_finite(evaluate(load.power, values))) return m_.loads().find(load.load)->where;
      } catch (const std::out_of_range&) {  // it needs a value that is not known here
      }
    return {};
  }

  const Formulation& model_;
  const Mechanism& m_;
  SystemMotion& motion_;
};

}  // namespace

NotFinite find_not_finite(const Formulation& model, SimulationLoop& simulation) {
  SystemMotion& motion = simulation.motion();
  const double t = simulation.time();
  std::vector<double> y(simulation.state().begin(), simulation.state().end()), rate(y.size()), ahead(y.size());
  const auto tell = [](const NotFinite& found, double when) {
    return NotFinite{
        fmt::format("{} is not a finite number at t = {:.6g} s\n  {}", found.text, when, not_finite_advice),
        found.where};
  };
  const Search search(model, motion);
  if (const NotFinite found = search.at(t, y); !found.text.empty()) return tell(found, t);
  (void)motion.evaluate(t, y, rate);
  // The steps that failed went further than the state that was kept: straight on, and in stages with the slope that was
  // found there, for as long as a second.
  const std::vector<double> first = rate;
  for (double h = 1e-12 * (1 + std::abs(t)); h < 1; h *= 2)
    for (int stage = 0; stage < 4; ++stage) {
      if (stage > 0) (void)motion.evaluate(t + h, ahead, rate);
      for (std::size_t i = 0; i < y.size(); ++i) ahead[i] = y[i] + h * (stage > 0 ? rate[i] : first[i]);
      if (const NotFinite found = search.at(t + h, ahead); !found.text.empty()) return tell(found, t + h);
    }
  return {};
}

NonFiniteMonitor::NonFiniteMonitor(const SimulationLoop& simulation)
    : simulation_(&simulation), first_(simulation.root_values().size(), NAN) {
  sample();
}

void NonFiniteMonitor::sample() {
  const std::span<const double> values = simulation_->root_values();
  for (std::size_t i = 0; i < values.size(); ++i)
    if (!is_finite(values[i]) && std::isnan(first_[i])) first_[i] = simulation_->time();
}

std::vector<std::string> NonFiniteMonitor::warnings(const Formulation& model, const Record& record) const {
  const System& system = simulation_->system();
  std::vector<std::string> list;
  for (std::size_t e = 0; e < system.events.size(); ++e)
    if (const double t = first_[system.switches.count + e]; !std::isnan(t))
      list.push_back(
          fmt::format("{}: warning: the trigger of event '{}' is not a finite number at t = {:.6g} s, and "
                      "cannot be seen to cross zero there\n  {}",
                      location_text(model, location_of_event(model, system.events[e].name)), system.events[e].name, t,
                      not_finite_advice));
  for (std::size_t c = 0; c < system.contacts.size(); ++c)
    if (const double t = first_[system.switches.count + system.events.size() + 2 * c]; !std::isnan(t))
      list.push_back(fmt::format(
          "{}: warning: the gap of contact '{}', or its force, is not a finite number at t = {:.6g} s, and the contact "
          "cannot be seen to close or open there\n  {}",
          location_text(model, location_of_row(model, system, system.contacts[c].row)), system.contacts[c].name, t,
          not_finite_advice));
  const auto compared = std::span(first_).first(system.switches.count);
  if (const auto blind = std::ranges::find_if(compared, [](double t) { return !std::isnan(t); });
      blind != compared.end())
    list.push_back(
        fmt::format("{}: warning: the argument of a condition, abs, sign, min or max is not a finite number at "
                    "t = {:.6g} s; conditions are false there\n  {}",
                    model.path, *blind, not_finite_advice));
  for (std::size_t k = 1; k < record.columns.size(); ++k)
    if (const auto row = std::ranges::find_if(record.rows, [&](const auto& r) { return !is_finite(r[k]); });
        row != record.rows.end()) {
      const Output* output = model.mechanism->outputs().find(record.columns[k].name);
      list.push_back(fmt::format("{}: warning: {} is not a finite number at t = {:.6g} s\n  {}",
                                 location_text(model, output == nullptr ? SourceLocation{} : output->where),
                                 record.columns[k].name, (*row)[0], not_finite_advice));
    }
  return list;
}

}  // namespace tangible
