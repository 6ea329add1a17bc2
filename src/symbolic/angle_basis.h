// SPDX-License-Identifier: Apache-2.0
// AngleBasis: few angles of which all given ones are integer combinations.
#pragma once

#include <cstdint>
#include <span>
#include <unordered_map>
#include <vector>

#include "symbolic/angle.h"

namespace tangible {

// The basis into which angles are decomposed. Half turns are no part of it.
enum class AngleChoice {
  // Angles that are independent stay whole: cos(q1 + q2) alone is one cosine. Where they depend on each other, the
  // longest ones are the basis, if the others are integer combinations of them; else the atoms are.
  whole,
  atoms,  // symbols and products, divided as far as needed
  halves  // the same, each divided by two once more
};

class AngleBasis {
 public:
  explicit AngleBasis(std::span<const Angle> angles, AngleChoice choice = AngleChoice::whole);

  std::size_t size() const { return base_.size(); }
  const Angle& operator[](std::size_t i) const { return base_[i]; }
  // Of one of the angles that the basis was made for: its integer coordinates.
  std::vector<std::int64_t> coordinates(const Angle& angle) const;

 private:
  using Vector = std::vector<Rational>;
  // A base angle after elimination: its vector, and that vector as combination of the base angles.
  struct Row {
    std::size_t pivot;
    Vector vector;
    Vector combination;
  };
  Vector to_vector(const Angle& angle) const;
  // Reduces the vector to what the rows cannot make, and returns the combination of base angles that was taken away.
  Vector reduce(Vector& vector) const;
  bool add(const Angle& angle);
  bool use_whole_angles(std::span<const Angle> angles);
  void use_atoms(std::span<const Angle> angles, const Rational& fraction);

  std::unordered_map<Expr, std::size_t> columns_;
  std::vector<Angle> base_;
  std::vector<Row> rows_;
};

// The largest number of which all are integer multiples.
Rational common_measure(const Rational& a, const Rational& b);

}  // namespace tangible
