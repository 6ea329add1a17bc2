// SPDX-License-Identifier: Apache-2.0
// Names in a model file: what may be one, and which one was probably meant.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace tangible {

// A letter or underscore, then letters, digits and underscores.
bool is_item_name(std::string_view text);

// Words of the language that cannot be names: N, O, t, pi, the functions, and, or, not, true, false.
bool is_reserved(std::string_view text);

// The candidate that is close enough to have been meant, or that the word abbreviates; or an empty string.
std::string nearest(std::string_view word, std::span<const std::string> candidates);

// "did you mean 'x'?", or if nothing is near, what there is: "known frames: N, A, B".
std::string suggestion(std::string_view word, std::span<const std::string> candidates, std::string_view what);

}  // namespace tangible
