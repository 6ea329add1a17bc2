// SPDX-License-Identifier: Apache-2.0
// Greedy extraction of common factors.
#include "symbolic/factoring.h"

#include <algorithm>
#include <optional>
#include <unordered_map>

#include "symbolic/printed_length.h"

namespace tangible {
namespace {

// A term that is being taken apart: its monomial by exponents, changed in place.
struct Item {
  std::vector<GeneratorPower> powers;
  Rational coefficient;
};
using Items = std::vector<Item>;

std::int32_t exponent_of(const Item& item, Generator g) {
  const auto found = std::ranges::find(item.powers, g, &GeneratorPower::generator);
  return found == item.powers.end() ? 0 : found->exponent;
}

// The item must have the power.
void divide(Item& item, const GeneratorPower& by) {
  const auto found = std::ranges::find(item.powers, by.generator, &GeneratorPower::generator);
  found->exponent -= by.exponent;
  if (found->exponent == 0) item.powers.erase(found);
}

// Of two exponents of the same sign the one nearer to zero; zero otherwise.
std::int32_t shared(std::int32_t a, std::int32_t b) {
  if (a > 0 && b > 0) return std::min(a, b);
  if (a < 0 && b < 0) return std::max(a, b);
  return 0;
}

class Nesting {
 public:
  Nesting(const NormalForms& forms, Eagerness eagerness) : forms_(forms), eagerness_(eagerness) {}

  // Recursion takes one generator out each time, so that it is as deep as a monomial is long.
  Expr write(Items items) const {
    if (items.size() == 1) return write_item(items[0]);
    std::vector<GeneratorPower> outside;
    for (const GeneratorPower& f : std::vector<GeneratorPower>(items[0].powers)) {
      GeneratorPower common = f;
      for (const Item& item : items) common.exponent = shared(common.exponent, exponent_of(item, f.generator));
      if (common.exponent == 0) continue;
      for (Item& item : items) divide(item, common);
      outside.push_back(common);
    }
    return forms_.to_expr(outside) * write_groups(std::move(items));
  }

 private:
  Expr write_power(const GeneratorPower& f) const { return forms_.to_expr({&f, 1}); }
  std::size_t length_of(const GeneratorPower& f) const {
    const std::uint64_t key = (std::uint64_t{f.generator} << 32) | static_cast<std::uint32_t>(f.exponent);
    const auto [entry, is_new] = lengths_.try_emplace(key);
    if (is_new) entry->second = printed_length(write_power(f));
    return entry->second;
  }
  Expr write_item(const Item& item) const { return scale(forms_.to_expr(item.powers), item.coefficient); }

  // The power that would save most when written once for all terms that have it.
  std::optional<GeneratorPower> best_factor(const Items& items, const std::vector<GeneratorPower>& refused) const {
    struct Count {
      GeneratorPower least;
      std::size_t terms;
    };
    std::vector<Count> counts;
    for (const Item& item : items) {
      for (const GeneratorPower& f : item.powers) {
        const auto known = std::ranges::find_if(counts, [&](const Count& count) {
          return count.least.generator == f.generator && (count.least.exponent > 0) == (f.exponent > 0);
        });
        if (known == counts.end()) {
          counts.push_back({f, 1});
        } else {
          known->least.exponent = shared(known->least.exponent, f.exponent);
          ++known->terms;
        }
      }
    }
    std::optional<GeneratorPower> best;
    std::size_t most = 0;
    for (const Count& count : counts) {
      if (count.terms < 2 || std::ranges::find(refused, count.least) != refused.end()) continue;
      const std::size_t saved = (count.terms - 1) * (length_of(count.least) + 1);
      if (saved <= most) continue;
      most = saved;
      best = count.least;
    }
    return best;
  }

  // One factor after the other is taken out of the terms that have it; the remaining terms follow.
  Expr write_groups(Items items) const {
    std::vector<Pair> terms;                             // plain ones
    std::unordered_map<Expr, std::vector<Pair>> groups;  // by the sum inside: its factor, and a number
    std::vector<Expr> order;
    std::vector<GeneratorPower> refused;  // taken out, these would not make it shorter
    while (const std::optional<GeneratorPower> factor = best_factor(items, refused)) {
      Items inside;
      Items rest;
      std::vector<Expr> flat;
      for (const Item& item : items) {
        const bool has = shared(exponent_of(item, factor->generator), factor->exponent) != 0;
        (has ? inside : rest).push_back(item);
        if (!has) continue;
        flat.push_back(write_item(item));
        divide(inside.back(), *factor);
      }
      const Expr group = write(std::move(inside));
      const std::size_t nested_length = printed_length(write_power(*factor) * group);
      const std::size_t flat_length = printed_length(sum(flat));
      if (nested_length > flat_length || (nested_length == flat_length && eagerness_ == Eagerness::saving)) {
        refused.push_back(*factor);
        continue;
      }
      items = std::move(rest);
      put_group(write_power(*factor), group, groups, order);
    }
    for (const Item& item : items) terms.push_back({write_item(item), Expr(1)});
    for (const Expr inside : order) terms.push_back({linear_combination(groups[inside]) * inside, Expr(1)});
    return linear_combination(terms);
  }

  // factor * (k b1 b2 ... (a + b)) is filed under the sum a + b, when there is just one.
  void put_group(Expr outside, Expr group, std::unordered_map<Expr, std::vector<Pair>>& groups,
                 std::vector<Expr>& order) const {
    const Scaled scaled = split_coefficient(group);
    Expr key = scaled.term;
    if (scaled.term.is(Kind::product)) {
      for (const Pair pair : pairs(scaled.term)) {
        if (!pair.first.is(Kind::sum) || !pair.second.is_one()) continue;
        key = pair.first;
        outside *= scaled.term / pair.first;
        break;
      }
    }
    const auto [place, added] = groups.try_emplace(key);
    if (added) order.push_back(key);
    place->second.push_back({outside, Expr(scaled.coefficient)});
  }

  const NormalForms& forms_;
  Eagerness eagerness_;
  mutable std::unordered_map<std::uint64_t, std::size_t> lengths_;  // of powers in print
};

}  // namespace

Expr factored(const NormalForms& forms, const Polynomial& p, Eagerness eagerness) {
  if (p.empty()) return 0;
  Items items;
  const MonomialTable& monomials = forms.ring().monomials();
  for (const PolynomialTerm& term : p) {
    const auto powers = monomials.factors(term.monomial);
    items.push_back({{powers.begin(), powers.end()}, term.coefficient});
  }
  return Nesting(forms, eagerness).write(std::move(items));
}

}  // namespace tangible
