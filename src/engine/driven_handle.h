// SPDX-License-Identifier: Apache-2.0
// A handle whose motion is given: rows that make it follow polynomials of the time. The driver of the handle sets the
// coefficients between two steps; the remaining equations are those of the other degrees of freedom.
//   shifts  p . d = c0 + c1 s + ... + c5 s^5,   turns  w . d = c1 + 2 c2 s + ... + 5 c5 s^4,   s = t - begin
// with d along N.x, N.y, N.z. Where a handle has directions of its own, which may turn, its shifts are rows
// v . d = c1 + 2 c2 s + ... along them. The forces of the rows are the wrench that the motion needs.
#pragma once

#include <array>
#include <string>

namespace tangible {

struct DrivenHandle {
  std::string name;             // of the handle, body or particle
  std::array<bool, 6> along{};  // shifts along N.x, N.y, N.z or the handle's own directions, then turns about N's axes
  // The polynomials at the start.
  std::array<double, 6> start{};
  std::array<double, 6> start_rate{};
};

inline constexpr std::size_t drive_coefficients = 6;

// Names of the group of rows, of a row, of the discrete variables: "follow", "follow.x", "follow.x.2", "follow.begin".
inline const std::string drive_group = "follow";
std::string drive_row(std::size_t freedom);
std::string drive_coefficient(std::size_t freedom, std::size_t power);
std::string drive_begin();

}  // namespace tangible
