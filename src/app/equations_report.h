// SPDX-License-Identifier: Apache-2.0
// The equations of a model as a report: text, LaTeX, JSON, C.
#pragma once

#include <ostream>

#include "equations/statements.h"
#include "symbolic/print.h"

namespace tangible {

struct EquationsReport {
  const Mechanism& mechanism;
  const Equations& equations;
  const Embedding& embedding;
  bool intermediates = false;
};

// Coordinate rates, embedded mass matrix and forcing by name: what a program would compute.
std::vector<NamedExpr> numeric_results(const EquationsReport& report);

void write_text(std::ostream& out, const EquationsReport& report);
void write_latex(std::ostream& out, const EquationsReport& report);
void write_json(std::ostream& out, const EquationsReport& report);
void write_c(std::ostream& out, const EquationsReport& report);

}  // namespace tangible
