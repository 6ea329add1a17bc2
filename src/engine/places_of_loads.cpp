// SPDX-License-Identifier: Apache-2.0
// Loads by their kinds.
#include "engine/places_of_loads.h"

#include <algorithm>

#include "mechanics/overloaded.h"
#include "symbolic/substitute.h"

namespace tangible {
namespace {

void add_parts(const Vector& v, std::vector<Expr>& list) {
  for (const Vector::Part& part : v.parts()) list.insert(list.end(), part.c.begin(), part.c.end());
}

std::vector<Expr> expressions_of(const Load& load) {
  std::vector<Expr> list;
  std::visit(
      Overloaded{[&](const Force& l) { add_parts(l.force, list); }, [&](const Torque& l) { add_parts(l.torque, list); },
                 [&](const PointSpring& l) {
                   list = {l.stiffness, l.free_length, l.damping};
                 },
                 [&](const AngleSpring& l) {
                   list = {l.stiffness, l.rest, l.damping};
                 },
                 [&](const JointSpring& l) {
                   list = {l.stiffness, l.rest, l.damping};
                 },
                 [&](const Motor& l) { list = {l.effort}; },
                 [&](const UniformGravity& l) { add_parts(l.acceleration, list); },
                 [&](const CentralGravity& l) { list = {l.mu}; }, [&](const MutualGravity& l) { list = {l.constant}; }},
      load.kind);
  return list;
}

}  // namespace

std::vector<std::string> symbols_of(const Load& load, const Mechanism& m) {
  std::vector<std::string> names;
  for (const Expr symbol : symbols_in(expressions_of(load))) {
    std::string name(symbol.name());
    if (m.parameters().find(name) != nullptr || m.inputs().find(name) != nullptr || m.states().find(name) != nullptr ||
        m.discretes().find(name) != nullptr)
      names.push_back(std::move(name));
  }
  return names;
}

LoadPlaces places_of(const Load& load, const Mechanism& m) {
  LoadPlaces out;
  const auto take_link = [&](const std::string& name) { out.frames.push_back(m.links().find(name)->frame); };
  const auto take_things = [&](const std::vector<std::string>& names) {
    out.things = names;
    if (!names.empty()) return;
    for (const RigidBody& body : m.bodies()) out.things.push_back(body.name);
    for (const Particle& particle : m.particles()) out.things.push_back(particle.name);
  };
  std::visit(Overloaded{[&](const Force& l) { out.points = {l.at}; }, [&](const Torque& l) { out.frames = {l.on}; },
                        [&](const PointSpring& l) {
                          out.points = {l.from, l.to};
                        },
                        [&](const AngleSpring& l) {
                          out.frames = {l.on, l.against};
                        },
                        [&](const JointSpring& l) { take_link(l.link); }, [&](const Motor& l) { take_link(l.link); },
                        [&](const UniformGravity& l) { take_things(l.on); },
                        [&](const CentralGravity& l) { take_things(l.on); },
                        [&](const MutualGravity& l) { take_things(l.on); }},
             load.kind);
  return out;
}

}  // namespace tangible
