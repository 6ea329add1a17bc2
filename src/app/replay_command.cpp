// SPDX-License-Identifier: Apache-2.0
// tangible replay: a recorded run once more, compared bit by bit.
#include <fmt/core.h>

#include "app/command.h"
#include "app/record_file.h"

namespace tangible {
namespace {

int replay(const std::string& path) {
  const RecordedRun recorded = open_record(path);
  const std::string changed = "  " + recorded.recipe.load.path + " has changed since the run was recorded";
  RunOptions options;
  if (!recorded.complete && recorded.stopped_at > 0)
    options.should_continue = [&](double t) { return t < recorded.stopped_at; };
  Record record;
  try {
    record = run_recipe(recorded.recipe, options, print_warning);
  } catch (const BadInput& error) {
    if (!recorded.model_has_changed) throw;
    throw BadInput(std::string(error.what()) + "\n" + changed);
  }
  const std::string difference = find_difference(recorded, record);
  if (difference.empty()) {
    fmt::print("{} rows identical, {} events\n", recorded.rows.size(), record.events.size());
    if (recorded.model_has_changed) fmt::print("{}, without effect\n", changed);
    return success;
  }
  fmt::print("{}\n", difference);
  if (recorded.model_has_changed) fmt::print("{}: bring it back as it was, or record the run again\n", changed);
  return failure;
}

}  // namespace

void add_replay_command(CLI::App& app, int& exit_code) {
  auto path = std::make_shared<std::string>();
  CLI::App* command = app.add_subcommand("replay", "Repeat a recorded run and compare every bit");
  command->add_option("FILE", *path, "A FILE.json that tangible simulate --out wrote")->required();
  command->footer(
      "Example:\n"
      "  tangible simulate models/double_pendulum/double_pendulum.yaml --until 5 --out motion.json\n"
      "  tangible replay motion.json");
  command->callback([path, &exit_code] { exit_code = replay(*path); });
}

}  // namespace tangible
