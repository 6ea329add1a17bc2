// SPDX-License-Identifier: Apache-2.0
// PortLoads: the ports that are attached to a motion, by slot, and the generalized forces of their wrenches.
#pragma once

#include <span>
#include <vector>

#include "simulation/motion_program.h"
#include "simulation/port.h"

namespace tangible {

class PortLoads {
 public:
  PortLoads(const System& system, std::size_t slots) : ports_(slots), forcing_(system.nu()) {}

  // By slot; null where nothing is attached.
  std::span<Port* const> ports() const { return ports_; }
  bool are_attached() const { return attached_ > 0; }
  void attach(std::size_t slot, Port* port);
  // Whether a wrench has changed since the last call: accelerations then differ at a state that is known otherwise.
  bool have_changed();
  // After a run of the motion program from a stage on.
  void evaluate(const MotionProgram& program, double t, Stage from);
  // Port::force_against of all ports.
  double force_against(std::size_t what) const;
  // With the generalized forces of the ports.
  std::span<const double> add_to(std::span<const double> forcing);

 private:
  std::vector<Port*> ports_;
  std::size_t attached_ = 0;
  std::uint64_t revision_ = 0;
  std::vector<double> forcing_;  // nu: of the program and the ports together
};

}  // namespace tangible
