// SPDX-License-Identifier: Apache-2.0
// The motion in an orthonormal basis of what the rows allow.
#include "equations/constrained_motion.h"

#include <algorithm>
#include <optional>

#include "symbolic/count.h"
#include "symbolic/ldlt.h"
#include "symbolic/linear_solve.h"
#include "symbolic/memo.h"
#include "symbolic/minors.h"
#include "symbolic/never_vanishes.h"
#include "symbolic/orthogonal_rows.h"
#include "symbolic/pivoted_rows.h"

namespace tangible {
namespace {

// The most that an expression can be whatever the angles in it: what it is rounded to, in units of the last place. A
// row that vanishes here is known by its size elsewhere.
Expr size_bound(Expr root) {
  Memo memo;
  for_each_below(std::span(&root, 1), memo, [&](Expr e) -> Expr {
    const std::vector<Expr> operands(e.operands().begin(), e.operands().end());
    std::vector<Expr> parts;
    switch (e.kind()) {
      case Kind::sin:
      case Kind::cos:
      case Kind::sign: return 1;
      case Kind::sum:
        for (const Pair p : Pairs(operands)) parts.push_back(scale(memo.at(p.first), abs(p.second.value())));
        return sum(parts);
      case Kind::product:
        for (const Pair p : Pairs(operands))
          parts.push_back(pow(p.second.value() < Rational(0) ? abs(p.first) : memo.at(p.first), p.second.value()));
        return product(parts);
      default: return abs(e);
    }
  });
  return memo.at(root);
}

// The active rows with their coefficients and remainders.
struct HeldRows {
  Matrix a;
  std::vector<Expr> demanded;  // a.u' = demanded
  std::vector<Expr> squares;   // of the most that each row can be
};

HeldRows gather_rows(const Equations& equations, std::span<const std::size_t> indices) {
  HeldRows rows{Matrix(indices.size(), equations.nu()), {}, {}};
  for (std::size_t i = 0; i < indices.size(); ++i) {
    const ConstraintRow& row = equations.rows[indices[i]];
    for (std::size_t r = 0; r < equations.nu(); ++r) rows.a(i, r) = row.a[r];
    rows.demanded.push_back(-row.rate_remainder);
    rows.squares.push_back(squared_bound(row.a));
  }
  return rows;
}

Expr largest_violation(const Equations& equations, const Embedding& embedding) {
  Expr violation;
  const bool must_be_closed = !embedding.closed.empty();
  for (const std::size_t i : must_be_closed ? embedding.all_rows : embedding.rows) {
    const ConstraintRow& row = equations.rows[i];
    std::vector<Expr> value{row.c};
    for (std::size_t r = 0; r < equations.nu(); ++r) value.push_back(row.a[r] * equations.kinematical.u[r]);
    violation = max(violation, abs(sum(value)));
    if (must_be_closed && row.kind == ConstraintKind::configuration) violation = max(violation, abs(row.configuration));
  }
  return violation;
}

// f - M u'
Expr minus_inertia(const Equations& equations, std::span<const Expr> u_rate, std::size_t r) {
  std::vector<Expr> terms{equations.dynamical.forcing(r)};
  for (std::size_t s = 0; s < equations.nu(); ++s) terms.push_back(-(equations.dynamical.mass(r, s) * u_rate[s]));
  return sum(terms);
}

Expr dot_product(std::span<const Expr> a, std::span<const Expr> b) {
  std::vector<Expr> terms;
  for (std::size_t i = 0; i < a.size(); ++i) terms.push_back(a[i] * b[i]);
  return sum(terms);
}

// In an orthonormal basis, for any number of freedoms.
ConstrainedMotion move_in_basis(const Equations& equations, const HeldRows& held_rows) {
  const std::size_t nu = equations.nu(), m = held_rows.a.rows();
  ConstrainedMotion out;
  const OrthogonalRows rows(held_rows.a, held_rows.squares);
  out.regularity = rows.regularity();
  const Matrix t = rows.null_basis();
  const std::vector<Expr> g = rows.smallest_solution(held_rows.demanded);
  std::vector<Expr> left(nu), forcing(nu - m);
  for (std::size_t r = 0; r < nu; ++r) left[r] = minus_inertia(equations, g, r);
  std::vector<Expr> terms;
  for (std::size_t i = 0; i < forcing.size(); ++i) {
    terms.clear();
    for (std::size_t r = 0; r < nu; ++r) terms.push_back(t(r, i) * left[r]);
    forcing[i] = sum(terms);
  }
  const std::vector<Expr> w = solve_symmetric(t.transposed() * (equations.dynamical.mass * t), forcing);
  for (std::size_t r = 0; r < nu; ++r) {
    terms.assign({g[r]});
    for (std::size_t i = 0; i < w.size(); ++i) terms.push_back(t(r, i) * w[i]);
    out.u_rate.push_back(sum(terms));
  }
  std::vector<Expr> held(nu);
  for (std::size_t r = 0; r < nu; ++r) held[r] = -minus_inertia(equations, out.u_rate, r);
  out.row_force = rows.multipliers(held);
  return out;
}

// Where rows take turns no basis of the allowed motions can be unrolled. With P, which takes the allowed part of a
// motion, and 1 - P = Q^T Q: (P M P + m (1 - P)) w = P (f - M g), u' = w + g. m is a mass of the size of those in M.
ConstrainedMotion move_by_projection(const Equations& equations, const HeldRows& held_rows, std::size_t rank) {
  const std::size_t nu = equations.nu();
  const PivotedRows rows(held_rows.a, held_rows.squares, rank);
  ConstrainedMotion out;
  out.regularity = rows.regularity();
  const Matrix& q = rows.directions();
  const Matrix held = q.transposed() * q;
  Matrix allowed(nu, nu);
  std::vector<Expr> masses, forcing(nu), left(nu);
  for (std::size_t r = 0; r < nu; ++r) {
    masses.push_back(equations.dynamical.mass(r, r));
    for (std::size_t s = 0; s < nu; ++s) allowed(r, s) = (r == s ? Expr(1) : Expr(0)) - held(r, s);
  }
  const Expr mass = scale(sum(masses), Rational(1, static_cast<long>(nu)));
  Matrix whole = allowed * (equations.dynamical.mass * allowed);
  const std::vector<Expr> g = rows.smallest_solution(held_rows.demanded);
  for (std::size_t r = 0; r < nu; ++r) left[r] = minus_inertia(equations, g, r);
  for (std::size_t r = 0; r < nu; ++r) {
    std::vector<Expr> terms;
    for (std::size_t s = 0; s < nu; ++s) {
      whole(r, s) = whole(r, s) + mass * held(r, s);
      terms.push_back(allowed(r, s) * left[s]);
    }
    forcing[r] = sum(terms);
  }
  const std::vector<Expr> w = solve_symmetric(whole, forcing);
  for (std::size_t r = 0; r < nu; ++r) out.u_rate.push_back(w[r] + g[r]);
  std::vector<Expr> load(nu);
  for (std::size_t r = 0; r < nu; ++r) load[r] = -minus_inertia(equations, out.u_rate, r);
  out.row_force = rows.multipliers(load);
  return out;
}

// With one freedom the motion t that the rows allow is their vector product, which vanishes only where they depend on
// each other. The rows and t^T M u' = t^T f together are a square system whose determinant is t^T M t; it is solved by
// cofactors, and so is A^T force = M u' - f.
ConstrainedMotion move_along_product(const Equations& equations, const HeldRows& held_rows) {
  const std::size_t nu = equations.nu(), m = held_rows.a.rows();
  Matrix whole(nu, nu);
  for (std::size_t i = 0; i < m; ++i)
    for (std::size_t r = 0; r < nu; ++r) whole(i, r) = held_rows.a(i, r);
  Minors of_rows(whole);
  std::vector<Expr> t, momentum, f;
  for (std::size_t r = 0; r < nu; ++r) t.push_back(of_rows.cofactor(m, r));
  for (std::size_t r = 0; r < nu; ++r) {
    std::vector<Expr> terms;
    for (std::size_t s = 0; s < nu; ++s) terms.push_back(equations.dynamical.mass(r, s) * t[s]);
    momentum.push_back(whole(m, r) = sum(terms));
    f.push_back(equations.dynamical.forcing(r));
  }
  Minors minors(whole);
  const Expr inverse = 1 / dot_product(t, momentum), along = dot_product(t, f);
  ConstrainedMotion out;
  for (std::size_t r = 0; r < nu; ++r) {
    std::vector<Expr> terms{along * t[r]};
    for (std::size_t i = 0; i < m; ++i)
      if (!held_rows.demanded[i].is_zero()) terms.push_back(held_rows.demanded[i] * minors.cofactor(i, r));
    out.u_rate.push_back(sum(terms) * inverse);
  }
  std::vector<Expr> held(nu);
  for (std::size_t r = 0; r < nu; ++r) held[r] = -minus_inertia(equations, out.u_rate, r);
  for (std::size_t i = 0; i < m; ++i) {
    std::vector<Expr> terms;
    for (std::size_t r = 0; r < nu; ++r) terms.push_back(held[r] * minors.cofactor(i, r));
    out.row_force.push_back(sum(terms) * inverse);
  }
  // |t| is the volume that the rows span.
  const Expr whole_volume = product(held_rows.squares);
  out.regularity = sqrt(select(less(0, whole_volume), dot_product(t, t) / whole_volume, 0));
  return out;
}

// Speeds in which each row has a coefficient that cannot vanish, and that the fewest rows contain: if such speeds
// depend on the others, they may do so at every configuration.
std::vector<std::size_t> sure_speeds(const Equations& equations, std::span<const std::size_t> rows) {
  std::vector<std::pair<std::size_t, std::size_t>> found;  // how many rows contain it, speed
  for (std::size_t r = equations.nu(); r-- > 0;) {
    std::size_t count = 0;
    bool is_sure = false;
    for (const std::size_t i : rows) {
      const Expr a = equations.rows[i].a[r];
      count += a.is_zero() ? 0u : 1u;
      is_sure = is_sure || never_vanishes(a, equations.parameters);
    }
    if (is_sure) found.push_back({count, r});
  }
  std::ranges::stable_sort(found, {}, &std::pair<std::size_t, std::size_t>::first);
  std::vector<std::size_t> speeds;
  for (const auto& [count, r] : found) speeds.push_back(r);
  return speeds;
}

// T = [1; D] with a D that exists everywhere, where there is a choice of dependent speeds with such a D.
std::optional<ConstrainedMotion> move_with_sure_speeds(const Equations& equations, const Embedding& embedding) {
  const std::vector<std::size_t> speeds = sure_speeds(equations, embedding.rows);
  if (speeds.size() < embedding.rows.size()) return std::nullopt;
  std::vector<std::string> names;
  for (const std::size_t i : embedding.rows) names.push_back(equations.rows[i].name);
  const Embedding sure = solve_rows(equations, names, {embedding.rows, {}, speeds, false});
  if (!sure.divisors.empty()) return std::nullopt;
  const std::size_t nu = equations.nu(), p = sure.independent.size(), m = sure.dependent.size();
  Matrix t(nu, p), coefficients(m, m);
  std::vector<Expr> g(nu), left(nu), forcing(p), held;
  for (std::size_t r = 0; r < p; ++r) t(sure.independent[r], r) = 1;
  for (std::size_t d = 0; d < m; ++d) {
    g[sure.dependent[d]] = sure.G[d];
    for (std::size_t r = 0; r < p; ++r) t(sure.dependent[d], r) = sure.D(d, r);
    for (std::size_t i = 0; i < m; ++i) coefficients(d, i) = equations.rows[embedding.rows[i]].a[sure.dependent[d]];
  }
  for (std::size_t r = 0; r < nu; ++r) left[r] = minus_inertia(equations, g, r);
  for (std::size_t r = 0; r < p; ++r) {
    std::vector<Expr> terms;
    for (std::size_t s = 0; s < nu; ++s) terms.push_back(t(s, r) * left[s]);
    forcing[r] = sum(terms);
  }
  ConstrainedMotion out;
  const std::vector<Expr> w = solve_symmetric(t.transposed() * (equations.dynamical.mass * t), forcing);
  for (std::size_t s = 0; s < nu; ++s) {
    std::vector<Expr> terms{g[s]};
    for (std::size_t r = 0; r < p; ++r) terms.push_back(t(s, r) * w[r]);
    out.u_rate.push_back(sum(terms));
  }
  for (const std::size_t r : sure.dependent) held.push_back(-minus_inertia(equations, out.u_rate, r));
  out.row_force = solve_square(coefficients, held, {[](Expr e) { return e.is_zero(); }, [](Expr e) { return e; }});
  out.regularity = 1;
  return out;
}

std::size_t length_of(const ConstrainedMotion& motion, const Embedding& embedding) {
  std::vector<Expr> list{motion.regularity};
  for (const std::size_t r : embedding.independent) list.push_back(motion.u_rate[r]);
  return count_operations(list).total();
}

// By the shortest of the methods that apply.
ConstrainedMotion move_with_used_rows(const Equations& equations, const Embedding& embedding) {
  constexpr std::size_t max_speeds_in_product = 6;  // beyond that cofactors are too many
  const HeldRows rows = gather_rows(equations, embedding.rows);
  ConstrainedMotion out = move_in_basis(equations, rows);
  if (rows.a.rows() + 1 == equations.nu() && equations.nu() <= max_speeds_in_product)
    if (ConstrainedMotion other = move_along_product(equations, rows);
        length_of(other, embedding) < length_of(out, embedding))
      out = std::move(other);
  if (std::optional<ConstrainedMotion> other = move_with_sure_speeds(equations, embedding))
    if (length_of(*other, embedding) < length_of(out, embedding)) out = *std::move(other);
  return out;
}

}  // namespace

Expr squared_bound(std::span<const Expr> row) {
  std::vector<Expr> squares;
  for (const Expr e : row)
    if (!e.is_zero()) squares.push_back(pow(size_bound(e), 2));
  return sum(squares);
}

ConstrainedMotion derive_constrained_motion(const Equations& equations, const Embedding& embedding) {
  ConstrainedMotion out =
      embedding.rows_take_turns
          ? move_by_projection(equations, gather_rows(equations, embedding.all_rows), embedding.rows.size())
          : move_with_used_rows(equations, embedding);
  out.rows = embedding.rows_take_turns ? embedding.all_rows : embedding.rows;
  out.violation = largest_violation(equations, embedding);
  return out;
}

Expr embedding_regularity(const Equations& equations, const Embedding& embedding) {
  const std::size_t m = embedding.rows.size();
  Matrix dependent(m, m);
  std::vector<Expr> squares;
  for (std::size_t i = 0; i < m; ++i) {
    const std::vector<Expr>& a = equations.rows[embedding.rows[i]].a;
    for (std::size_t d = 0; d < m; ++d) dependent(i, d) = a[embedding.dependent[d]];
    squares.push_back(squared_bound(a));
  }
  return OrthogonalRows(dependent, squares).regularity();
}

}  // namespace tangible
