// SPDX-License-Identifier: Apache-2.0
// The document as LaTeX and JSON.
#include <nlohmann/json.hpp>

#include "app/equations_text.h"

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

// Characters that LaTeX takes for its own.
std::string escaped(const std::string& text) {
  std::string result;
  for (const char c : text) {
    if (std::string_view("_#%&${}").find(c) != std::string_view::npos) result += '\\';
    result += c;
  }
  return result;
}

// "v P1" and "w B" as ^N v^{P1}_r and ^N omega^{B}_r.
std::string column_title(const std::string& column) {
  const std::string letter = column.starts_with("w ") ? "\\boldsymbol{\\omega}" : "\\mathbf{v}";
  return "{}^{N}" + letter + "^{\\text{" + escaped(column.substr(2)) + "}}_{r}";
}

void write_latex_table(std::ostream& out, const EquationsDocument::Table& table) {
  if (table.columns.empty()) return;
  out << "\\paragraph{Partial velocities}\n\\[\n\\begin{array}{l|" << std::string(table.columns.size(), 'l')
      << "}\n  r";
  for (const std::string& column : table.columns) out << " & " << column_title(column);
  out << " \\\\ \\hline\n";
  for (std::size_t r = 0; r < table.rows.size(); ++r) {
    out << "  " << table.rows[r].substr(table.rows[r].rfind(' ') + 1);
    for (const std::string& v : table.latex[r]) out << " & " << v;
    out << " \\\\\n";
  }
  out << "\\end{array}\n\\]\n";
}

}  // namespace

void write_latex(std::ostream& out, const EquationsDocument& document) {
  out << "% " << document.model << ": a document body; needs \\usepackage{amsmath}\n";
  write_latex_table(out, document.partial_velocities);
  for (const EquationsDocument::Section& section : document.sections) {
    out << "\\paragraph{" << escaped(section.title) << "}\n\\begin{align}\n";
    for (std::size_t i = 0; i < section.lines.size(); ++i)
      out << "  " << section.lines[i].latex << (i + 1 < section.lines.size() ? " \\\\\n" : "\n");
    out << "\\end{align}\n";
  }
}

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
  }
  out << json.dump(2) << "\n";
}

}  // namespace tangible
