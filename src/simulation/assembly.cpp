// SPDX-License-Identifier: Apache-2.0
// Newton's method with step control for coordinates, least squares for speeds.
#include "simulation/assembly.h"

#include <algorithm>
#include <cmath>

#include "dynamics/matrix_solvers.h"

namespace tangible {
namespace {

constexpr double assembled_error = 1e-11;  // m or rad: the displacement that would remove it
constexpr double closed = 1e-14;           // where corrections end, if they can
constexpr int max_corrections = 60;

using RowMajor = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

Eigen::Index index(std::size_t i) { return static_cast<Eigen::Index>(i); }

// The largest |phi| of what is built into the speeds, infinite where it is not a number.
double built_in_error(const SystemMotion& motion) {
  double worst = 0;
  for (const double phi : motion.output(motion.system().built_in_configuration))
    worst = std::max(worst, std::isfinite(phi) ? std::abs(phi) : INFINITY);
  return worst;
}

class Assembler {
 public:
  Assembler(SystemMotion& motion, double t, std::span<double> y) : motion_(motion), t_(t), y_(y) {}

  bool place(bool keep_given, AssemblyReport& report) {
    const std::vector<double> begin(y_.begin(), y_.end());
    find_kept(keep_given);
    normalise();
    double error = residual();
    for (report.corrections = 0; error > closed && report.corrections < max_corrections; ++report.corrections) {
      const Eigen::VectorXd d = correction();
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
    report.residual = std::max(motion_.rows().configuration_error(), built_in_error(motion_));
    if (error <= assembled_error) return true;
    report.worst = broken_built_in(motion_) == absent ? find_worst(true) : absent;
    std::ranges::copy(begin, y_.begin());
    return false;
  }

  // The same from a configuration beside the given one; back there if it fails.
  bool place_from_perturbed(double far, bool keep_given, AssemblyReport& report) {
    const std::vector<double> begin(y_.begin(), y_.end());
    const System& s = motion_.system();
    for (std::size_t i = 0; i < s.nq(); ++i)
      if (!is_kept(s.start_q_kind[i], keep_given)) y_[i] += far * std::sin(1 + 2.4 * static_cast<double>(i));
    if (place(keep_given, report)) return true;
    std::ranges::copy(begin, y_.begin());
    return false;
  }

  // a.u + c = 0, and rates that are kept as they were given: free speeds are changed as little as possible.
  bool set_speeds(bool keep_given, AssemblyReport& report) {
    residual();
    const System& s = motion_.system();
    std::vector<int> free;
    for (std::size_t r = 0; r < s.nu(); ++r)
      if (!is_kept(s.start_u_kind[r], keep_given)) free.push_back(static_cast<int>(r));
    Eigen::Map<Eigen::VectorXd> u(y_.data() + s.nq(), index(s.nu()));
    const std::vector<System::StartRate> rates = kept_rates(keep_given);
    const Eigen::MatrixXd own = rows(false);
    Eigen::MatrixXd a(own.rows() + index(rates.size()), own.cols());
    Eigen::VectorXd right(a.rows());
    a.topRows(own.rows()) = own;
    right.head(own.rows()) = -(own * u + constants());
    const Eigen::MatrixXd w = matrix(s.W, index(s.nu()));
    for (std::size_t i = 0; i < rates.size(); ++i) {
      a.row(own.rows() + index(i)) = w.row(index(rates[i].coordinate));
      right(own.rows() + index(i)) = rates[i].value - motion_.q_rate()[rates[i].coordinate];
    }
    if (!free.empty() && right.size() > 0) {
      const Eigen::MatrixXd columns = a(Eigen::all, free);
      u(free) += LeastNormSolver(columns).solve(right);
    }
    residual();
    report.motion_residual = motion_.rows().motion_error();
    bool held = report.motion_residual <= 1e-9 * (1 + u.cwiseAbs().sum());
    for (const System::StartRate& rate : rates)
      held = held && std::abs(motion_.q_rate()[rate.coordinate] - rate.value) <= 1e-9 * (1 + u.cwiseAbs().sum());
    report.worst = held ? absent : find_worst(false);
    return held;
  }

 private:
  static bool is_kept(StartKind kind, bool keep_given) {
    return kind == StartKind::held || (kind == StartKind::given && keep_given);
  }

  std::vector<System::StartRate> kept_rates(bool keep_given) const {
    std::vector<System::StartRate> kept;
    for (const System::StartRate& rate : motion_.system().start_rates)
      if (is_kept(rate.kind, keep_given)) kept.push_back(rate);
    return kept;
  }

  // The row that is farthest from being satisfied at the state last evaluated.
  std::size_t find_worst(bool configuration) const {
    const std::vector<std::size_t> list = active(configuration);
    const auto size = [&](std::size_t row) {
      return std::abs(configuration ? motion_.rows().value(row) : motion_.rows().speed(row));
    };
    return list.empty() ? absent : *std::ranges::max_element(list, {}, size);
  }

  double residual() {
    (void)motion_.evaluate(t_, y_);
    const double error = std::max(motion_.rows().displacement_error(), built_in_error(motion_));
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
      for (std::size_t r = 0; r < nu; ++r) a(index(i), index(r)) = motion_.rows().coefficients()[list[i] * nu + r];
    return a;
  }
  Eigen::VectorXd constants() const {
    const std::vector<std::size_t> list = active(false);
    Eigen::VectorXd c(index(list.size()));
    for (std::size_t i = 0; i < list.size(); ++i) c(index(i)) = motion_.rows().constants()[list[i]];
    return c;
  }

  void find_kept(bool keep_given) {
    const System& s = motion_.system();
    kept_.clear();
    for (std::size_t i = 0; i < s.nq(); ++i)
      if (is_kept(s.start_q_kind[i], keep_given)) kept_.push_back(static_cast<int>(i));
    kept_values_.clear();
    for (const int i : kept_) kept_values_.push_back(y_[static_cast<std::size_t>(i)]);
  }

  // q' = W d + (ways) e with A d + phi = 0, what is built into the speeds satisfied by e, and no change of what is
  // kept: of these the smallest.
  Eigen::VectorXd correction() const {
    const System& s = motion_.system();
    const Eigen::Index nu = index(s.nu()), built_in = index(s.built_in_configuration.count);
    const Eigen::MatrixXd a = rows(true);
    Eigen::MatrixXd all = Eigen::MatrixXd::Zero(a.rows() + built_in + index(kept_.size()), nu + built_in);
    Eigen::VectorXd right = Eigen::VectorXd::Zero(all.rows());
    all.topLeftCorner(a.rows(), nu) = a;
    const std::vector<std::size_t> list = active(true);
    for (std::size_t i = 0; i < list.size(); ++i) right(index(i)) = -motion_.rows().value(list[i]);
    if (built_in > 0) all.block(a.rows(), nu, built_in, built_in) = matrix(s.built_in_coefficients, built_in);
    for (Eigen::Index i = 0; i < built_in; ++i)
      right(a.rows() + i) = -motion_.output(s.built_in_configuration)[static_cast<std::size_t>(i)];
    all.bottomRows(index(kept_.size())) = ways()(kept_, Eigen::all);
    return LeastNormSolver(all).solve(right);
  }

  // The change of coordinates with the speeds, and with the motions that the speeds leave out.
  Eigen::MatrixXd ways() const {
    const System& s = motion_.system();
    Eigen::MatrixXd all(index(s.nq()), index(s.nu() + s.built_in_configuration.count));
    const Eigen::Index built_in = index(s.built_in_configuration.count);
    all.leftCols(index(s.nu())) = matrix(s.W, index(s.nu()));
    if (built_in > 0) all.rightCols(built_in) = matrix(s.built_in_directions, built_in);
    return all;
  }
  Eigen::MatrixXd matrix(const Slots& slots, Eigen::Index columns) const {
    const Eigen::Index height = columns == 0 ? 0 : index(slots.count) / columns;
    return Eigen::Map<const RowMajor>(motion_.output(slots).data(), height, columns);
  }

  void move(const Eigen::VectorXd& d) {
    Eigen::Map<Eigen::VectorXd>(y_.data(), index(motion_.system().nq())) += ways() * d;
    normalise();
  }
  // Rows do not normalise Euler parameters; nothing else moves, and what is kept stays. Newton's method: parameters
  // that are far too large are halved by each correction.
  void normalise() {
    if (motion_.system().built_in_configuration.count > 0) {
      const Mode mode = motion_.mode();
      Mode bare = mode;
      std::ranges::fill(bare.active, std::uint8_t{0});
      motion_.set_mode(bare);
      for (int i = 0; i < max_corrections; ++i) {
        (void)motion_.projection().project_coordinates(t_, y_);
        if (!(built_in_error(motion_) > closed) || !std::isfinite(built_in_error(motion_))) break;
      }
      motion_.set_mode(mode);
    }
    for (std::size_t i = 0; i < kept_.size(); ++i) y_[static_cast<std::size_t>(kept_[i])] = kept_values_[i];
  }

  SystemMotion& motion_;
  double t_;
  std::span<double> y_;
  std::vector<int> kept_;  // coordinates that must not change, and their values
  std::vector<double> kept_values_;
};

}  // namespace

std::size_t broken_built_in(const SystemMotion& motion) {
  const System& s = motion.system();
  for (std::size_t i = 0; i < s.built_in_configuration.count; ++i)
    if (!(std::abs(motion.output(s.built_in_configuration)[i]) <= assembled_error)) return i;
  return absent;
}

AssemblyReport assemble(SystemMotion& motion, double t, std::span<double> y) {
  AssemblyReport report;
  const std::vector<double> begin(y.begin(), y.end());
  const System& s = motion.system();
  Assembler assembler(motion, t, y);
  bool placed = assembler.place(true, report);
  if (!placed) placed = assembler.place(false, report);
  // At a singular guess, such as links stretched in a line, no correction helps: begin beside it.
  for (const double far : {1e-3, 3e-2, 0.3}) {
    if (placed || report.worst == absent) break;  // absent: Euler parameters are wrong, which is for the analyst
    const AssemblyReport first = report;
    placed = assembler.place_from_perturbed(far, true, report) || assembler.place_from_perturbed(far, false, report);
    if (!placed) report = first;
  }
  if (placed) {
    // Rows that follow from others where all of them hold may be independent where the search began.
    motion.choose_rows_afresh();
    (void)motion.projection().project_coordinates(t, y);
  }
  report.assembled = placed && (assembler.set_speeds(true, report) || assembler.set_speeds(false, report));
  for (std::size_t i = 0; i < s.nq(); ++i)
    if (std::abs(y[i] - begin[i]) > assembled_error) report.moved_q.push_back(i);
  for (std::size_t r = 0; r < s.nu(); ++r)
    if (std::abs(y[s.nq() + r] - begin[s.nq() + r]) > assembled_error) report.moved_u.push_back(r);
  const auto given = [](const std::vector<StartKind>& kinds) {
    return [&kinds](std::size_t i) { return kinds[i] == StartKind::given; };
  };
  report.moved_given = std::ranges::any_of(report.moved_q, given(s.start_q_kind)) ||
                       std::ranges::any_of(report.moved_u, given(s.start_u_kind)) ||
                       std::ranges::any_of(s.start_rates, [&](const System::StartRate& rate) {
                         const double u = std::abs(motion.q_rate()[rate.coordinate]) + std::abs(rate.value);
                         return rate.kind == StartKind::given &&
                                std::abs(motion.q_rate()[rate.coordinate] - rate.value) > 1e-9 * (1 + u);
                       });
  return report;
}

}  // namespace tangible
