// SPDX-License-Identifier: Apache-2.0
// Carriers, motions, wrenches and inertias put together.
#include "equations/recursive.h"

#include "equations/articulated.h"

namespace tangible {
namespace {

// A field that acts on all masses alike is the opposite acceleration of O.
const UniformGravity* gravity_on_all(const Load& load) {
  const auto* gravity = std::get_if<UniformGravity>(&load.kind);
  return gravity != nullptr && gravity->on.empty() ? gravity : nullptr;
}

Components opposite(const Components& a) { return {-a[0], -a[1], -a[2]}; }

std::vector<Expr> plus(std::vector<Expr> a, const std::vector<Expr>& b) {
  for (std::size_t i = 0; i < a.size(); ++i) a[i] = a[i] + b[i];
  return a;
}

}  // namespace

std::optional<RecursiveFormulation> RecursiveFormulation::make(const Mechanism& mechanism,
                                                               const KinematicalEquations& kinematical,
                                                               const MotionTable& motions) {
  std::vector<AppliedLoads> all;
  std::vector<AppliedLoads> others;
  Vector gravity;
  for (const Load& load : mechanism.loads()) {
    all.push_back(motions.apply(load));
    if (const UniformGravity* uniform = gravity_on_all(load)) {
      gravity += uniform->acceleration;
    } else {
      others.push_back(all.back());
    }
  }
  std::optional<CarrierTree> tree = CarrierTree::make(mechanism, kinematical, all);
  if (!tree) return std::nullopt;
  RecursiveFormulation road(mechanism, std::move(*tree));
  road.all_loads_ = std::move(all);
  road.loads_but_gravity_ = std::move(others);
  road.gravity_ = components(gravity, mechanism.N());
  return road;
}

RecursiveEquations RecursiveFormulation::equations() const {
  const std::vector<CarriedInertia> inertias = carried_inertias(*mechanism_, tree_);
  RecursiveEquations result;
  result.mass = composite_mass(tree_, inertias);
  const auto inertia_forces = [&](const Components& acceleration_of_O) {
    return inertia_wrenches(tree_, inertias, carrier_motions(tree_, acceleration_of_O));
  };
  const CarrierLoads active = carrier_loads(tree_, all_loads_);
  result.active = plus(active.direct, generalized_forces(tree_, active.wrenches));
  result.inertia_velocity = generalized_forces(tree_, inertia_forces({}));
  CarrierLoads others = carrier_loads(tree_, loads_but_gravity_);
  const std::vector<CarrierWrench> with_gravity = inertia_forces(opposite(gravity_));
  for (std::size_t i = 0; i < tree_.size(); ++i) {
    for (std::size_t k = 0; k < 3; ++k) {
      others.wrenches[i].force[k] = others.wrenches[i].force[k] + with_gravity[i].force[k];
      others.wrenches[i].torque[k] = others.wrenches[i].torque[k] + with_gravity[i].torque[k];
    }
  }
  result.forcing = plus(others.direct, generalized_forces(tree_, others.wrenches));
  return result;
}

Momenta RecursiveFormulation::momenta() const {
  return tangible::momenta(tree_, carried_inertias(*mechanism_, tree_), carrier_motions(tree_, {}));
}

std::vector<Expr> RecursiveFormulation::accelerations() const {
  const std::vector<CarriedInertia> inertias = carried_inertias(*mechanism_, tree_);
  return articulated_accelerations(tree_, inertias, carrier_motions(tree_, opposite(gravity_)),
                                   carrier_loads(tree_, loads_but_gravity_));
}

}  // namespace tangible
