// SPDX-License-Identifier: Apache-2.0
// Jumps with the sign of a speed: found, checked, and replaced.
#include "engine/dry_friction.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>

#include "equations/affine.h"
#include "symbolic/coefficient.h"
#include "symbolic/equality.h"
#include "symbolic/memo.h"

namespace tangible {
namespace {

// The argument that passes through zero where a node jumps.
std::optional<Expr> jumping_argument(Expr e) {
  const bool compares = e.is(Kind::less) || e.is(Kind::less_equal);
  if (!compares && !e.is(Kind::sign)) return std::nullopt;
  const Scaled scaled = split_coefficient(compares ? e.operands()[1] - e.operands()[0] : e.operands()[0]);
  return scale(with_simple_roots(scaled.term), scaled.coefficient.sign());
}

Rational exponent_of(Expr product, Expr base) {
  for (const Pair factor : pairs(product))
    if (factor.first == base) return factor.second.value();
  return 0;
}

// Whether a product has x^-k in it, or more of it: x^2/abs(x) has x/abs(x).
bool has_power(Expr product, Expr x, const Rational& k) {
  const Rational found = exponent_of(product, x);
  return (found + k).sign() * k.sign() <= 0 && found.sign() * k.sign() < 0;
}

// abs(x)^k x^-k with odd k is sign(x). Products are flat: x itself may appear there as several factors.
Expr read_signs(Expr e) {
  if (!e.is(Kind::product)) return e;
  for (const Pair factor : pairs(e)) {
    const Rational& k = factor.second.value();
    if (!factor.first.is(Kind::abs) || !k.is_integer() || k.is_even_integer()) continue;
    const Expr x = factor.first.operands()[0];
    bool divides = true;
    if (x.is(Kind::product)) {
      for (const Pair part : pairs(x)) divides = divides && has_power(e, part.first, k * part.second.value());
    } else {
      divides = has_power(e, x, k);
    }
    if (divides) return read_signs(e * pow(x, k) * pow(factor.first, -k) * sign(x));
  }
  return e;
}

// The same everywhere in an expression.
Expr with_signs(Expr e) {
  Memo result;
  std::vector<Expr> operands;
  for_each_below(std::span(&e, 1), result, [&](Expr node) {
    operands.clear();
    bool changed = false;
    for (const Expr operand : node.operands()) {
      operands.push_back(result.at(operand));
      changed = changed || operands.back() != operand;
    }
    return read_signs(changed ? rebuild(node.kind(), operands) : node);
  });
  return result.at(e);
}

// Arguments of the jumps in expressions, each once, whichever way round it was written.
std::vector<Expr> jumping_arguments(std::span<const Expr> expressions) {
  std::vector<Expr> arguments;
  for (const Expr e : nodes_below(expressions))
    if (const std::optional<Expr> found = jumping_argument(e)) {
      const Expr s = split_coefficient(*found).term;
      if (std::ranges::none_of(arguments, [&](Expr other) { return are_equal(other, s) || are_equal(other, -s); }))
        arguments.push_back(s);
    }
  return arguments;
}

// The relation of a jump to s: 1 as sign(s), -1 as sign(-s), 0 none.
int follows_sign(Expr argument, Expr s) {
  const Scaled scaled = split_coefficient(argument);
  const Expr of_one_sign = scale(scaled.term, scaled.coefficient.sign());
  return are_equal(of_one_sign, s) ? 1 : are_equal(of_one_sign, -s) ? -1 : 0;
}

// The value of e on one side of s = 0.
Expr on_side(Expr e, Expr s, int side) {
  Substitution values;
  for (const Expr node : nodes_below(std::span(&e, 1)))
    if (const std::optional<Expr> argument = jumping_argument(node))
      if (const int way = follows_sign(*argument, s) * side; way != 0)
        values[node] = node.is(Kind::sign) ? Expr(way) : Expr(way > 0 ? 1 : 0);
  return values.empty() ? e : substitute(e, values);
}

bool jumps_with(Expr e, Expr s) {
  for (const Expr node : nodes_below(std::span(&e, 1)))
    if (const std::optional<Expr> argument = jumping_argument(node); argument && follows_sign(*argument, s) != 0)
      return true;
  return false;
}

std::string join_names(const std::vector<std::string>& names) { return fmt::format("{}", fmt::join(names, " and ")); }

std::string name_loads_that_jump(const Equations& equations, Expr s) {
  std::vector<std::string> names;
  for (const LoadPower& load : equations.energy.loads)
    if (jumps_with(with_signs(load.power), s)) names.push_back(load.load);
  // The power of abs(s)/s along s is abs(s): it has a kink and no jump.
  return names.empty() ? name_loads_that_switch(equations, s) : join_names(names);
}

// s as a row, if it is one: affine in speeds, and its rate is known.
std::optional<RowExpressions> row_of_speed(Expr s, const Mechanism& m, const Equations& equations,
                                           const SpeedSubstitution& in_speeds) {
  const Affine affine = split_affine(s, equations.kinematical.u);
  if (!affine.exact) return std::nullopt;
  if (std::ranges::all_of(affine.coefficients, [](Expr a) { return is_zero(a); })) return std::nullopt;
  std::vector<Expr> parts = affine.coefficients;
  parts.push_back(affine.remainder);
  for (const Expr symbol : symbols_in(parts)) {
    const std::string name(symbol.name());
    const bool known = symbol == m.time() || m.parameters().find(name) != nullptr ||
                       m.discretes().find(name) != nullptr || m.states().find(name) != nullptr ||
                       std::ranges::find(equations.kinematical.q, symbol) != equations.kinematical.q.end();
    if (!known || is_nonsmooth_in(sum(parts), std::span(&symbol, 1))) return std::nullopt;
  }
  Rates rates = in_speeds.rates();
  for (const StateVariable& z : m.states()) rates[z.symbol] = in_speeds(z.rate);
  return row_of(s, equations, rates);
}

// -B = limit * a, or nothing if the jump B of the forcing does not act along the row a.
std::optional<Expr> limit_along(std::span<const Expr> B, std::span<const Expr> a) {
  std::size_t pivot = a.size();
  for (std::size_t r = a.size(); r-- > 0;)
    if (!is_zero(a[r]) && (pivot == a.size() || a[r].is(Kind::number) || !a[pivot].is(Kind::number))) pivot = r;
  for (std::size_t r = 0; r < a.size(); ++r)
    if (!is_zero(B[r] * a[pivot] - B[pivot] * a[r])) return std::nullopt;
  if (a[pivot].is(Kind::number)) return -B[pivot] / a[pivot];
  std::vector<Expr> along, size;
  for (std::size_t r = 0; r < a.size(); ++r) along.push_back(B[r] * a[r]), size.push_back(a[r] * a[r]);
  return -sum(along) / sum(size);
}

}  // namespace

DryFrictions::DryFrictions(const Mechanism& m, const Equations& equations, const SpeedSubstitution& in_speeds) {
  const std::size_t nu = equations.kinematical.u.size();
  std::vector<Expr> forcing, elsewhere = equations.dynamical.mass.entries();
  for (std::size_t r = 0; r < nu; ++r) forcing.push_back(with_signs(equations.dynamical.forcing(r)));
  for (const StateVariable& z : m.states()) elsewhere.push_back(in_speeds(z.rate));
  for (const ConstraintRow& row : equations.rows) {
    elsewhere.insert(elsewhere.end(), row.a.begin(), row.a.end());
    elsewhere.push_back(row.c);
  }
  const std::vector<Expr> arguments = jumping_arguments(forcing);
  for (const Expr s : arguments) {
    std::optional<RowExpressions> row = row_of_speed(s, m, equations, in_speeds);
    if (!row || std::ranges::any_of(elsewhere, [&](Expr e) { return jumps_with(e, s); })) continue;
    std::vector<Expr> jump;
    for (const Expr f : forcing) jump.push_back((on_side(f, s, 1) - on_side(f, s, -1)) / 2);
    // Other signs may appear there and cancel.
    bool alone = true;
    for (const Expr other : arguments) {
      if (other == s) continue;
      for (Expr& part : jump) {
        const Expr plus = on_side(part, other, 1);
        alone = alone && is_zero(plus - on_side(part, other, -1));
        part = plus;
      }
    }
    const std::optional<Expr> limit = alone ? limit_along(jump, row->a) : std::nullopt;
    if (!limit || is_zero(*limit)) continue;
    const std::string name = name_loads_that_jump(equations, s);
    list_.push_back({name, s, symbol("sign(" + std::to_string(list_.size() + 1) + ", " + name + ")"), *row, *limit});
  }
}

// Whatever depends on the sign is, on both sides, its mean plus half of its jump times the sign.
Expr DryFrictions::replace(Expr e, std::size_t friction) const {
  const auto& [name, s, sign, row, limit] = list_[friction];
  if (!jumps_with(e, s)) return e;
  const Expr plus = on_side(e, s, 1), minus = on_side(e, s, -1);
  return (plus + minus) / 2 + sign * ((plus - minus) / 2);
}

Expr DryFrictions::in_force(Expr e) const {
  if (list_.empty()) return e;
  Expr result = with_signs(e);
  for (std::size_t k = 0; k < list_.size(); ++k) result = replace(result, k);
  return result;
}

Expr DryFrictions::in_output(Expr e) const {
  if (list_.empty()) return e;
  const Expr read = with_signs(e);
  Substitution signs;
  for (const Expr node : nodes_below(std::span(&read, 1)))
    for (const DryFriction& friction : list_)
      if (node.is(Kind::sign))
        if (const int way = follows_sign(node.operands()[0], friction.speed); way != 0)
          signs[node] = way * friction.sign;
  return signs.empty() ? read : substitute(read, signs);
}

std::string name_loads_without_direction(const Equations& equations, const Values& state) {
  constexpr double small = 1e-6;
  const std::vector<Expr>& u = equations.kinematical.u;
  const auto vanishes = [&](Expr base) {
    return std::ranges::any_of(u, [&](Expr speed) { return depends_on(base, speed); }) &&
           std::abs(evaluate(base, state)) < small;
  };
  const auto divides = [&](Expr node) {
    if (!node.is(Kind::product)) return false;
    for (const Pair factor : pairs(node))
      if (factor.second.value().sign() < 0 && vanishes(factor.first)) return true;
    return false;
  };
  std::vector<std::string> names;
  for (const LoadPower& load : equations.energy.loads)
    if (std::ranges::any_of(nodes_below(std::span(&load.power, 1)), divides)) names.push_back(load.load);
  return join_names(names);
}

// Where a force jumps with a speed its power has a kink: its second difference grows with the distance, and not with
// the square of the distance as it does where the force is smooth.
std::string name_steep_loads(const Equations& equations, const Values& state) {
  constexpr double near = 1e-6, far = 1e-4, rounding = 1e-12;
  const auto second_difference = [&](Expr power, Expr speed, double by) {
    Values beside = state;
    double sum = -2 * evaluate(power, state);
    for (const double change : {by, -by}) {
      beside[speed] = state.at(speed) + change;
      sum += evaluate(power, beside);
    }
    return std::abs(sum);
  };
  const auto is_steep = [&](Expr power) {
    return std::ranges::any_of(equations.kinematical.u, [&](Expr speed) {
      if (!depends_on(power, speed)) return false;
      const double nearby = second_difference(power, speed, near);
      return nearby > rounding && second_difference(power, speed, far) < 10 * far / near * nearby;
    });
  };
  std::vector<std::string> names;
  for (const LoadPower& load : equations.energy.loads)
    if (is_steep(load.power)) names.push_back(load.load);
  return join_names(names);
}

std::string name_loads_with(const Equations& equations, Expr part) {
  std::vector<std::string> names;
  for (const LoadPower& load : equations.energy.loads) {
    const std::vector<Expr> nodes = nodes_below(std::span(&load.power, 1));
    if (std::ranges::find(nodes, part) != nodes.end()) names.push_back(load.load);
  }
  return join_names(names);
}

std::string name_loads_that_switch(const Equations& equations, Expr function) {
  std::vector<std::string> names;
  for (const LoadPower& load : equations.energy.loads) {
    const std::vector<Expr> symbols = symbols_in(std::span(&function, 1));
    const std::vector<Expr> functions = switching_functions(std::span(&load.power, 1), symbols);
    if (std::ranges::find(functions, function) != functions.end()) names.push_back(load.load);
  }
  return join_names(names);
}

}  // namespace tangible
