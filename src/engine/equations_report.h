// SPDX-License-Identifier: Apache-2.0
// From the equations of a mode to a document, or to C.
#pragma once

#include <ostream>

#include "engine/equations_document.h"
#include "equations/statements.h"
#include "symbolic/print.h"

namespace tangible {

// The graph of the mechanism must be current while it is used.
struct EquationsReport {
  const Mechanism& mechanism;
  const Equations& equations;
  const Embedding& embedding;
  bool intermediates = false;        // name what is used more than once, even where all sections can be written out
  bool long_statements_too = false;  // write out sections whatever their length
};

// Coordinate rates, embedded mass matrix and forcing by name: what a program would compute.
std::vector<NamedExpr> numeric_results(const EquationsReport& report);

EquationsDocument make_document(const EquationsReport& report);
// A C unit that compiles by itself: one function, and names for the slots of its arrays.
void write_c(std::ostream& out, const EquationsReport& report);

}  // namespace tangible
