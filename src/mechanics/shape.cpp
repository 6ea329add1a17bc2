// SPDX-License-Identifier: Apache-2.0
// Shapes in numbers, the points they need, and their colours.
#include "mechanics/shape.h"

#include <algorithm>
#include <cmath>

#include "mechanics/overloaded.h"

namespace tangible {
namespace {

constexpr std::array<std::string_view, 12> kind_names = {"box",  "sphere", "ellipsoid", "cylinder", "cone",   "capsule",
                                                         "tube", "prism",  "plane",     "line",     "spring", "mesh"};

constexpr std::array<NamedColor, 11> named_colors = {{{"white", {255, 255, 255}},
                                                      {"light", {217, 222, 227}},
                                                      {"steel", {154, 164, 175}},
                                                      {"dark", {75, 86, 99}},
                                                      {"ink", {21, 24, 28}},
                                                      {"wood", {201, 164, 114}},
                                                      {"brass", {196, 160, 72}},
                                                      {"rubber", {58, 62, 68}},
                                                      {"felt", {139, 58, 62}},
                                                      {"ground", {232, 235, 238}},
                                                      {"accent", {63, 122, 138}}}};

constexpr std::size_t pose_numbers = 12;   // at, turned
constexpr std::size_t fixed_numbers = 20;  // and size, radius, inner, length, coils, unit

template <typename T>
void add_once(std::vector<T>& list, T item) {
  if (item && std::find(list.begin(), list.end(), item) == list.end()) list.push_back(item);
}

Matrix3 matrix_of(const RotationSequence& sequence) {
  Matrix3 out = identity_matrix();
  for (std::size_t i = 0; i < 3; ++i) {
    Components axis{0, 0, 0};
    axis[static_cast<std::size_t>(sequence.axes[i] - 1)] = 1;
    const Matrix3 turn = make_rotation(SimpleRotation{axis, sequence.angles[i]}).matrix;
    out = sequence.fixed == RotationSequence::Fixed::body ? out * turn : turn * out;
  }
  return out;
}

std::optional<unsigned char> hexadecimal_byte(std::string_view text) {
  int out = 0;
  for (const char c : text) {
    const std::size_t digit =
        std::string_view("0123456789abcdef").find(c >= 'A' && c <= 'F' ? static_cast<char>(c + 32) : c);
    if (digit == std::string_view::npos) return std::nullopt;
    out = 16 * out + static_cast<int>(digit);
  }
  return static_cast<unsigned char>(out);
}

}  // namespace

std::string_view to_string(ShapeKind kind) { return kind_names[static_cast<std::size_t>(kind)]; }

std::optional<ShapeKind> find_shape_kind(std::string_view name) {
  const auto* const found = std::find(kind_names.begin(), kind_names.end(), name);
  if (found == kind_names.end()) return std::nullopt;
  return static_cast<ShapeKind>(found - kind_names.begin());
}

bool runs_through_points(ShapeKind kind) { return kind == ShapeKind::line || kind == ShapeKind::spring; }

std::vector<Expr> shape_expressions(const Shape& shape) {
  const ShapeSizes<Expr>& s = shape.sizes;
  std::vector<Expr> out(shape.at.begin(), shape.at.end());
  for (const Components& row : shape.turned.row) out.insert(out.end(), row.begin(), row.end());
  out.insert(out.end(), s.size.begin(), s.size.end());
  out.insert(out.end(), {s.radius, s.inner, s.length, s.coils, s.unit});
  for (const auto& corner : s.outline) out.insert(out.end(), corner.begin(), corner.end());
  return out;
}

ShapeNumbers shape_numbers(const Shape& shape, std::span<const double> values) {
  ShapeNumbers out;
  std::copy_n(values.begin(), out.at.size(), out.at.begin());
  std::copy_n(values.begin() + 3, out.turned.size(), out.turned.begin());
  const auto sizes = values.subspan(pose_numbers);
  out.sizes.size = {sizes[0], sizes[1], sizes[2]};
  out.sizes.radius = sizes[3];
  out.sizes.inner = sizes[4];
  out.sizes.length = sizes[5];
  out.sizes.coils = sizes[6];
  out.sizes.unit = sizes[7];
  for (std::size_t i = 0; i < shape.sizes.outline.size(); ++i)
    out.sizes.outline.push_back({values[fixed_numbers + 2 * i], values[fixed_numbers + 2 * i + 1]});
  return out;
}

ShapeNumbers shape_numbers(const Shape& shape, const Values& parameters) {
  return shape_numbers(shape, evaluate(shape_expressions(shape), parameters));
}

bool can_be_drawn(const Shape& shape, const ShapeNumbers& numbers) {
  const ShapeSizes<double>& s = numbers.sizes;
  const auto finite = [](const auto& list) {
    return std::ranges::all_of(list, [](double v) { return std::isfinite(v); });
  };
  const auto positive = [](double v) { return std::isfinite(v) && v > 0; };
  if (!finite(numbers.at) || !finite(numbers.turned)) return false;
  switch (shape.kind) {
    case ShapeKind::box:
    case ShapeKind::ellipsoid: return std::ranges::all_of(s.size, positive);
    case ShapeKind::plane: return positive(s.size[0]) && positive(s.size[1]);
    case ShapeKind::sphere: return positive(s.radius);
    case ShapeKind::cylinder:
    case ShapeKind::capsule: return positive(s.radius) && positive(s.length);
    case ShapeKind::cone: return positive(s.radius) && positive(s.length) && std::isfinite(s.inner) && s.inner >= 0;
    case ShapeKind::tube: return positive(s.radius) && positive(s.length) && positive(s.inner) && s.inner < s.radius;
    case ShapeKind::prism: return positive(s.length) && std::ranges::all_of(s.outline, finite);
    case ShapeKind::line: return positive(s.radius) && std::isfinite(s.length) && s.length >= 0;
    case ShapeKind::spring: return positive(s.radius) && positive(s.coils);
    case ShapeKind::mesh: return positive(s.unit);
  }
  return false;
}

ShapePlaces places_of(std::span<const Shape> shapes) {
  ShapePlaces out;
  for (const Shape& shape : shapes) {
    add_once(out.frames, shape.frame);
    add_once(out.points, shape.point);
    for (const Point p : shape.through) add_once(out.points, p);
  }
  return out;
}

std::span<const NamedColor> shape_colors() { return named_colors; }

std::optional<std::array<unsigned char, 3>> rgb_of(std::string_view color) {
  for (const NamedColor& known : named_colors)
    if (known.name == color) return known.rgb;
  if (color.size() != 7 || color[0] != '#') return std::nullopt;
  const auto r = hexadecimal_byte(color.substr(1, 2));
  const auto g = hexadecimal_byte(color.substr(3, 2));
  const auto b = hexadecimal_byte(color.substr(5, 2));
  if (!r || !g || !b) return std::nullopt;
  return std::array<unsigned char, 3>{*r, *g, *b};
}

Matrix3 matrix_of(const Orientation& orientation) {
  return std::visit(Overloaded{[](const Aligned&) { return identity_matrix(); },
                               [](const SimpleRotation& turn) { return make_rotation(normalised(turn)).matrix; },
                               [](const RotationSequence& sequence) { return matrix_of(sequence); },
                               [](const EulerParameters& e) { return make_rotation(e).matrix; },
                               [](const DirectionCosines& given) { return given.matrix; }},
                    orientation);
}

Matrix3 axis_matrix(std::size_t axis, bool opposite) {
  Matrix3 out;
  const Expr sign = opposite ? -1 : 1;
  out((axis + 1) % 3, 0) = 1;
  out((axis + 2) % 3, 1) = sign;
  out(axis, 2) = sign;
  return out;
}

}  // namespace tangible
