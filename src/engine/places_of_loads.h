// SPDX-License-Identifier: Apache-2.0
// What a load depends on besides the motion, and where it acts.
#pragma once

#include <string>
#include <vector>

#include "mechanics/mechanism.h"

namespace tangible {

// Parameters, inputs, state variables and discrete variables in the load, by name; without those that only give
// directions and distances of its points.
std::vector<std::string> symbols_of(const Load& load, const Mechanism& mechanism);

struct LoadPlaces {
  std::vector<Point> points;
  std::vector<Frame> frames;
  std::vector<std::string> things;  // bodies and particles
};
LoadPlaces places_of(const Load& load, const Mechanism& mechanism);

}  // namespace tangible
