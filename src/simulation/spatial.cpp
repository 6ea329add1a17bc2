// SPDX-License-Identifier: Apache-2.0
// Rotations between their representations.
#include "simulation/spatial.h"

#include <algorithm>

namespace tangible {

Quaternion normalized(Quaternion q) {
  const double length = std::sqrt(q.w * q.w + q.x * q.x + q.y * q.y + q.z * q.z);
  return {q.w / length, q.x / length, q.y / length, q.z / length};
}

Quaternion rotation_by(Vec3 v) {
  const double angle = norm(v);
  // sin(a/2)/a, by its series where the quotient would lose digits.
  const double share = angle < 1e-4 ? 0.5 - angle * angle / 48 : std::sin(angle / 2) / angle;
  return {std::cos(angle / 2), share * v.x, share * v.y, share * v.z};
}

Vec3 rotation_vector(Quaternion q) {
  if (q.w < 0 || (q.w == 0 && (q.x < 0 || (q.x == 0 && (q.y < 0 || (q.y == 0 && q.z < 0))))))
    q = {-q.w, -q.x, -q.y, -q.z};
  const double sine = std::hypot(q.x, q.y, q.z);
  // angle/sin(angle/2) tends to 2 at zero.
  const double scale = sine < 1e-8 ? 2 / q.w : 2 * std::atan2(sine, q.w) / sine;
  return {scale * q.x, scale * q.y, scale * q.z};
}

// Shepperd's method: the largest of the four squares is the one that is divided by.
Quaternion quaternion_of(std::span<const double, 9> m) {
  const double trace = m[0] + m[4] + m[8];
  const std::array<double, 4> squares{trace, m[0], m[4], m[8]};
  switch (std::ranges::max_element(squares) - squares.begin()) {
    case 0: return normalized({1 + trace, m[7] - m[5], m[2] - m[6], m[3] - m[1]});
    case 1: return normalized({m[7] - m[5], 1 + 2 * m[0] - trace, m[1] + m[3], m[2] + m[6]});
    case 2: return normalized({m[2] - m[6], m[1] + m[3], 1 + 2 * m[4] - trace, m[5] + m[7]});
    default: return normalized({m[3] - m[1], m[2] + m[6], m[5] + m[7], 1 + 2 * m[8] - trace});
  }
}

std::array<double, 9> matrix_of(Quaternion q) {
  const Vec3 x = rotate(q, {1, 0, 0}), y = rotate(q, {0, 1, 0}), z = rotate(q, {0, 0, 1});
  return {x.x, y.x, z.x, x.y, y.y, z.y, x.z, y.z, z.z};
}

}  // namespace tangible
