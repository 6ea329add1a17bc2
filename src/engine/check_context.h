// SPDX-License-Identifier: Apache-2.0
// The common parts of all checks: random states, rates along a motion, and a tally of errors.
#pragma once

#include <span>

#include "engine/check.h"
#include "symbolic/evaluate.h"

namespace tangible {

// Each state holds values of parameters, inputs, t, q, u, q' = W u + X, and random u'.
struct CheckContext {
  const Mechanism& mechanism;
  const Equations& equations;
  std::vector<Values> states;
  CheckedStates checked;
};

// States near the start of the model and, half as many, at multiples of a quarter turn, at which everything is finite;
// Euler parameters have length one. Configuration constraints need not hold: the identities that are checked do not
// require it.
CheckContext make_context(const Mechanism& mechanism, const Equations& equations, const CheckOptions& options);

// d/dt of functions of q, t and constants along q' with u fixed: a stencil of five points in extended precision.
std::vector<double> rate_along_motion(const CheckContext& context, std::span<const Expr> list, const Values& state);

class Tally {
 public:
  void declare(const std::string& name, double tolerance) { results_.push_back({name, tolerance}); }
  void add(const std::string& name, double error);
  // |a - b| over the largest number of both, or over `scale` if that is larger.
  void compare(const std::string& name, std::span<const double> a, std::span<const double> b, double scale = 1e-3);
  const std::vector<CheckResult>& results() const { return results_; }

 private:
  std::vector<CheckResult> results_;
};

// sum_r coefficients[r] u_r + remainder
Expr combine(std::span<const Expr> coefficients, std::span<const Expr> u, Expr remainder);

void check_kinematics(const CheckContext& context, Tally& tally);
void check_rows(const CheckContext& context, Tally& tally);
void check_mass(const CheckContext& context, Tally& tally);
void check_against_lagrange(const CheckContext& context, Tally& tally);
void check_coriolis(const CheckContext& context, Tally& tally);
void check_power(const CheckContext& context, Tally& tally);
void check_embedding(const CheckContext& context, Tally& tally);
void check_recombination(const CheckContext& context, Tally& tally);
void check_books(const CheckContext& context, Tally& tally);
void check_substitution(const CheckContext& context, Tally& tally);
void check_fictitious_constraint(const CheckContext& context, Tally& tally);

}  // namespace tangible
