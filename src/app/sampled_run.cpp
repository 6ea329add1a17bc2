// SPDX-License-Identifier: Apache-2.0
// From arguments to samples.
#include "app/sampled_run.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

#include "app/command.h"
#include "app/progress.h"
#include "app/record_file.h"
#include "display/live_recording.h"
#include "display/model_library.h"
#include "display/run_header.h"
#include "engine/prepared_start.h"

namespace tangible {
namespace {

namespace fs = std::filesystem;

void refuse_options_of_a_run(const RunArguments& arguments) {
  for (const CLI::Option* option : arguments.how)
    if (option->count() > 0)
      throw BadInput(option->get_name() + ": error: " + arguments.recipe.load.path +
                     " is a record, and is shown as it was run\n  give the model file to run it in another way");
}

RunRecipe recipe_of(const RunArguments& arguments) {
  const std::string& path = arguments.recipe.load.path;
  if (!arguments.is_record()) {
    check_times(arguments.recipe);
    return arguments.recipe;
  }
  refuse_options_of_a_run(arguments);
  const RecordedRun record = open_record(path);
  if (record.model_has_changed)
    throw BadInput(path + ": error: " + record.recipe.load.path +
                   " has changed since the run was recorded, so the run cannot be shown\n  bring it back as it was, or "
                   "record the run again");
  RunRecipe recipe = record.recipe;
  if (!record.complete && record.stopped_at > 0) recipe.until = record.stopped_at;
  return recipe;
}

}  // namespace

void add_run_options(CLI::App& command, RunArguments& arguments) {
  RunRecipe& recipe = arguments.recipe;
  const CLI::Validator positive = positive_number();
  command
      .add_option(
          "MODEL", recipe.load.path,
          "The model file, a FILE.json that tangible simulate --out wrote, or a FILE.run that a viewer recorded")
      ->required();
  arguments.how = {
      command.add_option("--until", recipe.until, "End of the run, s")->check(positive)->capture_default_str(),
      command.add_option("--step", recipe.step, "Fixed step, s (default: adaptive steps)")->check(positive),
      command.add_option("--method", recipe.method, "euler, rk2, rk4, implicit (with --step) or adaptive")
          ->check(CLI::IsMember({"euler", "rk2", "rk4", "implicit", "adaptive"})),
      command.add_option("--tolerance", recipe.tolerance, "Relative tolerance of the adaptive method")
          ->check(positive)
          ->capture_default_str(),
      command.add_flag("--static", recipe.from_rest, "Begin at rest, in the equilibrium near the initial values"),
      command.add_option("--set", recipe.load.set, "Override a parameter: --set m=\"2 kg\"")};
}

std::string read_recording(const RunArguments& arguments) {
  refuse_options_of_a_run(arguments);
  const std::string& path = arguments.recipe.load.path;
  constexpr std::size_t longest_run = std::size_t{32} << 20;
  std::optional<std::string> bytes = read_text(path, longest_run);
  if (!bytes) throw BadInput(path + ": error: there is no such file, or it is larger than 32 MiB");
  if (!read_run_header(*bytes))
    throw BadInput(path +
                   ": error: this is not a recorded run, or was cut off\n  the viewer records runs (key K), tangible "
                   "simulate --out FILE.json does, too");
  return *std::move(bytes);
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
  if (!out.recipe.inputs.rows.empty()) drive_by_table(out.live->simulation, out.recipe.inputs);
  if (out.recipe.from_rest) start_at_rest(out.live->simulation);
  if (!out.recipe.inputs.rows.empty() || out.recipe.from_rest) out.live->note_start();
  return out;
}

// Samples of a long run are further apart: they take no more memory than a viewer's recording may.
double distance_of_samples(const OpenedRun& run, double every) {
  const double max_samples =
      static_cast<double>(LiveRecording::max_bytes / (sizeof(double) * run.live->numbers.size()));
  return std::max(every, run.recipe.until / max_samples);
}

RunSamples sample(OpenedRun& run, double every) {
  SampleOptions options;
  options.every = distance_of_samples(run, every);
  options.until = run.recipe.until;
  options.input_breakpoints = find_breakpoints(run.recipe.inputs);
  Progress progress(run.recipe.until);
  options.should_continue = [&](double t) { return progress(t); };
  return sample_run(*run.live, options);
}

ViewerPage page_of_viewer(const std::string& command) {
  const ViewerPage page = viewer_page();
  if (!page.is_there())
    throw BadInput(command +
                   ": error: this program was built without the page\n  install node and npm (Debian: apt-get install "
                   "nodejs npm) and build again");
  return page;
}

int finish_run(const RunSamples& samples, const RunRecipe& recipe) {
  if (!samples.reason.empty()) fmt::print(stderr, "{}\n", samples.reason);
  if (samples.interrupted) fmt::print(stderr, "interrupted at t = {} s of {} s\n", samples.end, recipe.until);
  return samples.interrupted ? by_interrupt : samples.status == SimulationStatus::ok ? success : failure;
}

}  // namespace tangible
