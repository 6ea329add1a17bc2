// SPDX-License-Identifier: Apache-2.0
// The arithmetic of measures.
#include "model/measure.h"

namespace tangible {

Measure Measure::unknown() {
  Measure m;
  m.state_ = State::unknown;
  return m;
}

std::string Measure::describe() const {
  if (state_ == State::known) return dimension_.describe();
  return state_ == State::number ? "a number" : "of unknown dimension";
}

Measure Measure::power(const Rational& exponent) const {
  return is_known() ? Measure(dimension_.power(exponent)) : *this;
}

Measure operator*(const Measure& a, const Measure& b) {
  using State = Measure::State;
  if (a.state_ == State::unknown || b.state_ == State::unknown) return Measure::unknown();
  if (a.is_number()) return b;
  if (b.is_number()) return a;
  return a.dimension_ * b.dimension_;
}

Measure operator/(const Measure& a, const Measure& b) { return a * b.power(-1); }

std::optional<Measure> join(const Measure& a, const Measure& b) {
  if (a.is_known() && b.is_known()) {
    if (a.dimension_ != b.dimension_) return std::nullopt;
    return a;
  }
  if (a.is_known() || b.is_number()) return a;
  return b;
}

}  // namespace tangible
