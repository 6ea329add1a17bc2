// SPDX-License-Identifier: Apache-2.0
// One contact with Coulomb's friction circle, solved without a polygon.
#pragma once

#include <array>

namespace tangible {

// v = response * impulse + free, in (normal, tangent, tangent). Normal part: base + more, with more >= 0 and the normal
// rate >= 0 complementary; tangential part: at most friction * normal, opposite to the slip that is left.
struct SingleContact {
  std::array<std::array<double, 3>, 3> response{};  // symmetric, positive semidefinite
  std::array<double, 3> free{};
  double friction = 0;
  double base = 0;
};

// Impulse (normal, tangent, tangent).
std::array<double, 3> solve_single_contact(const SingleContact& contact);

}  // namespace tangible
