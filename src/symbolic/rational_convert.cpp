// SPDX-License-Identifier: Apache-2.0
// Rational numbers to and from text, doubles and residues; their roots and common divisors.
#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <numeric>

#include "symbolic/digit.h"
#include "symbolic/rational.h"
#include "symbolic/rational_big.h"

namespace tangible {
namespace {

// The text after e or E: digits with an optional sign.
std::int64_t parse_exponent(std::string_view text) {
  const bool plus = text.starts_with('+');
  if (plus) text.remove_prefix(1);
  std::int64_t exponent = 0;
  const char* end = text.data() + text.size();
  const auto result = std::from_chars(text.data(), end, exponent);
  if ((plus && text.starts_with('-')) || result.ptr != end || result.ec == std::errc::invalid_argument)
    throw ArithmeticError("not a decimal number");
  if (result.ec != std::errc{} || std::abs(exponent) > 4096) throw ArithmeticError("an exponent beyond 4096");
  return exponent;
}

// The largest integer whose n-th power is at most `whole` > 0, by Newton's iteration from above.
BigInteger integer_root(const BigInteger& whole, unsigned n) {
  BigInteger root = BigInteger(1) << (bit_length(whole) / n + 1);
  for (;;) {
    const BigInteger next = ((n - 1) * root + whole / boost::multiprecision::pow(root, n - 1)) / n;
    if (next >= root) return root;
    root = next;
  }
}

// The exact n-th root of a non-negative integer, if there is one.
bool exact_integer_root(const BigInteger& whole, std::int64_t n, BigInteger& root) {
  root = whole;
  if (n == 1 || whole <= 1) return true;
  if (static_cast<std::uint64_t>(n) >= bit_length(whole)) return false;  // between 1 and 2
  root = integer_root(whole, static_cast<unsigned>(n));
  return boost::multiprecision::pow(root, static_cast<unsigned>(n)) == whole;
}

}  // namespace

Rational Rational::parse_decimal(std::string_view text) {
  BigInteger digits = 0;
  std::int64_t scale = 0;  // value = digits * 10^scale
  std::size_t count = 0;
  bool after_point = false;
  for (; !text.empty() && (is_digit(text[0]) || (text[0] == '.' && !after_point)); text.remove_prefix(1)) {
    if (text[0] == '.') {
      after_point = true;
      continue;
    }
    if (++count > 4096) throw ArithmeticError("a number with more than 4096 digits");
    digits = digits * 10 + (text[0] - '0');
    if (after_point) --scale;
  }
  if (count == 0 || (!text.empty() && text[0] != 'e' && text[0] != 'E')) throw ArithmeticError("not a decimal number");
  if (!text.empty()) scale += parse_exponent(text.substr(1));
  const BigInteger ten_power = boost::multiprecision::pow(BigInteger(10), static_cast<unsigned>(std::abs(scale)));
  return from_big(Big{scale >= 0 ? BigRational(digits * ten_power) : BigRational(digits, ten_power)});
}

Rational Rational::from_double(double value) {
  if (!std::isfinite(value)) throw ArithmeticError("not a finite number");
  std::array<char, 64> text{};
  const auto end = std::to_chars(text.data(), text.data() + text.size(), std::abs(value)).ptr;
  const Rational exact = parse_decimal({text.data(), static_cast<std::size_t>(end - text.data())});
  return value < 0 ? -exact : exact;
}

double Rational::to_double() const {
  constexpr std::int64_t exact = std::int64_t{1} << 53;
  if (!big_ && numerator_ >= -exact && numerator_ <= exact && denominator_ <= exact)
    return static_cast<double>(numerator_) / static_cast<double>(denominator_);  // one rounding, by the processor
  // |value| = quotient * 2^-shift with a quotient of 66 or 67 bits, the lowest of which is set if digits were cut
  // off.
  const Big big = to_big();
  const BigInteger n = boost::multiprecision::abs(big.numerator());
  const BigInteger d = big.denominator();
  const int shift = 66 - (static_cast<int>(bit_length(n)) - static_cast<int>(bit_length(d)));
  const BigInteger scaled_n = shift > 0 ? BigInteger(n << shift) : n;
  const BigInteger scaled_d = shift < 0 ? BigInteger(d << -shift) : d;
  BigInteger quotient = scaled_n / scaled_d;
  if (quotient * scaled_d != scaled_n) quotient |= 1;
  // Doubles have 53 bits, fewer below 2^-1022, and none below 2^-1074. Round once, to nearest, ties to even.
  const int length = static_cast<int>(bit_length(quotient));
  const int keep = std::min(53, length + 1074 - shift);
  if (keep < 0) return sign() < 0 ? -0.0 : 0.0;
  const int drop = length - keep;
  BigInteger mantissa = quotient >> drop;
  const BigInteger rest = quotient - (mantissa << drop);
  const BigInteger half = BigInteger(1) << (drop - 1);
  if (rest > half || (rest == half && mantissa % 2 != 0)) ++mantissa;
  const double value = std::ldexp(mantissa.convert_to<double>(), drop - shift);
  return sign() < 0 ? -value : value;
}

std::string Rational::to_string() const {
  if (big_) return big_->value.str();
  if (denominator_ == 1) return std::to_string(numerator_);
  return std::to_string(numerator_) + "/" + std::to_string(denominator_);
}

bool Rational::modulo(std::uint64_t prime, std::uint64_t& residue) const {
  std::uint64_t n = 0;  // of |numerator|
  std::uint64_t d = 0;
  if (big_) {
    n = BigInteger(boost::multiprecision::abs(big_->numerator()) % prime).convert_to<std::uint64_t>();
    d = BigInteger(big_->denominator() % prime).convert_to<std::uint64_t>();
  } else {
    n = magnitude(numerator_) % prime;
    d = static_cast<std::uint64_t>(denominator_) % prime;
  }
  if (d == 0) return false;
  if (sign() < 0 && n != 0) n = prime - n;
  std::uint64_t inverse = 1;  // d^(prime-2), by Fermat
  if (d != 1) {
    std::uint64_t base = d;
    for (std::uint64_t e = prime - 2; e != 0; e >>= 1) {
      if (e & 1) inverse = static_cast<std::uint64_t>(Uint128{inverse} * base % prime);
      base = static_cast<std::uint64_t>(Uint128{base} * base % prime);
    }
  }
  residue = static_cast<std::uint64_t>(Uint128{n} * inverse % prime);
  return true;
}

Rational gcd(const Rational& a, const Rational& b) {
  if (a.is_small() && b.is_small()) return std::gcd(magnitude(a.small_numerator()), magnitude(b.small_numerator()));
  return Rational::from_big({BigRational(boost::multiprecision::gcd(a.to_big().numerator(), b.to_big().numerator()))});
}

bool exact_root(const Rational& value, std::int64_t n, Rational& root) {
  if (value.sign() < 0 || n < 1) return false;
  const Rational::Big big = value.to_big();
  BigInteger n_root;
  BigInteger d_root;
  if (!exact_integer_root(big.numerator(), n, n_root) || !exact_integer_root(big.denominator(), n, d_root))
    return false;
  root = Rational::from_big({BigRational(n_root, d_root)});
  return true;
}

}  // namespace tangible
