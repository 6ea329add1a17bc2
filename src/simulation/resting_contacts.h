// SPDX-License-Identifier: Apache-2.0
// RestingContacts: the contacts on which a mechanism at rest leans, found together with its equilibrium.
//
// A contact that touches is a row like any other. One with friction sticks about where it touches first; if its
// friction limit is exceeded there, it has no friction from then on, which Coulomb's law allows. On a surface with
// prescribed motion it slides, with its friction. At an equilibrium the complementarity conditions are checked, and
// contacts that would pull are opened.
#pragma once

#include <span>
#include <vector>

#include "simulation/contact_solver.h"
#include "simulation/watch.h"

namespace tangible {

// A contact on which something rests.
struct Support {
  std::size_t contact = 0;
  bool sticks = false;  // friction holds it; otherwise it does nothing, or slides on a surface that moves
  double force = 0;     // normal; where forces are not unique, one way to share them
};

class RestingContacts {
 public:
  explicit RestingContacts(SystemMotion& motion);

  // A contact that is open at the state last evaluated, though bodies overlap there; absent if there is none.
  std::size_t find_crossed(double t, std::span<const double> y);
  // All contacts that touch or overlap at a state close; y is restored onto them.
  void close_touching(double t, std::span<double> y);
  void close(std::size_t contact, double t, std::span<double> y);
  enum class Verdict { holds, changed, no_forces };
  // Whether the contacts that touch can balance what is at rest here; those that cannot are let go or yield.
  Verdict check_contact_forces(double t, std::span<const double> y);
  // Of the last check.
  const std::vector<Support>& supports() const { return supports_; }

 private:
  void gather();
  bool is_open(std::size_t contact, double gap);
  void touch(Mode& mode, std::size_t contact, ContactState how) const;
  ContactState initial_contact_state(std::size_t contact, Mode& mode) const;

  SystemMotion& motion_;
  const System& system_;
  Watch watch_;
  ContactSolver solver_;
  std::vector<Support> supports_;
  std::vector<std::uint8_t> friction_exceeded_;  // by contact: its friction did not suffice
};

}  // namespace tangible
