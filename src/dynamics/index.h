// SPDX-License-Identifier: Apache-2.0
// Rows and columns are counted with int; the containers of the standard library need std::size_t.
#pragma once

#include <cstddef>

namespace tangible {

constexpr std::size_t at(int i) { return static_cast<std::size_t>(i); }

}  // namespace tangible
