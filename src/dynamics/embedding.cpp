// SPDX-License-Identifier: Apache-2.0
// Partition, D and E, and recombination by Gillespie (44) and (45).
#include "dynamics/embedding.h"

#include <algorithm>

#include "dynamics/matrix_solvers.h"

namespace tangible {
namespace {

// Relative to the largest entry of its row, what is left of a dependent row after elimination is rounding.
constexpr double rank_tolerance = 1e-10;

struct Partition {
  std::vector<int> dependent;
  std::vector<int> used_rows;
  std::vector<int> redundant_rows;
  bool contradiction = false;
};

// Row by row, each picks the last speed in which it is not negligible; speeds of earlier rows are eliminated first.
// Among the columns the last one that is independent of later ones is preferred, so elimination runs over columns.
Partition find_partition(const FreeSystem& free) {
  const auto m = free.rows.rows();
  const auto n = free.rows.cols();
  Eigen::MatrixXd a(m, n + 1);
  a << free.rows, free.constants;
  for (Eigen::Index i = 0; i < m; ++i) {
    const double size = a.row(i).head(n).cwiseAbs().maxCoeff();
    if (size > 0) a.row(i) /= size;
  }
  Partition result;
  std::vector<bool> used(static_cast<std::size_t>(m), false);
  for (Eigen::Index column = n; column-- > 0;) {
    Eigen::Index pivot = -1;
    for (Eigen::Index i = 0; i < m; ++i) {
      if (used[static_cast<std::size_t>(i)] || std::abs(a(i, column)) <= rank_tolerance) continue;
      if (pivot < 0 || std::abs(a(i, column)) > std::abs(a(pivot, column))) pivot = i;
    }
    if (pivot < 0) continue;
    used[static_cast<std::size_t>(pivot)] = true;
    result.dependent.push_back(static_cast<int>(column));
    result.used_rows.push_back(static_cast<int>(pivot));
    for (Eigen::Index i = 0; i < m; ++i)
      if (!used[static_cast<std::size_t>(i)]) a.row(i) -= a(i, column) / a(pivot, column) * a.row(pivot);
  }
  for (Eigen::Index i = 0; i < m; ++i) {
    if (used[static_cast<std::size_t>(i)]) continue;
    result.redundant_rows.push_back(static_cast<int>(i));
    result.contradiction = result.contradiction || std::abs(a(i, n)) > 1e-8;
  }
  std::ranges::sort(result.dependent);
  std::ranges::sort(result.used_rows);
  return result;
}

Eigen::MatrixXd mass_along(const Eigen::MatrixXd& t, const Eigen::MatrixXd& m) { return t.transpose() * m * t; }

// Whether all pivots of T^T M T are positive, whatever the units of the speeds. Where its terms cancel, rounding leaves
// a share of these terms.
bool is_definite(const Eigen::MatrixXd& mass, const Eigen::MatrixXd& t, const Eigen::MatrixXd& m) {
  if (mass.rows() == 0) return true;
  const Eigen::VectorXd diagonal = mass.diagonal();
  // Whatever the units, less than this of the largest is what rounding leaves of a mass that vanishes here, as that of
  // a turn about a vertical pendulum.
  constexpr double massless = 1e-26;
  if (!(diagonal.minCoeff() > massless * diagonal.maxCoeff())) return false;
  const Eigen::VectorXd scale = diagonal.cwiseSqrt().cwiseInverse();
  const Eigen::MatrixXd terms = mass_along(t.cwiseAbs(), m.cwiseAbs());
  const double cancelled = terms.diagonal().cwiseQuotient(diagonal).maxCoeff();  // at least 1
  return smallest_symmetric_pivot(scale.asDiagonal() * mass * scale.asDiagonal()) > 1e-14 * cancelled;
}

struct Motions {
  Eigen::MatrixXd basis;     // T
  Eigen::VectorXd demanded;  // g: u' = T w' + g
};

// T^T M T w' = T^T (f - M g)
void move(const Motions& motions, const FreeSystem& free, EmbeddedSystem& out) {
  const Eigen::MatrixXd& t = motions.basis;
  const Eigen::MatrixXd mass = mass_along(t, free.mass);
  if (!is_definite(mass, t, free.mass)) out.status = EmbeddedSystem::Status::singular_mass;
  const Eigen::VectorXd forcing = t.transpose() * (free.forcing - free.mass * motions.demanded);
  out.u_rate = t * SymmetricSolver(mass).solve(forcing) + motions.demanded;
}

// T^T M T w' = T^T (f - M [0; G]) with T = [1; D].
void recombine(const FreeSystem& free, EmbeddedSystem& out) {
  const auto n = free.mass.rows();
  const auto p = static_cast<Eigen::Index>(out.independent.size());
  Eigen::MatrixXd t = Eigen::MatrixXd::Zero(n, p);
  Eigen::VectorXd g = Eigen::VectorXd::Zero(n);
  for (Eigen::Index r = 0; r < p; ++r) t(out.independent[static_cast<std::size_t>(r)], r) = 1;
  for (std::size_t s = 0; s < out.dependent.size(); ++s) {
    t.row(out.dependent[s]) = out.D.row(static_cast<Eigen::Index>(s));
    g(out.dependent[s]) = out.G(static_cast<Eigen::Index>(s));
  }
  out.mass = mass_along(t, free.mass);
  out.forcing = t.transpose() * (free.forcing - free.mass * g);
  move({t, g}, free, out);
}

// The same in an orthonormal basis of the motions that the rows allow: D is large, and digits are lost, where the rows
// hardly determine the dependent speeds.
void move_in_orthonormal_basis(const FreeSystem& free, const std::vector<int>& used_rows, EmbeddedSystem& out) {
  const Eigen::MatrixXd rows = free.rows(used_rows, Eigen::all);
  const Eigen::MatrixXd q = householder_basis(rows.transpose());
  const Eigen::VectorXd demanded = -free.rate_remainders(used_rows);
  move({q.rightCols(rows.cols() - rows.rows()), LeastNormSolver(rows).solve(demanded)}, free, out);
}

}  // namespace

EmbeddedSystem embed(const FreeSystem& free) {
  EmbeddedSystem out;
  const auto n = free.mass.rows();
  const Partition partition = find_partition(free);
  out.dependent = partition.dependent;
  out.redundant_rows = partition.redundant_rows;
  for (int r = 0; r < n; ++r)
    if (!std::ranges::binary_search(out.dependent, r)) out.independent.push_back(r);
  const Eigen::MatrixXd used = free.rows(partition.used_rows, Eigen::all);
  const Eigen::MatrixXd a_dependent = used(Eigen::all, out.dependent);
  const Eigen::MatrixXd a_independent = used(Eigen::all, out.independent);
  const Eigen::VectorXd c = free.constants(partition.used_rows);
  const Eigen::VectorXd b = free.rate_remainders(partition.used_rows);
  double reciprocal_condition = 1;
  if (partition.used_rows.empty()) {
    out.D = Eigen::MatrixXd(0, n);
    out.E = out.G = Eigen::VectorXd(0);
  } else {
    const FullyPivotedLu lu(a_dependent);
    reciprocal_condition = lu.reciprocal_condition();
    out.D = Eigen::MatrixXd(a_dependent.rows(), a_independent.cols());
    if (a_independent.cols() > 0) out.D = -lu.solve(a_independent);
    out.E = -lu.solve(c);
    out.G = -lu.solve(b);
  }
  if (partition.contradiction) out.status = EmbeddedSystem::Status::inconsistent_rows;
  recombine(free, out);
  if (reciprocal_condition < 1e-3) {
    if (out.status == EmbeddedSystem::Status::singular_mass) out.status = EmbeddedSystem::Status::ok;
    move_in_orthonormal_basis(free, partition.used_rows, out);
    if (partition.contradiction) out.status = EmbeddedSystem::Status::inconsistent_rows;
  }
  // rows^T force = mass u' - forcing
  if (free.rows.rows() > 0) {
    out.row_forces = LeastNormSolver(free.rows.transpose()).solve(free.mass * out.u_rate - free.forcing);
  }
  return out;
}

}  // namespace tangible
