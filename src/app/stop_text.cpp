// SPDX-License-Identifier: Apache-2.0
// Faults of a motion, for people.
#include "app/stop_text.h"

#include <fmt/format.h>

#include <algorithm>

#include "app/not_finite.h"
#include "app/start_values.h"
#include "dynamics/embedding.h"
#include "equations/conflict.h"

namespace tangible {
namespace {

std::vector<std::size_t> active_rows(const SystemMotion& motion) {
  std::vector<std::size_t> list;
  for (std::size_t i = 0; i < motion.system().declared_rows; ++i)
    if (motion.mode().active[i] != 0) list.push_back(i);
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
      free.rows(i, r) = motion.output(system.coefficients)[row * system.nu() + static_cast<std::size_t>(r)];
  }
  return embed(free).status == EmbeddedSystem::Status::contradicting_rows;
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

// "FILE:LINE:COLUMN: error: " of a row, or "FILE: error: " of none.
std::string begin_error(const LoadedModel& model, const System& system, std::size_t row) {
  SourceLocation where;
  if (row != absent && row < system.declared_rows) {
    const auto found = std::ranges::find(model.equations.rows, system.rows[row].name, &ConstraintRow::name);
    if (found != model.equations.rows.end()) where = found->where;
  } else if (row != absent) {
    for (std::size_t c = 0; c < system.contacts.size(); ++c)
      if (row >= system.contacts[c].row && row <= system.contacts[c].row + system.contacts[c].tangents)
        where = model.mechanism->contacts()[c].where;
  }
  return where.line == 0 ? model.path + ": error: "
                         : fmt::format("{}:{}:{}: error: ", model.path, where.line, where.column);
}

// Coordinates and speeds whose initial values must not move.
std::string list_held(const System& system) {
  std::string list;
  const auto add = [&](const std::vector<Quantity>& names, const std::vector<StartKind>& kinds) {
    for (std::size_t i = 0; i < names.size(); ++i)
      if (kinds[i] == StartKind::held) list += (list.empty() ? "" : ", ") + names[i].name;
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
      fails(all) ? chosen(rows, find_conflict(rows.size(), fails)) : std::vector<std::size_t>{};
  motion.set_mode(mode);
  return conflict;
}

std::vector<std::size_t> find_motion_conflict(const SystemMotion& motion) {
  const std::vector<std::size_t> rows = active_rows(motion);
  for (const std::span<const double> b : {motion.constants(), motion.output(motion.system().remainders)})
    if (contradict(motion, rows, b))
      return chosen(rows, find_conflict(rows.size(), [&](const std::vector<std::size_t>& some) {
                      return contradict(motion, chosen(rows, some), b);
                    }));
  return {};
}

std::string explain_assembly(const LoadedModel& model, Simulation& simulation, std::span<const double> begin) {
  SystemMotion& motion = simulation.motion();
  const System& system = motion.system();
  if (const std::size_t row = broken_built_in(motion); row != absent)
    return model.path + ": error: the mechanism does not go together\n  " + explain_built_in(system, row);
  const std::vector<std::size_t> conflict = find_assembly_conflict(motion, simulation.time(), begin);
  std::string text = begin_error(model, system, conflict.empty() ? absent : conflict.back());
  const std::string held = list_held(system);
  if (conflict.empty())
    text += "the mechanism does not go together";
  else if (conflict.size() == 1)
    text += "constraint " + list_names(system, conflict) + " cannot be satisfied near the initial values";
  else
    text += "the constraints " + list_names(system, conflict) +
            " cannot be satisfied together near the initial values; without any one of them they can";
  if (!held.empty()) text += "\n  held are " + held + ": hold less in `initial`";
  return text + "\n  give other guesses in `initial`, or remove a constraint or switch it off (active: false)\n";
}

std::string explain_start(const LoadedModel& model, Simulation& simulation, SimulationStatus status) {
  if (status == SimulationStatus::cannot_assemble) {
    const System& system = simulation.system();
    std::vector<double> begin(simulation.state().begin(), simulation.state().end());
    std::ranges::copy(system.start_q, begin.begin());
    std::ranges::copy(system.start_u, begin.begin() + static_cast<std::ptrdiff_t>(system.nq()));
    const std::string text = explain_assembly(model, simulation, begin);
    return text + "  the motion cannot begin; tangible assemble shows what is left";
  }
  return explain_stop(model, simulation, status) + "\n  the motion cannot begin";
}

namespace {

// The events of the last instant, each once.
std::string name_endless_events(const Simulation& simulation) {
  constexpr std::size_t most = 6;
  std::vector<std::string> names;
  for (const Occurrence& occurrence : simulation.occurrences) {
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

}  // namespace

std::string explain_stop(const LoadedModel& model, Simulation& simulation, SimulationStatus status) {
  const System& system = simulation.system();
  const double t = simulation.time();
  if (status == SimulationStatus::inconsistent_rows) {
    const std::vector<std::size_t> conflict = find_motion_conflict(simulation.motion());
    if (!conflict.empty()) {
      std::vector<std::string> names;
      for (const std::size_t row : conflict) names.push_back(system.rows[row].name);
      return begin_error(model, system, conflict.back()) + fmt::format("at t = {:.12g} s ", t) + conflict_words(names);
    }
  }
  const std::size_t row = simulation.fault_row();
  std::string text = begin_error(model, system, row) + fmt::format("at t = {:.12g} s", t);
  if (row != absent) text += ", '" + system.rows[row].name + "'";
  text += std::string(": ") + describe(status);
  if (status == SimulationStatus::not_finite)
    if (const std::string first = name_not_finite(simulation); !first.empty()) text += "\n  " + first;
  if (status == SimulationStatus::off_surface)
    text += fmt::format(" (its left side is {:.6g} there)", simulation.motion().row_value(row));
  if (status == SimulationStatus::endless_events) text += name_endless_events(simulation);
  return text;
}

}  // namespace tangible
