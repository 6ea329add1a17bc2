// SPDX-License-Identifier: Apache-2.0
// From expressions to rational functions and back.
#include "symbolic/normal_form.h"

#include <algorithm>
#include <numeric>

namespace tangible {
namespace {

// Quarter turns need no roots, other multiples of pi/12 those of 2 and 3.
bool needs_roots(const Rational& half_turns) {
  return (half_turns * 12).is_integer() && !(half_turns * 2).is_integer();
}

// The argument of an exponential: pi is an atom like any other, as it is for angles that are no multiples of pi/12.
Angle with_pi_as_atom(Angle angle) {
  if (!angle.half_turns.is_zero()) angle.parts.push_back({pi(), angle.half_turns});
  angle.half_turns = 0;
  return angle;
}
Angle circular_angle(Expr argument) {
  Angle angle = read_angle(argument);
  return (angle.half_turns * 12).is_integer() ? angle : with_pi_as_atom(std::move(angle));
}

}  // namespace

NormalForms::NormalForms(std::span<const Expr> roots, std::size_t budget, AngleChoice choice) : ring_(budget) {
  survey(roots, choice);
}

// Visits sums, products and the functions they are made of, not what is inside functions.
void NormalForms::survey(std::span<const Expr> roots, AngleChoice choice) {
  std::vector<Angle> angles;
  std::vector<Expr> stack(roots.begin(), roots.end());
  Memo seen;
  while (!stack.empty()) {
    const Expr e = stack.back();
    stack.pop_back();
    if (seen.contains(e)) continue;
    seen.set(e, e);
    survey_node(e, angles);
    if (!is_opened(e)) continue;
    for (const Pair pair : pairs(e)) stack.push_back(pair.first);
  }
  angles_ = std::make_unique<AngleBasis>(angles, choice);
}

// Collects what the first form needs: all angles for the basis, the common order of the roots of each radicand, and the
// common measure of the multiples of each atom in exponentials.
void NormalForms::survey_node(Expr e, std::vector<Angle>& angles) {
  const auto needs_order = [&](Expr radicand, std::int64_t order) {
    std::int64_t& known = root_orders_.emplace(radicand, 1).first->second;
    known = std::lcm(known, order);
  };
  if (is_circular(e)) {
    angles.push_back(circular_angle(e.operands()[0]));
    if (needs_roots(angles.back().half_turns)) {
      needs_order(2, 2);
      needs_order(3, 2);
    }
  } else if (e.is(Kind::exp)) {
    for (const Angle::Part& part : with_pi_as_atom(read_angle(e.operands()[0])).parts) {
      Rational& step = exponential_steps_.emplace(part.atom, abs(part.coefficient)).first->second;
      step = common_measure(step, part.coefficient);
    }
  } else if (e.is(Kind::product)) {
    for (const Pair pair : pairs(e)) {
      const Rational& exponent = pair.second.value();
      if (exponent.is_integer()) continue;
      if (!exponent.is_small() || exponent.small_denominator() > 1000) throw WorkLimit("a root of too high an order");
      needs_order(pair.first, exponent.small_denominator());
    }
  }
}

// Operands first, on a stack of its own. Work beyond the budget leaves finished forms in place, so that smaller parts
// are still available.
const RationalFunction& NormalForms::of(Expr root) {
  std::vector<Expr> stack{root};
  while (!stack.empty()) {
    const Expr e = stack.back();
    const std::size_t before = stack.size();
    if (is_opened(e) && !forms_.contains(e))
      for (const Pair pair : pairs(e))
        if (!forms_.contains(pair.first)) stack.push_back(pair.first);
    if (stack.size() > before) continue;
    stack.pop_back();
    if (forms_.contains(e)) continue;
    ring_.spend(1);
    RationalFunction form = compute(e);
    if (form.numerator.size() > max_terms_) form = {ring_.monomial(ring_.monomials().generator(ring_.free(e))), {}};
    forms_.emplace(e, std::move(form));
  }
  return forms_.at(root);
}

// The form of a node from those of its operands, which are there already.
RationalFunction NormalForms::compute(Expr e) {
  switch (e.kind()) {
    case Kind::number: return fractions_.constant(e.value());
    case Kind::sum: {
      RationalFunction total;
      for (const Pair pair : pairs(e)) total = fractions_.add_scaled(total, forms_.at(pair.first), pair.second.value());
      return total;
    }
    case Kind::product: return compute_product(e);
    case Kind::sin:
    case Kind::cos:
    case Kind::tan: return circular(e);
    case Kind::exp: return exponential(e);
    default: return {ring_.monomial(ring_.monomials().generator(ring_.free(e))), {}};
  }
}

// Whole exponents are powers of rational functions, the rest are roots.
RationalFunction NormalForms::compute_product(Expr e) {
  RationalFunction total = fractions_.constant(1);
  for (const Pair pair : pairs(e)) {
    const Rational& exponent = pair.second.value();
    if (!exponent.is_integer()) {
      total = fractions_.multiply(total, root_power(pair.first, exponent));
      continue;
    }
    if (abs(exponent) > Rational(1 << 16)) throw WorkLimit("a power of too high a degree");
    total = fractions_.multiply(total, fractions_.power(forms_.at(pair.first), exponent.small_numerator()));
  }
  return total;
}

// base^(k + r/n) = base^k root^r with the n-th root as a generator, 0 <= r < n.
RationalFunction NormalForms::root_power(Expr base, const Rational& exponent) {
  const RationalFunction& radicand = forms_.at(base);
  const std::int64_t order = root_orders_.at(base);
  const Rational whole = exponent.floor();
  const Rational rest = (exponent - whole) * order;
  if (abs(whole) > Rational(1 << 16)) throw WorkLimit("a power of too high a degree");
  const Expr root_expr = pow(base, Rational(1, order));
  // The relation is known where the radicand is a polynomial; over a denominator the root is a generator on its own.
  const Generator g = radicand.denominator.empty()
                          ? ring_.root(root_expr, static_cast<std::int32_t>(order), radicand.numerator)
                          : ring_.free(root_expr);
  const auto remainder = static_cast<std::int32_t>(rest.small_numerator());
  const RationalFunction root{ring_.monomial(ring_.monomials().generator(g, remainder)), {}};
  return fractions_.multiply(fractions_.power(radicand, whole.small_numerator()), root);
}

// The square root of 2 or 3 as a polynomial. The survey has made its order even.
Polynomial NormalForms::number_root(std::int64_t prime) {
  forms_.emplace(Expr(prime), fractions_.constant(prime));
  return root_power(Expr(prime), Rational(1, 2)).numerator;
}

// (cos a, sin a) and (cos b, sin b) -> (cos(a+b), sin(a+b)).
NormalForms::Point NormalForms::multiply(const Point& a, const Point& b) {
  return {ring_.add_scaled(ring_.multiply(a.cosine, b.cosine), ring_.multiply(a.sine, b.sine), -1),
          ring_.add(ring_.multiply(a.cosine, b.sine), ring_.multiply(a.sine, b.cosine))};
}

// pi/12 turned k times, k from 0 to 23: cos(pi/12) = (sqrt(6) + sqrt(2))/4.
NormalForms::Point NormalForms::twelfth_half_turns(std::int64_t k) {
  Point quarter{{}, ring_.constant(1)};
  Point result{ring_.constant(1), {}};
  for (; k >= 6; k -= 6) result = multiply(result, quarter);
  if (k == 0) return result;
  const Polynomial root2 = number_root(2);
  const Polynomial root6 = ring_.multiply(root2, number_root(3));
  const Point step{ring_.scale(ring_.add(root6, root2), Rational(1, 4)),
                   ring_.scale(ring_.add_scaled(root6, root2, -1), Rational(1, 4))};
  for (; k > 0; --k) result = multiply(result, step);
  return result;
}

// Cosine and sine of any angle below the roots: a constant turn, then each base angle as often as its coordinate, by
// repeated doubling.
const NormalForms::Point& NormalForms::point_of(Expr argument) {
  if (const auto known = points_.find(argument); known != points_.end()) return known->second;
  const Angle angle = circular_angle(argument);
  const Rational twelfths = angle.half_turns * 12;
  const Rational turns = (twelfths / 24).floor();
  Point point = twelfth_half_turns((twelfths - turns * 24).small_numerator());
  const std::vector<std::int64_t> coordinates = angles_->coordinates(angle);
  for (std::size_t i = 0; i < coordinates.size(); ++i) {
    if (coordinates[i] == 0) continue;
    const Generator sine = ring_.sine(tangible::to_expr((*angles_)[i]));
    const Generator cosine = ring_.properties(sine).partner;
    base_angles_[sine] = base_angles_[cosine] = i;
    Point step{ring_.monomial(ring_.monomials().generator(cosine)),
               ring_.monomial(ring_.monomials().generator(sine), coordinates[i] < 0 ? -1 : 1)};
    for (std::int64_t times = std::abs(coordinates[i]); times != 0; times >>= 1) {
      if (times & 1) point = multiply(point, step);
      if (times > 1) step = multiply(step, step);
    }
  }
  return points_.emplace(argument, std::move(point)).first->second;
}

RationalFunction NormalForms::circular(Expr e) {
  const Point& point = point_of(e.operands()[0]);
  if (e.is(Kind::sin)) return {point.sine, {}};
  if (e.is(Kind::cos)) return {point.cosine, {}};
  return fractions_.multiply({point.sine, {}}, fractions_.power({point.cosine, {}}, -1));
}

// exp of a sum of multiples of atoms: a monomial in the exponentials of their common measures.
RationalFunction NormalForms::exponential(Expr e) {
  MonomialId product = 0;
  for (const Angle::Part& part : with_pi_as_atom(read_angle(e.operands()[0])).parts) {
    const Rational& step = exponential_steps_.at(part.atom);
    const Rational times = part.coefficient / step;
    if (abs(times) > Rational(1 << 16)) throw WorkLimit("a power of too high a degree");
    const Generator g = ring_.free(exp(scale(part.atom, step)));
    product = ring_.monomials().multiply(
        product, ring_.monomials().generator(g, static_cast<std::int32_t>(times.small_numerator())));
  }
  return {ring_.monomial(product), {}};
}

Expr NormalForms::to_expr(std::span<const GeneratorPower> powers) const {
  std::vector<Expr> factors;
  std::vector<Pair> exponential;
  for (const GeneratorPower& f : powers) {
    const Ring::Properties& g = ring_.properties(f.generator);
    std::int32_t exponent = f.exponent;
    if (g.expr.is(Kind::exp)) {
      exponential.push_back({g.expr.operands()[0], Expr(exponent)});
      continue;
    }
    if (g.role == Ring::Role::sine || g.role == Ring::Role::cosine) {
      // As many sines over cosines, or cosines over sines, as there are.
      const auto partner = std::ranges::find(powers, g.partner, &GeneratorPower::generator);
      const std::int32_t other = partner == powers.end() ? 0 : partner->exponent;
      if (other != 0 && (other < 0) != (exponent < 0)) {
        const std::int32_t both = std::min(std::abs(exponent), std::abs(other));
        if (g.role == Ring::Role::sine) factors.push_back(pow(tan(g.expr.operands()[0]), exponent > 0 ? both : -both));
        exponent += exponent > 0 ? -both : both;
      }
    }
    factors.push_back(pow(g.expr, exponent));
  }
  if (!exponential.empty()) factors.push_back(exp(linear_combination(exponential)));
  return product(factors);
}

Expr NormalForms::to_expr(const Polynomial& polynomial) const {
  std::vector<Pair> terms;
  for (const PolynomialTerm& term : polynomial) terms.push_back({to_expr(term.monomial), Expr(term.coefficient)});
  return linear_combination(terms);
}

Expr NormalForms::to_expr(const RationalFunction& function) const {
  std::vector<Expr> factors{to_expr(function.numerator)};
  for (const auto& [number, exponent] : function.denominator)
    factors.push_back(pow(to_expr(fractions_.factor(number)), -exponent));
  return product(factors);
}

}  // namespace tangible
