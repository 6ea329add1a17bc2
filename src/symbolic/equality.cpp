// SPDX-License-Identifier: Apache-2.0
// The ladder of decisions, from the cheapest to the dearest.
#include "symbolic/equality.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>

#include "symbolic/arguments.h"
#include "symbolic/fingerprint.h"
#include "symbolic/high_precision.h"
#include "symbolic/normal_form.h"

namespace tangible {
namespace {

// The fingerprints of this thread's graph at a few points; they stay from call to call.
constexpr int kept_points = 8;
Fingerprint& fingerprint(int i) {
  static thread_local std::array<Fingerprint, kept_points> kept{Fingerprint(1), Fingerprint(2), Fingerprint(3),
                                                                Fingerprint(4), Fingerprint(5), Fingerprint(6),
                                                                Fingerprint(7), Fingerprint(8)};
  return kept[static_cast<std::size_t>(i)];
}

// The first point from the given one on where no denominator vanishes.
Fingerprint::Value defined_value(Expr e, int& point) {
  for (; point < kept_points; ++point) {
    const Fingerprint::Value& value = fingerprint(point).of(e);
    if (value.defined) return value;
  }
  throw ArithmeticError("an expression divides by something that is identically zero");
}

// Chance that a rational function of this degree vanishes at a random point without being zero.
double chance(const Fingerprint::Value& value) {
  return std::min(1.0, static_cast<double>(value.numerator_degree) / static_cast<double>(field_prime));
}

// The same with all arguments of functions multiplied out, so that alike ones are one; e where that is too large.
Expr with_alike_arguments(Expr e, std::size_t& terms) {
  try {
    return expand_arguments(e, terms);
  } catch (const WorkLimit&) {
    return e;
  } catch (const ArithmeticError&) {
    return e;
  }
}

// Is the normal form zero? Nothing when it, or a number in it, is too large.
std::optional<bool> decide_canonical(Expr e, std::size_t terms) {
  try {
    const Expr roots[] = {e};
    return NormalForms(roots, terms).of(e).numerator.empty();
  } catch (const WorkLimit&) {
    return std::nullopt;
  } catch (const ArithmeticError&) {
    return std::nullopt;
  }
}

// Zero at several points, counted from the one given. Nothing if a point differs but proves nothing.
std::optional<Verdict> decide_modular(Expr e, int point, const Budget& budget) {
  double probability = 1;
  for (int i = 0; i <= budget.seeds && point < kept_points; ++i, ++point) {
    const Fingerprint::Value value = defined_value(e, point);
    if (value.residue != 0 && !value.certain) return std::nullopt;
    if (value.residue != 0) return Verdict{false, Verdict::How::witness, 0};
    probability *= chance(value);
  }
  return Verdict{true, Verdict::How::modular, probability};
}

// The last resort. Each point at which the difference vanished halves the doubt.
Verdict decide_numeric(Expr e, const Budget& budget) {
  const NumericAnswer answer = probe_zero(e, budget.points);
  if (answer.differs) return {false, Verdict::How::witness, 0};
  return {answer.zeros > 0, Verdict::How::numeric, std::ldexp(1.0, -answer.zeros)};
}

}  // namespace

// Most questions are answered by the first fingerprint. Where it is zero or proves nothing, arguments are multiplied
// out, which may make it certain; then the normal form, more fingerprints, and numbers.
Verdict decide_zero(Expr e, Budget budget) {
  if (e.is(Kind::number)) return {e.is_zero(), Verdict::How::structural, 0};
  int point = 0;
  Fingerprint::Value value = defined_value(e, point);
  if (value.residue != 0 && value.certain) return {false, Verdict::How::witness, 0};
  const Expr prepared = with_alike_arguments(e, budget.terms);
  if (prepared != e) {
    value = defined_value(prepared, point);
    if (value.residue != 0 && value.certain) return {false, Verdict::How::witness, 0};
  }
  const std::optional<bool> zero = decide_canonical(prepared, budget.terms);
  if (zero && (*zero || value.certain)) return {*zero, Verdict::How::canonical_form, 0};
  const std::optional<Verdict> verdict = decide_modular(prepared, point, budget);
  return verdict ? *verdict : decide_numeric(e, budget);
}

Verdict decide_equal(Expr a, Expr b, Budget budget) {
  if (a == b) return {true, Verdict::How::structural, 0};
  return decide_zero(a - b, budget);
}

bool is_zero(Expr e) { return decide_zero(e, {.terms = 2000, .seeds = 2, .points = 8}).equal; }
bool are_equal(Expr a, Expr b) { return a == b || is_zero(a - b); }

}  // namespace tangible
