// SPDX-License-Identifier: Apache-2.0
// The program of a port: pose, velocity and partial velocities of a point fixed in a frame.
#pragma once

#include "equations/equations.h"
#include "simulation/port.h"

namespace tangible {

// A point and the frame in which it is fixed; where no frame turns with it (a particle), torques do not act.
struct PortSite {
  std::string name;
  Point at;
  Frame frame;                          // absent: none turns with the point
  std::vector<Vector> directions = {};  // along which forces act; none: all directions
  bool turns = true;                    // torques act too
};

// Handles first, then bodies, then particles.
std::vector<PortSite> port_sites(const Mechanism& mechanism);
PortProgram lower_port(const Mechanism& mechanism, const Equations& equations, const PortSite& site);

}  // namespace tangible
