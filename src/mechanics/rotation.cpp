// SPDX-License-Identifier: Apache-2.0
// Rotation matrices from the definition of an orientation.
#include "mechanics/rotation.h"

#include <cmath>
#include <random>
#include <string>
#include <vector>

#include "mechanics/error.h"
#include "symbolic/substitute.h"

namespace tangible {
namespace {

// Rodrigues: R = n n^T + cos(angle) (1 - n n^T) + sin(angle) [n x], for n of length one.
Matrix3 rodrigues(const Components& n, Expr angle) {
  const Expr c = cos(angle);
  const Expr s = sin(angle);
  Matrix3 r;
  for (std::size_t i = 0; i < 3; ++i) {
    const std::size_t j = (i + 1) % 3;
    const std::size_t k = (i + 2) % 3;
    const Expr square = n[i] * n[i];
    r(i, i) = square + c * (1 - square);
    r(i, j) = n[i] * n[j] * (1 - c) - s * n[k];
    r(j, i) = n[i] * n[j] * (1 - c) + s * n[k];
  }
  return r;
}

// The number of a coordinate axis (1, 0, 0), (0, 1, 0) or (0, 0, 1) with its sign, or 3 for any other direction.
std::size_t coordinate_axis(const Components& n, int& sign) {
  for (std::size_t i = 0; i < 3; ++i) {
    const bool others_vanish = n[(i + 1) % 3].is_zero() && n[(i + 2) % 3].is_zero();
    if (!others_vanish || !n[i].is(Kind::number) || n[i].is_zero()) continue;
    sign = n[i].value().sign();
    return i;
  }
  return 3;
}

}  // namespace

SimpleRotation about_x(Expr angle) { return {{1, 0, 0}, angle}; }
SimpleRotation about_y(Expr angle) { return {{0, 1, 0}, angle}; }
SimpleRotation about_z(Expr angle) { return {{0, 0, 1}, angle}; }

std::array<int, 3> parse_axes(std::string_view text) {
  std::array<int, 3> axes{};
  bool valid = text.size() == 3;
  for (std::size_t i = 0; valid && i < 3; ++i) {
    const char c = text[i];
    axes[i] = c >= '1' && c <= '3'   ? c - '0'
              : c >= 'x' && c <= 'z' ? c - 'x' + 1
              : c >= 'X' && c <= 'Z' ? c - 'X' + 1
                                     : 0;
    valid = axes[i] != 0 && (i == 0 || axes[i] != axes[i - 1]);
  }
  if (!valid)
    throw MechanicsError(
        "'" + std::string(text) +
        "' is not a rotation sequence: write three axes such as 123, 313 or zxz, neighbours different");
  return axes;
}

RotationSequence body_sequence(std::string_view axes, Expr first, Expr second, Expr third) {
  return {RotationSequence::Fixed::body, parse_axes(axes), {first, second, third}};
}
RotationSequence space_sequence(std::string_view axes, Expr first, Expr second, Expr third) {
  return {RotationSequence::Fixed::space, parse_axes(axes), {first, second, third}};
}

SimpleRotation normalised(const SimpleRotation& turn) {
  if (is_zero(turn.axis)) throw MechanicsError("the axis of a rotation has length zero");
  int sign = 1;
  if (const std::size_t i = coordinate_axis(turn.axis, sign); i < 3) {
    SimpleRotation unit{{0, 0, 0}, sign < 0 ? -turn.angle : turn.angle};
    unit.axis[i] = 1;
    return unit;
  }
  const Expr square = dot(turn.axis, turn.axis);
  if (square.is_one()) return turn;
  const Expr length = sqrt(square);
  return {{turn.axis[0] / length, turn.axis[1] / length, turn.axis[2] / length}, turn.angle};
}

Rotation make_rotation(const SimpleRotation& turn) {
  int sign = 1;
  const std::size_t i = coordinate_axis(turn.axis, sign);
  if (i == 3) return {rodrigues(turn.axis, turn.angle), turn};
  // Only the 2x2 block of the plane of rotation holds trigonometry.
  Rotation r{identity_matrix(), turn};
  const std::size_t j = (i + 1) % 3;
  const std::size_t k = (i + 2) % 3;
  r.matrix(j, j) = r.matrix(k, k) = cos(turn.angle);
  r.matrix(k, j) = sin(turn.angle);
  r.matrix(j, k) = -sin(turn.angle);
  return r;
}

// Kane, Likins & Levinson 1983, (1.3.6)-(1.3.14), with the scalar called e0 and e.e = 1 used on the diagonal.
Rotation make_rotation(const EulerParameters& e) {
  const Components v{e.e1, e.e2, e.e3};
  Matrix3 r;
  for (std::size_t i = 0; i < 3; ++i) {
    const std::size_t j = (i + 1) % 3;
    const std::size_t k = (i + 2) % 3;
    r(i, i) = 1 - 2 * (v[j] * v[j] + v[k] * v[k]);
    r(i, j) = 2 * (v[i] * v[j] - v[k] * e.e0);
    r(j, i) = 2 * (v[i] * v[j] + v[k] * e.e0);
  }
  return {r, std::nullopt};
}

Rotation transpose(const Rotation& a) {
  Rotation t{transpose(a.matrix), a.simple};
  if (t.simple) t.simple->angle = -t.simple->angle;
  return t;
}

std::vector<Expr> orthogonality_residuals(const Matrix3& r) {
  const Matrix3 product = transpose(r) * r;
  std::vector<Expr> residuals;
  for (std::size_t i = 0; i < 3; ++i)
    for (std::size_t j = i; j < 3; ++j) residuals.push_back(product(i, j) - (i == j ? 1 : 0));
  residuals.push_back(dot(r.row[0], cross(r.row[1], r.row[2])) - 1);
  return residuals;
}

void check_orthogonal(const Matrix3& matrix, const Values& constants) {
  const std::vector<Expr> residuals = orthogonality_residuals(matrix);
  std::mt19937 random(1);
  std::uniform_real_distribution<double> anywhere(-1.0, 1.0);
  // Entries are at most 1 in size, so rounding leaves some 1e-15; matrices typed with nine digits are accepted too.
  constexpr double tolerance = 1e-8;
  for (int trial = 0; trial < 3; ++trial) {
    Values values = constants;
    for (const Expr s : symbols_in(residuals)) values.try_emplace(s, anywhere(random));
    for (const double residual : evaluate(residuals, values))
      if (!(std::abs(residual) < tolerance))
        throw MechanicsError(
            "the given direction cosine matrix is not a rotation: its columns must be orthogonal unit "
            "vectors and its determinant 1");
  }
}

}  // namespace tangible
