// SPDX-License-Identifier: Apache-2.0
// From arguments to samples.
#include "app/sampled_run.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

#include "app/command.h"
#include "app/progress.h"
#include "app/record_reader.h"
#include "engine/equilibrium_text.h"
#include "simulation/equilibrium.h"

namespace tangible {
namespace {

namespace fs = std::filesystem;

RunRecipe recipe_of(const RunArguments& arguments) {
  const std::string& path = arguments.recipe.load.path;
  if (!path.ends_with(".json")) {
    check_times(arguments.recipe);
    return arguments.recipe;
  }
  for (const CLI::Option* option : arguments.how)
    if (option->count() > 0)
      throw BadInput(option->get_name() + ": error: " + path +
                     " is a record, and is shown as it was run\n  give the model file to run it in another way");
  const RecordedRun record = read_record(path);
  if (record.model_has_changed)
    throw BadInput(path + ": error: " + record.recipe.load.path +
                   " has changed since the run was recorded, so the run cannot be shown\n  bring it back as it was, or "
                   "record the run again");
  RunRecipe recipe = record.recipe;
  if (!record.complete && record.stopped_at > 0) recipe.until = record.stopped_at;
  return recipe;
}

void restart(LiveModel& live) {
  SimulationLoop& loop = live.simulation.loop();
  const SimulationStatus status = loop.start();
  if (status != SimulationStatus::ok) throw BadInput(live.model().explain(loop, status, true));
  live.mode = key_of(std::as_const(loop).motion().mode());
  (void)loop.motion().evaluate(loop.time(), loop.state());
  live.first_freedoms = std::as_const(loop).motion().embedding().independent_speeds().size();
}

// Inputs take part in the start, too.
void drive(LiveModel& live, const InputTable& table) {
  std::vector<std::size_t> at;
  const std::vector<ModelDescription::Quantity>& inputs = live.model().description().inputs;
  for (const std::string& name : table.names) {
    const auto found = std::ranges::find(inputs, name, &ModelDescription::Quantity::name);
    if (found == inputs.end()) throw BadInput(table.where + ": error: the model has no input named " + name);
    at.push_back(static_cast<std::size_t>(found - inputs.begin()));
  }
  live.simulation.loop().motion().drive = [table, at](double t, std::span<const double>, std::span<double> values) {
    interpolate(table, at, t, values);
  };
  restart(live);
}

// The equilibrium is found with a system that has derivatives, which the run itself may not need.
void rest(LiveModel& live) {
  SimulationLoop search(live.model().system(Method::implicit));
  SimulationLoop& loop = live.simulation.loop();
  search.motion().drive = loop.motion().drive;
  const SimulationStatus status = search.start();
  if (status != SimulationStatus::ok) throw BadInput(live.model().explain(search, status, true));
  const EquilibriumReport report = find_equilibrium(search.motion(), search.time(), search.state());
  if (report.outcome != EquilibriumReport::Outcome::found)
    throw BadInput(live.model().description().path + ": error: " + explain_failure(report, search.motion().system()));
  const System& system = search.system();
  const std::size_t own = system.nq() + system.nu() + system.nz();
  std::copy_n(search.state().begin(), own, loop.state().begin());
  restart(live);
}

}  // namespace

void add_run_options(CLI::App& command, RunArguments& arguments) {
  RunRecipe& recipe = arguments.recipe;
  const CLI::Validator positive = positive_number();
  command.add_option("MODEL", recipe.load.path, "The model file, or a FILE.json that tangible simulate --out wrote")
      ->required();
  arguments.how = {
      command.add_option("--until", recipe.until, "End of the run, s")->check(positive)->capture_default_str(),
      command.add_option("--step", recipe.step, "Fixed step, s; left out: steps as the tolerance asks")
          ->check(positive),
      command.add_option("--method", recipe.method, "euler, rk2, rk4, implicit (with --step) or adaptive")
          ->check(CLI::IsMember({"euler", "rk2", "rk4", "implicit", "adaptive"})),
      command.add_option("--tolerance", recipe.tolerance, "Of the adaptive method, relative")
          ->check(positive)
          ->capture_default_str(),
      command.add_flag("--static", recipe.from_rest, "Begin at rest, in the equilibrium near the initial values"),
      command.add_option("--set", recipe.load.set, "Override a parameter: --set m=\"2 kg\"")};
}

OpenedRun open_run(const RunArguments& arguments) {
  OpenedRun out;
  out.recipe = recipe_of(arguments);
  const fs::path path = out.recipe.load.path;
  out.title.id = path.stem().string();
  out.title.file = path.filename().string();
  LoadOptions load_options;
  load_options.set = formulation_options(out.recipe.load).set;
  Model model = load(out.recipe.load.path, load_options);
  for (const Problem& warning : model.warnings())
    fmt::print(stderr, "{}:{}: warning: {}\n", out.recipe.load.path, warning.line, warning.message);
  SimulationOptions options = simulation_options(out.recipe);
  options.ports = 1;
  out.live = std::make_unique<LiveModel>(std::move(model), 1, options);
  if (!out.recipe.inputs.rows.empty()) drive(*out.live, out.recipe.inputs);
  if (out.recipe.from_rest) rest(*out.live);
  return out;
}

RunSamples sample(OpenedRun& run, double every) {
  SampleOptions options;
  options.every = every;
  options.until = run.recipe.until;
  options.bends = find_bends(run.recipe.inputs);
  Progress progress(run.recipe.until);
  options.goes_on = [&](double t) { return progress(t); };
  return sample_run(*run.live, options);
}

int finish_run(const RunSamples& samples, const RunRecipe& recipe) {
  if (!samples.reason.empty()) fmt::print(stderr, "{}\n", samples.reason);
  if (samples.interrupted) fmt::print(stderr, "interrupted at t = {} s of {} s\n", samples.end, recipe.until);
  return samples.interrupted ? by_interrupt : samples.status == SimulationStatus::ok ? success : failure;
}

}  // namespace tangible
