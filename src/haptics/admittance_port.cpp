// SPDX-License-Identifier: Apache-2.0
// The two halves of a tick of the admittance display.
#include "haptics/admittance_port.h"

#include <algorithm>

#include "haptics/admittance_loop.h"

namespace tangible {
namespace {

long cuts(const ForceLimitCounts& c) { return c.effort + c.heat + c.rate + c.power + c.workspace + c.not_finite; }

Vec3 shortened(Vec3 v, double length) {
  const double is = norm(v);
  return is > length ? (length / is) * v : v;
}

Vec3 within_mask(Vec3 v, bool x, bool y, bool z) { return {x ? v.x : 0, y ? v.y : 0, z ? v.z : 0}; }

Twist within_mask(const Twist& v, const Freedoms& m) {
  return {within_mask(v.linear, m[0], m[1], m[2]), within_mask(v.angular, m[3], m[4], m[5])};
}

void note_largest(LinearAndRotary& largest, double linear, double rotary) {
  largest = {std::max(largest.linear, linear), std::max(largest.rotary, rotary)};
}

}  // namespace

LinearAndRotary AdmittancePortReport::rms_error() const {
  const double n = static_cast<double>(std::max(1L, following));
  return {std::sqrt(sum_of_squares.linear / n), std::sqrt(sum_of_squares.rotary / n)};
}

AdmittancePortOptions admittance_options_for(const DeviceLimits& device, double tick) {
  AdmittancePortOptions o;
  o.tick = tick;
  o.drive.tick = tick;
  o.drive.inertia = device.inertia;
  o.drive.damping = device.damping;
  o.drive.mask = device.actuated;
  o.drive.gains = tuned_tracking(device, tick);
  o.gives_targets = device.servos_position;
  o.max_speed = device.max_speed;
  // Half of what the motors can do leaves the rest to the hand.
  const auto deceleration = [](double given, double effort, double inertia, double otherwise) {
    if (given < unlimited) return given;
    return effort < unlimited && inertia > 0 ? 0.5 * effort / inertia : otherwise;
  };
  o.deceleration = {deceleration(device.max_acceleration.linear, device.max_effort.linear, device.inertia.linear, 20),
                    deceleration(device.max_acceleration.rotary, device.max_effort.rotary, device.inertia.rotary, 200)};
  o.guard.tick = tick;
  o.guard.acts = false;  // observes by default: a yielding reference excites heavy hands
  o.limits = force_limits_of(device, tick);
  o.check.tick = tick;
  return o;
}

AdmittancePort::AdmittancePort(Device& device, const AdmittancePortOptions& options)
    : device_(device),
      options_(options),
      registration_(options.registration),
      load_(options.hold),
      sensor_(options.sensor),
      drive_(options.drive),
      brake_(options.deceleration, options.hold_time),
      guard_(options.guard, device.limits().delay),
      limits_(options.limits),
      check_(options.check),
      delay_(guard_.delay()) {
  report_.delay = delay_;
}

void AdmittancePort::begin_tick(double now, const PlantRef& plant) {
  ++report_.ticks;
  const DeviceSample read = device_.read(now);
  const SampleCheck::Verdict verdict = check_.examine(read, now);
  const DeviceSample& sample = check_.sample();
  const bool clutched = (sample.buttons & options_.clutch_buttons) != 0;
  const bool stopped = device_.state().condition != DeviceCondition::ready;
  // A device that takes wrenches cannot be braked blindly; one that servos itself can.
  const bool is_blind = verdict == SampleCheck::Verdict::lost && !options_.gives_targets;
  if (stopped || clutched || is_blind) {
    release(plant);
    return;
  }
  if (verdict == SampleCheck::Verdict::returned && state_ == State::following) release(plant);
  const bool is_fresh = verdict == SampleCheck::Verdict::usable || verdict == SampleCheck::Verdict::returned;
  const WrenchSensor::Verdict sensed = sensor_.examine(sample, is_fresh, acceleration_);
  if (sensed == WrenchSensor::Verdict::lost || verdict == SampleCheck::Verdict::lost) {
    start_brake(plant);
    return;
  }
  if (sensed == WrenchSensor::Verdict::taring) return;
  const HandleState handle = plant.handle(options_.handle);
  if (state_ != State::following) engage(sample, handle);
  follow(now, handle, plant);
}

void AdmittancePort::engage(const DeviceSample& sample, const HandleState& handle) {
  if (options_.align_at_start || aligned_) registration_.align(sample.pose, handle.pose);
  aligned_ = true;
  state_ = State::following;
  ramp_ = 0;
  load_.forget();
  drive_.reset();
  guard_.restart();
  reference_ = reference_of(handle);
  target_ = reference_.pose;
  acceleration_ = {};
  past_.fill(reference_);
}

ReferenceMotion AdmittancePort::reference_of(const HandleState& handle) const {
  return {registration_.to_device(handle.pose), registration_.to_device(handle.velocity)};
}

void AdmittancePort::remember(const ReferenceMotion& reference) {
  past_[static_cast<std::size_t>(++remembered_ % static_cast<long>(past_.size()))] = reference;
}

const ReferenceMotion& AdmittancePort::reference_at_sample() const {
  return past_[static_cast<std::size_t>(std::max(0L, remembered_ - delay_) % static_cast<long>(past_.size()))];
}

void AdmittancePort::follow(double now, const HandleState& handle, const PlantRef& plant) {
  ++report_.following;
  begin_ = reference_of(handle);
  // Between two readings of the model only steps lie; the yielding of the tick before is part of the velocity.
  remember({begin_.pose, {begin_.velocity.linear + yielding_.linear, begin_.velocity.angular + yielding_.angular}});
  ramp_ = options_.ramp_time > 0 ? std::min(1.0, ramp_ + options_.tick / options_.ramp_time) : 1;
  const Wrench hand{ramp_ * sensor_.hand().force, ramp_ * sensor_.hand().torque};
  note_largest(report_.max_hand, norm(hand.force), norm(hand.torque));
  HandleLoad load = load_.sample(now, registration_.to_world(hand), handle.pose.orientation);
  load.reach = options_.tick * (1 + 1e-9);  // the end of a tick is within it, however it is rounded
  plant.apply(options_.handle, load);
  note_error();
  const double work = plant.work(options_.handle);
  guard_.set_active(!saturated_);
  yielding_ = within_mask(guard_.correct(hand, check_.sample().pose, error_, work - work_), options_.drive.mask);
  work_ = work;
}

void AdmittancePort::note_error() {
  error_ = within_mask(pose_difference(reference_at_sample().pose, check_.sample().pose), options_.drive.mask);
  const double linear = norm(error_.linear), rotary = norm(error_.angular);
  note_largest(report_.max_error, linear, rotary);
  report_.sum_of_squares.linear += linear * linear;
  report_.sum_of_squares.rotary += rotary * rotary;
}

void AdmittancePort::end_tick(const PlantRef& plant) {
  switch (state_) {
    case State::released: device_.write(limits_.release()); return;
    case State::following: {
      const HandleState handle = plant.handle(options_.handle);
      reference_ = reference_of(handle);
      const double rate = 1 / options_.tick;
      acceleration_ = {rate * (reference_.velocity.linear - begin_.velocity.linear),
                       rate * (reference_.velocity.angular - begin_.velocity.angular)};
      shift_reference(handle);
      note_largest(report_.max_reference_speed, norm(reference_.velocity.linear), norm(reference_.velocity.angular));
      write(sensor_.hand());
      return;
    }
    case State::braking:
    case State::holding:
      remember(brake_.reference());
      brake_.advance(options_.tick);
      reference_ = brake_.reference();
      acceleration_ = brake_.acceleration();
      state_ = brake_.is_at_rest() ? State::holding : State::braking;
      ++(state_ == State::holding ? report_.holding : report_.braking);
      if (brake_.has_held())
        release(plant);
      else
        write({});
      return;
  }
}

// The reference yields by the guard's correction, and a device that lags too far takes hold again where it is: both
// move the pose at which the device holds the handle.
void AdmittancePort::shift_reference(const HandleState& handle) {
  Twist shift{options_.tick * yielding_.linear, options_.tick * yielding_.angular};
  const Twist kept{shortened(error_.linear, options_.max_error.linear),
                   shortened(error_.angular, options_.max_error.rotary)};
  if (!(kept == error_)) {
    ++report_.slips;
    const Twist back{kept.linear - error_.linear, kept.angular - error_.angular};
    for (ReferenceMotion& r : past_) r.pose = moved(r.pose, back, 1);
    shift = {shift.linear + back.linear, shift.angular + back.angular};
  }
  if (shift == Twist{}) return;
  reference_.pose = moved(reference_.pose, shift, 1);
  registration_.align(reference_.pose, handle.pose);
}

void AdmittancePort::write(const Wrench& hand) {
  if (options_.gives_targets) {
    write_target();
    return;
  }
  const DeviceSample& sample = check_.sample();
  const Wrench wanted = drive_.command(reference_at_sample(), sample, acceleration_, hand);
  const long before = cuts(limits_.counts());
  const Wrench sent = limits_.apply(wanted, sample);
  saturated_ = cuts(limits_.counts()) != before;
  if (saturated_) ++report_.saturated;
  drive_.note_saturation(saturated_);
  note_largest(report_.max_sent, norm(sent.force), norm(sent.torque));
  device_.write(sent);
}

void AdmittancePort::write_target() {
  const Twist way = pose_difference(reference_.pose, target_);
  const Twist allowed{shortened(way.linear, options_.max_speed.linear * options_.tick),
                      shortened(way.angular, options_.max_speed.rotary * options_.tick)};
  saturated_ = !(allowed == way);
  if (saturated_) ++report_.target_limited;
  target_ = saturated_ ? moved(target_, allowed, 1) : reference_.pose;
  device_.write_target(target_);
}

void AdmittancePort::start_brake(const PlantRef& plant) {
  if (state_ != State::following) return;
  ++report_.brakes;
  state_ = State::braking;
  load_.forget();
  guard_.restart();
  yielding_ = {};
  brake_.start(reference_);
  plant.apply(options_.handle, {});
}

void AdmittancePort::release(const PlantRef& plant) {
  state_ = State::released;
  load_.forget();
  drive_.reset();
  guard_.restart();
  yielding_ = acceleration_ = {};
  device_.write(limits_.release());
  plant.apply(options_.handle, {});
}

void AdmittancePort::resume(const PlantRef& plant) {
  release(plant);
  device_.resume();
}

}  // namespace tangible
