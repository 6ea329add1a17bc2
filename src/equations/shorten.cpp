// SPDX-License-Identifier: Apache-2.0
// Short forms: simplification within a budget, and the choice of the frame in which a vector is shortest.
#include "equations/shorten.h"

#include "symbolic/count.h"
#include "symbolic/simplify.h"

namespace tangible {
namespace {

// Beyond this many operations an expression is no longer read by a person, and the graph keeps it compact.
constexpr std::size_t largest_read = 150;

bool is_readable(Expr e) { return count_operations(e).total() <= largest_read; }

bool is_readable(const Vector& v) {
  std::vector<Expr> all;
  for (const Vector::Part& part : v.parts()) all.insert(all.end(), part.c.begin(), part.c.end());
  return count_operations(all).total() <= largest_read;
}

}  // namespace

std::size_t cost(const Vector& v) {
  std::vector<Expr> all;
  std::size_t components = 0;
  for (const Vector::Part& part : v.parts()) {
    for (const Expr c : part.c) {
      if (c.is_zero()) continue;
      all.push_back(c);
      ++components;
    }
  }
  return 2 * count_operations(all).total() + components;
}

Expr Shortener::scalar(Expr e) {
  if (e.operands().empty()) return e;
  const auto [entry, is_new] = scalars_.try_emplace(e, e);
  if (is_new && is_readable(e)) {
    const Expr shorter = simplify(e);
    scalars_[e] = shorter;
    return shorter;
  }
  return entry->second;
}

Expr Shortener::polynomial(Expr e) {
  if (e.operands().empty()) return e;
  const auto [entry, is_new] = polynomials_.try_emplace(e, e);
  if (is_new && is_readable(e)) {
    const Expr collected = collect(e, speeds_);
    polynomials_[e] = collected;
    return collected;
  }
  return entry->second;
}

Vector Shortener::componentwise(const Vector& v) {
  return map(v, [this](Expr e) { return polynomial(e); });
}

Vector Shortener::in_frame(const Vector& v, Frame f) { return componentwise(express(v, f)); }

Vector Shortener::vector(const Vector& v, std::span<const Frame> candidates) {
  if (!is_readable(v)) return v;
  Vector best = componentwise(v);
  Vector by_parts;
  for (const Vector::Part& part : best.parts()) {
    Vector shortest(part.frame, part.c);
    for (const Frame f : candidates) {
      const Vector turned = in_frame(Vector(part.frame, part.c), f);
      if (cost(turned) < cost(shortest)) shortest = turned;
    }
    by_parts += shortest;
  }
  by_parts = componentwise(by_parts);
  if (cost(by_parts) < cost(best)) best = by_parts;
  for (const Frame f : candidates) {
    const Vector whole = in_frame(v, f);
    if (cost(whole) < cost(best)) best = whole;
  }
  return best;
}

}  // namespace tangible
