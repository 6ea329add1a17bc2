// SPDX-License-Identifier: Apache-2.0
// Lengths of text, operands first.
#include "symbolic/printed_length.h"

#include <algorithm>
#include <string_view>

#include "symbolic/graph.h"
#include "symbolic/read.h"

namespace tangible {
namespace {

constexpr std::uint64_t largest = 1'000'000'000'000'000'000;

std::uint64_t digits(const Rational& integer) {
  if (integer.is_small()) {
    std::uint64_t count = 1;
    for (auto rest = integer.small_numerator(); (rest /= 10) != 0;) ++count;
    return count;
  }
  // Long integers are printed in parts of 300 digits, each further part with (...*10^300 + ...) around it.
  const std::uint64_t count = abs(integer).to_string().size();
  return count + 12 * ((count - 1) / 300);
}

std::size_t length_of_name(Kind kind) {
  switch (kind) {
    case Kind::sin:
    case Kind::cos:
    case Kind::tan:
    case Kind::exp:
    case Kind::log:
    case Kind::abs:
    case Kind::min:
    case Kind::max: return 3;
    case Kind::asin:
    case Kind::acos:
    case Kind::atan:
    case Kind::sign: return 4;
    case Kind::atan2: return 5;
    default: return 6;  // select
  }
}

// y - x, kept as -(x - y), is printed without parentheses.
bool is_negated_sum(Expr e) {
  if (!e.is(Kind::sum) || pairs(e).size() != 1) return false;
  const Pair only = pairs(e)[0];
  return only.first.is(Kind::sum) && only.second.value() == Rational(-1);
}

}  // namespace

std::size_t PrintedLength::of(Expr e) {
  const Graph& graph = Graph::current();
  if (graph_ != graph.serial()) {
    table_.clear();
    graph_ = graph.serial();
  }
  if (table_.size() < graph.size()) table_.resize(std::max(graph.size(), table_.size() * 2));
  std::vector<Expr> stack{e};
  while (!stack.empty()) {
    const Expr node = stack.back();
    const std::size_t before = stack.size();
    if (!table_[node.id()].known)
      for (const Expr operand : node.operands())
        if (!table_[operand.id()].known) stack.push_back(operand);
    if (stack.size() > before) continue;
    stack.pop_back();
    if (table_[node.id()].known) continue;
    Entry entry = measure(node);
    entry.length = std::min(entry.length, largest);
    entry.known = true;
    table_[node.id()] = entry;
  }
  return table_[e.id()].length;
}

// It gets parentheses where the context requires a tighter level.
std::uint64_t PrintedLength::at(Expr e, Level place) const {
  const Entry& entry = table_[e.id()];
  return entry.length + (entry.level < place ? 2 : 0);
}

// The length of a node's own text, its operands being measured already, without parentheses around it.
PrintedLength::Entry PrintedLength::measure(Expr e) const {
  switch (e.kind()) {
    case Kind::symbol: return {quoted_name(e.name()).size(), Level::atom};
    case Kind::pi: return {2, Level::atom};
    case Kind::number: {
      const Rational& value = e.value();
      const std::uint64_t below = value.is_integer() ? 0 : 1 + digits(value.denominator());
      const bool plain = value.is_integer() && value.sign() >= 0;
      return {digits(value.numerator()) + below + (value.sign() < 0 ? 1 : 0), plain ? Level::atom : Level::term};
    }
    case Kind::sum: {
      if (pairs(e).size() > 1) return measure_sum(e, false);
      const Pair only = pairs(e)[0];
      if (is_negated_sum(e)) return measure_sum(only.first, true);
      const bool minus = only.second.value().sign() < 0;
      return {fraction(only.second.value(), only.first).length + (minus ? 1 : 0), Level::term};
    }
    case Kind::product: {
      const FractionSize size = fraction(1, e);
      if (!size.single) return {size.length, Level::term};
      return {size.length, pairs(e)[0].second.value() == Rational(1, 2) ? Level::atom : Level::factor};
    }
    default: return measure_function(e);
  }
}

// a^b, a < b, "a and b", "not a", and calls f(a, b).
PrintedLength::Entry PrintedLength::measure_function(Expr e) const {
  const auto a = e.operands();
  switch (e.kind()) {
    case Kind::power: return {at(a[0], Level::atom) + 1 + at(a[1], Level::atom), Level::factor};
    case Kind::less: return {at(a[0], Level::sum) + 3 + at(a[1], Level::sum), Level::comparison};
    case Kind::less_equal: return {at(a[0], Level::sum) + 4 + at(a[1], Level::sum), Level::comparison};
    case Kind::logical_and: return {at(a[0], Level::comparison) + 5 + at(a[1], Level::comparison), Level::logic};
    case Kind::logical_or: return {at(a[0], Level::comparison) + 4 + at(a[1], Level::comparison), Level::logic};
    case Kind::logical_not: return {4 + at(a[0], Level::sum), Level::logic};
    default: break;
  }
  std::uint64_t length = length_of_name(e.kind()) + 2 + 2 * (a.size() - 1);
  for (const Expr argument : a) length += at(argument, Level::any);
  return {length, Level::atom};
}

// " + " between terms, and a minus in front only where no term has a plus.
PrintedLength::Entry PrintedLength::measure_sum(Expr sum, bool negated) const {
  std::uint64_t length = 0;
  bool plus = false;
  for (const Pair pair : pairs(sum)) {
    const Rational& coefficient = pair.second.value();
    plus = plus || (coefficient.sign() > 0) != negated;
    length += fraction(coefficient, pair.first).length;
  }
  length += 3 * (pairs(sum).size() - 1) + (plus ? 0 : 1);
  return {length, Level::sum};
}

// x, sqrt(x), x^2, x^(2/3).
std::uint64_t PrintedLength::factor(Expr base, const Rational& exponent) const {
  if (exponent.is_one()) return at(base, Level::factor);
  if (exponent == Rational(1, 2)) return 6 + at(base, Level::any);
  if (exponent.is_integer()) return at(base, Level::atom) + 1 + digits(exponent);
  return at(base, Level::atom) + 4 + digits(exponent.numerator()) + digits(exponent.denominator());
}

// 2*a*b/(3*c*d): stars between factors, a slash before what is below, parentheses around several things below.
PrintedLength::FractionSize PrintedLength::fraction(const Rational& coefficient, Expr term) const {
  const Rational above_number = abs(coefficient.numerator());
  const Rational below_number = coefficient.denominator();
  std::uint64_t above = 0;
  std::uint64_t below = 0;
  std::size_t above_count = 0;
  std::size_t below_count = 0;
  bool one_by_one = false;
  if (term.is(Kind::product)) {
    one_by_one = pairs(term).size() > 16;
    for (const Pair pair : pairs(term)) {
      const Rational& exponent = pair.second.value();
      const bool is_above = exponent.sign() > 0;
      (is_above ? above : below) += factor(pair.first, is_above ? exponent : -exponent);
      ++(is_above ? above_count : below_count);
      one_by_one = one_by_one || pair.first.is(Kind::product);
    }
  } else if (!term.is_one()) {
    above = factor(term, 1);
    above_count = 1;
  }
  const bool single = above_number.is_one() && below_number.is_one() && above_count == 1 && below_count == 0;
  const auto add_number = [](const Rational& number, std::uint64_t& length, std::size_t& count) {
    length += digits(number);
    ++count;
  };
  if (!above_number.is_one() || above_count == 0) add_number(above_number, above, above_count);
  if (!below_number.is_one()) add_number(below_number, below, below_count);
  std::uint64_t length = above + above_count - 1;  // a star between factors
  if (below_count > 0) length += 1 + below + below_count - 1 + (below_count > 1 && !one_by_one ? 2 : 0);
  return {length, single};
}

std::size_t printed_length(Expr e) {
  static thread_local PrintedLength lengths;
  return lengths.of(e);
}

}  // namespace tangible
