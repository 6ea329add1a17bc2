// SPDX-License-Identifier: Apache-2.0
// Evaluation as one pass over the nodes, operands first.
#include "symbolic/evaluate.h"

#include <cmath>
#include <limits>
#include <numbers>
#include <stdexcept>
#include <string>

#include "symbolic/memo.h"

namespace tangible {
namespace {

// Rounded once: a long double holds every numerator and denominator of a machine word, a double does not.
template <typename Real>
Real number_value(const Rational& value) {
  constexpr bool holds_words = std::numeric_limits<Real>::digits >= 63;
  if (holds_words && value.is_small())
    return static_cast<Real>(value.small_numerator()) / static_cast<Real>(value.small_denominator());
  return static_cast<Real>(value.to_double());
}

template <typename Real>
Real integer_power(Real base, std::int64_t exponent) {
  Real result = 1;
  for (auto n = static_cast<std::uint64_t>(std::abs(exponent)); n != 0; n >>= 1, base *= base)
    if (n & 1) result *= base;
  return exponent < 0 ? 1 / result : result;
}

template <typename Real>
Real factor_value(Real base, const Rational& exponent) {
  if (exponent.is_integer() && exponent.is_small()) return integer_power(base, exponent.small_numerator());
  if (exponent == Rational(1, 2)) return std::sqrt(base);
  if (exponent == Rational(-1, 2)) return 1 / std::sqrt(base);
  return std::pow(base, number_value<Real>(exponent));
}

template <typename Real>
Real sign_value(Real a) {
  return a > 0 ? Real{1} : a < 0 ? Real{-1} : a;  // zero and NaN stay
}

// at(operand) gives the value of an operand.
template <typename Real, typename At>
Real function_value(Kind kind, std::span<const Expr> a, At at) {
  switch (kind) {
    case Kind::power: return std::pow(at(a[0]), at(a[1]));
    case Kind::sin: return std::sin(at(a[0]));
    case Kind::cos: return std::cos(at(a[0]));
    case Kind::tan: return std::tan(at(a[0]));
    case Kind::asin: return std::asin(at(a[0]));
    case Kind::acos: return std::acos(at(a[0]));
    case Kind::atan: return std::atan(at(a[0]));
    case Kind::atan2: return std::atan2(at(a[0]), at(a[1]));
    case Kind::exp: return std::exp(at(a[0]));
    case Kind::log: return std::log(at(a[0]));
    case Kind::abs: return std::abs(at(a[0]));
    case Kind::sign: return sign_value(at(a[0]));
    case Kind::min: return at(a[1]) < at(a[0]) ? at(a[1]) : at(a[0]);
    case Kind::max: return at(a[0]) < at(a[1]) ? at(a[1]) : at(a[0]);
    case Kind::less: return at(a[0]) < at(a[1]) ? 1 : 0;
    case Kind::less_equal: return at(a[0]) <= at(a[1]) ? 1 : 0;
    case Kind::logical_and: return at(a[0]) != 0 && at(a[1]) != 0 ? 1 : 0;
    case Kind::logical_or: return at(a[0]) != 0 || at(a[1]) != 0 ? 1 : 0;
    case Kind::logical_not: return at(a[0]) == 0 ? 1 : 0;
    case Kind::select: return at(a[0]) != 0 ? at(a[1]) : at(a[2]);
    case Kind::number:
    case Kind::pi:
    case Kind::symbol:
    case Kind::sum:
    case Kind::product: break;
  }
  throw std::logic_error("function_value: not a function");
}

template <typename Real>
std::vector<Real> evaluate_all(std::span<const Expr> list, const std::unordered_map<Expr, Real>& values) {
  Memo place;  // node -> index into results
  std::vector<Real> results;
  const auto at = [&](Expr e) { return results[place.number_at(e)]; };
  for_each_below(list, place, [&](Expr e) {
    Real value = 0;
    switch (e.kind()) {
      case Kind::number: value = number_value<Real>(e.value()); break;
      case Kind::pi: value = std::numbers::pi_v<Real>; break;
      case Kind::symbol: {
        const auto found = values.find(e);
        if (found == values.end()) throw std::out_of_range("no value for the symbol " + std::string(e.name()));
        value = found->second;
        break;
      }
      case Kind::sum:
        for (const Pair pair : pairs(e)) value += at(pair.first) * at(pair.second);
        break;
      case Kind::product:
        value = 1;
        for (const Pair pair : pairs(e)) value *= factor_value(at(pair.first), pair.second.value());
        break;
      default: value = function_value<Real>(e.kind(), e.operands(), at);
    }
    results.push_back(value);
    return Expr::from_id(static_cast<std::uint32_t>(results.size() - 1));
  });
  std::vector<Real> out;
  out.reserve(list.size());
  for (const Expr e : list) out.push_back(at(e));
  return out;
}

}  // namespace

std::vector<double> evaluate(std::span<const Expr> list, const Values& values) {
  return evaluate_all<double>(list, values);
}
double evaluate(Expr e, const Values& values) { return evaluate_all<double>(std::span(&e, 1), values)[0]; }
std::vector<long double> evaluate_long(std::span<const Expr> list,
                                       const std::unordered_map<Expr, long double>& values) {
  return evaluate_all<long double>(list, values);
}

}  // namespace tangible
