// SPDX-License-Identifier: Apache-2.0
// Exact rational numbers: 64-bit arithmetic with 128-bit intermediates, multiprecision when that overflows.
#include "symbolic/rational.h"

#include <array>
#include <boost/multiprecision/cpp_int.hpp>
#include <charconv>
#include <cmath>
#include <limits>
#include <numeric>

namespace tangible {
namespace {

using BigInteger = boost::multiprecision::cpp_int;
using BigRational = boost::multiprecision::cpp_rational;
__extension__ typedef __int128 Int128;
__extension__ typedef unsigned __int128 Uint128;

constexpr std::int64_t min64 = std::numeric_limits<std::int64_t>::min();
constexpr std::int64_t max64 = std::numeric_limits<std::int64_t>::max();

bool fits(Int128 value) { return value > min64 && value <= max64; }

Uint128 magnitude(Int128 value) { return value < 0 ? -static_cast<Uint128>(value) : static_cast<Uint128>(value); }

Uint128 gcd128(Uint128 a, Uint128 b) {
  while (b != 0) {
    if ((a >> 64) == 0 && (b >> 64) == 0) return std::gcd(static_cast<std::uint64_t>(a), static_cast<std::uint64_t>(b));
    a %= b;
    std::swap(a, b);
  }
  return a;
}

std::size_t bits(const BigInteger& value) { return value == 0 ? 0 : boost::multiprecision::msb(abs(value)) + 1; }

}  // namespace

struct Rational::Big {
  BigRational value;
};

Rational Rational::from_big(Big&& big) {
  const BigInteger n = boost::multiprecision::numerator(big.value);
  const BigInteger d = boost::multiprecision::denominator(big.value);
  if (bits(n) < 64 && bits(d) < 64) {
    Rational small;
    small.numerator_ = n.convert_to<std::int64_t>();
    small.denominator_ = d.convert_to<std::int64_t>();
    return small;
  }
  if (bits(n) > max_bits || bits(d) > max_bits)
    throw ArithmeticError("a constant grows beyond " + std::to_string(max_bits) + " bits");
  return Rational(std::make_shared<const Big>(std::move(big)));
}

Rational::Big Rational::to_big() const {
  if (big_) return *big_;
  return Big{BigRational(BigInteger(numerator_), BigInteger(denominator_))};
}

Rational::Rational(std::int64_t numerator, std::int64_t denominator) {
  if (denominator == 0) throw ArithmeticError("division by zero");
  *this = Rational(numerator) * Rational(denominator).inverse();
}

Rational Rational::parse_decimal(std::string_view text) {
  BigInteger digits = 0;
  std::int64_t scale = 0;  // value = digits * 10^scale
  bool after_point = false;
  std::size_t i = 0;
  std::size_t significant = 0;
  for (; i < text.size() && (text[i] == '.' || (text[i] >= '0' && text[i] <= '9')); ++i) {
    if (text[i] == '.') {
      after_point = true;
      continue;
    }
    if (++significant > 4096) throw ArithmeticError("a number with more than 4096 digits");
    digits = digits * 10 + (text[i] - '0');
    if (after_point) --scale;
  }
  if (i < text.size()) {  // exponent
    const char* first = text.data() + i + 1;
    if (first < text.data() + text.size() && *first == '+') ++first;
    std::int64_t exponent = 0;
    const auto result = std::from_chars(first, text.data() + text.size(), exponent);
    if (result.ec != std::errc{} || std::abs(exponent) > 4096) throw ArithmeticError("an exponent beyond 4096");
    scale += exponent;
  }
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

bool Rational::is_integer() const {
  return big_ ? boost::multiprecision::denominator(big_->value) == 1 : denominator_ == 1;
}

bool Rational::is_even_integer() const {
  if (!is_integer()) return false;
  return big_ ? !bit_test(boost::multiprecision::abs(boost::multiprecision::numerator(big_->value)), 0)
              : numerator_ % 2 == 0;
}

int Rational::sign() const {
  if (big_) return big_->value.sign();
  return numerator_ > 0 ? 1 : numerator_ < 0 ? -1 : 0;
}

Rational Rational::numerator() const {
  if (!big_) return Rational(numerator_);
  return from_big(Big{BigRational(boost::multiprecision::numerator(big_->value))});
}

Rational Rational::denominator() const {
  if (!big_) return Rational(denominator_);
  return from_big(Big{BigRational(boost::multiprecision::denominator(big_->value))});
}

Rational Rational::floor() const {
  if (!big_) {
    const std::int64_t quotient = numerator_ / denominator_;
    return Rational(numerator_ % denominator_ < 0 ? quotient - 1 : quotient);
  }
  const BigInteger n = boost::multiprecision::numerator(big_->value);
  const BigInteger d = boost::multiprecision::denominator(big_->value);
  BigInteger quotient = n / d;
  if (n % d < 0) --quotient;
  return from_big(Big{BigRational(quotient)});
}

double Rational::to_double() const {
  constexpr std::int64_t exact = std::int64_t{1} << 53;
  if (!big_ && std::abs(numerator_) <= exact && denominator_ <= exact)
    return static_cast<double>(numerator_) / static_cast<double>(denominator_);  // correctly rounded
  // Shift the quotient to 66 significant bits, remember what was cut off in the lowest one, round once.
  const Big big = to_big();
  const BigInteger n = boost::multiprecision::abs(boost::multiprecision::numerator(big.value));
  const BigInteger d = boost::multiprecision::denominator(big.value);
  const int shift = 66 - (static_cast<int>(bits(n)) - static_cast<int>(bits(d)));
  const BigInteger scaled_n = shift > 0 ? BigInteger(n << shift) : n;
  const BigInteger scaled_d = shift < 0 ? BigInteger(d << -shift) : d;
  BigInteger quotient = scaled_n / scaled_d;
  if (quotient * scaled_d != scaled_n) quotient |= 1;
  // Subnormal results lose bits here, before the only rounding.
  const int lowest = -1074 + shift;  // weight of the lowest quotient bit is 2^-shift
  if (const int cut = lowest - 2; cut > 0) {
    const BigInteger kept = quotient >> cut;
    quotient = ((kept << cut) == quotient ? kept : BigInteger(kept | 1)) << cut;
  }
  const int length = static_cast<int>(bits(quotient));
  const int keep = std::min(53, length + 1074 - shift);  // significant bits a double has at this magnitude
  if (keep < 0) return sign() < 0 ? -0.0 : 0.0;
  const int drop = length - keep;
  BigInteger mantissa = drop > 0 ? BigInteger(quotient >> drop) : quotient;
  if (drop > 0) {
    const BigInteger rest = quotient - (mantissa << drop);
    const BigInteger half = BigInteger(1) << (drop - 1);
    if (rest > half || (rest == half && bit_test(mantissa, 0))) ++mantissa;
  }
  const double value = std::ldexp(mantissa.convert_to<double>(), (drop > 0 ? drop : 0) - shift);
  return sign() < 0 ? -value : value;
}

std::string Rational::to_string() const {
  if (big_) return big_->value.str();
  if (denominator_ == 1) return std::to_string(numerator_);
  return std::to_string(numerator_) + "/" + std::to_string(denominator_);
}

std::size_t Rational::hash() const {
  if (big_) return std::hash<std::string>{}(to_string());
  return static_cast<std::size_t>(numerator_) * 0x9E3779B97F4A7C15u ^
         static_cast<std::size_t>(denominator_) * 0xC2B2AE3D27D4EB4Fu;
}

std::size_t Rational::heap_bytes() const {
  if (!big_) return 0;
  return sizeof(Big) + (bits(boost::multiprecision::numerator(big_->value)) +
                        bits(boost::multiprecision::denominator(big_->value))) / 8;
}

bool Rational::modulo(std::uint64_t prime, std::uint64_t& residue) const {
  std::uint64_t n = 0;
  std::uint64_t d = 1;
  if (big_) {
    BigInteger rest = boost::multiprecision::numerator(big_->value) % prime;
    if (rest < 0) rest += prime;
    n = rest.convert_to<std::uint64_t>();
    d = BigInteger(boost::multiprecision::denominator(big_->value) % prime).convert_to<std::uint64_t>();
  } else {
    const std::uint64_t size = static_cast<std::uint64_t>(magnitude(numerator_)) % prime;
    n = numerator_ < 0 && size != 0 ? prime - size : size;
    d = static_cast<std::uint64_t>(denominator_) % prime;
  }
  if (d == 0) return false;
  // d^(prime-2) by Fermat.
  std::uint64_t inverse = 1;
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

Rational Rational::operator-() const {
  if (big_) return from_big(Big{-big_->value});
  Rational negative;
  negative.numerator_ = -numerator_;  // min64 is never stored, so this cannot overflow
  negative.denominator_ = denominator_;
  return numerator_ == min64 ? from_big(Big{-to_big().value}) : negative;
}

Rational Rational::inverse() const {
  if (is_zero()) throw ArithmeticError("division by zero");
  if (big_ || numerator_ == min64) return from_big(Big{1 / to_big().value});
  Rational result;
  result.numerator_ = numerator_ < 0 ? -denominator_ : denominator_;
  result.denominator_ = numerator_ < 0 ? -numerator_ : numerator_;
  return result;
}

Rational operator+(const Rational& a, const Rational& b) {
  if (a.is_small() && b.is_small()) {
    if (a.denominator_ == 1 && b.denominator_ == 1) {
      std::int64_t sum = 0;
      if (!__builtin_add_overflow(a.numerator_, b.numerator_, &sum)) return Rational(sum);
    }
    const Int128 n = Int128{a.numerator_} * b.denominator_ + Int128{b.numerator_} * a.denominator_;
    const Int128 d = Int128{a.denominator_} * b.denominator_;
    const Int128 g = static_cast<Int128>(gcd128(magnitude(n), static_cast<Uint128>(d)));
    if (fits(n / g) && fits(d / g)) {
      Rational sum;
      sum.numerator_ = static_cast<std::int64_t>(n / g);
      sum.denominator_ = static_cast<std::int64_t>(d / g);
      return sum;
    }
  }
  return Rational::from_big({a.to_big().value + b.to_big().value});
}

Rational operator*(const Rational& a, const Rational& b) {
  if (a.is_small() && b.is_small()) {
    const Int128 n = Int128{a.numerator_} * b.numerator_;
    const Int128 d = Int128{a.denominator_} * b.denominator_;
    const Int128 g = d == 1 ? 1 : static_cast<Int128>(gcd128(magnitude(n), static_cast<Uint128>(d)));
    if (fits(n / g) && fits(d / g)) {
      Rational product;
      product.numerator_ = static_cast<std::int64_t>(n / g);
      product.denominator_ = static_cast<std::int64_t>(d / g);
      return product;
    }
  }
  return Rational::from_big({a.to_big().value * b.to_big().value});
}

bool operator==(const Rational& a, const Rational& b) {
  if (a.is_small() && b.is_small()) return a.numerator_ == b.numerator_ && a.denominator_ == b.denominator_;
  return a.is_small() == b.is_small() && a.big_->value == b.big_->value;
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
  for (auto e = exponent < 0 ? -static_cast<std::uint64_t>(exponent) : static_cast<std::uint64_t>(exponent); e != 0;) {
    if (e & 1) result = result * base;
    if ((e >>= 1) != 0) base = base * base;
    if (base.is_one()) return result;
  }
  return result;
}

Rational gcd(const Rational& a, const Rational& b) {
  Rational x = abs(a);
  Rational y = abs(b);
  while (!y.is_zero()) {
    Rational rest = x - (x / y).floor() * y;
    x = std::move(y);
    y = std::move(rest);
  }
  return x;
}

bool exact_root(const Rational& value, std::int64_t n, Rational& root) {
  if (value.sign() < 0 || n < 1) return false;
  const auto integer_root = [n](const Rational& whole, Rational& result) {
    const double guess = std::pow(whole.to_double(), 1.0 / static_cast<double>(n));
    if (!(guess < 9e15)) return false;
    result = Rational(static_cast<std::int64_t>(std::llround(guess)));
    return power(result, n) == whole;
  };
  Rational n_root;
  Rational d_root;
  if (!integer_root(value.numerator(), n_root) || !integer_root(value.denominator(), d_root)) return false;
  root = n_root / d_root;
  return true;
}

}  // namespace tangible
