// SPDX-License-Identifier: Apache-2.0
// Expressions made shorter for people to read. Programs do not need it.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "symbolic/expr.h"

namespace tangible {

struct SimplifyOptions {
  std::size_t work = 20'000;    // products of terms altogether; beyond it the best form found so far is the answer
  std::size_t max_terms = 200;  // parts that have more terms when multiplied out are left as they are
};

// The shortest form found: sin^2 + cos^2 = 1 and sums of angles used either way, fractions cancelled, common factors
// taken out. The value is kept wherever e is defined; removable singularities may go (x/x is 1). What to_text prints of
// the result is never longer than what it prints of e; of forms equally long e is preferred, then the flattest.
Expr simplify(Expr e, SimplifyOptions options = {});

// The forms among which simplify chooses for the whole of e, for a caller with another measure than length in print.
// None if they are beyond the options.
std::vector<Expr> short_forms(Expr e, SimplifyOptions options = {});

// The flat sum of monomials that is the normal form: sin^2 is 1 - cos^2, sines and cosines are those of as few angles
// as possible, fractions have one denominator. Returns e itself if that would be too large.
Expr expand(Expr e, SimplifyOptions options = {});

// Multiplied out, then with common factors outside.
Expr factor_common(Expr e, SimplifyOptions options = {});

// Multiplied out, with products of sines and cosines as sines and cosines of sums: cos(a)*cos(b) + sin(a)*sin(b) is
// cos(a - b).
Expr combine_angles(Expr e, SimplifyOptions options = {});

// As a polynomial in the given symbols, each coefficient simplified. Nothing else is multiplied out, so that this works
// at any size; a symbol in a denominator or inside a function stays there.
Expr collect(Expr e, std::span<const Expr> symbols, SimplifyOptions options = {});

}  // namespace tangible
