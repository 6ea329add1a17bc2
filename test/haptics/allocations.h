// SPDX-License-Identifier: Apache-2.0
// Counts what a test program takes from the heap, by whatever road: operator new, Eigen, the C library.
#pragma once

#include <atomic>

namespace tangible::testing {
extern std::atomic<long> allocations;
}
