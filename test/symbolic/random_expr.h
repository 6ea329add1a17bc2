// SPDX-License-Identifier: Apache-2.0
// Random expressions for property tests: recipes that RapidCheck draws and shrinks, and what is cooked from them.
//
//   rc::check([] {
//     Graph graph;
//     GraphScope scope(graph);
//     const Expr e = cook(*recipes(40), {.roots = false});
//     const Values at = random_values(*rc::gen::arbitrary<std::uint32_t>());
//     ...
//   });
#pragma once

#include <rapidcheck.h>

#include <cstdint>
#include <random>
#include <string>
#include <vector>

#include "symbolic/evaluate.h"
#include "symbolic/expr.h"

namespace tangible {

// The ingredients of a random expression. Sums, products and small integer powers are always there.
struct Ingredients {
  bool division = true;
  bool fractions = true;       // rational constants, not only integers
  bool trigonometry = true;    // sin, cos
  bool transcendental = true;  // tan, asin, acos, atan, atan2, exp, log, pi
  bool roots = true;           // sqrt and other fractional powers, x^y
  bool kinks = true;           // abs, sign, min, max, comparisons, logic, select
  // Smooth wrappers around what could fail: 1/(2 + a^2), sqrt(1 + a^2), log(1 + a^2), asin(sin(a)/2). With
  // random_values the result is then finite and differentiable wherever there are no kinks. Otherwise anything goes,
  // and operations that construction refuses (ArithmeticError) are left out.
  bool safe = true;
  int symbols = 4;  // named x1, x2, ... and, with primes, x1'
};

using Recipe = std::vector<std::uint16_t>;

// The number of entries is drawn up to the given one; the entries themselves always from their full range.
inline rc::Gen<Recipe> recipes(int max_length) {
  const auto entry = rc::gen::resize(rc::kNominalSize, rc::gen::arbitrary<std::uint16_t>());
  return rc::gen::resize(max_length, rc::gen::container<Recipe>(entry));
}

// A stack machine: each entry pushes a leaf or an earlier result, or applies an operation to the top of the stack.
class Kitchen {
 public:
  explicit Kitchen(const Ingredients& ingredients) : may_(ingredients) {}

  void step(std::uint16_t entry) {
    const unsigned choice = entry % 40;
    arg_ = entry / 40;
    const std::size_t depth = stack_.size();
    try {
      push(choice < 12 ? leaf() : operation(choice));
    } catch (const ArithmeticError&) {
      if (stack_.size() + 1 < depth) push(leaf());
    }
  }

  Expr finish() {
    Expr total = stack_.empty() ? leaf() : pop();
    while (!stack_.empty()) total = stack_.size() % 2 == 0 ? total + pop() : total * pop();
    return total;
  }

 private:
  void push(Expr e) {
    stack_.push_back(e);
    made_.push_back(e);
  }
  Expr pop() {
    if (stack_.empty()) return leaf();
    const Expr top = stack_.back();
    stack_.pop_back();
    return top;
  }

  Expr leaf() {
    const int value = static_cast<int>(arg_ % 7);
    if (arg_ % 3 != 0) {
      const std::string name = "x" + std::to_string(1 + static_cast<int>(arg_ / 3) % may_.symbols);
      return symbol(arg_ % 5 == 0 ? name + "'" : name);
    }
    if (may_.transcendental && arg_ % 11 == 0) return pi();
    return may_.fractions && arg_ % 2 == 0 ? Expr(Rational(value - 3, 1 + static_cast<int>(arg_ % 5)))
                                           : Expr(value - 3);
  }

  Expr again() {  // an earlier expression: sharing. In safe mode bounded, since squares of squares overflow.
    if (made_.empty()) return leaf();
    const Expr e = made_[arg_ % made_.size()];
    return may_.safe ? (may_.trigonometry ? sin(e) : leaf()) : e;
  }

  Expr operation(unsigned choice) {
    switch (choice) {
      case 12:
      case 13:
      case 14:
      case 15: return pop() + pop();
      case 16:
      case 17: return pop() - pop();
      case 18:
      case 19:
      case 20: return pop() * pop();
      case 21: return power();
      case 22:
      case 23: return again();
      case 24: return sum(std::vector<Expr>{pop(), pop(), pop()});
      case 25: return -pop();
      case 26:
      case 27: return may_.division ? quotient() : pop() * pop();
      case 28:
      case 29: return may_.trigonometry ? sin(pop()) : pop() + pop();
      case 30:
      case 31: return may_.trigonometry ? cos(pop()) : pop() * pop();
      case 32:
      case 33: return may_.roots ? root() : pop() - pop();
      case 34:
      case 35:
      case 36: return may_.transcendental ? transcendental() : pop() * pop();
      default: return may_.kinks ? kink() : pop() + pop();
    }
  }

  Expr power() {
    const int exponent = 2 + static_cast<int>(arg_ % 3);
    if (!may_.safe) return pow(pop(), may_.division ? exponent - 4 : exponent);
    return pow(may_.trigonometry ? cos(pop()) : leaf(), exponent);
  }
  Expr quotient() {
    const Expr above = pop();
    const Expr below = pop();
    return above / (may_.safe ? 2 + pow(below, 2) : below);
  }
  Expr root() {
    const Expr e = may_.safe ? 1 + pow(pop(), 2) : pop();
    switch (arg_ % 4) {
      case 0: return pow(e, Rational(static_cast<int>(arg_ % 7) - 3, 3));
      case 1: return may_.safe ? pow(e, sin(pop())) : pow(e, pop());
      default: return sqrt(e);
    }
  }
  Expr transcendental() {
    const Expr e = pop();
    const Expr small = may_.safe ? sin(e) / 2 : e;
    switch (arg_ % 7) {
      case 0: return tan(small);
      case 1: return asin(small);
      case 2: return acos(small);
      case 3: return atan(e);
      case 4: return atan2(e, may_.safe ? 1 + pow(pop(), 2) : pop());
      case 5: return exp(small);
      default: return log(may_.safe ? 1 + pow(e, 2) : e);
    }
  }
  Expr condition() {
    const Expr a = pop();
    const Expr b = pop();
    return arg_ % 2 == 0 ? less(a, b) : less_equal(a, b);
  }
  Expr kink() {
    switch (arg_ % 10) {
      case 0: return abs(pop());
      case 1: return sign(pop());
      case 2: return min(pop(), pop());
      case 3: return max(pop(), pop());
      case 4: return tangible::step(pop());
      case 5: return logical_and(condition(), may_.safe ? condition() : pop());
      case 6: return logical_or(condition(), may_.safe ? condition() : pop());
      case 7: return logical_not(may_.safe ? condition() : pop());
      default: {
        const Expr when = condition();
        return select(when, pop(), pop());
      }
    }
  }

  Ingredients may_;
  std::vector<Expr> stack_;
  std::vector<Expr> made_;
  unsigned arg_ = 0;
};

// One expression from a recipe; the longer the recipe, the larger.
inline Expr cook(const Recipe& recipe, const Ingredients& ingredients = {}) {
  Kitchen kitchen(ingredients);
  for (const std::uint16_t entry : recipe) kitchen.step(entry);
  return kitchen.finish();
}

// Values between -2 and 2, away from zero, for every symbol that cook() uses. The same in every graph.
inline Values random_values(std::uint32_t seed, int symbols = 4) {
  std::mt19937 random(seed);
  Values values;
  for (int i = 1; i <= symbols; ++i) {
    for (const char* prime : {"", "'"}) {
      const double size = 0.1 + 1.9 * static_cast<double>(random() % 100003) / 100003;
      values[symbol("x" + std::to_string(i) + prime)] = random() % 2 == 0 ? size : -size;
    }
  }
  return values;
}

}  // namespace tangible
