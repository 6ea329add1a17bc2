// SPDX-License-Identifier: Apache-2.0
// The statements about a mechanism, section by section.
#include "equations/statements.h"

#include <algorithm>

namespace tangible {
namespace {

// a + b as one flat sum: F + (x - y) is written F + x - y.
Expr flat_sum(Expr a, Expr b) {
  std::vector<Expr> terms;
  for (const Expr part : {a, b}) {
    const Scaled scaled = split_coefficient(part);
    if (scaled.term.is(Kind::sum) && abs(scaled.coefficient).is_one()) {
      for (const Pair pair : pairs(scaled.term)) terms.push_back(scale(pair.first * pair.second, scaled.coefficient));
    } else {
      terms.push_back(part);
    }
  }
  return sum(terms);
}

Section kinematical_section(const Equations& equations) {
  const KinematicalEquations& k = equations.kinematical;
  const Rates rates = k.rates();
  Section section{"Kinematical differential equations", {}, k.divisors};
  for (std::size_t i = 0; i < k.q.size(); ++i) section.statements.push_back({"", {{1, k.q_rate[i]}}, rates.at(k.q[i])});
  return section;
}

Section speed_section(const Equations& equations) {
  const KinematicalEquations& k = equations.kinematical;
  Section section{"Generalized speeds", {}};
  for (std::size_t r = 0; r < k.u.size(); ++r) {
    std::vector<Expr> terms{k.Z[r]};
    for (std::size_t i = 0; i < k.q.size(); ++i) terms.push_back(k.Y(r, i) * k.q_rate[i]);
    section.statements.push_back({"", {{1, k.u[r]}}, sum(terms)});
  }
  return section;
}

std::string describe_row(const ConstraintRow& row) {
  if (row.built_in) return row.name + " (built into the speeds)";
  return row.active == Activity::permanent ? row.name : row.name + " (comes and goes)";
}

Section row_section(const Equations& equations) {
  Section section{"Constraint rows", {}};
  for (const ConstraintRow& row : equations.rows) {
    Statement statement{describe_row(row), {}, -row.c};
    for (std::size_t r = 0; r < row.a.size(); ++r)
      if (!row.a[r].is_zero()) statement.left.push_back({row.a[r], equations.kinematical.u[r]});
    section.statements.push_back(std::move(statement));
  }
  return section;
}

// sum_s mass_rs u_s' = force_r
std::vector<Statement> balance(const Matrix& mass, const std::vector<Expr>& rates, const std::vector<Expr>& forces) {
  std::vector<Statement> statements;
  for (std::size_t r = 0; r < mass.rows(); ++r) {
    Statement statement{"", {}, forces[r]};
    for (std::size_t s = 0; s < mass.columns(); ++s)
      if (!mass(r, s).is_zero()) statement.left.push_back({mass(r, s), rates[s]});
    statements.push_back(std::move(statement));
  }
  return statements;
}

Section free_section(const Equations& equations) {
  std::vector<Expr> forces;
  for (std::size_t r = 0; r < equations.nu(); ++r)
    forces.push_back(flat_sum(equations.dynamical.active[r], equations.dynamical.inertia_velocity[r]));
  const bool has_rows = std::ranges::any_of(equations.rows, [](const ConstraintRow& row) { return !row.built_in; });
  return {has_rows ? "Dynamical equations without the constraint rows" : "Dynamical equations",
          balance(equations.dynamical.mass, equations.kinematical.u_rate, forces)};
}

Section dependent_section(const Equations& equations, const Embedding& embedding) {
  Section section{"Dependent speeds", {}, embedding.divisors};
  for (std::size_t s = 0; s < embedding.dependent.size(); ++s) {
    std::vector<Expr> terms{embedding.E[s]};
    for (std::size_t r = 0; r < embedding.independent.size(); ++r)
      terms.push_back(embedding.D(s, r) * equations.kinematical.u[embedding.independent[r]]);
    section.statements.push_back({"", {{1, equations.kinematical.u[embedding.dependent[s]]}}, sum(terms)});
  }
  return section;
}

Section embedded_section(const Equations& equations, const Embedding& embedding) {
  std::string title = "Dynamical equations with";
  for (std::size_t i = 0; i < embedding.active.size(); ++i) title += (i == 0 ? " " : ", ") + embedding.active[i];
  std::vector<Expr> rates;
  std::vector<Expr> forces;
  for (std::size_t r = 0; r < embedding.independent.size(); ++r) {
    rates.push_back(equations.kinematical.u_rate[embedding.independent[r]]);
    forces.push_back(flat_sum(embedding.active_force[r], embedding.inertia_velocity[r]));
  }
  return {title + " embedded", balance(embedding.mass, rates, forces), embedding.divisors};
}

// The forces of active rows stay symbols; tangible evaluate gives their numbers.
Expr reaction_balance(const Equations& equations, const Embedding* embedding, const ReactionEquation& reaction) {
  std::vector<Expr> terms{-flat_sum(reaction.active, reaction.inertia_velocity)};
  for (std::size_t r = 0; r < reaction.mass.size(); ++r)
    terms.push_back(reaction.mass[r] * equations.kinematical.u_rate[r]);
  for (std::size_t k = 0; k < reaction.row_coefficients.size(); ++k) {
    const ConstraintRow& row = equations.rows[k];
    const bool holds =
        embedding != nullptr && std::ranges::find(embedding->active, row.name) != embedding->active.end();
    if (row.built_in || holds) terms.push_back(-(reaction.row_coefficients[k] * symbol("force(" + row.name + ")")));
  }
  Expr total = 0;
  for (const Expr term : terms) total = flat_sum(total, term);
  return total;
}

Section reaction_section(const Equations& equations, const Embedding* embedding) {
  Section section{"Reactions", {}};
  for (const ReactionEquation& reaction : equations.reactions)
    section.statements.push_back({"", {{1, reaction.symbol}}, reaction_balance(equations, embedding, reaction)});
  return section;
}

}  // namespace

PartialVelocityTable tabulate_partial_velocities(const Equations& equations) {
  PartialVelocityTable table;
  bool remainders = false;
  for (const PartialVelocityEntry& entry : equations.partial_velocities) {
    table.columns.push_back((entry.is_angular ? "w " : "v ") + entry.name);
    remainders = remainders || !entry.motion.remainder.is_zero();
  }
  for (std::size_t r = 0; r < equations.nu(); ++r) {
    table.rows.push_back("r = " + std::to_string(r + 1));
    std::vector<Vector>& row = table.entries.emplace_back();
    for (const PartialVelocityEntry& entry : equations.partial_velocities) row.push_back(entry.motion.partial[r]);
  }
  if (remainders) {
    table.rows.push_back("r = t");
    std::vector<Vector>& row = table.entries.emplace_back();
    for (const PartialVelocityEntry& entry : equations.partial_velocities) row.push_back(entry.motion.remainder);
  }
  return table;
}

std::vector<Section> make_sections(const Equations& equations, const Embedding* embedding) {
  std::vector<Section> sections{speed_section(equations), kinematical_section(equations)};
  if (!equations.rows.empty()) sections.push_back(row_section(equations));
  sections.push_back(free_section(equations));
  if (embedding != nullptr && !embedding->dependent.empty()) {
    sections.push_back(dependent_section(equations, *embedding));
    sections.push_back(embedded_section(equations, *embedding));
  }
  if (!equations.reactions.empty()) sections.push_back(reaction_section(equations, embedding));
  return sections;
}

}  // namespace tangible
