// SPDX-License-Identifier: Apache-2.0
// Lowering, node by node; products are collected as bags of factors and put together at the end.
#include "program/lower.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <stdexcept>

#include "program/factor_sharing.h"
#include "program/vertices.h"
#include "symbolic/memo.h"

namespace tangible {
namespace {

// A power up to this is written as repeated factors, so that squares are shared; beyond it by repeated squaring.
constexpr std::int64_t largest_repeated_power = 8;

// Factors of a product: vertices above and below the fraction line, distinguished by the lowest bit.
std::uint32_t above(std::uint32_t vertex) { return vertex << 1; }
std::uint32_t below(std::uint32_t vertex) { return vertex << 1 | 1; }
bool is_below(std::uint32_t factor) { return (factor & 1) != 0; }
std::uint32_t vertex_of(std::uint32_t factor) { return factor >> 1; }

struct PendingProduct {
  std::uint32_t placeholder;
  FactorBag factors;
  std::uint32_t origin;
};

class Lowering {
 public:
  explicit Lowering(std::span<const LowerInput> inputs) {
    for (const LowerInput& input : inputs)
      inputs_[input.symbol] = vertices_.input(std::string(input.symbol.name()), input.stage);
  }

  Program run(std::span<const LowerOutput> outputs) {
    std::vector<Expr> roots;
    for (const LowerOutput& output : outputs) roots.push_back(output.value);
    Memo place;
    for_each_below(roots, place, [&](Expr e) {
      origin_ = e.id();
      vertices_.set_origin(origin_);
      values_.push_back(lower_node(e, place));
      return Expr::from_id(static_cast<std::uint32_t>(values_.size() - 1));
    });
    std::vector<ProgramOutput> results;
    for (const LowerOutput& output : outputs)
      results.push_back({output.name, vertices_.with_sign(values_[place.number_at(output.value)])});
    put_products_together();
    return vertices_.arrange(results);
  }

 private:
  SignedVertex at(Expr e, const Memo& place) const { return values_[place.number_at(e)]; }
  SignedVertex constant(const Rational& value) {
    return {vertices_.constant(std::abs(value.to_double())), value.sign() < 0};
  }

  SignedVertex lower_node(Expr e, const Memo& place) {
    switch (e.kind()) {
      case Kind::number: return constant(e.value());
      case Kind::pi: return {vertices_.constant(std::numbers::pi), false};
      case Kind::symbol: {
        const auto found = inputs_.find(e);
        if (found == inputs_.end())
          throw std::invalid_argument("the symbol " + std::string(e.name()) + " is not an input of the program");
        return {found->second, false};
      }
      case Kind::sum: return lower_sum(e, place);
      case Kind::product: return lower_product(Rational(1), e, place);
      default: return lower_function(e, place);
    }
  }

  // Terms of early stages are added first, so that their sum is computed as rarely as possible.
  SignedVertex lower_sum(Expr e, const Memo& place) {
    std::vector<SignedVertex> terms;
    for (const Pair pair : pairs(e)) terms.push_back(lower_term(pair, place));
    if (terms.size() == 1) return terms[0];
    std::ranges::stable_sort(terms, {},
                             [&](const SignedVertex& t) { return std::pair(vertices_.stage(t.vertex), t.negative); });
    SignedVertex total = terms[0];
    for (std::size_t i = 1; i < terms.size(); ++i) total = vertices_.add(total, terms[i]);
    return total;
  }

  SignedVertex lower_term(const Pair& pair, const Memo& place) {
    const Rational& coefficient = pair.second.value();
    if (pair.first.is_one()) return constant(coefficient);
    SignedVertex term =
        abs(coefficient).is_one() ? at(pair.first, place) : lower_product(abs(coefficient), pair.first, place);
    term.negative ^= coefficient.sign() < 0;
    return term;
  }

  // coefficient * e, e being a product or a single factor.
  SignedVertex lower_product(const Rational& coefficient, Expr e, const Memo& place) {
    FactorBag bag;
    bool negative = false;
    if (!coefficient.is_one()) bag.push_back(above(vertices_.constant(coefficient.to_double())));
    if (e.is(Kind::product)) {
      for (const Pair pair : pairs(e)) negative ^= append_factor(bag, at(pair.first, place), pair.second.value());
    } else {
      negative ^= append_factor(bag, at(e, place), Rational(1));
    }
    if (bag.size() == 1 && !is_below(bag[0])) return {vertex_of(bag[0]), negative};
    std::ranges::sort(bag);
    Stage latest = Stage::constant;
    for (const std::uint32_t factor : bag) latest = std::max(latest, vertices_.stage(vertex_of(factor)));
    const std::uint32_t placeholder = vertices_.add_placeholder(latest);
    products_.push_back({placeholder, std::move(bag), origin_});
    return {placeholder, negative};
  }

  // Returns whether the factor changes the sign of the product.
  bool append_factor(FactorBag& bag, SignedVertex base, const Rational& exponent) {
    const auto put = [&](std::uint32_t vertex) { bag.push_back(exponent.sign() > 0 ? above(vertex) : below(vertex)); };
    if (!exponent.is_integer()) {
      const std::uint32_t plain = vertices_.with_sign(base);
      const Rational size = abs(exponent);
      if ((size * 2).is_integer() && size.is_small() && size.small_numerator() <= largest_repeated_power) {
        const std::uint32_t root = vertices_.operation(Op::square_root, plain);
        for (std::int64_t k = 0; k < size.small_numerator(); ++k) put(root);
      } else {
        put(vertices_.operation(Op::power, plain, vertices_.constant(size.to_double())));
      }
      return false;
    }
    const std::int64_t n = exponent.is_small() ? std::abs(exponent.small_numerator()) : 0;
    if (n > 0 && n <= largest_repeated_power) {
      for (std::int64_t k = 0; k < n; ++k) put(base.vertex);
    } else {
      put(large_power(base.vertex, abs(exponent)));
    }
    return base.negative && !exponent.is_even_integer();
  }

  std::uint32_t large_power(std::uint32_t base, const Rational& exponent) {
    if (!exponent.is_small()) return vertices_.operation(Op::power, base, vertices_.constant(exponent.to_double()));
    std::uint32_t result = 0;
    bool have_result = false;
    for (std::int64_t n = exponent.small_numerator(); n != 0; n >>= 1) {
      if (n & 1) result = have_result ? vertices_.operation(Op::multiply, result, base) : base;
      have_result = have_result || (n & 1) != 0;
      if (n > 1) base = vertices_.operation(Op::multiply, base, base);
    }
    return result;
  }

  SignedVertex lower_function(Expr e, const Memo& place) {
    const auto operands = e.operands();
    const std::uint32_t a = vertices_.with_sign(at(operands[0], place));
    const std::uint32_t b = operands.size() > 1 ? vertices_.with_sign(at(operands[1], place)) : 0;
    const std::uint32_t c = operands.size() > 2 ? vertices_.with_sign(at(operands[2], place)) : 0;
    return {vertices_.operation(op_of(e.kind()), a, b, c), false};
  }

  static Op op_of(Kind kind) {
    switch (kind) {
      case Kind::power: return Op::power;
      case Kind::sin: return Op::sin;
      case Kind::cos: return Op::cos;
      case Kind::tan: return Op::tan;
      case Kind::asin: return Op::asin;
      case Kind::acos: return Op::acos;
      case Kind::atan: return Op::atan;
      case Kind::atan2: return Op::atan2;
      case Kind::exp: return Op::exp;
      case Kind::log: return Op::log;
      case Kind::abs: return Op::abs;
      case Kind::sign: return Op::sign;
      case Kind::min: return Op::min;
      case Kind::max: return Op::max;
      case Kind::less: return Op::less;
      case Kind::less_equal: return Op::less_equal;
      case Kind::logical_and: return Op::logical_and;
      case Kind::logical_or: return Op::logical_or;
      case Kind::logical_not: return Op::logical_not;
      case Kind::select: return Op::select;
      default: throw std::logic_error("op_of: not a function");
    }
  }

  // Work on parameters first, in every product; then what products have in common; then the rest by stages.
  void put_products_together() {
    for (PendingProduct& product : products_) hoist_parameters(product.factors);
    std::vector<FactorBag> bags;
    for (const PendingProduct& product : products_) bags.push_back(product.factors);
    // Shared factors are numbered beyond every vertex that they could be mistaken for.
    const std::uint32_t first_shared = 0x80000000u;
    vertices_.set_origin(0xFFFFFFFFu);  // as late as the first product that needs them
    std::unordered_map<std::uint32_t, std::uint32_t> shared;
    for (const SharedPair& pair : share_pairs(bags, first_shared))
      shared[pair.result] = multiply(look_up(pair.a, shared), look_up(pair.b, shared));
    for (std::size_t i = 0; i < products_.size(); ++i) {
      for (std::uint32_t& factor : bags[i]) factor = look_up(factor, shared);
      vertices_.set_origin(products_[i].origin);
      vertices_.alias(products_[i].placeholder, combine(bags[i]));
    }
  }

  static std::uint32_t look_up(std::uint32_t factor, const std::unordered_map<std::uint32_t, std::uint32_t>& shared) {
    const auto found = shared.find(factor);
    return found == shared.end() ? factor : found->second;
  }

  // All factors that do not change from one configuration to the next become one; a lone divisor its reciprocal, if
  // there is anything left to multiply.
  void hoist_parameters(FactorBag& bag) {
    FactorBag early;
    FactorBag late;
    for (const std::uint32_t factor : bag)
      (vertices_.stage(vertex_of(factor)) <= Stage::parameter ? early : late).push_back(factor);
    if (early.empty() || late.empty()) return;
    late.push_back(above(combine(early)));
    bag = std::move(late);
  }

  // Two factors as one.
  std::uint32_t multiply(std::uint32_t a, std::uint32_t b) {
    if (is_below(a) == is_below(b)) {
      const std::uint32_t both = vertices_.operation(Op::multiply, vertex_of(a), vertex_of(b));
      return is_below(a) ? below(both) : above(both);
    }
    if (is_below(a)) std::swap(a, b);
    return above(vertices_.operation(Op::divide, vertex_of(a), vertex_of(b)));
  }

  // The value of a bag: factors of early stages first, one division at the end.
  std::uint32_t combine(FactorBag bag) {
    std::ranges::stable_sort(bag, {},
                             [&](std::uint32_t f) { return std::pair(is_below(f), vertices_.stage(vertex_of(f))); });
    std::uint32_t numerator = 0;
    std::uint32_t denominator = 0;
    bool has_numerator = false;
    bool has_denominator = false;
    for (const std::uint32_t factor : bag) {
      std::uint32_t& part = is_below(factor) ? denominator : numerator;
      bool& has = is_below(factor) ? has_denominator : has_numerator;
      part = has ? vertices_.operation(Op::multiply, part, vertex_of(factor)) : vertex_of(factor);
      has = true;
    }
    if (!has_denominator) return numerator;
    return vertices_.operation(Op::divide, has_numerator ? numerator : vertices_.constant(1), denominator);
  }

  Vertices vertices_;
  std::unordered_map<Expr, std::uint32_t> inputs_;
  std::vector<SignedVertex> values_;
  std::vector<PendingProduct> products_;
  std::uint32_t origin_ = 0;  // the expression being lowered
};

}  // namespace

Program lower_to_program(std::span<const LowerOutput> outputs, std::span<const LowerInput> inputs) {
  return Lowering(inputs).run(outputs);
}

}  // namespace tangible
