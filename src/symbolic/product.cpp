// SPDX-License-Identifier: Apache-2.0
// Products of distinct bases with rational exponents: canonical construction.
#include <algorithm>
#include <array>
#include <vector>

#include "symbolic/coefficient.h"
#include "symbolic/expr.h"
#include "symbolic/graph.h"
#include "symbolic/small_pairs.h"

namespace tangible {
namespace {

// Products flatten up to this many factors. Mechanics multiplies few factors, since sums stay whole; the cap keeps a
// product of thousands of factors linear.
constexpr std::size_t max_flat_factors = 16;

Rational integer_power(const Rational& base, const Rational& exponent) {
  if (!exponent.is_small()) throw ArithmeticError("an exponent beyond 64 bits");
  return power(base, exponent.small_numerator());
}

// Divides a positive integer by a prime as often as possible, and returns how often: by p, p^2, p^4, ... while they
// divide it, then by the same once more from the largest to the smallest. A number may hold a prime thousands of times.
std::int64_t take_out(Rational& integer, std::int64_t prime) {
  std::uint64_t residue = 0;
  if (!integer.modulo(static_cast<std::uint64_t>(prime), residue) || residue != 0) return 0;
  std::vector<Rational> powers;
  std::int64_t times = 0;
  const auto divided_by = [&](const Rational& divisor, std::size_t doublings) {
    Rational quotient = integer / divisor;
    if (!quotient.is_integer()) return false;
    integer = std::move(quotient);
    times += std::int64_t{1} << doublings;
    return true;
  };
  for (Rational power = prime; power <= integer && divided_by(power, powers.size()); power = power * power) {
    powers.push_back(power);
    if (power > integer) break;  // its square would be too large to divide, or to be computed
  }
  for (std::size_t i = powers.size(); i-- > 0;) divided_by(powers[i], i);
  return times;
}

// coefficient * product of base^exponent while it is being put together.
struct Factors {
  Graph& graph;
  Expr coefficient = Graph::one;  // a number
  SmallPairs pairs;

  void multiply(Expr e) {
    const Pair split = scaled(graph, e);
    multiply_coefficient(split.second);
    if (!split.first.is_one()) pairs.push_back({split.first, Graph::one});
  }
  void multiply_coefficient(Expr number) { coefficient = multiply_numbers(graph, coefficient, number); }
  void multiply_coefficient(const Rational& number) { multiply_coefficient(graph.intern_number(number)); }
  void multiply_number_power(const Rational& base, const Rational& exponent);
  Expr finish();  // makes the pairs canonical first
  Expr make();    // of pairs that are

 private:
  bool folds(const Pair& pair) const;
  void merge();
  bool open_nested();
};

// base^exponent of an integer base > 1, as number * prime^(fraction in (0,1)) ...; the rest after small primes whole.
void Factors::multiply_number_power(const Rational& base, const Rational& exponent) {
  const auto push = [&](const Rational& prime, const Rational& e) {
    const Rational whole = e.floor();
    multiply_coefficient(integer_power(prime, whole));
    if (const Rational fraction = e - whole; !fraction.is_zero())
      pairs.push_back({graph.intern_number(prime), graph.intern_number(fraction)});
  };
  Rational rest = base;
  for (std::int64_t p = 2; p < 1000 && !rest.is_one(); p += p == 2 ? 1 : 2) {
    if (const std::int64_t times = take_out(rest, p); times != 0) push(p, exponent * times);
  }
  if (rest.is_one()) return;
  if (Rational root; exponent.is_small() && exact_root(rest, exponent.small_denominator(), root)) {
    multiply_coefficient(power(root, exponent.small_numerator()));
  } else {
    push(rest, exponent);
  }
}

// Whether a base folds further: a number with an exponent outside (0,1), or c * term or a product with an exponent of 1
// or more, since these stay together only below a root: (a b)^(3/2) is a b (a b)^(1/2).
bool Factors::folds(const Pair& pair) const {
  const Rational& e = graph.number(pair.second);
  const Kind kind = graph.kind(pair.first);
  if (kind == Kind::number) return e.sign() < 0 || e >= Rational(1);
  if (is_scaled(graph, pair.first)) return e.is_integer() || abs(e) > Rational(1);
  return kind == Kind::product && !e.is_integer() && abs(e) > Rational(1);
}

// Sorts, adds exponents of equal bases, and folds into the coefficient what became whole.
void Factors::merge() {
  const auto add_exponents = [&](Expr a, Expr b) { return add_numbers(graph, a, b); };
  const auto any_folds = [&](const Pair& pair) { return folds(pair); };
  for (pairs.sort_and_merge(add_exponents); std::ranges::any_of(pairs, any_folds);
       pairs.sort_and_merge(add_exponents)) {
    SmallPairs old;
    old.assign(pairs);
    pairs.clear();
    for (const Pair& pair : old) {
      const Rational exponent = graph.number(pair.second);
      if (!folds(pair)) {
        pairs.push_back(pair);
      } else if (!exponent.is_integer() && graph.kind(pair.first) != Kind::number) {
        const Rational whole = exponent.sign() > 0 ? exponent.floor() : -(-exponent).floor();
        const Expr apart = pow(pair.first, whole);
        if (graph.kind(apart) == Kind::product)
          for (const Pair inner : Pairs(graph.operands(apart))) pairs.push_back(inner);
        else
          multiply(apart);
        pairs.push_back({pair.first, graph.intern_number(exponent - whole)});
      } else if (graph.kind(pair.first) == Kind::number) {
        multiply_number_power(graph.number(pair.first), exponent);
      } else {
        const Pair split = scaled(graph, pair.first);
        multiply_coefficient(integer_power(graph.number(split.second), exponent));
        pairs.push_back({split.first, pair.second});
      }
    }
  }
}

// Opens products among the bases: all of them while the whole stays short, and always where a base appears twice, or a
// nested product has a single factor or an exponent of its own. True if any was opened.
bool Factors::open_nested() {
  const auto openable = [&](const Pair& pair) {
    return graph.kind(pair.first) == Kind::product && graph.number(pair.second).is_integer();
  };
  std::size_t total = 0;
  bool nested = false;
  for (const Pair& pair : pairs) {
    const bool open = openable(pair);
    nested = nested || open;
    total += open ? graph.operands(pair.first).size() / 2 : 1;
  }
  if (!nested) return false;
  SmallPairs places;  // base, index of the owner
  std::vector<bool> open(pairs.size(), false);
  for (std::uint32_t i = 0; i < pairs.size(); ++i) {
    const bool single = openable(pairs[i]) && graph.operands(pairs[i].first).size() == 2;
    open[i] = single || (openable(pairs[i]) && (total <= max_flat_factors || !pairs[i].second.is_one()));
    places.push_back({pairs[i].first, Expr::from_id(i)});
    if (!openable(pairs[i])) continue;
    for (const Pair inner : Pairs(graph.operands(pairs[i].first))) places.push_back({inner.first, Expr::from_id(i)});
  }
  std::ranges::sort(places, {}, [](const Pair& place) { return place.first.id(); });
  for (std::size_t i = 1; i < places.size(); ++i) {
    if (places[i].first != places[i - 1].first) continue;
    for (const std::uint32_t owner : {places[i - 1].second.id(), places[i].second.id()})
      if (openable(pairs[owner])) open[owner] = true;
  }
  if (std::ranges::find(open, true) == open.end()) return false;
  SmallPairs opened;
  for (std::size_t i = 0; i < pairs.size(); ++i) {
    if (!open[i]) {
      opened.push_back(pairs[i]);
      continue;
    }
    for (const Pair inner : Pairs(graph.operands(pairs[i].first)))
      opened.push_back({inner.first, multiply_numbers(graph, inner.second, pairs[i].second)});
  }
  pairs.assign(opened);
  return true;
}

Expr Factors::finish() {
  if (coefficient.is_zero()) return Graph::zero;
  do {
    merge();
  } while (open_nested());
  return make();
}

Expr Factors::make() {
  if (pairs.empty()) return coefficient;
  const bool bare = pairs.size() == 1 && pairs[0].second.is_one();
  return scaled_term(graph, bare ? pairs[0].first : graph.intern(Kind::product, pairs.operands()), coefficient);
}

// (b^e)^r for fractional r: |b|^(e r) for even e, b^(e r) otherwise, which agrees wherever the left side is real.
void multiply_root(Factors& factors, Expr base, const Rational& exponent) {
  Graph& graph = factors.graph;
  if (graph.kind(base) == Kind::product && graph.operands(base).size() == 2) {
    const Pair inner = Pairs(graph.operands(base))[0];
    const Rational& e = graph.number(inner.second);
    const Rational combined = e * exponent;
    factors.multiply(pow(e.is_even_integer() ? abs(inner.first) : inner.first, combined));
    return;
  }
  factors.pairs.push_back({base, graph.intern_number(exponent)});
}

// The factors of a term that carries no coefficient; `single` is room for the one factor of what is no product.
std::span<const Expr> factors_of(const Graph& graph, Expr term, std::span<Expr, 2> single) {
  if (graph.kind(term) == Kind::product) return graph.operands(term);
  single[0] = term;
  single[1] = Graph::one;
  return single;
}

// Two ordered lists of factors -> one, in the common case: few factors, none a product itself, and where a base appears
// in both, only exponents to add. False if the general method is needed.
bool merge_plain_factors(Graph& graph, std::span<const Expr> a, std::span<const Expr> b, SmallPairs& merged) {
  if (a.size() + b.size() > 2 * max_flat_factors) return false;
  while (!a.empty() || !b.empty()) {
    const bool both = !a.empty() && !b.empty() && a[0] == b[0];
    const bool from_a = both || b.empty() || (!a.empty() && a[0].id() < b[0].id());
    const Expr base = from_a ? a[0] : b[0];
    const Kind kind = graph.kind(base);
    const bool plain =
        both ? kind != Kind::number && kind != Kind::product && kind != Kind::sum : kind != Kind::product;
    if (!plain) return false;
    const Expr exponent = both ? add_numbers(graph, a[1], b[1]) : from_a ? a[1] : b[1];
    if (!exponent.is_zero()) merged.push_back({base, exponent});
    if (from_a) a = a.subspan(2);
    if (both || !from_a) b = b.subspan(2);
  }
  return true;
}

}  // namespace

Expr operator*(Expr a, Expr b) {
  if (a.is_zero() || b.is_zero()) return Graph::zero;
  Graph& graph = Graph::current();
  const Pair left = scaled(graph, a);
  const Pair right = scaled(graph, b);
  const Expr coefficient = multiply_numbers(graph, left.second, right.second);
  if (left.first.is_one()) return scaled_term(graph, right.first, coefficient);
  if (right.first.is_one()) return scaled_term(graph, left.first, coefficient);
  Factors factors{graph, coefficient, {}};
  std::array<Expr, 2> single_left;
  std::array<Expr, 2> single_right;
  if (merge_plain_factors(graph, factors_of(graph, left.first, single_left),
                          factors_of(graph, right.first, single_right), factors.pairs))
    return factors.make();
  factors.pairs.clear();
  factors.pairs.push_back({left.first, Graph::one});
  factors.pairs.push_back({right.first, Graph::one});
  return factors.finish();
}

Expr operator/(Expr a, Expr b) { return a * pow(b, Rational(-1)); }

Expr product(std::span<const Expr> list) {
  Factors factors{Graph::current(), Graph::one, {}};
  for (const Expr e : list) factors.multiply(e);
  return factors.finish();
}

Expr pow(Expr base, const Rational& exponent) {
  if (exponent.is_one()) return base;
  Graph& graph = Graph::current();
  if (base.is_zero()) {
    if (exponent.is_zero()) throw ArithmeticError("0^0 is undefined");
    if (exponent.sign() < 0) throw ArithmeticError("division by zero");
    return Graph::zero;
  }
  if (exponent.is_zero()) return Graph::one;
  const Pair split = scaled(graph, base);
  const Expr term = split.first;
  const Rational& coefficient = graph.number(split.second);
  Factors factors{graph, Graph::one, {}};
  if (exponent.is_integer()) {
    if (!split.second.is_one()) factors.multiply_coefficient(integer_power(coefficient, exponent));
    if (!term.is_one()) factors.pairs.push_back({term, graph.intern_number(exponent)});
    return graph.kind(term) == Kind::product ? factors.finish() : factors.make();
  }
  if (term.is_one() && coefficient.sign() < 0) throw ArithmeticError("a fractional power of a negative number");
  const Rational size = abs(coefficient);
  factors.multiply_number_power(size.numerator(), exponent);
  factors.multiply_number_power(size.denominator(), -exponent);
  if (!term.is_one()) multiply_root(factors, coefficient.sign() < 0 ? -term : term, exponent);
  return factors.finish();
}

Expr pow(Expr base, Expr exponent) {
  if (exponent.is(Kind::number)) return pow(base, exponent.value());
  if (base.is_one()) return base;
  const Expr operands[] = {base, exponent};
  return Graph::current().intern(Kind::power, operands);
}

Expr sqrt(Expr a) { return pow(a, Rational(1, 2)); }

}  // namespace tangible
