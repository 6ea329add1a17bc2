// SPDX-License-Identifier: Apache-2.0
// Sums of angles opened into their atoms.
#include "symbolic/angle.h"

#include <map>

namespace tangible {

Angle read_angle(Expr argument) {
  Angle angle;
  // Largest id first: by the time a sum is opened all its users have been, so that shared sums are opened once.
  std::map<std::uint32_t, Rational, std::greater<>> open;
  const auto put = [&](Expr term, const Rational& coefficient) {
    const auto [place, added] = open.emplace(term.id(), coefficient);
    if (!added) place->second = place->second + coefficient;
  };
  if (argument.is(Kind::number))
    put(1, argument.value());
  else
    put(argument, 1);
  while (!open.empty()) {
    const Expr term = Expr::from_id(open.begin()->first);
    const Rational coefficient = std::move(open.begin()->second);
    open.erase(open.begin());
    if (coefficient.is_zero()) continue;
    if (term.is(Kind::sum)) {
      for (const Pair pair : pairs(term)) put(pair.first, coefficient * pair.second.value());
    } else if (term.is(Kind::pi)) {
      angle.half_turns = coefficient;
    } else {
      angle.parts.push_back({term, coefficient});
    }
  }
  return angle;
}

Expr to_expr(const Angle& angle) {
  std::vector<Pair> terms;
  for (const Angle::Part& part : angle.parts) terms.push_back({part.atom, Expr(part.coefficient)});
  if (!angle.half_turns.is_zero()) terms.push_back({pi(), Expr(angle.half_turns)});
  return linear_combination(terms);
}

}  // namespace tangible
