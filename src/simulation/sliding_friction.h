// SPDX-License-Identifier: Apache-2.0
// SlidingFriction: Coulomb friction of the contacts that slide. Each unit of normal force brings -mu times the
// direction of slip along the tangents: a load that is coupled to the normal row.
#pragma once

#include <span>
#include <vector>

#include "dynamics/constrained_dynamics.h"
#include "simulation/active_rows.h"

namespace tangible {

class SlidingFriction {
 public:
  SlidingFriction(const MotionProgram& program, ActiveRows& rows);
  SlidingFriction(const SlidingFriction&) = delete;
  SlidingFriction& operator=(const SlidingFriction&) = delete;

  // At the last evaluation: coefficients of sliding and of static friction, and the slip along the direction in which a
  // contact slides.
  double coefficient(std::size_t contact) const;
  double static_coefficient(std::size_t contact) const;
  double slip_along(std::size_t contact) const;

  // Loads of the contacts that slide, at the last evaluation; loads() has them until the next call.
  std::span<const LoadCoupling> evaluate_loads() {
    if (has_frictional_contacts_) set_loads();
    return loads_;
  }
  std::span<const LoadCoupling> loads() const { return loads_; }
  // Sets the forces of tangents from those of the normal rows.
  void set_tangent_forces(std::span<double> forces) const;
  // Friction dissipates mu f |slip|; the rest of its power comes from a moving surface.
  void add_power(std::span<const double> forces, double& fed, double& dissipated) const;

  // The direction of slip in a plane turns as the contact slides. First whether there is such a contact; then, at the
  // last evaluation, whether a direction has changed.
  bool slides_in_plane() const { return has_frictional_contacts_ && any_slides_in_plane(); }
  bool update_directions();

 private:
  void set_loads();
  bool any_slides_in_plane() const;
  bool slides(std::size_t contact) const;
  // How fast a contact slips, and how fast along the direction in which it slides.
  struct Slip {
    double speed = 0, along = 0;
  };
  Slip evaluate_slip(const ContactDescription& contact);

  const MotionProgram& program_;
  ActiveRows& rows_;
  const System& system_;
  bool has_frictional_contacts_ = false;
  std::vector<LoadCoupling> loads_;
  std::vector<double> load_values_;         // contacts x nu
  std::vector<Slip> slips_;                 // by contact, of those with a load
  std::vector<double> tangent_speeds_;      // by row, of the same contacts
  std::vector<double> tangent_per_normal_;  // by row: of a tangent, its force per unit of normal force
};

}  // namespace tangible
