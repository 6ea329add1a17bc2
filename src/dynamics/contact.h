// SPDX-License-Identifier: Apache-2.0
// A touching contact: rows of the same table as all constraints, its friction and its restitution.
#pragma once

#include <array>

namespace tangible {

struct TouchingContact {
  int normal = 0;                       // declared row: rate of the gap, positive when it opens; -1: see below
  std::array<int, 2> tangents{-1, -1};  // declared rows of slip: none, one (plane), or two at right angles (circle)
  double friction = 0;                  // Coulomb's coefficient
  double restitution = 0;
  double pressed_by = 0;  // without a normal row: the force by which something else presses it together

  int tangent_count() const { return tangents[0] < 0 ? 0 : (tangents[1] < 0 ? 1 : 2); }
};

// The next state of a touching contact.
enum class ContactMotion { separates, sticks, slips };

struct ContactResult {
  ContactMotion motion = ContactMotion::separates;
  double normal = 0;                       // force or impulse
  std::array<double, 2> tangential{};      // along the tangents
  std::array<double, 2> slip_direction{};  // unit, of the slip that continues or begins; zero while it sticks
};

}  // namespace tangible
