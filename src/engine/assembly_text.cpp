// SPDX-License-Identifier: Apache-2.0
// Where the values of a start came from, and where else the parts could go.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

#include "engine/assemble_model.h"
#include "engine/equilibrium_text.h"

namespace tangible {
namespace {

using Json = nlohmann::ordered_json;

const char* start_word(StartKind kind) {
  switch (kind) {
    case StartKind::free: return "";
    case StartKind::guess: return "guess";
    case StartKind::given: return "given";
    case StartKind::held: return "held";
  }
  return "";
}

std::string values_text(const System& system, const AssemblyWay& way) {
  const bool rests = !way.rest.empty();
  std::string text =
      fmt::format("{:<16}{:>20}{:>20}{}\n", "", "from", "to", rests ? fmt::format("{:>20}", "at rest") : "");
  const auto line = [&](const Quantity& quantity, std::size_t i, StartKind kind) {
    text += fmt::format("{:<16}{:>20.12g}{:>20.12g}{}  {}\n", quantity.name + " [" + quantity.unit + "]", way.begin[i],
                        way.assembled[i], rests ? fmt::format("{:>20.12g}", way.rest[i]) : "", start_word(kind));
  };
  for (std::size_t i = 0; i < system.nq(); ++i) line(system.q[i], i, system.start_q_kind[i]);
  for (std::size_t r = 0; r < system.nu(); ++r) line(system.u[r], system.nq() + r, system.start_u_kind[r]);
  return text;
}

std::string coordinate_names(const System& system, const std::vector<std::size_t>& coordinates) {
  std::vector<std::string> names;
  for (const std::size_t i : coordinates) names.push_back(system.q[i].name);
  return fmt::format("{}", fmt::join(names, ", "));
}

const char* branch_sign(const Branches::Branch& branch) {
  return branch.sign > 0 ? "+" : branch.sign < 0 ? "-" : "0, where branches meet";
}

// Which assembly was found, and which initial values lead to another one.
std::string branches_text(const System& system, const Branches& branches, const std::string& option_prefix) {
  if (branches.found.empty()) return "";
  const std::string dependent = coordinate_names(system, branches.dependent);
  std::string text;
  if (branches.independent.empty())
    text += fmt::format("branch: {} follow from the constraints; sign of the determinant {}\n", dependent,
                        branch_sign(branches.found[0]));
  else
    text += fmt::format("branch: {} follow from {}; sign of the determinant {}\n", dependent,
                        coordinate_names(system, branches.independent), branch_sign(branches.found[0]));
  if (branches.found.size() < 2) return text;
  text += "others that were found, for guesses in `initial`\n";
  constexpr std::size_t most = 8;
  for (std::size_t k = 1; k < std::min(branches.found.size(), most + 1); ++k) {
    std::vector<std::string> values;
    for (const std::size_t i : branches.dependent) {
      const double x = std::abs(branches.found[k].q[i]) < 1e-11 ? 0 : branches.found[k].q[i];
      values.push_back(fmt::format("{} = {:.6g} {}", system.q[i].name, x, system.q[i].unit));
    }
    text += fmt::format("  ({}) {}\n", branch_sign(branches.found[k]), fmt::join(values, ", "));
  }
  if (branches.found.size() > most + 1)
    text += fmt::format("  and {} more; {}format json lists all\n", branches.found.size() - most - 1, option_prefix);
  return text;
}

// The conflicting rows, if it was not assembled.
void add_fault(const AssemblyFault& fault, const std::string& file, Json& json) {
  json["conflict"] = Json::array();
  for (const auto& [row, where] : fault.conflict)
    json["conflict"].push_back({{"constraint", row}, {"file", file}, {"line", where.line}, {"column", where.column}});
  json["held"] = fault.held;
  json["reason"] = fault.text;
}

}  // namespace

Json assembly_to_json(const AssemblyOutcome& out, const System& system, const std::string& file) {
  const AssemblyReport& report = out.report;
  Json json{{"model", system.name},
            {"assembled", report.assembled},
            {"corrections", report.corrections},
            {"residual", report.residual},
            {"motion_residual", report.motion_residual},
            {"moved_given", report.moved_given}};
  if (!report.assembled) add_fault(out.fault, file, json);
  if (out.rest) json["static"] = rest_to_json(*out.rest, system);
  const auto add = [&](const Quantity& quantity, std::size_t i, StartKind kind) {
    Json value{
        {"name", quantity.name}, {"unit", quantity.unit}, {"from", out.way.begin[i]}, {"to", out.way.assembled[i]}};
    if (!out.way.rest.empty()) value["rest"] = out.way.rest[i];
    value["kind"] = start_word(kind);
    json["values"].push_back(value);
  };
  for (std::size_t i = 0; i < system.nq(); ++i) add(system.q[i], i, system.start_q_kind[i]);
  for (std::size_t r = 0; r < system.nu(); ++r) add(system.u[r], system.nq() + r, system.start_u_kind[r]);
  json["branches"] = Json::array();
  for (const Branches::Branch& branch : out.branches.found) {
    Json q;
    for (const std::size_t i : out.branches.dependent) q[system.q[i].name] = branch.q[i];
    json["branches"].push_back({{"sign", branch.sign}, {"dependent", q}});
  }
  return json;
}

std::string assembly_to_text(const AssemblyOutcome& out, const System& system, const std::string& option_prefix) {
  std::string text = values_text(system, out.way);
  if (out.report.moved_given) text += "values that were given had to be changed\n";
  text += fmt::format("{} after {} corrections; largest residual {:.2g} of positions, {:.2g} of speeds\n",
                      out.report.assembled ? "assembled" : "NOT assembled", out.report.corrections, out.report.residual,
                      out.report.motion_residual);
  text += branches_text(system, out.branches, option_prefix);
  if (!out.way.rest.empty()) text += describe_rest(*out.rest, system);
  return text;
}

}  // namespace tangible
