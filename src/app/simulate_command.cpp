// SPDX-License-Identifier: Apache-2.0
// tangible simulate: a model moves.
#include <fmt/core.h>
#include <unistd.h>

#include <chrono>
#include <cmath>
#include <csignal>
#include <cstdlib>
#include <fstream>
#include <nlohmann/json.hpp>

#include "app/command.h"
#include "app/plot_svg.h"
#include "app/record_writer.h"
#include "app/run_recipe.h"

namespace tangible {
namespace {

struct Options {
  RunRecipe recipe;
  std::string inputs;
  std::vector<std::string> out;
  std::string plot;
};

volatile std::sig_atomic_t interrupted = 0;

// Says on a terminal how far a long run is and how long it will take; Ctrl-C ends the run with what was computed.
class Progress {
 public:
  explicit Progress(double until) : until_(until), shown_(isatty(STDERR_FILENO) != 0) {
    std::signal(SIGINT, [](int) { interrupted = 1; });
  }
  ~Progress() {
    std::signal(SIGINT, SIG_DFL);
    if (written_) fmt::print(stderr, "\r{:60}\r", "");
  }

  bool operator()(double t) {
    if (interrupted) return false;
    if (!shown_ || ++calls_ % 256 != 0) return true;
    const double spent = std::chrono::duration<double>(std::chrono::steady_clock::now() - start_).count();
    if (spent < last_ + 0.5 || t <= 0) return true;
    last_ = spent;
    written_ = true;
    fmt::print(stderr, "\rt = {:.3f} s of {} s, {:.0f} s left    ", t, until_, spent * (until_ - t) / t);
    return true;
  }

 private:
  double until_;
  bool shown_;
  bool written_ = false;
  long calls_ = 0;
  double last_ = 0.5;
  std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
};

int run_command(Options options) {
  if (!options.inputs.empty()) options.recipe.inputs = read_input_table(options.inputs);
  for (const std::string& path : options.out) {
    check_record_name(path);
    check_can_be_written("--out", path);
  }
  if (!options.plot.empty()) check_can_be_written("--plot", options.plot);
  check_times(options.recipe);
  Progress progress(options.recipe.until);
  RunOptions run_options;
  run_options.goes_on = [&](double t) { return progress(t); };
  const Record record = run_recipe(options.recipe, run_options);
  for (const std::string& path : options.out) write_record(record, path, recipe_to_json(options.recipe));
  if (!options.plot.empty()) {
    std::ofstream file(options.plot);
    file << record_to_svg(record);
    if (!file) throw BadInput(options.plot + ": error: cannot be written");
  }
  fmt::print("{}", record_summary(record));
  return record.status == SimulationStatus::ok ? success : failure;
}

// The library's own check would print the largest number there is.
CLI::Validator positive_number() {
  return CLI::Validator(
      [](std::string& text) -> std::string {
        char* end = nullptr;
        const double value = std::strtod(text.c_str(), &end);
        const bool is_number = end != text.c_str() && *end == '\0' && std::isfinite(value);
        return is_number && value > 0 ? "" : "must be a number above zero, such as 0.001, not " + text;
      },
      "");
}

}  // namespace

void add_simulate_command(CLI::App& app, int& exit_code) {
  auto options = std::make_shared<Options>();
  RunRecipe& recipe = options->recipe;
  CLI::App* command = app.add_subcommand("simulate", "Move a model through time");
  command->add_option("MODEL", recipe.load.path, "The model file")->required();
  const CLI::Validator positive = positive_number();
  command->add_option("--until", recipe.until, "End of the run, s")->check(positive)->capture_default_str();
  command->add_option("--step", recipe.step, "Fixed step, s; left out: steps as the tolerance asks")->check(positive);
  command->add_option("--method", recipe.method, "euler, rk2, rk4, implicit (with --step) or adaptive")
      ->check(CLI::IsMember({"euler", "rk2", "rk4", "implicit", "adaptive"}));
  command->add_option("--tolerance", recipe.tolerance, "Of the adaptive method, relative")
      ->check(positive)
      ->capture_default_str();
  command->add_option("--every", recipe.every, "Time between rows of the output, s")->check(positive);
  command->add_flag("--static", recipe.from_rest, "Begin at rest, in the static equilibrium near the initial values");
  command->add_option("--input", options->inputs, "CSV with a head t,NAME,...: inputs over time");
  command->add_option("--out", options->out, "Write the motion to FILE.csv or FILE.json");
  command->add_option("--plot", options->plot, "Write a picture to FILE.svg");
  command->add_option("--set", recipe.load.set, "Override a parameter: --set m=\"2 kg\"");
  command->footer(
      "Example:\n  tangible simulate models/double_pendulum/double_pendulum.yaml --until 5 --out motion.csv");
  command->callback([options, &exit_code] { exit_code = run_command(*options); });
}

}  // namespace tangible
