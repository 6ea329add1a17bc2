// SPDX-License-Identifier: Apache-2.0
// Pairs of factors that several products have in common.
#pragma once

#include <cstdint>
#include <vector>

namespace tangible {

// A factor is a number that the caller gives it; a product is a bag of factors, repeated ones included.
using FactorBag = std::vector<std::uint32_t>;

struct SharedPair {
  std::uint32_t result;  // the new factor that replaces the pair
  std::uint32_t a;
  std::uint32_t b;
};

// Greedy: the pair that appears in most bags becomes a factor of its own, until no pair appears twice. The bags are
// rewritten; new factors are numbered from next_factor on. Ties go to the pair with the smallest numbers, so that the
// result is deterministic. Time is linear in the number of pairs of factors, but for a logarithm.
std::vector<SharedPair> share_pairs(std::vector<FactorBag>& bags, std::uint32_t next_factor);

}  // namespace tangible
