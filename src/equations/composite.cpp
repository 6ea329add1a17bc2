// SPDX-License-Identifier: Apache-2.0
// Recursions along the tree of carriers: motions outward, forces and inertias inward.
#include "equations/composite.h"

#include "equations/dynamical_equations.h"

namespace tangible {
namespace {

Components operator+(const Components& a, const Components& b) { return {a[0] + b[0], a[1] + b[1], a[2] + b[2]}; }
Components operator-(const Components& a) { return {-a[0], -a[1], -a[2]}; }
Components operator*(Expr k, const Components& a) { return {k * a[0], k * a[1], k * a[2]}; }
void add(Components& a, const Components& b) { a = a + b; }
void add(Matrix3& a, const Matrix3& b) {
  for (std::size_t i = 0; i < 3; ++i)
    for (std::size_t j = 0; j < 3; ++j) a(i, j) = a(i, j) + b(i, j);
}

// The inertia about a point that lies at -r: I + 2 (r . h) 1 - h r - r h + m (r . r 1 - r r), with h + m r / 2 for h.
Matrix3 about_shifted_point(const CarriedInertia& a, const Components& r) {
  const Components h = a.first_moment + (a.mass / 2) * r;
  Matrix3 result = a.inertia;
  for (std::size_t i = 0; i < 3; ++i) {
    const std::size_t j = (i + 1) % 3;
    const std::size_t k = (i + 2) % 3;
    result(i, i) = result(i, i) + 2 * (r[j] * h[j] + r[k] * h[k]);
    const Expr mixed = r[i] * h[j] + r[j] * h[i];
    result(i, j) = result(i, j) - mixed;
    result(j, i) = result(j, i) - mixed;
  }
  return result;
}

CarriedInertia seen_from_parent(const Carrier& step, const CarriedInertia& a) {
  if (step.turns) return {a.mass, to_parent(step, a.first_moment), to_parent(step, a.inertia)};
  return {a.mass, a.first_moment + a.mass * step.offset, about_shifted_point(a, step.offset)};
}

void add(CarriedInertia& a, const CarriedInertia& b) {
  a.mass = a.mass + b.mass;
  add(a.first_moment, b.first_moment);
  add(a.inertia, b.inertia);
}

std::size_t parent_of(const Carrier& carrier) { return static_cast<std::size_t>(carrier.parent); }

// alpha x + w x w x
Matrix3 acceleration_tensor_of(const Components& w, const Components& alpha) {
  Matrix3 u;
  for (std::size_t i = 0; i < 3; ++i) {
    const std::size_t j = (i + 1) % 3;
    const std::size_t k = (i + 2) % 3;
    u(i, i) = -(w[j] * w[j] + w[k] * w[k]);
    u(i, j) = w[i] * w[j] - alpha[k];
    u(j, i) = w[i] * w[j] + alpha[k];
  }
  return u;
}

// Turn: w = w' + w_rel, alpha = alpha' + w_rel' + w' x w_rel. Shift: a = a' + U r + 2 w x r' + r''.
CarrierMotion next_motion(const Carrier& step, const CarrierMotion& parent) {
  CarrierMotion motion = parent;
  if (step.turns) {
    const Components w = from_parent(step, parent.w);
    motion.w = w + step.rate;
    motion.angular_acceleration =
        from_parent(step, parent.angular_acceleration) + step.rate_remainder + cross(w, step.rate);
    motion.acceleration = from_parent(step, parent.acceleration);
    motion.acceleration_tensor = acceleration_tensor_of(motion.w, motion.angular_acceleration);
    return motion;
  }
  add(motion.acceleration, parent.acceleration_tensor * step.offset);
  add(motion.acceleration, cross(Components{2 * parent.w[0], 2 * parent.w[1], 2 * parent.w[2]}, step.rate));
  add(motion.acceleration, step.rate_remainder);
  return motion;
}

// A torque on a frame and its opposite on the frame's parent.
bool is_pair_across_turn(const AppliedTorque& a, const AppliedTorque& b) {
  return !a.on.is_root() && b.on == a.on.parent() && b.torque == -a.torque;
}

}  // namespace

bool CarriedInertia::is_zero() const {
  for (const Components& row : inertia.row)
    if (!tangible::is_zero(row)) return false;
  return mass.is_zero() && tangible::is_zero(first_moment);
}

namespace {

// Adds an inertia to a carrier, or to the one that moves below fixed steps.
void put(const CarrierTree& tree, std::size_t i, CarriedInertia own, std::vector<CarriedInertia>& carried) {
  while (tree[i].parent != Carrier::no_parent && tree[i].is_fixed()) {
    own = seen_from_parent(tree[i], own);
    i = parent_of(tree[i]);
  }
  add(carried[i], own);
}

// The axis of the frame along which a turn takes place, if it is one of the three.
std::optional<std::size_t> axis_of(const Carrier& turn) {
  for (std::size_t k = 0; k < 3; ++k)
    if (turn.rotation.matrix(k, k).is_one() && turn.rate[(k + 1) % 3].is_zero() && turn.rate[(k + 2) % 3].is_zero())
      return k;
  return std::nullopt;
}

// Splits off the inertia that the step does not move. Of a turn: masses on its axis, as many as make the mass, the
// first moment along the axis and one moment of inertia zero. Of a shift: all inertia that is left without mass.
CarriedInertia split_regrouped(const Carrier& step, CarriedInertia& body) {
  CarriedInertia unmoved;
  if (!step.turns) {
    std::swap(unmoved.inertia, body.inertia);
    return unmoved;
  }
  const std::optional<std::size_t> axis = axis_of(step);
  if (!axis) return unmoved;
  const std::size_t x = (*axis + 1) % 3;
  const std::size_t y = (*axis + 2) % 3;
  std::swap(unmoved.mass, body.mass);
  std::swap(unmoved.first_moment[*axis], body.first_moment[*axis]);
  unmoved.inertia(x, x) = unmoved.inertia(y, y) = body.inertia(y, y);
  body.inertia(x, x) = body.inertia(x, x) - body.inertia(y, y);
  body.inertia(y, y) = 0;
  return unmoved;
}

}  // namespace

std::vector<CarriedInertia> carried_inertias(const Mechanism& mechanism, const CarrierTree& tree) {
  std::vector<CarriedInertia> carried(tree.size());
  for (const MassElement& thing : mass_elements(mechanism)) {
    CarriedInertia own{thing.mass, {}, {}};
    if (thing.frame) own.inertia = components(thing.inertia, thing.frame);
    put(tree, thing.frame ? *tree.of(thing.frame, thing.center) : *tree.of(thing.center), own, carried);
  }
  // Inertia that a step does not move is carried by the parent as well: fewer numbers are left to be moved.
  for (std::size_t i = tree.size(); i-- > 1;)
    if (!carried[i].is_zero()) put(tree, parent_of(tree[i]), split_regrouped(tree[i], carried[i]), carried);
  return carried;
}

std::vector<CarrierMotion> carrier_motions(const CarrierTree& tree, const Components& acceleration_of_O) {
  std::vector<CarrierMotion> motions(tree.size());
  motions[0].acceleration = acceleration_of_O;
  for (std::size_t i = 1; i < tree.size(); ++i) motions[i] = next_motion(tree[i], motions[parent_of(tree[i])]);
  return motions;
}

// Of a rigid body about a point P in it, with first moment h and second moments J = tr(I)/2 1 - I:
//   force = m a_P + U h, torque = h x a_P + sum r x U r dm, whose x component is (U J)_zy - (U J)_yz.
std::vector<CarrierWrench> inertia_wrenches(const CarrierTree& tree, std::span<const CarriedInertia> inertias,
                                            std::span<const CarrierMotion> motions) {
  std::vector<CarrierWrench> wrenches(tree.size());
  for (std::size_t i = 0; i < tree.size(); ++i) {
    const CarriedInertia& body = inertias[i];
    if (body.is_zero()) continue;
    const CarrierMotion& motion = motions[i];
    const Expr half_trace = (body.inertia(0, 0) + body.inertia(1, 1) + body.inertia(2, 2)) / 2;
    Matrix3 second_moments;
    for (std::size_t r = 0; r < 3; ++r)
      for (std::size_t c = 0; c < 3; ++c) second_moments(r, c) = (r == c ? half_trace : Expr(0)) - body.inertia(r, c);
    const Matrix3 uj = motion.acceleration_tensor * second_moments;
    const Components turning{uj(2, 1) - uj(1, 2), uj(0, 2) - uj(2, 0), uj(1, 0) - uj(0, 1)};
    wrenches[i].force = -(body.mass * motion.acceleration + motion.acceleration_tensor * body.first_moment);
    wrenches[i].torque = -(cross(body.first_moment, motion.acceleration) + turning);
  }
  return wrenches;
}

CarrierLoads carrier_loads(const CarrierTree& tree, std::span<const AppliedLoads> loads) {
  CarrierLoads result{std::vector<CarrierWrench>(tree.size()), std::vector<Expr>(tree.speed_count(), 0)};
  const auto put_torque = [&](const AppliedTorque& torque) {
    const std::size_t i = *tree.of(torque.on);
    add(result.wrenches[i].torque, components(torque.torque, tree[i].frame));
  };
  const auto put_direct = [&](const AppliedTorque& torque) {
    const Carrier& turn = tree[*tree.of(torque.on)];
    const Components c = components(torque.torque, turn.frame);
    for (const Carrier::Partial& partial : turn.partials)
      result.direct[partial.speed] = result.direct[partial.speed] + dot(partial.c, c);
  };
  for (const AppliedLoads& load : loads) {
    for (const AppliedForce& force : load.forces) {
      const std::size_t i = *tree.of(force.at);
      add(result.wrenches[i].force, components(force.force, tree[i].frame));
    }
    const auto& torques = load.torques;
    if (torques.size() == 2 && is_pair_across_turn(torques[0], torques[1])) {
      put_direct(torques[0]);
    } else if (torques.size() == 2 && is_pair_across_turn(torques[1], torques[0])) {
      put_direct(torques[1]);
    } else {
      for (const AppliedTorque& torque : torques) put_torque(torque);
    }
  }
  return result;
}

namespace {

void add_to_parent(const Carrier& step, const CarrierWrench& own, CarrierWrench& parent) {
  add(parent.force, to_parent(step, own.force));
  add(parent.torque, to_parent(step, own.torque));
  if (!step.turns) add(parent.torque, cross(step.offset, own.force));
}

}  // namespace

std::vector<Expr> generalized_forces(const CarrierTree& tree, std::vector<CarrierWrench> wrenches) {
  std::vector<Expr> forces(tree.speed_count(), 0);
  for (std::size_t i = tree.size(); i-- > 1;) {
    const Carrier& step = tree[i];
    const CarrierWrench& own = wrenches[i];
    for (const Carrier::Partial& partial : step.partials)
      forces[partial.speed] = dot(partial.c, step.turns ? own.torque : own.force);
    add_to_parent(step, own, wrenches[parent_of(step)]);
  }
  return forces;
}

CarrierWrench resultant(const CarrierTree& tree, std::vector<CarrierWrench> wrenches) {
  for (std::size_t i = tree.size(); i-- > 1;) add_to_parent(tree[i], wrenches[i], wrenches[parent_of(tree[i])]);
  return wrenches[0];
}

Momenta momenta(const CarrierTree& tree, std::span<const CarriedInertia> inertias,
                std::span<const CarrierMotion> motions) {
  std::vector<Components> velocities(tree.size());
  std::vector<CarrierWrench> momentum(tree.size());
  std::vector<Expr> kinetic;
  for (std::size_t i = 1; i < tree.size(); ++i) {
    const Carrier& step = tree[i];
    const Components& w = motions[i].w;
    Components& v = velocities[i];
    v = from_parent(step, velocities[parent_of(step)]);
    if (!step.turns) v = v + cross(w, step.offset) + step.rate;
    const CarriedInertia& body = inertias[i];
    if (body.is_zero()) continue;
    momentum[i].force = body.mass * v + cross(w, body.first_moment);
    momentum[i].torque = body.inertia * w + cross(body.first_moment, v);
    kinetic.push_back((dot(v, momentum[i].force) + dot(w, momentum[i].torque)) / 2);
  }
  const CarrierWrench total = resultant(tree, std::move(momentum));
  return {sum(kinetic), total.force, total.torque};
}

Matrix composite_mass(const CarrierTree& tree, std::vector<CarriedInertia> inertias) {
  Matrix mass(tree.speed_count(), tree.speed_count());
  for (std::size_t i = tree.size(); i-- > 1;) {
    const CarriedInertia& beyond = inertias[i];
    for (const Carrier::Partial& partial : tree[i].partials) {
      // Momentum of everything beyond under the one speed, then inward.
      CarrierWrench momentum;
      if (tree[i].turns) {
        momentum = {cross(partial.c, beyond.first_moment), beyond.inertia * partial.c};
      } else {
        momentum = {beyond.mass * partial.c, cross(beyond.first_moment, partial.c)};
      }
      for (std::size_t k = i; k != 0; k = parent_of(tree[k])) {
        const Carrier& step = tree[k];
        for (const Carrier::Partial& other : step.partials)
          mass(partial.speed, other.speed) = mass(other.speed, partial.speed) =
              dot(other.c, step.turns ? momentum.torque : momentum.force);
        momentum = {to_parent(step, momentum.force), to_parent(step, momentum.torque)};
        if (!step.turns) add(momentum.torque, cross(step.offset, momentum.force));
      }
    }
    add(inertias[parent_of(tree[i])], seen_from_parent(tree[i], beyond));
  }
  return mass;
}

}  // namespace tangible
