// SPDX-License-Identifier: Apache-2.0
// Kinematics of a port, and the wrench that acts there.
#include "simulation/port.h"

#include <algorithm>
#include <utility>

namespace tangible {
namespace {

Vec3 vector_at(std::span<const double> outputs, const Slots& slots, std::size_t first = 0) {
  return {outputs[slots[first]], outputs[slots[first + 1]], outputs[slots[first + 2]]};
}

}  // namespace

Port::Port(std::shared_ptr<const PortProgram> program, std::size_t speeds, Vec3 offset)
    : program_(std::move(program)),
      evaluation_(program_->code),
      offset_(offset),
      speeds_(speeds),
      partials_(6 * speeds) {}

void Port::hold(const Wrench& wrench, WrenchFrame frame) {
  held_ = wrench;
  frame_ = frame;
  function_ = nullptr;
  ++revision_;
}

void Port::follow(WrenchFunction function) {
  function_ = std::move(function);
  ++revision_;
}

void Port::evaluate(std::span<const double> inputs, double t, std::span<const double> u, Stage from) {
  std::ranges::copy(inputs, evaluation_.inputs().begin());
  evaluation_.run(is_fresh_ ? from : Stage::constant);
  is_fresh_ = true;
  state_.t = t;
  state_.motion_inputs = inputs;
  read_kinematics(u);
  apply();
  state_.motion_inputs = {};
}

Vec3 Port::offset_in_world() const {
  const double* m = evaluation_.outputs().data() + program_->rotation.first;
  return {m[0] * offset_.x + m[1] * offset_.y + m[2] * offset_.z,
          m[3] * offset_.x + m[4] * offset_.y + m[5] * offset_.z,
          m[6] * offset_.x + m[7] * offset_.y + m[8] * offset_.z};
}

// Of the point at the offset: v + w x r, and the same for partial velocities and remainders.
void Port::read_kinematics(std::span<const double> u) {
  const std::span<const double> out = evaluation_.outputs();
  std::array<double, 9> matrix;
  std::copy_n(out.begin() + static_cast<std::ptrdiff_t>(program_->rotation.first), 9, matrix.begin());
  state_.pose.orientation = quaternion_of(matrix);
  const Vec3 r = offset_in_world();
  state_.pose.position = vector_at(out, program_->position) + r;
  Vec3 v = vector_at(out, program_->linear_remainder), w = vector_at(out, program_->angular_remainder);
  v += cross(w, r);
  for (std::size_t s = 0; s < speeds_; ++s) {
    const Vec3 w_s{out[program_->angular_partials[s]], out[program_->angular_partials[speeds_ + s]],
                   out[program_->angular_partials[2 * speeds_ + s]]};
    const Vec3 v_s = Vec3{out[program_->linear_partials[s]], out[program_->linear_partials[speeds_ + s]],
                          out[program_->linear_partials[2 * speeds_ + s]]} +
                     cross(w_s, r);
    const double components[] = {v_s.x, v_s.y, v_s.z, w_s.x, w_s.y, w_s.z};
    for (std::size_t i = 0; i < 6; ++i) partials_[i * speeds_ + s] = components[i];
    v += u[s] * v_s;
    w += u[s] * w_s;
  }
  state_.velocity = {v, w};
  direction_count_ = 0;
  for (std::size_t k = 0; 3 * k < program_->directions.count && direction_count_ < 3; ++k) {
    Vec3 d = vector_at(out, program_->directions, 3 * k);
    for (std::size_t j = 0; j < direction_count_; ++j) d -= dot(d, directions_[j]) * directions_[j];
    if (const double length = norm(d); length > 1e-9) directions_[direction_count_++] = (1 / length) * d;
  }
}

double Port::contribution(const Wrench& wrench, std::size_t what) const {
  const Slots &linear = program_->forbidden_linear, &angular = program_->forbidden_angular;
  const std::size_t all = linear.count / 3;
  if (what >= all || !is_fresh_) return 0;
  const std::span<const double> out = evaluation_.outputs();
  const Vec3 w{out[angular[what]], out[angular[all + what]], out[angular[2 * all + what]]};
  const Vec3 v =
      Vec3{out[linear[what]], out[linear[all + what]], out[linear[2 * all + what]]} + cross(w, offset_in_world());
  return dot(v, wrench.force) + dot(w, wrench.torque);
}

Wrench Port::reduce(const Wrench& wrench) const {
  Wrench reduced = wrench;
  if (!program_->turns) reduced.torque = {};
  if (program_->acts_along_all) return reduced;
  reduced.force = {};
  for (std::size_t k = 0; k < direction_count_; ++k)
    reduced.force += dot(wrench.force, directions_[k]) * directions_[k];
  return reduced;
}

void Port::apply() {
  if (function_) {
    applied_ = reduce(function_(state_));
  } else if (frame_ == WrenchFrame::world) {
    applied_ = reduce(held_);
  } else {
    const Quaternion& turn = state_.pose.orientation;
    applied_ = reduce({rotate(turn, held_.force), rotate(turn, held_.torque)});
  }
}

void Port::add_generalized_forces(std::span<double> forcing) const {
  const double wrench[] = {applied_.force.x,  applied_.force.y,  applied_.force.z,
                           applied_.torque.x, applied_.torque.y, applied_.torque.z};
  for (std::size_t i = 0; i < 6; ++i)
    for (std::size_t s = 0; s < speeds_; ++s) forcing[s] += wrench[i] * partials_[i * speeds_ + s];
}

}  // namespace tangible
