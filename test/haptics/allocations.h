// SPDX-License-Identifier: Apache-2.0
// Counts all heap allocations of a test program: operator new, Eigen, the C library.
#pragma once

#include <atomic>

namespace tangible::testing {
extern std::atomic<long> allocations;
}
