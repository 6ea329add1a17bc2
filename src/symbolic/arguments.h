// SPDX-License-Identifier: Apache-2.0
// Rewrites the arguments of functions: two functions are one when their arguments have become alike.
#pragma once

#include <cstddef>
#include <functional>

#include "symbolic/expr.h"

namespace tangible {

// The same function with all arguments of functions and radicands rewritten, innermost first: rewrite(kind, argument)
// with the kind of the function, or Kind::product for a radicand. Throws WorkLimit when it has more nodes than that.
using Rewrite = std::function<Expr(Kind, Expr)>;
Expr rewrite_arguments(Expr e, std::size_t max_nodes, const Rewrite& rewrite);

// The flat sum of monomials (over factored denominators) that the normal form is. What it costs is taken from the
// budget of terms; throws WorkLimit beyond it.
Expr expand_within(Expr e, std::size_t& budget);
// All arguments of functions multiplied out. Those of sines, cosines and exponentials stay sums, term by term over
// their own denominators, so that sums of angles remain such.
Expr expand_arguments(Expr e, std::size_t& budget);

}  // namespace tangible
