// SPDX-License-Identifier: Apache-2.0
// `repeat`: blocks of a model file that are written once and read many times, with $i and $(i - 1) filled in.
//
//   repeat:
//     links: {for: i, from: 1, to: n, add: {coordinates: {q$i: rad}, frames: {B$i: {in: N, rotate: {z: q$i}}}}}
//
// `from` and `to` are integers, or parameters with an integer value. The entries are added to the sections of the file,
// after the existing ones; everything else reads the file as if they had been written out.
#pragma once

#include <functional>
#include <optional>
#include <string_view>

#include "model/document.h"

namespace tangible {

// The integer value of a parameter, or nothing.
using IntegerLookup = std::function<std::optional<long>(std::string_view name)>;

// Replaces the `repeat` section of a model by its expansion.
void expand_repeats(Node& root, const IntegerLookup& parameter, Diagnostics& diagnostics);

inline constexpr long max_repetitions = 100000;

}  // namespace tangible
