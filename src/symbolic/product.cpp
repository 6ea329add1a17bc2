// SPDX-License-Identifier: Apache-2.0
// Products of distinct bases with rational exponents: canonical construction.
#include <algorithm>
#include <vector>

#include "symbolic/expr.h"
#include "symbolic/graph.h"
#include "symbolic/small_pairs.h"

namespace tangible {
namespace {

// Products flatten up to this many factors. Mechanics multiplies few factors, since sums stay whole; the cap keeps a
// product of thousands of factors linear.
constexpr std::size_t max_flat_factors = 16;

// coefficient * product of base^exponent while it is being put together.
struct Factors {
  Graph& graph;
  Rational coefficient = 1;
  SmallPairs pairs;

  void multiply(Expr e);
  void multiply_number_power(const Rational& base, const Rational& exponent);
  Expr finish();

 private:
  void merge();
  bool open_nested();
};

void Factors::multiply(Expr e) {
  switch (graph.kind(e)) {
    case Kind::number:
      coefficient = coefficient * graph.number(e);
      return;
    case Kind::sum:
      if (const auto operands = graph.operands(e); operands.size() == 2) {
        coefficient = coefficient * graph.number(operands[1]);
        pairs.push_back({operands[0], Graph::one});
        return;
      }
      break;
    default:
      break;
  }
  pairs.push_back({e, Graph::one});
}

// base^exponent of an integer base > 1, as number * prime^(fraction in (0,1)) ...; the rest after small primes whole.
void Factors::multiply_number_power(const Rational& base, const Rational& exponent) {
  const auto push = [&](const Rational& prime, const Rational& e) {
    const Rational whole = e.floor();
    if (!whole.is_small()) throw ArithmeticError("an exponent beyond 64 bits");
    coefficient = coefficient * power(prime, whole.small_numerator());
    if (const Rational fraction = e - whole; !fraction.is_zero())
      pairs.push_back({graph.intern_number(prime), graph.intern_number(fraction)});
  };
  Rational rest = base;
  for (std::int64_t p = 2; p < 1000 && !rest.is_one(); p += p == 2 ? 1 : 2) {
    std::int64_t times = 0;
    for (Rational next = rest / p; next.is_integer(); next = rest / p) {
      rest = next;
      ++times;
    }
    if (times != 0) push(p, exponent * times);
  }
  if (rest.is_one()) return;
  if (Rational root; exponent.is_small() && exact_root(rest, exponent.small_denominator(), root)) {
    coefficient = coefficient * power(root, exponent.small_numerator());
  } else {
    push(rest, exponent);
  }
}

// Sorts, adds exponents of equal bases, and folds numbers whose exponents became whole: 2^(1/2) 2^(1/2) is 2, and
// (-x)^(1/2) (-x)^(1/2) is -x.
void Factors::merge() {
  pairs.sort_and_merge([&](Expr a, Expr b) { return graph.intern_number(graph.number(a) + graph.number(b)); });
  const auto is_scaled = [&](Expr base) { return graph.kind(base) == Kind::sum && graph.operands(base).size() == 2; };
  const bool numbers_left = std::ranges::any_of(pairs, [&](const Pair& pair) {
    const Rational& e = graph.number(pair.second);
    if (graph.kind(pair.first) == Kind::number) return !(e.sign() > 0 && e < Rational(1));
    return is_scaled(pair.first) && e.is_integer();
  });
  if (!numbers_left) return;
  SmallPairs old;
  old.assign(pairs);
  pairs.clear();
  for (const Pair& pair : old) {
    const Rational& exponent = graph.number(pair.second);
    if (graph.kind(pair.first) == Kind::number) multiply_number_power(graph.number(pair.first), exponent);
    else if (is_scaled(pair.first) && exponent.is_integer()) multiply(pow(pair.first, exponent));
    else pairs.push_back(pair);
  }
  merge();
}

// Opens products among the bases: all of them while the whole stays short, and always where a base stands twice or a
// nested product has an exponent of its own. True if any was opened.
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
  std::vector<std::pair<Expr, std::size_t>> places;
  std::vector<bool> open(pairs.size(), false);
  for (std::size_t i = 0; i < pairs.size(); ++i) {
    open[i] = openable(pairs[i]) && (total <= max_flat_factors || !pairs[i].second.is_one());
    places.emplace_back(pairs[i].first, i);
    if (!openable(pairs[i])) continue;
    for (const Pair inner : Pairs(graph.operands(pairs[i].first))) places.emplace_back(inner.first, i);
  }
  std::ranges::sort(places, {}, [](const auto& place) { return place.first.id(); });
  for (std::size_t i = 1; i < places.size(); ++i) {
    if (places[i].first != places[i - 1].first) continue;
    for (const std::size_t owner : {places[i - 1].second, places[i].second})
      if (openable(pairs[owner])) open[owner] = true;
  }
  if (std::ranges::find(open, true) == open.end()) return false;
  SmallPairs opened;
  for (std::size_t i = 0; i < pairs.size(); ++i) {
    if (!open[i]) {
      opened.push_back(pairs[i]);
      continue;
    }
    const Rational& outer = graph.number(pairs[i].second);
    for (const Pair inner : Pairs(graph.operands(pairs[i].first))) {
      const Expr exponent = outer.is_one() ? inner.second : graph.intern_number(graph.number(inner.second) * outer);
      opened.push_back({inner.first, exponent});
    }
  }
  pairs.assign(opened);
  return true;
}

Expr Factors::finish() {
  if (coefficient.is_zero()) return Graph::zero;
  do {
    merge();
  } while (open_nested());
  if (pairs.empty()) return graph.intern_number(coefficient);
  const bool bare = pairs.size() == 1 && pairs[0].second.is_one();
  return scale(bare ? pairs[0].first : graph.intern(Kind::product, pairs.operands()), coefficient);
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

}  // namespace

Expr operator*(Expr a, Expr b) {
  if (a.is_zero() || b.is_zero()) return Graph::zero;
  if (a.is_one()) return b;
  if (b.is_one()) return a;
  Factors factors{Graph::current(), 1, {}};
  factors.multiply(a);
  factors.multiply(b);
  return factors.finish();
}

Expr operator/(Expr a, Expr b) { return a * pow(b, Rational(-1)); }

Expr product(std::span<const Expr> list) {
  Factors factors{Graph::current(), 1, {}};
  for (const Expr e : list) factors.multiply(e);
  return factors.finish();
}

Expr pow(Expr base, const Rational& exponent) {
  if (exponent.is_one()) return base;
  Factors factors{Graph::current(), 1, {}};
  Graph& graph = factors.graph;
  const Scaled scaled = split_coefficient(base);
  if (scaled.term.is_one() && scaled.coefficient.is_zero()) {
    if (exponent.is_zero()) throw ArithmeticError("0^0 is undefined");
    if (exponent.sign() < 0) throw ArithmeticError("division by zero");
    return Graph::zero;
  }
  if (exponent.is_zero()) return Graph::one;
  if (exponent.is_integer()) {
    if (!exponent.is_small()) throw ArithmeticError("an exponent beyond 64 bits");
    factors.coefficient = power(scaled.coefficient, exponent.small_numerator());
    if (!scaled.term.is_one()) factors.pairs.push_back({scaled.term, graph.intern_number(exponent)});
    return factors.finish();
  }
  if (scaled.term.is_one() && scaled.coefficient.sign() < 0)
    throw ArithmeticError("a fractional power of a negative number");
  const Rational size = abs(scaled.coefficient);
  factors.multiply_number_power(size.numerator(), exponent);
  factors.multiply_number_power(size.denominator(), -exponent);
  if (!scaled.term.is_one())
    multiply_root(factors, scaled.coefficient.sign() < 0 ? -scaled.term : scaled.term, exponent);
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
