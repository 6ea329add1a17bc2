// SPDX-License-Identifier: Apache-2.0
// A model that is brought to rest.
#pragma once

#include "simulation/assembly.h"
#include "simulation/equilibrium.h"
#include "simulation/inline_model.h"

namespace tangible {

struct Resting {
  explicit Resting(const std::string& path, const std::vector<std::string>& set = {})
      : model(formulate_current({path, set})),
        system(lower_to_system(*model.mechanism, model.equations, {.derivatives = true})),
        motion(system),
        y(motion.size()) {
    std::ranges::copy(system.start_q, y.begin());
    std::ranges::copy(system.start_u, y.begin() + static_cast<std::ptrdiff_t>(system.nq()));
    EXPECT_TRUE(assemble(motion, 0, y).assembled);
  }
  EquilibriumReport rest() { return find_equilibrium(motion, 0, y); }
  CurrentFormulation model;
  System system;
  SystemMotion motion;
  std::vector<double> y;
};

}  // namespace tangible
