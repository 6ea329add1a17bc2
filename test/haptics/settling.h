// SPDX-License-Identifier: Apache-2.0
// Whether the coupler of a held model comes to rest: its stretch (rms) in the last fifth of a run is under a tenth of
// that in the first, or a rule says why it cannot be.
#pragma once

#include "engine/prepared_start.h"
#include "haptics/held_model.h"

namespace tangible::testing {

// Begins in the equilibrium of the model, where the model itself bears its weight; false, and as it was, if there is
// none.
inline bool begin_at_rest(Simulation& run) {
  bool found = true;
  try {
    start_at_rest(run);
  } catch (const BadInput&) {
    found = false;
    run.reset();
  }
  (void)run.loop().motion().evaluate(run.time(), run.loop().state());
  return found;
}

// The measurements of a fifth of a run.
struct Fifth {
  Vec3 sum;                         // of the stretch, m
  double squares = 0;               // of the stretch, sum, m^2
  long ticks = 0;                   //
  double kinetic = 0;               // mean
  double potential = 0, least = 0;  // mean, and the least
  double fallen = 0;                // potential energy that was lost, J
  long cut = 0;                     // ticks in which the device could not give the force
  double drained = 0;               // from the model: to the hand, by its own dampers, by impacts

  double rms() const { return std::sqrt(squares / static_cast<double>(std::max(1L, ticks))); }
  // About the mean: without the stretch by which a load is held.
  double swing() const {
    const auto n = static_cast<double>(std::max(1L, ticks));
    return std::sqrt(std::max(0.0, squares / n - dot(sum, sum) / (n * n)));
  }
};

struct HandRun {
  bool should_continue = true;
  double energy_above = 0;  // largest of energy less start and booked work, J
  double scale = 0;         // of the energies that moved, J
  std::array<Fifth, 5> fifths;
  double fed = 0;  // by inputs, events and constraints that move, and by loads that drive, J
};

inline long cut_ticks(const ModelInHand& held) {
  return held.port.limits().counts().effort + held.port.limits().counts().heat;
}

// Loads that drive count as booked work: a motor, or a spring that the books take for any load.
inline HandRun run_in_hand(ModelInHand& held, int ticks_per_fifth) {
  constexpr int ticks_per_look = 20;
  HandRun r;
  double driven = 0, dissipated = 0;
  for (std::size_t n = 0; n < 5 && r.should_continue; ++n) {
    Fifth& fifth = r.fifths[n];
    const Ledger before = held.run.energies();
    const long cut_before = cut_ticks(held);
    for (int k = 0; k < ticks_per_fifth && r.should_continue; ++k) {
      const auto tick = static_cast<double>(static_cast<int>(n) * ticks_per_fifth + k);
      r.should_continue = held.servo.tick(tick * ModelInHand::T) == PlantStatus::running;
      const Vec3 stretch = held.port.coupler().stretch().linear;
      fifth.sum += stretch;
      fifth.squares += dot(stretch, stretch);
      ++fifth.ticks;
      if (k % ticks_per_look != 0) continue;
      const Ledger l = held.run.energies();
      r.energy_above = std::max(r.energy_above, l.drift() - std::max(0.0, l.dissipated) - l.impacts);
      r.scale = std::max(r.scale, l.moved());
      driven += std::max(0.0, dissipated - l.dissipated);
      dissipated = l.dissipated;
      fifth.kinetic += l.kinetic * ticks_per_look / ticks_per_fifth;
      fifth.potential += l.potential * ticks_per_look / ticks_per_fifth;
      fifth.least = k == 0 ? l.potential : std::min(fifth.least, l.potential);
    }
    const Ledger after = held.run.energies();
    fifth.drained = before.ports - after.ports + after.dissipated - before.dissipated + after.impacts - before.impacts;
    fifth.cut = cut_ticks(held) - cut_before;
    fifth.fallen = before.potential - after.potential;
    r.fed = std::abs(after.inputs) + driven;
  }
  return r;
}

enum class Settling { settled, has_source, too_heavy, moves_on, keeps_falling, rings };
inline const char* const reasons_not_to_settle[] = {
    "", "is fed", "is more than the device can hold", "moves on elsewhere", "keeps falling", ""};

// A force at its limit damps nothing. A motion that the handle cannot damp in the time of the run: what is drained from
// the model in the last fifth, as a share of its energy above rest, would have to be ln 100/4 at least for the
// amplitude to fall to a tenth from the first fifth to the last. A model that slides down steadily is fed by its
// weight: much more energy comes from its height than moves in it, and that is what is drained.
inline Settling settling_of(const HandRun& r) {
  const Fifth &first = r.fifths.front(), &last = r.fifths.back();
  constexpr double noise = 1e-6;  // m
  if (last.rms() < std::max(noise, 0.1 * first.rms())) return Settling::settled;
  if (r.fed > 1e-6 * r.scale) return Settling::has_source;
  if (last.cut > last.ticks / 20) return Settling::too_heavy;
  const double energy = last.kinetic + last.potential - last.least;
  if (energy > 1e-9 && last.drained / energy < std::log(100.0) / 4) return Settling::moves_on;
  if (last.fallen > 10 * last.kinetic && last.fallen > 0.5 * last.drained) return Settling::keeps_falling;
  return Settling::rings;
}

}  // namespace tangible::testing
