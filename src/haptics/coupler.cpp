// SPDX-License-Identifier: Apache-2.0
// The coupler's wrench and its books.
#include "haptics/coupler.h"

#include <Eigen/Dense>

#include <algorithm>

namespace tangible {
namespace {

Twist operator-(const Twist& a, const Twist& b) { return {a.linear - b.linear, a.angular - b.angular}; }
Twist operator+(const Twist& a, const Twist& b) { return {a.linear + b.linear, a.angular + b.angular}; }
Wrench operator-(const Wrench& a, const Wrench& b) { return {a.force - b.force, a.torque - b.torque}; }
Wrench operator+(const Wrench& a, const Wrench& b) { return {a.force + b.force, a.torque + b.torque}; }
Twist scaled(double s, const Twist& v) { return {s * v.linear, s * v.angular}; }
Wrench scaled(const LinearAndRotary& k, const Twist& v) { return {k.linear * v.linear, k.rotary * v.angular}; }
double squared(Vec3 v) { return dot(v, v); }
double squared(const Twist& v, const LinearAndRotary& k) {
  return k.linear * dot(v.linear, v.linear) + k.rotary * dot(v.angular, v.angular);
}

Vec3 masked(Vec3 v, const CouplerDirections& d, std::size_t first) {
  if (d.mask[first] && d.mask[first + 1] && d.mask[first + 2]) return v;
  v = rotate(inverse(d.axes), v);
  return rotate(d.axes, {d.mask[first] ? v.x : 0, d.mask[first + 1] ? v.y : 0, d.mask[first + 2] ? v.z : 0});
}

Twist masked_twist(const Twist& v, const CouplerDirections& d) {
  return {masked(v.linear, d, 0), masked(v.angular, d, 3)};
}

// From one pose to another; turns as the vector of the rotation between them.
Twist displacement(const Pose& from, const Pose& to) {
  return {to.position - from.position, rotation_vector(to.orientation * inverse(from.orientation))};
}

}  // namespace

Wrench StageCoupler::operator()(double dt, const Pose& handle, const Twist& velocity) const {
  dt = std::min(dt, reach);
  Pose far = device;
  far.position += dt * device_velocity.linear;
  if (device_velocity.angular != Vec3{})
    far.orientation = rotation_by(dt * device_velocity.angular) * device.orientation;
  const Twist stretch = masked_twist(displacement(far, handle), directions) - offset;
  const Twist rate = masked_twist(velocity - damped_velocity, directions);
  const Wrench pull = scaled(gains.stiffness, stretch) + scaled(gains.damping, rate) + bias;
  return {-pull.force, -pull.torque};
}

Twist Coupler::masked(const Twist& v) const { return masked_twist(v, directions_); }

Twist Coupler::stretch_between(const Pose& device, const Pose& handle) const {
  return masked(displacement(device, handle)) - offset_;
}

double Coupler::energy(const Twist& stretch) const { return 0.5 * squared(stretch, gains_.stiffness); }

Wrench Coupler::begin_tick(const Pose& device, const Twist& device_velocity, const HandleState& handle) {
  if (open_) close_tick(device, handle.pose);
  const bool first = !open_;
  if (has_next_gains_) change_gains();
  device_ = device;
  handle_ = handle.pose;
  device_velocity_ = device_velocity;
  stretch_ = stretch_between(device, handle.pose);
  if (first) {  // the energy of the first stretch comes from the placement of the hand; it is booked as retuned
    books_.stored = energy(stretch_);
    books_.retuned -= books_.stored;
  }
  open_ = true;
  const Twist rate = masked(handle.velocity - device_velocity);
  spring_ = scaled(gains_.stiffness, stretch_);
  if (form_ == CouplerForm::implicit) {
    const Twist end = stretch_ + scaled(tick_, masked(handle.velocity));
    full_ = implicit_wrench(end, rate, handle);
  } else {
    full_ = spring_ + scaled(gains_.damping, rate);
  }
  damper_ = full_ - spring_;
  wrench_ = full_;
  return wrench_;
}

void Coupler::limit(const Wrench& on_device) { wrench_ = on_device; }

// F = K (e + T V') + B (V' - w) with V' = V - T Y F: the linear system (1 + P (K T^2 + B T) Y) F = K (e + T V) + B (V -
// w), P being the mask.
Wrench Coupler::implicit_wrench(const Twist& spring_end, const Twist& rate, const HandleState& handle) const {
  const Wrench right = scaled(gains_.stiffness, spring_end) + scaled(gains_.damping, rate);
  const LinearAndRotary gain{gains_.stiffness.linear * tick_ * tick_ + gains_.damping.linear * tick_,
                             gains_.stiffness.rotary * tick_ * tick_ + gains_.damping.rotary * tick_};
  Eigen::Matrix<double, 6, 6> system = Eigen::Matrix<double, 6, 6>::Identity();
  for (int j = 0; j < 6; ++j) {
    const auto column = [&](int i) { return handle.mobility[static_cast<std::size_t>(6 * i + j)]; };
    const Twist response = masked({{column(0), column(1), column(2)}, {column(3), column(4), column(5)}});
    const Wrench pull = scaled(gain, response);
    Eigen::Matrix<double, 6, 1> c;
    c << pull.force.x, pull.force.y, pull.force.z, pull.torque.x, pull.torque.y, pull.torque.z;
    system.col(j) += c;
  }
  Eigen::Matrix<double, 6, 1> f;
  f << right.force.x, right.force.y, right.force.z, right.torque.x, right.torque.y, right.torque.z;
  f = system.partialPivLu().solve(f).eval();
  return {{f(0), f(1), f(2)}, {f(3), f(4), f(5)}};
}

void Coupler::close_tick(const Pose& device, const Pose& handle) {
  const Twist of_device = displacement(device_, device);
  const Twist of_handle = displacement(handle_, handle);
  const Twist relative = of_handle - of_device;
  const Twist next = stretch_between(device, handle);
  const Twist change = next - stretch_;
  const double dissipated = power(damper_, relative);
  books_.work_on_device += power(wrench_, of_device);
  books_.work_on_handle -= power(wrench_, of_handle);
  books_.dissipated += dissipated;
  books_.limited += power(full_ - wrench_, relative);
  books_.hold += 0.5 * squared(change, gains_.stiffness);
  books_.curvature += power(spring_, change - relative);
  books_.stored += energy(next) - energy(stretch_);
  stretch_ = next;
  if (offset_ != Twist{}) relax_shift(dissipated);
}

// The shift o shrinks by a share r: the energy K |e - o|^2/2 rises by K (e - o).o r + K |o|^2 r^2/2, of which at most
// the energy that the damper has just dissipated is allowed.
void Coupler::relax_shift(double dissipated) {
  const double before = energy(stretch_);
  double share = std::min(1.0, tick_ / 0.05);
  for (int tries = 0; tries < 6; ++tries, share *= 0.25) {
    const Twist relaxed = stretch_ + scaled(share, offset_);
    const double rise = energy(relaxed) - before;
    if (rise > std::max(0.0, dissipated)) continue;
    stretch_ = relaxed;
    offset_ = scaled(1 - share, offset_);
    books_.stored += rise;
    books_.retuned -= rise;
    return;
  }
}

void Coupler::reset() {
  books_.retuned += books_.stored;
  books_.stored = 0;
  offset_ = {};
  open_ = false;
}

void Coupler::retune(const CouplerGains& gains) {
  next_gains_ = gains;
  has_next_gains_ = shifts_ = true;
}

void Coupler::replace_gains(const CouplerGains& gains) {
  retune(gains);
  shifts_ = false;
}

// A stiffer spring K' is relaxed at o = (1 - K/K') e: its force is that of before, its energy K/K' of that of before. A
// softer one keeps its stretch and loses (K - K') e^2/2.
void Coupler::change_gains() {
  const double before = energy(stretch_);
  const auto shift = [](double old_k, double new_k, Vec3 e) {
    return new_k > old_k ? (1 - old_k / new_k) * e : Vec3{};
  };
  if (open_ && shifts_) {
    const Twist more{shift(gains_.stiffness.linear, next_gains_.stiffness.linear, stretch_.linear),
                     shift(gains_.stiffness.rotary, next_gains_.stiffness.rotary, stretch_.angular)};
    offset_ = offset_ + more;
    stretch_ = stretch_ - more;
  }
  gains_ = next_gains_;
  has_next_gains_ = false;
  if (!open_) return;
  const double after = energy(stretch_);
  books_.stored += after - before;
  books_.retuned -= after - before;
}

Wrench Coupler::wrench_on_handle() const { return {-wrench_.force, -wrench_.torque}; }

// A limited force F' = s F + bias, s between 0 and 1: spring and damper act with the share s of their gains.
StageCoupler Coupler::stage_function() const {
  const bool moves = form_ == CouplerForm::in_stages_extrapolated;
  StageCoupler c{device_, moves ? device_velocity_ : Twist{}, device_velocity_, gains_, directions_, offset_, {},
                 tick_};
  if (wrench_ == full_) return c;
  const auto share = [](Vec3 f, Vec3 of) {
    return squared(of) > 0 ? std::clamp(dot(f, of) / squared(of), 0.0, 1.0) : 1.0;
  };
  const LinearAndRotary s{share(wrench_.force, full_.force), share(wrench_.torque, full_.torque)};
  for (LinearAndRotary* gain : {&c.gains.stiffness, &c.gains.damping})
    *gain = {s.linear * gain->linear, s.rotary * gain->rotary};
  c.bias = {wrench_.force - s.linear * full_.force, wrench_.torque - s.rotary * full_.torque};
  return c;
}

double Coupler::imbalance() const {
  const CouplerBooks& b = books_;
  return b.work_on_device + b.work_on_handle + b.stored + b.dissipated + b.retuned - b.hold - b.curvature - b.limited;
}

}  // namespace tangible
