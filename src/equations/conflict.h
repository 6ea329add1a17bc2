// SPDX-License-Identifier: Apache-2.0
// Constraints that contradict each other: the fewest that do, by name, so that a person sees the quarrel alone.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include "equations/equations.h"

namespace tangible {

// `contradict(some)` tells whether the statements `some` (positions, increasing) cannot hold together; all `count` of
// them cannot. What is returned contradicts, and would not if any one of it were left out.
template <class Contradict>
std::vector<std::size_t> find_conflict(std::size_t count, Contradict contradict) {
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

// What is wrong with rows of these names that cannot hold together, and what to do.
std::string conflict_words(std::span<const std::string> names);

// Throws EquationsError when no motion satisfies the rows (positions in equations.rows) at a generic configuration.
// Where rows of configuration constraints take part, whose coefficients change with the configuration, nothing is said:
// off its surface an overconstrained mechanism contradicts itself although it moves; only numbers on the surface tell.
void refuse_contradicting_rows(const Equations& equations, std::span<const std::size_t> rows);

}  // namespace tangible
