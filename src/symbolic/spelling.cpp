// SPDX-License-Identifier: Apache-2.0
// Restricted edit distance (optimal string alignment) and the search for a near name.
#include "symbolic/spelling.h"

#include <algorithm>
#include <vector>

namespace tangible {

std::size_t spelling_distance(std::string_view a, std::string_view b) {
  // Three rows of the table d(i, j) = distance of the first i characters of a from the first j of b.
  std::vector<std::size_t> before_last(b.size() + 1);
  std::vector<std::size_t> last(b.size() + 1);
  std::vector<std::size_t> row(b.size() + 1);
  for (std::size_t j = 0; j <= b.size(); ++j) last[j] = j;
  for (std::size_t i = 1; i <= a.size(); ++i) {
    row[0] = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const std::size_t replaced = last[j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1);
      row[j] = std::min({last[j] + 1, row[j - 1] + 1, replaced});
      const bool swapped = i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1];
      if (swapped) row[j] = std::min(row[j], before_last[j - 2] + 1);
    }
    std::swap(before_last, last);
    std::swap(last, row);
  }
  return last[b.size()];
}

std::string_view nearest_name(std::string_view name, std::span<const std::string_view> known) {
  constexpr std::size_t longest = 64;  // names are shorter, and the table stays small
  if (name.size() > longest) return {};
  std::size_t best = name.size() < 5 ? 2 : 3;  // one more than allowed
  std::string_view nearest;
  for (const std::string_view candidate : known) {
    const std::size_t lengths_differ =
        std::max(candidate.size(), name.size()) - std::min(candidate.size(), name.size());
    if (lengths_differ >= best) continue;
    const std::size_t distance = spelling_distance(name, candidate);
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
