// SPDX-License-Identifier: Apache-2.0
// An overload set made of lambdas, for std::visit.
#pragma once

namespace tangible {

template <typename... Cases>
struct Overloaded : Cases... {
  using Cases::operator()...;
};
template <typename... Cases>
Overloaded(Cases...) -> Overloaded<Cases...>;

}  // namespace tangible
