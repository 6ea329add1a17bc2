// SPDX-License-Identifier: Apache-2.0
// Symbols by the expressions of poses and masses, and by partial velocities.
#include "engine/symbol_places.h"

#include <algorithm>

#include "engine/places_of_loads.h"
#include "symbolic/substitute.h"

namespace tangible {
namespace {

using SceneFrame = ModelDescription::SceneFrame;

class Places {
 public:
  bool has(std::string_view symbol) const { return map_.contains(std::string(symbol)); }
  void add(std::string_view symbol, std::size_t frame) {
    std::vector<std::size_t>& list = map_[std::string(symbol)];
    if (std::ranges::find(list, frame) == list.end()) list.push_back(frame);
  }
  void add_symbols(std::span<const Expr> expressions, std::size_t frame) {
    for (const Expr symbol : symbols_in(expressions)) add(symbol.name(), frame);
  }
  std::map<std::string, std::vector<std::size_t>> map_;
};

// What a load acts on: inputs, stiffnesses, gravity.
void add_loads(const Mechanism& m, const std::vector<SceneFrame>& frames, Places& places) {
  for (const Load& load : m.loads()) {
    const std::vector<std::string> symbols = symbols_of(load, m);
    if (symbols.empty()) continue;
    const LoadPlaces at = places_of(load, m);
    for (std::size_t f = 0; f < frames.size(); ++f) {
      const bool is_thing = frames[f].kind == SceneFrame::Kind::body || frames[f].kind == SceneFrame::Kind::particle;
      const auto is_here = [&](const auto& place) { return place.name() == frames[f].point; };
      const auto turns_so = [&](const auto& frame) { return is_thing && frame.name() == frames[f].frame; };
      const bool is_on = (frames[f].kind == SceneFrame::Kind::point && std::ranges::any_of(at.points, is_here)) ||
                         std::ranges::any_of(at.frames, turns_so) ||
                         (is_thing && std::ranges::find(at.things, frames[f].name) != at.things.end());
      for (const std::string& symbol : symbols)
        if (is_on) places.add(symbol, f);
    }
  }
}

// Of a speed that no listed partial velocity has: what moves with the coordinates that it changes.
void add_speeds(const Equations& equations, Places& places) {
  const KinematicalEquations& k = equations.kinematical;
  for (std::size_t r = 0; r < k.u.size(); ++r) {
    if (places.has(k.u[r].name())) continue;
    for (std::size_t i = 0; i < k.q.size(); ++i) {
      if (k.W(i, r).is_zero()) continue;
      for (const std::size_t f : std::vector<std::size_t>(places.map_[std::string(k.q[i].name())])) {
        places.add(k.u[r].name(), f);
        places.add(k.u_rate[r].name(), f);
      }
    }
  }
}

// What is left: symbols of a constraint or contact, where its force acts.
void add_rows(const Mechanism& m, std::span<const ModelDescription::Arrow> arrows, Places& places) {
  std::map<std::string, std::vector<Expr>> expressions;
  for (const Constraint& row : m.constraints()) expressions[row.name] = {row.expression};
  for (const Contact& contact : m.contacts())
    expressions[contact.name] = {contact.gap, contact.restitution, contact.friction};
  const Places before = places;
  for (const ModelDescription::Arrow& arrow : arrows) {
    const auto found = expressions.find(arrow.name);
    if (arrow.kind == ModelDescription::Arrow::Kind::load || found == expressions.end()) continue;
    for (const Expr symbol : symbols_in(found->second))
      if (!before.has(symbol.name())) places.add(symbol.name(), arrow.point);
  }
}

}  // namespace

std::map<std::string, std::vector<std::size_t>> symbol_places(const Mechanism& m, const Equations& equations,
                                                              const SceneContents& scene) {
  const auto& [frames, outputs, arrows] = scene;
  Places places;
  for (std::size_t f = 0; f < frames.size(); ++f) places.add_symbols(outputs.subspan(12 * f, 12), f);
  const auto number_of = [&](const std::string& name) {
    const auto found = std::ranges::find(frames, name, &ModelDescription::SceneFrame::name);
    return static_cast<std::size_t>(found - frames.begin());
  };
  for (const RigidBody& body : m.bodies()) {
    const Matrix3 inertia = components(body.central_inertia, body.frame);
    std::vector<Expr> list{body.mass};
    for (std::size_t i = 0; i < 9; ++i) list.push_back(inertia(i / 3, i % 3));
    places.add_symbols(list, number_of(body.name));
  }
  for (const Particle& particle : m.particles())
    places.add_symbols(std::vector<Expr>{particle.mass}, number_of(particle.name));
  for (const Coordinate& q : m.coordinates())
    for (const std::size_t f : std::vector<std::size_t>(places.map_[q.name])) places.add(q.rate.name(), f);
  for (const PartialVelocityEntry& entry : equations.partial_velocities)
    for (std::size_t r = 0; r < equations.nu(); ++r) {
      if (entry.motion.partial[r].is_zero()) continue;
      for (std::size_t f = 0; f < frames.size(); ++f) {
        if ((entry.is_angular ? frames[f].frame : frames[f].point) != entry.name) continue;
        places.add(equations.kinematical.u[r].name(), f);
        places.add(equations.kinematical.u_rate[r].name(), f);
      }
    }
  add_speeds(equations, places);
  add_loads(m, frames, places);
  add_rows(m, arrows, places);
  return std::move(places.map_);
}

}  // namespace tangible
