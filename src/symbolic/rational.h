// SPDX-License-Identifier: Apache-2.0
// Exact rational numbers of any size: small ones in two machine words, large ones on the heap.
#pragma once

#include <compare>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <stdexcept>
#include <string>
#include <string_view>

namespace tangible {

// A constant operation that has no exact rational result (1/0, 0^0) or one too large to be meant.
struct ArithmeticError : std::domain_error {
  using std::domain_error::domain_error;
};

// Always in lowest terms with a positive denominator, and on the heap exactly when |numerator| or denominator is 2^63
// or more: equal values are equal in form, and a small numerator can be negated. Overflow of 64 bits moves the value to
// the heap, never wraps; beyond max_bits of numerator or denominator an ArithmeticError is thrown.
class Rational {
 public:
  static constexpr std::size_t max_bits = 16384;

  Rational() = default;  // zero
  template <std::integral I>
  Rational(I integer) : numerator_(static_cast<std::int64_t>(integer)) {  // NOLINT: integers are rationals
    if constexpr (sizeof(I) == sizeof(numerator_))
      if (std::unsigned_integral<I> ? numerator_ < 0 : numerator_ == std::numeric_limits<std::int64_t>::min())
        *this = from_magnitude(static_cast<std::uint64_t>(integer), std::unsigned_integral<I> ? 1 : -1);
  }
  Rational(std::int64_t numerator, std::int64_t denominator);

  // parse_decimal("12.5e-3") -> 1/80. Digits with optional point and exponent, no sign; anything else, more than 4096
  // digits or an exponent beyond 4096 throws ArithmeticError.
  static Rational parse_decimal(std::string_view text);
  // The number that a double prints as (shortest decimal that reads back): 0.1 -> 1/10. Throws on NaN and infinity.
  static Rational from_double(double value);

  bool is_small() const { return big_ == nullptr; }
  bool is_integer() const { return is_small() ? denominator_ == 1 : is_big_integer(); }
  bool is_even_integer() const;
  bool is_zero() const { return is_small() && numerator_ == 0; }
  bool is_one() const { return is_small() && numerator_ == 1 && denominator_ == 1; }
  int sign() const { return is_small() ? (numerator_ > 0) - (numerator_ < 0) : big_sign(); }
  // Only meaningful when is_small().
  std::int64_t small_numerator() const { return numerator_; }
  std::int64_t small_denominator() const { return denominator_; }

  Rational numerator() const;
  Rational denominator() const;
  Rational floor() const;
  double to_double() const;       // the nearest one, ties to even; infinity beyond the largest
  std::string to_string() const;  // "-3/4"
  std::size_t hash() const;
  std::size_t heap_bytes() const;
  // The value modulo a prime below 2^63, or nothing when the prime divides the denominator.
  bool modulo(std::uint64_t prime, std::uint64_t& residue) const;

  Rational operator-() const;
  Rational inverse() const;  // throws ArithmeticError at zero
  friend Rational operator+(const Rational& a, const Rational& b);
  friend Rational operator-(const Rational& a, const Rational& b) { return a + -b; }
  friend Rational operator*(const Rational& a, const Rational& b);
  friend Rational operator/(const Rational& a, const Rational& b) { return a * b.inverse(); }
  friend bool operator==(const Rational& a, const Rational& b) {
    if (a.is_small() && b.is_small()) return a.numerator_ == b.numerator_ && a.denominator_ == b.denominator_;
    return equal_bigs(a, b);
  }
  friend std::strong_ordering operator<=>(const Rational& a, const Rational& b);
  friend Rational gcd(const Rational& a, const Rational& b);
  friend bool exact_root(const Rational& value, std::int64_t n, Rational& root);

  struct Big;  // the heap form, see rational_big.h

 private:
  explicit Rational(std::shared_ptr<const Big> big) : big_(std::move(big)) {}
  static Rational small(std::int64_t numerator, std::int64_t denominator) {
    Rational value(numerator);
    value.denominator_ = denominator;
    return value;
  }
  static Rational from_magnitude(std::uint64_t magnitude, int sign);
  bool is_big_integer() const;
  int big_sign() const;
  static bool equal_bigs(const Rational& a, const Rational& b);
  static Rational from_big(Big&& value);
  Big to_big() const;

  std::int64_t numerator_ = 0;
  std::int64_t denominator_ = 1;
  std::shared_ptr<const Big> big_;
};

Rational abs(const Rational& value);
// value^exponent; throws ArithmeticError for 0^0, 0^negative and results beyond max_bits.
Rational power(const Rational& value, std::int64_t exponent);
Rational gcd(const Rational& a, const Rational& b);  // of integers, non-negative
// The exact n-th root when there is one: root(8, 3) -> 2. Non-negative values only.
bool exact_root(const Rational& value, std::int64_t n, Rational& root);

}  // namespace tangible
