// SPDX-License-Identifier: Apache-2.0
// Partial velocities by differentiation with respect to the speeds, Gillespie (24).
#include "equations/velocity_decomposition.h"

#include <algorithm>

#include "equations/error.h"
#include "symbolic/differentiate.h"
#include "symbolic/substitute.h"

namespace tangible {
namespace {

// In longer chains every body's motion is written in its own frame, where the cost per body does not grow with the
// chain.
constexpr std::size_t longest_mixed_chain = 8;

Basis choose_basis(const Mechanism& mechanism) {
  return mechanism.coordinates().size() <= longest_mixed_chain ? Basis::mixed : Basis::body;
}

}  // namespace

MotionTable::MotionTable(const Mechanism& mechanism, const KinematicalEquations& kinematical, Shortener& shortener)
    : mechanism_(mechanism),
      kinematical_(kinematical),
      shortener_(shortener),
      kinematics_(mechanism.make_kinematics(
          [&] {
            Rates rates = kinematical.rates();
            rates[mechanism.time()] = 1;
            return rates;
          }(),
          choose_basis(mechanism))),
      settled_frames_(mechanism.frames().size(), false),
      settled_points_(mechanism.points().size(), false) {
  for (std::size_t i = 0; i < kinematical.q.size(); ++i)
    rates_in_speeds_[kinematical.q_rate[i]] = kinematics_.rates().at(kinematical.q[i]);
}

namespace {

// Kane's equations are formed from loads that accelerations do not change.
void refuse_accelerations(const Load& load, const AppliedLoads& applied, const Mechanism& mechanism) {
  std::vector<Expr> accelerations;
  for (const Coordinate& q : mechanism.coordinates()) accelerations.push_back(symbol(q.name + "''"));
  for (const Speed& u : mechanism.speeds()) accelerations.push_back(u.acceleration);
  std::vector<Expr> components;
  const auto add = [&](const Vector& v) {
    for (const Vector::Part& part : v.parts()) components.insert(components.end(), part.c.begin(), part.c.end());
  };
  for (const AppliedForce& force : applied.forces) add(force.force);
  for (const AppliedTorque& torque : applied.torques) add(torque.torque);
  for (const Expr e : symbols_in(components))
    if (std::ranges::find(accelerations, e) != accelerations.end())
      throw EquationsError("the load " + load.name + " depends on the acceleration " + std::string(e.name()) +
                               "; give what moves with the mass as a body or particle of its own (added mass)",
                           load.where);
}

// An error of a load has the place where the load stands.
AppliedLoads apply_where_written(const Load& load, const Mechanism& mechanism, const Kinematics& kinematics) {
  try {
    return apply(load, mechanism, kinematics);
  } catch (const MechanicsError& error) {
    throw EquationsError("load " + load.name + ": " + error.what(), load.where);
  }
}

}  // namespace

AppliedLoads MotionTable::apply(const Load& load) const {
  AppliedLoads applied = apply_where_written(load, mechanism_, kinematics_);
  const auto in_speeds = [&](Expr e) { return substitute(e, rates_in_speeds_); };
  for (AppliedForce& force : applied.forces) force.force = map(force.force, in_speeds);
  for (AppliedTorque& torque : applied.torques) torque.torque = map(torque.torque, in_speeds);
  if (applied.dissipation) applied.dissipation = in_speeds(*applied.dissipation);
  refuse_accelerations(load, applied, mechanism_);
  return applied;
}

// Frames on the path to N, and those of the vector itself: where it may be short.
std::vector<Frame> MotionTable::candidates(const Vector& v) const {
  std::vector<Frame> result;
  for (const Vector::Part& part : v.parts()) {
    for (Frame f = part.frame; f; f = f.parent())
      if (std::ranges::find(result, f) == result.end()) result.push_back(f);
  }
  return result;
}

void MotionTable::set_short_form(Frame frame) {
  if (frame.is_root() || settled_frames_[frame.index()]) return;
  std::vector<Frame> chain;
  for (Frame f = frame; !f.is_root() && !settled_frames_[f.index()]; f = f.parent()) chain.push_back(f);
  for (auto f = chain.rbegin(); f != chain.rend(); ++f) {
    const Vector w = kinematics_.angular_velocity(*f, mechanism_.N());
    std::vector<Frame> frames = candidates(w);
    if (std::ranges::find(frames, *f) == frames.end()) frames.push_back(*f);
    kinematics_.set_angular_velocity(*f, shortener_.vector(w, frames));
    settled_frames_[f->index()] = true;
  }
}

void MotionTable::set_short_form(Point point) {
  if (settled_points_[point.index()]) return;
  std::vector<Point> chain;
  for (Point p = point; p && !settled_points_[p.index()]; p = p.parent()) chain.push_back(p);
  for (auto p = chain.rbegin(); p != chain.rend(); ++p) {
    if (p->is_root()) continue;
    for (const Vector::Part& part : mechanism_.points().offset(*p).parts()) set_short_form(part.frame);
    const Vector v = kinematics_.velocity(*p, mechanism_.N());
    std::vector<Frame> frames = candidates(v);
    for (std::uint32_t i = 0; i < mechanism_.frames().size() && mechanism_.frames().size() <= 8; ++i) {
      const Frame f = mechanism_.frames().at(i);
      if (std::ranges::find(frames, f) == frames.end()) frames.push_back(f);
    }
    kinematics_.set_velocity(*p, shortener_.vector(v, frames));
    settled_points_[p->index()] = true;
  }
}

VelocityDecomposition MotionTable::split(const Vector& velocity, const Vector& acceleration_remainder) {
  VelocityDecomposition motion{velocity, {}, {}, acceleration_remainder};
  Substitution at_rest;
  for (const Expr u : kinematical_.u) {
    at_rest[u] = 0;
    motion.partial.push_back(map(velocity, [&](Expr e) { return shortener_.scalar(differentiate(e, u)); }));
  }
  motion.remainder = map(velocity, [&](Expr e) { return shortener_.scalar(substitute(e, at_rest)); });
  return motion;
}

Vector MotionTable::velocity(Point point) {
  set_short_form(point);
  return kinematics_.velocity(point, mechanism_.N());
}

Vector MotionTable::angular_velocity(Frame frame) {
  set_short_form(frame);
  return kinematics_.angular_velocity(frame, mechanism_.N());
}

const VelocityDecomposition& MotionTable::of(Frame frame) {
  set_short_form(frame);
  const auto [entry, is_new] = frames_.try_emplace(frame.index());
  if (is_new) {
    const Vector w = kinematics_.angular_velocity(frame, mechanism_.N());
    const Vector alpha = kinematics_.angular_acceleration(frame, mechanism_.N());
    entry->second = split(w, map(alpha, [&](Expr e) { return shortener_.polynomial(e); }));
  }
  return entry->second;
}

const VelocityDecomposition& MotionTable::of(Point point) {
  set_short_form(point);
  const auto [entry, is_new] = points_.try_emplace(point.index());
  if (is_new) {
    const Vector v = kinematics_.velocity(point, mechanism_.N());
    const Vector a = kinematics_.acceleration(point, mechanism_.N());
    entry->second = split(v, map(a, [&](Expr e) { return shortener_.polynomial(e); }));
  }
  return entry->second;
}

const VelocityDecomposition& MotionTable::of(Point point, Frame frame) {
  set_short_form(point);
  set_short_form(frame);
  const std::uint64_t key = (std::uint64_t{point.index()} << 32) | frame.index();
  const auto [entry, is_new] = fixed_.try_emplace(key);
  if (is_new) entry->second = split(kinematics_.velocity_fixed_in(point, frame, mechanism_.N()), Vector{});
  return entry->second;
}

std::vector<Expr> MotionTable::at_rest(std::span<const Expr> list) const {
  Substitution none;
  for (const Expr u : kinematical_.u) none[u] = 0;
  return substitute(list, none);
}

}  // namespace tangible
