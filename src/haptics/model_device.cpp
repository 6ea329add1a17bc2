// SPDX-License-Identifier: Apache-2.0
// An arm with motors, a hand at its handle, and a force sensor between them.
#include "haptics/model_device.h"

#include <algorithm>
#include <cmath>

namespace tangible {
namespace {

std::string handle_of_arm(const ModelDeviceOptions& options, const Model& model) {
  if (!options.handle.empty()) return options.handle;
  if (model.description().handles.empty())
    throw BadInput(options.path + ": error: the model cannot be a device: it has no handle; add one under `handles`");
  return model.description().handles.front().name;
}

std::unique_ptr<Simulation> start_arm(const ModelDeviceOptions& options, const Model& model) {
  SimulationOptions o;
  o.method = Method::rk4;
  o.step = options.period / options.sub_steps;
  o.ports = 1;
  return std::make_unique<Simulation>(model, o);
}

}  // namespace

ModelDevice::ModelDevice(const ModelDeviceOptions& options, const OperatorOptions& hand)
    : options_(options),
      model_(load(options.path)),
      handle_(handle_of_arm(options, model_)),
      run_(start_arm(options, model_)),
      port_(&run_->port(handle_)),
      servo_(model_, tracking_gains(options.frequency)),
      limits_(find_limits()),
      kinematics_(model_, handle_, limits_.actuated),
      arm_(hand, port_->pose()),
      sensor_(options.sensor) {
  port_->follow([this](const PortState& s) { return arm_.wrench(s.t, s.pose, s.velocity); });
  reference_ = {joints(), JointVector::Zero(servo_.joints()), JointVector::Zero(servo_.joints())};
  last_speed_ = reference_.speed;
  sample_ = measure();
}

// The limits of the handle: its directions, and among them those in which the joints move it at the start.
DeviceLimits ModelDevice::find_limits() const {
  DeviceLimits l;
  std::array<double, 36> mobility{};
  if (run_->mobility(*port_, mobility) != SimulationStatus::ok)
    throw BadInput(options_.path + ": error: the model cannot be a device: it cannot move at its start");
  const bool turns = port_->program().turns && servo_.joints() >= 3;
  const Vec3 x = port_->reduce({{1, 0, 0}, {}}).force, y = port_->reduce({{0, 1, 0}, {}}).force;
  const Vec3 z = port_->reduce({{0, 0, 1}, {}}).force;
  const std::array<bool, 6> acts{x.x > 0.5, y.y > 0.5, z.z > 0.5, turns, turns, turns};
  double linear = 0, rotary = 0, linear_count = 0, rotary_count = 0;
  for (std::size_t i = 0; i < 6; ++i) {
    const double m = mobility[7 * i];
    l.actuated[i] = acts[i] && m > 1e-9;
    if (!l.actuated[i]) continue;
    (i < 3 ? linear : rotary) += m;
    (i < 3 ? linear_count : rotary_count) += 1;
  }
  l.inertia = {linear > 0 ? linear_count / linear : 0, rotary > 0 ? rotary_count / rotary : 0};
  l.max_speed = {options_.max_speed, 5 * options_.max_speed};
  l.max_acceleration = {options_.max_acceleration, 5 * options_.max_acceleration};
  l.exact_velocity = true;
  l.senses_force = options_.force_sensor;
  l.servos_position = true;
  return l;
}

DeviceState ModelDevice::state() const {
  if (failed_) return {DeviceCondition::faulty, "the motion of the arm has stopped"};
  return {stopped_.load(std::memory_order_relaxed) ? DeviceCondition::stopped : DeviceCondition::ready, {}};
}

JointVector ModelDevice::joints() const {
  const auto y = std::as_const(*run_).loop().state();
  return Eigen::Map<const Eigen::VectorXd>(y.data(), servo_.joints());
}

JointVector ModelDevice::rates() const {
  const auto y = std::as_const(*run_).loop().state();
  return Eigen::Map<const Eigen::VectorXd>(y.data() + servo_.joints(), servo_.joints());
}

// J^T w, at the state that the port was evaluated at last.
JointVector ModelDevice::generalized(const Wrench& w) const {
  const Vector6 six{{w.force.x, w.force.y, w.force.z, w.torque.x, w.torque.y, w.torque.z}};
  using Rows = Eigen::Matrix<double, 6, Eigen::Dynamic, Eigen::RowMajor>;
  const Eigen::Map<const Rows> partials(port_->partial_velocities().data(), 6, servo_.joints());
  return partials.transpose() * six;
}

void ModelDevice::set_torques(double elapsed, double h) {
  const bool stopped = stopped_.load(std::memory_order_relaxed);
  if (!stopped && drive_ == Drive::target) {
    JointReference now = reference_;
    now.position += elapsed * reference_.speed;
    servo_.track(now, joints(), rates(), generalized(sample_.measured), h);
  } else {
    servo_.push(joints(), generalized(stopped || drive_ == Drive::none ? Wrench{} : wrench_));
  }
  servo_.write(run_->loop().motion().inputs());
}

void ModelDevice::advance() {
  const double h = options_.period / options_.sub_steps;
  if (options_.watchdog > 0 && ticks_ - written_ >= options_.watchdog) drive_ = Drive::none, aims_ = false;
  for (int k = 0; k < options_.sub_steps && !failed_; ++k) {
    set_torques(k * h, h);
    failed_ = run_->tick() != SimulationStatus::ok;
    arm_.advance(time() + (k + 1) * h, port_->pose(), port_->velocity());
    port_->notice_change();
  }
  reference_.position += options_.period * reference_.speed;
  last_speed_ = reference_.speed;
  reference_.speed.setZero();  // without a new target it stays there
  reference_.acceleration.setZero();
  ++ticks_;
}

DeviceSample ModelDevice::measure() {
  DeviceSample s;
  s.time = time();
  s.pose = port_->pose();
  s.velocity = port_->velocity();
  s.has_measured = options_.force_sensor && sensor_.has_reading(s.time);
  if (s.has_measured) s.measured = sensor_.read(port_->reduce(arm_.wrench(s.time, s.pose, s.velocity)));
  s.valid = !failed_;
  return s;
}

DeviceSample ModelDevice::read(double now) {
  const auto due = std::llround(now / options_.period);
  while (ticks_ < due) {
    advance();
    sample_ = measure();
  }
  return sample_;
}

void ModelDevice::write(const Wrench& on_device) {
  written_ = ticks_;
  if (drive_ == Drive::target) servo_.reset();
  drive_ = Drive::wrench;
  aims_ = false;
  wrench_ = on_device;
}

// The joints' reference goes from the last target to this one within the period. At the first target it begins where
// the arm is.
bool ModelDevice::write_target(const Pose& target) {
  written_ = ticks_;
  drive_ = Drive::target;
  if (!aims_) {
    servo_.reset();
    reference_.position = joints();
    last_speed_ = rates();
  }
  JointVector goal = reference_.position;
  if (kinematics_.approach(target, goal) > 1e-6) ++unreachable_;
  reference_.speed = (goal - reference_.position) / options_.period;
  bool is_limited = false;
  for (double& rate : reference_.speed) {
    is_limited = is_limited || std::abs(rate) > options_.max_rate;
    rate = std::clamp(rate, -options_.max_rate, options_.max_rate);
  }
  if (is_limited) ++rate_limited_;
  reference_.acceleration = (reference_.speed - last_speed_) / options_.period;
  aims_ = true;
  return true;
}

void ModelDevice::resume() {
  drive_ = Drive::none;
  aims_ = false;
  stopped_.store(false, std::memory_order_relaxed);
}

}  // namespace tangible
