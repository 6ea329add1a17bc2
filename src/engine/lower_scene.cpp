// SPDX-License-Identifier: Apache-2.0
// Poses as a program with the inputs of the motion program.
#include "engine/lower_scene.h"

#include "engine/lower_watch.h"

namespace tangible {
namespace {

void add_pose(const Mechanism& m, Point at, Frame frame, OutputList& list) {
  const Frame N = m.N();
  const Components position = components(m.p(m.O(), at), N);
  list.add("position", std::vector<Expr>{position[0], position[1], position[2]});
  const Matrix3 turn = rotation(N, frame ? frame : N);
  std::vector<Expr> entries;
  for (std::size_t i = 0; i < 9; ++i) entries.push_back(turn(i / 3, i % 3));
  list.add("rotation", entries);
}

}  // namespace

Scene lower_scene(const Mechanism& m, const Equations& equations) {
  using FrameKind = ModelDescription::SceneFrame::Kind;
  Scene scene;
  OutputList list;
  for (const RigidBody& body : m.bodies()) {
    scene.frames.push_back({body.name, FrameKind::body, true});
    add_pose(m, body.center, body.frame, list);
  }
  for (const Particle& particle : m.particles()) {
    scene.frames.push_back({particle.name, FrameKind::particle, false});
    add_pose(m, particle.at, {}, list);
  }
  for (const Handle& handle : m.handles()) {
    scene.handles.push_back(
        {handle.name, scene.frames.size(), handle.directions.size(), handle.turns, handle.where.line});
    scene.frames.push_back({handle.name, FrameKind::handle, true});
    add_pose(m, handle.at, handle.frame, list);
  }
  scene.code = compile(lower_to_program(list.list(), simulation_inputs(m, equations, Stage::configuration)));
  return scene;
}

}  // namespace tangible
