// SPDX-License-Identifier: Apache-2.0
// States that are given in part: what is missing comes from the start of the model and from the rows that hold.
#pragma once

#include <string>
#include <unordered_set>
#include <vector>

#include "engine/formulation.h"
#include "symbolic/evaluate.h"

namespace tangible {

using GivenSymbols = std::unordered_set<Expr>;

// The start in the model file: t = 0, parameters, inputs, state variables, discrete variables, coordinates and speeds.
// Coordinates and speeds that the file does not give are zero, the scalar Euler parameter is 1.
Values values_at_start(const Formulation& model);

// The rows that hold and are not built into the speeds, as indices.
std::vector<std::size_t> rows_that_hold(const Equations& equations, const std::vector<std::string>& active);

// Speeds that neither the state nor, if possible, the model file gives are changed so that the rows hold; the last ones
// in the analyst's order depend on the others.
void complete_speeds(const Formulation& model, const std::vector<std::size_t>& rows, const GivenSymbols& given,
                     Values& values);

// A row that a state violates by more than rounding.
struct RowResidual {
  std::string row;
  double motion = 0;  // zero: it holds
  double configuration = 0;
};
std::vector<RowResidual> row_residuals(const Equations& equations, const std::vector<std::size_t>& rows,
                                       const Values& values);

// The first frame whose four Euler parameters are all zero: such parameters turn into no orientation. Empty: none.
std::string frame_without_orientation(const Formulation& model, const Values& values);
// The name of a frame whose given matrix is no rotation with these values; empty if there is none.
std::string frame_without_rotation(const Formulation& model, const Values& values);

}  // namespace tangible
