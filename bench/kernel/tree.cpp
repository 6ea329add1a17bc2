// SPDX-License-Identifier: Apache-2.0
// Random plain trees by halving: a tree of n nodes is an operator over trees of about half as many.
#include "kernel/tree.h"

#include <algorithm>
#include <ostream>

namespace tangible::bench {
namespace {

using Op = Step::Op;

// Steele, Lea and Flood's splitmix64: the standard distributions differ between libraries, this does not.
struct Random {
  std::uint64_t state;
  std::size_t below(std::size_t bound) {
    std::uint64_t z = state += 0x9E3779B97F4A7C15u;
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
    return static_cast<std::size_t>((z ^ (z >> 31)) % bound);
  }
};

struct Generator {
  Random random;
  Postfix steps;
  std::uint32_t parameters = 0;

  void push(Op op, std::uint32_t argument = 0) { steps.push_back({op, argument}); }
  void push_parameter() { push(Op::parameter, parameters++); }
  Op sine_or_cosine() { return random.below(2) == 0 ? Op::sin : Op::cos; }

  // Depth is logarithmic in n, so recursion is harmless here, and GiNaC and SymPy recurse as deep.
  void grow(std::size_t n) {
    if (n == 1) return push_parameter();
    if (n == 4) {  // sin(a x)
      push_parameter();
      push(Op::variable);
      push(Op::multiply);
      return push(sine_or_cosine());
    }
    if (n == 2 || random.below(8) == 0) return grow_unary(n);
    const std::size_t quarter = (n - 1) / 4;
    const std::size_t left = std::max<std::size_t>(1, quarter + random.below((n - 1) / 2 + 1));
    const std::size_t clipped = std::min(left, n - 2);
    grow(clipped);
    grow(n - 1 - clipped);
    push(random.below(2) == 0 ? Op::add : Op::multiply);
  }

  void grow_unary(std::size_t n) {
    grow(n - 1);
    if (random.below(2) == 0)
      push(Op::power, static_cast<std::uint32_t>(2 + random.below(3)));
    else
      push(sine_or_cosine());
  }
};

}  // namespace

Postfix plain_tree(std::size_t nodes) {
  Generator generator{{nodes}, {}};
  generator.steps.reserve(nodes);
  generator.grow(nodes);
  return std::move(generator.steps);
}

std::size_t count_parameters(const Postfix& tree) {
  return static_cast<std::size_t>(std::ranges::count(tree, Op::parameter, &Step::op));
}

void write(std::ostream& out, const Postfix& tree) {
  for (const Step& step : tree) {
    switch (step.op) {
      case Op::variable: out << "x\n"; break;
      case Op::parameter: out << 'a' << step.argument << '\n'; break;
      case Op::add: out << "+\n"; break;
      case Op::multiply: out << "*\n"; break;
      case Op::power: out << '^' << step.argument << '\n'; break;
      case Op::sin: out << "sin\n"; break;
      case Op::cos: out << "cos\n"; break;
    }
  }
}

}  // namespace tangible::bench
