// SPDX-License-Identifier: Apache-2.0
// Speeds, velocities and rows against definitions and against differences of positions, orientations and constraints.
#include <array>

#include "engine/check_context.h"

namespace tangible {
namespace {

using Triple = std::array<double, 3>;

Triple numbers(const Vector& v, Frame in, const Values& state) {
  const Components c = components(v, in);
  const std::vector<double> x = evaluate(c, state);
  return {x[0], x[1], x[2]};
}

Vector velocity_from_partials(const VelocityDecomposition& motion, std::span<const Expr> u) {
  Vector v = motion.remainder;
  for (std::size_t r = 0; r < u.size(); ++r) v += u[r] * motion.partial[r];
  return v;
}

// The angular velocity in R' R^T = [w x], components in N.
Triple turning_rate(const CheckContext& context, Frame frame, const Values& state) {
  const Matrix3& matrix = rotation(context.mechanism.N(), frame);
  std::vector<Expr> entries;
  for (const Components& row : matrix.row) entries.insert(entries.end(), row.begin(), row.end());
  const std::vector<double> r = evaluate(entries, state), rate = rate_along_motion(context, entries, state);
  const auto product = [&](std::size_t i, std::size_t j) {
    return rate[3 * i] * r[3 * j] + rate[3 * i + 1] * r[3 * j + 1] + rate[3 * i + 2] * r[3 * j + 2];
  };
  return {product(2, 1), product(0, 2), product(1, 0)};
}

Frame frame_named(const Mechanism& mechanism, const std::string& name) {
  for (std::uint32_t i = 0; i < mechanism.frames().size(); ++i)
    if (mechanism.frames().at(i).name() == name) return mechanism.frames().at(i);
  return {};
}
Point point_named(const Mechanism& mechanism, const std::string& name) {
  for (std::uint32_t i = 0; i < mechanism.points().size(); ++i)
    if (mechanism.points().at(i).name() == name) return mechanism.points().at(i);
  return {};
}

void check_motion(const CheckContext& context, const PartialVelocityEntry& entry, const Values& state, Tally& tally) {
  const Mechanism& m = context.mechanism;
  const Vector v = velocity_from_partials(entry.motion, context.equations.kinematical.u);
  const Triple ours = numbers(v, m.N(), state);
  if (entry.is_angular) {
    tally.compare("angular velocities", ours, turning_rate(context, frame_named(m, entry.name), state));
  } else {
    const Components place = components(position(m.O(), point_named(m, entry.name)), m.N());
    tally.compare("velocities", ours, rate_along_motion(context, place, state));
  }
  const Triple acceleration = numbers(entry.motion.acceleration_remainder, m.N(), state);
  // Where an acceleration vanishes, as that of a spin about an axis, terms of the size of speed times rate cancel.
  double rate = 0, speed = 0;
  for (const Expr q_rate : context.equations.kinematical.q_rate) rate = std::max(rate, std::abs(state.at(q_rate)));
  for (const double part : ours) speed = std::max(speed, std::abs(part));
  tally.compare("accelerations", acceleration, rate_along_motion(context, components(v, m.N()), state),
                std::max(1e-3, rate * speed));
}

}  // namespace

void check_kinematics(const CheckContext& context, Tally& tally) {
  tally.declare("speeds", 1e-9);
  tally.declare("velocities", 1e-8);
  tally.declare("angular velocities", 1e-8);
  tally.declare("accelerations", 1e-8);
  std::vector<Expr> definitions;
  for (const Speed& speed : context.equations.speeds) definitions.push_back(speed.definition);
  for (const Values& state : context.states) {
    tally.compare("speeds", evaluate(context.equations.kinematical.u, state), evaluate(definitions, state));
    for (const PartialVelocityEntry& entry : context.equations.partial_velocities)
      check_motion(context, entry, state, tally);
  }
}

// a . u + c is the constraint, or the rate of a configuration constraint; its own rate with u fixed is rate_remainder.
void check_rows(const CheckContext& context, Tally& tally) {
  tally.declare("constraint rows", 1e-8);
  tally.declare("rates of rows", 1e-8);
  for (const ConstraintRow& row : context.equations.rows) {
    const Constraint& constraint = *context.mechanism.constraints().find(row.name);
    const std::array<Expr, 1> value{combine(row.a, context.equations.kinematical.u, row.c)};
    const std::array<Expr, 1> given{constraint.expression}, rate{row.rate_remainder};
    for (const Values& state : context.states) {
      const std::vector<double> reference = constraint.kind == ConstraintKind::configuration
                                                ? rate_along_motion(context, given, state)
                                                : evaluate(given, state);
      tally.compare("constraint rows", evaluate(value, state), reference);
      tally.compare("rates of rows", evaluate(rate, state), rate_along_motion(context, value, state));
    }
  }
}

}  // namespace tangible
