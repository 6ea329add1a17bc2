// SPDX-License-Identifier: Apache-2.0
// The decimal digits, independent of the locale.
#pragma once

namespace tangible {

constexpr bool is_digit(char c) { return c >= '0' && c <= '9'; }

}  // namespace tangible
