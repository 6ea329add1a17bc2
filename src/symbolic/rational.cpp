// SPDX-License-Identifier: Apache-2.0
// Exact rational arithmetic: 64-bit with 128-bit intermediates, multiprecision when that overflows.
#include "symbolic/rational.h"

#include <limits>
#include <numeric>

#include "symbolic/rational_big.h"

namespace tangible {
namespace {

constexpr std::int64_t max64 = std::numeric_limits<std::int64_t>::max();

bool fits(Int128 value) { return value >= -max64 && value <= max64; }

// gcd of any integer and a positive one; at most the latter, so it fits.
std::int64_t common_divisor(std::int64_t a, std::int64_t positive) {
  if (positive == 1) return 1;
  return static_cast<std::int64_t>(std::gcd(magnitude(a), static_cast<std::uint64_t>(positive)));
}

}  // namespace

Rational Rational::from_big(Big&& big) {
  const BigInteger n = big.numerator();
  const BigInteger d = big.denominator();
  if (n >= -max64 && n <= max64 && d <= max64) return small(n.convert_to<std::int64_t>(), d.convert_to<std::int64_t>());
  if (bit_length(n) > max_bits || bit_length(d) > max_bits)
    throw ArithmeticError("a constant grows beyond " + std::to_string(max_bits) + " bits");
  return Rational(std::make_shared<const Big>(std::move(big)));
}

Rational Rational::from_magnitude(std::uint64_t magnitude, int sign) {
  return from_big(Big{BigRational(BigInteger(magnitude) * sign)});
}

Rational::Big Rational::to_big() const {
  return big_ ? *big_ : Big{BigRational(BigInteger(numerator_), BigInteger(denominator_))};
}

Rational::Rational(std::int64_t numerator, std::int64_t denominator) {
  if (denominator == 0) throw ArithmeticError("division by zero");
  *this = Rational(numerator) * Rational(denominator).inverse();
}

bool Rational::is_big_integer() const { return big_->denominator() == 1; }
int Rational::big_sign() const { return big_->value.sign(); }

bool Rational::is_even_integer() const {
  if (!is_integer()) return false;
  return big_ ? big_->numerator() % 2 == 0 : numerator_ % 2 == 0;
}

Rational Rational::numerator() const {
  return big_ ? from_big(Big{BigRational(big_->numerator())}) : Rational(numerator_);
}

Rational Rational::denominator() const {
  return big_ ? from_big(Big{BigRational(big_->denominator())}) : Rational(denominator_);
}

Rational Rational::floor() const {
  if (!big_) {
    const std::int64_t quotient = numerator_ / denominator_;
    return Rational(numerator_ % denominator_ < 0 ? quotient - 1 : quotient);
  }
  const BigInteger n = big_->numerator();
  const BigInteger d = big_->denominator();
  BigInteger quotient = n / d;
  if (n % d < 0) --quotient;
  return from_big(Big{BigRational(quotient)});
}

std::size_t Rational::hash() const {
  if (big_) return std::hash<BigInteger>{}(big_->numerator()) * 31 + std::hash<BigInteger>{}(big_->denominator());
  return static_cast<std::size_t>(numerator_) * 0x9E3779B97F4A7C15u ^
         static_cast<std::size_t>(denominator_) * 0xC2B2AE3D27D4EB4Fu;
}

std::size_t Rational::heap_bytes() const {
  if (!big_) return 0;
  constexpr std::size_t reference_counts = 16;
  return reference_counts + sizeof(Big) + (bit_length(big_->numerator()) + bit_length(big_->denominator())) / 8;
}

Rational Rational::operator-() const { return big_ ? from_big(Big{-big_->value}) : small(-numerator_, denominator_); }

Rational Rational::inverse() const {
  if (is_zero()) throw ArithmeticError("division by zero");
  if (big_) return from_big(Big{1 / big_->value});
  return numerator_ < 0 ? small(-denominator_, -numerator_) : small(denominator_, numerator_);
}

// Knuth, The Art of Computer Programming, vol. 2, sec. 4.5.1: with g = gcd(b, d) and t = a (d/g) + c (b/g),
//   a/b + c/d = (t / gcd(t, g)) / ((b/g) (d / gcd(t, g))),  in lowest terms.
Rational operator+(const Rational& a, const Rational& b) {
  if (a.is_small() && b.is_small()) {
    const std::int64_t g = common_divisor(a.denominator_, b.denominator_);
    const std::int64_t a_part = a.denominator_ / g;
    const Int128 t = Int128{a.numerator_} * (b.denominator_ / g) + Int128{b.numerator_} * a_part;
    const std::int64_t h = g == 1 ? 1 : common_divisor(static_cast<std::int64_t>(t % g), g);
    const Int128 n = h == 1 ? t : t / h;
    const Int128 d = Int128{a_part} * (b.denominator_ / h);
    if (fits(n) && fits(d)) return Rational::small(static_cast<std::int64_t>(n), static_cast<std::int64_t>(d));
  }
  const Rational::Big x = a.to_big();
  const Rational::Big y = b.to_big();
  // The greatest common divisor with 1 takes a long time to compute.
  if (a.is_integer() && b.is_integer())
    return Rational::from_big({BigRational(BigInteger(x.numerator() + y.numerator()))});
  return Rational::from_big({x.value + y.value});
}

// Cancelled crosswise, the products are in lowest terms.
Rational operator*(const Rational& a, const Rational& b) {
  if (a.is_small() && b.is_small()) {
    const std::int64_t g = common_divisor(a.numerator_, b.denominator_);
    const std::int64_t h = common_divisor(b.numerator_, a.denominator_);
    std::int64_t n = 0;
    std::int64_t d = 0;
    if (!__builtin_mul_overflow(a.numerator_ / g, b.numerator_ / h, &n) &&
        !__builtin_mul_overflow(a.denominator_ / h, b.denominator_ / g, &d) && fits(n))
      return Rational::small(n, d);
  }
  const Rational::Big x = a.to_big();
  const Rational::Big y = b.to_big();
  if (a.is_integer() && b.is_integer())
    return Rational::from_big({BigRational(BigInteger(x.numerator() * y.numerator()))});
  return Rational::from_big({x.value * y.value});
}

// At least one is on the heap.
bool Rational::equal_bigs(const Rational& a, const Rational& b) {
  return a.is_small() == b.is_small() && a.big_->numerator() == b.big_->numerator() &&
         a.big_->denominator() == b.big_->denominator();
}

std::strong_ordering operator<=>(const Rational& a, const Rational& b) {
  if (a.is_small() && b.is_small())
    return Int128{a.numerator_} * b.denominator_ <=> Int128{b.numerator_} * a.denominator_;
  return a.to_big().value.compare(b.to_big().value) <=> 0;
}

Rational abs(const Rational& value) { return value.sign() < 0 ? -value : value; }

Rational power(const Rational& value, std::int64_t exponent) {
  if (value.is_zero() && exponent == 0) throw ArithmeticError("0^0 is undefined");
  if (value.is_zero() && exponent < 0) throw ArithmeticError("division by zero");
  Rational base = exponent < 0 ? value.inverse() : value;
  Rational result = 1;
  for (std::uint64_t e = magnitude(exponent); e != 0;) {
    if (e & 1) result = result * base;
    if ((e >>= 1) != 0) base = base * base;
    if (base.is_one() || base.is_zero()) return base.is_zero() ? base : result;
  }
  return result;
}

}  // namespace tangible
