// SPDX-License-Identifier: Apache-2.0
// Candidates for generalized speeds, compared by operation count.
#include "equations/speed_choice.h"

namespace tangible {
namespace {

// q1 -> u1; another name x -> u_x.
std::string speed_name(const std::string& coordinate) {
  return coordinate.size() > 1 && coordinate[0] == 'q' ? "u" + coordinate.substr(1) : "u_" + coordinate;
}

Speed make_speed(const std::string& name, Expr definition, Dimension dimension) {
  return {name, symbol(name), symbol(name + "'"), definition, dimension, {}};
}

}  // namespace

std::vector<Speed> coordinate_rate_speeds(const Mechanism& mechanism) {
  std::vector<Speed> speeds;
  for (const Coordinate& coordinate : mechanism.coordinates()) {
    Dimension dimension = coordinate.dimension;
    dimension.time -= 1;
    speeds.push_back(make_speed(speed_name(coordinate.name), coordinate.rate, dimension));
  }
  return speeds;
}

Equations derive_equations_with_best_speeds(const Mechanism& mechanism) {
  Equations best = derive_equations(mechanism, coordinate_rate_speeds(mechanism));
  best.speed_choice = "coordinate rates";
  return best;
}

}  // namespace tangible
