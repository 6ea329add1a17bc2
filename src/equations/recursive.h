// SPDX-License-Identifier: Apache-2.0
// The equations of motion of a tree of carriers by recursion, for programs rather than for people.
#pragma once

#include <optional>
#include <vector>

#include "equations/composite.h"
#include "equations/velocity_decomposition.h"

namespace tangible {

// mass u' = active + inertia_velocity = forcing, without switchable constraints.
struct RecursiveEquations {
  Matrix mass;
  std::vector<Expr> active;
  std::vector<Expr> inertia_velocity;
  std::vector<Expr> forcing;  // in fewer operations than the sum of the two: gravity as an acceleration of O
};

class RecursiveFormulation {
 public:
  // Nothing if the mechanism is no tree of carriers in the given speeds.
  static std::optional<RecursiveFormulation> make(const Mechanism& mechanism, const KinematicalEquations& kinematical,
                                                  const MotionTable& motions);

  RecursiveEquations equations() const;
  Momenta momenta() const;
  // The free accelerations by the order-n recursion.
  std::vector<Expr> accelerations() const;

 private:
  RecursiveFormulation(const Mechanism& mechanism, CarrierTree tree) : mechanism_(&mechanism), tree_(std::move(tree)) {}

  const Mechanism* mechanism_;
  CarrierTree tree_;
  std::vector<AppliedLoads> all_loads_;
  std::vector<AppliedLoads> loads_but_gravity_;
  Components gravity_{};  // uniform, on everything
};

}  // namespace tangible
