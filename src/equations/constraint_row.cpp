// SPDX-License-Identifier: Apache-2.0
// Rows and their rates.
#include "equations/constraint_row.h"

#include <algorithm>

#include "equations/affine.h"
#include "equations/error.h"
#include "symbolic/substitute.h"

namespace tangible {
namespace {

// q' -> W u + X + W_auxiliary a
Substitution rates_in_speeds(const KinematicalEquations& kinematical, std::span<const Expr> auxiliary) {
  const Rates rates = kinematical.rates();
  Substitution result;
  for (std::size_t i = 0; i < kinematical.q.size(); ++i) {
    std::vector<Expr> terms{rates.at(kinematical.q[i])};
    for (std::size_t k = 0; k < auxiliary.size(); ++k) terms.push_back(kinematical.W_auxiliary(i, k) * auxiliary[k]);
    result[kinematical.q_rate[i]] = sum(terms);
  }
  return result;
}

std::vector<Expr> auxiliary_symbols(const KinematicalEquations& kinematical) {
  std::vector<Expr> symbols;
  for (const std::string& name : kinematical.built_in) symbols.push_back(symbol("auxiliary speed of " + name));
  return symbols;
}

// The rates of an input are unknown, so that no row may need them: neither a nor c may contain one, nor what is
// differentiated to get them.
void refuse_inputs(const Mechanism& mechanism, const ConstraintRow& row) {
  std::vector<Expr> all = row.a;
  all.push_back(row.c);
  all.push_back(row.configuration);
  const std::vector<Expr> symbols = symbols_in(all);
  for (const Input& input : mechanism.inputs())
    if (std::ranges::find(symbols, input.symbol) != symbols.end())
      throw EquationsError("constraint " + row.name + " needs the rate of input " + input.name +
                               ", which is not available; let an own state follow the input (states: {" + input.name +
                               "_now: {rate: ...}}) and constrain by that, or use a function of t",
                           row.where);
}

}  // namespace

std::vector<ConstraintRow> derive_constraint_rows(const Mechanism& mechanism, const KinematicalEquations& kinematical,
                                                  Shortener& shortener) {
  const std::vector<Expr> auxiliary = auxiliary_symbols(kinematical);
  const Substitution in_speeds = rates_in_speeds(kinematical, auxiliary);
  Rates rates = kinematical.rates();
  rates[mechanism.time()] = 1;
  for (const StateVariable& z : mechanism.states()) rates[z.symbol] = substitute(z.rate, in_speeds);
  std::vector<Expr> all = kinematical.u;
  all.insert(all.end(), auxiliary.begin(), auxiliary.end());

  std::vector<ConstraintRow> rows;
  for (const Constraint& constraint : mechanism.constraints()) {
    const Affine affine = split_affine(substitute(rate_form(constraint, mechanism), in_speeds), all);
    if (!affine.exact)
      throw EquationsError("constraint " + constraint.name + " is not linear in the coordinate rates and speeds",
                           constraint.where);
    const std::string& group = constraint.group.empty() ? constraint.name : constraint.group;
    ConstraintRow row{constraint.name, group, constraint.kind, constraint.active, false, {}, {}, 0, 0, 0,
                      constraint.where};
    row.built_in = std::ranges::find(kinematical.built_in, constraint.name) != kinematical.built_in.end();
    for (std::size_t k = 0; k < all.size(); ++k)
      (k < kinematical.u.size() ? row.a : row.auxiliary).push_back(shortener.scalar(affine.coefficients[k]));
    row.c = shortener.scalar(affine.remainder);
    if (row.built_in) {  // zero by construction, whatever form simplification left it in
      std::ranges::fill(row.a, Expr(0));
      row.c = 0;
    }
    if (constraint.kind == ConstraintKind::configuration) row.configuration = constraint.expression;
    refuse_inputs(mechanism, row);
    std::vector<Expr> terms{total_time_derivative(row.c, rates)};
    for (std::size_t r = 0; r < row.a.size(); ++r)
      terms.push_back(total_time_derivative(row.a[r], rates) * kinematical.u[r]);
    row.rate_remainder = shortener.polynomial(sum(terms));
    rows.push_back(std::move(row));
  }
  return rows;
}

}  // namespace tangible
