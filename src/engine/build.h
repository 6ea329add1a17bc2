// SPDX-License-Identifier: Apache-2.0
// A model of a mechanism that is built in C++ instead of being read.
//
//   tangible::Model pendulum = tangible::build("pendulum", [](tangible::Mechanism& m) { ... });
#pragma once

#include "engine/formulation.h"
#include "engine/model.h"

namespace tangible {

// The builder is called twice if reactions are requested, so it must give the same each time. It gives parameters their
// values: options.set is for models that are read, and refused here.
Model build(const std::string& name, const MechanismBuilder& builder, const LoadOptions& options = {});

}  // namespace tangible
