// SPDX-License-Identifier: Apache-2.0
// The whole system of multipliers, and how it answers to a rounding of the state.
#include "truth/multipliers.h"

#include <algorithm>
#include <cmath>

namespace tangible {
namespace {

namespace mp = boost::multiprecision;

double to_double(const Digits& x) { return x.convert_to<double>(); }

bool are_finite(const std::vector<Digits>& list) {
  return std::ranges::all_of(list, [](const Digits& x) { return mp::isfinite(x); });
}

}  // namespace

struct MultiplierTruth::Numbers {
  std::size_t n, m;
  std::vector<Digits> mass, forcing, rows, constants, remainders;
  bool finite() const {
    return are_finite(mass) && are_finite(forcing) && are_finite(rows) && are_finite(constants) &&
           are_finite(remainders);
  }
  Digits length(std::size_t i) const {
    Digits square = 0;
    for (std::size_t r = 0; r < n; ++r) square += rows[i * n + r] * rows[i * n + r];
    return mp::sqrt(square);
  }
};

MultiplierTruth::Numbers MultiplierTruth::evaluate(const DigitValues& state) const {
  const std::size_t n = equations_.nu(), m = rows_.size();
  std::vector<Expr> all = equations_.dynamical.mass.entries();
  for (std::size_t r = 0; r < n; ++r) all.push_back(equations_.dynamical.forcing(r));
  for (const std::size_t i : rows_) all.insert(all.end(), equations_.rows[i].a.begin(), equations_.rows[i].a.end());
  for (const std::size_t i : rows_) all.push_back(equations_.rows[i].c);
  for (const std::size_t i : rows_) all.push_back(equations_.rows[i].rate_remainder);
  const std::vector<Digits> x = evaluate_digits(all, state);
  auto at = x.begin();
  const auto take = [&](std::size_t count) {
    const std::vector<Digits> part(at, at + static_cast<std::ptrdiff_t>(count));
    at += static_cast<std::ptrdiff_t>(count);
    return part;
  };
  Numbers out{n, m, {}, {}, {}, {}, {}};
  out.mass = take(n * n);
  out.forcing = take(n);
  out.rows = take(m * n);
  out.constants = take(m);
  out.remainders = take(m);
  return out;
}

bool MultiplierTruth::satisfy_rows(Values& state) const {
  const Numbers at = evaluate(DigitValues(state.begin(), state.end()));
  if (at.m == 0) return true;
  if (!at.finite()) return false;
  // u + A^T y with A A^T y = -(A u + c).
  DigitMatrix square(at.m, at.m);
  std::vector<Digits> right(at.m);
  for (std::size_t i = 0; i < at.m; ++i) {
    right[i] = -at.constants[i];
    for (std::size_t r = 0; r < at.n; ++r) {
      right[i] -= at.rows[i * at.n + r] * state.at(equations_.kinematical.u[r]);
      for (std::size_t j = 0; j < at.m; ++j) square(i, j) += at.rows[i * at.n + r] * at.rows[j * at.n + r];
    }
  }
  const DigitSolution y = solve_digits(square, right, 1e-26);  // less is the rounding of a quarter turn
  if (y.contradiction > 1e-12) return false;
  for (std::size_t r = 0; r < at.n; ++r) {
    Digits u = state.at(equations_.kinematical.u[r]);
    for (std::size_t i = 0; i < at.m; ++i) u += at.rows[i * at.n + r] * y.x[i];
    state[equations_.kinematical.u[r]] = to_double(u);
  }
  return true;
}

Multipliers MultiplierTruth::solve_at(const DigitValues& state) const {
  const Numbers at = evaluate(state);
  Multipliers out;
  if (!at.finite()) return out;
  const std::size_t n = at.n, m = at.m;
  DigitMatrix rows(m, n), whole(n + m, n + m);
  std::vector<Digits> right(n + m);
  Digits heaviest = 0;
  for (std::size_t r = 0; r < n; ++r) heaviest = std::max(heaviest, mp::abs(at.mass[r * n + r]));
  for (std::size_t r = 0; r < n; ++r) {
    right[r] = at.forcing[r];
    for (std::size_t s = 0; s < n; ++s) whole(r, s) = at.mass[r * n + s];
  }
  // Rows of length one, times the largest mass: the rank does not depend on units.
  for (std::size_t i = 0; i < m; ++i) {
    const Digits length = at.length(i);
    const Digits scale = length > 1e-13 ? Digits(1 / length) : Digits(1);
    right[n + i] = -at.remainders[i] * scale * heaviest;
    for (std::size_t r = 0; r < n; ++r) {
      rows(i, r) = at.rows[i * n + r] * scale;
      whole(n + i, r) = rows(i, r) * heaviest;
      whole(r, n + i) = -at.rows[i * n + r];
    }
  }
  const DigitSolution of_rows = solve_digits(rows, std::vector<Digits>(m, Digits(0)), 1e-60);
  out.rank = of_rows.rank;
  out.regularity = m == 0 ? 1 : of_rows.smallest_pivot;
  const DigitSolution x = solve_digits(whole, right, 1e-60);
  out.is_determined = x.rank == n + out.rank && x.smallest_pivot > 1e-18;
  out.u_rate.assign(x.x.begin(), x.x.begin() + static_cast<std::ptrdiff_t>(n));
  out.force.assign(x.x.begin() + static_cast<std::ptrdiff_t>(n), x.x.end());
  for (std::size_t r = 0; r < n; ++r) {
    Digits load = 0;
    for (std::size_t i = 0; i < m; ++i) load += at.rows[i * n + r] * out.force[i];
    out.load_of_rows.push_back(to_double(load));
    out.scale = std::max(out.scale, std::fabs(to_double(out.u_rate[r])));
  }
  return out;
}

// The state is known to half a unit in its last place: numbers of a program cannot be better than what that does.
Multipliers MultiplierTruth::solve(const Values& state) const {
  Multipliers out = solve_at(DigitValues(state.begin(), state.end()));
  if (!out.is_determined) return out;
  for (const int way : {1, -1}) {
    DigitValues moved;
    std::size_t number = 0;
    for (const auto& [symbol, value] : state) {
      const bool up = (++number % 2 == 0) == (way > 0);
      moved[symbol] = Digits(value) * (up ? Digits(1) + Digits(1e-16) : Digits(1) - Digits(1e-16));
    }
    const Multipliers beside = solve_at(moved);
    if (!beside.is_determined) return beside;
    for (std::size_t r = 0; r < out.u_rate.size(); ++r) {
      out.spread = std::max(out.spread, std::fabs(to_double(beside.u_rate[r] - out.u_rate[r])));
      out.load_spread = std::max(out.load_spread, std::fabs(beside.load_of_rows[r] - out.load_of_rows[r]));
    }
  }
  return out;
}

}  // namespace tangible
