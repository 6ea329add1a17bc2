// SPDX-License-Identifier: Apache-2.0
// Short forms: simplification within a budget, and the choice of the frame in which a vector is shortest.
#include "equations/shorten.h"

#include <algorithm>

#include "equations/affine.h"
#include "symbolic/count.h"
#include "symbolic/differentiate.h"
#include "symbolic/memo.h"
#include "symbolic/simplify.h"
#include "symbolic/substitute.h"

namespace tangible {
namespace {

// Beyond this many operations an expression is no longer read by a person, and the graph keeps it compact.
constexpr std::size_t largest_read = 120;
constexpr std::size_t longest_read = 900;   // characters
constexpr std::size_t longest_whole = 300;  // a longer polynomial in the speeds is shortened term by term
constexpr std::size_t frames_tried = 2;     // of those in which a vector may be written
constexpr SimplifyOptions work{.work = 5'000, .max_terms = 100};

// Stops as early as possible: long chains call this for many large graphs.
bool has_more_nodes(Expr e, std::size_t most) {
  Memo seen;
  std::vector<Expr> stack{e};
  std::size_t count = 0;
  while (!stack.empty()) {
    const Expr node = stack.back();
    stack.pop_back();
    if (seen.contains(node)) continue;
    seen.set(node, node);
    if (++count > most) return true;
    stack.insert(stack.end(), node.operands().begin(), node.operands().end());
  }
  return false;
}

bool is_readable(const Vector& v) {
  std::vector<Expr> all;
  for (const Vector::Part& part : v.parts()) {
    for (const Expr c : part.c)
      if (has_more_nodes(c, 4 * largest_read)) return false;
    all.insert(all.end(), part.c.begin(), part.c.end());
  }
  return count_operations(all).total() <= largest_read;
}

std::size_t weigh(const OperationCount& count) {
  return count.additions + count.multiplications + 3 * count.divisions + 8 * count.trigonometric + 4 * count.roots +
         2 * count.other;
}

std::vector<Expr> trigonometric_arguments(Expr e) {
  std::vector<Expr> arguments;
  for (const Expr node : nodes_below(std::span(&e, 1)))
    if (node.is(Kind::sin) || node.is(Kind::cos) || node.is(Kind::tan)) arguments.push_back(node.operands()[0]);
  return arguments;
}

// No symbol appears in e twice: then no two parts of it can combine, and it is as short as it can be.
bool is_read_once(Expr e) {
  std::vector<Expr> stack{e};
  std::vector<Expr> seen;
  while (!stack.empty()) {
    const Expr node = stack.back();
    stack.pop_back();
    if (node.is(Kind::symbol)) {
      if (std::ranges::find(seen, node) != seen.end()) return false;
      seen.push_back(node);
    }
    stack.insert(stack.end(), node.operands().begin(), node.operands().end());
  }
  return true;
}

// Is there a power of a sum: a square, a divisor, a root? Multiplied out with the whole it is lost or in the way, so
// that the parts have to be shortened separately.
bool has_power_of_sum(Expr e) {
  for (const Expr node : nodes_below(std::span(&e, 1))) {
    if (!node.is(Kind::product)) continue;
    for (const Pair pair : pairs(node))
      if (pair.first.is(Kind::sum) && !pair.second.is_one()) return true;
  }
  return false;
}

std::vector<Expr> forms_of(Expr e) {
  if (has_power_of_sum(e)) return {simplify(e, work), factor_common(e, work)};
  return short_forms(e, work);
}

// The terms that are fractions under one common factor, the others beside them: u3 - cos(q2)*(...)/sin(q2).
Expr factor_fractions(Expr sum_of_terms) {
  const Scaled whole = split_coefficient(sum_of_terms);
  if (!whole.term.is(Kind::sum)) return sum_of_terms;
  std::vector<Expr> fractions;
  std::vector<Expr> others;
  for (const Pair pair : pairs(whole.term)) {
    const bool is_fraction = pair.first.is(Kind::product) && std::ranges::any_of(pair.first.operands(), [](Expr e) {
                               return e.is(Kind::number) && e.value().sign() < 0;
                             });
    (is_fraction ? fractions : others).push_back(pair.first * pair.second);
  }
  if (fractions.size() < 2 || others.empty()) return sum_of_terms;
  others.push_back(factor_common(sum(fractions), work));
  return scale(sum(others), whole.coefficient);
}

}  // namespace

std::size_t cost(Expr e) { return weigh(count_operations(e)); }

std::size_t cost(const Vector& v) {
  std::vector<Expr> all;
  for (const Vector::Part& part : v.parts())
    for (const Expr c : part.c)
      if (!c.is_zero()) all.push_back(c);
  return 2 * weigh(count_operations(all)) + all.size();
}

std::vector<Expr> angles_of(const Mechanism& mechanism) {
  std::vector<Expr> angles;
  FrameTree& frames = mechanism.frames();
  for (std::uint32_t i = 1; i < frames.size(); ++i) {
    const Frame f = frames.at(i);
    for (Frame outer = f.parent(); outer; outer = outer.parent()) {
      const auto& turn = frames.rotation(outer, f).simple;
      if (!turn) break;
      angles.push_back(split_coefficient(turn->angle).term);
    }
  }
  return angles;
}

Shortener::Shortener(std::vector<Expr> speeds, std::vector<Expr> angles)
    : speeds_(std::move(speeds)), angles_(angles.begin(), angles.end()) {}

bool Shortener::needs_other_angles(Expr form, Expr original) const {
  const auto has_tangent = [](Expr e) {
    return std::ranges::any_of(nodes_below(std::span(&e, 1)), [](Expr node) { return node.is(Kind::tan); });
  };
  if (has_tangent(form) && !has_tangent(original)) return true;
  const std::vector<Expr> own = trigonometric_arguments(original);
  for (const Expr argument : trigonometric_arguments(form)) {
    if (angles_.contains(split_coefficient(argument).term) && abs(split_coefficient(argument).coefficient).is_one())
      continue;
    if (std::ranges::find(own, argument) == own.end()) return true;
  }
  return false;
}

Expr Shortener::shortest(Expr original, std::span<const Expr> forms) const {
  Expr best = original;
  for (const Expr form : forms)
    if (cost(form) < cost(best) && !needs_other_angles(form, original)) best = form;
  return best;
}

bool Shortener::may_shorten(Expr e) {
  if (budget_ == 0 || has_more_nodes(e, 4 * largest_read)) return false;
  const std::size_t size = count_operations(e).total();
  if (size > largest_read || size > budget_ || lengths_.of(e) > (has_power_of_sum(e) ? 2 : 1) * longest_read)
    return false;
  budget_ -= size;
  return true;
}

Expr Shortener::scalar(Expr e) {
  if (e.operands().empty()) return e;
  const auto [entry, is_new] = scalars_.try_emplace(e, e);
  if (!is_new || is_read_once(e) || !may_shorten(e)) return entry->second;
  const Expr short_form = shortest(e, forms_of(e));
  scalars_[e] = short_form;
  return short_form;
}

// e = sum_rs c_rs u_r u_s + sum_r b_r u_r + a, if it is of that form.
Expr Shortener::group_by_speeds(Expr e) {
  Substitution at_rest;
  for (const Expr u : speeds_) at_rest[u] = 0;
  std::vector<Expr> terms{scalar(substitute(e, at_rest))};
  for (std::size_t r = 0; r < speeds_.size(); ++r) {
    const Expr slope = differentiate(e, speeds_[r]);
    if (slope.is_zero()) continue;
    terms.push_back(scalar(substitute(slope, at_rest)) * speeds_[r]);
    for (std::size_t s = r; s < speeds_.size(); ++s) {
      const Expr curvature = differentiate(slope, speeds_[s]);
      for (const Expr u : speeds_)
        if (depends_on(curvature, u)) return collect(e, speeds_);
      const Expr coefficient = scalar(r == s ? curvature / 2 : curvature);
      terms.push_back(coefficient * speeds_[r] * speeds_[s]);
    }
  }
  return sum(terms);
}

Expr Shortener::polynomial(Expr e) {
  if (e.operands().empty()) return e;
  const auto [entry, is_new] = polynomials_.try_emplace(e, e);
  if (!is_new || is_read_once(e) || !may_shorten(e)) return entry->second;
  const Expr grouped = is_nonsmooth_in(e, speeds_) ? scalar(e) : group_by_speeds(e);
  std::vector<Expr> forms = lengths_.of(e) <= longest_whole ? forms_of(e) : std::vector<Expr>{};
  forms.push_back(factor_common(grouped, work));
  forms.push_back(factor_fractions(grouped));
  const Expr short_form = shortest(grouped, forms);
  polynomials_[e] = short_form;
  return short_form;
}

Vector Shortener::componentwise(const Vector& v) {
  return map(v, [this](Expr e) { return polynomial(e); });
}

Vector Shortener::in_frame(const Vector& v, Frame f) { return componentwise(express(v, f)); }

// The frames in which the vector is shortest before simplification, the shortest first.
std::vector<Frame> Shortener::promising(const Vector& v, std::span<const Frame> candidates) const {
  std::vector<std::pair<std::size_t, Frame>> costs;
  for (const Frame f : candidates) costs.emplace_back(cost(express(v, f)), f);
  std::ranges::stable_sort(costs, {}, &std::pair<std::size_t, Frame>::first);
  if (costs.size() > frames_tried) costs.resize(frames_tried);
  std::vector<Frame> frames;
  for (const auto& [weight, f] : costs) frames.push_back(f);
  return frames;
}

Vector Shortener::vector(const Vector& v, std::span<const Frame> candidates) {
  if (budget_ == 0 || !is_readable(v)) return v;
  Vector best = componentwise(v);
  Vector by_parts;
  for (const Vector::Part& part : best.parts()) {
    const Vector alone(part.frame, part.c);
    Vector shortest = alone;
    for (const Frame f : promising(alone, candidates)) {
      const Vector turned = in_frame(alone, f);
      if (cost(turned) < cost(shortest)) shortest = turned;
    }
    by_parts += shortest;
  }
  by_parts = componentwise(by_parts);
  if (cost(by_parts) < cost(best)) best = by_parts;
  for (const Frame f : promising(v, candidates)) {
    const Vector whole = in_frame(v, f);
    if (cost(whole) < cost(best)) best = whole;
  }
  return best;
}

}  // namespace tangible
