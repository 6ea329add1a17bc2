// SPDX-License-Identifier: Apache-2.0
// From a recipe to a record.
#include "engine/run_recipe.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>

#include "engine/run_model.h"

namespace tangible {
namespace {

using Json = nlohmann::ordered_json;

// Energy that came from nowhere, or from corrections: more of it than a hundredth of what moved means that the motion
// is not that of the model.
constexpr double tolerable_share = 0.01;

// What a method does better than by far, wherever its steps are short enough.
double expected_share(const RunRecipe& recipe) {
  const Method method = simulation_options(recipe).method;
  const double share = method == Method::adaptive ? std::max(1e-6, 1e4 * recipe.tolerance)
                       : method == Method::rk4    ? 1e-4
                                                  : tolerable_share;
  return std::min(share, tolerable_share);
}

void check_energy_balance(Record& record, const RunRecipe& recipe) {
  const ModelRequest& model = recipe.load;
  const auto kinetic = std::ranges::find(record.columns, "energy kinetic", &Quantity::name);
  const Ledger& books = record.ledger;
  double moved = std::max({std::abs(books.inputs), books.dissipated, books.impacts, books.kinetic});
  if (kinetic != record.columns.end())
    for (const std::vector<double>& row : record.rows)
      moved = std::max(moved, row[static_cast<std::size_t>(kinetic - record.columns.begin())]);
  const double wrong = std::max(std::abs(books.drift()), std::abs(books.projection));
  const double of_what_rests = std::max(1e-8 * std::abs(books.start), books.rounding);
  if (!(wrong > std::max(expected_share(recipe) * moved, of_what_rests))) return;
  const bool has_tolerance = simulation_options(recipe).method == Method::adaptive;
  record.warnings.push_back(fmt::format(
      "{}: warning: the energy books are off by {:.3g} J where {:.3g} J moved (drift {:.3g} J, by projection {:.3g} "
      "J)\n"
      "  {}; {} or another method may help",
      model.path, wrong, moved, books.drift(), books.projection,
      wrong > tolerable_share * moved ? "do not trust this run" : "the results may be off by a similar share",
      has_tolerance ? fmt::format("a smaller {}tolerance", model.option_prefix) : "shorter steps"));
}

}  // namespace

SimulationOptions simulation_options(const RunRecipe& recipe) {
  SimulationOptions result;
  result.tolerance = recipe.tolerance;
  const std::string method = !recipe.method.empty() ? recipe.method : recipe.step > 0 ? "rk4" : "adaptive";
  for (const Method m : {Method::semi_implicit_euler, Method::rk2, Method::rk4, Method::implicit, Method::adaptive})
    if (name_of(m) == method) result.method = m;
  if (result.method != Method::adaptive && recipe.step <= 0)
    throw BadInput(
        fmt::format("{0}method {1}: error: needs a step, such as {0}step 1e-3", recipe.load.option_prefix, method));
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
  constexpr double max_rows = 1e8, max_steps = 1e10;
  const std::string& prefix = recipe.load.option_prefix;
  if (recipe.step > 0 && recipe.until / recipe.step > max_steps)
    throw BadInput(
        fmt::format("{0}step {1}: error: {2:.3g} steps until {3} s would never end; give at least {0}step {4:.3g}, "
                    "or leave it out: steps are then as long as {0}tolerance allows",
                    prefix, recipe.step, recipe.until / recipe.step, recipe.until, recipe.until / max_steps));
  if (recipe.every <= 0) return;
  const std::string begin = fmt::format("{}every {}: error: ", prefix, recipe.every);
  if (recipe.until / recipe.every > max_rows)
    throw BadInput(begin + fmt::format("{:.3g} rows until {} s are more than can be kept; give at least {}every {:.3g}",
                                       recipe.until / recipe.every, recipe.until, prefix, recipe.until / max_rows));
  const bool fixed = recipe.step > 0 && recipe.method != "adaptive";
  if (!fixed || recipe.every >= recipe.until) return;
  const double steps = recipe.every / recipe.step;
  if (steps > 0.5 && std::abs(steps - std::round(steps)) <= 1e-9 * steps) return;
  throw BadInput(begin + fmt::format("not a multiple of {0}step {1}, and rows are written at the ends of steps; give "
                                     "{0}every {2} or another multiple, or leave out {0}step",
                                     prefix, recipe.step, std::max(1.0, std::round(steps)) * recipe.step));
}

Record run_recipe(const RunRecipe& recipe, const RunOptions& options,
                  const std::function<void(const std::string&)>& warn) {
  const SimulationOptions how = simulation_options(recipe);
  const CurrentFormulation model = formulate(recipe.load.path, formulation_options(recipe.load));
  if (warn && !model.warning_text.empty()) warn(model.warning_text);
  RunOptions run_options = options;
  run_options.until = recipe.until;
  run_options.every = recipe.every;
  Record record = run_model(model, {.how = how, .from_rest = recipe.from_rest, .inputs = recipe.inputs}, run_options);
  check_energy_balance(record, recipe);
  return record;
}

}  // namespace tangible
