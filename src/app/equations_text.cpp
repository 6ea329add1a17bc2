// SPDX-License-Identifier: Apache-2.0
// The document as plain text.
#include "app/equations_text.h"

#include <algorithm>
#include <iomanip>

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
}

}  // namespace

void write_text(std::ostream& out, const EquationsDocument& document) {
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
}

}  // namespace tangible
