// SPDX-License-Identifier: Apache-2.0
// Evaluation node by node, and elimination.
#include "truth/many_digits.h"

#include <algorithm>
#include <boost/math/constants/constants.hpp>
#include <cmath>
#include <stdexcept>

#include "symbolic/memo.h"

namespace tangible {
namespace {

namespace mp = boost::multiprecision;

Digits to_digits(const Rational& value) {
  if (value.is_small()) return Digits(value.small_numerator()) / value.small_denominator();
  return Digits(value.numerator().to_string()) / Digits(value.denominator().to_string());
}

Digits power(const Digits& base, const Rational& exponent) {
  if (exponent.is_integer() && std::fabs(exponent.to_double()) < 1e6)
    return mp::pow(base, static_cast<int>(exponent.to_double()));
  return exponent == Rational(1, 2) ? mp::sqrt(base) : mp::pow(base, to_digits(exponent));
}

Digits truth(bool value) { return value ? 1 : 0; }

Digits node(Expr e, const std::vector<Digits>& x) {
  switch (e.kind()) {
    case Kind::sin: return mp::sin(x[0]);
    case Kind::cos: return mp::cos(x[0]);
    case Kind::tan: return mp::tan(x[0]);
    case Kind::asin: return mp::asin(x[0]);
    case Kind::acos: return mp::acos(x[0]);
    case Kind::atan: return mp::atan(x[0]);
    case Kind::atan2: return mp::atan2(x[0], x[1]);
    case Kind::exp: return mp::exp(x[0]);
    case Kind::log: return mp::log(x[0]);
    case Kind::abs: return mp::abs(x[0]);
    case Kind::sign: return x[0].sign();
    case Kind::min: return std::min(x[0], x[1]);
    case Kind::max: return std::max(x[0], x[1]);
    case Kind::less: return truth(x[0] < x[1]);
    case Kind::less_equal: return truth(x[0] <= x[1]);
    case Kind::logical_and: return truth(x[0] != 0 && x[1] != 0);
    case Kind::logical_or: return truth(x[0] != 0 || x[1] != 0);
    case Kind::logical_not: return truth(x[0] == 0);
    case Kind::select: return x[0] != 0 ? x[1] : x[2];
    case Kind::power: return mp::pow(x[0], x[1]);
    case Kind::pi: return boost::math::constants::pi<Digits>();
    case Kind::number:
    case Kind::symbol:
    case Kind::sum:
    case Kind::product: break;
  }
  throw std::logic_error("evaluate_digits: a node that was evaluated elsewhere");
}

}  // namespace

std::vector<Digits> evaluate_digits(std::span<const Expr> list, const DigitValues& values) {
  std::unordered_map<Expr, Digits> known;
  std::vector<Digits> operands;
  for (const Expr e : nodes_below(list)) {
    if (e.is(Kind::symbol)) {
      const auto found = values.find(e);
      if (found == values.end()) throw std::out_of_range("no value for " + std::string(e.name()));
      known[e] = found->second;
    } else if (e.is(Kind::number)) {
      known[e] = to_digits(e.value());
    } else if (e.is(Kind::sum)) {
      Digits sum = 0;
      for (const Pair term : pairs(e)) sum += known.at(term.first) * to_digits(term.second.value());
      known[e] = sum;
    } else if (e.is(Kind::product)) {
      Digits product = 1;
      for (const Pair factor : pairs(e)) product *= power(known.at(factor.first), factor.second.value());
      known[e] = product;
    } else {
      operands.clear();
      for (const Expr operand : e.operands()) operands.push_back(known.at(operand));
      known[e] = node(e, operands);
    }
  }
  std::vector<Digits> results;
  for (const Expr e : list) results.push_back(known.at(e));
  return results;
}

DigitSolution solve_digits(DigitMatrix a, std::vector<Digits> b, double least) {
  const std::size_t n = a.columns;
  std::vector<std::size_t> column(n);
  for (std::size_t j = 0; j < n; ++j) column[j] = j;
  DigitSolution out;
  Digits largest = 0;
  std::size_t k = 0;
  for (; k < std::min(a.rows, n); ++k) {
    std::size_t row = k, at = k;
    for (std::size_t i = k; i < a.rows; ++i)
      for (std::size_t j = k; j < n; ++j)
        if (mp::abs(a(i, j)) > mp::abs(a(row, at))) row = i, at = j;
    const Digits pivot = mp::abs(a(row, at));
    if (k == 0) largest = pivot;
    if (!(pivot > least * largest) || pivot == 0) break;
    out.smallest_pivot = Digits(pivot / largest).convert_to<double>();
    for (std::size_t j = 0; j < n; ++j) std::swap(a(row, j), a(k, j));
    for (std::size_t i = 0; i < a.rows; ++i) std::swap(a(i, at), a(i, k));
    std::swap(b[row], b[k]);
    std::swap(column[at], column[k]);
    for (std::size_t i = k + 1; i < a.rows; ++i) {
      if (a(i, k) == 0) continue;
      const Digits factor = a(i, k) / a(k, k);
      for (std::size_t j = k; j < n; ++j) a(i, j) -= factor * a(k, j);
      b[i] -= factor * b[k];
    }
  }
  out.rank = k;
  for (std::size_t i = k; i < a.rows; ++i)
    out.contradiction = std::max(out.contradiction, std::fabs(b[i].convert_to<double>()));
  out.x.assign(n, Digits(0));
  std::vector<Digits> y(n, Digits(0));
  for (std::size_t i = k; i-- > 0;) {
    Digits right = b[i];
    for (std::size_t j = i + 1; j < k; ++j) right -= a(i, j) * y[j];
    y[i] = right / a(i, i);
  }
  for (std::size_t j = 0; j < n; ++j) out.x[column[j]] = y[j];
  return out;
}

}  // namespace tangible
