// SPDX-License-Identifier: Apache-2.0
// How much of a long test runs: a part by default, the whole where TANGIBLE_WHOLE is set (ctest -L slow).
#pragma once

#include <cstdlib>

namespace tangible {

inline bool is_whole() { return std::getenv("TANGIBLE_WHOLE") != nullptr; }

// For loops over cases that are numbered: every `step`-th one, beginning with `first`, or all of them.
inline bool is_tested(int number, int step, int first = 0) { return is_whole() || number % step == first % step; }

}  // namespace tangible
