// SPDX-License-Identifier: Apache-2.0
// Partial velocities for auxiliary speeds are rigid motions of what hangs on the joint, so all three are formed at
// once.
#include "equations/reaction.h"

#include "equations/error.h"

namespace tangible {
namespace {

// The motion for unit auxiliary speed of a reaction along a unit vector e:
//   a force: v = e for the points that it carries
//   a torque: w = e for the frames that it carries, v = e x arm for points whose positions are written in those frames
class GivingWay {
 public:
  GivingWay(const Mechanism& mechanism, const Reaction& reaction) : mechanism_(mechanism), reaction_(reaction) {}

  bool turns(Frame f) const {
    if (!reaction_.is_torque()) return false;
    for (; f; f = f.parent())
      if (f == reaction_.on) return true;
    return false;
  }
  // v . force, summed into what multiplies e: the force itself or its moment.
  Vector moment(Point p, const Vector& force) const {
    if (reaction_.is_torque()) return cross(arm(p), force);
    return hangs(p) ? force : Vector{};
  }
  // The same for the point of the frame at which p is now.
  Vector moment(Point p, Frame fixed_in, const Vector& force) const {
    const Point origin = mechanism_.kinematics().origin(fixed_in);
    Vector result = moment(origin, force);
    if (turns(fixed_in)) result += cross(position(origin, p), force);
    return result;
  }

 private:
  bool hangs(Point p) const {
    for (; p; p = p.parent())
      if (p == reaction_.at) return true;
    return false;
  }
  // The parts of the position vector that turn.
  Vector arm(Point p) const {
    Vector result;
    for (; !p.is_root(); p = p.parent())
      for (const Vector::Part& part : mechanism_.points().offset(p).parts())
        if (turns(part.frame)) result += Vector(part.frame, part.c);
    return result;
  }

  const Mechanism& mechanism_;
  const Reaction& reaction_;
};

// The balance as vectors: reaction = sum_r inertia[r] u_r' + velocity - active - forces of rows.
struct Balance {
  std::vector<Vector> inertia;
  Vector velocity;
  Vector active;
};

void add_inertia(const MassElement& body, const GivingWay& way, MotionTable& motions, Balance& out) {
  if (!body.mass.is_zero()) {
    const VelocityDecomposition& center = motions.of(body.center);
    for (std::size_t r = 0; r < out.inertia.size(); ++r)
      out.inertia[r] += way.moment(body.center, body.mass * center.partial[r]);
    out.velocity += way.moment(body.center, body.mass * center.acceleration_remainder);
  }
  if (!body.frame || body.inertia.is_zero() || !way.turns(body.frame)) return;
  const VelocityDecomposition& frame = motions.of(body.frame);
  for (std::size_t r = 0; r < out.inertia.size(); ++r) out.inertia[r] += dot(body.inertia, frame.partial[r]);
  out.velocity += dot(body.inertia, frame.acceleration_remainder);
  out.velocity += cross(frame.velocity, dot(body.inertia, frame.velocity));
}

void add_loads(const AppliedLoads& loads, const GivingWay& way, Balance& out) {
  for (const AppliedForce& f : loads.forces)
    out.active += f.fixed_in ? way.moment(f.at, f.fixed_in, f.force) : way.moment(f.at, f.force);
  for (const AppliedTorque& t : loads.torques)
    if (way.turns(t.on)) out.active += t.torque;
}

Balance balance(const Mechanism& mechanism, const Reaction& reaction, MotionTable& motions) {
  const GivingWay way(mechanism, reaction);
  Balance out{std::vector<Vector>(motions.speed_count()), {}, {}};
  for (const MassElement& body : mass_elements(mechanism)) add_inertia(body, way, motions, out);
  for (const Load& load : mechanism.loads()) add_loads(motions.apply(load), way, out);
  return out;
}

ReactionEquation along(const Balance& all, const Reaction& reaction, std::size_t axis, Shortener& shortener) {
  const Vector e = reaction.axes.axis(axis);
  ReactionEquation out{reaction.name, e, reaction.symbols[axis], {}, 0, 0, {}};
  for (const Vector& v : all.inertia) out.mass.push_back(shortener.scalar(dot(v, e)));
  out.active = shortener.scalar(dot(all.active, e));
  out.inertia_velocity = shortener.polynomial(-dot(all.velocity, e));
  for (const Vector& rate : reaction.row_rates) out.row_coefficients.push_back(shortener.scalar(dot(rate, e)));
  return out;
}

}  // namespace

Vector carried_by(const Mechanism& mechanism, const Reaction& reaction, const AppliedForce& force) {
  const GivingWay way(mechanism, reaction);
  return force.fixed_in ? way.moment(force.at, force.fixed_in, force.force) : way.moment(force.at, force.force);
}

Vector carried_by(const Mechanism& mechanism, const Reaction& reaction, const AppliedTorque& torque) {
  return GivingWay(mechanism, reaction).turns(torque.on) ? torque.torque : Vector{};
}

std::vector<ReactionEquation> derive_reactions(const Mechanism& mechanism, const Equations& equations) {
  std::vector<ReactionEquation> result;
  if (mechanism.reactions().empty()) return result;
  Shortener shortener(equations.kinematical.u, equations.angles);
  MotionTable motions(mechanism, equations.kinematical, shortener);
  for (const Reaction& reaction : mechanism.reactions()) {
    if (reaction.row_rates.size() != mechanism.constraints().size())
      throw EquationsError(reaction.name + " needs to know how the constraints change as its place gives way; " +
                               "see Mechanism::set_row_rates",
                           {});
    const Balance all = balance(mechanism, reaction, motions);
    for (std::size_t axis = 0; axis < 3; ++axis) result.push_back(along(all, reaction, axis, shortener));
  }
  return result;
}

}  // namespace tangible
