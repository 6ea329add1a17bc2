// SPDX-License-Identifier: Apache-2.0
// Derivatives as one pass over the nodes, operands first: the chain rule with the rates of the leaves given.
#include "symbolic/differentiate.h"

#include <array>
#include <stdexcept>

#include "symbolic/memo.h"

namespace tangible {
namespace {

// d(prod b_i^e_i) = sum_i e_i b_i' b_i^(e_i - 1) prod_{j != i} b_j^e_j
Expr differentiate_product(Expr e, const Memo& rate) {
  std::vector<Expr> terms;
  std::vector<Expr> factors;
  const Pairs all = pairs(e);
  for (std::size_t i = 0; i < all.size(); ++i) {
    const Expr base_rate = rate.at(all[i].first);
    if (base_rate.is_zero()) continue;
    factors.assign({all[i].second, base_rate});
    for (std::size_t j = 0; j < all.size(); ++j) {
      const Rational& exponent = all[j].second.value();
      factors.push_back(pow(all[j].first, j == i ? exponent - 1 : exponent));
    }
    terms.push_back(product(factors));
  }
  return sum(terms);
}

Expr differentiate_sum(Expr e, const Memo& rate) {
  std::vector<Pair> terms;
  for (const Pair pair : pairs(e))
    if (const Expr term_rate = rate.at(pair.first); !term_rate.is_zero()) terms.push_back({term_rate, pair.second});
  return linear_combination(terms);
}

// d(b^x) = b^x (x' log b + x b'/b)
Expr differentiate_power(Expr e, Expr base_rate, Expr exponent_rate) {
  const Expr base = e.operands()[0];
  const Expr exponent = e.operands()[1];
  Expr result = 0;
  if (!exponent_rate.is_zero()) result += exponent_rate * log(base) * e;
  if (!base_rate.is_zero()) result += exponent * base_rate * pow(base, exponent - 1);
  return result;
}

// f'(a) for functions of one argument.
Expr slope(Expr e) {
  const Expr a = e.operands()[0];
  switch (e.kind()) {
    case Kind::sin: return cos(a);
    case Kind::cos: return -sin(a);
    case Kind::tan: return 1 + pow(e, 2);
    case Kind::asin: return pow(1 - pow(a, 2), Rational(-1, 2));
    case Kind::acos: return -pow(1 - pow(a, 2), Rational(-1, 2));
    case Kind::atan: return 1 / (1 + pow(a, 2));
    case Kind::exp: return e;
    case Kind::log: return 1 / a;
    case Kind::abs: return sign(a);
    default: throw std::logic_error("slope: not a function of one argument");
  }
}

Expr differentiate_function(Expr e, const Memo& rate) {
  const auto a = e.operands();
  switch (e.kind()) {
    case Kind::sum: return differentiate_sum(e, rate);
    case Kind::product: return differentiate_product(e, rate);
    case Kind::power: return differentiate_power(e, rate.at(a[0]), rate.at(a[1]));
    case Kind::atan2: {
      const Expr y_rate = rate.at(a[0]);
      const Expr x_rate = rate.at(a[1]);
      if (y_rate.is_zero() && x_rate.is_zero()) return 0;
      return (a[1] * y_rate - a[0] * x_rate) / (pow(a[0], 2) + pow(a[1], 2));
    }
    case Kind::min: return select(less_equal(a[0], a[1]), rate.at(a[0]), rate.at(a[1]));
    case Kind::max: return select(less_equal(a[0], a[1]), rate.at(a[1]), rate.at(a[0]));
    case Kind::select: return select(a[0], rate.at(a[1]), rate.at(a[2]));
    case Kind::number:
    case Kind::pi:
    case Kind::symbol:
    case Kind::sign:
    case Kind::less:
    case Kind::less_equal:
    case Kind::logical_and:
    case Kind::logical_or:
    case Kind::logical_not: return 0;
    default: {
      const Expr inner = rate.at(a[0]);
      return inner.is_zero() ? inner : slope(e) * inner;
    }
  }
}

// The memo holds the rates of the leaves that have one; the pass fills in the rest.
std::vector<Expr> apply_chain_rule(std::span<const Expr> list, Memo& rate) {
  for_each_below(list, rate, [&](Expr e) { return differentiate_function(e, rate); });
  std::vector<Expr> rates;
  rates.reserve(list.size());
  for (const Expr e : list) rates.push_back(rate.at(e));
  return rates;
}

}  // namespace

std::vector<Expr> differentiate(std::span<const Expr> list, Expr symbol) {
  Memo rate;
  rate.set(symbol, 1);
  return apply_chain_rule(list, rate);
}

Expr differentiate(Expr e, Expr symbol) { return differentiate(std::span(&e, 1), symbol)[0]; }

std::vector<std::vector<Expr>> jacobian(std::span<const Expr> list, std::span<const Expr> symbols) {
  std::vector<std::vector<Expr>> rows(list.size(), std::vector<Expr>(symbols.size()));
  for (std::size_t j = 0; j < symbols.size(); ++j) {
    const std::vector<Expr> column = differentiate(list, symbols[j]);
    for (std::size_t i = 0; i < list.size(); ++i) rows[i][j] = column[i];
  }
  return rows;
}

std::vector<Expr> total_time_derivative(std::span<const Expr> list, const Rates& rates) {
  Memo rate;
  for (const auto& [symbol, symbol_rate] : rates) rate.set(symbol, symbol_rate);
  return apply_chain_rule(list, rate);
}

Expr total_time_derivative(Expr e, const Rates& rates) { return total_time_derivative(std::span(&e, 1), rates)[0]; }

}  // namespace tangible
