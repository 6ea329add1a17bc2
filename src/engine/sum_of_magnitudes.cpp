// SPDX-License-Identifier: Apache-2.0
#include "engine/sum_of_magnitudes.h"

#include <cmath>
#include <limits>
#include <unordered_map>

#include "symbolic/memo.h"

namespace tangible {
namespace {

using Magnitudes = std::unordered_map<Expr, double>;

double of_sum(Expr e, const Magnitudes& below) {
  double total = 0;
  for (const auto& [term, coefficient] : pairs(e)) total += std::abs(coefficient.value().to_double()) * below.at(term);
  return total;
}

// A negative power of a sum that almost vanishes is as large as it is.
double of_product(Expr e, const Magnitudes& below, const std::unordered_map<Expr, double>& own) {
  double total = 1;
  for (const auto& [base, exponent] : pairs(e)) {
    const double power = exponent.value().to_double();
    total *= std::pow(power > 0 ? below.at(base) : std::abs(own.at(base)), power);
  }
  return total;
}

}  // namespace

double sum_of_magnitudes(Expr e, const Values& values) {
  const std::vector<Expr> nodes = nodes_below(std::span(&e, 1));
  for (const Expr node : nodes)
    if (node.is(Kind::symbol) && !values.contains(node)) return std::numeric_limits<double>::quiet_NaN();
  const std::vector<double> numbers = evaluate(nodes, values);
  std::unordered_map<Expr, double> own;
  Magnitudes out;
  for (std::size_t i = 0; i < nodes.size(); ++i) {
    const Expr node = nodes[i];
    own[node] = numbers[i];
    out[node] = node.is(Kind::sum)       ? of_sum(node, out)
                : node.is(Kind::product) ? of_product(node, out, own)
                                         : std::abs(numbers[i]);
  }
  return out.at(e);
}

}  // namespace tangible
