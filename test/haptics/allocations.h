// SPDX-License-Identifier: Apache-2.0
// Counts what the tests of this folder take from the heap; loop_test.cpp has the operator that counts.
#pragma once

#include <atomic>

namespace tangible::testing {
extern std::atomic<long> allocations;
}
