// SPDX-License-Identifier: Apache-2.0
// Shapes: how a mechanism is drawn. They have no mass and no part in the equations.
//
// A solid is fixed in a frame at a point: its pose is the orientation of the frame and the position of the point, and
// then `at` and `turned`, which are constant there. A line or a spring runs through points, of whatever frames. Sizes
// are expressions in parameters, so that they change with them.
#pragma once

#include <array>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "mechanics/error.h"
#include "mechanics/point.h"

namespace tangible {

// Solids of revolution have their axis along their own z, through the middle of their length at the origin.
enum class ShapeKind {
  box,        // size: edges along its own x, y, z
  sphere,     // radius
  ellipsoid,  // size: semi-axes along its own x, y, z
  cylinder,   // radius, length
  cone,       // radius at -z, inner: radius at +z (zero: a tip), length
  capsule,    // radius, length between the centres of its two halves of a sphere
  tube,       // radius, inner radius, length
  prism,      // outline in its own x and y, length along z
  plane,      // size: edges along its own x and y; its normal is z
  line,       // a round rod through points, radius; of two points: length from the first on, if not zero
  spring,     // a coil between two points, radius, coils
  mesh,       // a file, unit: the length of one unit of it
};
std::string_view to_string(ShapeKind kind);
std::optional<ShapeKind> find_shape_kind(std::string_view name);
bool runs_through_points(ShapeKind kind);  // line and spring

// Members that are not mentioned at the kind above are zero.
template <typename Number>
struct ShapeSizes {
  std::array<Number, 3> size{};
  Number radius{};
  Number inner{};
  Number length{};
  Number coils{};
  Number unit{};
  std::vector<std::array<Number, 2>> outline = {};  // at least three corners, in order round it
};

struct Shape {
  std::string name;
  ShapeKind kind = ShapeKind::box;
  // Of a solid:
  Frame frame = {};
  Point point = {};
  Components at = {};                  // from the point to its own origin, in the frame
  Matrix3 turned = identity_matrix();  // takes components in its own axes to components in the frame
  // Of a line or spring:
  std::vector<Point> through = {};
  ShapeSizes<Expr> sizes = {};
  std::string mesh = {};        // a path below the folder of the model file
  std::string color = "light";  // a name of shape_colors() or #rrggbb
  double opacity = 1;           // 0 to 1
  SourceLocation where = {};
};

// --- Numbers, for given values of the parameters ---

struct ShapeNumbers {
  std::array<double, 3> at{};
  std::array<double, 9> turned{};  // by rows
  ShapeSizes<double> sizes;
};
// All expressions of a shape in one fixed order, to be lowered into a program, and what their values mean.
std::vector<Expr> shape_expressions(const Shape& shape);
ShapeNumbers shape_numbers(const Shape& shape, std::span<const double> values_of_expressions);
ShapeNumbers shape_numbers(const Shape& shape, const Values& parameters);
// All numbers are finite and the sizes of its kind positive; another shape cannot be drawn.
bool can_be_drawn(const Shape& shape, const ShapeNumbers& numbers);

// --- Poses: what has to be known of the motion ---

struct ShapePlaces {  // each once, in the order in which the shapes mention them
  std::vector<Frame> frames;
  std::vector<Point> points;
};
ShapePlaces places_of(std::span<const Shape> shapes);

// --- The view ---

// The initial view of a display: which way is up, and from where. A zero vector: not given.
struct View {
  Vector up = {};
  Vector from = {};  // from the mechanism to the eye
};

// --- Colours ---

struct NamedColor {
  std::string_view name;
  std::array<unsigned char, 3> rgb;  // on light paper; a display with a dark theme has its own
};
std::span<const NamedColor> shape_colors();
std::optional<std::array<unsigned char, 3>> rgb_of(std::string_view color);  // nothing: neither a name nor #rrggbb

// The product of the turns of any orientation.
Matrix3 matrix_of(const Orientation& orientation);
// Takes the own z axis to x, y or z (0, 1, 2) and keeps the cyclic order of the axes: for x own x becomes y. With
// `opposite` it points the other way, turned about the own x axis.
Matrix3 axis_matrix(std::size_t axis, bool opposite);

}  // namespace tangible
