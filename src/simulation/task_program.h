// SPDX-License-Identifier: Apache-2.0
// TaskProgram: the map between a mechanism and a device's coordinates x, compiled. Faulring et al.:
//   x = phi(q) (1),  x' = J u + c,  x'' = J u' + remainder (14), with J = d phi/dq W
//   x = psi(z),      x' = psi_z z', x'' = psi_z z'' + remainder (15)
#pragma once

#include <limits>
#include <memory>
#include <string>
#include <vector>

#include "program/evaluation.h"
#include "simulation/system.h"

namespace tangible {

// Immutable, shared by all simulations of a model.
struct TaskProgram {
  std::vector<Quantity> x, z, metrics;
  std::vector<std::string> force_units;  // by x

  std::shared_ptr<const Code> phi;  // inputs as those of the motion program
  Slots position;                   // nx
  Slots jacobian;                   // nx x nu, row by row
  Slots constants;                  // nx
  Slots remainders;                 // nx
  Slots ways;                       // nq x nu: W

  std::shared_ptr<const Code> psi;  // inputs: parameters, z, z'; null where none is given
  Slots psi_position;               // nx
  Slots psi_jacobian;               // nx x nz
  Slots psi_remainders;             // nx
  Slots psi_coordinates;            // nq, where psi gives the coordinates
  std::vector<double> start_z;

  std::shared_ptr<const Code> hand;  // inputs: parameters, t, x, x'; outputs: forces conjugate to x; null: none
  double release = std::numeric_limits<double>::infinity();  // s; the scripted hand lets go

  std::shared_ptr<const Code> watch;  // metrics; inputs as those of the motion program, then x, x', forces

  std::size_t nx() const { return x.size(); }
  std::size_t nz() const { return z.size(); }
  bool gives_coordinates() const { return psi_coordinates.count > 0; }
};

}  // namespace tangible
