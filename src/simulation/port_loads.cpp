// SPDX-License-Identifier: Apache-2.0
// Loads of attached ports.
#include "simulation/port_loads.h"

#include <algorithm>

namespace tangible {

void PortLoads::attach(std::size_t slot, Port* port) {
  attached_ += (port != nullptr ? 1U : 0U) - (ports_[slot] != nullptr ? 1U : 0U);
  ports_[slot] = port;
  if (port != nullptr) port->forget();
}

bool PortLoads::have_changed() {
  std::uint64_t revision = 0;
  for (const Port* port : ports_)
    if (port != nullptr) revision += port->revision();
  if (revision == revision_) return false;
  revision_ = revision;
  return true;
}

void PortLoads::evaluate(const MotionProgram& program, double t, Stage from) {
  for (Port* port : ports_)
    if (port != nullptr) port->evaluate(program.arguments(), t, program.speeds(), from);
}

double PortLoads::force_against(std::size_t what) const {
  double sum = 0;
  for (const Port* port : ports_)
    if (port != nullptr) sum += port->force_against(what);
  return sum;
}

std::span<const double> PortLoads::add_to(std::span<const double> forcing) {
  std::ranges::copy(forcing, forcing_.begin());
  for (const Port* port : ports_)
    if (port != nullptr) port->add_generalized_forces(forcing_);
  return forcing_;
}

}  // namespace tangible
