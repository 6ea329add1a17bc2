// SPDX-License-Identifier: Apache-2.0
// Generalized speeds and the kinematical differential equations.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "equations/shorten.h"
#include "mechanics/mechanism.h"
#include "symbolic/differentiate.h"
#include "symbolic/matrix.h"

namespace tangible {

//   u  = Y q' + Z       Gillespie (1), as the analyst defined the speeds
//   q' = W u  + X       Gillespie (2)
// With fewer speeds than coordinates the missing equations are permanent rows of the mechanism: a rolling condition,
// e.e = 1. These rows then hold by construction; W_auxiliary gives the motion of the coordinates if they did not, which
// brings their forces into evidence.
struct KinematicalEquations {
  std::vector<Expr> q;
  std::vector<Expr> q_rate;  // the symbols q1', q2', ...
  std::vector<Expr> u;
  std::vector<Expr> u_rate;  // the symbols u1', u2', ...
  Matrix Y;                  // nu x nq
  std::vector<Expr> Z;
  Matrix W;  // nq x nu
  std::vector<Expr> X;
  std::vector<Expr> rate;  // W u + X in its shortest form
  std::vector<std::string>
      built_in;                // names of the permanent rows that were used, in the order of W_auxiliary's columns
  Matrix W_auxiliary;          // nq x built_in
  std::vector<Expr> divisors;  // divisors of W and X that may vanish: they hold where none of these is zero

  // q -> W u + X and t -> 1; the speeds themselves are constants in it.
  Rates rates() const;
};

// Throws EquationsError: a speed that is not affine in the rates, speeds that depend on each other, speeds that
// together with the permanent rows do not determine the rates.
// `also` are constraints that count as permanent ones here.
KinematicalEquations derive_kinematical_equations(const Mechanism& mechanism, std::span<const Speed> speeds,
                                                  Shortener& shortener, std::span<const Constraint> also = {});

// The left side of a constraint as an expression in coordinate rates: configuration constraints are differentiated.
Expr rate_form(const Constraint& constraint, const Mechanism& mechanism);

}  // namespace tangible
