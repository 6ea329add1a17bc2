// SPDX-License-Identifier: Apache-2.0
// What the watch program is given.
#include "simulation/watch.h"

namespace tangible {
namespace {

// Whether anything changed; what is not a number always has.
bool put(std::span<const double> values, double* at) {
  bool changed = false;
  for (std::size_t i = 0; i < values.size(); ++i) {
    changed = changed || !(at[i] == values[i]);
    at[i] = values[i];
  }
  return changed;
}

}  // namespace

std::optional<Stage> put_inputs(double t, std::span<const double> y, const SystemMotion& motion, std::span<double> in,
                                SystemMotion::Written& known) {
  const System& system = motion.system();
  std::optional<Stage> from;
  if (put(motion.accelerations(), &in[system.at_acceleration()])) from = Stage::input;
  if (put(motion.forces(), &in[system.at_force()])) from = Stage::input;
  const bool written = motion.written() != known;
  known = motion.written();
  if (written && put(motion.inputs(), &in[system.at_input()])) from = Stage::input;
  if (put(y.subspan(system.nq(), system.nu() + system.nz()), &in[system.at_u()])) from = Stage::state;
  if (written && put(motion.discretes(), &in[system.at_discrete()])) from = Stage::configuration;
  if (put(y.first(system.nq()), &in[system.at_q()])) from = Stage::configuration;
  if (put(std::span(&t, 1), &in[system.at_t()])) from = Stage::configuration;
  if (written && put(motion.parameters(), in.data())) from = Stage::parameter;
  return from;
}

}  // namespace tangible
