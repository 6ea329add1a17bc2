// SPDX-License-Identifier: Apache-2.0
// EnergyBooks: the jumps of energy of a run, each in the account of its cause. Power between the jumps is integrated
// with the state (the energy states of y); ledger() joins both.
#pragma once

#include <algorithm>
#include <cmath>
#include <span>

#include "simulation/ledger.h"

namespace tangible {

class EnergyBooks {
 public:
  // A run starts with this energy; nothing has been booked. rounding: smaller amounts are not energies that moved.
  void start(double energy, double rounding = 1e-12) {
    start_ = energy;
    rounding_ = rounding;
    impact_loss_ = projection_ = event_work_ = parameter_work_ = max_moved_ = drift_mark_ = projection_mark_ = 0;
    last_wrong_ = 0;
    looks_ = times_off_ = 0;
  }

  void book_impact_loss(double loss) { impact_loss_ += loss; }
  void book_projection(double gained) { projection_ += gained; }
  // driven: by the drive of a row whose speed has jumped.
  void book_correction(double gained, bool driven) { (driven ? event_work_ : projection_) += gained; }
  void book_event_work(double work) { event_work_ += work; }
  void book_parameter_work(double work) { parameter_work_ += work; }
  double impact_loss() const { return impact_loss_; }

  // Whether the books cannot explain, or corrections added, more than half of all the energy that has ever moved, and
  // that several times in succession: then steps are too long, and the motion is wrong. Small amounts are rounding; the
  // first steps from rest move little; and drift over hours is no divergence: only the last samples count. damps:
  // losses are intended by the method, as with implicit steps over stiff springs. What grows a hundredfold from sample
  // to sample needs two of them: a run may have few steps.
  bool are_off(const Ledger& ledger, bool damps) {
    constexpr double share = 0.5, of_start = 1e-6, of_rounding = 1e3;
    constexpr double hundredfold = 100;
    constexpr int enough = 8, window = 4096;
    max_moved_ = std::max(max_moved_, ledger.moved());
    if (++looks_ % window == 0 && times_off_ == 0) drift_mark_ = ledger.drift(), projection_mark_ = ledger.projection;
    const double drift = ledger.drift() - drift_mark_, corrected = ledger.projection - projection_mark_;
    const double wrong = damps ? std::max(drift, corrected) : std::max(std::abs(drift), std::abs(corrected));
    const bool off =
        !(wrong <= share * std::max({max_moved_, of_start * std::abs(ledger.start), of_rounding * rounding_}));
    const bool explodes = off && last_wrong_ > 0 && !(wrong <= hundredfold * last_wrong_);
    last_wrong_ = wrong;
    times_off_ = off ? times_off_ + (explodes ? enough / 2 : 1) : 0;
    return times_off_ >= enough;
  }

  // energy_states: work done on the mechanism and energy dissipated, or nothing if power is not integrated.
  // port_work: done through each port.
  Ledger ledger(double kinetic, double potential, std::span<const double> energy_states,
                std::span<const double> port_work = {}) const {
    Ledger ledger{start_, kinetic, potential, event_work_, 0, impact_loss_, projection_};
    if (!energy_states.empty()) {
      ledger.inputs += energy_states[0];
      ledger.dissipated = energy_states[1];
    }
    for (const double work : port_work) ledger.ports += work;
    ledger.parameters = parameter_work_;
    ledger.rounding = rounding_;
    return ledger;
  }

 private:
  double start_ = 0;
  double rounding_ = 1e-12;
  double impact_loss_ = 0;
  double projection_ = 0;
  double event_work_ = 0;
  double parameter_work_ = 0;
  double max_moved_ = 0;
  double drift_mark_ = 0, projection_mark_ = 0, last_wrong_ = 0;
  int looks_ = 0, times_off_ = 0;
};

}  // namespace tangible
