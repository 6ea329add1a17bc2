// SPDX-License-Identifier: Apache-2.0
// Speeds named after coordinates and frames.
#include "mechanics/rate_speeds.h"

#include <algorithm>

#include "mechanics/mechanism.h"

namespace tangible {
namespace {

// q1 -> u1; another name x -> u_x.
std::string short_speed_name(const std::string& coordinate) {
  return coordinate.size() > 1 && coordinate[0] == 'q' ? "u" + coordinate.substr(1) : "u_" + coordinate;
}

bool is_free_for_speed(const std::string& name, const Mechanism& mechanism, const std::vector<Speed>& speeds) {
  return !mechanism.is_taken(name) && std::ranges::find(speeds, name, &Speed::name) == speeds.end();
}

// Symbols of one name are one symbol: a speed that had the name of an input would be that input.
std::string free_speed_name(const std::string& wanted, const std::string& otherwise, const Mechanism& mechanism,
                            const std::vector<Speed>& speeds) {
  if (is_free_for_speed(wanted, mechanism, speeds)) return wanted;
  std::string name = otherwise;
  for (int i = 2; !is_free_for_speed(name, mechanism, speeds); ++i) name = otherwise + "_" + std::to_string(i);
  return name;
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
      speeds.push_back(
          make_speed(free_speed_name("w_" + f.name() + axes[k], "w_" + f.name() + "_" + axes[k], mechanism, speeds),
                     dot(w, f.axis(k)), {.time = -1}));
    for (const Expr parameter : {e->e0, e->e1, e->e2, e->e3}) replaced.push_back(parameter);
  }
  for (const Coordinate& coordinate : mechanism.coordinates()) {
    if (std::ranges::find(replaced, coordinate.symbol) != replaced.end()) continue;
    Dimension dimension = coordinate.dimension;
    dimension.time -= 1;
    const std::string name =
        free_speed_name(short_speed_name(coordinate.name), "u_" + coordinate.name, mechanism, speeds);
    speeds.push_back(make_speed(name, coordinate.rate, dimension));
  }
  return speeds;
}

}  // namespace tangible
