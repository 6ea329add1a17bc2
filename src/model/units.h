// SPDX-License-Identifier: Apache-2.0
// Physical dimensions and units: SI, the prefixes in common use, exact conversion.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <string_view>

#include "symbolic/expr.h"
#include "symbolic/rational.h"

namespace tangible {

// Exponents of the base units kg, m, s, A, K. The radian is 1. Exponents are rational: sqrt(k/m) passes through m^1/2.
class UnitDimension {
 public:
  UnitDimension() = default;
  static UnitDimension base(std::size_t index);

  bool is_none() const { return *this == UnitDimension{}; }
  UnitDimension power(const Rational& exponent) const;
  std::string to_string() const;        // "kg*m^2/s^2", "1"
  std::array<int, 5> integers() const;  // kg, m, s, A, K; fractions are rounded towards zero, huge ones cut
  // With the name of the quantity, and its usual unit, where it has one: "N (force)".
  std::string describe() const;

  friend UnitDimension operator*(const UnitDimension& a, const UnitDimension& b);
  friend UnitDimension operator/(const UnitDimension& a, const UnitDimension& b);
  friend bool operator==(const UnitDimension& a, const UnitDimension& b) = default;

 private:
  std::array<Rational, 5> exponents_;
};

// The dimensions that keys of the model file require, by name.
namespace dimension {
UnitDimension none();
UnitDimension mass();
UnitDimension length();
UnitDimension time();
UnitDimension rate();          // 1/s
UnitDimension velocity();      // m/s
UnitDimension acceleration();  // m/s^2
UnitDimension force();
UnitDimension torque();
UnitDimension inertia();  // kg*m^2
UnitDimension impulse();  // N*s
}  // namespace dimension

// One unit is factor * pi^pi_power in SI: deg is (1/180) pi.
struct Unit {
  UnitDimension dimension;
  Rational factor = 1;
  int pi_power = 0;

  Expr in_si() const;  // one such unit as an exact expression
  friend Unit operator*(const Unit& a, const Unit& b);
  friend Unit operator/(const Unit& a, const Unit& b);
};

// kg, g, m, cm, s, ms, N, kN, J, W, Hz, Pa, deg, rad, rpm, ...; nothing if the word is no unit.
std::optional<Unit> find_unit(std::string_view name);
// Product of units with integer powers: "kg*m^2", "m/s^2", "N*m/rad", "kg/(m*s)", "1/s", "1". Throws UnitError.
struct UnitError {
  std::string message;
  std::size_t at = 0;  // byte in the text
};
Unit parse_unit(std::string_view text);
Unit power(const Unit& unit, std::int64_t exponent);

}  // namespace tangible
