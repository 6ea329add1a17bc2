// SPDX-License-Identifier: Apache-2.0
// tangible simulate: a model moves.
#include <fmt/core.h>

#include <nlohmann/json.hpp>

#include "app/command.h"
#include "app/output_file.h"
#include "app/progress.h"
#include "app/record_file.h"
#include "display/plot_svg.h"
#include "engine/record_text.h"

namespace tangible {
namespace {

struct SimulateOptions {
  RunRecipe recipe = command_line_recipe();
  std::string inputs;
  std::vector<std::string> out;
  std::string plot;
  bool tolerance_is_given = false;
};

// Options that exclude each other.
void check_options(const SimulateOptions& options) {
  const RunRecipe& recipe = options.recipe;
  if (recipe.step > 0 && recipe.method == "adaptive")
    throw BadInput(
        fmt::format("--step {}: error: the adaptive method chooses its steps by --tolerance; leave out --step, "
                    "or --method adaptive",
                    recipe.step));
  if (recipe.step > 0 && options.tolerance_is_given)
    throw BadInput(
        fmt::format("--tolerance {}: error: it belongs to the adaptive method, and --step {} means steps "
                    "of one length; leave out one of them",
                    recipe.tolerance, recipe.step));
  if (recipe.tolerance >= 1 || recipe.tolerance < 1e-15)
    throw BadInput(
        fmt::format("--tolerance {}: error: relative errors are below 1, and numbers have 15 digits; give one "
                    "between 1e-14 and 1e-2",
                    recipe.tolerance));
  check_times(recipe);
}

void check_files(const SimulateOptions& options) {
  std::vector<PathOption> read{{"MODEL", options.recipe.load.path}}, written;
  if (!options.inputs.empty()) read.push_back({"--input", options.inputs});
  for (const std::string& path : options.out) {
    check_record_name(path);
    written.push_back({"--out", path});
  }
  if (!options.plot.empty()) {
    if (!options.plot.ends_with(".svg"))
      throw BadInput("--plot " + options.plot + ": error: the picture is SVG; give a name that ends in .svg");
    written.push_back({"--plot", options.plot});
  }
  for (const PathOption& file : written) check_can_be_written(file.option, file.path);
  check_paths_differ(read, written);
}

// One file that cannot be written does not keep the others from being written.
std::string write_files(const SimulateOptions& options, const Record& record) {
  std::string errors;
  const auto attempt = [&](const auto& write) {
    try {
      write();
    } catch (const CannotWrite& error) {
      errors += std::string(error.what()) + "\n";
    }
  };
  for (const std::string& path : options.out)
    attempt([&] { write_record(record, path, recipe_to_json(options.recipe)); });
  if (!options.plot.empty()) attempt([&] { write_file(options.plot, record_to_svg(record)); });
  return errors;
}

std::string explain_interruption(const SimulateOptions& options, const Record& record) {
  std::string text = describe_interruption(record, options.recipe.until) + "; ";
  if (options.out.empty()) return text + "the motion was not kept: --out FILE.csv writes it\n";
  for (const std::string& path : options.out) text += (path == options.out.front() ? "" : ", ") + path;
  return text + (options.out.size() > 1 ? " hold" : " holds") + " the motion until then\n";
}

int run_command(SimulateOptions options) {
  check_options(options);
  check_files(options);
  if (!options.inputs.empty()) options.recipe.inputs = read_input_table(options.inputs);
  options.recipe.model_hash = hash_of_file(options.recipe.load.path);
  Progress progress(options.recipe.until);
  RunOptions run_options;
  run_options.should_continue = [&](double t) { return progress(t); };
  const Record record = run_recipe(options.recipe, run_options, print_warning);
  const std::string errors = write_files(options, record);
  fmt::print("{}", record_summary(record));
  std::fflush(stdout);
  for (const std::string& warning : record.warnings) fmt::print(stderr, "{}\n", warning);
  if (!record.reason.empty()) fmt::print(stderr, "{}\n", record.reason);
  if (!errors.empty()) throw CannotWrite(errors);
  if (record.interrupted) {
    fmt::print(stderr, "{}", explain_interruption(options, record));
    return by_interrupt;
  }
  return record.status == SimulationStatus::ok ? success : failure;
}

}  // namespace

void add_simulate_command(CLI::App& app, int& exit_code) {
  auto options = std::make_shared<SimulateOptions>();
  RunRecipe& recipe = options->recipe;
  CLI::App* command = app.add_subcommand("simulate", "Simulate a model");
  command->add_option("MODEL", recipe.load.path, "The model file")->required();
  const CLI::Validator positive = positive_number();
  command->add_option("--until", recipe.until, "End of the run, s")->check(positive)->capture_default_str();
  command->add_option("--step", recipe.step, "Fixed step, s (default: adaptive steps)")->check(positive);
  command->add_option("--method", recipe.method, "euler, rk2, rk4, implicit (with --step) or adaptive")
      ->check(CLI::IsMember({"euler", "rk2", "rk4", "implicit", "adaptive"}));
  const CLI::Option* tolerance =
      command->add_option("--tolerance", recipe.tolerance, "Relative tolerance of the adaptive method")
          ->check(positive)
          ->capture_default_str();
  command->add_option("--every", recipe.every, "Time between rows of the output, s (default: about 200 rows)")
      ->check(positive);
  command->add_flag("--static", recipe.from_rest, "Begin at rest, in the static equilibrium near the initial values");
  command->add_option("--input", options->inputs, "CSV with a header t,NAME [UNIT],...: inputs over time")
      ->check(not_empty());
  command->add_option("--out", options->out, "Write the motion to FILE.csv or FILE.json");
  command->add_option("--plot", options->plot, "Write a picture to FILE.svg")->check(not_empty());
  command->add_option("--set", recipe.load.set, "Override a parameter: --set m=\"2 kg\"");
  command->footer(
      "Example:\n  tangible simulate models/double_pendulum/double_pendulum.yaml --until 5 --out motion.csv");
  command->callback([options, tolerance, &exit_code] {
    options->tolerance_is_given = tolerance->count() > 0;
    exit_code = run_command(*options);
  });
}

}  // namespace tangible
