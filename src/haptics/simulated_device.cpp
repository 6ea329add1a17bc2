// SPDX-License-Identifier: Apache-2.0
// The simulated device's tick: hold the wrench, advance all freedoms, read the encoders, delay what was read.
#include "haptics/simulated_device.h"

#include <algorithm>
#include <stdexcept>
#include <utility>

namespace tangible {
namespace {

const FreedomProperties& properties(const SimulatedDeviceOptions& o, std::size_t i) {
  return i < 3 ? o.linear : o.rotary;
}
double part(const LinearAndRotary& pair, std::size_t i) { return i < 3 ? pair.linear : pair.rotary; }
double quantized(double x, double step) { return step > 0 ? step * std::round(x / step) : x; }
double limited(double x, double limit) { return limit > 0 ? std::clamp(x, -limit, limit) : x; }

}  // namespace

Quaternion gimbal_orientation(Vec3 a) {
  return rotation_by({a.x, 0, 0}) * (rotation_by({0, a.y, 0}) * rotation_by({0, 0, a.z}));
}

Vec3 gimbal_angles(Quaternion orientation) {
  const auto m = matrix_of(orientation);
  return {std::atan2(-m[5], m[8]), std::asin(std::clamp(m[2], -1.0, 1.0)), std::atan2(-m[1], m[0])};
}

std::array<Vec3, 3> gimbal_axes(Vec3 a) {
  const Quaternion first = rotation_by({a.x, 0, 0});
  const Quaternion second = first * rotation_by({0, a.y, 0});
  return {Vec3{1, 0, 0}, rotate(first, {0, 1, 0}), rotate(second, {0, 0, 1})};
}

SimulatedDevice::SimulatedDevice(const SimulatedDeviceOptions& options, OperatorOptions hand)
    : options_(options), operator_(std::move(hand)), sensor_(options.sensor) {
  if (options.delay < 0 || options.delay > max_delay)
    throw std::invalid_argument("the simulated device delays by 0 to 15 samples; choose another delay");
  if (!(options.period > 0) || options.sub_steps < 1)
    throw std::invalid_argument("the simulated device needs a period and at least one sub-step; give both");
  const double h = options.period / options.sub_steps;
  for (std::size_t i = 0; i < 6; ++i) {
    const OperatorOptions& o = operator_.options();
    const Arm arm{part(o.inertia, i), part(o.damping, i), part(o.stiffness, i)};
    held_[i] = FreedomDynamics(properties(options, i), arm, h);
    free_[i] = FreedomDynamics(properties(options, i), {}, h);
    const FreedomProperties& p = properties(options, i);
    servo_[i] = PositionServo(p.mass + p.tip_mass, options.servo_frequency, p.max_effort);
    state_[i].setZero();
    state_[i](0) = state_[i](2) = options.start[i];
    last_encoders_[i] = quantized(options.start[i], properties(options, i).resolution);
  }
}

DeviceLimits SimulatedDevice::limits() const {
  const auto pair = [&](double FreedomProperties::*member) {
    return LinearAndRotary{options_.linear.*member, options_.rotary.*member};
  };
  const auto or_unlimited = [](double x) { return x > 0 ? x : unlimited; };
  DeviceLimits l;
  l.max_effort = {or_unlimited(options_.linear.max_effort), or_unlimited(options_.rotary.max_effort)};
  l.continuous_effort = l.max_effort;
  l.inertia = {options_.linear.mass + options_.linear.tip_mass, options_.rotary.mass + options_.rotary.tip_mass};
  l.damping = pair(&FreedomProperties::damping);
  l.friction = pair(&FreedomProperties::friction);
  l.resolution = pair(&FreedomProperties::resolution);
  l.workspace = {unlimited, 1.4};  // the gimbal is singular at a right angle
  l.actuated = options_.freedoms;
  l.delay = options_.declares_delay ? options_.delay : 0;
  l.exact_velocity = options_.exact_velocity;
  l.senses_force = options_.force_sensor;
  l.servos_position = options_.position_drive;
  return l;
}

DeviceState SimulatedDevice::state() const {
  return {stopped_.load(std::memory_order_relaxed) ? DeviceCondition::stopped : DeviceCondition::ready, {}};
}

double SimulatedDevice::external_effort(int i, double t) const {
  const auto n = static_cast<std::size_t>(i);
  double effort = operator_.push(t, i);
  if (!holding_) return effort;
  const double fading = 1 - minimum_jerk((t - grip_start_) / operator_.options().grip_time);
  return effort + part(operator_.options().stiffness, n) * (operator_.target(t, i) + fading * grip_shift_[n]);
}

void SimulatedDevice::advance_freedom(int i, double t) {
  const auto n = static_cast<std::size_t>(i);
  const double h = options_.period / options_.sub_steps;
  const FreedomDynamics& dynamics = holding_ ? held_[n] : free_[n];
  for (int k = 0; k < options_.sub_steps; ++k) {
    const double before = state_[n](0), command = effort_of(n, k * h);
    dynamics.advance(state_[n], {command, external_effort(i, t + k * h), external_effort(i, t + (k + 1) * h)});
    work_ += command * (state_[n](0) - before);
  }
  servo_[n].finish(options_.period);
}

double SimulatedDevice::effort_of(std::size_t n, double elapsed) {
  if (stopped_.load(std::memory_order_relaxed)) return acting_[n] = 0;
  if (servo_[n].is_aiming())  // the servo acts on the motor, and so it measures there
    command_[n] = servo_[n].effort(state_[n](0), state_[n](1), elapsed, options_.period / options_.sub_steps);
  return acting_[n] = limited(command_[n], properties(options_, n).max_effort);
}

void SimulatedDevice::advance() {
  const double t = time();
  if (options_.watchdog > 0 && ticks_ - written_ >= options_.watchdog) drop_command();
  const bool holds = operator_.holds(t);
  if (holds && !holding_ && ticks_ > 0) {  // the arm takes the device's speed; its intention starts where the tip is
    grip_start_ = t;
    for (std::size_t i = 0; i < 6; ++i) grip_shift_[i] = state_[i](2) - operator_.target(t, static_cast<int>(i));
  }
  holding_ = holds;
  for (int i = 0; i < 6; ++i)
    if (options_.freedoms[static_cast<std::size_t>(i)]) advance_freedom(i, t);
  ++ticks_;
}

Pose SimulatedDevice::pose_of(const FreedomValues& q) const {
  return {{q[0], q[1], q[2]}, gimbal_orientation({q[3], q[4], q[5]})};
}

// Between hand and device; what lies beyond the load cell is moved by the device and pulls at the cell.
Wrench SimulatedDevice::hand_wrench() const {
  FreedomValues effort{};
  for (std::size_t i = 0; i < 6; ++i) {
    if (!options_.freedoms[i]) continue;
    effort[i] = external_effort(static_cast<int>(i), time());
    const FreedomDynamics& dynamics = holding_ ? held_[i] : free_[i];
    const double acceleration = dynamics.tip_acceleration(state_[i], acting_[i], effort[i]);
    effort[i] -= part(options_.end_effector, i) * acceleration;
    if (!holding_) continue;
    const OperatorOptions& o = operator_.options();
    effort[i] -=
        part(o.stiffness, i) * state_[i](2) + part(o.damping, i) * state_[i](3) + part(o.inertia, i) * acceleration;
  }
  const auto axes = gimbal_axes({state_[3](0), state_[4](0), state_[5](0)});
  // The torque whose components about the three axes, which are not at right angles, are these efforts.
  const double volume = dot(axes[0], cross(axes[1], axes[2]));
  const Vec3 torque = (1 / volume) * (effort[3] * cross(axes[1], axes[2]) + effort[4] * cross(axes[2], axes[0]) +
                                      effort[5] * cross(axes[0], axes[1]));
  return {{effort[0], effort[1], effort[2]}, torque};
}

DeviceSample SimulatedDevice::measure() {
  FreedomValues q, rate;
  for (std::size_t i = 0; i < 6; ++i) {
    q[i] = quantized(state_[i](0), properties(options_, i).resolution);
    rate[i] = options_.exact_velocity ? state_[i](1) : (q[i] - last_encoders_[i]) / options_.period;
    last_encoders_[i] = q[i];
  }
  const auto axes = gimbal_axes({q[3], q[4], q[5]});
  DeviceSample sample;
  sample.time = time();
  sample.pose = pose_of(q);
  sample.velocity = {{rate[0], rate[1], rate[2]}, rate[3] * axes[0] + rate[4] * axes[1] + rate[5] * axes[2]};
  sample.has_measured = options_.force_sensor && sensor_.has_reading(time());
  if (sample.has_measured) sample.measured = sensor_.read(hand_wrench());
  sample.valid = true;
  return sample;
}

DeviceSample SimulatedDevice::read(double now) {
  if (!started_) {
    started_ = true;
    holding_ = operator_.holds(0);
    past_.fill(measure());
  } else {
    const auto due = std::llround(now / options_.period);
    while (ticks_ < due) {
      advance();
      past_[static_cast<std::size_t>(++measured_ % (max_delay + 1))] = measure();
    }
  }
  DeviceSample sample = past_[static_cast<std::size_t>(std::max(0L, measured_ - options_.delay) % (max_delay + 1))];
  if (!options_.stamps_delay) sample.time = time();
  return sample;
}

void SimulatedDevice::write(const Wrench& w) {
  const auto axes = gimbal_axes({state_[3](0), state_[4](0), state_[5](0)});
  written_ = ticks_;
  for (PositionServo& servo : servo_) servo.release();
  command_ = {w.force.x, w.force.y, w.force.z, dot(w.torque, axes[0]), dot(w.torque, axes[1]), dot(w.torque, axes[2])};
}

bool SimulatedDevice::write_target(const Pose& target) {
  if (!options_.position_drive) return false;
  const Vec3 angles = gimbal_angles(target.orientation);
  const FreedomValues at{target.position.x, target.position.y, target.position.z, angles.x, angles.y, angles.z};
  written_ = ticks_;
  for (std::size_t i = 0; i < 6; ++i) servo_[i].aim(at[i], options_.period);
  return true;
}

void SimulatedDevice::drop_command() {
  command_.fill(0);
  for (PositionServo& servo : servo_) servo.release();
}

void SimulatedDevice::resume() {
  drop_command();
  stopped_.store(false, std::memory_order_relaxed);
}

FreedomValues SimulatedDevice::motor_positions() const {
  FreedomValues q;
  for (std::size_t i = 0; i < 6; ++i) q[i] = state_[i](0);
  return q;
}

FreedomValues SimulatedDevice::tip_positions() const {
  FreedomValues q;
  for (std::size_t i = 0; i < 6; ++i) q[i] = state_[i](2);
  return q;
}

double SimulatedDevice::kinetic_energy() const {
  double sum = 0;
  for (std::size_t i = 0; i < 6; ++i) {
    const FreedomProperties& p = properties(options_, i);
    sum += 0.5 * p.mass * state_[i](1) * state_[i](1) + 0.5 * p.tip_mass * state_[i](3) * state_[i](3);
  }
  return sum;
}

}  // namespace tangible
