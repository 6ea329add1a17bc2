// SPDX-License-Identifier: Apache-2.0
// LiveModel: a model with a running simulation and the numbers that viewers get of it. Made and destroyed outside of
// the servo thread, which only borrows it.
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "display/mode_key.h"
#include "engine/simulation.h"
#include "haptics/simulation_plant.h"

namespace tangible {

// The numbers that a live run adds to those of a snapshot, in this order, behind them.
enum class LiveNumber : unsigned char {
  target_x,
  target_y,
  target_z,
  stiffness,    // of the hand's coupler, N/m
  damping,      // N s/m
  force,        // its magnitude, N
  stamp,        // of the last command of the hand that took part
  flags,        // bits of SnapshotFlag
  clock,        // s
  unexplained,  // by the energy books, J
  compute_median,
  compute_p99,
  late_p99,
  ticks,
  missed,
  lag,  // ticks by which the model is behind the clock
  histogram,
  count = histogram + 16
};
constexpr std::size_t histogram_bins = 16;  // of compute times, doubling, from 1 us

enum SnapshotFlag : unsigned {
  flag_paused = 1,
  flag_recording = 2,
  flag_held = 4,
  flag_own_hand = 8,
  flag_guard = 16,
  flag_stopped = 32
};

struct LiveModel {
  // Throws BadInput if the motion cannot begin, or if the model is larger than what viewers can show.
  LiveModel(Model given, std::uint32_t generation_number, const SimulationOptions& options);

  const Model& model() const { return simulation.model(); }
  // Notes the mode and the degrees of freedom after the simulation has started again.
  void note_start();
  std::size_t at(LiveNumber n) const { return live_at + static_cast<std::size_t>(n); }
  // Generalized forces of the hand, by speed: behind the live numbers.
  std::size_t hand_forces_at() const { return at(LiveNumber::count); }

  Simulation simulation;
  std::optional<SimulationPlant> plant;  // of fixed steps: what a hand holds, as its handle 0
  std::uint32_t generation;
  std::size_t live_at;          // where the live numbers begin
  std::vector<double> numbers;  // of the next snapshot
  SnapshotBuffer published;
  ModeKey mode;                    // the last one that was announced
  std::size_t first_freedoms = 0;  // degrees of freedom at the start
  std::uint64_t noted = 0;         // occurrences of the run that viewers have been sent
  // Of the drawing, at the start: its middle and its diameter, m.
  Vec3 center;
  double size = 1;
};

ModeKey key_of(const Mode& mode);

// The options with which viewers run a model: steps of the servo's period, and one port for the hand.
SimulationOptions live_options(double period);

}  // namespace tangible
