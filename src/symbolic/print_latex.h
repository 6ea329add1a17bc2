// SPDX-License-Identifier: Apache-2.0
// Names in LaTeX.
#pragma once

#include <string>
#include <string_view>

namespace tangible {

// q1' -> \dot{q}_{1}, m_B -> m_{B}, tau -> \tau; words in italics, anything else as text.
std::string latex_symbol_name(std::string_view name);

}  // namespace tangible
