// SPDX-License-Identifier: Apache-2.0
// The programs of a model: which symbols are inputs, and at which stage they change.
#pragma once

#include <string>
#include <vector>

#include "equations/constrained_motion.h"
#include "equations/embedding.h"
#include "program/lower.h"

namespace tangible {

// Parameters, coordinates and t, speeds, then inputs, state variables and discrete variables.
std::vector<LowerInput> program_inputs(const Mechanism& mechanism, const Equations& equations);

// `regularity` and `violation` of the rows, which a caller can test.
void add_row_status(std::vector<LowerOutput>& outputs, const ConstrainedMotion& motion);

Program kinematical_program(const Mechanism& mechanism, const Equations& equations);
// Where the choice of dependent speeds fails at some configurations, `regularity` is one more output.
Program mass_and_forcing_program(const Mechanism& mechanism, const Equations& equations, const Embedding& embedding);
// Active forces and velocity terms together, by independent speed.
std::vector<Expr> forcing(const Equations& equations, const Embedding& embedding);
// The independent accelerations from state and inputs, by an unrolled L D L^T. Where the choice of dependent speeds
// fails at some configurations, the rows are solved as a whole, from all speeds, and their status is two more outputs.
Program acceleration_program(const Mechanism& mechanism, const Equations& equations, const Embedding& embedding);

// Of every constraint and contact: coefficients of the speeds, constant, value, what is left of its rate when no speed
// changes, and what a configuration constraint keeps zero.
Program row_program(const Mechanism& mechanism, const Equations& equations);
// Of the active rows, built-in ones included, and the reactions that were requested when the model was loaded.
Program constraint_force_program(const Mechanism& mechanism, const Equations& equations, const Embedding& embedding);
// All accelerations, of dependent speeds too.
Program all_accelerations_program(const Mechanism& mechanism, const Equations& equations, const Embedding& embedding);
// Kinetic and potential energy, powers of loads, momenta.
Program energy_program(const Mechanism& mechanism, const Equations& equations);
// Positions, velocities, orientations (columns: axes of the frame) and angular velocities of bodies, particles and
// handles, in N.
Program place_program(const Mechanism& mechanism, const Equations& equations);
// How these velocities depend on the speeds: velocity = sum over r of partial velocity r * u_r + remainder.
Program partial_velocity_program(const Mechanism& mechanism, const Equations& equations);
// The outputs of the model; accelerations and forces in them are solved for, but for forces of contacts, which are
// inputs.
Program output_program(const Mechanism& mechanism, const Equations& equations, const Embedding& embedding);

}  // namespace tangible
