// SPDX-License-Identifier: Apache-2.0
// Numbers are written with the fewest digits that read back to the same bits.
#include "engine/record_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <set>

#include "simulation/status.h"

namespace tangible {
namespace {

// The forces in a row of the record that are one choice of many.
std::vector<std::string> not_unique(const Record& record, std::size_t row) {
  std::vector<std::string> names;
  if (record.redundancy[row] == absent) return names;
  for (const std::string& name : record.redundancies[record.redundancy[row]].not_unique)
    names.push_back("force(" + name + ")");
  return names;
}

// The redundant rows and the forces that are not unique for that reason: once for each mode, although the dropped row
// of a group may change as the mechanism moves.
std::string describe_redundancies(const Record& record) {
  std::string text;
  for (const Record::Redundancy& first : record.redundancies) {
    const auto same_mode = [&](const Record::Redundancy& other) { return other.mode == first.mode; };
    if (&*std::ranges::find_if(record.redundancies, same_mode) != &first) continue;
    text += fmt::format("  {}, from t = {:.12g} s: {} follow{} from the other rows\n", first.mode, first.t,
                        fmt::join(first.rows, ", "), first.rows.size() == 1 ? "s" : "");
    std::set<std::string> names;
    for (const Record::Redundancy& other : record.redundancies)
      if (same_mode(other)) names.insert(other.not_unique.begin(), other.not_unique.end());
    if (!names.empty())
      text +=
          fmt::format("    forces that are not unique, given as those of smallest norm: {}\n", fmt::join(names, ", "));
  }
  return text.empty() ? "" : "redundant rows\n" + text;
}

}  // namespace

std::string record_to_csv(const Record& record) {
  fmt::memory_buffer out;
  for (const Quantity& column : record.columns)
    fmt::format_to(std::back_inserter(out), "{} [{}],", column.name, column.unit);
  const bool marked = !record.redundancies.empty();
  fmt::format_to(std::back_inserter(out), "mode{}\n", marked ? ",not unique" : "");
  for (std::size_t i = 0; i < record.rows.size(); ++i) {
    for (const double x : record.rows[i]) fmt::format_to(std::back_inserter(out), "{},", x);
    fmt::format_to(std::back_inserter(out), "{}", record.modes[i]);
    if (marked) fmt::format_to(std::back_inserter(out), ",{}", fmt::join(not_unique(record, i), " "));
    out.push_back('\n');
  }
  return fmt::to_string(out);
}

std::string record_to_json(const Record& record, const nlohmann::ordered_json& recipe) {
  using Json = nlohmann::ordered_json;
  Json json;
  json["run"] = recipe;
  json["model"] = record.model;
  json["status"] = record.interrupted ? "interrupted" : describe(record.status);
  if (!record.reason.empty()) json["reason"] = record.reason;
  json["stopped_at"] = record.stopped_at;
  json["columns"] = Json::array();
  for (const Quantity& column : record.columns)
    json["columns"].push_back({{"name", column.name}, {"unit", column.unit}});
  json["rows"] = record.rows;
  json["modes"] = record.modes;
  if (!record.redundancies.empty()) {
    json["redundancies"] = Json::array();
    for (const Record::Redundancy& redundancy : record.redundancies)
      json["redundancies"].push_back({{"t", redundancy.t},
                                      {"mode", redundancy.mode},
                                      {"rows", redundancy.rows},
                                      {"not_unique", redundancy.not_unique}});
    json["not_unique"] = Json::array();
    for (std::size_t i = 0; i < record.rows.size(); ++i) json["not_unique"].push_back(not_unique(record, i));
  }
  json["events"] = Json::array();
  for (const Record::Event& event : record.events)
    json["events"].push_back(
        {{"t", event.t}, {"what", event.what}, {"mode", event.mode}, {"loss", event.loss}, {"impulse", event.impulse}});
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

std::string record_summary(const Record& record) {
  std::string text = fmt::format("{}: {} t = {} s, {} steps ({} rejected)\n", record.model,
                                 record.status != SimulationStatus::ok ? "stopped at"
                                 : record.interrupted                  ? "interrupted after it ran to"
                                                                       : "ran to",
                                 record.stopped_at, record.counts.steps, record.counts.rejected);
  if (record.status != SimulationStatus::ok && record.reason.empty())
    text += fmt::format("  {}{}\n", record.fault.empty() ? "" : record.fault + ": ", describe(record.status));
  if (!record.events.empty()) text += "events\n";
  for (const Record::Event& event : record.events) {
    text += fmt::format("  t = {:.12g} s  {:<28} {}", event.t, event.what, event.mode);
    text += event.loss > 1e-12 ? fmt::format("  (lost {:.6g} J)\n", event.loss) : "\n";
  }
  text += describe_redundancies(record);
  const Ledger& books = record.ledger;
  text += fmt::format(
      "energy [J]\n  start {:>19.9g}\n  kinetic {:>17.9g}\n  potential {:>15.9g}\n  from inputs {:>13.9g}\n"
      "  dissipated {:>14.9g}\n  lost in impacts {:>9.9g}\n  by projection {:>11.3g}\n  drift {:>19.3g}\n",
      books.start, books.kinetic, books.potential, books.inputs, books.dissipated, books.impacts, books.projection,
      books.drift());
  return text;
}

}  // namespace tangible
