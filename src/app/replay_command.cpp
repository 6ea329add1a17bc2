// SPDX-License-Identifier: Apache-2.0
// tangible replay: a recorded run once more, compared bit by bit.
#include <fmt/core.h>

#include <algorithm>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>

#include "app/command.h"
#include "app/run_recipe.h"

namespace tangible {
namespace {

using Json = nlohmann::ordered_json;

bool same_bits(double a, double b) { return std::memcmp(&a, &b, sizeof a) == 0; }

// JSON has no word for what is not a finite number: it stands as null there, and its bits are lost.
std::vector<std::vector<double>> read_rows(const Json& json, const std::string& path) {
  std::vector<std::vector<double>> rows;
  try {
    for (const Json& row : json.at("rows")) {
      const auto gap = std::ranges::find_if(row, [](const Json& value) { return value.is_null(); });
      if (gap != row.end()) {
        const auto column = static_cast<std::size_t>(gap - row.begin());
        throw BadInput(fmt::format(
            "{}: error: {} at t = {} s was not a finite number, which cannot be compared\n"
            "  change the model so that it is finite, or leave it out of `outputs`, and record the run again",
            path, json.at("columns").at(column).at("name").get<std::string>(), row.at(0).dump()));
      }
      rows.push_back(row.get<std::vector<double>>());
    }
  } catch (const nlohmann::json::exception&) {
    throw BadInput(path + ": error: its rows are not those of a recorded run; write one with tangible simulate --out " +
                   "FILE.json");
  }
  return rows;
}

int replay(const std::string& path) {
  if (std::filesystem::is_directory(path))
    throw BadInput(path + ": error: this is a folder; give a FILE.json that tangible simulate --out wrote");
  std::ifstream file(path);
  if (!file) throw BadInput(path + ": error: cannot be read; does the file exist?");
  Json json;
  try {
    json = Json::parse(file);
  } catch (const nlohmann::json::parse_error& error) {
    throw BadInput(path + ": error: not JSON: " + error.what());
  }
  if (!json.contains("run"))
    throw BadInput(path + ": error: not a recorded run; write one with tangible simulate --out FILE.json");
  const auto rows = read_rows(json, path);
  const Record record = run_recipe(recipe_from_json(json["run"], path));
  for (std::size_t i = 0; i < std::min(rows.size(), record.rows.size()); ++i)
    for (std::size_t k = 0; k < std::min(rows[i].size(), record.rows[i].size()); ++k)
      if (!same_bits(rows[i][k], record.rows[i][k])) {
        fmt::print("{} differs at t = {} s: {} was recorded, {} came out\n", record.columns[k].name, rows[i][0],
                   rows[i][k], record.rows[i][k]);
        return failure;
      }
  if (rows.size() > record.rows.size()) {
    fmt::print("{} rows were recorded, {} came out\n", rows.size(), record.rows.size());
    return failure;
  }
  fmt::print("{} rows identical, {} events\n", rows.size(), record.events.size());
  return success;
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
