// SPDX-License-Identifier: Apache-2.0
// The tree of turns and shifts from the trees of frames and points.
#include "equations/carrier.h"

#include "symbolic/differentiate.h"

namespace tangible {

// Adds carriers by need; a step that cannot be taken makes the whole tree impossible.
class CarrierBuilder {
 public:
  CarrierBuilder(const Mechanism& mechanism, const KinematicalEquations& kinematical)
      : mechanism_(mechanism),
        kinematical_(kinematical),
        kinematics_(mechanism.make_kinematics(rates_of(mechanism, kinematical), Basis::body)),
        driven_(kinematical.u.size(), false) {
    tree_.speed_count_ = kinematical.u.size();
    Carrier root;
    root.frame = mechanism.N();
    root.point = mechanism.O();
    put(root);
  }

  bool add(Frame frame, Point point) {
    struct Step {
      Frame frame;
      Point point;
      bool turns;
    };
    std::vector<Step> steps;
    while (!tree_.index_.contains(CarrierTree::key(frame, point))) {
      const std::optional<bool> turns = step_turns(frame, point);
      if (!turns) return false;
      steps.push_back({frame, point, *turns});
      if (*turns) {
        frame = frame.parent();
      } else {
        point = point.parent();
      }
    }
    std::size_t parent = tree_.index_.at(CarrierTree::key(frame, point));
    for (auto step = steps.rbegin(); step != steps.rend(); ++step) {
      Carrier carrier;
      carrier.parent = static_cast<std::int32_t>(parent);
      carrier.frame = step->frame;
      carrier.point = step->point;
      carrier.turns = step->turns;
      if (!(step->turns ? describe_turn(carrier) : describe_shift(carrier))) return false;
      parent = put(carrier);
    }
    return true;
  }

  bool add(Point point) {
    if (point.is_root()) return true;
    const auto parts = mechanism_.points().offset(point).parts();
    if (parts.size() > 1) return false;
    return parts.empty() ? add(point.parent()) && add(carrier_frame(point), point) : add(parts[0].frame, point);
  }
  bool add(Frame frame) {
    if (tree_.by_frame_.contains(frame.index())) return true;
    // With the point that its parent already carries.
    if (!add(frame.parent())) return false;
    return add(frame, tree_.carriers_[tree_.by_frame_.at(frame.parent().index())].point);
  }

  CarrierTree take() { return std::move(tree_); }

 private:
  static Rates rates_of(const Mechanism& mechanism, const KinematicalEquations& kinematical) {
    Rates rates = kinematical.rates();
    rates[mechanism.time()] = 1;
    return rates;
  }

  Frame carrier_frame(Point point) const {
    const Point parent = point.parent();
    return tree_.carriers_[tree_.by_point_.at(parent.index())].frame;
  }

  // The step from the parent to (frame, point): the frame turns where the point belongs to an outer frame.
  std::optional<bool> step_turns(Frame frame, Point point) const {
    if (point.is_root()) return true;
    const auto parts = mechanism_.points().offset(point).parts();
    if (parts.empty()) return false;
    if (parts.size() > 1) return std::nullopt;
    if (parts[0].frame == frame) return false;
    for (Frame outer = frame; outer; outer = outer.parent())
      if (outer == parts[0].frame) return true;
    return std::nullopt;
  }

  bool describe_turn(Carrier& carrier) {
    carrier.rotation = mechanism_.frames().step(carrier.frame);
    return describe_rate(
        carrier, components(kinematics_.angular_velocity(carrier.frame, carrier.frame.parent()), carrier.frame));
  }

  bool describe_shift(Carrier& carrier) {
    carrier.offset = components(mechanism_.points().offset(carrier.point), carrier.frame);
    const std::vector<Expr> rate = total_time_derivative(carrier.offset, kinematics_.rates());
    return describe_rate(carrier, {rate[0], rate[1], rate[2]});
  }

  bool describe_rate(Carrier& carrier, const Components& rate) {
    carrier.rate = rate;
    const std::vector<Expr> remainder = total_time_derivative(rate, kinematics_.rates());
    carrier.rate_remainder = {remainder[0], remainder[1], remainder[2]};
    for (std::size_t r = 0; r < kinematical_.u.size(); ++r) {
      Carrier::Partial partial{r, {}};
      for (std::size_t k = 0; k < 3; ++k) partial.c[k] = differentiate(rate[k], kinematical_.u[r]);
      if (is_zero(partial.c)) continue;
      if (driven_[r]) return false;
      driven_[r] = true;
      carrier.partials.push_back(partial);
    }
    return true;
  }

  std::size_t put(const Carrier& carrier) {
    const std::size_t i = tree_.carriers_.size();
    tree_.carriers_.push_back(carrier);
    tree_.index_.emplace(CarrierTree::key(carrier.frame, carrier.point), i);
    tree_.by_frame_.try_emplace(carrier.frame.index(), i);
    tree_.by_point_.try_emplace(carrier.point.index(), i);
    return i;
  }

  const Mechanism& mechanism_;
  const KinematicalEquations& kinematical_;
  Kinematics kinematics_;
  std::vector<bool> driven_;
  CarrierTree tree_;
};

std::optional<CarrierTree> CarrierTree::make(const Mechanism& mechanism, const KinematicalEquations& kinematical,
                                             std::span<const AppliedLoads> loads) {
  CarrierBuilder builder(mechanism, kinematical);
  bool possible = true;
  for (const RigidBody& body : mechanism.bodies())
    possible = possible && builder.add(body.center) && builder.add(body.frame, body.center);
  for (const Particle& particle : mechanism.particles()) possible = possible && builder.add(particle.at);
  for (const AppliedLoads& load : loads) {
    for (const AppliedForce& force : load.forces) possible = possible && !force.fixed_in && builder.add(force.at);
    for (const AppliedTorque& torque : load.torques) possible = possible && builder.add(torque.on);
  }
  if (!possible) return std::nullopt;
  return builder.take();
}

std::optional<std::size_t> CarrierTree::of(Point point) const {
  const auto found = by_point_.find(point.index());
  return found == by_point_.end() ? std::nullopt : std::optional(found->second);
}
std::optional<std::size_t> CarrierTree::of(Frame frame) const {
  const auto found = by_frame_.find(frame.index());
  return found == by_frame_.end() ? std::nullopt : std::optional(found->second);
}
std::optional<std::size_t> CarrierTree::of(Frame frame, Point point) const {
  const auto found = index_.find(key(frame, point));
  return found == index_.end() ? std::nullopt : std::optional(found->second);
}

Components to_parent(const Carrier& carrier, const Components& v) {
  return carrier.turns ? carrier.rotation.matrix * v : v;
}

Components from_parent(const Carrier& carrier, const Components& v) {
  return carrier.turns ? transpose(carrier.rotation.matrix) * v : v;
}

namespace {

// The axis of the frame about which it turns, if it is one of the three.
std::optional<std::size_t> turning_axis(const Matrix3& r) {
  for (std::size_t k = 0; k < 3; ++k)
    if (r(k, k).is_one() && !r((k + 1) % 3, (k + 2) % 3).is_zero()) return k;
  return std::nullopt;
}

}  // namespace

Matrix3 to_parent(const Carrier& carrier, const Matrix3& a) {
  if (!carrier.turns) return a;
  const Matrix3& r = carrier.rotation.matrix;
  const std::optional<std::size_t> axis = turning_axis(r);
  if (!axis) return r * a * transpose(r);
  const std::size_t z = *axis;
  const std::size_t x = (z + 1) % 3;
  const std::size_t y = (z + 2) % 3;
  const Expr c = r(x, x);
  const Expr s = r(y, x);
  // With t = c (a_xx - a_yy) - s (a_xy + a_yx) the block across the axis costs four multiplications.
  const Expr t = c * (a(x, x) - a(y, y)) - s * (a(x, y) + a(y, x));
  Matrix3 b;
  b(x, x) = a(y, y) + c * t;
  b(y, y) = a(x, x) - c * t;
  b(x, y) = a(x, y) + s * t;
  b(y, x) = a(y, x) + s * t;
  b(z, z) = a(z, z);
  b(x, z) = c * a(x, z) - s * a(y, z);
  b(y, z) = s * a(x, z) + c * a(y, z);
  b(z, x) = c * a(z, x) - s * a(z, y);
  b(z, y) = s * a(z, x) + c * a(z, y);
  return b;
}

}  // namespace tangible
