// SPDX-License-Identifier: Apache-2.0
// The sizes of shapes: constant expressions in parameters, with the units and signs that can be drawn.
#include <cmath>

#include "model/builder.h"
#include "symbolic/substitute.h"

namespace tangible {
namespace {

constexpr double max_coils = 1000;

// Twice the area within a closed line of straight pieces, positive if it runs against the clock.
double twice_area(const std::vector<std::array<double, 2>>& corners) {
  double out = 0;
  for (std::size_t i = 0; i < corners.size(); ++i) {
    const auto& a = corners[i];
    const auto& b = corners[(i + 1) % corners.size()];
    out += a[0] * b[1] - a[1] * b[0];
  }
  return out;
}

bool has_radius_first(ShapeKind kind) {
  return kind == ShapeKind::sphere || kind == ShapeKind::cylinder || kind == ShapeKind::cone ||
         kind == ShapeKind::capsule || kind == ShapeKind::tube;
}

}  // namespace

bool Builder::read_sizes(Fields& fields, Shape& shape) {
  if (!fields.is_map()) return false;
  const ShapeKind kind = shape.kind;
  ShapeSizes<Expr>& sizes = shape.sizes;
  const Node& first = *fields.find(to_string(kind));
  bool ok = true;
  const auto read = [&](const Node* node, const std::string& what, Range range, Expr& value) {
    const auto found = node == nullptr ? std::nullopt : shape_number(*node, dimension::length(), what, range);
    if (found) value = *found;
    ok = ok && found;
  };
  if (has_radius_first(kind)) read(&first, "a radius", Range::positive, sizes.radius);
  if (kind == ShapeKind::box || kind == ShapeKind::ellipsoid) ok = read_edges(first, 3, shape);
  if (kind == ShapeKind::plane) ok = read_edges(first, 2, shape);
  if (kind == ShapeKind::prism) ok = read_outline(first, shape);
  if (kind == ShapeKind::mesh) ok = read_mesh(first, shape);
  if (runs_through_points(kind))
    read(fields.require("radius", "radius: 1 cm"), "`radius`", Range::positive, sizes.radius);
  const bool is_long = kind == ShapeKind::cylinder || kind == ShapeKind::cone || kind == ShapeKind::capsule ||
                       kind == ShapeKind::tube || kind == ShapeKind::prism;
  if (is_long)
    read(fields.require("length", "along its axis: length: 2 cm"), "`length`", Range::positive, sizes.length);
  if (kind == ShapeKind::tube) read(fields.require("inner", "inner: 1 cm"), "`inner`", Range::positive, sizes.inner);
  if (const Node* top = fields.find("top"); top && kind == ShapeKind::cone)
    read(top, "`top`", Range::not_negative, sizes.inner);
  if (kind == ShapeKind::mesh) sizes.unit = 1;
  if (const Node* unit = fields.find("unit"); unit && kind == ShapeKind::mesh)
    read(unit, "`unit`", Range::positive, sizes.unit);
  return read_line_sizes(fields, shape) && ok && check_tube(fields, shape);
}

// `length` ends a line of two points; `coils` belong to a spring.
bool Builder::read_line_sizes(Fields& fields, Shape& shape) {
  if (shape.kind == ShapeKind::line)
    if (const Node* node = fields.find("length")) {
      if (shape.through.size() > 2) {
        diagnostics_.error(node->place, "a line of more than two points has no `length`", "it ends at its last point");
        return false;
      }
      const auto length = shape_number(*node, dimension::length(), "`length`", Range::positive);
      if (length) shape.sizes.length = *length;
      return length.has_value();
    }
  if (shape.kind != ShapeKind::spring) return true;
  const Node* node = fields.require("coils", "the number of its turns: coils: 8");
  if (node == nullptr) return false;
  const auto coils = shape_number(*node, dimension::none(), "`coils`", Range::positive);
  if (!coils) return false;
  if (number_of(*coils).value_or(0) > max_coils) {
    diagnostics_.error(place_of_value(*node), "a spring has at most 1000 coils");
    return false;
  }
  shape.sizes.coils = *coils;
  return true;
}

bool Builder::check_tube(const Fields& fields, const Shape& shape) {
  if (shape.kind != ShapeKind::tube) return true;
  const Node* inner = fields.find("inner");
  const auto inside = number_of(shape.sizes.inner);
  const auto outside = number_of(shape.sizes.radius);
  if (inner == nullptr || !inside || !outside || *inside < *outside) return true;
  diagnostics_.error(place_of_value(*inner), "the inner radius of a tube must be smaller than its outer one",
                     "a cylinder has none: {cylinder: r, length: l}");
  return false;
}

bool Builder::read_edges(const Node& node, std::size_t count, Shape& shape) {
  if (!node.is_sequence() || node.items.size() != count) {
    diagnostics_.error(
        node.place, "a " + std::string(to_string(shape.kind)) + " has a list of " + std::to_string(count) + " lengths",
        count == 2 ? "plane: [2 m, 1 m]" : std::string(to_string(shape.kind)) + ": [30 cm, 20 cm, 10 cm]");
    return false;
  }
  bool ok = true;
  for (std::size_t i = 0; i < count; ++i) {
    const auto edge = shape_number(node.items[i], dimension::length(), "a length", Range::positive);
    if (edge) shape.sizes.size[i] = *edge;
    ok = ok && edge;
  }
  return ok;
}

bool Builder::read_outline(const Node& node, Shape& shape) {
  bool ok = node.is_sequence() && node.items.size() >= 3;
  if (!ok)
    diagnostics_.error(node.place, "the outline of a prism has three corners at least",
                       "prism: [[0, 0], [1 m, 0], [0, 1 m]]");
  std::vector<std::array<double, 2>> corners;
  for (const Node& item : node.items) {
    if (!item.is_sequence() || item.items.size() != 2) {
      diagnostics_.error(item.place, "a corner is a list of two lengths", "for example [10 cm, 0]");
      ok = false;
      continue;
    }
    const auto x = shape_number(item.items[0], dimension::length(), "a corner", Range::any);
    const auto h = shape_number(item.items[1], dimension::length(), "a corner", Range::any);
    ok = ok && x && h;
    if (!x || !h) continue;
    shape.sizes.outline.push_back({*x, *h});
    corners.push_back({number_of(*x).value_or(0), number_of(*h).value_or(0)});
  }
  if (ok && twice_area(corners) == 0) {
    diagnostics_.error(node.place, "the outline of a prism encloses no area", "its corners follow each other round it");
    return false;
  }
  return ok;
}

// A number in parameters alone, finite and of the right sign for their values in the file.
std::optional<Expr> Builder::shape_number(const Node& node, const UnitDimension& wanted, const std::string& what,
                                          Range range) {
  const auto value = scalar(node, wanted, what);
  if (!value || !check_constant(node, std::array{*value}, what)) return std::nullopt;
  const double number = number_of(*value).value_or(0);
  if (range == Range::any || number > 0 || (number == 0 && range == Range::not_negative)) return value;
  diagnostics_.error(place_of_value(node),
                     what + (range == Range::positive ? " must be positive" : " cannot be negative"),
                     "check it with the values of the parameters");
  return std::nullopt;
}

bool Builder::check_constant(const Node& node, std::span<const Expr> list, const std::string& what) {
  const Place place = node.is_scalar() ? place_of_value(node) : node.place;
  for (const Expr s : symbols_in(list))
    if (!parameter_values_.contains(s)) {
      diagnostics_.error(place, what + " may use parameters only, not '" + std::string(s.name()) + "'",
                         "only bodies, frames and points move");
      return false;
    }
  for (const Expr e : list)
    if (!std::isfinite(number_of(e).value_or(0))) {
      diagnostics_.error(place, what + " is not a finite number");
      return false;
    }
  return true;
}

}  // namespace tangible
