// SPDX-License-Identifier: Apache-2.0
// Faults of a motion, for people.
#include "engine/explain_stop.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "dynamics/embedding.h"
#include "engine/lower_watch.h"
#include "engine/massless_motion.h"
#include "engine/model_locations.h"
#include "engine/not_finite.h"
#include "engine/start_values.h"
#include "equations/conflict.h"
#include "symbolic/print.h"

namespace tangible {
namespace {

std::vector<std::size_t> active_rows(const SystemMotion& motion) {
  std::vector<std::size_t> list;
  for (std::size_t i = 0; i < motion.system().rows.size(); ++i)
    if (motion.system().is_constraint(i) && motion.mode().active[i] != 0) list.push_back(i);
  return list;
}

std::vector<std::size_t> chosen(const std::vector<std::size_t>& rows, const std::vector<std::size_t>& some) {
  std::vector<std::size_t> out;
  for (const std::size_t i : some) out.push_back(rows[i]);
  return out;
}

// Whether rows a.x + b = 0 with these b have no solution.
bool contradict(const SystemMotion& motion, const std::vector<std::size_t>& rows, std::span<const double> b) {
  const System& system = motion.system();
  const auto m = static_cast<Eigen::Index>(rows.size()), nu = static_cast<Eigen::Index>(system.nu());
  FreeSystem free{Eigen::MatrixXd::Identity(nu, nu), Eigen::VectorXd::Zero(nu), Eigen::MatrixXd(m, nu),
                  Eigen::VectorXd(m), Eigen::VectorXd::Zero(m)};
  for (Eigen::Index i = 0; i < m; ++i) {
    const std::size_t row = rows[static_cast<std::size_t>(i)];
    free.constants(i) = b[row];
    for (Eigen::Index r = 0; r < nu; ++r)
      free.rows(i, r) = motion.rows().coefficients()[row * system.nu() + static_cast<std::size_t>(r)];
  }
  return embed(free).status == EmbeddedSystem::Status::inconsistent_rows;
}

// "'a', 'b' and 'c'"
std::string list_names(const System& system, const std::vector<std::size_t>& rows) {
  std::string list;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    if (i > 0) list += i + 1 == rows.size() ? " and " : ", ";
    list += "'" + system.rows[rows[i]].name + "'";
  }
  return list;
}

// Coordinates and speeds whose initial values must not move.
std::vector<std::string> list_held(const System& system) {
  std::vector<std::string> list;
  const auto add = [&](const std::vector<Quantity>& names, const std::vector<StartKind>& kinds) {
    for (std::size_t i = 0; i < names.size(); ++i)
      if (kinds[i] == StartKind::held) list.push_back(names[i].name);
  };
  add(system.q, system.start_q_kind);
  add(system.u, system.start_u_kind);
  return list;
}

}  // namespace

std::vector<std::size_t> find_assembly_conflict(SystemMotion& motion, double t, std::span<const double> y) {
  const Mode mode = motion.mode();
  const std::vector<std::size_t> rows = active_rows(motion);
  std::vector<double> trial(y.size());
  const auto fails = [&](const std::vector<std::size_t>& some) {
    Mode fewer = mode;
    std::ranges::fill(fewer.active, std::uint8_t{0});
    for (const std::size_t row : chosen(rows, some)) fewer.active[row] = 1;
    motion.set_mode(fewer);
    std::ranges::copy(y, trial.begin());
    return !assemble(motion, t, trial).assembled;
  };
  std::vector<std::size_t> all(rows.size());
  for (std::size_t i = 0; i < all.size(); ++i) all[i] = i;
  const std::vector<std::size_t> conflict =
      fails(all) ? chosen(rows, find_minimal_conflict(rows.size(), fails)) : std::vector<std::size_t>{};
  motion.set_mode(mode);
  return conflict;
}

std::vector<std::size_t> find_motion_conflict(const SystemMotion& motion) {
  const std::vector<std::size_t> rows = active_rows(motion);
  for (const std::span<const double> b : {motion.rows().constants(), motion.rows().remainders()})
    if (contradict(motion, rows, b))
      return chosen(rows, find_minimal_conflict(rows.size(), [&](const std::vector<std::size_t>& some) {
                      return contradict(motion, chosen(rows, some), b);
                    }));
  return {};
}

AssemblyFault explain_assembly(const Formulation& model, SimulationLoop& simulation, std::span<const double> begin) {
  SystemMotion& motion = simulation.motion();
  const System& system = motion.system();
  AssemblyFault fault;
  if (const std::size_t row = broken_built_in(motion); row != absent) {
    const std::string& name = system.built_in_names[row];
    fault.conflict.push_back({name, location_of_constraint(model, name)});
    fault.text = location_text(model, fault.conflict[0].where) + ": error: the mechanism cannot be assembled\n  " +
                 explain_built_in(system, row);
    return fault;
  }
  const std::vector<std::size_t> conflict = find_assembly_conflict(motion, simulation.time(), begin);
  for (const std::size_t row : conflict)
    fault.conflict.push_back({system.rows[row].name, location_of_row(model, system, row)});
  fault.held = list_held(system);
  std::string text =
      location_text(model, conflict.empty() ? SourceLocation{} : fault.conflict.back().where) + ": error: ";
  if (conflict.empty())
    text += "the mechanism cannot be assembled";
  else if (conflict.size() == 1)
    text += "constraint " + list_names(system, conflict) + " cannot be satisfied near the initial values";
  else
    text += "the constraints " + list_names(system, conflict) +
            " cannot be satisfied together near the initial values; without any one of them they can";
  if (!fault.held.empty())
    text += fmt::format("\n  held values: {}; hold fewer of them in `initial`", fmt::join(fault.held, ", "));
  fault.text = text + "\n  give other guesses in `initial`, or remove a constraint or switch it off (active: false)\n";
  return fault;
}

std::string explain_start(const Formulation& model, SimulationLoop& simulation, SimulationStatus status) {
  if (status == SimulationStatus::cannot_assemble) {
    const System& system = simulation.system();
    std::vector<double> begin(simulation.state().begin(), simulation.state().end());
    std::ranges::copy(system.start_q, begin.begin());
    std::ranges::copy(system.start_u, begin.begin() + static_cast<std::ptrdiff_t>(system.nq()));
    const std::string text = explain_assembly(model, simulation, begin).text;
    return text + "  the motion cannot begin; assemble the mechanism alone to see which constraints are left";
  }
  return explain_stop(model, simulation, status) + "\n  the motion cannot begin";
}

namespace {

// Of the first thing that happened at the last instant.
SourceLocation place_of_last(const Formulation& model, const SimulationLoop& simulation) {
  for (const Occurrence& occurrence : simulation.log().since(simulation.first_occurrence_of_step()))
    if (occurrence.t >= simulation.time()) return place_of(model, simulation.system(), occurrence);
  return {};
}

// The events of the last instant, each once.
std::string name_endless_events(const SimulationLoop& simulation) {
  constexpr std::size_t most = 6;
  std::vector<std::string> names;
  for (const Occurrence& occurrence : simulation.log().since(simulation.first_occurrence_of_step())) {
    if (occurrence.kind != Occurrence::Kind::event || occurrence.t < simulation.time()) continue;
    const std::string name = "'" + simulation.system().events[occurrence.index].name + "'";
    if (std::ranges::find(names, name) == names.end()) names.push_back(name);
  }
  if (names.empty()) return "";
  const bool more = names.size() > most;
  names.resize(std::min(names.size(), most));
  return fmt::format(
      ": {}{}\n  let one of them wait: rises(...) or falls(...) instead of a condition, or an `if` that the others end",
      fmt::join(names, ", "), more ? ", ..." : "");
}

// "a and b": the loads whose forces jump where the motion is held.
std::string loads_at_jump(const SimulationLoop& simulation) {
  const std::size_t at = simulation.fault_switch();
  return at == absent ? "" : simulation.system().loads_that_switch[at];
}

// What the symbols of the equations are at the state of the last evaluation.
Values values_of_state(const Formulation& model, const SimulationLoop& simulation) {
  Values state;
  const std::span<const double> values = simulation.motion().arguments();
  const std::vector<LowerInput> inputs = simulation_inputs(*model.mechanism, model.equations, Stage::input);
  for (std::size_t i = 0; i < inputs.size(); ++i) state[inputs[i].symbol] = values[i];
  return state;
}

// The own state, if there is one, whose rate jumps where the motion is held; null if none does.
const StateVariable* find_state_at_jump(const Formulation& model, const SimulationLoop& simulation) {
  constexpr double near = 1e-6;
  const Values state = values_of_state(model, simulation);
  const SpeedSubstitution in_speeds(*model.mechanism, model.equations);
  for (const StateVariable& z : model.mechanism->states()) {
    const Expr rate = in_speeds(z.rate);
    for (const Expr function : switching_functions(std::span(&rate, 1), symbols_in(std::span(&rate, 1))))
      if (std::abs(evaluate(function, state)) < near) return &z;
  }
  return nullptr;
}

struct JumpFault {
  SourceLocation where;
  std::string text;
};

JumpFault explain_jump(const Formulation& model, const SimulationLoop& simulation) {
  const std::string loads = loads_at_jump(simulation);
  if (const StateVariable* z = loads.empty() ? find_state_at_jump(model, simulation) : nullptr)
    return {z->where, "\n  the rate of the state " + z->name +
                          " jumps\n  let it change steeply instead of jumping: x/sqrt(x^2 + x0^2) for sign(x)"};
  return {location_of_load(model, loads),
          (loads.empty() ? "" : "\n  the force of load " + loads + " jumps") +
              "\n  dry friction along one speed, -F*sign(u), is held as it should; for others let a contact with "
              "friction hold, or let the force change steeply instead of jumping: u/sqrt(u^2 + u0^2) for sign(u)"};
}

// The loads at which a run cannot go on: they should stick, and their form does not provide for it.
struct FrictionFault {
  std::string loads;  // "a and b"; empty: none
  std::string why;
};

FrictionFault find_friction_fault(const Formulation& model, const SimulationLoop& simulation, SimulationStatus status) {
  const std::string divides = " divides by a speed that has come to zero",
                    remedy =
                        ": as friction it should stick there\n  write it as a contact with friction, or, along one "
                        "line, as -F*sign(u)";
  if (simulation.fault_direction() != absent)
    return {simulation.system().loads_with_direction[simulation.fault_direction()],
            divides + remedy + "; if it changes smoothly there, take shorter steps"};
  const bool by_steps = status == SimulationStatus::step_too_small || status == SimulationStatus::no_convergence;
  if (!by_steps && status != SimulationStatus::not_finite && status != SimulationStatus::endless_events) return {};
  const Values state = values_of_state(model, simulation);
  std::string loads = name_loads_without_direction(model.equations, state);
  if (!loads.empty() || !by_steps) return {std::move(loads), divides + remedy};
  return {name_steep_loads(model.equations, state), " changes too fast with a speed for any step to follow" + remedy};
}

// Where a divisor of q' = W u + X has almost vanished since the start no force is at fault, but the choice of speeds.
std::string explain_lost_rates(const Formulation& model, const SimulationLoop& simulation, SimulationStatus status) {
  constexpr double almost_nothing = 1e-3;
  if (status != SimulationStatus::step_too_small && status != SimulationStatus::no_convergence &&
      status != SimulationStatus::diverged)
    return "";
  const KinematicalEquations& k = model.equations.kinematical;
  const Values state = values_of_state(model, simulation);
  Values start = state;
  for (std::size_t i = 0; i < k.q.size(); ++i) start[k.q[i]] = simulation.system().start_q[i];
  for (const Expr divisor : k.divisors)
    if (std::abs(evaluate(divisor, state)) < almost_nothing * std::abs(evaluate(divisor, start)))
      return fmt::format(
          "\n  the speeds hardly determine the rates of the coordinates here, where {} is almost 0\n"
          "  choose other speeds, or leave out `speeds`",
          to_text(divisor));
  return "";
}

// Of a run that has diverged: the row that is open the farthest, if one is.
std::size_t find_open_row(const SystemMotion& motion) {
  constexpr double open = 1e-6;  // m or rad, as in simulation/step_motion.cpp
  std::size_t farthest = absent;
  double most = open;
  for (const std::size_t row : active_rows(motion))
    if (const double error = motion.system().rows[row].configuration ? std::abs(motion.rows().value(row)) : 0;
        error > most)
      most = error, farthest = row;
  return farthest;
}

std::string explain_divergence(SimulationLoop& simulation) {
  const SystemMotion& motion = simulation.motion();
  return fmt::format("\n  constraints are open by up to {:.3g}, and {:.3g} J of energy are unaccounted for",
                     motion.rows().configuration_error(), simulation.ledger().drift());
}

// A contact that would touch deep inside its surface.
std::string explain_inside(const SimulationLoop& simulation, double gap) {
  const System& system = simulation.system();
  const auto contact = std::ranges::find(system.contacts, simulation.fault_row(), &ContactDescription::row);
  const bool begins = simulation.counts().steps == 0;
  return fmt::format("the contact {} inside its surface, at a gap of {:.6g}\n  {}", begins ? "begins" : "is enabled",
                     gap,
                     begins ? "give initial values at which the gap is not negative, or do not enable the contact there"
                     : contact != system.contacts.end() && contact->enabled != absent
                         ? "make `enabled` also require a gap that is not negative"
                         : "the event that sets variables of the gap, or enables the contact, must also require a gap "
                           "that is not negative");
}

}  // namespace

std::string explain_stop(const Formulation& model, SimulationLoop& simulation, SimulationStatus status) {
  const System& system = simulation.system();
  const double t = simulation.time();
  if (status == SimulationStatus::inconsistent_rows) {
    const std::vector<std::size_t> conflict = find_motion_conflict(simulation.motion());
    if (!conflict.empty()) {
      std::vector<std::string> names;
      for (const std::size_t row : conflict) names.push_back(system.rows[row].name);
      return location_text(model, location_of_row(model, system, conflict.back())) +
             fmt::format(": error: at t = {:.12g} s ", t) + conflict_message(names);
    }
    // None is at fault alone: beside a configuration where they depend on each other, rows demand what hardly differs.
    const std::vector<std::size_t> rows = active_rows(simulation.motion());
    if (!rows.empty())
      return location_text(model, location_of_row(model, system, rows.back())) +
             fmt::format(": error: at t = {:.12g} s: ", t) + describe(status) + "\n  those that hold are " +
             list_names(system, rows) +
             "; near this position they depend on each other: begin away from it, or remove a constraint";
  }
  const std::size_t row =
      status == SimulationStatus::diverged ? find_open_row(simulation.motion()) : simulation.fault_row();
  NotFinite first;
  SourceLocation where = location_of_row(model, system, row);
  if (status == SimulationStatus::not_finite) first = find_not_finite(model, simulation);
  if (where.line == 0) where = first.where;
  if (where.line == 0 && status == SimulationStatus::endless_events) where = place_of_last(model, simulation);
  const JumpFault jump = status == SimulationStatus::held_at_jump ? explain_jump(model, simulation) : JumpFault{};
  if (jump.where.line != 0) where = jump.where;
  const std::string lost_rates = explain_lost_rates(model, simulation, status);
  const FrictionFault friction = lost_rates.empty() ? find_friction_fault(model, simulation, status) : FrictionFault{};
  if (!friction.loads.empty()) where = location_of_load(model, friction.loads);
  std::string text = location_text(model, where) + fmt::format(": error: at t = {:.12g} s", t);
  if (row != absent) text += ", '" + system.rows[row].name + "'";
  const bool inside = status == SimulationStatus::off_surface && !system.is_constraint(row);
  text += ": " + (inside ? explain_inside(simulation, simulation.motion().rows().value(row)) : describe(status));
  if (!friction.loads.empty()) {
    text += "\n  load " + friction.loads + friction.why;
  } else if (!first.text.empty()) {
    text += "\n  " + first.text;
  }
  if (status == SimulationStatus::off_surface && !inside)
    text += fmt::format(" (its left side is {:.6g} there)", simulation.motion().rows().value(row));
  if (status == SimulationStatus::endless_events) text += name_endless_events(simulation);
  if (friction.loads.empty()) text += jump.text;
  if (status == SimulationStatus::diverged) text += explain_divergence(simulation);
  text += lost_rates;
  if (status == SimulationStatus::singular_mass)
    if (const std::string speeds = name_massless_speeds(simulation.motion()); !speeds.empty())
      text +=
          "\n  motions with " + speeds +
          " move no mass: give mass or inertia to what moves with them, or keep the constraint that determines them";
  return text;
}

std::string explain_contact_inside(const Formulation& model, SimulationLoop& simulation) {
  const bool inside =
      simulation.start() == SimulationStatus::off_surface && !simulation.system().is_constraint(simulation.fault_row());
  return inside ? explain_stop(model, simulation, SimulationStatus::off_surface) : "";
}

}  // namespace tangible
