// SPDX-License-Identifier: Apache-2.0
// Evaluation with fifty digits and a running bound on the rounding error.
#include "symbolic/high_precision.h"

#include <algorithm>
#include <boost/math/constants/constants.hpp>
#include <boost/multiprecision/cpp_bin_float.hpp>
#include <cmath>
#include <optional>
#include <string>
#include <vector>

#include "symbolic/memo.h"
#include "symbolic/residue.h"

namespace tangible {
namespace {

using Real =
    boost::multiprecision::number<boost::multiprecision::cpp_bin_float_50::backend_type, boost::multiprecision::et_off>;

constexpr double unit_roundoff = 1e-49;

struct Approximation {
  Real value;
  double error = 0;  // absolute
};

double size_of(const Real& value) { return std::fabs(value.convert_to<double>()); }

// One more rounding on top of the error that came in.
Approximation rounded(Real value, double error) {
  const double size = size_of(value);
  return {std::move(value), error + unit_roundoff * size};
}

Real to_real(const Rational& value) {
  if (value.is_small()) return Real(value.small_numerator()) / value.small_denominator();
  return Real(value.numerator().to_string()) / Real(value.denominator().to_string());
}

// Each function below returns nothing if the value is undefined or not determined by so many digits.
using Maybe = std::optional<Approximation>;

bool sign_is_known(const Approximation& x) { return x.error == 0 || size_of(x.value) > 2 * x.error; }

// base^exponent. Zero to a negative power, and roots of what may be negative, have no value.
Maybe power_of(const Approximation& base, const Rational& exponent) {
  if (!sign_is_known(base) || base.value == 0) {
    if (exponent.sign() < 0 || !exponent.is_integer()) return std::nullopt;
  }
  if (!exponent.is_integer() && base.value < 0) return std::nullopt;
  const double e = exponent.to_double();
  Real result;
  if (exponent.is_integer() && std::fabs(e) < 1e6)
    result = boost::multiprecision::pow(base.value, static_cast<int>(e));
  else if (base.value > 0)
    result = boost::multiprecision::pow(base.value, to_real(exponent));
  else
    return std::nullopt;
  const double larger = size_of(base.value) + base.error;
  const double slope = std::fabs(e) * std::pow(e < 0 ? size_of(base.value) - base.error : larger, e - 1);
  return rounded(std::move(result), base.error * slope + unit_roundoff * std::fabs(e) * size_of(result));
}

// The error of f(x) is that of x times |f'(x)|, taken in double precision, plus one rounding.
Maybe elementary(Kind kind, const Approximation& x) {
  using namespace boost::multiprecision;
  const double v = x.value.convert_to<double>();
  const double e = x.error;
  switch (kind) {
    case Kind::sin: return rounded(sin(x.value), e + unit_roundoff * std::fabs(v));
    case Kind::cos: return rounded(cos(x.value), e + unit_roundoff * std::fabs(v));
    case Kind::tan: {
      const double slope = 1 + std::tan(v) * std::tan(v);
      return rounded(tan(x.value), (e + unit_roundoff * std::fabs(v)) * slope);
    }
    case Kind::asin:
    case Kind::acos: {
      if (std::fabs(v) > 0.9999) return std::nullopt;  // the edge, where the slope is not bounded
      const double slope = 1 / std::sqrt(1 - v * v);
      return rounded(kind == Kind::asin ? asin(x.value) : acos(x.value), e * slope);
    }
    case Kind::atan: return rounded(atan(x.value), e);
    case Kind::exp: return v < 500 ? Maybe(rounded(exp(x.value), (e + unit_roundoff) * std::exp(v) * 2)) : std::nullopt;
    case Kind::log: return v > 2 * e ? Maybe(rounded(log(x.value), 2 * e / v + unit_roundoff)) : std::nullopt;
    case Kind::abs: return Approximation{abs(x.value), e};
    case Kind::sign: return sign_is_known(x) ? Maybe({Real(x.value.sign()), 0}) : std::nullopt;
    case Kind::logical_not: return Approximation{Real(x.value == 0 ? 1 : 0), 0};
    default: return std::nullopt;
  }
}

// Functions of two arguments. Comparisons of what is closer than its error have no value.
Maybe binary(Kind kind, const Approximation& a, const Approximation& b) {
  const Approximation difference{a.value - b.value, a.error + b.error};
  switch (kind) {
    case Kind::power: {
      if (a.value <= 0 || !sign_is_known(a)) return std::nullopt;
      const Approximation logarithm = *elementary(Kind::log, a);
      const double error = logarithm.error * size_of(b.value) + b.error * size_of(logarithm.value);
      return elementary(Kind::exp, rounded(logarithm.value * b.value, error));
    }
    case Kind::atan2: {
      const double radius = std::hypot(size_of(a.value), size_of(b.value));
      const bool on_cut = !sign_is_known(a) && (b.value <= 0 || !sign_is_known(b));
      if (on_cut || radius < 1e-20) return std::nullopt;
      return rounded(boost::multiprecision::atan2(a.value, b.value), difference.error / radius);
    }
    case Kind::min: return Approximation{a.value < b.value ? a.value : b.value, std::max(a.error, b.error)};
    case Kind::max: return Approximation{a.value < b.value ? b.value : a.value, std::max(a.error, b.error)};
    case Kind::less: return sign_is_known(difference) ? Maybe({Real(difference.value < 0 ? 1 : 0), 0}) : std::nullopt;
    case Kind::less_equal:
      return sign_is_known(difference) ? Maybe({Real(difference.value <= 0 ? 1 : 0), 0}) : std::nullopt;
    case Kind::logical_and: return Approximation{Real(a.value != 0 && b.value != 0 ? 1 : 0), 0};
    case Kind::logical_or: return Approximation{Real(a.value != 0 || b.value != 0 ? 1 : 0), 0};
    default: return std::nullopt;
  }
}

// The values of all nodes at one point.
class Evaluation {
 public:
  Evaluation(std::span<const Expr> nodes, std::uint64_t trial) : nodes_(nodes), trial_(trial) {
    values_.resize(nodes.size());
    for (std::size_t i = 0; i < nodes.size(); ++i) place_.set_number(nodes[i], static_cast<std::uint32_t>(i));
  }

  // The last node's value. A select may leave a branch undefined that it does not take.
  Maybe run() {
    for (std::size_t i = 0; i < nodes_.size(); ++i) values_[i] = compute(nodes_[i]);
    return values_.back();
  }

 private:
  const Maybe& at(Expr e) const { return values_[place_.number_at(e)]; }

  Maybe compute(Expr e) const {
    switch (e.kind()) {
      case Kind::number: return rounded(to_real(e.value()), 0);
      case Kind::pi: return rounded(boost::math::constants::pi<Real>(), 0);
      case Kind::symbol: return Approximation{symbol_value(e.name()), 0};
      case Kind::sum: return compute_sum(e);
      case Kind::product: return compute_product(e);
      case Kind::select: {
        const Maybe& condition = at(e.operands()[0]);
        return condition ? at(e.operands()[condition->value != 0 ? 1 : 2]) : std::nullopt;
      }
      default: break;
    }
    const auto operands = e.operands();
    for (const Expr operand : operands)
      if (!at(operand)) return std::nullopt;
    return operands.size() == 1 ? elementary(e.kind(), *at(operands[0]))
                                : binary(e.kind(), *at(operands[0]), *at(operands[1]));
  }

  // Sizes up to 1, 4, 1/2 and 6 take turns; in the first two of each four all symbols are positive.
  Real symbol_value(std::string_view name) const {
    const Residue random = scatter(trial_ + 1000, std::hash<std::string_view>{}(name));
    const Real fraction = Real(random) / Real(field_prime);
    const int shape = static_cast<int>(trial_ % 4);
    const Real largest = shape == 0 ? Real(1) : shape == 1 ? Real(4) : shape == 2 ? Real(1) / 2 : Real(6);
    const Real value = (fraction + Real(1) / 16) * largest;
    return shape >= 2 && random % 2 == 0 ? Real(-value) : value;
  }

  // Every term may be rounded three times: its coefficient, the product, and the addition.
  Maybe compute_sum(Expr e) const {
    Real total = 0;
    double error = 0;
    for (const Pair pair : pairs(e)) {
      const Maybe& term = at(pair.first);
      const Maybe& coefficient = at(pair.second);
      if (!term) return std::nullopt;
      const Real part = term->value * coefficient->value;
      error += term->error * size_of(coefficient->value) + 3 * unit_roundoff * size_of(part);
      total += part;
    }
    return Approximation{total, error};
  }

  // (a + da)(b + db) is wrong by at most |a| db + |b| da + da db.
  Maybe compute_product(Expr e) const {
    Approximation result{Real(1), 0};
    for (const Pair pair : pairs(e)) {
      if (!at(pair.first)) return std::nullopt;
      const Maybe factor = power_of(*at(pair.first), pair.second.value());
      if (!factor) return std::nullopt;
      const double error =
          result.error * (size_of(factor->value) + factor->error) + size_of(result.value) * factor->error;
      result = rounded(result.value * factor->value, error);
    }
    return result;
  }

  std::span<const Expr> nodes_;
  std::uint64_t trial_;
  Memo place_;
  std::vector<Maybe> values_;
};

}  // namespace

// A point counts as a zero only where the error is small: with a large error every point would.
NumericAnswer probe_zero(Expr e, int points) {
  NumericAnswer answer;
  const Expr roots[] = {e};
  const std::vector<Expr> nodes = nodes_below(roots);
  constexpr std::uint64_t trials_per_point = 16;
  const std::uint64_t trials = trials_per_point * static_cast<std::uint64_t>(points);
  for (std::uint64_t trial = 0; trial < trials && answer.zeros < points; ++trial) {
    const Maybe value = Evaluation(nodes, trial).run();
    if (!value || !std::isfinite(value->error)) continue;
    const double size = size_of(value->value);
    if (size > 4 * value->error && size > 1e-40) {
      answer.differs = true;
      return answer;
    }
    if (value->error < 1e-30) ++answer.zeros;
  }
  return answer;
}

}  // namespace tangible
