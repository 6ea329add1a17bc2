// SPDX-License-Identifier: Apache-2.0
// A document of equations as JSON.
#include "engine/equations_json.h"

#include <nlohmann/json.hpp>

namespace tangible {
namespace {

nlohmann::ordered_json to_json(const EquationsDocument::Line& line) {
  nlohmann::ordered_json json;
  if (!line.label.empty()) json["label"] = line.label;
  json["left"] = nlohmann::ordered_json::array();
  for (const auto& [coefficient, unknown] : line.left)
    json["left"].push_back({{"coefficient", coefficient}, {"of", unknown}});
  json["right"] = line.right;
  json["text"] = line.text;
  return json;
}

}  // namespace

void write_json(std::ostream& out, const EquationsDocument& document) {
  nlohmann::ordered_json json;
  json["name"] = document.model;
  for (const std::string& name : document.coordinates) json["coordinates"].push_back(name);
  for (const std::string& name : document.speeds) json["speeds"].push_back(name);
  json["degrees_of_freedom"] = document.degrees_of_freedom;
  json["active"] = document.active;
  json["redundant"] = document.redundant;
  const EquationsDocument::Table& table = document.partial_velocities;
  for (std::size_t r = 0; r < table.rows.size(); ++r)
    for (std::size_t c = 0; c < table.columns.size(); ++c)
      json["partial_velocities"][table.columns[c]][table.rows[r]] = table.text[r][c];
  for (const EquationsDocument::Section& section : document.sections) {
    nlohmann::ordered_json statements = nlohmann::ordered_json::array();
    for (const EquationsDocument::Line& line : section.lines) statements.push_back(to_json(line));
    json["sections"].push_back({{"title", section.title}, {"statements", statements}});
    for (const EquationsDocument::Divisor& divisor : section.divisors)
      json["sections"].back()["not_zero"].push_back(divisor.text);
  }
  out << json.dump(2) << "\n";
}

}  // namespace tangible
