// SPDX-License-Identifier: Apache-2.0
// Speeds named after coordinates and frames.
#include "mechanics/rate_speeds.h"

#include <algorithm>

#include "mechanics/mechanism.h"

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
  std::vector<Expr> replaced;  // Euler parameters: four rates that obey e.e' = 0
  for (std::uint32_t i = 1; i < mechanism.frames().size(); ++i) {
    const Frame f = mechanism.frames().at(i);
    const auto* e = std::get_if<EulerParameters>(&mechanism.frames().orientation(f));
    if (e == nullptr) continue;
    const Vector w = mechanism.w(f, f.parent());
    const char* const axes[] = {"x", "y", "z"};
    for (std::size_t k = 0; k < 3; ++k)
      speeds.push_back(make_speed("w_" + f.name() + axes[k], dot(w, f.axis(k)), {.time = -1}));
    for (const Expr parameter : {e->e0, e->e1, e->e2, e->e3}) replaced.push_back(parameter);
  }
  for (const Coordinate& coordinate : mechanism.coordinates()) {
    if (std::ranges::find(replaced, coordinate.symbol) != replaced.end()) continue;
    Dimension dimension = coordinate.dimension;
    dimension.time -= 1;
    speeds.push_back(make_speed(speed_name(coordinate.name), coordinate.rate, dimension));
  }
  return speeds;
}

}  // namespace tangible
