// SPDX-License-Identifier: Apache-2.0
// The rows and speeds that the assembled mechanism makes dependent.
#pragma once

#include <span>

#include "engine/formulation.h"

namespace tangible {

// Rows may depend on each other wherever the mechanism is assembled, though not elsewhere, and a divisor may vanish
// there: the symbols do not show it. Decided by numbers at assembled states.
RowChoice choose_rows(const Formulation& model, std::span<const std::size_t> rows);

// The number of independent rows at a general state of the assembled mechanism.
std::size_t rank_when_assembled(const Formulation& model, std::span<const std::size_t> rows);

}  // namespace tangible
