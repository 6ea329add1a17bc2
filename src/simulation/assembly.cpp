// SPDX-License-Identifier: Apache-2.0
// Newton's method with step control for coordinates, least squares for speeds.
#include "simulation/assembly.h"

#include <Eigen/Dense>
#include <algorithm>
#include <cmath>

namespace tangible {
namespace {

constexpr double assembled_error = 1e-11;  // m or rad: the displacement that would remove it
constexpr double closed = 1e-14;           // where corrections end, if they can
constexpr int most_corrections = 60;

using RowMajor = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

Eigen::Index index(std::size_t i) { return static_cast<Eigen::Index>(i); }

class Assembler {
 public:
  Assembler(SystemMotion& motion, double t, std::span<double> y) : motion_(motion), t_(t), y_(y) {}

  bool place(bool keep_given, AssemblyReport& report) {
    const std::vector<double> begin(y_.begin(), y_.end());
    normalise();
    double error = residual();
    for (report.corrections = 0; error > closed && report.corrections < most_corrections; ++report.corrections) {
      const Eigen::VectorXd d = correction(keep_given);
      if (!d.allFinite()) break;
      const std::vector<double> here(y_.begin(), y_.end());
      // Halve the correction until it helps.
      double share = 1, next = INFINITY;
      for (; share > 1e-4; share /= 2) {
        std::ranges::copy(here, y_.begin());
        move(share * d);
        next = residual();
        if (next < error) break;
      }
      if (!(next < error)) {
        std::ranges::copy(here, y_.begin());
        break;
      }
      error = next;
    }
    error = residual();
    report.residual = motion_.configuration_error();
    if (error <= assembled_error) return true;
    report.worst = find_worst(true);
    std::ranges::copy(begin, y_.begin());
    return false;
  }

  // a.u + c = 0: free speeds are changed as little as possible.
  bool set_speeds(bool keep_given, AssemblyReport& report) {
    residual();
    const System& s = motion_.system();
    std::vector<int> free;
    for (std::size_t r = 0; r < s.nu(); ++r)
      if (!is_kept(s.start_u_kind[r], keep_given)) free.push_back(static_cast<int>(r));
    Eigen::Map<Eigen::VectorXd> u(y_.data() + s.nq(), index(s.nu()));
    const Eigen::MatrixXd a = rows(false);
    const Eigen::VectorXd right = -(a * u + constants());
    if (!free.empty() && right.size() > 0) {
      const Eigen::MatrixXd columns = a(Eigen::all, free);
      u(free) += columns.completeOrthogonalDecomposition().solve(right);
    }
    residual();
    report.motion_residual = motion_.motion_error();
    const bool held = report.motion_residual <= 1e-9 * (1 + u.cwiseAbs().sum());
    report.worst = held ? absent : find_worst(false);
    return held;
  }

 private:
  static bool is_kept(StartKind kind, bool keep_given) {
    return kind == StartKind::held || (kind == StartKind::given && keep_given);
  }

  // The row that is farthest from being satisfied at the state last evaluated.
  std::size_t find_worst(bool configuration) const {
    const std::vector<std::size_t> list = active(configuration);
    const auto size = [&](std::size_t row) {
      return std::abs(configuration ? motion_.row_value(row) : motion_.row_speed(row));
    };
    return list.empty() ? absent : *std::ranges::max_element(list, {}, size);
  }

  double residual() {
    (void)motion_.evaluate(t_, y_);
    const double error = motion_.displacement_error();
    return std::isfinite(error) ? error : INFINITY;
  }

  std::vector<std::size_t> active(bool configuration) const {
    std::vector<std::size_t> list;
    const Mode& mode = motion_.mode();
    for (std::size_t i = 0; i < mode.active.size(); ++i)
      if (mode.active[i] && (!configuration || motion_.system().rows[i].configuration)) list.push_back(i);
    return list;
  }

  Eigen::MatrixXd rows(bool configuration) const {
    const std::vector<std::size_t> list = active(configuration);
    const std::size_t nu = motion_.system().nu();
    Eigen::MatrixXd a(index(list.size()), index(nu));
    for (std::size_t i = 0; i < list.size(); ++i)
      for (std::size_t r = 0; r < nu; ++r)
        a(index(i), index(r)) = motion_.output(motion_.system().coefficients)[list[i] * nu + r];
    return a;
  }
  Eigen::VectorXd constants() const {
    const std::vector<std::size_t> list = active(false);
    Eigen::VectorXd c(index(list.size()));
    for (std::size_t i = 0; i < list.size(); ++i) c(index(i)) = motion_.constants()[list[i]];
    return c;
  }

  // q' = W d with A d + phi = 0 and no change of what is kept: of these the smallest.
  Eigen::VectorXd correction(bool keep_given) const {
    const System& s = motion_.system();
    const Eigen::Map<const RowMajor> W(motion_.output(s.W).data(), index(s.nq()), index(s.nu()));
    const Eigen::MatrixXd a = rows(true);
    std::vector<int> kept;
    for (std::size_t i = 0; i < s.nq(); ++i)
      if (is_kept(s.start_q_kind[i], keep_given)) kept.push_back(static_cast<int>(i));
    Eigen::MatrixXd all(a.rows() + index(kept.size()), a.cols());
    all << a, Eigen::MatrixXd(W(kept, Eigen::all));
    Eigen::VectorXd right = Eigen::VectorXd::Zero(all.rows());
    const std::vector<std::size_t> list = active(true);
    for (std::size_t i = 0; i < list.size(); ++i) right(index(i)) = -motion_.row_value(list[i]);
    return all.completeOrthogonalDecomposition().solve(right);
  }

  void move(const Eigen::VectorXd& d) {
    const System& s = motion_.system();
    const Eigen::Map<const RowMajor> W(motion_.output(s.W).data(), index(s.nq()), index(s.nu()));
    Eigen::Map<Eigen::VectorXd>(y_.data(), index(s.nq())) += W * d;
    normalise();
  }
  // Euler parameters, which rows do not see; nothing else moves.
  void normalise() {
    if (motion_.system().built_in_configuration.count == 0) return;
    const Mode mode = motion_.mode();
    Mode bare = mode;
    std::ranges::fill(bare.active, std::uint8_t{0});
    motion_.set_mode(bare);
    (void)motion_.restore(t_, y_);
    motion_.set_mode(mode);
  }

  SystemMotion& motion_;
  double t_;
  std::span<double> y_;
};

}  // namespace

AssemblyReport assemble(SystemMotion& motion, double t, std::span<double> y) {
  AssemblyReport report;
  const std::vector<double> begin(y.begin(), y.end());
  const System& s = motion.system();
  Assembler assembler(motion, t, y);
  bool placed = assembler.place(true, report);
  if (!placed) placed = assembler.place(false, report);
  if (placed) (void)motion.restore(t, y);
  report.assembled = placed && (assembler.set_speeds(true, report) || assembler.set_speeds(false, report));
  for (std::size_t i = 0; i < s.nq(); ++i)
    if (std::abs(y[i] - begin[i]) > assembled_error) report.moved_q.push_back(i);
  for (std::size_t r = 0; r < s.nu(); ++r)
    if (std::abs(y[s.nq() + r] - begin[s.nq() + r]) > assembled_error) report.moved_u.push_back(r);
  const auto given = [](const std::vector<StartKind>& kinds) {
    return [&kinds](std::size_t i) { return kinds[i] == StartKind::given; };
  };
  report.moved_given = std::ranges::any_of(report.moved_q, given(s.start_q_kind)) ||
                       std::ranges::any_of(report.moved_u, given(s.start_u_kind));
  return report;
}

}  // namespace tangible
