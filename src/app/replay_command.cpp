// SPDX-License-Identifier: Apache-2.0
// tangible replay: a recorded run once more, compared bit by bit.
#include <fmt/core.h>

#include <algorithm>
#include <cstring>

#include "app/command.h"
#include "app/record_reader.h"

namespace tangible {
namespace {

bool same_bits(double a, double b) { return std::memcmp(&a, &b, sizeof a) == 0; }

// The first difference, in words; empty if there is none.
std::string find_difference(const RecordedRun& recorded, const Record& record) {
  const std::size_t columns = record.columns.size();
  for (std::size_t k = 0; k < std::max(recorded.columns.size(), columns); ++k) {
    const std::string was = k < recorded.columns.size() ? recorded.columns[k] : "nothing";
    const std::string is = k < columns ? record.columns[k].name : "nothing";
    if (was != is) return fmt::format("column {} differs: {} was recorded, {} came out", k + 1, was, is);
  }
  for (std::size_t i = 0; i < std::min(recorded.rows.size(), record.rows.size()); ++i)
    for (std::size_t k = 0; k < columns; ++k)
      if (const double was = recorded.rows[i][k], is = record.rows[i][k]; !same_bits(was, is))
        return fmt::format("{} differs at t = {} s: {} was recorded, {} came out", record.columns[k].name,
                           recorded.rows[i][0], was, is);
  if (recorded.rows.size() > record.rows.size() || (recorded.complete && recorded.rows.size() < record.rows.size()))
    return fmt::format("{} rows were recorded, {} came out", recorded.rows.size(), record.rows.size());
  for (std::size_t i = 0; i < std::min(recorded.events.size(), record.events.size()); ++i)
    if (const auto& was = recorded.events[i], is = RecordedRun::Event{record.events[i].t, record.events[i].what};
        !same_bits(was.t, is.t) || was.what != is.what)
      return fmt::format("event {} differs: {} at t = {} s was recorded, {} at t = {} s came out", i + 1, was.what,
                         was.t, is.what, is.t);
  if (recorded.events.size() > record.events.size() ||
      (recorded.complete && recorded.events.size() < record.events.size()))
    return fmt::format("{} events were recorded, {} came out", recorded.events.size(), record.events.size());
  return "";
}

int replay(const std::string& path) {
  const RecordedRun recorded = read_record(path);
  const std::string changed = "  " + recorded.recipe.load.path + " has changed since the run was recorded";
  RunOptions options;
  if (!recorded.complete && recorded.stopped_at > 0)
    options.goes_on = [&](double t) { return t < recorded.stopped_at; };
  Record record;
  try {
    record = run_recipe(recorded.recipe, options);
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
  CLI::App* command = app.add_subcommand("replay", "Run a recorded run again and compare every bit");
  command->add_option("FILE", *path, "A FILE.json that tangible simulate --out wrote")->required();
  command->footer(
      "Example:\n"
      "  tangible simulate models/double_pendulum/double_pendulum.yaml --until 5 --out motion.json\n"
      "  tangible replay motion.json");
  command->callback([path, &exit_code] { exit_code = replay(*path); });
}

}  // namespace tangible
