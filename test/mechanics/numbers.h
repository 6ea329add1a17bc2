// SPDX-License-Identifier: Apache-2.0
// Numbers for the tests of mechanics: evaluation along a motion, and rotations computed without the library.
#pragma once

#include <array>
#include <cmath>
#include <random>
#include <unordered_map>
#include <vector>

#include "mechanics/mechanism.h"
#include "symbolic/evaluate.h"

namespace tangible::test {

using Real = long double;
using Numbers = std::unordered_map<Expr, Real>;
using Triple = std::array<Real, 3>;
using Table3 = std::array<Triple, 3>;

inline Real number(Expr e, const Numbers& values) { return evaluate_long(std::array{e}, values).front(); }
inline Triple numbers(const Components& c, const Numbers& values) {
  const auto list = evaluate_long(c, values);
  return {list[0], list[1], list[2]};
}
inline Triple numbers(const Vector& v, Frame in, const Numbers& values) { return numbers(components(v, in), values); }
inline Table3 numbers(const Matrix3& m, const Numbers& values) {
  return {numbers(m.row[0], values), numbers(m.row[1], values), numbers(m.row[2], values)};
}

// --- Plain linear algebra ---
inline Table3 times(const Table3& a, const Table3& b) {
  Table3 c{};
  for (std::size_t i = 0; i < 3; ++i)
    for (std::size_t j = 0; j < 3; ++j)
      for (std::size_t k = 0; k < 3; ++k) c[i][j] += a[i][k] * b[k][j];
  return c;
}
inline Table3 transposed(const Table3& a) {
  Table3 c{};
  for (std::size_t i = 0; i < 3; ++i)
    for (std::size_t j = 0; j < 3; ++j) c[i][j] = a[j][i];
  return c;
}
inline Triple times(const Table3& a, const Triple& b) {
  Triple c{};
  for (std::size_t i = 0; i < 3; ++i)
    for (std::size_t k = 0; k < 3; ++k) c[i] += a[i][k] * b[k];
  return c;
}
inline Triple crossed(const Triple& a, const Triple& b) {
  return {a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]};
}
inline Real dotted(const Triple& a, const Triple& b) { return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]; }
inline Real distance(const Triple& a, const Triple& b) {
  Real largest = 0;
  for (std::size_t i = 0; i < 3; ++i) largest = std::max(largest, std::abs(a[i] - b[i]));
  return largest;
}
inline Real distance(const Table3& a, const Table3& b) {
  return std::max({distance(a[0], b[0]), distance(a[1], b[1]), distance(a[2], b[2])});
}

// exp([axis x] angle) by its power series: a rotation matrix without sines and cosines.
inline Table3 turn(const Triple& axis, Real angle) {
  const Table3 skew{{{0, -axis[2], axis[1]}, {axis[2], 0, -axis[0]}, {-axis[1], axis[0], 0}}};
  Table3 result{{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}};
  Table3 power = result;
  for (int n = 1; n < 60; ++n) {
    power = times(power, skew);
    for (auto& row : power)
      for (Real& x : row) x *= angle / n;
    for (std::size_t i = 0; i < 3; ++i)
      for (std::size_t j = 0; j < 3; ++j) result[i][j] += power[i][j];
  }
  return result;
}

// --- A motion: q(h) = q + q' h + q'' h^2 / 2 near a random state ---
class Motion {
 public:
  Motion(const Mechanism& m, unsigned seed) : m_(m) {
    std::mt19937 random(seed);
    std::uniform_real_distribution<double> anywhere(-1.5, 1.5);
    for (const auto& p : m.parameters()) start_[p.symbol] = p.value;
    for (const auto& in : m.inputs()) start_[in.symbol] = anywhere(random);
    for (const auto& q : m.coordinates()) {
      start_[q.symbol] = anywhere(random);
      start_[q.rate] = anywhere(random);
      start_[second_rate(q)] = anywhere(random);
    }
    start_[m.time()] = 0.3L;
  }
  Numbers at(Real h) const {
    Numbers values = start_;
    for (const auto& q : m_.coordinates()) {
      const Real second = start_.at(second_rate(q));
      values[q.symbol] += h * start_.at(q.rate) + h * h / 2 * second;
      values[q.rate] += h * second;
    }
    values[m_.time()] += h;
    return values;
  }
  Numbers now() const { return start_; }
  void set(Expr symbol, Real value) { start_[symbol] = value; }

  static Expr second_rate(const Coordinate& q) { return symbol(q.name + "''"); }

 private:
  const Mechanism& m_;
  Numbers start_;
};

// Central difference: the error of order h^2 = 1e-12 and the rounding 1e-19/h = 1e-13 stay below 1e-10.
inline constexpr Real step = 1e-6L;
inline constexpr Real tolerance = 1e-9L;

template <typename F>
Triple rate_of(const F& f) {
  const Triple later = f(step);
  const Triple earlier = f(-step);
  Triple rate;
  for (std::size_t i = 0; i < 3; ++i) rate[i] = (later[i] - earlier[i]) / (2 * step);
  return rate;
}
inline Triple rate_in(const Vector& v, Frame in, const Motion& motion) {
  return rate_of([&](Real h) { return numbers(v, in, motion.at(h)); });
}
// w of B in A, in the components of A, from R' R^T.
inline Triple angular_velocity_of(Frame b, Frame a, const Motion& motion) {
  const Table3 later = numbers(rotation(a, b), motion.at(step));
  const Table3 earlier = numbers(rotation(a, b), motion.at(-step));
  Table3 rate{};
  for (std::size_t i = 0; i < 3; ++i)
    for (std::size_t j = 0; j < 3; ++j) rate[i][j] = (later[i][j] - earlier[i][j]) / (2 * step);
  const Table3 skew = times(rate, transposed(numbers(rotation(a, b), motion.now())));
  return {skew[2][1], skew[0][2], skew[1][0]};
}

}  // namespace tangible::test
