// SPDX-License-Identifier: Apache-2.0
// The printed length of an expression, without printing it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "symbolic/expr.h"

namespace tangible {

// to_text(e).size() as long as that writes the whole expression out. Takes time in proportion to the nodes that are new
// to it, though the text may be exponentially longer; stops growing at 10^18.
class PrintedLength {
 public:
  std::size_t of(Expr e);

 private:
  // How tight the text of a node holds together, the loosest first: text looser than its context gets parentheses.
  enum class Level : std::uint8_t { any, logic, comparison, sum, term, factor, atom };
  struct Entry {
    std::uint64_t length = 0;
    Level level = Level::any;
    bool known = false;
  };
  // coefficient * term above and below the line, without the sign.
  struct FractionSize {
    std::uint64_t length = 0;
    bool single = false;  // one factor above, nothing else
  };

  Entry measure(Expr e) const;
  Entry measure_function(Expr e) const;
  Entry measure_sum(Expr sum, bool negated) const;
  FractionSize fraction(const Rational& coefficient, Expr term) const;
  std::uint64_t factor(Expr base, const Rational& exponent) const;
  std::uint64_t at(Expr e, Level place) const;

  std::uint64_t graph_ = 0;
  std::vector<Entry> table_;  // by node id
};

// With a table that stays with the thread.
std::size_t printed_length(Expr e);

}  // namespace tangible
