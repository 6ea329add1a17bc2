// SPDX-License-Identifier: Apache-2.0
// The tick of the servo loop in these tests.
#pragma once

namespace tangible {

constexpr double T = 1e-3;  // s

}  // namespace tangible
