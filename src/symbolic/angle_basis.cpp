// SPDX-License-Identifier: Apache-2.0
// Choice of base angles by elimination over the rationals.
#include "symbolic/angle_basis.h"

#include <algorithm>

#include "symbolic/polynomial.h"

namespace tangible {
namespace {

// Elimination is cubic: beyond this many atoms or angles the atoms are the basis.
constexpr std::size_t max_elimination = 48;

// cos(n a) has about n/2 terms with ever larger numbers in the powers of cos(a).
constexpr std::int64_t max_multiple = 64;

Angle scaled(const Angle& angle, const Rational& factor) {
  Angle result = angle;
  for (Angle::Part& part : result.parts) part.coefficient = part.coefficient * factor;
  return result;
}

// One angle for each direction, the common measure of all that point there.
std::vector<Angle> directions(std::span<const Angle> angles) {
  std::vector<Angle> found;  // with first coefficient one
  std::vector<Rational> measures;
  for (const Angle& angle : angles) {
    if (angle.parts.empty()) continue;
    const Rational size = angle.parts.front().coefficient;
    Angle unit = scaled(angle, size.inverse());
    unit.half_turns = 0;
    const auto known = std::ranges::find(found, unit);
    if (known == found.end()) {
      found.push_back(std::move(unit));
      measures.push_back(abs(size));
    } else {
      Rational& measure = measures[static_cast<std::size_t>(known - found.begin())];
      measure = common_measure(measure, size);
    }
  }
  for (std::size_t i = 0; i < found.size(); ++i) {
    found[i] = scaled(found[i], measures[i]);
    // The sign in which sin(angle) is written without a minus.
    if (split_coefficient(to_expr(found[i])).coefficient.sign() < 0) found[i] = scaled(found[i], -1);
  }
  return found;
}

}  // namespace

Rational common_measure(const Rational& a, const Rational& b) {
  const Rational d = a.denominator() * b.denominator();
  return gcd(a * d, b * d) / d;
}

AngleBasis::AngleBasis(std::span<const Angle> angles, AngleChoice choice) {
  const std::vector<Angle> whole = directions(angles);
  for (const Angle& angle : whole)
    for (const Angle::Part& part : angle.parts) columns_.emplace(part.atom, columns_.size());
  const bool small = columns_.size() <= max_elimination && whole.size() <= max_elimination;
  if (choice == AngleChoice::whole && small && use_whole_angles(whole)) return;
  use_atoms(whole, choice == AngleChoice::halves ? Rational(1, 2) : Rational(1));
}

AngleBasis::Vector AngleBasis::to_vector(const Angle& angle) const {
  Vector vector(columns_.size());
  for (const Angle::Part& part : angle.parts) vector[columns_.at(part.atom)] = part.coefficient;
  return vector;
}

// Takes away multiples of the rows, by ascending pivot.
AngleBasis::Vector AngleBasis::reduce(Vector& vector) const {
  Vector combination(base_.size());
  for (const Row& row : rows_) {
    const Rational factor = vector[row.pivot] / row.vector[row.pivot];
    if (factor.is_zero()) continue;
    for (std::size_t i = row.pivot; i < vector.size(); ++i) vector[i] = vector[i] - factor * row.vector[i];
    for (std::size_t i = 0; i < row.combination.size(); ++i)
      combination[i] = combination[i] + factor * row.combination[i];
  }
  return combination;
}

// True when the angle is a new base angle or an integer combination of those there are.
bool AngleBasis::add(const Angle& angle) {
  Vector vector = to_vector(angle);
  Vector combination = reduce(vector);
  const auto left = std::ranges::find_if(vector, [](const Rational& x) { return !x.is_zero(); });
  if (left == vector.end()) return std::ranges::all_of(combination, [](const Rational& x) { return x.is_integer(); });
  base_.push_back(angle);
  for (Rational& x : combination) x = -x;
  combination.push_back(1);
  // Rows by ascending pivot: a later row then never brings back what an earlier one has removed.
  const Row row{static_cast<std::size_t>(left - vector.begin()), std::move(vector), std::move(combination)};
  rows_.insert(std::ranges::upper_bound(rows_, row.pivot, {}, &Row::pivot), row);
  return true;
}

// False when some angle is no integer combination of the base angles chosen.
bool AngleBasis::use_whole_angles(std::span<const Angle> angles) {
  std::vector<Angle> longest_first(angles.begin(), angles.end());
  std::ranges::stable_sort(longest_first, std::greater<>{}, [](const Angle& a) { return a.parts.size(); });
  return std::ranges::all_of(longest_first, [&](const Angle& angle) { return add(angle); });
}

// Every atom with the common measure of all its coefficients, or a fraction of that.
void AngleBasis::use_atoms(std::span<const Angle> angles, const Rational& fraction) {
  base_.clear();
  rows_.clear();
  std::vector<Angle::Part> atoms(columns_.size());
  for (const Angle& angle : angles) {
    for (const Angle::Part& part : angle.parts) {
      Angle::Part& atom = atoms[columns_.at(part.atom)];
      atom.coefficient =
          atom.coefficient.is_zero() ? abs(part.coefficient) : common_measure(atom.coefficient, part.coefficient);
      atom.atom = part.atom;
    }
  }
  for (const Angle::Part& atom : atoms) base_.push_back({{{atom.atom, atom.coefficient * fraction}}, 0});
}

// Of atoms simply the quotients; else what elimination takes away.
std::vector<std::int64_t> AngleBasis::coordinates(const Angle& angle) const {
  std::vector<std::int64_t> result(base_.size());
  const auto set = [&](std::size_t i, const Rational& value) {
    if (!value.is_integer() || abs(value) > Rational(max_multiple)) throw WorkLimit("an angle of too many parts");
    result[i] = value.small_numerator();
  };
  if (rows_.empty()) {
    for (const Angle::Part& part : angle.parts) {
      const std::size_t i = columns_.at(part.atom);
      set(i, part.coefficient / base_[i].parts.front().coefficient);
    }
    return result;
  }
  Vector vector = to_vector(angle);
  const Vector combination = reduce(vector);
  for (std::size_t i = 0; i < combination.size(); ++i) set(i, combination[i]);
  return result;
}

}  // namespace tangible
