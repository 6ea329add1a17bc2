// SPDX-License-Identifier: Apache-2.0
// Orientation of one frame relative to another.
//
// Convention, here and everywhere: the matrix of "B in A" takes components in B to components in A. Its columns are the
// unit vectors of B written in A.
#pragma once

#include <optional>
#include <string_view>
#include <variant>

#include "mechanics/matrix.h"
#include "symbolic/evaluate.h"

namespace tangible {

// --- Orientations that an analyst can define ---

// The axes of the child are those of the parent.
struct Aligned {};

// A turn by `angle` about an axis that has the same constant components in parent and child. The axis need not have
// length one; it is normalised.
struct SimpleRotation {
  Components axis;
  Expr angle;
};
SimpleRotation about_x(Expr angle);
SimpleRotation about_y(Expr angle);
SimpleRotation about_z(Expr angle);

// Three turns in succession about unit vectors of the child (body) or of the parent (space), Kane, Likins & Levinson
// 1983, sec. 1.7. Axes are 1, 2, 3; neighbours differ: 6 three-axes and 6 two-axes sequences, each as body and as
// space.
struct RotationSequence {
  enum class Fixed { body, space };
  Fixed fixed = Fixed::body;
  std::array<int, 3> axes{1, 2, 3};
  std::array<Expr, 3> angles;
};
// parse_axes("313") or ("zxz") -> {3, 1, 3}; throws MechanicsError for what is none of the 12.
std::array<int, 3> parse_axes(std::string_view text);
RotationSequence body_sequence(std::string_view axes, Expr first, Expr second, Expr third);
RotationSequence space_sequence(std::string_view axes, Expr first, Expr second, Expr third);

// Scalar FIRST: e0 = cos(angle/2), (e1, e2, e3) = axis * sin(angle/2). The coordinates obey
// e0^2 + e1^2 + e2^2 + e3^2 = 1, which Mechanism records as a permanent configuration constraint.
struct EulerParameters {
  Expr e0, e1, e2, e3;
};

// A given matrix of the child in the parent; it must be orthogonal with determinant 1.
struct DirectionCosines {
  Matrix3 matrix;
};

using Orientation = std::variant<Aligned, SimpleRotation, RotationSequence, EulerParameters, DirectionCosines>;

// --- What it comes down to ---

// The matrix, and, where the whole is a single turn about one axis, that axis (length one) and angle.
struct Rotation {
  Matrix3 matrix = identity_matrix();
  std::optional<SimpleRotation> simple = SimpleRotation{{0, 0, 1}, 0};
};

// Normalises the axis; a turn about -z by q becomes one about z by -q.
SimpleRotation normalised(const SimpleRotation& turn);
Rotation make_rotation(const SimpleRotation& turn);
Rotation make_rotation(const EulerParameters& e);
Rotation transpose(const Rotation& a);

// What vanishes for a rotation matrix: the six distinct entries of R^T R - 1, and det R - 1.
std::vector<Expr> orthogonality_residuals(const Matrix3& r);
// R^T R - 1 and det R - 1 must vanish at several random points, at which the symbols in `constants` keep their values.
void check_orthogonal(const Matrix3& matrix, const Values& constants);

}  // namespace tangible
