// SPDX-License-Identifier: Apache-2.0
// The table of units, their products and powers, and the names of dimensions.
#include "model/units.h"

#include <algorithm>
#include <cctype>
#include <map>
#include <utility>

namespace tangible {
namespace {

constexpr std::array<std::string_view, 5> base_names = {"kg", "m", "s", "A", "K"};

UnitDimension make(std::int64_t kg, std::int64_t m, std::int64_t s, std::int64_t ampere = 0, std::int64_t kelvin = 0) {
  return UnitDimension::base(0).power(kg) * UnitDimension::base(1).power(m) * UnitDimension::base(2).power(s) *
         UnitDimension::base(3).power(ampere) * UnitDimension::base(4).power(kelvin);
}

using Table = std::map<std::string, Unit, std::less<>>;

void add_with_prefixes(Table& table, const std::string& name, const Unit& unit, std::string_view prefixes) {
  static const std::map<char, Rational> powers = {
      {'n', {1, 1000000000}}, {'u', {1, 1000000}}, {'m', {1, 1000}}, {'c', {1, 100}},
      {'d', {1, 10}},         {'h', 100},          {'k', 1000},      {'M', 1000000},
      {'G', 1000000000}};
  table[name] = unit;
  for (const char prefix : prefixes)
    table[prefix + name] = {unit.dimension, unit.factor * powers.at(prefix), unit.pi_power};
}

Table make_table() {
  Table table;
  const Rational thousandth(1, 1000);
  add_with_prefixes(table, "g", {make(1, 0, 0), thousandth}, "umk");
  add_with_prefixes(table, "m", {make(0, 1, 0)}, "numcdk");
  add_with_prefixes(table, "s", {make(0, 0, 1)}, "num");
  add_with_prefixes(table, "A", {make(0, 0, 0, 1)}, "um");
  add_with_prefixes(table, "K", {make(0, 0, 0, 0, 1)}, "");
  add_with_prefixes(table, "rad", {make(0, 0, 0)}, "um");
  add_with_prefixes(table, "Hz", {make(0, 0, -1)}, "kM");
  add_with_prefixes(table, "N", {make(1, 1, -2)}, "umkM");
  add_with_prefixes(table, "Pa", {make(1, -1, -2)}, "hkMG");
  add_with_prefixes(table, "J", {make(1, 2, -2)}, "umkM");
  add_with_prefixes(table, "W", {make(1, 2, -3)}, "umkM");
  add_with_prefixes(table, "V", {make(1, 2, -3, -1)}, "umk");
  add_with_prefixes(table, "Ohm", {make(1, 2, -3, -2)}, "mk");
  add_with_prefixes(table, "H", {make(1, 2, -2, -2)}, "um");
  table["min"] = {make(0, 0, 1), 60};
  table["h"] = {make(0, 0, 1), 3600};
  table["bar"] = {make(1, -1, -2), 100000};
  table["deg"] = {make(0, 0, 0), Rational(1, 180), 1};
  table["rev"] = {make(0, 0, 0), 2, 1};
  table["rpm"] = {make(0, 0, -1), Rational(1, 30), 1};
  return table;
}

const Table& units() {
  static const Table table = make_table();
  return table;
}

std::string exponent_text(const Rational& exponent) {
  if (exponent.is_one()) return {};
  return "^" + (exponent.is_integer() ? exponent.to_string() : "(" + exponent.to_string() + ")");
}

// unit = factor { ("*" | "/") factor };  factor = (name | "1" | "(" unit ")") [ "^" [ "-" ] digits ]
// Parentheses do not nest.
class UnitParser {
 public:
  explicit UnitParser(std::string_view text) : text_(text) {}

  Unit parse() {
    const Unit unit = product();
    if (at_ < text_.size()) throw UnitError{"a parenthesis is closed that was not opened", at_};
    return unit;
  }

 private:
  Unit product() {
    Unit unit = factor();
    for (skip_blanks(); at_ < text_.size() && text_[at_] != ')'; skip_blanks()) {
      const char op = text_[at_];
      if (op != '*' && op != '/') throw UnitError{"a unit is a product of unit names, as in kg*m^2/s^2", at_};
      ++at_;
      unit = op == '*' ? unit * factor() : unit / factor();
    }
    return unit;
  }

  void skip_blanks() {
    while (at_ < text_.size() && text_[at_] == ' ') ++at_;
  }

  Unit in_parentheses() {
    const std::size_t begin = at_++;
    if (std::exchange(inside_, true)) throw UnitError{"parentheses in a unit do not nest", begin};
    const Unit unit = product();
    if (at_ >= text_.size()) throw UnitError{"this parenthesis is not closed", begin};
    ++at_;
    inside_ = false;
    return unit;
  }

  Unit factor() {
    skip_blanks();
    if (at_ < text_.size() && text_[at_] == '(') return raised(in_parentheses());
    const std::size_t begin = at_;
    while (at_ < text_.size() && std::isalnum(static_cast<unsigned char>(text_[at_])) != 0) ++at_;
    const std::string_view name = text_.substr(begin, at_ - begin);
    if (name.empty()) throw UnitError{"a unit is missing here", begin};
    const auto unit = name == "1" ? Unit{} : find_unit(name);
    if (!unit) throw UnitError{"'" + std::string(name) + "' is not a unit", begin};
    return raised(*unit);
  }

  Unit raised(const Unit& unit) {
    skip_blanks();
    if (at_ >= text_.size() || text_[at_] != '^') return unit;
    ++at_;
    return power(unit, exponent());
  }

  std::int64_t exponent() {
    skip_blanks();
    const bool negative = at_ < text_.size() && text_[at_] == '-';
    if (negative) ++at_;
    const std::size_t begin = at_;
    std::int64_t value = 0;
    for (; at_ < text_.size() && std::isdigit(static_cast<unsigned char>(text_[at_])) != 0; ++at_)
      if (value < 100) value = 10 * value + (text_[at_] - '0');
    if (at_ == begin || value > 20) throw UnitError{"the power of a unit is a small integer", begin};
    return negative ? -value : value;
  }

  std::string_view text_;
  std::size_t at_ = 0;
  bool inside_ = false;  // of parentheses
};

}  // namespace

UnitDimension UnitDimension::base(std::size_t index) {
  UnitDimension d;
  d.exponents_.at(index) = 1;
  return d;
}

UnitDimension UnitDimension::power(const Rational& exponent) const {
  UnitDimension out;
  for (std::size_t i = 0; i < exponents_.size(); ++i) out.exponents_[i] = exponents_[i] * exponent;
  return out;
}

UnitDimension operator*(const UnitDimension& a, const UnitDimension& b) {
  UnitDimension out;
  for (std::size_t i = 0; i < out.exponents_.size(); ++i) out.exponents_[i] = a.exponents_[i] + b.exponents_[i];
  return out;
}

UnitDimension operator/(const UnitDimension& a, const UnitDimension& b) { return a * b.power(-1); }

std::string UnitDimension::to_string() const {
  std::string above;
  std::string below;
  for (std::size_t i = 0; i < exponents_.size(); ++i) {
    const Rational& e = exponents_[i];
    if (e.sign() > 0) above += (above.empty() ? "" : "*") + std::string(base_names[i]) + exponent_text(e);
    if (e.sign() < 0) below += "/" + std::string(base_names[i]) + exponent_text(-e);
  }
  return (above.empty() ? "1" : above) + below;
}

std::array<int, 5> UnitDimension::integers() const {
  // Checks are made with the exact exponents; beyond this size one is as wrong as another.
  constexpr double largest = 1e6;
  std::array<int, 5> out{};
  for (std::size_t i = 0; i < out.size(); ++i)
    out[i] = static_cast<int>(std::clamp(exponents_[i].to_double(), -largest, largest));
  return out;
}

std::string UnitDimension::describe() const {
  static const std::map<std::string, std::string> names = {
      {"1", "a plain number or an angle"},
      {"kg", "kg (mass)"},
      {"m", "m (length)"},
      {"s", "s (time)"},
      {"1/s", "1/s (rate)"},
      {"m/s", "m/s (velocity)"},
      {"m/s^2", "m/s^2 (acceleration)"},
      {"1/s^2", "1/s^2 (angular acceleration)"},
      {"kg*m/s^2", "N (force)"},
      {"kg*m^2/s^2", "N*m (torque or energy)"},
      {"kg*m^2", "kg*m^2 (moment of inertia)"},
      {"kg*m^2/s^3", "W (power)"},
      {"kg*m/s", "N*s (momentum or impulse)"},
      {"kg*m^2/s", "N*m*s (angular momentum, or damping of a rotation)"},
      {"kg/s^2", "N/m (stiffness)"},
      {"kg/s", "N*s/m (damping)"},
      {"m^2", "m^2 (area)"},
      {"m^3", "m^3 (volume)"}};
  const std::string text = to_string();
  const auto found = names.find(text);
  return found == names.end() ? text : found->second;
}

namespace dimension {
UnitDimension none() { return {}; }
UnitDimension mass() { return make(1, 0, 0); }
UnitDimension length() { return make(0, 1, 0); }
UnitDimension time() { return make(0, 0, 1); }
UnitDimension rate() { return make(0, 0, -1); }
UnitDimension velocity() { return make(0, 1, -1); }
UnitDimension acceleration() { return make(0, 1, -2); }
UnitDimension force() { return make(1, 1, -2); }
UnitDimension torque() { return make(1, 2, -2); }
UnitDimension inertia() { return make(1, 2, 0); }
UnitDimension impulse() { return make(1, 1, -1); }
}  // namespace dimension

Expr Unit::in_si() const {
  const Expr number = factor;
  return pi_power == 0 ? number : number * pow(pi(), pi_power);
}

Unit operator*(const Unit& a, const Unit& b) {
  return {a.dimension * b.dimension, a.factor * b.factor, a.pi_power + b.pi_power};
}

Unit operator/(const Unit& a, const Unit& b) { return a * power(b, -1); }

Unit power(const Unit& unit, std::int64_t exponent) {
  return {unit.dimension.power(exponent), exponent == 0 ? Rational(1) : power(unit.factor, exponent),
          unit.pi_power * static_cast<int>(exponent)};
}

std::optional<Unit> find_unit(std::string_view name) {
  const auto found = units().find(name);
  if (found == units().end()) return std::nullopt;
  return found->second;
}

Unit parse_unit(std::string_view text) { return UnitParser(text).parse(); }

}  // namespace tangible
