// SPDX-License-Identifier: Apache-2.0
// The expression trees of the kernel benchmark, as postfix programs that each system executes with its own
// constructors.
#pragma once

#include <cstddef>
#include <cstdint>
#include <iosfwd>
#include <vector>

namespace tangible::bench {

struct Step {
  enum class Op : std::uint8_t {
    variable,   // push x, the symbol by which is differentiated and which is substituted
    parameter,  // push the symbol a<argument>, which occurs nowhere else
    add,
    multiply,
    power,  // to the integer argument
    sin,
    cos,
  };
  Op op;
  std::uint32_t argument = 0;
};
using Postfix = std::vector<Step>;

// A random tree of exactly `nodes` steps, the same on every machine. Its parameters are all distinct and x appears only
// below a sine or cosine together with a parameter, so that nothing is shared, joins or cancels in any system.
Postfix plain_tree(std::size_t nodes);

// One token a step: x a7 + * ^3 sin cos. What sympy_kernel.py reads.
void write(std::ostream& out, const Postfix& tree);

std::size_t count_parameters(const Postfix& tree);

}  // namespace tangible::bench
