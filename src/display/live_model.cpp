// SPDX-License-Identifier: Apache-2.0
// A model made ready to be watched: options, bounds, and the first snapshot.
#include "display/live_model.h"

#include <algorithm>

#include "display/mesh_file.h"

namespace tangible {
namespace {

// The distance that a shape reaches from its own origin; shapes drawn as ground do not count. Throws BadInput for a
// mesh that cannot be read.
double reach_of(const SceneShape& shape, const std::string& model_path) {
  if (shape.kind == "plane") return 0;
  if (shape.kind == "mesh") {
    float squared = 0;
    for (const auto& [x, y, z] : read_mesh(shape, model_path).vertices)
      squared = std::max(squared, x * x + y * y + z * z);
    return std::sqrt(static_cast<double>(squared));
  }
  if (shape.kind == "box") return std::hypot(shape.size[0], shape.size[1], shape.size[2]) / 2;
  if (shape.kind == "ellipsoid") return std::max({shape.size[0], shape.size[1], shape.size[2]});
  double outline = 0;
  for (const auto& corner : shape.outline) outline = std::max(outline, std::hypot(corner[0], corner[1]));
  return std::hypot(std::max({shape.radius, shape.inner, outline}), shape.length / 2);
}

struct Box {
  Vec3 low{1, 1, 1}, high{-1, -1, -1};  // empty

  bool is_empty() const { return low.x > high.x; }
  void add(Vec3 p, double reach) {
    if (!is_finite(p)) return;
    const Vec3 r{reach, reach, reach}, a = p - r, b = p + r;
    if (is_empty()) {
      low = a;
      high = b;
      return;
    }
    low = {std::min(low.x, a.x), std::min(low.y, a.y), std::min(low.z, a.z)};
    high = {std::max(high.x, b.x), std::max(high.y, b.y), std::max(high.z, b.z)};
  }
};

}  // namespace

ModeKey key_of(const Mode& mode) {
  ModeKey key;
  for (std::size_t i = 0; i < mode.active.size(); ++i)
    if (mode.active[i] != 0) key.set_row(i);
  for (std::size_t c = 0; c < mode.contacts.size(); ++c) key.set_touch(c, static_cast<unsigned>(mode.contacts[c]));
  key.declared = mode.declared == absent ? -1 : static_cast<std::int64_t>(mode.declared);
  return key;
}

SimulationOptions live_options(double period) {
  SimulationOptions options;
  options.method = Method::rk4;
  options.step = period;
  options.ports = 1;
  options.evaluations_per_tick = 2000;  // about a millisecond of work for most models
  return options;
}

LiveModel::LiveModel(Model given, std::uint32_t generation_number, const SimulationOptions& options)
    : simulation(std::move(given), options),
      generation(generation_number),
      live_at(simulation.snapshot_layout().size),
      numbers(live_at + static_cast<std::size_t>(LiveNumber::count) + simulation.loop().system().nu()),
      published(numbers.size()),
      mode(key_of(std::as_const(simulation.loop()).motion().mode())) {
  const System& system = simulation.loop().system();
  if (system.rows.size() > ModeKey::max_rows || system.contacts.size() > ModeKey::max_contacts)
    throw BadInput(model().description().path + ": error: the viewer shows models of at most " +
                   std::to_string(ModeKey::max_rows) + " constraint rows and " + std::to_string(ModeKey::max_contacts) +
                   " contacts");
  if (options.method != Method::adaptive) {
    plant.emplace(simulation, options.method, options.step);
    (void)plant->add_handle();
  }
  noted = simulation.loop().log().end();
  first_freedoms = std::as_const(simulation.loop()).motion().embedding().independent_speeds().size();
  simulation.publish();
  simulation.snapshots()->read(std::span(numbers).first(live_at));
  const Snapshot start{numbers};
  const SnapshotLayout& layout = simulation.snapshot_layout();
  Box box;
  const std::vector<ModelDescription::SceneFrame>& frames = model().description().frames;
  for (std::size_t f = 0; f < frames.size(); ++f)
    if (frames[f].kind != ModelDescription::SceneFrame::Kind::shape) box.add(start.pose(layout, f).position, 0);
  for (const SceneShape& shape : model().description().shapes) {
    const double reach = reach_of(shape, model().description().path);
    if (shape.points.empty() && reach > 0) {
      const Pose pose = start.pose(layout, shape.frame);
      box.add(pose.position + rotate(pose.orientation, shape.at), reach);
    }
    for (const std::size_t p : shape.points) box.add(start.pose(layout, p).position, shape.radius);
  }
  if (box.is_empty()) return;
  center = 0.5 * (box.low + box.high);
  const double diameter = norm(box.high - box.low);
  if (diameter > 0) size = diameter;
}

void LiveModel::note_start() {
  SimulationLoop& loop = simulation.loop();
  mode = key_of(std::as_const(loop).motion().mode());
  (void)loop.motion().evaluate(loop.time(), loop.state());
  first_freedoms = std::as_const(loop).motion().embedding().independent_speeds().size();
}

}  // namespace tangible
