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

// Accelerations, forces, signs of dry friction and forces of ports: whether any has changed. Not inlined, like the next
// function: most evaluations need neither, and would reserve registers for both.
[[gnu::noinline]] bool put_forces(const SystemMotion& motion, std::span<double> in, WatchInputs given) {
  const System& system = motion.system();
  bool changed = put(motion.accelerations(), &in[system.at_acceleration()]);
  changed = put(motion.forces().first(system.program_rows()), &in[system.at_force()]) || changed;
  for (std::size_t k = 0; k < system.frictions.size(); ++k) {
    const double sign = given == WatchInputs::state_and_forces ? motion.friction_share(k) : motion.mode().signs[k];
    changed = put(std::span(&sign, 1), &in[system.at_sign_of_watch() + k]) || changed;
  }
  for (std::size_t k = 0; k < system.port_forces; ++k) {
    const double force = motion.force_against(k);
    changed = put(std::span(&force, 1), &in[system.at_port_force() + k]) || changed;
  }
  return changed;
}

// What can be written between steps: the stage from which the program has to run.
[[gnu::noinline]] std::optional<Stage> put_written(const SystemMotion& motion, std::span<double> in) {
  std::optional<Stage> from;
  if (put(motion.inputs(), &in[motion.system().at_input()])) from = Stage::input;
  if (put(motion.discretes(), &in[motion.system().at_discrete()])) from = Stage::configuration;
  if (put(motion.parameters(), in.data())) from = Stage::parameter;
  return from;
}

}  // namespace

std::optional<Stage> write_inputs(double t, std::span<const double> y, const SystemMotion& motion, std::span<double> in,
                                  SystemMotion::InputRevision& known, WatchInputs given) {
  const std::size_t nq = motion.system().nq(), of_state = motion.energy_states_at();
  double* at_t = &in[motion.system().at_t()];
  std::optional<Stage> from, written;
  if (motion.input_revision() != known) written = put_written(motion, in);
  known = motion.input_revision();
  if (given != WatchInputs::state && put_forces(motion, in, given)) from = Stage::input;
  if (put({y.data() + nq, of_state - nq}, at_t + 1 + nq)) from = Stage::state;
  if (put(y.first(nq), at_t + 1)) from = Stage::configuration;
  if (put(std::span(&t, 1), at_t)) from = Stage::configuration;
  return written && (!from || *written < *from) ? written : from;
}

}  // namespace tangible
