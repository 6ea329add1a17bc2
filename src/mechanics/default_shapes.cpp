// SPDX-License-Identifier: Apache-2.0
// Shapes from links, joints, points, particles, inertia and springs.
#include "mechanics/default_shapes.h"

#include <algorithm>
#include <cmath>

#include "symbolic/substitute.h"

namespace tangible {
namespace {

using Numbers = std::array<double, 3>;

double distance(const Numbers& a, const Numbers& b) { return std::hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]); }

// Own z along the given unit vector, own x somewhere across it.
Matrix3 turned_to(const Numbers& z) {
  std::size_t across = 0;  // the axis that is farthest from z
  for (std::size_t i = 1; i < 3; ++i)
    if (std::abs(z[i]) < std::abs(z[across])) across = i;
  Numbers x{-z[across] * z[0], -z[across] * z[1], -z[across] * z[2]};
  x[across] += 1;
  const double length = std::hypot(x[0], x[1], x[2]);
  for (double& c : x) c /= length;
  const Numbers y{z[1] * x[2] - z[2] * x[1], z[2] * x[0] - z[0] * x[2], z[0] * x[1] - z[1] * x[0]};
  Matrix3 out;
  for (std::size_t i = 0; i < 3; ++i) out.row[i] = {real(x[i]), real(y[i]), real(z[i])};
  return out;
}

class DefaultShapes {
 public:
  DefaultShapes(const Mechanism& mechanism, const Values& start) : mechanism_(mechanism), start_(start) {
    for (const Parameter& p : mechanism.parameters()) constants_[p.symbol] = p.value;
    PointTree& points = mechanism.points();
    Numbers low{}, high{};
    for (std::uint32_t i = 0; i < points.size(); ++i) {
      places_.push_back(place(points.at(i)));
      for (std::size_t k = 0; k < 3; ++k) {
        low[k] = std::min(low[k], places_[i][k]);
        high[k] = std::max(high[k], places_[i][k]);
      }
      reach_ = std::max(reach_, std::hypot(places_[i][0], places_[i][1], places_[i][2]));
    }
    extent_ = distance(low, high);
    if (!(std::isfinite(extent_) && extent_ > 0)) extent_ = 1;
    if (!std::isfinite(reach_)) reach_ = extent_;
  }

  std::vector<Shape> make() {
    for (const RigidBody& body : mechanism_.bodies()) add_body(body);
    for (const Link& link : mechanism_.links())
      if (mechanism_.bodies().find(link.name) == nullptr && !link.frame.is_root())
        add_rods(link.name, link.frame, link.origin);
    for (const Link& link : mechanism_.links()) add_joint(link);
    for (const Particle& particle : mechanism_.particles()) add_particle(particle);
    for (const Load& load : mechanism_.loads()) add_spring(load);
    add_floor();
    return std::move(shapes_);
  }

 private:
  Numbers place(Point p) const {
    const Components c = components(position(mechanism_.O(), p), mechanism_.N());
    return {evaluate(c[0], start_), evaluate(c[1], start_), evaluate(c[2], start_)};
  }

  bool is_constant(const Components& c) const {
    return std::ranges::all_of(symbols_in(c), [&](Expr s) { return constants_.contains(s); });
  }

  // The vector between the two is constant in the frame, as written in the tree.
  bool is_fixed(Point from, Point to, Frame in) const {
    for (const Vector::Part& part : position(from, to).parts())
      if (part.frame != in || !is_constant(part.c)) return false;
    return true;
  }

  Shape& add(std::string name, ShapeKind kind) {
    Shape shape;
    shape.name = std::move(name);
    shape.kind = kind;
    return shapes_.emplace_back(std::move(shape));
  }

  void add_rod(const std::string& name, Point from, Point to) {
    Shape& rod = add(name, ShapeKind::line);
    rod.through = {from, to};
    rod.sizes.radius = real(extent_ / 60);
    rod.color = "dark";
  }

  // From `middle` to every other point that is fixed in the frame; whether there is any.
  bool add_rods(const std::string& name, Frame frame, Point middle) {
    PointTree& points = mechanism_.points();
    std::vector<Numbers> ends = {places_[middle.index()]};
    for (std::uint32_t i = 0; i < points.size(); ++i) {
      const Numbers& end = places_[i];
      const auto is_there = [&](const Numbers& other) { return distance(other, end) < 1e-6 * extent_; };
      if (std::ranges::any_of(ends, is_there) || !is_fixed(middle, points.at(i), frame)) continue;
      add_rod(name + "." + std::to_string(ends.size()), middle, points.at(i));
      ends.push_back(end);
    }
    return ends.size() > 1;
  }

  void add_body(const RigidBody& body) {
    const Link* const link = mechanism_.links().find(body.name);
    if (add_rods(body.name, body.frame, link != nullptr ? link->origin : body.center)) return;
    const auto moment = [&](std::size_t i) -> double {
      const Expr e = components(body.central_inertia, body.frame)(i, i);
      const auto symbols = symbols_in(std::array{e, body.mass});
      const bool known = std::ranges::all_of(symbols, [&](Expr s) { return start_.contains(s); });
      return known ? evaluate(e, start_) / evaluate(body.mass, start_) : std::nan("");
    };
    add_block(body, {moment(0), moment(1), moment(2)});
  }

  // A box of the same moments of inertia per mass, a disc if only the moment about z is known, else a ball.
  void add_block(const RigidBody& body, const Numbers& moments) {
    Numbers edges{};
    for (std::size_t i = 0; i < 3; ++i)
      edges[i] = std::sqrt(6 * (moments[(i + 1) % 3] + moments[(i + 2) % 3] - moments[i]));
    const auto is_size = [](double v) { return std::isfinite(v) && v > 0; };
    const bool is_box = std::ranges::all_of(edges, is_size);
    const double disc = std::sqrt(2 * moments[2]);
    Shape& shape = add(body.name, is_box ? ShapeKind::box : is_size(disc) ? ShapeKind::cylinder : ShapeKind::sphere);
    shape.frame = body.frame;
    shape.point = body.center;
    if (is_box) shape.sizes.size = {real(edges[0]), real(edges[1]), real(edges[2])};
    shape.sizes.radius = is_box ? Expr(0) : real(is_size(disc) ? disc : extent_ / 12);
    if (shape.kind == ShapeKind::cylinder) shape.sizes.length = real(disc / 5);
  }

  // A pin along the axis of a joint that has one; a ball where a joint turns about several.
  void add_joint(const Link& link) {
    if (link.frame.is_root() || std::holds_alternative<Free>(link.joint) || std::holds_alternative<Weld>(link.joint) ||
        std::holds_alternative<Planar>(link.joint))
      return;
    const bool has_axis = !link.freedoms.empty() && link.freedoms[0].axis.parts().size() == 1 &&
                          is_constant(link.freedoms[0].axis.parts()[0].c) &&
                          !std::holds_alternative<Universal>(link.joint);
    Shape& pin = add(link.name + ".joint", has_axis ? ShapeKind::cylinder : ShapeKind::sphere);
    pin.point = link.joint_on_child;
    pin.frame = link.frame;
    pin.sizes.radius = real(extent_ / 40);
    pin.color = "white";
    if (!has_axis) return;
    const Vector::Part axis = link.freedoms[0].axis.parts()[0];
    pin.frame = axis.frame;
    pin.sizes.length = real(extent_ / 15);
    pin.turned =
        turned_to({evaluate(axis.c[0], constants_), evaluate(axis.c[1], constants_), evaluate(axis.c[2], constants_)});
  }

  // On a rod if it keeps its distance in a frame that turns.
  void add_particle(const Particle& particle) {
    Shape& ball = add(particle.name, ShapeKind::sphere);
    ball.frame = mechanism_.N();
    ball.point = particle.at;
    ball.sizes.radius = real(extent_ / 25);
    const Point parent = particle.at.parent();
    if (!parent) return;
    const auto parts = position(parent, particle.at).parts();
    if (parts.size() == 1 && !parts[0].frame.is_root() && is_constant(parts[0].c))
      add_rod(particle.name + ".rod", parent, particle.at);
  }

  void add_spring(const Load& load) {
    const auto* const between = std::get_if<PointSpring>(&load.kind);
    if (between == nullptr) return;
    Shape& coil = add(load.name + ".spring", ShapeKind::spring);
    coil.through = {between->from, between->to};
    coil.sizes.radius = real(extent_ / 30);
    coil.sizes.coils = 8;
    coil.color = "dark";
  }

  // Where there is gravity: below O by slightly more than the distance of the farthest point.
  void add_floor() {
    const bool falls = std::ranges::any_of(
        mechanism_.loads(), [](const Load& load) { return std::holds_alternative<UniformGravity>(load.kind); });
    if (!falls) return;
    const Numbers up = view_directions(mechanism_, start_).up;
    const double depth = -1.05 * reach_ - extent_ / 25;
    Shape& floor = add("floor.of.all", ShapeKind::plane);
    floor.frame = mechanism_.N();
    floor.point = mechanism_.O();
    floor.at = {real(depth * up[0]), real(depth * up[1]), real(depth * up[2])};
    floor.turned = turned_to(up);
    floor.sizes.size = {real(3 * extent_), real(3 * extent_), 0};
    floor.color = "ground";
  }

  const Mechanism& mechanism_;
  const Values& start_;
  Values constants_;
  std::vector<Numbers> places_;  // by point, in N
  double extent_ = 0;            // the diagonal of the smallest box round all points
  double reach_ = 0;             // from O to the farthest point
  std::vector<Shape> shapes_;
};

}  // namespace

std::vector<Shape> default_shapes(const Mechanism& mechanism, const Values& start) {
  return DefaultShapes(mechanism, start).make();
}

std::vector<Shape> shapes_to_draw(const Mechanism& mechanism, const Values& start) {
  if (mechanism.shapes().empty()) return default_shapes(mechanism, start);
  return {mechanism.shapes().begin(), mechanism.shapes().end()};
}

}  // namespace tangible
