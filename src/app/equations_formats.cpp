// SPDX-License-Identifier: Apache-2.0
// The report as LaTeX, JSON and C.
#include <nlohmann/json.hpp>

#include "app/equations_report.h"
#include "mechanics/print.h"
#include "symbolic/print.h"

namespace tangible {
namespace {

nlohmann::ordered_json to_json(const Statement& statement) {
  nlohmann::ordered_json json;
  if (!statement.label.empty()) json["label"] = statement.label;
  json["left"] = nlohmann::ordered_json::array();
  for (const auto& [coefficient, unknown] : statement.left)
    json["left"].push_back({{"coefficient", to_text(coefficient)}, {"of", to_text(unknown)}});
  json["right"] = to_text(statement.right);
  json["text"] = to_text(statement);
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

void write_latex_table(std::ostream& out, const PartialVelocityTable& table) {
  if (table.columns.empty()) return;
  out << "\\paragraph{Partial velocities}\n\\[\n\\begin{array}{l|" << std::string(table.columns.size(), 'l')
      << "}\n  r";
  for (const std::string& column : table.columns) out << " & " << column_title(column);
  out << " \\\\ \\hline\n";
  for (std::size_t r = 0; r < table.rows.size(); ++r) {
    out << "  " << table.rows[r].substr(table.rows[r].rfind(' ') + 1);
    for (const Vector& v : table.entries[r]) out << " & " << to_latex(v);
    out << " \\\\\n";
  }
  out << "\\end{array}\n\\]\n";
}

}  // namespace

void write_latex(std::ostream& out, const EquationsReport& report) {
  out << "% " << report.equations.name << ": a document body; needs \\usepackage{amsmath}\n";
  write_latex_table(out, tabulate_partial_velocities(report.equations));
  for (const Section& section : state_equations(report.equations, &report.embedding)) {
    out << "\\paragraph{" << escaped(section.title) << "}\n\\begin{align}\n";
    for (std::size_t i = 0; i < section.statements.size(); ++i)
      out << "  " << to_latex(section.statements[i]) << (i + 1 < section.statements.size() ? " \\\\\n" : "\n");
    out << "\\end{align}\n";
  }
}

void write_json(std::ostream& out, const EquationsReport& report) {
  nlohmann::ordered_json json;
  json["name"] = report.equations.name;
  for (const Coordinate& coordinate : report.mechanism.coordinates()) json["coordinates"].push_back(coordinate.name);
  for (const Speed& speed : report.equations.speeds) json["speeds"].push_back(speed.name);
  json["degrees_of_freedom"] = report.embedding.independent.size();
  json["active"] = report.embedding.active;
  json["redundant"] = report.embedding.redundant;
  const PartialVelocityTable table = tabulate_partial_velocities(report.equations);
  for (std::size_t r = 0; r < table.rows.size(); ++r)
    for (std::size_t c = 0; c < table.columns.size(); ++c)
      json["partial_velocities"][table.columns[c]][table.rows[r]] = to_text(table.entries[r][c]);
  for (const Section& section : state_equations(report.equations, &report.embedding)) {
    nlohmann::ordered_json statements = nlohmann::ordered_json::array();
    for (const Statement& statement : section.statements) statements.push_back(to_json(statement));
    json["sections"].push_back({{"title", section.title}, {"statements", statements}});
  }
  out << json.dump(2) << "\n";
}

std::vector<NamedExpr> numeric_results(const EquationsReport& report) {
  std::vector<NamedExpr> results;
  const Rates rates = report.equations.kinematical.rates();
  const KinematicalEquations& k = report.equations.kinematical;
  for (std::size_t i = 0; i < k.q.size(); ++i)
    results.push_back({std::string(k.q[i].name()) + "_dot", rates.at(k.q[i])});
  const std::size_t p = report.embedding.independent.size();
  for (std::size_t r = 0; r < p; ++r) {
    for (std::size_t s = 0; s < p; ++s)
      results.push_back({"mass[" + std::to_string(r) + "][" + std::to_string(s) + "]", report.embedding.mass(r, s)});
    results.push_back({"forcing[" + std::to_string(r) + "]",
                       report.embedding.active_force[r] + report.embedding.inertia_velocity[r]});
  }
  return results;
}

}  // namespace tangible
