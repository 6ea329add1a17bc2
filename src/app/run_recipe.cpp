// SPDX-License-Identifier: Apache-2.0
// From a recipe to a record.
#include "app/run_recipe.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <nlohmann/json.hpp>

#include "app/equilibrium_text.h"
#include "engine/explain_stop.h"
#include "engine/lower_system.h"
#include "engine/not_finite.h"

namespace tangible {
namespace {

using Json = nlohmann::ordered_json;

void begin(SimulationLoop& simulation, const Formulation& model) {
  const SimulationStatus status = simulation.start();
  if (status != SimulationStatus::ok) throw BadInput(explain_start(model, simulation, status));
}

// Values of the start that were given and that the constraints do not allow: what was given does not move silently.
std::vector<std::string> moved_at_start(const System& system, const SimulationOptions& how, const std::string& file) {
  SimulationLoop trial(system, how);
  if (!trial.assemble_start().moved_given) return {};
  std::string names;
  const auto add = [&](const std::string& name, double given, double now) {
    if (std::abs(now - given) > 1e-9 * (1 + std::abs(given)))
      names += fmt::format("{}{} from {:.6g} to {:.6g}", names.empty() ? "" : ", ", name, given, now);
  };
  const std::span<const double> y = trial.state();
  for (std::size_t i = 0; i < system.nq(); ++i)
    if (system.start_q_kind[i] == StartKind::given) add(system.q[i].name, system.start_q[i], y[i]);
  for (std::size_t r = 0; r < system.nu(); ++r)
    if (system.start_u_kind[r] == StartKind::given) add(system.u[r].name, system.start_u[r], y[system.nq() + r]);
  for (const System::StartRate& rate : system.start_rates)
    if (rate.kind == StartKind::given)
      add(system.q[rate.coordinate].name + "'", rate.value, trial.motion().q_rate()[rate.coordinate]);
  if (names.empty()) return {};
  return {fmt::format(
      "{}: warning: the constraints do not allow what `initial` gives; changed: {}\n"
      "  give values that fit, write {{guess: ...}} for those that may change, or {{hold: ...}} for those that may not",
      file, names)};
}

// Begins again in the static equilibrium that is near.
void rest(SimulationLoop& simulation, const Formulation& model) {
  const EquilibriumReport report = find_equilibrium(simulation.motion(), simulation.time(), simulation.state());
  if (report.outcome != EquilibriumReport::Outcome::found)
    throw BadInput(model.path + ": error: " + explain_failure(report, simulation.motion().system()));
  begin(simulation, model);
}

// Energy that came from nowhere, or from corrections: more of it than a hundredth of what moved means that the motion
// is not that of the model.
void look_at_books(Record& record, const std::string& file) {
  constexpr double tolerable = 0.01;
  const auto kinetic = std::ranges::find(record.columns, "energy kinetic", &Quantity::name);
  const Ledger& books = record.ledger;
  double moved = std::max({std::abs(books.inputs), books.dissipated, books.impacts, books.kinetic});
  moved = std::max({moved, 1e-6 * std::abs(books.start), 1e-12});  // rounding of what does not move
  if (kinetic != record.columns.end())
    for (const std::vector<double>& row : record.rows)
      moved = std::max(moved, row[static_cast<std::size_t>(kinetic - record.columns.begin())]);
  const double wrong = std::max(std::abs(books.drift()), std::abs(books.projection));
  if (!(wrong > tolerable * moved)) return;
  record.warnings.push_back(
      fmt::format("{}: warning: the energy books are off by {:.3g} J where {:.3g} J moved (drift {:.3g} J, by "
                  "projection {:.3g} J)\n"
                  "  do not trust this run; shorter steps, another method or a smaller --tolerance may help",
                  file, wrong, moved, books.drift(), books.projection));
}

}  // namespace

SimulationOptions simulation_options(const RunRecipe& recipe) {
  SimulationOptions result;
  result.tolerance = recipe.tolerance;
  const std::string method = !recipe.method.empty() ? recipe.method : recipe.step > 0 ? "rk4" : "adaptive";
  for (const Method m : {Method::semi_implicit_euler, Method::rk2, Method::rk4, Method::implicit, Method::adaptive})
    if (name_of(m) == method) result.method = m;
  if (result.method != Method::adaptive && recipe.step <= 0)
    throw BadInput("--method " + method + ": error: needs a step, such as --step 1e-3");
  if (recipe.step > 0) result.step = recipe.step;
  return result;
}

Json recipe_to_json(const RunRecipe& recipe) {
  Json json{{"model", recipe.load.path},     {"set", recipe.load.set}, {"until", recipe.until},  {"step", recipe.step},
            {"tolerance", recipe.tolerance}, {"every", recipe.every},  {"method", recipe.method}};
  if (!recipe.model_hash.empty()) json["model_hash"] = recipe.model_hash;
  if (recipe.from_rest) json["static"] = true;
  if (!recipe.inputs.rows.empty()) json["inputs"] = {{"names", recipe.inputs.names}, {"rows", recipe.inputs.rows}};
  return json;
}

// FNV-1a, 64 bits.
std::string hash_of_file(const std::string& path) {
  std::error_code ignored;
  if (!std::filesystem::is_regular_file(path, ignored)) return "";  // a pipe can be read only once
  std::ifstream file(path, std::ios::binary);
  std::uint64_t hash = 0xcbf29ce484222325U;
  for (std::istreambuf_iterator<char> at(file), end; at != end; ++at)
    hash = (hash ^ static_cast<unsigned char>(*at)) * 0x100000001b3U;
  return fmt::format("{:016x}", hash);
}

void check_times(const RunRecipe& recipe) {
  constexpr double most_rows = 1e8, most_steps = 1e10;
  if (recipe.step > 0 && recipe.until / recipe.step > most_steps)
    throw BadInput(
        fmt::format("--step {}: error: {:.3g} steps until {} s would never end; give at least --step {:.3g}, "
                    "or leave it out: steps are then as long as --tolerance allows",
                    recipe.step, recipe.until / recipe.step, recipe.until, recipe.until / most_steps));
  if (recipe.every <= 0) return;
  const std::string begin = fmt::format("--every {}: error: ", recipe.every);
  if (recipe.until / recipe.every > most_rows)
    throw BadInput(begin + fmt::format("{:.3g} rows until {} s are more than can be kept; give at least --every {:.3g}",
                                       recipe.until / recipe.every, recipe.until, recipe.until / most_rows));
  const bool fixed = recipe.step > 0 && recipe.method != "adaptive";
  if (!fixed || recipe.every >= recipe.until) return;
  const double steps = recipe.every / recipe.step;
  if (steps > 0.5 && std::abs(steps - std::round(steps)) <= 1e-9 * steps) return;
  throw BadInput(begin + fmt::format("not a multiple of --step {}, and rows are written at the ends of steps; give "
                                     "--every {} or another multiple, or leave out --step",
                                     recipe.step, std::max(1.0, std::round(steps)) * recipe.step));
}

Record run_recipe(const RunRecipe& recipe, const RunOptions& options) {
  const SimulationOptions how = simulation_options(recipe);
  const CurrentFormulation model = open_model(recipe.load);
  const bool derivatives = recipe.from_rest || how.method == Method::implicit;
  const System system = lower_to_system(*model.mechanism, model.equations, {.derivatives = derivatives});
  SimulationLoop simulation(system, how);
  if (!recipe.inputs.rows.empty())
    simulation.motion().drive = [&recipe, at = match_inputs(recipe.inputs, *model.mechanism)](
                                    double t, std::span<const double>, std::span<double> inputs) {
      interpolate(recipe.inputs, at, t, inputs);
    };
  begin(simulation, model);
  if (recipe.from_rest) rest(simulation, model);
  RunOptions run_options = options;
  BlindSpots blind(simulation);
  run_options.goes_on = [&](double t) {
    blind.look();
    return !options.goes_on || options.goes_on(t);
  };
  run_options.until = recipe.until;
  run_options.every = recipe.every;
  run_options.bends = find_bends(recipe.inputs);
  Record record = run(simulation, run_options);
  blind.look();
  record.warnings = moved_at_start(system, how, recipe.load.path);
  std::ranges::move(blind.warnings(model, record), std::back_inserter(record.warnings));
  look_at_books(record, recipe.load.path);
  if (record.status != SimulationStatus::ok) record.reason = explain_stop(model, simulation, record.status);
  return record;
}

}  // namespace tangible
