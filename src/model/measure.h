// SPDX-License-Identifier: Apache-2.0
// Measure: the known part of the dimension of a value while an expression is checked.
//
// Three cases, because bare numbers are SI of the required dimension:
//  - known: a dimension, as of `3 cm`, of a coordinate, of a vector of the geometry;
//  - number: a literal without a unit. A pure factor in products; in sums it takes the dimension of the other terms;
// - unknown: a parameter whose value was written without a unit. It fits everywhere, and products with it are
//    unknown too.
#pragma once

#include <optional>
#include <string>

#include "model/units.h"

namespace tangible {

class Measure {
 public:
  Measure() = default;                                                                          // a number
  Measure(UnitDimension dimension) : state_(State::known), dimension_(std::move(dimension)) {}  // NOLINT: it is one
  static Measure unknown();

  bool is_known() const { return state_ == State::known; }
  bool is_number() const { return state_ == State::number; }
  const UnitDimension& dimension() const { return dimension_; }  // when known
  bool fits(const UnitDimension& wanted) const { return !is_known() || dimension_ == wanted; }
  std::string describe() const;

  Measure power(const Rational& exponent) const;
  friend Measure operator*(const Measure& a, const Measure& b);
  friend Measure operator/(const Measure& a, const Measure& b);
  // Of a sum, a comparison, a min or max; nothing if the two cannot be combined.
  friend std::optional<Measure> join(const Measure& a, const Measure& b);

 private:
  enum class State { known, number, unknown };
  State state_ = State::number;
  UnitDimension dimension_;
};

}  // namespace tangible
