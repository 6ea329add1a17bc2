// SPDX-License-Identifier: Apache-2.0
// Expressions and linear systems in a hundred digits: a method that shares nothing with programs or with the embedding.
#pragma once

#include <boost/multiprecision/cpp_bin_float.hpp>
#include <unordered_map>
#include <vector>

#include "symbolic/evaluate.h"
#include "symbolic/expr.h"

namespace tangible {

using Digits = boost::multiprecision::number<boost::multiprecision::cpp_bin_float_100::backend_type,
                                             boost::multiprecision::et_off>;
using DigitValues = std::unordered_map<Expr, Digits>;

std::vector<Digits> evaluate_digits(std::span<const Expr> list, const DigitValues& values);

// A dense matrix, row by row.
struct DigitMatrix {
  DigitMatrix(std::size_t n, std::size_t m) : rows(n), columns(m), entries(n * m) {}
  Digits& operator()(std::size_t i, std::size_t j) { return entries[i * columns + j]; }
  const Digits& operator()(std::size_t i, std::size_t j) const { return entries[i * columns + j]; }
  std::size_t rows, columns;
  std::vector<Digits> entries;
};

// Gaussian elimination with full pivoting. Pivots below `least` times the largest are taken for zero: their unknowns
// are zero, and what is left of their right sides is the contradiction.
struct DigitSolution {
  std::vector<Digits> x;
  std::size_t rank = 0;
  double smallest_pivot = 0;  // of those that are not zero, relative to the largest
  double contradiction = 0;
};
DigitSolution solve_digits(DigitMatrix a, std::vector<Digits> b, double least = 1e-60);

}  // namespace tangible
