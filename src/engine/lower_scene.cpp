// SPDX-License-Identifier: Apache-2.0
// Poses, shapes and arrows as data and as a program with the inputs of the motion program.
#include "engine/lower_scene.h"

#include <fmt/core.h>

#include <algorithm>

#include "engine/lower_watch.h"
#include "engine/scene_arrows.h"
#include "engine/symbol_places.h"
#include "mechanics/default_shapes.h"

namespace tangible {
namespace {

using FrameKind = ModelDescription::SceneFrame::Kind;

class SceneLowering {
 public:
  SceneLowering(const Mechanism& m, const Equations& equations, const ValueLayout& values)
      : m_(m), equations_(equations), values_(values) {}

  Scene lower() {
    for (const RigidBody& body : m_.bodies()) add_pose(body.name, FrameKind::body, body.center, body.frame);
    for (const Particle& particle : m_.particles()) add_pose(particle.name, FrameKind::particle, particle.at, {});
    for (const Handle& handle : m_.handles()) {
      const std::size_t frame = add_pose(handle.name, FrameKind::handle, handle.at, handle.frame);
      scene_.handles.push_back({handle.name, frame, handle.directions.size(), handle.turns, handle.where.line});
    }
    const Values start = given_start(m_);
    for (const Shape& shape : shapes_to_draw(m_, start)) add_shape(shape, start);
    const std::vector<SceneArrow> arrows = scene_arrows(m_, equations_, values_);
    for (const SceneArrow& arrow : arrows) {
      scene_.arrows.push_back(arrow.description);
      scene_.arrows.back().point = pose_of(FrameKind::point, arrow.at, {});
      for (const std::string& symbol : arrow.symbols)
        scene_.arrows_of_symbols[symbol].push_back(scene_.arrows.size() - 1);
    }
    for (const Contact& contact : m_.contacts())
      scene_.contact_points.push_back(contact.on ? pose_of(FrameKind::point, contact.on, {}) : absent);
    add_points_of_table();
    find_plane_of_motion();
    scene_.places_of_symbols = symbol_places(m_, equations_, {scene_.frames, list_.values(), scene_.arrows});
    for (const SceneArrow& arrow : arrows)
      for (const Components& direction : arrow.directions) add_vector("arrow", direction);
    for (const RigidBody& body : m_.bodies()) scene_.mass += evaluate(body.mass, start);
    for (const Particle& particle : m_.particles()) scene_.mass += evaluate(particle.mass, start);
    scene_.gravity = gravity_at(start);
    const ViewDirections view = view_directions(m_, start);
    scene_.up = {view.up[0], view.up[1], view.up[2]};
    scene_.seen_from = {view.from[0], view.from[1], view.from[2]};
    scene_.code = compile(lower_to_program(list_.list(), simulation_inputs(m_, equations_, Stage::configuration)));
    return std::move(scene_);
  }

 private:
  void add_vector(const char* name, const Components& c) { list_.add(name, std::vector<Expr>{c[0], c[1], c[2]}); }

  std::size_t add_pose(const std::string& name, FrameKind kind, Point at, Frame frame) {
    const Frame N = m_.N();
    add_vector("position", components(m_.p(m_.O(), at), N));
    const Matrix3 turn = rotation(N, frame ? frame : N);
    std::vector<Expr> entries;
    for (std::size_t i = 0; i < 9; ++i) entries.push_back(turn(i / 3, i % 3));
    list_.add("rotation", entries);
    places_.push_back({at, frame ? frame : N});
    scene_.frames.push_back({name, kind, static_cast<bool>(frame), frame ? frame.name() : N.name(), at.name()});
    return scene_.frames.size() - 1;
  }

  // The pose that is there already, or a new one.
  std::size_t pose_of(FrameKind kind, Point at, Frame frame) {
    const Place place{at, frame ? frame : m_.N()};
    for (std::size_t i = 0; i < places_.size(); ++i)
      if (places_[i] == place && (scene_.frames[i].kind == FrameKind::point) == (kind == FrameKind::point)) return i;
    return add_pose(frame ? frame.name() + " at " + at.name() : at.name(), kind, at, frame);
  }

  // Points whose partial velocities are listed and which nothing else needs.
  void add_points_of_table() {
    for (const PartialVelocityEntry& entry : equations_.partial_velocities) {
      const auto is_there = [&](const auto& frame) { return frame.point == entry.name; };
      if (entry.is_angular || std::ranges::any_of(scene_.frames, is_there)) continue;
      for (std::uint32_t i = 0; i < m_.points().size(); ++i)
        if (m_.points().at(i).name() == entry.name) (void)pose_of(FrameKind::point, m_.points().at(i), {});
    }
  }

  Vec3 gravity_at(const Values& start) const {
    Vec3 sum;
    for (const Load& load : m_.loads()) {
      const auto* uniform = std::get_if<UniformGravity>(&load.kind);
      if (uniform == nullptr || !uniform->on.empty()) continue;
      const Components c = components(uniform->acceleration, m_.N());
      const std::vector<double> g = evaluate(c, start);
      sum += {g[0], g[1], g[2]};
    }
    return sum;
  }

  std::string body_with(Frame frame, Point point) const {
    for (const Particle& particle : m_.particles())
      if (particle.at == point) return particle.name;
    for (const RigidBody& body : m_.bodies())
      if (body.frame == frame) return body.name;
    return "";
  }

  void add_shape(const Shape& shape, const Values& start) {
    const ShapeNumbers numbers = shape_numbers(shape, start);
    if (!can_be_drawn(shape, numbers)) return;
    SceneShape out;
    out.name = shape.name;
    out.kind = to_string(shape.kind);
    if (runs_through_points(shape.kind)) {
      for (const Point p : shape.through) out.points.push_back(pose_of(FrameKind::point, p, {}));
    } else {
      out.frame = pose_of(FrameKind::shape, shape.point, shape.frame);
      out.body = body_with(shape.frame, shape.point);
    }
    out.at = {numbers.at[0], numbers.at[1], numbers.at[2]};
    out.turned = quaternion_of(numbers.turned);
    out.size = numbers.sizes.size;
    out.radius = numbers.sizes.radius;
    out.inner = numbers.sizes.inner;
    out.length = numbers.sizes.length;
    out.coils = numbers.sizes.coils;
    out.unit = numbers.sizes.unit;
    out.outline = numbers.sizes.outline;
    out.mesh = shape.mesh;
    out.color = shape.color;
    if (const auto rgb = rgb_of(shape.color))
      out.rgb = fmt::format("#{:02x}{:02x}{:02x}", (*rgb)[0], (*rgb)[1], (*rgb)[2]);
    out.opacity = shape.opacity;
    out.line = shape.where.line;
    scene_.shapes.push_back(std::move(out));
  }

  // Along an axis of N nothing moves if all positions there are of parameters alone and all frames turn about it.
  void find_plane_of_motion() {
    const std::vector<Expr> outputs = list_.values();
    for (const std::size_t axis : {2u, 1u, 0u}) {
      bool moves = scene_.frames.empty();
      for (std::size_t f = 0; f < scene_.frames.size() && !moves; ++f) {
        const Expr along = outputs[12 * f + axis], turned = outputs[12 * f + 3 + 4 * axis];
        moves = !turned.is_one() || !is_of_parameters(along);
      }
      if (moves) continue;
      scene_.is_planar = true;
      scene_.motion_normal = {axis == 0 ? 1.0 : 0.0, axis == 1 ? 1.0 : 0.0, axis == 2 ? 1.0 : 0.0};
      return;
    }
  }

  bool is_of_parameters(Expr e) const {
    return std::ranges::all_of(symbols_in(std::vector<Expr>{e}), [this](Expr symbol) {
      return std::ranges::any_of(m_.parameters(), [&](const Parameter& p) { return p.symbol == symbol; });
    });
  }

  struct Place {
    Point at;
    Frame frame;
    friend bool operator==(const Place&, const Place&) = default;
  };
  const Mechanism& m_;
  const Equations& equations_;
  const ValueLayout& values_;
  Scene scene_;
  OutputList list_;
  std::vector<Place> places_;  // by frame of the scene
};

}  // namespace

Scene lower_scene(const Mechanism& mechanism, const Equations& equations, const ValueLayout& values) {
  return SceneLowering(mechanism, equations, values).lower();
}

}  // namespace tangible
