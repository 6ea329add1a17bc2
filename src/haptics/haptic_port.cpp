// SPDX-License-Identifier: Apache-2.0
// The tick of one device on one handle.
#include "haptics/haptic_port.h"

#include <algorithm>
#include <cmath>

namespace tangible {

namespace {

constexpr int max_assumed_delay = 3;  // samples, as far as tables of gains go

// The coupler's part of the force that was sent: all of it but the share of the guard's damping, which acts between the
// device and the ground. While the guard rests this is the force that was sent.
Wrench part_of_coupler(const Wrench& sum, const Wrench& damping, const Wrench& sent) {
  const auto part = [](Vec3 all, Vec3 guard, Vec3 acts) {
    const double length = dot(all, all);
    return acts - (length > 0 ? std::clamp(dot(acts, all) / length, 0.0, 1.0) : 0.0) * guard;
  };
  return {part(sum.force, damping.force, sent.force), part(sum.torque, damping.torque, sent.torque)};
}

}  // namespace

HapticPortOptions port_options_for(const DeviceLimits& device, double tick) {
  HapticPortOptions o;
  o.tick = tick;
  o.directions.mask = device.actuated;
  o.guard.tick = tick;
  o.guard.inertia = device.inertia;
  o.guard.damping = device.damping;
  o.limits = force_limits_of(device, tick);
  o.check.tick = tick;
  return o;
}

HapticPort::HapticPort(Device& device, const HapticPortOptions& options)
    : device_(device),
      options_(options),
      registration_(options.registration),
      coupler_(options.gains, options.directions, options.form, options.tick),
      guard_(options.guard, device.limits().delay),
      limits_(options.limits),
      check_(options.check),
      watch_({.tick = options.tick, .strong = options.limits.max_effort.linear}),
      motion_(options.motion.value_or(MotionHandOptions{})) {
  report_.delay = guard_.delay();
}

void HapticPort::tick(double now, const PlantRef& plant) {
  elapsed_ = report_.ticks > 0 ? std::max(1L, std::lround((now - last_now_) / options_.tick)) : 1;
  last_now_ = now;
  ++report_.ticks;
  leads_ = false;
  const DeviceSample read = device_.read(now);
  const SampleCheck::Verdict verdict = check_.examine(read, now);
  const DeviceSample& sample = check_.sample();
  const bool clutched = (sample.buttons & options_.clutch_buttons) != 0;
  const bool stopped = device_.state().condition != DeviceCondition::ready;
  if (verdict == SampleCheck::Verdict::lost || clutched || stopped) {
    disengage(plant);
    return;
  }
  if (verdict == SampleCheck::Verdict::returned) disengage(plant);
  const HandleState handle = plant.handle(options_.handle);
  if (!engaged_) engage(sample, handle);
  if (verdict != SampleCheck::Verdict::repeat) measure_delay(now, sample);
  if (options_.leads) return lead(sample, plant);
  retune(handle, plant.mode());
  display(sample, handle, plant);
}

void HapticPort::lead(const DeviceSample& sample, const PlantRef& plant) {
  world_ = registration_.to_world(sample.pose);
  HandleLoad load;
  load.kind = HandleLoad::Kind::led;
  load.pose = world_;
  plant.apply(options_.handle, load);
  leads_ = true;
}

void HapticPort::finish_tick(const PlantRef& plant) {
  if (!leads_) return;
  const DeviceSample& sample = check_.sample();
  const Wrench driving = plant.handle(options_.handle).driving;
  const Wrench wanted = registration_.to_device(Wrench{-driving.force, -driving.torque});
  const double work = plant.work(options_.handle);
  const Wrench damping = guard_.correct(wanted, sample, work_ - work, elapsed_);
  work_ = work;
  const Wrench sent = limits_.apply({wanted.force + damping.force, wanted.torque + damping.torque}, sample);
  guard_.book(sent);
  device_.write(sent);
  note(wanted, sent, sample);
}

void HapticPort::engage(const DeviceSample& sample, const HandleState& handle) {
  if (options_.align_at_start || aligned_) registration_.align(sample.pose, handle.pose);
  aligned_ = true;
  engaged_ = true;
  guard_.restart();
  watch_.restart();
  motion_.forget();
}

void HapticPort::disengage(const PlantRef& plant) {
  if (engaged_) coupler_.reset();
  engaged_ = false;
  device_.write(limits_.release());
  guard_.book({});
  plant.apply(options_.handle, {});
}

void HapticPort::release(const PlantRef& plant) { disengage(plant); }

void HapticPort::resume(const PlantRef& plant) {
  disengage(plant);
  device_.resume();
}

void HapticPort::set_gains(const CouplerGains& gains) {
  options_.table = nullptr;
  coupler_.retune(gains);
}

void HapticPort::restart(const PlantRef& plant) {
  disengage(plant);
  check_ = SampleCheck(options_.check);
  registration_ = options_.registration;
  aligned_ = false;
  mode_ = -1;
  work_ = plant.work(options_.handle);
}

void HapticPort::set_motion(const MotionHandOptions& motion, bool turns) {
  options_.motion = motion;
  motion_.set_options(motion);
  motion_turns_ = turns;
}

// Besides the coupler, which has one stiffness for all directions: the load of the mechanism at the handle, and the
// stiffness that the mass of each direction lacks.
Wrench HapticPort::carry(const HandleState& handle, const PlantRef& plant, const Wrench& coupled, const Twist& hand) {
  if (!options_.motion) return {};
  Wrench carried = motion_.carry(handle, loaded_, plant.mode());
  if (coupler_.form() == CouplerForm::implicit) {
    const Wrench pull = motion_.pull(handle, options_.directions, {coupler_.stretch(), hand, motion_turns_});
    carried.force += coupled.force + pull.force;
    carried.torque += coupled.torque + pull.torque;
  }
  return carried;
}

void HapticPort::display(const DeviceSample& sample, const HandleState& handle, const PlantRef& plant) {
  world_ = registration_.to_world(sample.pose);
  Twist velocity = registration_.to_world(sample.velocity);
  if (options_.motion) velocity = {MotionHand::lead * velocity.linear, MotionHand::lead * velocity.angular};
  const Wrench coupled = coupler_.begin_tick(world_, velocity, handle);
  carried_ = carry(handle, plant, coupled, velocity);
  const Wrench wanted =
      registration_.to_device(Wrench{coupled.force - carried_.force, coupled.torque - carried_.torque});
  const double work = plant.work(options_.handle);
  const Wrench damping = guard_.correct(wanted, sample, work_ - work, elapsed_);
  work_ = work;
  const Wrench sum{wanted.force + damping.force, wanted.torque + damping.torque};
  const Wrench sent = limits_.apply(sum, sample);
  if (!is_finite(sum)) return disengage(plant);
  guard_.book(sent);
  device_.write(sent);
  if (sent != sum) limit_load(registration_.to_world(part_of_coupler(sum, damping, sent)), coupled);
  const HandleLoad load = load_on(handle);
  loaded_ = load.wrench;
  plant.apply(options_.handle, load);
  assume_delay(sent);
  report_.max_stretch = std::max(report_.max_stretch, norm(coupler_.stretch().linear));
  note(wanted, sent, sample);
}

// A force that does not act at the device does not move the model: coupler and carried load are cut to that force.
void HapticPort::limit_load(const Wrench& acting, const Wrench& coupled) {
  const auto share = [](Vec3 acts, Vec3 all) {
    const double length = dot(all, all);
    return length > 0 ? std::clamp(dot(acts, all) / length, 0.0, 1.0) : 0.0;
  };
  carried_ = {share(acting.force, coupled.force - carried_.force) * carried_.force,
              share(acting.torque, coupled.torque - carried_.torque) * carried_.torque};
  coupler_.limit({acting.force + carried_.force, acting.torque + carried_.torque});
}

void HapticPort::note(const Wrench& wanted, const Wrench& sent, const DeviceSample& sample) {
  ++report_.engaged;
  report_.max_force = std::max(report_.max_force, norm(sent.force));
  report_.max_torque = std::max(report_.max_torque, norm(sent.torque));
  report_.limited_work += options_.tick * (power(wanted, sample.velocity) - power(sent, sample.velocity));
}

HandleLoad HapticPort::load_on(const HandleState& handle) const {
  HandleLoad load;
  load.wrench = coupler_.wrench_on_handle();
  load.wrench = {load.wrench.force + carried_.force, load.wrench.torque + carried_.torque};
  switch (coupler_.form()) {
    case CouplerForm::held:
    case CouplerForm::implicit: break;
    case CouplerForm::held_in_handle_frame: {
      const Quaternion to_handle = inverse(handle.pose.orientation);
      load.kind = HandleLoad::Kind::held_in_handle_frame;
      load.wrench = {rotate(to_handle, load.wrench.force), rotate(to_handle, load.wrench.torque)};
      break;
    }
    case CouplerForm::in_stages:
    case CouplerForm::in_stages_extrapolated:
      load.kind = HandleLoad::Kind::in_stages;
      load.coupler = coupler_.stage_function();
      load.coupler.bias.force -= carried_.force;
      load.coupler.bias.torque -= carried_.torque;
      break;
  }
  return load;
}

// A delay that the time stamps show for twenty ticks in a row is taken as known.
void HapticPort::measure_delay(double now, const DeviceSample& sample) {
  const double age = (now - sample.time) / options_.tick;
  const int delay = static_cast<int>(std::clamp(std::round(age), 0.0, static_cast<double>(PassivityGuard::max_delay)));
  stamped_for_ = delay == stamped_delay_ ? std::min(stamped_for_ + 1, 1000) : 0;
  stamped_delay_ = delay;
  if (stamped_for_ != 20) return;
  const int known = std::max(delay, device_.limits().delay) + report_.assumed_delay;
  if (known == guard_.delay()) return;
  guard_.set_delay(known);
  report_.delay = known;
  mode_ = -1;  // tune again
}

// A force that swings on by itself: samples are taken for one tick older than was known, which softens a tuned coupler
// and lowers the cap of the guard.
void HapticPort::assume_delay(const Wrench& sent) {
  const PassivityGuardReport& books = guard_.report();
  if (options_.motion || !watch_.look(sent.force, books.from_model, books.credit, elapsed_)) return;
  if (guard_.delay() >= max_assumed_delay) return;
  ++report_.assumed_delay;
  guard_.set_delay(guard_.delay() + 1);
  report_.delay = guard_.delay();
  mode_ = -1;
}

void HapticPort::retune(const HandleState& handle, long mode) {
  if (options_.motion) {
    CouplerGains gains = motion_.gains(handle, options_.directions, coupler_.stretch());
    if (!motion_turns_) gains.stiffness.rotary = gains.damping.rotary = 0;
    return coupler_.replace_gains(gains);
  }
  if (options_.table == nullptr) return;
  if (mode == mode_ && report_.ticks % 16 != 0) return;
  const TunedCoupler tuned = options_.table->gains_for(handle, options_.directions, guard_.delay());
  report_.weakest_label = std::max(report_.weakest_label, tuned.label);
  const bool changes = std::abs(tuned.gains.stiffness.linear / coupler_.gains().stiffness.linear - 1) > 0.05 ||
                       std::abs(tuned.gains.stiffness.rotary / coupler_.gains().stiffness.rotary - 1) > 0.05;
  if (mode == mode_ && !changes) return;
  mode_ = mode;
  if (tuned.gains == coupler_.gains()) return;
  coupler_.retune(tuned.gains);
  ++report_.retunings;
}

}  // namespace tangible
