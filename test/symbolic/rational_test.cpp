// SPDX-License-Identifier: Apache-2.0
// Exact rationals against Boost's, against the correctly rounded strtod, and at the edges of 64 bits.
#include "symbolic/rational.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <array>
#include <bit>
#include <boost/multiprecision/cpp_int.hpp>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <limits>

#include "symbolic/evaluate.h"
#include "symbolic/graph.h"

namespace tangible {
namespace {

using Integer = boost::multiprecision::cpp_int;
using Truth = boost::multiprecision::cpp_rational;

constexpr std::int64_t min64 = std::numeric_limits<std::int64_t>::min();
constexpr std::int64_t max64 = std::numeric_limits<std::int64_t>::max();
constexpr double infinity = std::numeric_limits<double>::infinity();

// Small ones, ones at the edges of 64 bits, and everything between.
rc::Gen<std::int64_t> edgy_integer() {
  return rc::gen::oneOf(rc::gen::inRange<std::int64_t>(-12, 13), rc::gen::arbitrary<std::int64_t>(),
                        rc::gen::map(rc::gen::inRange<std::int64_t>(0, 4), [](std::int64_t i) { return max64 - i; }),
                        rc::gen::map(rc::gen::inRange<std::int64_t>(0, 4), [](std::int64_t i) { return min64 + i; }),
                        rc::gen::map(rc::gen::inRange(0, 63), [](int i) { return std::int64_t{1} << i; }));
}

struct Both {
  Rational ours;
  Truth truth;
};

Both draw_small() {
  const std::int64_t n = *edgy_integer();
  const std::int64_t d = *rc::gen::suchThat(edgy_integer(), [](std::int64_t i) { return i != 0; });
  return {Rational(n, d), Truth(n) / Truth(d)};
}

// A product of up to four small ones, so that many do not fit 64 bits.
Both draw() {
  Both value = draw_small();
  for (int more = *rc::gen::inRange(0, 4); more > 0; --more) {
    const Both factor = draw_small();
    value = {value.ours * factor.ours, value.truth * factor.truth};
  }
  return value;
}

// Equal in value and in form: in lowest terms, on the heap exactly when it does not fit.
void expect_same(const Rational& ours, const Truth& truth) {
  RC_ASSERT(ours.to_string() == truth.str());
  const Integer n = numerator(truth);
  const Integer d = denominator(truth);
  const bool fits = n >= -max64 && n <= max64 && d <= max64;
  RC_ASSERT(ours.is_small() == fits);
  RC_ASSERT(!fits || (ours.small_numerator() == n && ours.small_denominator() == d));
}

RC_GTEST_PROP(Rational, arithmetic_agrees_with_boost, ()) {
  const Both a = draw();
  const Both b = draw();
  expect_same(a.ours, a.truth);
  expect_same(a.ours + b.ours, a.truth + b.truth);
  expect_same(a.ours - b.ours, a.truth - b.truth);
  expect_same(a.ours * b.ours, a.truth * b.truth);
  expect_same(-a.ours, -a.truth);
  expect_same(abs(a.ours), a.truth < 0 ? Truth(-a.truth) : a.truth);
  if (!b.ours.is_zero()) expect_same(a.ours / b.ours, a.truth / b.truth);
}

RC_GTEST_PROP(Rational, order_and_sign_agree_with_boost, ()) {
  const Both a = draw();
  const Both b = draw();
  RC_ASSERT((a.ours <=> b.ours) == (a.truth.compare(b.truth) <=> 0));
  RC_ASSERT((a.ours == b.ours) == (a.truth == b.truth));
  RC_ASSERT(a.ours.sign() == a.truth.sign());
  RC_ASSERT(a.ours.is_zero() == (a.truth == 0));
  RC_ASSERT(a.ours.is_one() == (a.truth == 1));
}

RC_GTEST_PROP(Rational, what_is_added_and_taken_away_leaves_the_same_hash_and_form, ()) {
  const Both a = draw();
  const Both b = draw();
  const Rational back = (a.ours + b.ours) - b.ours;
  RC_ASSERT(back == a.ours);
  RC_ASSERT(back.is_small() == a.ours.is_small());
  RC_ASSERT(back.hash() == a.ours.hash());
}

RC_GTEST_PROP(Rational, parts_and_floor_agree_with_boost, ()) {
  const Both a = draw();
  const Integer n = numerator(a.truth);
  const Integer d = denominator(a.truth);
  expect_same(a.ours.numerator(), Truth(n));
  expect_same(a.ours.denominator(), Truth(d));
  const Integer floor = n >= 0 ? Integer(n / d) : Integer(-((-n + d - 1) / d));
  expect_same(a.ours.floor(), Truth(floor));
  RC_ASSERT(a.ours.is_integer() == (d == 1));
  RC_ASSERT(a.ours.is_even_integer() == (d == 1 && n % 2 == 0));
}

RC_GTEST_PROP(Rational, powers_are_repeated_products, ()) {
  const Both a = draw_small();
  const std::int64_t e = *rc::gen::inRange<std::int64_t>(-9, 10);
  RC_PRE(!a.ours.is_zero());
  Truth expected = 1;
  for (std::int64_t i = 0; i < std::abs(e); ++i)
    expected = e > 0 ? Truth(expected * a.truth) : Truth(expected / a.truth);
  expect_same(power(a.ours, e), expected);
}

RC_GTEST_PROP(Rational, a_power_has_its_root_and_the_next_integer_has_none, ()) {
  const Rational base = abs(draw().ours);
  const std::int64_t n = *rc::gen::inRange<std::int64_t>(1, 12);
  RC_PRE(!base.is_zero());
  Rational root;
  RC_ASSERT(exact_root(power(base, n), n, root));
  RC_ASSERT(root == base);
  const Rational whole = base.numerator();
  RC_PRE(n > 1);
  RC_ASSERT(!exact_root(power(whole, n) + 1, n, root));  // w^n < w^n + 1 < (w + 1)^n
}

RC_GTEST_PROP(Rational, gcd_agrees_with_boost, ()) {
  const Both a = draw();
  const Both b = draw();
  expect_same(gcd(a.ours.numerator(), b.ours.numerator()),
              Truth(boost::multiprecision::gcd(numerator(a.truth), numerator(b.truth))));
}

RC_GTEST_PROP(Rational, residues_are_those_of_the_numerator_over_the_denominator, ()) {
  const Both a = draw();
  const std::uint64_t prime = *rc::gen::element<std::uint64_t>(2, 3, 7, 1'000'000'007, (1ull << 61) - 1,
                                                               9'223'372'036'854'775'783ull);  // the largest below 2^63
  std::uint64_t residue = 0;
  const bool defined = a.ours.modulo(prime, residue);
  RC_ASSERT(defined == (denominator(a.truth) % prime != 0));
  if (!defined) return;
  RC_ASSERT(residue < prime);
  const Integer difference = numerator(a.truth) - denominator(a.truth) * residue;
  RC_ASSERT(difference % prime == 0);
}

// --- Doubles ---

double any_finite_double() {
  const auto bits = *rc::gen::arbitrary<std::uint64_t>();
  const double value = std::bit_cast<double>(bits);
  if (!std::isfinite(value)) return std::bit_cast<double>(bits & 0x800FFFFFFFFFFFFFu);
  return *rc::gen::element(value, std::ldexp(value, -1000), std::bit_cast<double>(bits & 0x800FFFFFFFFFFFFFu));
}

// The value of a double itself, not of its decimal.
Rational exactly(double value) {
  int exponent = 0;
  const double fraction = std::frexp(value, &exponent);  // value = fraction 2^exponent
  return Rational(static_cast<std::int64_t>(std::ldexp(fraction, 53))) * power(2, exponent - 53);
}

RC_GTEST_PROP(Rational, doubles_come_back_as_they_were, ()) {
  const double value = any_finite_double();
  RC_ASSERT(Rational::from_double(value).to_double() == value);
  RC_ASSERT(exactly(value).to_double() == value);
}

// Half way between two doubles the even one is taken, a hair to either side the nearer one; subnormal ones too.
RC_GTEST_PROP(Rational, rounding_to_double_is_to_nearest_even, ()) {
  const double low = std::abs(any_finite_double());
  const double high = std::nextafter(low, infinity);
  RC_PRE(std::isfinite(high));
  const Rational half = (exactly(low) + exactly(high)) / 2;
  const Rational hair = power(2, -*rc::gen::inRange<std::int64_t>(1080, 3000));
  const double even = std::bit_cast<std::uint64_t>(low) % 2 == 0 ? low : high;
  RC_ASSERT(half.to_double() == even);
  RC_ASSERT((-half).to_double() == -even);
  RC_ASSERT((half - hair).to_double() == low);
  RC_ASSERT((half + hair).to_double() == high);
}

// strtod of the C library rounds correctly.
RC_GTEST_PROP(Rational, decimals_read_like_strtod, ()) {
  const auto digits = [](int most) {
    return *rc::gen::container<std::string>(static_cast<std::size_t>(*rc::gen::inRange(1, most)),
                                            rc::gen::inRange<char>('0', '9' + 1));
  };
  std::string text = digits(40);
  if (*rc::gen::arbitrary<bool>()) text += "." + digits(40);
  if (*rc::gen::arbitrary<bool>()) text += *rc::gen::element<std::string>("e", "E-", "e+") + digits(4);
  RC_ASSERT(Rational::parse_decimal(text).to_double() == std::strtod(text.c_str(), nullptr));
}

TEST(Rational, doubles_have_the_value_that_they_print) {
  EXPECT_EQ(Rational::from_double(0.1), Rational(1, 10));
  EXPECT_EQ(Rational::from_double(-2.5e-3), Rational(-1, 400));
  EXPECT_EQ(Rational::from_double(1e22), power(10, 22));
  EXPECT_EQ(Rational::from_double(-0.0), Rational(0));
  EXPECT_EQ(Rational::from_double(5e-324), Rational(5) * power(10, -324));
  EXPECT_THROW(Rational::from_double(infinity), ArithmeticError);
  EXPECT_THROW(Rational::from_double(-infinity), ArithmeticError);
  EXPECT_THROW(Rational::from_double(std::nan("")), ArithmeticError);
}

TEST(Rational, beyond_the_largest_double_is_infinity_and_below_the_smallest_zero) {
  const Rational largest = exactly(std::numeric_limits<double>::max());
  const Rational half_step = power(2, 970);
  EXPECT_EQ(largest.to_double(), std::numeric_limits<double>::max());
  EXPECT_EQ((largest + half_step - 1).to_double(), std::numeric_limits<double>::max());
  EXPECT_EQ((largest + half_step).to_double(), infinity);
  EXPECT_EQ((-largest * 2).to_double(), -infinity);
  EXPECT_EQ(power(2, -1074).to_double(), std::numeric_limits<double>::denorm_min());
  EXPECT_EQ(power(2, -1075).to_double(), 0.0);  // a tie between 0 and the smallest: even is 0
  EXPECT_EQ((power(2, -1075) + power(2, -1200)).to_double(), std::numeric_limits<double>::denorm_min());
  EXPECT_EQ(power(2, -5000).to_double(), 0.0);
  EXPECT_TRUE(std::signbit((-power(2, -5000)).to_double()));
}

// --- Text ---

TEST(Rational, decimals_are_exact) {
  EXPECT_EQ(Rational::parse_decimal("12.5e-3"), Rational(1, 80));
  EXPECT_EQ(Rational::parse_decimal("0.3333"), Rational(3333, 10000));
  EXPECT_EQ(Rational::parse_decimal(".5"), Rational(1, 2));
  EXPECT_EQ(Rational::parse_decimal("5."), Rational(5));
  EXPECT_EQ(Rational::parse_decimal("9223372036854775807"), Rational(max64));
  EXPECT_EQ(Rational::parse_decimal("9223372036854775808"), -Rational(min64));
  EXPECT_EQ(Rational::parse_decimal("1e+2"), Rational(100));
  EXPECT_EQ(Rational::parse_decimal("1E4096"), power(10, 4096));
}

TEST(Rational, what_is_no_decimal_is_refused) {
  for (const char* text :
       {"",          ".",    "e5",   "1e",  "1e+", "1e+-2", "1e--2", "1.2.3",  "-1",      "+1",
        "1x",        "1e5x", "0x10", "inf", "nan", " 1",    "1 ",    "1e4097", "1e-4097", "1e99999999999999999999",
        "1.5e4096e1"})
    EXPECT_THROW(Rational::parse_decimal(text), ArithmeticError) << text;
  EXPECT_THROW(Rational::parse_decimal(std::string(4097, '1')), ArithmeticError);
  EXPECT_THROW(Rational::parse_decimal(std::string(4096, '9') + "e4096"), ArithmeticError);  // beyond max_bits
}

// --- Edges ---

TEST(Rational, the_edges_of_64_bits_do_not_wrap) {
  EXPECT_EQ((-Rational(min64)).to_string(), "9223372036854775808");
  EXPECT_EQ(abs(Rational(min64)).to_string(), "9223372036854775808");
  EXPECT_EQ((Rational(max64) + 1).to_string(), "9223372036854775808");
  EXPECT_EQ((Rational(min64) - 1).to_string(), "-9223372036854775809");
  EXPECT_EQ((Rational(min64) * -1).to_string(), "9223372036854775808");
  EXPECT_EQ((Rational(1) / Rational(min64)).to_string(), "-1/9223372036854775808");
  EXPECT_EQ(Rational(min64, min64), Rational(1));
  EXPECT_EQ(Rational(max64, min64).to_string(), "-9223372036854775807/9223372036854775808");
  EXPECT_EQ(-(-Rational(min64)), Rational(min64));
  EXPECT_FALSE(Rational(min64).is_small());  // so that small numerators can be negated
  EXPECT_TRUE(Rational(-max64).is_small());
  EXPECT_EQ(Rational(std::int64_t{1} << 62) * -2, Rational(min64));
  EXPECT_EQ(Rational(-max64) - 1, Rational(min64));
  EXPECT_EQ(Rational(min64).to_double(), -0x1p63);
  EXPECT_EQ(gcd(Rational(min64), Rational(0)).to_string(), "9223372036854775808");
}

TEST(Rational, unsigned_integers_keep_their_value) {
  EXPECT_EQ(Rational(std::numeric_limits<std::uint64_t>::max()).to_string(), "18446744073709551615");
  EXPECT_EQ(Rational(std::uint64_t{1} << 63).to_string(), "9223372036854775808");
  EXPECT_EQ(Rational(std::numeric_limits<std::uint32_t>::max()).to_string(), "4294967295");
}

TEST(Rational, what_has_no_value_is_refused) {
  EXPECT_THROW(Rational(1, 0), ArithmeticError);
  EXPECT_THROW(Rational(0).inverse(), ArithmeticError);
  EXPECT_THROW(power(0, 0), ArithmeticError);
  EXPECT_THROW(power(0, -1), ArithmeticError);
  EXPECT_THROW(power(2, 16384), ArithmeticError);
  EXPECT_THROW(power(3, max64), ArithmeticError);
  EXPECT_THROW(power(3, min64), ArithmeticError);
  EXPECT_NO_THROW(power(2, 16383));
}

TEST(Rational, units_and_zero_have_every_power) {
  EXPECT_EQ(power(1, min64), Rational(1));
  EXPECT_EQ(power(-1, max64), Rational(-1));
  EXPECT_EQ(power(-1, min64), Rational(1));
  EXPECT_EQ(power(0, max64), Rational(0));
}

TEST(Rational, roots_of_large_numbers_are_found) {
  Rational root;
  EXPECT_TRUE(exact_root(power(10, 40), 2, root));
  EXPECT_EQ(root, power(10, 20));
  EXPECT_TRUE(exact_root(power(Rational(7, 3), 5000), 5000, root));
  EXPECT_EQ(root, Rational(7, 3));
  EXPECT_TRUE(exact_root(0, 3, root));
  EXPECT_EQ(root, Rational(0));
  EXPECT_TRUE(exact_root(1, max64, root));
  EXPECT_EQ(root, Rational(1));
  EXPECT_FALSE(exact_root(2, max64, root));
  EXPECT_FALSE(exact_root(8, 2, root));
  EXPECT_FALSE(exact_root(-8, 3, root));
  EXPECT_FALSE(exact_root(4, 0, root));
}

// As model files are read: digits of a double, to an exact rational, to a double again.
RC_GTEST_PROP(RationalProperty, seventeen_digits_evaluate_to_the_double_that_they_were_printed_from, ()) {
  Graph graph;
  const GraphScope scope(graph);
  const double truth = *rc::gen::map(rc::gen::inRange<std::int64_t>(1, std::int64_t{1} << 53),
                                     [](std::int64_t n) { return std::ldexp(static_cast<double>(n), -50); });
  std::array<char, 64> text{};
  (void)std::snprintf(text.data(), text.size(), "%.17g", truth);
  RC_ASSERT(evaluate(Expr(Rational::parse_decimal(text.data())), {}) == truth);
}

}  // namespace
}  // namespace tangible
