// SPDX-License-Identifier: Apache-2.0
// A run as a list of numbers for other threads.
#include <algorithm>
#include <utility>

#include "engine/simulation.h"

namespace tangible {

void Simulation::publish() noexcept {
  fill_snapshot();
  fill_ports();
  fill_events();
  snapshots_->publish(numbers_);
  ++published_;
}

void Simulation::fill_snapshot() {
  const System& system = loop_->system();
  const ValueLayout& at = layout_.values;
  const std::span<const double> y = std::as_const(*loop_).state();
  const Watch& watch = loop_->evaluate_outputs(loop_->time(), y);
  const SystemMotion& motion = std::as_const(*loop_).motion();
  const auto put = [this](const Slots& slots, std::span<const double> values) {
    std::ranges::copy(values.first(slots.count), numbers_.begin() + static_cast<std::ptrdiff_t>(slots.first));
  };
  numbers_[at.time[0]] = loop_->time();
  put(at.q, y);
  put(at.u, y.subspan(system.nq()));
  put(at.z, y.subspan(system.nq() + system.nu()));
  put(at.q_rate, motion.q_rate());
  put(at.u_rate, motion.accelerations());
  put(at.discretes, motion.discretes());
  put(at.inputs, motion.inputs());
  put(at.parameters, motion.parameters());
  put(at.row_forces, motion.forces());
  for (std::size_t i = 0; i < at.built_in_forces.count; ++i)
    numbers_[at.built_in_forces[i]] = watch[system.built_in_force[i]];
  for (std::size_t i = 0; i < at.outputs.count; ++i) numbers_[at.outputs[i]] = watch[system.output_values[i]];
  const Ledger books = loop_->ledger();
  const double energies[] = {books.start,   books.kinetic,    books.potential, books.inputs,    books.dissipated,
                             books.impacts, books.projection, books.ports,     books.parameters};
  put(at.energies, energies);
  std::ranges::copy(motion.arguments(), scene_.inputs().begin());
  scene_.run();
  for (std::size_t f = 0; f * SnapshotLayout::pose_size < layout_.poses.count; ++f) {
    const std::span<const double> out = std::as_const(scene_).outputs().subspan(12 * f, 12);
    const Quaternion turn = quaternion_of(out.last<9>());
    const double pose[] = {out[0], out[1], out[2], turn.w, turn.x, turn.y, turn.z};
    put({layout_.poses[SnapshotLayout::pose_size * f], SnapshotLayout::pose_size}, pose);
  }
  fill_arrows();
  const Mode& mode = motion.mode();
  for (std::size_t i = 0; i < layout_.active.count; ++i) numbers_[layout_.active[i]] = mode.active[i];
  for (std::size_t c = 0; c < layout_.contacts.count; ++c)
    numbers_[layout_.contacts[c]] = static_cast<double>(mode.contacts[c]);
  for (std::size_t i = 0; 2 * i < layout_.external.count; ++i) {
    numbers_[layout_.external[2 * i]] = mode.active[system.program_rows() + i];
    numbers_[layout_.external[2 * i + 1]] = motion.forces()[system.program_rows() + i];
  }
  numbers_[layout_.tick[0]] = static_cast<double>(published_);
  numbers_[layout_.mode[0]] = mode.declared == absent ? -1 : static_cast<double>(mode.declared);
}

// The sum of values times directions, which follow the poses in the outputs of the scene.
void Simulation::fill_arrows() {
  const std::vector<ModelDescription::Arrow>& arrows = model_.description().arrows;
  const double* direction =
      std::as_const(scene_).outputs().data() + 12 * (layout_.poses.count / SnapshotLayout::pose_size);
  for (std::size_t a = 0; a < arrows.size(); ++a) {
    Vec3 sum;
    for (const std::size_t value : arrows[a].values) {
      sum += (value == absent ? 1.0 : numbers_[value]) * Vec3{direction[0], direction[1], direction[2]};
      direction += 3;
    }
    const double entries[] = {sum.x, sum.y, sum.z};
    std::ranges::copy(entries, &numbers_[layout_.arrows[3 * a]]);
  }
}

void Simulation::fill_ports() {
  for (std::size_t slot = 0; slot < ports_.size(); ++slot) {
    double* at = &numbers_[layout_.ports[SnapshotLayout::port_size * slot]];
    std::fill_n(at, SnapshotLayout::port_size, 0.0);
    const Port* port = ports_[slot].get();
    if (port == nullptr) continue;
    const Pose& pose = port->pose();
    const Wrench& wrench = port->wrench();
    const double entries[] = {1,
                              pose.position.x,
                              pose.position.y,
                              pose.position.z,
                              pose.orientation.w,
                              pose.orientation.x,
                              pose.orientation.y,
                              pose.orientation.z,
                              wrench.force.x,
                              wrench.force.y,
                              wrench.force.z,
                              wrench.torque.x,
                              wrench.torque.y,
                              wrench.torque.z,
                              port->power(),
                              port_work(slot)};
    std::ranges::copy(entries, at);
  }
}

// The newest occurrences, the last one last; numbers count from 1, and 0 means an empty slot.
void Simulation::fill_events() {
  const Counts counts = loop_->counts();
  const OccurrenceLog& log = loop_->log();
  const std::uint64_t first = log.end() - std::min<std::uint64_t>(log.end(), SnapshotLayout::kept_events);
  double* at = &numbers_[layout_.events.first];
  std::fill_n(at, layout_.events.count, 0.0);
  for (std::uint64_t number = std::max(first, log.dropped()); number < log.end(); ++number) {
    const Occurrence& o = log[number];
    const double entries[] = {static_cast<double>(number + 1),
                              o.t,
                              static_cast<double>(o.kind),
                              static_cast<double>(o.index),
                              o.loss,
                              o.on ? 1.0 : 0.0,
                              o.impulse};
    at = std::ranges::copy(entries, at).out;
  }
  const double totals[] = {static_cast<double>(std::as_const(*loop_).motion().evaluations()),
                           static_cast<double>(counts.steps),
                           static_cast<double>(counts.events),
                           static_cast<double>(loop_->log().dropped()),
                           schedule_.lag(),
                           schedule_.given_up()};
  std::ranges::copy(totals, &numbers_[layout_.counts.first]);
}

}  // namespace tangible
