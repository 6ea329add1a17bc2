// SPDX-License-Identifier: Apache-2.0
// EnergyBooks: the jumps of energy of a run, each in the account of its cause. Power between the jumps is integrated
// with the state (the energy states of y); ledger() joins both.
#pragma once

#include <span>

#include "simulation/ledger.h"

namespace tangible {

class EnergyBooks {
 public:
  // A run starts with this energy; nothing has been booked.
  void start(double energy) { start_ = energy, impact_loss_ = projection_ = event_work_ = parameter_work_ = 0; }

  void book_impact_loss(double loss) { impact_loss_ += loss; }
  void book_projection(double gained) { projection_ += gained; }
  void book_event_work(double work) { event_work_ += work; }
  void book_parameter_work(double work) { parameter_work_ += work; }
  double impact_loss() const { return impact_loss_; }

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
    return ledger;
  }

 private:
  double start_ = 0;
  double impact_loss_ = 0;
  double projection_ = 0;
  double event_work_ = 0;
  double parameter_work_ = 0;
};

}  // namespace tangible
