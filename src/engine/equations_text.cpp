// SPDX-License-Identifier: Apache-2.0
// The document as plain text and as a LaTeX body.
#include "engine/equations_document.h"

#include <algorithm>
#include <iomanip>
#include <sstream>

namespace tangible {
namespace {

void write_title(std::ostream& out, const std::string& title) { out << "\n" << title << "\n"; }

std::string joined(const std::vector<std::string>& names) {
  std::string text;
  for (const std::string& name : names) text += (text.empty() ? "" : ", ") + name;
  return text;
}

void write_table(std::ostream& out, const EquationsDocument::Table& table) {
  std::vector<std::vector<std::string>> cells{{""}};
  cells[0].insert(cells[0].end(), table.columns.begin(), table.columns.end());
  for (std::size_t r = 0; r < table.rows.size(); ++r) {
    std::vector<std::string>& row = cells.emplace_back(std::vector<std::string>{table.rows[r]});
    row.insert(row.end(), table.text[r].begin(), table.text[r].end());
  }
  for (const auto& row : cells) {
    out << " ";
    for (std::size_t c = 0; c < row.size(); ++c) {
      std::size_t width = 0;
      for (const auto& other : cells) width = std::max(width, other[c].size());
      out << " " << row[c];
      if (c + 1 < row.size()) out << std::string(width - row[c].size() + 1, ' ');
    }
    out << "\n";
  }
}

void write_section(std::ostream& out, const EquationsDocument::Section& section) {
  write_title(out, section.title);
  if (section.is_too_long)
    out << "  too long to be written out: see below, where what is used more than once has a name\n";
  for (const EquationsDocument::Line& line : section.lines) {
    out << "  ";
    if (!line.label.empty()) out << line.label << ":  ";
    out << line.text << "\n";
  }
  for (std::size_t i = 0; i < section.divisors.size(); ++i)
    out << (i == 0 ? "  for " : "  and ") << section.divisors[i].text << " not 0\n";
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

std::string EquationsDocument::text() const {
  const EquationsDocument& document = *this;
  std::ostringstream out;
  out << document.model << "\n";
  if (!document.source.empty()) out << "  " << document.source << "\n";
  const std::size_t nq = document.coordinates.size(), nu = document.speeds.size();
  out << "  " << nq << (nq == 1 ? " coordinate: " : " coordinates: ") << joined(document.coordinates) << "\n";
  out << "  " << nu << (nu == 1 ? " speed: " : " speeds: ") << joined(document.speeds);
  if (!document.speed_choice.empty()) out << " (" << document.speed_choice << ")";
  const std::size_t freedoms = document.degrees_of_freedom;
  out << "\n  " << freedoms << (freedoms == 1 ? " degree of freedom\n" : " degrees of freedom\n");
  write_title(out, "Partial velocities");
  if (document.partial_velocities.columns.empty())
    out << "  left out: the table of so many speeds is too large to read\n";
  else
    write_table(out, document.partial_velocities);
  for (const EquationsDocument::Section& section : document.sections) write_section(out, section);
  if (!document.redundant.empty()) {
    write_title(out, "Redundant constraints");
    for (const std::string& name : document.redundant) out << "  " << name << " follows from the others\n";
  }
  if (!document.intermediates.empty()) {
    write_title(out, "The same with intermediates");
    for (const auto& [name, text] : document.intermediates) out << "  " << name << " = " << text << "\n";
  }
  write_title(out, "Operations, work on parameters alone left out");
  for (const EquationsDocument::Operations& line : document.operations)
    out << "  " << std::left << std::setw(28) << line.what << line.count << "\n";
  return out.str();
}

std::string EquationsDocument::latex() const {
  const EquationsDocument& document = *this;
  std::ostringstream out;
  out << "% " << document.model << ": a document body; needs \\usepackage{amsmath}\n";
  write_latex_table(out, document.partial_velocities);
  for (const EquationsDocument::Section& section : document.sections) {
    out << "\\paragraph{" << escaped(section.title) << "}\n\\begin{align}\n";
    for (std::size_t i = 0; i < section.lines.size(); ++i)
      out << "  " << section.lines[i].latex << (i + 1 < section.lines.size() ? " \\\\\n" : "\n");
    out << "\\end{align}\n";
    if (section.divisors.empty()) continue;
    out << "for \\(";
    for (std::size_t i = 0; i < section.divisors.size(); ++i)
      out << (i == 0 ? "" : ",\\; ") << section.divisors[i].latex << " \\neq 0";
    out << "\\).\n";
  }
  return out.str();
}

}  // namespace tangible
