// SPDX-License-Identifier: Apache-2.0
// States of an assembled mechanism: the start, states near it and states anywhere, led onto the configuration rows.
#pragma once

#include <span>
#include <vector>

#include "engine/formulation.h"
#include "symbolic/evaluate.h"

namespace tangible {

// Changes the coordinates by Newton's method until all configuration rows hold, built-in ones too; rows that depend on
// each other are no obstacle. False: it did not succeed.
bool assemble_state(const Equations& equations, std::span<const std::size_t> rows, Values& state);

// Those that could be assembled: the start and states near it, which are put together alike; states anywhere; multiples
// of a quarter turn. The same list at each call. Speeds are zero.
struct AssembledStates {
  std::vector<Values> near, far, special;
};
AssembledStates assembled_states(const Formulation& model, std::span<const std::size_t> rows);

// States that no row was asked for, with speeds.
std::vector<Values> scattered_states(const Formulation& model);

}  // namespace tangible
