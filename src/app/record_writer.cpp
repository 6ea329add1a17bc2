// SPDX-License-Identifier: Apache-2.0
// Numbers are written with the fewest digits that read back to the same bits.
#include "app/record_writer.h"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "app/output_file.h"
#include "app/pipeline.h"

namespace tangible {

std::string record_to_csv(const Record& record) {
  fmt::memory_buffer out;
  for (const Quantity& column : record.columns)
    fmt::format_to(std::back_inserter(out), "{} [{}],", column.name, column.unit);
  fmt::format_to(std::back_inserter(out), "mode\n");
  for (std::size_t i = 0; i < record.rows.size(); ++i) {
    for (const double x : record.rows[i]) fmt::format_to(std::back_inserter(out), "{},", x);
    fmt::format_to(std::back_inserter(out), "{}\n", record.modes[i]);
  }
  return fmt::to_string(out);
}

std::string record_to_json(const Record& record, const nlohmann::ordered_json& recipe) {
  using Json = nlohmann::ordered_json;
  Json json;
  json["run"] = recipe;
  json["model"] = record.model;
  json["status"] = record.interrupted ? "interrupted" : describe(record.status);
  json["stopped_at"] = record.stopped_at;
  json["columns"] = Json::array();
  for (const Quantity& column : record.columns)
    json["columns"].push_back({{"name", column.name}, {"unit", column.unit}});
  json["rows"] = record.rows;
  json["modes"] = record.modes;
  json["events"] = Json::array();
  for (const Record::Event& event : record.events)
    json["events"].push_back({{"t", event.t}, {"what", event.what}, {"mode", event.mode}, {"loss", event.loss}});
  const Ledger& books = record.ledger;
  json["ledger"] = {{"start", books.start},           {"kinetic", books.kinetic},       {"potential", books.potential},
                    {"inputs", books.inputs},         {"dissipated", books.dissipated}, {"impacts", books.impacts},
                    {"projection", books.projection}, {"drift", books.drift()}};
  json["counts"] = {{"steps", record.counts.steps},
                    {"rejected", record.counts.rejected},
                    {"events", record.counts.events},
                    {"capped", record.counts.capped}};
  return json.dump(1) + "\n";
}

void check_record_name(const std::string& path) {
  if (!path.ends_with(".json") && !path.ends_with(".csv"))
    throw BadInput("--out " + path + ": error: the name must end in .csv or .json");
}

void write_record(const Record& record, const std::string& path, const nlohmann::ordered_json& recipe) {
  write_file(path, path.ends_with(".json") ? record_to_json(record, recipe) : record_to_csv(record));
}

std::string record_summary(const Record& record) {
  std::string text = fmt::format("{}: {} t = {} s, {} steps ({} rejected)\n", record.model,
                                 record.status != SimulationStatus::ok ? "stopped at"
                                 : record.interrupted                  ? "interrupted after it ran to"
                                                                       : "ran to",
                                 record.stopped_at, record.counts.steps, record.counts.rejected);
  if (record.status != SimulationStatus::ok)
    text += fmt::format("  {}{}\n", record.fault.empty() ? "" : record.fault + ": ", describe(record.status));
  if (!record.events.empty()) text += "events\n";
  for (const Record::Event& event : record.events) {
    text += fmt::format("  t = {:.12g} s  {:<28} {}", event.t, event.what, event.mode);
    text += event.loss > 1e-12 ? fmt::format("  (lost {:.6g} J)\n", event.loss) : "\n";
  }
  const Ledger& books = record.ledger;
  text += fmt::format(
      "energy [J]\n  start {:>19.9g}\n  kinetic {:>17.9g}\n  potential {:>15.9g}\n  from inputs {:>13.9g}\n"
      "  dissipated {:>14.9g}\n  lost in impacts {:>9.9g}\n  by projection {:>11.3g}\n  drift {:>19.3g}\n",
      books.start, books.kinetic, books.potential, books.inputs, books.dissipated, books.impacts, books.projection,
      books.drift());
  return text;
}

}  // namespace tangible
