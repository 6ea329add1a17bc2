// SPDX-License-Identifier: Apache-2.0
// From the analyst's speeds to q' = W u + X.
#include "equations/kinematical_equations.h"

#include <algorithm>
#include <numeric>

#include "equations/affine.h"
#include "equations/error.h"
#include "equations/euler_parameters.h"
#include "symbolic/linear_solve.h"
#include "symbolic/never_vanishes.h"
#include "symbolic/residue_rank.h"
#include "symbolic/substitute.h"

namespace tangible {
namespace {

// One equation coefficients . q' + remainder = right side, with the name of the constraint it comes from.
struct Row {
  std::vector<Expr> coefficients;
  Expr remainder;
  std::string name;
};

Row make_row(Expr e, const std::string& name, SourceLocation where, std::span<const Expr> q_rate) {
  Affine affine = split_affine(e, q_rate);
  if (!affine.exact)
    throw EquationsError(name + " is not linear in the coordinate rates; only first powers of rates may appear", where);
  return {std::move(affine.coefficients), affine.remainder, name};
}

Matrix coefficient_matrix(std::span<const Row> rows, std::size_t columns) {
  Matrix a(rows.size(), columns);
  for (std::size_t i = 0; i < rows.size(); ++i)
    for (std::size_t j = 0; j < columns; ++j) a(i, j) = rows[i].coefficients[j];
  return a;
}

std::vector<std::size_t> first_indices(std::size_t n) {
  std::vector<std::size_t> all(n);
  std::iota(all.begin(), all.end(), std::size_t{0});
  return all;
}

std::vector<Row> permanent_rows(const Mechanism& mechanism, std::span<const Constraint> permanent,
                                std::span<const Speed> speeds, std::span<const Expr> q_rate) {
  Substitution speeds_as_rates;
  for (const Speed& speed : mechanism.speeds()) speeds_as_rates[speed.symbol] = speed.definition;
  for (const Speed& speed : speeds) speeds_as_rates[speed.symbol] = speed.definition;
  std::vector<Row> rows;
  for (const Constraint& constraint : permanent) {
    const Expr rate = substitute(rate_form(constraint, mechanism), speeds_as_rates);
    rows.push_back(make_row(rate, "constraint " + constraint.name, constraint.where, q_rate));
    rows.back().name = constraint.name;
  }
  return rows;
}

// The speeds' rows and, below them, as many permanent rows as are missing.
std::vector<Row> close_system(std::vector<Row> rows, const std::vector<Row>& permanent, std::span<const Speed> speeds,
                              std::size_t nq) {
  const std::size_t nu = rows.size();
  const RankBasis own = find_basis(coefficient_matrix(rows, nq), first_indices(nq));
  for (std::size_t i = 0; i < nu; ++i) {
    if (i < own.rows.size() && own.rows[i] == i) continue;
    throw EquationsError("the speed " + speeds[i].name + " is a combination of the speeds before it; " +
                             "define it by another motion or leave it out",
                         speeds[i].where);
  }
  rows.insert(rows.end(), permanent.begin(), permanent.end());
  const RankBasis all = find_basis(coefficient_matrix(rows, nq), first_indices(nq));
  std::vector<Row> chosen;
  for (const std::size_t i : all.rows)
    if (chosen.size() < nq) chosen.push_back(rows[i]);
  if (chosen.size() < nq)
    throw EquationsError("the speeds and the permanent constraints determine only " + std::to_string(chosen.size()) +
                             " of " + std::to_string(nq) + " coordinate rates; define " +
                             std::to_string(nq - chosen.size()) + " more speed(s)",
                         speeds.empty() ? SourceLocation{} : speeds.front().where);
  return chosen;
}

}  // namespace

Expr rate_form(const Constraint& constraint, const Mechanism& mechanism) {
  return constraint.kind == ConstraintKind::configuration ? mechanism.dt(constraint.expression) : constraint.expression;
}

Rates KinematicalEquations::rates() const {
  Rates result;
  for (std::size_t i = 0; i < q.size(); ++i) result[q[i]] = rate[i];
  return result;
}

KinematicalEquations derive_kinematical_equations(const Mechanism& mechanism, std::span<const Speed> speeds,
                                                  Shortener& shortener, std::span<const Constraint> also) {
  KinematicalEquations result;
  for (const Coordinate& coordinate : mechanism.coordinates()) {
    result.q.push_back(coordinate.symbol);
    result.q_rate.push_back(coordinate.rate);
  }
  const std::size_t nq = result.q.size();
  const std::size_t nu = speeds.size();
  const std::vector<EulerParameters> parameters = free_euler_parameters(mechanism);
  std::vector<Row> rows;
  for (const Speed& speed : speeds) {
    result.u.push_back(speed.symbol);
    result.u_rate.push_back(speed.acceleration);
    rows.push_back(make_row(speed.definition, "the speed " + speed.name, speed.where, result.q_rate));
    for (Expr& entry : rows.back().coefficients) entry = on_unit_sphere(entry, parameters, shortener);
    result.Z.push_back(shortener.scalar(rows.back().remainder));
  }
  result.Y = coefficient_matrix(rows, nq);
  for (Expr& entry : result.Y.entries()) entry = shortener.scalar(entry);

  std::vector<Constraint> permanent(also.begin(), also.end());
  for (const Constraint& constraint : mechanism.constraints())
    if (constraint.active == Activity::permanent && !constraint.condition) permanent.push_back(constraint);
  const std::vector<Row> closed =
      close_system(rows, permanent_rows(mechanism, permanent, speeds, result.q_rate), speeds, nq);
  // [Y; A] q' - [u; 0] = -[Z; c], solved for q' with the right sides u (and those of the auxiliary rows) left free.
  Matrix system(nq, 2 * nq);
  std::vector<Expr> right;
  for (std::size_t i = 0; i < nq; ++i) {
    for (std::size_t j = 0; j < nq; ++j) system(i, j) = shortener.scalar(closed[i].coefficients[j]);
    system(i, nq + i) = -1;
    right.push_back(-closed[i].remainder);
    if (i >= nu) result.built_in.push_back(closed[i].name);
  }
  LinearSolveOptions options{{}, [&](Expr e) { return shortener.scalar(e); }};
  if (!parameters.empty())
    options.under_identities = [&](Expr e) { return on_unit_sphere(shortener.scalar(e), parameters, shortener); };
  const LinearSolution solution = solve_linear(system, right, first_indices(nq), options);
  result.W = Matrix(nq, nu);
  result.W_auxiliary = Matrix(nq, nq - nu);
  for (std::size_t i = 0; i < nq; ++i) {
    for (std::size_t r = 0; r < nu; ++r) result.W(i, r) = solution.coefficients(i, r);
    for (std::size_t k = nu; k < nq; ++k) result.W_auxiliary(i, k - nu) = solution.coefficients(i, k);
    result.X.push_back(solution.constants[i]);
    std::vector<Expr> terms{result.X[i]};
    for (std::size_t r = 0; r < nu; ++r) terms.push_back(result.W(i, r) * result.u[r]);
    result.rate.push_back(shortener.polynomial(sum(terms)));
  }
  std::vector<Expr> parameter_symbols;
  for (const Parameter& p : mechanism.parameters()) parameter_symbols.push_back(p.symbol);
  result.divisors = vanishing_divisors(result.rate, system.entries(), parameter_symbols);
  return result;
}

}  // namespace tangible
