// SPDX-License-Identifier: Apache-2.0
// Reports of the search for a rest, for people.
#include "engine/equilibrium_text.h"

#include <fmt/core.h>

#include <cmath>
#include <nlohmann/json.hpp>
#include <numbers>

#include "simulation/status.h"

namespace tangible {
namespace {

constexpr double neutral = 1e-9;  // 1/s^2: stiffness against mass that pulls nothing back
constexpr double far_away = 10;   // m or rad: who went farther was held by nothing

// Of the force that works on a speed.
std::string force_unit(const std::string& speed_unit) {
  if (speed_unit == "m/s") return "N";
  if (speed_unit == "rad/s") return "N*m";
  return "W/(" + speed_unit + ")";
}

// Of the slowest oscillation about a stable equilibrium, s.
double period(const EquilibriumReport& report) { return 2 * std::numbers::pi / std::sqrt(report.stiffness); }

std::string name_supports(const EquilibriumReport& report, const System& system) {
  std::string names;
  for (const Support& support : report.supports)
    names += (names.empty() ? "" : ", ") + system.contacts[support.contact].name;
  return names;
}

}  // namespace

std::string describe_rest(const EquilibriumReport& report, const System& system) {
  std::string text = fmt::format("static equilibrium after {} step{}; forces balance to {:.2g} of their size\n",
                                 report.steps, report.steps == 1 ? "" : "s", report.residual);
  for (const Support& support : report.supports)
    text += fmt::format("rests on {} with {:.6g} {}{}\n", system.contacts[support.contact].name, support.force,
                        system.rows[system.contacts[support.contact].row].force_unit,
                        support.sticks ? ", held by friction" : "");
  if (report.left_unstable) text += "an unstable equilibrium was left on the way\n";
  if (std::isinf(report.stiffness)) return text + "no freedom is left\n";
  if (report.stiffness <= neutral) return text + "neutral: a freedom is left that nothing pulls back\n";
  return text + fmt::format("stable: the slowest oscillation would take {:.6g} s\n", period(report));
}

std::string explain_failure(const EquilibriumReport& report, const System& system) {
  using Outcome = EquilibriumReport::Outcome;
  std::string text = describe(report.outcome);
  if (report.outcome == Outcome::failed) text += std::string(": ") + describe(translate(report.status));
  text += "\n";
  if (report.outcome == Outcome::moves)
    return text + "  remove the prescribed motion, or begin without the static equilibrium\n";
  text += fmt::format("  tried: {} steps downhill, contacts closing and yielding on the way\n", report.steps);
  if (report.speed != absent)
    text += fmt::format("  left: a force of {:.6g} {} on {}, {:.2g} of the largest forces\n", report.force,
                        force_unit(system.u[report.speed].unit), system.u[report.speed].name, report.residual);
  const bool ran_away = report.coordinate != absent && std::abs(report.distance) > far_away;
  if (ran_away)
    text += fmt::format(
        "  {} went {:.4g} {} without finding anything that holds it: a contact, a constraint or a spring "
        "would\n",
        system.q[report.coordinate].name, report.distance, system.q[report.coordinate].unit);
  if (const std::string names = name_supports(report, system); !names.empty())
    text += "  contacts that touched at the end: " + names + "\n";
  if (!ran_away) text += "  begin nearer to an equilibrium (`initial`), or with other inputs\n";
  return text;
}

nlohmann::ordered_json rest_to_json(const EquilibriumReport& report, const System& system) {
  const bool found = report.outcome == EquilibriumReport::Outcome::found;
  nlohmann::ordered_json json{{"found", found}, {"steps", report.steps}, {"residual", report.residual}};
  if (found) {
    const bool stable = report.stiffness > neutral;
    json["stable"] = stable;
    json["period"] = nullptr;
    if (stable && std::isfinite(report.stiffness)) json["period"] = period(report);
    json["left_unstable"] = report.left_unstable;
  }
  json["contacts"] = nlohmann::ordered_json::array();
  for (const Support& support : report.supports) {
    const ContactDescription& contact = system.contacts[support.contact];
    json["contacts"].push_back({{"name", contact.name},
                                {"force", support.force},
                                {"unit", system.rows[contact.row].force_unit},
                                {"sticks", support.sticks}});
  }
  if (!found) json["reason"] = explain_failure(report, system);
  if (!found && report.speed != absent) {
    json["speed"] = system.u[report.speed].name;
    json["force"] = report.force;
    json["unit"] = force_unit(system.u[report.speed].unit);
  }
  return json;
}

}  // namespace tangible
