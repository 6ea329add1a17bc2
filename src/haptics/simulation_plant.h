// SPDX-License-Identifier: Apache-2.0
// A running model as the plant of the servo loop: handles are ports of the simulation.
#pragma once

#include <vector>

#include "engine/simulation.h"
#include "haptics/plant.h"
#include "haptics/sampled_loop.h"

namespace tangible {

// The integrator in the terms of the sampled loop. Throws BadInput if it has no fixed step.
ModelMethod model_method(Method method);

PlantFigures figures_of(Simulation& run);

class SimulationPlant {
 public:
  // The simulation runs a fixed-step method and outlives the plant. Throws BadInput if its method is adaptive.
  SimulationPlant(Simulation& run, Method method, double step);

  // A handle, body or particle by name; returns its number. Not in the loop.
  int add_handle(const std::string& name);
  // One whose port is attached and detached with the hand; `put` takes no memory. Its state has its own acceleration.
  int add_handle();
  void put(int handle, Port* port);
  // Directions of the handle as a mask in axes of N. Where directions are not along these axes, the coupler acts in all
  // three, and the port takes the part of the force that acts.
  Freedoms freedoms(int handle) const;

  HandleState handle(int i);
  void apply(int i, const HandleLoad& load);
  // Whole steps of the simulation that make up `dt`.
  PlantStatus step(double dt);
  long mode();
  double energy_error() { return run_.energies().drift(); }
  PlantFigures figures() { return figures_of(run_); }
  // Work done on the mechanism through a handle, J.
  double work(int handle) const { return run_.port_work(static_cast<std::size_t>(handle)); }
  Simulation& simulation() { return run_; }
  // Ticks in which the mobility could not be computed; the last good one was used.
  long mobility_failures() const { return mobility_failures_; }

 private:
  struct HandleOfPort {
    Port* port = nullptr;
    HandleLoad load;
    double start = 0;  // of the step
    bool follows = false;
    bool needs_own_acceleration = false;
    std::array<double, 36> mobility{};
    std::vector<double> ahead;  // arguments of the motion, a moment ahead
  };
  HandleOfPort& new_handle();
  Vec3 find_own_acceleration(HandleOfPort& h, const std::array<double, 36>& mobility) const;

  Simulation& run_;
  double step_;
  std::vector<std::unique_ptr<HandleOfPort>> handles_;
  Mode last_mode_;
  long mode_count_ = 0;
  long mobility_failures_ = 0;
};

}  // namespace tangible
