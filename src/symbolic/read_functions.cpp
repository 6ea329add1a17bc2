// SPDX-License-Identifier: Apache-2.0
// The functions and numbers that infix text can name.
#include <algorithm>
#include <array>
#include <cmath>
#include <stdexcept>
#include <vector>

#include "symbolic/read.h"
#include "symbolic/spelling.h"

namespace tangible {
namespace {

using Arguments = std::span<const Expr>;

struct Function {
  std::string_view name;
  std::size_t fewest;
  std::size_t most;
  Expr (*apply)(Arguments);
};

constexpr std::size_t any_number = SIZE_MAX;

// min(a, b, c) is min(min(a, b), c).
Expr fold(Arguments a, Expr (*of_two)(Expr, Expr)) {
  Expr result = a[0];
  for (const Expr next : a.subspan(1)) result = of_two(result, next);
  return result;
}

// name, fewest and most arguments, meaning
constexpr std::array<Function, 18> functions = {{
    {"sin", 1, 1, [](Arguments a) { return sin(a[0]); }},
    {"cos", 1, 1, [](Arguments a) { return cos(a[0]); }},
    {"tan", 1, 1, [](Arguments a) { return tan(a[0]); }},
    {"asin", 1, 1, [](Arguments a) { return asin(a[0]); }},
    {"acos", 1, 1, [](Arguments a) { return acos(a[0]); }},
    {"atan", 1, 1, [](Arguments a) { return atan(a[0]); }},
    {"atan2", 2, 2, [](Arguments a) { return atan2(a[0], a[1]); }},
    {"sqrt", 1, 1, [](Arguments a) { return sqrt(a[0]); }},
    {"exp", 1, 1, [](Arguments a) { return exp(a[0]); }},
    {"log", 1, 1, [](Arguments a) { return log(a[0]); }},
    {"abs", 1, 1, [](Arguments a) { return abs(a[0]); }},
    {"sign", 1, 1, [](Arguments a) { return sign(a[0]); }},
    {"min", 2, any_number, [](Arguments a) { return fold(a, min); }},
    {"max", 2, any_number, [](Arguments a) { return fold(a, max); }},
    {"step", 1, 1, [](Arguments a) { return step(a[0]); }},
    {"select", 3, 3, [](Arguments a) { return select(a[0], a[1], a[2]); }},
    {"if", 3, 3, [](Arguments a) { return select(a[0], a[1], a[2]); }},
    {"pow", 2, 2, [](Arguments a) { return pow(a[0], a[1]); }},
}};

const Function* find_function(std::string_view name) {
  const auto found = std::ranges::find(functions, name, &Function::name);
  return found == functions.end() ? nullptr : &*found;
}

}  // namespace

bool is_function(std::string_view name) { return find_function(name) != nullptr; }

Expr apply_function(std::string_view name, std::span<const Expr> arguments) {
  const Function* function = find_function(name);
  if (function == nullptr) {
    std::vector<std::string_view> known;
    for (const Function& f : functions) known.push_back(f.name);
    throw std::invalid_argument("unknown function '" + std::string(name) + "'" + did_you_mean(name, known));
  }
  if (arguments.size() < function->fewest || arguments.size() > function->most) {
    const std::string wants = (function->most == any_number ? "at least " : "") + std::to_string(function->fewest);
    throw std::invalid_argument("'" + std::string(name) + "' takes " + wants + " argument" +
                                (function->fewest == 1 ? "" : "s") + ", found " + std::to_string(arguments.size()));
  }
  return function->apply(arguments);
}

Rational read_number(std::string_view digits) {
  const Rational value = Rational::parse_decimal(digits);
  if (!std::isfinite(value.to_double())) throw ArithmeticError("a number too large for a double");
  return value;
}

}  // namespace tangible
