// SPDX-License-Identifier: Apache-2.0
// What parameters decide and must not be negative: masses, moments of inertia, coefficients of contacts. A negative
// mass may leave a mass matrix that can be factored, and motions that no mechanism makes.
#pragma once

#include <string>
#include <vector>

#include "mechanics/mechanism.h"

namespace tangible {

struct ParameterRange {
  std::string fault;  // where the value is negative: "the mass of body 'basket' is negative"
  Expr value;         // of parameters alone; not negative
  SourceLocation where;
};
std::vector<ParameterRange> parameter_ranges(const Mechanism& mechanism);

}  // namespace tangible
