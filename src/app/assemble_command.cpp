// SPDX-License-Identifier: Apache-2.0
// tangible assemble: initial values that satisfy the constraints.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <nlohmann/json.hpp>
#include <optional>

#include "app/command.h"
#include "app/model_arguments.h"
#include "engine/equilibrium_text.h"
#include "engine/explain_stop.h"
#include "engine/lower_system.h"
#include "engine/model_locations.h"
#include "simulation/branches.h"

namespace tangible {
namespace {

const char* word(StartKind kind) {
  switch (kind) {
    case StartKind::free: return "";
    case StartKind::guess: return "guess";
    case StartKind::given: return "given";
    case StartKind::held: return "held";
  }
  return "";
}

struct AssembleOptions {
  ModelArguments load;
  bool at_rest = false;
  std::string format = "text";
};

// States on the way: as given, assembled, and at rest if that was found.
struct Way {
  std::vector<double> begin, assembled, rest;
};

void print_values(const System& system, const Way& way) {
  const bool rests = !way.rest.empty();
  fmt::print("{:<16}{:>20}{:>20}{}\n", "", "from", "to", rests ? fmt::format("{:>20}", "at rest") : "");
  const auto line = [&](const Quantity& quantity, std::size_t i, StartKind kind) {
    fmt::print("{:<16}{:>20.12g}{:>20.12g}{}  {}\n", quantity.name + " [" + quantity.unit + "]", way.begin[i],
               way.assembled[i], rests ? fmt::format("{:>20.12g}", way.rest[i]) : "", word(kind));
  };
  for (std::size_t i = 0; i < system.nq(); ++i) line(system.q[i], i, system.start_q_kind[i]);
  for (std::size_t r = 0; r < system.nu(); ++r) line(system.u[r], system.nq() + r, system.start_u_kind[r]);
}

std::string names_of(const System& system, const std::vector<std::size_t>& coordinates) {
  std::vector<std::string> names;
  for (const std::size_t i : coordinates) names.push_back(system.q[i].name);
  return fmt::format("{}", fmt::join(names, ", "));
}

const char* sign_of(const Branches::Branch& branch) {
  return branch.sign > 0 ? "+" : branch.sign < 0 ? "-" : "0, where branches meet";
}

// Which of the ways to go together this is, and how to ask for another.
void print_branches(const System& system, const Branches& branches) {
  if (branches.found.empty()) return;
  const std::string dependent = names_of(system, branches.dependent);
  if (branches.independent.empty())
    fmt::print("branch: {} follow from the constraints; sign of the determinant {}\n", dependent,
               sign_of(branches.found[0]));
  else
    fmt::print("branch: {} follow from {}; sign of the determinant {}\n", dependent,
               names_of(system, branches.independent), sign_of(branches.found[0]));
  if (branches.found.size() < 2) return;
  fmt::print("others that were found, for guesses in `initial`\n");
  constexpr std::size_t most = 8;
  for (std::size_t k = 1; k < std::min(branches.found.size(), most + 1); ++k) {
    std::vector<std::string> values;
    for (const std::size_t i : branches.dependent) {
      const double x = std::abs(branches.found[k].q[i]) < 1e-11 ? 0 : branches.found[k].q[i];
      values.push_back(fmt::format("{} = {:.6g} {}", system.q[i].name, x, system.q[i].unit));
    }
    fmt::print("  ({}) {}\n", sign_of(branches.found[k]), fmt::join(values, ", "));
  }
  if (branches.found.size() > most + 1)
    fmt::print("  and {} more; --format json lists all\n", branches.found.size() - most - 1);
}

// What came out.
struct Outcome {
  Way way;
  AssemblyReport report;
  AssemblyFault fault;  // if it was not assembled
  Branches branches;
  std::optional<EquilibriumReport> rest;  // if it was asked for, and assembled
};

using Json = nlohmann::ordered_json;

// The rows that quarrel, if it was not assembled.
void add_fault(const AssemblyFault& fault, const std::string& file, Json& json) {
  json["conflict"] = Json::array();
  for (const auto& [row, where] : fault.culprits)
    json["conflict"].push_back({{"constraint", row}, {"file", file}, {"line", where.line}, {"column", where.column}});
  json["held"] = fault.held;
  json["reason"] = fault.text;
}

void print_json(const System& system, const Outcome& out, const std::string& file) {
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
    value["kind"] = word(kind);
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
  fmt::print("{}\n", json.dump(1));
}

void print_text(const System& system, const Outcome& out) {
  print_values(system, out.way);
  if (out.report.moved_given) fmt::print("values that were given had to be changed\n");
  fmt::print("{} after {} corrections; largest residual {:.2g} of positions, {:.2g} of speeds\n",
             out.report.assembled ? "assembled" : "NOT assembled", out.report.corrections, out.report.residual,
             out.report.motion_residual);
  print_branches(system, out.branches);
  if (!out.way.rest.empty()) fmt::print("{}", describe_rest(*out.rest, system));
}

// Contacts that begin inside their surfaces.
void refuse_inside(const Formulation& model, const System& system, Outcome& out) {
  SimulationLoop trial(system);
  const std::string text = system.contacts.empty() ? "" : explain_contact_inside(model, trial);
  if (text.empty()) return;
  const std::size_t row = trial.fault_row();
  out.report.assembled = false;
  out.fault.culprits.push_back({system.rows[row].name, place_of_row(model, system, row)});
  out.fault.text = text + "\n";
}

int run(const AssembleOptions& options) {
  const CurrentFormulation model = open_model(options.load);
  const System system = lower_to_system(*model.mechanism, model.equations, {.derivatives = options.at_rest});
  SimulationLoop simulation(system);
  const std::span<double> y = simulation.state();
  Outcome out;
  out.way.begin.assign(y.begin(), y.end());
  out.report = simulation.assemble_start();
  out.way.assembled.assign(y.begin(), y.end());
  if (out.report.assembled) refuse_inside(model, system, out);
  if (out.report.assembled)
    out.branches = find_branches(simulation.motion(), simulation.time(), y);
  else if (out.fault.text.empty())
    out.fault = explain_assembly(model, simulation, out.way.begin);
  if (options.at_rest && out.report.assembled) out.rest = find_equilibrium(simulation.motion(), simulation.time(), y);
  const bool rests = out.rest && out.rest->outcome == EquilibriumReport::Outcome::found;
  if (rests) out.way.rest.assign(y.begin(), y.end());
  if (options.format == "json")
    print_json(system, out, options.load.path);
  else
    print_text(system, out);
  std::fflush(stdout);
  if (!out.report.assembled) return fmt::print(stderr, "{}", out.fault.text), failure;
  if (!out.rest || rests) return success;
  fmt::print(stderr, "{}: error: {}  the values above are those of the assembly, before the search\n",
             options.load.path, explain_failure(*out.rest, system));
  return failure;
}

}  // namespace

void add_assemble_command(CLI::App& app, int& exit_code) {
  auto options = std::make_shared<AssembleOptions>();
  CLI::App* command = app.add_subcommand("assemble", "Find initial values that satisfy the constraints");
  command->add_option("MODEL", options->load.path, "The model file")->required();
  command->add_option("--set", options->load.set, "Override a parameter: --set m=\"2 kg\"");
  command->add_flag("--static", options->at_rest, "Go on to the static equilibrium that is near");
  command->add_option("--format", options->format, "text or json")->check(CLI::IsMember({"text", "json"}));
  command->footer("Example:\n  tangible assemble models/four_bar/four_bar.yaml");
  command->callback([options, &exit_code] { exit_code = run(*options); });
}

}  // namespace tangible
