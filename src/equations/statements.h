// SPDX-License-Identifier: Apache-2.0
// Statements: the derived equations as titled lists, ready to be written as text, LaTeX or JSON.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "equations/embedding.h"
#include "equations/equations.h"

namespace tangible {

// sum of coefficient * symbol on the left, anything on the right: grouped by accelerations as people write it.
struct Statement {
  struct Term {
    Expr coefficient;
    Expr symbol;
  };
  std::string label;  // the name of a constraint, or nothing
  std::vector<Term> left;
  Expr right;
};

struct Section {
  std::string title;
  std::vector<Statement> statements;
  std::vector<Expr> divisors = {};  // the statements hold where none of these is zero
};

// The table of partial velocities, Gillespie's tables of example 3: a column for each point or frame, a row for each
// speed, and one for the remainders if there are any.
struct PartialVelocityTable {
  std::vector<std::string> columns;  // "v P1", "w B"
  std::vector<std::string> rows;     // "r = 1"
  std::vector<std::vector<Vector>> entries;
};

PartialVelocityTable tabulate_partial_velocities(const Equations& equations);
std::vector<Section> make_sections(const Equations& equations, const Embedding* embedding);

std::string to_text(const Statement& statement);
std::string to_latex(const Statement& statement);

}  // namespace tangible
