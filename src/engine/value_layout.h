// SPDX-License-Identifier: Apache-2.0
// Where each number of a running model is in the list of values that snapshots carry.
#pragma once

#include <cstddef>

#include "simulation/system.h"

namespace tangible {

struct ValueCounts {
  std::size_t coordinates = 0, speeds = 0, states = 0, discretes = 0, inputs = 0, parameters = 0;
  std::size_t rows = 0;      // of constraints that are not built in, then of contacts: normal, tangents
  std::size_t built_in = 0;  // rows built into the speeds whose forces are known
  std::size_t outputs = 0;
};

// The entries of the energy books, in this order.
enum class EnergyEntry : unsigned char {
  start,
  kinetic,
  potential,
  inputs,
  dissipated,
  impacts,
  projection,
  ports,
  parameters,
  count
};

struct ValueLayout {
  Slots time, q, q_rate, u, u_rate, z, discretes, inputs, parameters, row_forces, built_in_forces, outputs, energies;
  std::size_t size = 0;

  explicit ValueLayout(const ValueCounts& n) {
    take(time, 1);
    take(q, n.coordinates);
    take(q_rate, n.coordinates);
    take(u, n.speeds);
    take(u_rate, n.speeds);
    take(z, n.states);
    take(discretes, n.discretes);
    take(inputs, n.inputs);
    take(parameters, n.parameters);
    take(row_forces, n.rows);
    take(built_in_forces, n.built_in);
    take(outputs, n.outputs);
    take(energies, static_cast<std::size_t>(EnergyEntry::count));
  }

 private:
  void take(Slots& slots, std::size_t count) {
    slots = {size, count};
    size += count;
  }
};

inline ValueCounts value_counts(const System& system) {
  return {system.nq(),          system.nu(),
          system.nz(),          system.discretes.size(),
          system.inputs.size(), system.parameters.size(),
          system.rows.size(),   system.built_in.size(),
          system.outputs.size()};
}

}  // namespace tangible
