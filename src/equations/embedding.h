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
  std::vector<std::string> closed;       // those that follow wherever the mechanism is assembled, but not elsewhere
  std::vector<std::size_t> rows;         // indices of the rows used
  std::vector<std::size_t> all_rows;     // and with those that follow from them
  std::vector<std::size_t> independent;  // speeds
  std::vector<std::size_t> dependent;
  // Divisors of the solution that may vanish: D, E, G and all that follows hold where none of these is zero. Elsewhere
  // other speeds depend on each other, or, unless the solution is exact, another order of elimination is needed.
  std::vector<Expr> divisors;
  bool is_exact = true;
  // At some configurations a row that is not used determines what a row that is used determines elsewhere.
  bool rows_take_turns = false;
  Matrix D;
  std::vector<Expr> E;
  std::vector<Expr> G;
  // mass u_independent' = active force + velocity terms; recombined by Gillespie (44), (45), (46) with T = [1; D].
  Matrix mass;
  std::vector<Expr> active_force;
  std::vector<Expr> inertia_velocity;

  // Whether D exists at every configuration, and only the used rows are required.
  bool holds_everywhere() const { return divisors.empty() && closed.empty(); }
};

// Facts that evaluation at assembled mechanisms adds to the symbols, by index of row and speed.
struct RowChoice {
  std::vector<std::size_t> used;       // rows from which the others follow there; none: the first that are independent
  std::vector<std::size_t> closed;     // those of the others that follow there only
  std::vector<std::size_t> dependent;  // speeds that the others determine there; none: those that come last
  bool rows_take_turns = false;
};

// The speeds stay independent in the analyst's order: the last ones become dependent first. Throws EquationsError for
// rows that contradict each other.
Embedding derive_embedding(const Equations& equations, std::span<const std::string> active_rows,
                           const RowChoice& choice = {});

// The rows that are independent of the rows before them, whatever their constants: the rest is redundant. Positions in
// the list.
std::vector<std::size_t> independent_rows(const Equations& equations, std::span<const std::size_t> rows);

// The first step alone: which rows are used, which speeds depend on which, and D, E, G with G as the rows give it.
Embedding solve_rows(const Equations& equations, std::span<const std::string> active_rows,
                     const RowChoice& choice = {});

// The same by an independent method: D u + E is put for the dependent speeds into all velocities before partial
// velocities are formed (Buffinton 6.5; Gillespie, after (5)). Slower; shares only D and E with recombination.
Embedding derive_embedding_by_substitution(const Mechanism& mechanism, const Equations& equations,
                                           std::span<const std::string> active_rows);

}  // namespace tangible
