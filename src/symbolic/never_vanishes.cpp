// SPDX-License-Identifier: Apache-2.0
// Products of what cannot vanish, and sums of squares.
#include "symbolic/never_vanishes.h"

#include <algorithm>

#include "symbolic/memo.h"

namespace tangible {
namespace {

// A sum of squares with coefficients of one sign, one of which cannot vanish.
bool is_definite(Expr e, std::span<const Expr> parameters) {
  bool definite = false;
  int sign = 0;
  for (const Pair p : pairs(e)) {
    const int own = p.second.value() < Rational(0) ? -1 : 1;
    if (sign != 0 && own != sign) return false;
    sign = own;
    definite = definite || never_vanishes(p.first, parameters);
    if (p.first.is(Kind::number)) continue;
    if (!p.first.is(Kind::product)) return false;
    for (const Pair factor : pairs(p.first))
      if (!(factor.second.value() / Rational(2)).is_integer()) return false;
  }
  return definite;
}

std::vector<Expr> divisors_of(std::span<const Expr> list) {
  std::vector<Expr> found;
  const auto add = [&](Expr e) {
    if (std::ranges::find(found, e) == found.end()) found.push_back(e);
  };
  for (const Expr e : nodes_below(list)) {
    if (e.is(Kind::tan)) add(cos(e.operands()[0]));
    if (!e.is(Kind::product)) continue;
    for (const Pair p : pairs(e))
      if (p.second.value() < Rational(0)) add(p.first);
  }
  return found;
}

}  // namespace

bool never_vanishes(Expr e, std::span<const Expr> parameters) {
  const auto is_parameter = [&](Expr x) { return std::ranges::find(parameters, x) != parameters.end(); };
  switch (e.kind()) {
    case Kind::number: return !e.is_zero();
    case Kind::pi:
    case Kind::exp: return true;
    case Kind::symbol: return is_parameter(e);
    case Kind::product:
      for (const Pair p : pairs(e))
        if (!never_vanishes(p.first, parameters)) return false;
      return true;
    case Kind::sum: return is_definite(e, parameters);
    default: return false;
  }
}

std::vector<Expr> vanishing_divisors(std::span<const Expr> list, std::span<const Expr> known,
                                     std::span<const Expr> symbols) {
  std::vector<Expr> divisors = divisors_of(list);
  const std::vector<Expr> before = divisors_of(known);
  std::erase_if(divisors,
                [&](Expr e) { return std::ranges::find(before, e) != before.end() || never_vanishes(e, symbols); });
  return divisors;
}

}  // namespace tangible
