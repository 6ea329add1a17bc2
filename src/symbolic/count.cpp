// SPDX-License-Identifier: Apache-2.0
// Operation counts, node by node.
#include "symbolic/count.h"

#include <bit>
#include <cstdlib>

#include "symbolic/memo.h"

namespace tangible {
namespace {

// Multiplications of x^n by repeated squaring.
std::size_t multiplications_of_power(const Rational& exponent) {
  const auto n = static_cast<std::uint64_t>(std::llabs(exponent.small_numerator()));
  if (n == 0) return 0;
  return static_cast<std::size_t>(static_cast<int>(std::bit_width(n)) + std::popcount(n) - 2);
}

OperationCount count_sum(Expr e) {
  OperationCount count;
  const Pairs terms = pairs(e);
  count.additions = terms.size() - 1;
  for (const Pair pair : terms)
    if (!pair.first.is_one() && !abs(pair.second.value()).is_one()) ++count.multiplications;
  return count;
}

OperationCount count_product(Expr e) {
  OperationCount count;
  std::size_t above = 0;
  std::size_t below = 0;
  for (const Pair pair : pairs(e)) {
    const Rational& exponent = pair.second.value();
    (exponent.sign() > 0 ? above : below) += 1;
    if (exponent.is_integer() && exponent.is_small())
      count.multiplications += multiplications_of_power(exponent);
    else
      ++count.roots;
  }
  count.divisions = below > 0 ? 1 : 0;
  count.multiplications += (above > 0 ? above - 1 : 0) + (below > 0 ? below - 1 : 0);
  return count;
}

}  // namespace

OperationCount& OperationCount::operator+=(const OperationCount& more) {
  additions += more.additions;
  multiplications += more.multiplications;
  divisions += more.divisions;
  trigonometric += more.trigonometric;
  roots += more.roots;
  other += more.other;
  return *this;
}

std::string to_text(const OperationCount& count) {
  std::string text;
  const auto append = [&](std::size_t n, const char* what) {
    if (n != 0) text += (text.empty() ? "" : ", ") + std::to_string(n) + " " + what;
  };
  append(count.multiplications, "mul");
  append(count.divisions, "div");
  append(count.additions, "add");
  append(count.trigonometric, "trig");
  append(count.roots, "root");
  append(count.other, "other");
  return text.empty() ? "nothing" : text;
}

OperationCount count_node(Expr e) {
  OperationCount count;
  switch (e.kind()) {
    case Kind::number:
    case Kind::pi:
    case Kind::symbol: break;
    case Kind::sum: return count_sum(e);
    case Kind::product: return count_product(e);
    case Kind::sin:
    case Kind::cos:
    case Kind::tan:
    case Kind::asin:
    case Kind::acos:
    case Kind::atan:
    case Kind::atan2: count.trigonometric = 1; break;
    case Kind::power: count.roots = 1; break;
    default: count.other = 1;
  }
  return count;
}

OperationCount count_operations_if(std::span<const Expr> list, const std::function<bool(Expr)>& counts) {
  OperationCount count;
  for (const Expr e : nodes_below(list))
    if (counts(e)) count += count_node(e);
  return count;
}

OperationCount count_operations(std::span<const Expr> list) {
  return count_operations_if(list, [](Expr) { return true; });
}

OperationCount count_operations(Expr e) { return count_operations(std::span(&e, 1)); }

}  // namespace tangible
