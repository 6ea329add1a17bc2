// SPDX-License-Identifier: Apache-2.0
// Static equilibria as text: the equilibrium, or the reason why there is none.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>

#include "simulation/equilibrium.h"

namespace tangible {

// The loaded contacts, and whether it is stable; several lines.
std::string describe_rest(const EquilibriumReport& report, const System& system);
// Why there is none: what was tried, what is left by name, what to do; several lines.
std::string explain_failure(const EquilibriumReport& report, const System& system);

// Both for programs.
nlohmann::ordered_json rest_to_json(const EquilibriumReport& report, const System& system);

}  // namespace tangible
