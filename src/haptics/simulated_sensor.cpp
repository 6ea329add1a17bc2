// SPDX-License-Identifier: Apache-2.0
// Bias and pseudo-random noise.
#include "haptics/simulated_sensor.h"

namespace tangible {

// Steele's and Vigna's mixing of a counter (SplitMix64).
double SimulatedSensor::uniform() {
  random_ += 0x9e3779b97f4a7c15u;
  std::uint64_t z = random_;
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
  z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
  return static_cast<double>((z ^ (z >> 31)) >> 11) * 0x1p-53;
}

double SimulatedSensor::normal() {
  double sum = -6;
  for (int i = 0; i < 12; ++i) sum += uniform();
  return sum;
}

Wrench SimulatedSensor::read(const Wrench& truth) {
  const auto disturbed = [&](Vec3 v, double bias, double noise) {
    v += {bias, bias, bias};
    if (!(noise > 0)) return v;
    const double x = normal(), y = normal(), z = normal();
    return v + noise * Vec3{x, y, z};
  };
  return {disturbed(truth.force, faults_.bias.linear, faults_.noise.linear),
          disturbed(truth.torque, faults_.bias.rotary, faults_.noise.rotary)};
}

}  // namespace tangible
