// SPDX-License-Identifier: Apache-2.0
// Statements, tables and counts as strings.
#include "engine/equations_document.h"

#include <algorithm>
#include <iterator>

#include "engine/equations_report.h"
#include "engine/programs.h"
#include "engine/symbol_meanings.h"
#include "equations/massless.h"
#include "mechanics/print.h"
#include "symbolic/printed_length.h"

namespace tangible {
namespace {

// A page full of one equation, shared parts written again and again, is unreadable.
constexpr std::size_t longest_statement = 2'000;  // characters

bool is_too_long(const Section& section) {
  PrintedLength lengths;
  return std::ranges::any_of(section.statements, [&](const Statement& statement) {
    std::size_t length = lengths.of(statement.right);
    for (const Statement::Term& term : statement.left) length += lengths.of(term.coefficient);
    return length > longest_statement;
  });
}

EquationsDocument::Line write_line(const Statement& statement) {
  EquationsDocument::Line line{statement.label, to_text(statement), to_latex(statement), {}, to_text(statement.right)};
  for (const auto& [coefficient, unknown] : statement.left)
    line.left.push_back({to_text(coefficient), to_text(unknown)});
  return line;
}

EquationsDocument::Table write_table(const PartialVelocityTable& table) {
  EquationsDocument::Table out{table.columns, table.rows, {}, {}};
  for (const std::vector<Vector>& row : table.entries) {
    auto& text = out.text.emplace_back();
    auto& latex = out.latex.emplace_back();
    for (const Vector& v : row) {
      text.push_back(to_text(v));
      latex.push_back(to_latex(v));
    }
  }
  return out;
}

std::vector<EquationsDocument::Divisor> write_divisors(const Section& section) {
  std::vector<EquationsDocument::Divisor> divisors;
  PrintedLength lengths;
  for (const Expr e : section.divisors) {
    const bool is_long = lengths.of(e) > longest_statement;
    divisors.push_back({is_long ? "a divisor that is too long to be written out" : to_text(e),
                        is_long ? "\\text{a divisor that is too long to be written out}" : to_latex(e)});
  }
  return divisors;
}

void add_intermediates(const EquationsReport& report, EquationsDocument& document) {
  const Listing listing = list_expressions(numeric_results(report), Dialect::text);
  for (const auto* lines : {&listing.intermediates, &listing.results})
    for (const Listing::Line& line : *lines) document.intermediates.push_back({line.name, line.text});
}

void add_operations(const EquationsReport& report, EquationsDocument& document) {
  const auto add = [&](const char* what, const Program& program) {
    const ProgramCount count = program.count(Stage::configuration);
    document.operations.push_back({what, to_text(count), count.total()});
  };
  const Mechanism& m = report.mechanism;
  const Equations& equations = report.equations;
  add("kinematical equations", kinematical_program(m, equations));
  const bool constrained = !report.embedding.dependent.empty();
  if (constrained)
    add("mass and forcing, free", mass_and_forcing_program(m, equations, derive_embedding(equations, {})));
  add(constrained ? "mass and forcing, embedded" : "mass matrix and forcing",
      mass_and_forcing_program(m, equations, report.embedding));
  const std::string massless = names_of_massless_speeds(equations, report.embedding);
  if (massless.empty())
    add("accelerations", acceleration_program(m, equations, report.embedding));
  else
    document.operations.push_back({"accelerations", "not determined: motions with " + massless + " move no mass", 0});
}

template <typename Items>
std::vector<std::string> names_of(const Items& items) {
  std::vector<std::string> names;
  for (const auto& item : items) names.push_back(item.name);
  return names;
}

}  // namespace

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

EquationsDocument make_document(const EquationsReport& report) {
  const Equations& equations = report.equations;
  EquationsDocument document;
  document.model = equations.name;
  document.source = report.mechanism.source;
  document.coordinates = names_of(report.mechanism.coordinates());
  document.speeds = names_of(equations.speeds);
  document.speed_choice = equations.speed_choice;
  document.degrees_of_freedom = report.embedding.independent.size();
  document.active = report.embedding.active;
  document.redundant = report.embedding.redundant;
  document.partial_velocities = write_table(tabulate_partial_velocities(equations));
  std::vector<Expr> written;
  bool with_intermediates = report.intermediates;
  for (const Section& section : make_sections(equations, &report.embedding)) {
    const bool too_long = !report.long_statements_too && is_too_long(section);
    document.sections.push_back({section.title, {}, write_divisors(section), too_long});
    with_intermediates = with_intermediates || too_long;
    for (const Statement& statement : section.statements) {
      if (!too_long) document.sections.back().lines.push_back(write_line(statement));
      written.push_back(statement.right);
      for (const Statement::Term& term : statement.left) written.insert(written.end(), {term.coefficient, term.symbol});
    }
  }
  document.symbols = symbol_meanings(report.mechanism, equations, written);
  std::ranges::copy(place_meanings(report.mechanism, equations), std::back_inserter(document.symbols));
  if (with_intermediates) add_intermediates(report, document);
  add_operations(report, document);
  return document;
}

}  // namespace tangible
