// SPDX-License-Identifier: Apache-2.0
// Piecewise polynomials as expressions.
#include "mechanics/table.h"

#include <algorithm>

namespace tangible {
namespace {

// Second derivatives of the natural cubic spline at the knots: a tridiagonal system, solved by elimination.
std::vector<double> spline_curvatures(const Table& t) {
  const std::size_t n = t.x.size();
  std::vector<double> curvature(n, 0.0);
  std::vector<double> upper(n, 0.0);
  for (std::size_t i = 1; i + 1 < n; ++i) {
    const double left = t.x[i] - t.x[i - 1];
    const double right = t.x[i + 1] - t.x[i];
    const double jump = (t.y[i + 1] - t.y[i]) / right - (t.y[i] - t.y[i - 1]) / left;
    const double pivot = 2 * (left + right) - left * upper[i - 1];
    upper[i] = right / pivot;
    curvature[i] = (6 * jump - left * curvature[i - 1]) / pivot;
  }
  for (std::size_t i = n - 1; i-- > 1;) curvature[i] -= upper[i] * curvature[i + 1];
  return curvature;
}

// The pieces from left to right: beyond the left end, one between each two knots, beyond the right end.
std::vector<Expr> make_pieces(const Table& t, Expr argument) {
  const std::size_t n = t.x.size();
  const std::vector<double> m = t.between == Table::Between::cubic ? spline_curvatures(t) : std::vector<double>(n, 0.0);
  const auto slope_at = [&](std::size_t i, std::size_t k, double end) {  // at knot i or k of the piece i, k
    const double h = t.x[k] - t.x[i];
    return (t.y[k] - t.y[i]) / h + end * h * (2 * (end < 0 ? m[i] : m[k]) + (end < 0 ? m[k] : m[i])) / 6;
  };
  const auto beyond = [&](std::size_t i, double slope) {
    if (t.beyond == Table::Beyond::hold) slope = 0;
    return real(t.y[i]) + real(slope) * (argument - real(t.x[i]));
  };
  std::vector<Expr> pieces{beyond(0, slope_at(0, 1, -1))};
  for (std::size_t i = 0; i + 1 < n; ++i) {
    const Expr s = argument - real(t.x[i]);
    const double cubic = (m[i + 1] - m[i]) / (6 * (t.x[i + 1] - t.x[i]));
    pieces.push_back(real(t.y[i]) + s * (real(slope_at(i, i + 1, -1)) + s * (real(m[i] / 2) + s * real(cubic))));
  }
  pieces.push_back(beyond(n - 1, slope_at(n - 2, n - 1, 1)));
  return pieces;
}

}  // namespace

Expr interpolate(const Table& table, Expr argument) {
  if (table.x.size() != table.y.size() || table.x.size() < 2)
    throw MechanicsError("table " + table.name + " needs at least two points, each with an x and a y");
  if (!std::ranges::is_sorted(table.x, std::less_equal<>{}))
    throw MechanicsError("the x of table " + table.name + " must increase from point to point");
  std::vector<Expr> pieces = make_pieces(table, argument);
  std::vector<double> knots = table.x;  // knots[i] separates pieces i and i + 1
  while (pieces.size() > 1) {
    // Join neighbours in pairs: the depth of the tree is the logarithm of the number of pieces.
    std::vector<Expr> joined;
    std::vector<double> kept;
    for (std::size_t i = 0; i < pieces.size(); i += 2) {
      const bool has_partner = i + 1 < pieces.size();
      joined.push_back(has_partner ? select(less(argument, real(knots[i])), pieces[i], pieces[i + 1]) : pieces[i]);
      if (i + 2 < pieces.size()) kept.push_back(knots[i + 1]);
    }
    pieces = std::move(joined);
    knots = std::move(kept);
  }
  return pieces.front();
}

}  // namespace tangible
