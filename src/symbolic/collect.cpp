// SPDX-License-Identifier: Apache-2.0
// Polynomials in a few chosen symbols with expressions as coefficients.
#include <algorithm>
#include <map>
#include <optional>

#include "symbolic/memo.h"
#include "symbolic/monomial.h"
#include "symbolic/simplify.h"

namespace tangible {
namespace {

// Beyond this many monomials a product is not multiplied out.
constexpr std::size_t max_monomials = 2000;

class Collector {
 public:
  explicit Collector(std::span<const Expr> symbols) : symbols_(symbols) {
    for (std::size_t i = 0; i < symbols.size(); ++i) index_.set_number(symbols[i], static_cast<std::uint32_t>(i));
  }

  using Coefficients = std::map<MonomialId, Expr>;

  // Every node once, operands first. Nodes without the symbols have no entry in polynomials_.
  Coefficients collect(Expr e) {
    const Expr roots[] = {e};
    Memo done;
    for_each_below(roots, done, [&](Expr node) {
      std::optional<Coefficients> polynomial = compute(node);
      if (polynomial) {
        place_.set_number(node, static_cast<std::uint32_t>(polynomials_.size()));
        polynomials_.push_back(std::move(*polynomial));
      }
      return node;
    });
    return at(e);
  }

  Expr monomial(MonomialId id) const {
    std::vector<Expr> factors;
    for (const GeneratorPower& f : monomials_.factors(id)) factors.push_back(pow(symbols_[f.generator], f.exponent));
    return product(factors);
  }

 private:
  Coefficients at(Expr e) const {
    return place_.contains(e) ? polynomials_[place_.number_at(e)] : Coefficients{{0, e}};
  }

  // Nothing when the symbols do not occur, or only where they cannot be taken out.
  std::optional<Coefficients> compute(Expr e) {
    if (index_.contains(e)) return Coefficients{{monomials_.generator(index_.number_at(e)), Expr(1)}};
    if (!e.is(Kind::sum) && !e.is(Kind::product)) return std::nullopt;
    bool any = false;
    for (const Pair pair : pairs(e)) any = any || place_.contains(pair.first);
    if (!any) return std::nullopt;
    return e.is(Kind::sum) ? compute_sum(e) : compute_product(e);
  }

  // Coefficients of the same monomial add up, as one flat sum.
  std::optional<Coefficients> compute_sum(Expr e) const {
    std::map<MonomialId, std::vector<Pair>> parts;
    for (const Pair pair : pairs(e))
      for (const auto& [monomial, coefficient] : at(pair.first)) parts[monomial].push_back({coefficient, pair.second});
    Coefficients total;
    for (const auto& [monomial, terms] : parts) total.emplace(monomial, linear_combination(terms));
    return total;
  }

  // Only whole positive powers of what has the symbols are multiplied out.
  std::optional<Coefficients> compute_product(Expr e) {
    Coefficients total{{0, Expr(1)}};
    for (const Pair pair : pairs(e)) {
      const Rational& exponent = pair.second.value();
      const bool opened = place_.contains(pair.first) && exponent.is_integer() && exponent.sign() > 0;
      if (opened && exponent > Rational(64)) return std::nullopt;
      const Coefficients factor = opened ? at(pair.first) : Coefficients{{0, pow(pair.first, exponent)}};
      const std::int64_t times = opened ? exponent.small_numerator() : 1;
      for (std::int64_t i = 0; i < times; ++i) {
        if (total.size() * factor.size() > max_monomials) return std::nullopt;
        total = multiply(total, factor);
      }
    }
    return total;
  }

  Coefficients multiply(const Coefficients& a, const Coefficients& b) {
    std::map<MonomialId, std::vector<Expr>> parts;
    for (const auto& [m, x] : a)
      for (const auto& [n, y] : b) parts[monomials_.multiply(m, n)].push_back(x * y);
    Coefficients product;
    for (const auto& [monomial, terms] : parts) product.emplace(monomial, sum(terms));
    return product;
  }

  std::span<const Expr> symbols_;
  Memo index_;  // of a symbol
  Memo place_;  // of a node's polynomial
  MonomialTable monomials_;
  std::vector<Coefficients> polynomials_;
};

}  // namespace

Expr collect(Expr e, std::span<const Expr> symbols, SimplifyOptions options) {
  Collector collector(symbols);
  std::vector<Expr> terms;
  for (const auto& [monomial, coefficient] : collector.collect(e))
    terms.push_back(simplify(coefficient, options) * collector.monomial(monomial));
  return sum(terms);
}

}  // namespace tangible
