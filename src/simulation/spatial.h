// SPDX-License-Identifier: Apache-2.0
// Vectors, rotations, poses, twists and wrenches as plain numbers, in the axes of the world frame N unless a name
// differs. Metres, radians, newtons, seconds.
#pragma once

#include <array>
#include <cmath>
#include <span>

namespace tangible {

struct Vec3 {
  double x = 0, y = 0, z = 0;

  friend constexpr bool operator==(Vec3, Vec3) = default;
  friend constexpr Vec3 operator+(Vec3 a, Vec3 b) { return {a.x + b.x, a.y + b.y, a.z + b.z}; }
  friend constexpr Vec3 operator-(Vec3 a, Vec3 b) { return {a.x - b.x, a.y - b.y, a.z - b.z}; }
  friend constexpr Vec3 operator-(Vec3 a) { return {-a.x, -a.y, -a.z}; }
  friend constexpr Vec3 operator*(double s, Vec3 a) { return {s * a.x, s * a.y, s * a.z}; }
  friend constexpr Vec3 operator*(Vec3 a, double s) { return s * a; }
  constexpr Vec3& operator+=(Vec3 b) { return *this = *this + b; }
  constexpr Vec3& operator-=(Vec3 b) { return *this = *this - b; }
};

constexpr double dot(Vec3 a, Vec3 b) { return a.x * b.x + a.y * b.y + a.z * b.z; }
constexpr Vec3 cross(Vec3 a, Vec3 b) { return {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x}; }
inline double norm(Vec3 a) { return std::hypot(a.x, a.y, a.z); }
inline bool is_finite(Vec3 a) { return std::isfinite(a.x) && std::isfinite(a.y) && std::isfinite(a.z); }

// Euler parameters of a rotation from body axes to axes of N: v_N = rotate(q, v_B). Of length one.
struct Quaternion {
  double w = 1, x = 0, y = 0, z = 0;

  friend constexpr bool operator==(Quaternion, Quaternion) = default;
  // First b, then a.
  friend constexpr Quaternion operator*(Quaternion a, Quaternion b) {
    return {a.w * b.w - a.x * b.x - a.y * b.y - a.z * b.z, a.w * b.x + a.x * b.w + a.y * b.z - a.z * b.y,
            a.w * b.y - a.x * b.z + a.y * b.w + a.z * b.x, a.w * b.z + a.x * b.y - a.y * b.x + a.z * b.w};
  }
};

constexpr Quaternion inverse(Quaternion q) { return {q.w, -q.x, -q.y, -q.z}; }
constexpr Vec3 rotate(Quaternion q, Vec3 v) {
  const Vec3 axis{q.x, q.y, q.z};
  const Vec3 twice = 2.0 * cross(axis, v);
  return v + q.w * twice + cross(axis, twice);
}
Quaternion normalized(Quaternion q);
// The rotation by |v| about v; exact to rounding for small v.
Quaternion rotation_by(Vec3 v);
// The vector v of length at most pi with rotation_by(v) = q: its direction is the axis, its length the angle. Regular
// at zero; at half a turn the axis is the one whose first nonzero component is positive.
Vec3 rotation_vector(Quaternion q);
// Of a rotation matrix, row by row: its columns are the body's axes in N.
Quaternion quaternion_of(std::span<const double, 9> matrix);
std::array<double, 9> matrix_of(Quaternion q);

struct Pose {
  Vec3 position;
  Quaternion orientation;
  friend constexpr bool operator==(const Pose&, const Pose&) = default;
};

// Velocity of a point and angular velocity of the frame it belongs to.
struct Twist {
  Vec3 linear;
  Vec3 angular;
  friend constexpr bool operator==(const Twist&, const Twist&) = default;
};

// A force applied at a point and a torque.
struct Wrench {
  Vec3 force;
  Vec3 torque;
  friend constexpr bool operator==(const Wrench&, const Wrench&) = default;
};

constexpr double power(const Wrench& w, const Twist& v) { return dot(w.force, v.linear) + dot(w.torque, v.angular); }
inline bool is_finite(const Wrench& w) { return is_finite(w.force) && is_finite(w.torque); }

}  // namespace tangible
