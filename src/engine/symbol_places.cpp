// SPDX-License-Identifier: Apache-2.0
// Symbols by the expressions of poses and masses, and by partial velocities.
#include "engine/symbol_places.h"

#include <algorithm>

#include "symbolic/substitute.h"

namespace tangible {
namespace {

class Places {
 public:
  void add(std::string_view symbol, std::size_t frame) {
    std::vector<std::size_t>& list = map_[std::string(symbol)];
    if (std::ranges::find(list, frame) == list.end()) list.push_back(frame);
  }
  void add_symbols(std::span<const Expr> expressions, std::size_t frame) {
    for (const Expr symbol : symbols_in(expressions)) add(symbol.name(), frame);
  }
  std::map<std::string, std::vector<std::size_t>> map_;
};

}  // namespace

std::map<std::string, std::vector<std::size_t>> symbol_places(const Mechanism& m, const Equations& equations,
                                                              const std::vector<ModelDescription::SceneFrame>& frames,
                                                              std::span<const Expr> outputs) {
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
  return std::move(places.map_);
}

}  // namespace tangible
