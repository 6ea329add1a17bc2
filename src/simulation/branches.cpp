// SPDX-License-Identifier: Apache-2.0
// Newton's method on the dependent coordinates, from many starting points.
#include "simulation/branches.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "dynamics/matrix_solvers.h"

namespace tangible {
namespace {

using RowMajor = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

constexpr int places = 96;                  // starting points of the search for other branches
constexpr int max_branch_corrections = 40;  // from each of them
constexpr double branch_closed = 1e-11;     // m or rad
constexpr double apart = 1e-6;              // branches whose coordinates differ by less are the same
constexpr double negligible_pivot = 1e-9;   // of a scaled determinant or pivot
constexpr double beside = 1e-3;             // m or rad: how far from a configuration ranks are compared
constexpr double beside_rank = 1e-5;

// With rows of length one, but those that vanish.
Eigen::Index rank_of(Eigen::MatrixXd j, double threshold) {
  const double longest = j.rowwise().norm().maxCoeff();
  for (Eigen::Index i = 0; i < j.rows(); ++i)
    j.row(i) *= j.row(i).norm() > negligible_pivot * longest ? 1 / j.row(i).norm() : 0;
  return RankRevealingQr(j).rank(threshold);
}

class Search {
 public:
  Search(SystemMotion& motion, double t, std::span<const double> y)
      : motion_(motion), s_(motion.system()), t_(t), y_(y.begin(), y.end()) {
    for (std::size_t i = 0; i < s_.rows.size(); ++i)
      if (motion.mode().active[i] && s_.rows[i].configuration) rows_.push_back(i);
  }

  Branches run() {
    Branches out;
    if (rows_.empty() || !part()) return out;
    for (const int i : dependent_) out.dependent.push_back(static_cast<std::size_t>(i));
    std::ranges::sort(out.dependent);
    for (std::size_t i = 0; i < s_.nq(); ++i)
      if (!std::ranges::binary_search(out.dependent, i)) out.independent.push_back(i);
    const std::vector<double> here = coordinates();
    out.found.push_back({here, sign()});
    // Euler parameters and their opposites are one attitude; they are not searched.
    for (int k = 1; k <= places && s_.built_in_configuration.count == 0; ++k) {
      leave(here, k);
      if (!close()) continue;
      unwind(here);
      const Branches::Branch branch{coordinates(), sign()};
      const auto same = [&](const Branches::Branch& other) { return are_same(branch.q, other.q); };
      // Where the determinant vanishes there may be a continuum of them.
      if (branch.sign != 0 && std::ranges::none_of(out.found, same)) out.found.push_back(branch);
    }
    return out;
  }

  // Goes a little along every motion that the rows allow here to first order, back onto the rows, and compares ranks.
  bool meet() {
    if (rows_.empty()) return false;
    (void)errors();
    const Eigen::MatrixXd j = derivatives();
    if (!j.allFinite()) return false;
    const Eigen::Index rank = rank_of(j, negligible_pivot);
    if (rank == j.rows() || rank == j.cols()) return false;
    const Eigen::MatrixXd all = right_singular_vectors(j).rightCols(j.cols() - rank);
    const std::vector<double> here = coordinates();
    for (Eigen::Index k = 0; k < 2 * all.cols(); ++k) {
      const Eigen::VectorXd way = (k % 2 == 0 ? beside : -beside) * all.col(k / 2);
      for (std::size_t i = 0; i < here.size(); ++i) y_[i] = here[i] + way(static_cast<Eigen::Index>(i));
      if (close_all() && rank_of(derivatives(), beside_rank) > rank) return true;
    }
    return false;
  }

 private:
  std::vector<double> coordinates() const { return {y_.begin(), y_.begin() + static_cast<std::ptrdiff_t>(s_.nq())}; }

  // phi of the rows, then of what is built into the speeds.
  Eigen::VectorXd errors() {
    motion_.evaluate_rows(t_, y_);
    Eigen::VectorXd out(static_cast<Eigen::Index>(rows_.size() + s_.built_in_configuration.count));
    Eigen::Index k = 0;
    for (const std::size_t row : rows_) out(k++) = motion_.rows().value(row);
    for (const double phi : motion_.output(s_.built_in_configuration)) out(k++) = phi;
    return out;
  }

  // d phi / d q at the state last placed: phi' = [A 0; 0 B] (d, e) where q' = [W ways] (d, e).
  Eigen::MatrixXd derivatives() const {
    const auto nq = static_cast<Eigen::Index>(s_.nq()), nu = static_cast<Eigen::Index>(s_.nu());
    const auto m = static_cast<Eigen::Index>(rows_.size()),
               n = static_cast<Eigen::Index>(s_.built_in_configuration.count);
    Eigen::MatrixXd ways(nq, nu + n), phi = Eigen::MatrixXd::Zero(m + n, nu + n);
    ways.leftCols(nu) = matrix(s_.W, nq, nu);
    if (n > 0) ways.rightCols(n) = matrix(s_.built_in_directions, nq, n);
    const Eigen::Map<const RowMajor> a(motion_.rows().coefficients().data(), static_cast<Eigen::Index>(s_.rows.size()),
                                       nu);
    for (Eigen::Index i = 0; i < m; ++i)
      phi.row(i).head(nu) = a.row(static_cast<Eigen::Index>(rows_[static_cast<std::size_t>(i)]));
    if (n > 0) phi.bottomRightCorner(n, n) = matrix(s_.built_in_coefficients, n, n);
    return phi * LeastNormSolver(ways).pseudo_inverse();
  }
  Eigen::MatrixXd matrix(const Slots& slots, Eigen::Index height, Eigen::Index width) const {
    return Eigen::Map<const RowMajor>(motion_.output(slots).data(), height, width);
  }

  // Dependent coordinates and independent rows by pivoting; what was held or given is taken only where nothing else
  // serves. False if nothing depends on anything.
  bool part() {
    (void)errors();
    Eigen::MatrixXd j = derivatives();
    if (!j.allFinite()) return false;
    for (std::size_t i = 0; i < s_.nq(); ++i)
      if (s_.start_q_kind[i] == StartKind::held || s_.start_q_kind[i] == StartKind::given)
        j.col(static_cast<Eigen::Index>(i)) *= 1e-3;
    RankRevealingQr by_columns(j), by_rows(j.transpose());
    const Eigen::Index rank = by_columns.rank(negligible_pivot);
    for (Eigen::Index k = 0; k < rank; ++k) {
      dependent_.push_back(static_cast<int>(by_columns.order()(k)));
      used_.push_back(static_cast<int>(by_rows.order()(k)));
    }
    std::ranges::sort(dependent_);
    std::ranges::sort(used_);
    return rank > 0;
  }

  int sign() {
    (void)errors();
    Eigen::MatrixXd j = derivatives()(used_, dependent_);
    for (Eigen::Index i = 0; i < j.rows(); ++i) j.row(i).normalize();
    const double size = determinant_of(j);
    return std::abs(size) <= negligible_pivot ? 0 : size > 0 ? 1 : -1;
  }

  bool is_angle(std::size_t i) const { return s_.q[i].unit == "rad"; }

  // The k-th place: angles anywhere on the circle, lengths within twice their size; additive sequences of irrational
  // steps fill the space evenly.
  void leave(const std::vector<double>& here, int k) {
    double size = 0;
    for (std::size_t i = 0; i < s_.nq(); ++i)
      if (!is_angle(i)) size = std::max(size, std::abs(here[i]));
    std::ranges::copy(here, y_.begin());
    for (std::size_t n = 0; n < dependent_.size(); ++n) {
      const auto i = static_cast<std::size_t>(dependent_[n]);
      const double step = std::sqrt(static_cast<double>(4 * n + 2));
      const double place = 2 * (k * step - std::floor(k * step)) - 1;
      y_[i] = is_angle(i) ? here[i] + std::numbers::pi * place : 2 * (size > 0 ? size : 1) * place;
    }
  }

  bool close() {
    Eigen::VectorXd phi = errors();
    for (int n = 0; n < max_branch_corrections; ++n) {
      const Eigen::MatrixXd j = derivatives()(Eigen::all, dependent_);
      if (!j.allFinite()) return false;
      const Eigen::VectorXd d = RankRevealingQr(j).solve(Eigen::VectorXd(-phi));
      if (d.allFinite() && d.cwiseAbs().maxCoeff() <= branch_closed)
        return phi.norm() <= branch_closed * (1 + j.norm());
      if (!step(d, phi)) return false;
    }
    return false;
  }
  // The smallest corrections of all coordinates.
  bool close_all() {
    for (int n = 0; n < max_branch_corrections; ++n) {
      const Eigen::VectorXd phi = errors();
      if (!phi.allFinite()) return false;
      if (phi.norm() <= branch_closed * beside) return true;
      const Eigen::VectorXd d = LeastNormSolver(derivatives()).solve(-phi);
      for (std::size_t i = 0; i < s_.nq(); ++i) y_[i] += d(static_cast<Eigen::Index>(i));
    }
    return errors().norm() <= branch_closed;
  }
  // As much of the correction as makes the errors smaller.
  bool step(const Eigen::VectorXd& d, Eigen::VectorXd& phi) {
    const std::vector<double> from = y_;
    for (double share = 1; d.allFinite() && share > 1e-3; share /= 2) {
      for (std::size_t n = 0; n < dependent_.size(); ++n) {
        const auto i = static_cast<std::size_t>(dependent_[n]);
        y_[i] = from[i] + share * d(static_cast<Eigen::Index>(n));
      }
      const Eigen::VectorXd next = errors();
      if (next.norm() < phi.norm()) return phi = next, true;
    }
    return false;
  }

  // Whole turns that Newton's method made are taken back, where the rows agree.
  void unwind(const std::vector<double>& here) {
    for (const int n : dependent_) {
      const auto i = static_cast<std::size_t>(n);
      if (!is_angle(i)) continue;
      const double wound = y_[i];
      y_[i] = here[i] + std::remainder(wound - here[i], 2 * std::numbers::pi);
      if (errors().norm() > 1e3 * branch_closed) y_[i] = wound;
    }
    (void)close();
  }

  bool are_same(const std::vector<double>& a, const std::vector<double>& b) const {
    for (std::size_t i = 0; i < a.size(); ++i) {
      const double difference = is_angle(i) ? std::remainder(a[i] - b[i], 2 * std::numbers::pi) : a[i] - b[i];
      if (std::abs(difference) > apart) return false;
    }
    return true;
  }

  SystemMotion& motion_;
  const System& s_;
  double t_;
  std::vector<double> y_;
  std::vector<std::size_t> rows_;
  std::vector<int> dependent_, used_;
};

}  // namespace

Branches find_branches(SystemMotion& motion, double t, std::span<const double> y) { return Search(motion, t, y).run(); }

bool branches_meet(SystemMotion& motion, double t, std::span<const double> y) { return Search(motion, t, y).meet(); }

std::size_t find_undecided_row(SystemMotion& motion, double t, std::span<const double> y) {
  constexpr double rest = 1e-9;
  const DynamicsStatus status = motion.evaluate(t, y);
  if (!is_usable_within_step(status) || motion.embedding().redundant_rows().empty()) return absent;
  const auto moves = [](double x) { return std::abs(x) > rest; };
  const bool decided = std::ranges::any_of(y.subspan(motion.system().nq(), motion.system().nu()), moves) ||
                       std::ranges::none_of(motion.accelerations(), moves);
  if (status == DynamicsStatus::ok && decided) return absent;
  const auto row = static_cast<std::size_t>(motion.embedding().redundant_rows().front());
  return branches_meet(motion, t, y) ? row : absent;
}

}  // namespace tangible
