// SPDX-License-Identifier: Apache-2.0
// The faults of a force sensor that exists only as numbers: bias, noise, gaps. The same seed gives the same noise.
#pragma once

#include <cstdint>

#include "haptics/device.h"

namespace tangible {

struct SensorFaults {
  LinearAndRotary bias = {};          // N, N m, along and about every axis
  LinearAndRotary noise = {};         // N, N m, standard deviation about every axis
  double gap_start = 0, gap_end = 0;  // s: no reading between these
  std::uint64_t seed = 1;
};

class SimulatedSensor {
 public:
  SimulatedSensor() = default;
  explicit SimulatedSensor(const SensorFaults& faults) : faults_(faults), random_(faults.seed) {}

  // The reading while `truth` acts.
  Wrench read(const Wrench& truth);
  bool has_reading(double t) const { return t < faults_.gap_start || t >= faults_.gap_end; }

 private:
  double uniform();  // from 0 to 1
  double normal();   // of standard deviation 1: the sum of twelve uniform numbers, at most 6

  SensorFaults faults_;
  std::uint64_t random_ = 1;
};

}  // namespace tangible
