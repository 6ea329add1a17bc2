// SPDX-License-Identifier: Apache-2.0
// The report as plain text.
#include <algorithm>
#include <iomanip>

#include "app/equations_report.h"
#include "app/programs.h"
#include "mechanics/print.h"
#include "symbolic/printed_length.h"

namespace tangible {
namespace {

void write_title(std::ostream& out, const std::string& title) { out << "\n" << title << "\n"; }

template <typename Items>
std::string names(const Items& items) {
  std::string text;
  for (const auto& item : items) text += (text.empty() ? "" : ", ") + item.name;
  return text;
}

void write_table(std::ostream& out, const PartialVelocityTable& table) {
  std::vector<std::vector<std::string>> cells{{""}};
  cells[0].insert(cells[0].end(), table.columns.begin(), table.columns.end());
  for (std::size_t r = 0; r < table.rows.size(); ++r) {
    std::vector<std::string>& row = cells.emplace_back(std::vector<std::string>{table.rows[r]});
    for (const Vector& v : table.entries[r]) row.push_back(to_text(v));
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

void write_section(std::ostream& out, const Section& section) {
  write_title(out, section.title);
  for (const Statement& statement : section.statements) {
    out << "  ";
    if (!statement.label.empty()) out << statement.label << ":  ";
    out << to_text(statement) << "\n";
  }
}

// A page full of one equation, shared parts written again and again, is read by nobody.
constexpr std::size_t longest_statement = 2'000;  // characters

bool is_too_long(const Section& section) {
  PrintedLength lengths;
  return std::ranges::any_of(section.statements, [&](const Statement& statement) {
    std::size_t length = lengths.of(statement.right);
    for (const Statement::Term& term : statement.left) length += lengths.of(term.coefficient);
    return length > longest_statement;
  });
}

void write_intermediates(std::ostream& out, const EquationsReport& report) {
  write_title(out, "The same with intermediates");
  const Listing listing = list_expressions(numeric_results(report), Dialect::text);
  for (const auto* lines : {&listing.intermediates, &listing.results})
    for (const Listing::Line& line : *lines) out << "  " << line.name << " = " << line.text << "\n";
}

void write_count(std::ostream& out, const char* what, const Program& program) {
  out << "  " << std::left << std::setw(28) << what << to_text(program.count(Stage::configuration)) << "\n";
}

void write_counts(std::ostream& out, const EquationsReport& report) {
  write_title(out, "Operations, work on parameters alone left out");
  write_count(out, "kinematical equations", kinematical_program(report.mechanism, report.equations));
  const bool constrained = !report.embedding.dependent.empty();
  if (constrained) {
    const Embedding free = derive_embedding(report.equations, {});
    write_count(out, "mass and forcing, free", mass_and_forcing_program(report.mechanism, report.equations, free));
  }
  write_count(out, constrained ? "mass and forcing, embedded" : "mass matrix and forcing",
              mass_and_forcing_program(report.mechanism, report.equations, report.embedding));
  write_count(out, "accelerations", acceleration_program(report.mechanism, report.equations, report.embedding));
}

}  // namespace

void write_text(std::ostream& out, const EquationsReport& report) {
  const Equations& equations = report.equations;
  out << equations.name << "\n";
  if (!report.mechanism.source.empty()) out << "  " << report.mechanism.source << "\n";
  out << "  " << equations.nq() << (equations.nq() == 1 ? " coordinate: " : " coordinates: ")
      << names(report.mechanism.coordinates()) << "\n";
  out << "  " << equations.nu() << (equations.nu() == 1 ? " speed: " : " speeds: ") << names(equations.speeds);
  if (!equations.speed_choice.empty()) out << " (" << equations.speed_choice << ")";
  const std::size_t freedoms = report.embedding.independent.size();
  out << "\n  " << freedoms << (freedoms == 1 ? " degree of freedom\n" : " degrees of freedom\n");
  write_title(out, "Partial velocities");
  if (equations.partial_velocities.empty()) {
    out << "  left out: the table of so many speeds is too large to read\n";
  } else {
    write_table(out, tabulate_partial_velocities(equations));
  }
  bool with_intermediates = report.intermediates;
  for (const Section& section : state_equations(equations, &report.embedding)) {
    if (!is_too_long(section)) {
      write_section(out, section);
      continue;
    }
    write_title(out, section.title);
    out << "  too long to be written out: see below, where what is used more than once has a name\n";
    with_intermediates = true;
  }
  if (!report.embedding.redundant.empty()) {
    write_title(out, "Redundant constraints");
    for (const std::string& name : report.embedding.redundant) out << "  " << name << " follows from the others\n";
  }
  if (with_intermediates) write_intermediates(out, report);
  write_counts(out, report);
}

}  // namespace tangible
