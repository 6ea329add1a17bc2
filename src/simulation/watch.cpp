// SPDX-License-Identifier: Apache-2.0
// The inputs of the watch program.
#include "simulation/watch.h"

#include <bit>
#include <cstdint>

namespace tangible {
namespace {

// Whether anything changed, by its bits: several numbers are compared at a time.
bool put(std::span<const double> values, double* __restrict at) {
  std::uint64_t changes = 0;
  for (std::size_t i = 0; i < values.size(); ++i) {
    changes |= std::bit_cast<std::uint64_t>(at[i]) ^ std::bit_cast<std::uint64_t>(values[i]);
    at[i] = values[i];
  }
  return changes != 0;
}

}  // namespace

std::optional<Stage> write_inputs(double t, std::span<const double> y, const SystemMotion& motion, std::span<double> in,
                                  SystemMotion::InputRevision& known, WatchInputs given) {
  const System& system = motion.system();
  // One after the other, as System::at_t() and those that follow it, each counted once.
  const std::size_t at_t = system.at_t(), nq = system.nq(), nu = system.nu(), nz = system.nz();
  const std::size_t at_u = at_t + 1 + nq, at_discrete = at_u + nu + nz,
                    at_input = at_discrete + system.discretes.size();
  std::optional<Stage> from;
  if (given != WatchInputs::state) {
    const std::size_t at_acceleration = at_input + system.inputs.size();
    if (put(motion.accelerations(), &in[at_acceleration])) from = Stage::input;
    if (put(motion.forces().first(system.program_rows()), &in[at_acceleration + nu])) from = Stage::input;
    for (std::size_t k = 0; k < system.frictions.size(); ++k) {
      const double sign = given == WatchInputs::state_and_forces ? motion.friction_share(k) : motion.mode().signs[k];
      if (put(std::span(&sign, 1), &in[system.at_sign_of_watch() + k])) from = Stage::input;
    }
    for (std::size_t k = 0; k < system.port_forces; ++k) {
      const double force = motion.ports().force_against(k);
      if (put(std::span(&force, 1), &in[system.at_port_force() + k])) from = Stage::input;
    }
  }
  const bool written = motion.input_revision() != known;
  known = motion.input_revision();
  if (written && put(motion.inputs(), &in[at_input])) from = Stage::input;
  if (put(y.subspan(nq, nu + nz), &in[at_u])) from = Stage::state;
  if (written && put(motion.discretes(), &in[at_discrete])) from = Stage::configuration;
  if (put(y.first(nq), &in[at_t + 1])) from = Stage::configuration;
  if (put(std::span(&t, 1), &in[at_t])) from = Stage::configuration;
  if (written && put(motion.parameters(), in.data())) from = Stage::parameter;
  return from;
}

}  // namespace tangible
