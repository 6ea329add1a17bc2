// SPDX-License-Identifier: Apache-2.0
// The contacts of a system that touch, in the form of the complementarity problems of the dynamics.
//
// Kept beside the loop's own embedding: here only the declared rows that hold are embedded, and contacts are unknowns,
// free to push or part, stick or slide.
#pragma once

#include <array>
#include <span>
#include <vector>

#include "dynamics/contact_forces.h"
#include "dynamics/impact.h"
#include "simulation/motion.h"

namespace tangible {

class ContactSolver {
 public:
  explicit ContactSolver(const System& system);

  // The contacts that take part. slip: unit direction along the tangents, zeros if there is none: then its friction is
  // that of sticking, and `sliding` that which it has if it slips all the same.
  void clear() { touching_.clear(), slips_.clear(), contacts_.clear(), sliding_friction_.clear(); }
  void add(std::size_t contact, const TouchingContact& touching, std::array<double, 2> slip, double sliding);
  // Dry friction of a load, which does not slide; it follows all contacts.
  void add_friction(std::size_t friction, double limit);
  std::size_t count() const { return contacts_.size(); }
  // Of contacts; loads with dry friction are counted on behind the contacts of the system.
  std::size_t contact(std::size_t k) const { return contacts_[k]; }

  // The declared rows that hold. Everything below is at the state that `motion` evaluated last.
  void set_rows(std::span<const std::uint8_t> active);
  // Speeds after the contacts have met, and rows that came were imposed.
  ImpactReport impact(SystemMotion& motion, ImpactOrder order, std::span<double> u);
  // Speeds after a generalized impulse, which contacts do not answer yet.
  DynamicsStatus apply_impulse(const SystemMotion& motion, std::span<const double> load, std::span<double> u);
  // Finds which contacts stay closed, stick or slide.
  ContactStatus find_forces(SystemMotion& motion);
  // Why, if the dynamics have failed.
  DynamicsStatus dynamics_status() const { return dynamics_status_; }
  ContactResult result(std::size_t k) const { return forces_.result(static_cast<int>(k)); }
  std::span<const double> impulses() const { return row_forces_; }  // by row, of the last impact

 private:
  DynamicsStatus embed(const SystemMotion& motion);
  bool switch_to_sliding_friction();

  const System* system_;
  ConstrainedDynamics dynamics_;
  DynamicsStatus dynamics_status_ = DynamicsStatus::ok;
  ImpactSolver impacts_;
  ContactForceSolver forces_;
  std::vector<int> active_rows_, active_rows_before_;
  std::vector<TouchingContact> touching_;
  std::vector<std::array<double, 2>> slips_;
  std::vector<std::size_t> contacts_;
  std::vector<double> sliding_friction_;  // friction
  std::vector<double> accelerations_, row_forces_, momentum_;
};

}  // namespace tangible
