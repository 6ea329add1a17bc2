// SPDX-License-Identifier: Apache-2.0
// Embedding by recombination, Gillespie (44) and (45).
#include "equations/embedding.h"

#include <algorithm>
#include <numeric>

#include "equations/conflict.h"
#include "equations/error.h"
#include "symbolic/linear_solve.h"
#include "symbolic/never_vanishes.h"
#include "symbolic/residue_rank.h"
#include "symbolic/substitute.h"

namespace tangible {
namespace {

std::vector<std::size_t> find_rows(const Equations& equations, std::span<const std::string> names) {
  std::vector<std::size_t> found;
  for (const std::string& name : names) {
    const auto row = std::ranges::find(equations.rows, name, &ConstraintRow::name);
    if (row == equations.rows.end()) throw EquationsError("there is no constraint named " + name, {});
    if (!row->built_in) found.push_back(static_cast<std::size_t>(row - equations.rows.begin()));
  }
  return found;
}

Matrix speed_coefficients(const Equations& equations, std::span<const std::size_t> rows) {
  Matrix a(rows.size(), equations.nu());
  for (std::size_t i = 0; i < rows.size(); ++i)
    for (std::size_t r = 0; r < equations.nu(); ++r) a(i, r) = equations.rows[rows[i]].a[r];
  return a;
}

// Columns: the speeds, then c, then the remainder of the rate.
Matrix augmented_rows(const Equations& equations, std::span<const std::size_t> rows) {
  const std::size_t nu = equations.nu();
  Matrix a(rows.size(), nu + 2);
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const ConstraintRow& row = equations.rows[rows[i]];
    for (std::size_t r = 0; r < nu; ++r) a(i, r) = row.a[r];
    a(i, nu) = row.c;
    a(i, nu + 1) = row.rate_remainder;
  }
  return a;
}

// Takes the rows that are used; the others follow from them.
void choose_used_rows(const Equations& equations, const std::vector<std::size_t>& rows, const RowChoice& choice,
                      Embedding& out) {
  out.all_rows = rows;
  out.rows_take_turns = choice.rows_take_turns;
  std::vector<std::size_t> used = choice.used;
  if (used.empty())
    for (const std::size_t i : independent_rows(equations, rows)) used.push_back(rows[i]);
  for (const std::size_t i : rows) {
    const std::string& name = equations.rows[i].name;
    if (std::ranges::find(used, i) != used.end())
      out.rows.push_back(i);
    else
      out.redundant.push_back(name);
    if (std::ranges::find(choice.closed, i) != choice.closed.end()) out.closed.push_back(name);
  }
}

// Speeds in the order in which they become dependent.
std::vector<std::size_t> order_of_dependence(std::size_t nu, const RowChoice& choice) {
  std::vector<std::size_t> order = choice.dependent;
  for (std::size_t r = nu; r-- > 0;)
    if (std::ranges::find(order, r) == order.end()) order.push_back(r);
  return order;
}

// T^T M T and T^T (f - M [0; G]) with T = [1; D].
void recombine(const Equations& equations, Shortener& shortener, Embedding& out) {
  const DynamicalEquations& free = equations.dynamical;
  const std::size_t nu = equations.nu();
  const std::size_t p = out.independent.size();
  Matrix t(nu, p);
  std::vector<Expr> g(nu);
  for (std::size_t r = 0; r < p; ++r) t(out.independent[r], r) = 1;
  for (std::size_t s = 0; s < out.dependent.size(); ++s) {
    for (std::size_t r = 0; r < p; ++r) t(out.dependent[s], r) = out.D(s, r);
    g[out.dependent[s]] = out.G[s];
  }
  const Matrix mass_t = free.mass * t;
  out.mass = t.transposed() * mass_t;
  for (Expr& entry : out.mass.entries()) entry = shortener.scalar(entry);
  for (std::size_t r = 0; r < p; ++r) {
    std::vector<Expr> active;
    std::vector<Expr> inertia;
    for (std::size_t s = 0; s < nu; ++s) {
      active.push_back(t(s, r) * free.active[s]);
      inertia.push_back(t(s, r) * free.inertia_velocity[s]);
      inertia.push_back(-(mass_t(s, r) * g[s]));
    }
    out.active_force.push_back(shortener.scalar(sum(active)));
    out.inertia_velocity.push_back(shortener.polynomial(sum(inertia)));
  }
}

// Replaces the dependent speeds by D u + E wherever they appear.
void eliminate_dependent_speeds(const Equations& equations, Shortener& shortener, Embedding& out) {
  Substitution replace;
  for (std::size_t s = 0; s < out.dependent.size(); ++s) {
    std::vector<Expr> terms{out.E[s]};
    for (std::size_t r = 0; r < out.independent.size(); ++r)
      terms.push_back(out.D(s, r) * equations.kinematical.u[out.independent[r]]);
    replace[equations.kinematical.u[out.dependent[s]]] = sum(terms);
  }
  for (Expr& e : out.G) e = shortener.polynomial(substitute(e, replace));
  for (Expr& e : out.active_force) e = shortener.polynomial(substitute(e, replace));
  for (Expr& e : out.inertia_velocity) e = shortener.polynomial(substitute(e, replace));
}

}  // namespace

std::vector<std::size_t> independent_rows(const Equations& equations, std::span<const std::size_t> rows) {
  std::vector<std::size_t> speeds(equations.nu());
  std::iota(speeds.begin(), speeds.end(), std::size_t{0});
  return find_basis(speed_coefficients(equations, rows), speeds).rows;
}

Embedding solve_rows(const Equations& equations, std::span<const std::string> active_rows, const RowChoice& choice) {
  const std::size_t nu = equations.nu();
  const std::vector<std::size_t> rows = find_rows(equations, active_rows);
  refuse_contradicting_rows(equations, rows);

  Embedding out;
  out.active.assign(active_rows.begin(), active_rows.end());
  choose_used_rows(equations, rows, choice, out);
  const std::vector<Expr> zeros(out.rows.size());
  const LinearSolution solution =
      solve_linear(augmented_rows(equations, out.rows), zeros, order_of_dependence(nu, choice));
  out.dependent = solution.pivot_columns;
  out.is_exact = solution.is_exact;
  for (const std::size_t column : solution.free_columns)
    if (column < nu) out.independent.push_back(column);
  const std::size_t p = out.independent.size();
  out.D = Matrix(out.dependent.size(), p);
  for (std::size_t s = 0; s < out.dependent.size(); ++s) {
    for (std::size_t r = 0; r < p; ++r) out.D(s, r) = solution.coefficients(s, r);
    out.E.push_back(solution.coefficients(s, p));
    out.G.push_back(solution.coefficients(s, p + 1));
  }
  out.divisors = vanishing_divisors(solution.coefficients.entries(), augmented_rows(equations, out.rows).entries(),
                                    equations.parameters);
  return out;
}

Embedding derive_embedding(const Equations& equations, std::span<const std::string> active_rows,
                           const RowChoice& choice) {
  Embedding out = solve_rows(equations, active_rows, choice);
  if (out.dependent.empty()) {  // nothing to embed
    out.mass = equations.dynamical.mass;
    out.active_force = equations.dynamical.active;
    out.inertia_velocity = equations.dynamical.inertia_velocity;
    return out;
  }
  Shortener shortener(equations.kinematical.u, equations.angles);
  recombine(equations, shortener, out);
  eliminate_dependent_speeds(equations, shortener, out);
  return out;
}

}  // namespace tangible
