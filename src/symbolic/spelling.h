// SPDX-License-Identifier: Apache-2.0
// Did you mean ...? The known name nearest to a misspelt one.
#pragma once

#include <span>
#include <string>
#include <string_view>

namespace tangible {

constexpr std::size_t longest_spelling = 64;  // names that are compared are shorter

// The number of characters to insert, remove, replace or swap with their neighbour (Damerau-Levenshtein, restricted);
// or `enough`, if it is not less than that. Words longer than the longest spelling differ by that length.
std::size_t spelling_distance(std::string_view a, std::string_view b, std::size_t enough = longest_spelling);

// The known name nearest to the given one, or "" when none is near: at most one slip in short names, two in longer.
std::string_view nearest_name(std::string_view name, std::span<const std::string_view> known);
// "; did you mean 'x'?", or nothing.
std::string did_you_mean(std::string_view name, std::span<const std::string_view> known);

}  // namespace tangible
