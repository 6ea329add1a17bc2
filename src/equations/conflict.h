// SPDX-License-Identifier: Apache-2.0
// Constraints that contradict each other: a minimal set of them, by name.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include "equations/equations.h"

namespace tangible {

// `contradict(some)` returns whether the statements `some` (positions, increasing) cannot hold together; all `count` of
// them cannot. The returned statements contradict, and would not if any one of them were removed.
template <class Contradict>
std::vector<std::size_t> find_minimal_conflict(std::size_t count, Contradict contradict) {
  std::vector<std::size_t> kept;
  for (std::size_t i = 0; i < count; ++i) kept.push_back(i);
  for (std::size_t i = count; i-- > 0;) {
    std::vector<std::size_t> without;
    for (const std::size_t statement : kept)
      if (statement != i) without.push_back(statement);
    if (contradict(without)) kept = without;
  }
  return kept;
}

// The error of rows of these names that cannot hold together, and its remedy.
std::string conflict_message(std::span<const std::string> names);

// Throws EquationsError when no motion satisfies the rows (positions in equations.rows) at a generic configuration. It
// does nothing where rows of configuration constraints take part, whose coefficients change with the configuration: off
// its surface an overconstrained mechanism contradicts itself although it moves; only numbers on the surface decide.
void refuse_contradicting_rows(const Equations& equations, std::span<const std::size_t> rows);

}  // namespace tangible
