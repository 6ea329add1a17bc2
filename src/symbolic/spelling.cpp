// SPDX-License-Identifier: Apache-2.0
// Restricted edit distance (optimal string alignment) and the search for a near name.
#include "symbolic/spelling.h"

#include <algorithm>
#include <array>

namespace tangible {

std::size_t spelling_distance(std::string_view a, std::string_view b, std::size_t enough) {
  if (std::max(a.size(), b.size()) > longest_spelling) return longest_spelling;
  // Three rows of the table d(i, j) = distance of the first i characters of a from the first j of b.
  std::array<std::array<std::size_t, longest_spelling + 1>, 3> rows;
  auto *before_last = &rows[0], *last = &rows[1], *row = &rows[2];
  std::size_t least_of_last = 0;
  for (std::size_t j = 0; j <= b.size(); ++j) (*last)[j] = j;
  for (std::size_t i = 1; i <= a.size(); ++i) {
    std::size_t least = (*row)[0] = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      std::size_t& d = (*row)[j];
      d = std::min({(*last)[j] + 1, (*row)[j - 1] + 1, (*last)[j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1)});
      const bool swapped = i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1];
      if (swapped) d = std::min(d, (*before_last)[j - 2] + 1);
      least = std::min(least, d);
    }
    // What follows comes from this row, or by a swap from the one before.
    if (least >= enough && least_of_last + 1 >= enough) return enough;
    least_of_last = least;
    std::swap(before_last, last);
    std::swap(last, row);
  }
  return std::min((*last)[b.size()], enough);
}

std::string_view nearest_name(std::string_view name, std::span<const std::string_view> known) {
  if (name.size() > longest_spelling) return {};
  std::size_t best = name.size() < 5 ? 2 : 3;  // one more than allowed
  std::string_view nearest;
  for (const std::string_view candidate : known) {
    const std::size_t lengths_differ =
        std::max(candidate.size(), name.size()) - std::min(candidate.size(), name.size());
    if (lengths_differ >= best) continue;
    const std::size_t distance = spelling_distance(name, candidate, best);
    if (distance >= best || distance >= name.size()) continue;
    best = distance;
    nearest = candidate;
  }
  return nearest;
}

std::string did_you_mean(std::string_view name, std::span<const std::string_view> known) {
  const std::string_view nearest = nearest_name(name, known);
  return nearest.empty() ? std::string() : "; did you mean '" + std::string(nearest) + "'?";
}

}  // namespace tangible
