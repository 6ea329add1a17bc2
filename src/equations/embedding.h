// SPDX-License-Identifier: Apache-2.0
// Embedding: the equations of motion under a set of active rows, in independent speeds alone.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "equations/equations.h"

namespace tangible {

//   u_dependent  = D u_independent  + E         Gillespie (5)
//   u_dependent' = D u_independent' + G
// By column of A_B (errata of Gillespie (3)-(5)): D = -A_dependent^-1 A_independent, E = -A_dependent^-1 c, and
// G = -A_dependent^-1 rate_remainder.
struct Embedding {
  std::vector<std::string> active;       // the rows that hold, by name
  std::vector<std::string> redundant;    // those among them that follow from the others
  std::vector<std::size_t> rows;         // indices of the rows used
  std::vector<std::size_t> independent;  // speeds
  std::vector<std::size_t> dependent;
  // What it was divided by and may vanish: D, E, G and all that follows hold where none of these is zero. Elsewhere
  // other speeds depend on each other, or, unless the solution is exact, another order of elimination is needed.
  std::vector<Expr> divisors;
  bool is_exact = true;
  Matrix D;
  std::vector<Expr> E;
  std::vector<Expr> G;
  // mass u_independent' = active force + velocity terms; recombined by Gillespie (44), (45), (46) with T = [1; D].
  Matrix mass;
  std::vector<Expr> active_force;
  std::vector<Expr> inertia_velocity;
};

// The speeds stay independent in the analyst's order: the last ones become dependent first. Throws EquationsError for
// rows that contradict each other.
Embedding derive_embedding(const Equations& equations, std::span<const std::string> active_rows);

// How many of the rows follow from the others at every configuration.
std::size_t redundant_row_count(const Equations& equations, std::span<const std::size_t> rows);

// The first step alone: which rows are used, which speeds depend on which, and D, E, G with G as the rows give it.
Embedding solve_rows(const Equations& equations, std::span<const std::string> active_rows);

// The same by the other road: D u + E is put for the dependent speeds into all velocities before partial velocities are
// formed (Buffinton 6.5; Gillespie, after (5)). Longer work, and nothing in common with recombination but D and E.
Embedding derive_embedding_by_substitution(const Mechanism& mechanism, const Equations& equations,
                                           std::span<const std::string> active_rows);

}  // namespace tangible
