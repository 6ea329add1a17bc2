// SPDX-License-Identifier: Apache-2.0
// Locations of items of a run in the model file. A location without a line is unknown.
#pragma once

#include <string>

#include "engine/formulation.h"
#include "simulation/simulation_loop.h"

namespace tangible {

// "FILE:LINE:COLUMN", or "FILE" if the line is not known.
std::string location_text(const Formulation& model, SourceLocation where);

// Of a position in System::rows, or absent; rows of a contact have its location.
SourceLocation location_of_row(const Formulation& model, const System& system, std::size_t row);
SourceLocation location_of_constraint(const Formulation& model, const std::string& name);  // also of those built in
// Latches make events of their own, which have the locations of their constraints.
// Of the first load in "a and b".
SourceLocation location_of_load(const Formulation& model, const std::string& names);
SourceLocation location_of_event(const Formulation& model, const std::string& name);
// Of the event, row or contact that it is about.
SourceLocation place_of(const Formulation& model, const System& system, const Occurrence& occurrence);

}  // namespace tangible
