// SPDX-License-Identifier: Apache-2.0
// Newton's method downhill on the forces that the rows leave over.
#include "simulation/equilibrium.h"

#include <algorithm>
#include <cmath>

#include "dynamics/matrix_solvers.h"

namespace tangible {
namespace {

using RowMajor = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

constexpr int max_steps = 500;
constexpr double balanced = 1e-11;             // of the forces that balance each other
constexpr double moving = 1e-12;               // m/s or rad/s with all speeds zero
constexpr double negligible_stiffness = 1e-9;  // of the largest eigenvalue: neither stable nor unstable
constexpr double small = 1e-3;                 // m or rad
constexpr double longest = 0.5;                // of a coordinate in one step, m or rad

Eigen::Index row_index(std::size_t i) { return static_cast<Eigen::Index>(i); }

class EquilibriumSearch {
 public:
  EquilibriumSearch(SystemMotion& motion, double t, std::span<double> y)
      : motion_(motion), system_(motion.system()), linear_(system_), contacts_(motion), path_(motion), t_(t), y_(y) {}

  EquilibriumReport run() {
    const std::vector<double> begin(y_.begin(), y_.end());
    const Mode mode = motion_.mode();
    std::ranges::fill(motion_.speeds_of(y_), 0.0);
    contacts_.close_touching(t_, y_);
    search();
    if (report_.outcome == Outcome::found && motion_.rows().motion_error() > moving) report_.outcome = Outcome::moves;
    report_.supports = contacts_.supports();
    if (report_.outcome == Outcome::found) return report_;
    record_failure(begin);
    std::ranges::copy(begin, y_.begin());
    motion_.set_mode(mode);
    (void)motion_.evaluate(t_, y_);
    return report_;
  }

 private:
  using Outcome = EquilibriumReport::Outcome;
  using Verdict = RestingContacts::Verdict;

  void search() {
    if (!evaluate()) return;
    report_.outcome = Outcome::moves;
    for (const double rate : motion_.output(system_.q_rate))
      if (std::abs(rate) > moving) return;
    if (motion_.rows().motion_error() > moving) return;
    report_.outcome = Outcome::found;
    for (int changes = 0; report_.steps < max_steps && changes < max_steps; ++changes) {
      linearize();
      if (!is_balanced()) {
        ++report_.steps;
        if (!step()) return;
      }
      if (!is_balanced()) continue;
      const Verdict verdict = contacts_.check_contact_forces(t_, y_);
      if (verdict == Verdict::no_forces) {
        report_.outcome = Outcome::no_contact_forces;
        return;
      }
      if (verdict == Verdict::changed && !evaluate()) return;
      if (verdict == Verdict::changed) continue;
      linearize();
      if (!leave_unstable()) return;
    }
    report_.outcome = Outcome::not_found;
  }
  bool is_balanced() const { return report_.residual <= balanced; }

  // Embedded forces T^T F at rest, and how they compare with what they are made of.
  bool evaluate() {
    report_.status = motion_.evaluate(t_, y_);
    const bool fine = report_.status == DynamicsStatus::ok || report_.status == DynamicsStatus::singular_configuration;
    if (!fine) return report_.outcome = Outcome::failed, false;
    const ConstrainedDynamics& embedding = motion_.embedding();
    const auto independent = embedding.independent_speeds(), dependent = embedding.dependent_speeds();
    T_ = Eigen::MatrixXd::Zero(row_index(system_.nu()), row_index(independent.size()));
    for (std::size_t r = 0; r < independent.size(); ++r) {
      T_(independent[r], row_index(r)) = 1;
      for (std::size_t s = 0; s < dependent.size(); ++s)
        T_(dependent[s], row_index(r)) = embedding.D(static_cast<int>(s), static_cast<int>(r));
    }
    const Eigen::VectorXd F = loads();
    force_ = T_.transpose() * F;
    const Eigen::VectorXd parts = T_.cwiseAbs().transpose() * F.cwiseAbs();
    largest_ = std::max(largest_, parts.size() > 0 ? parts.maxCoeff() : 0.0);
    compare();
    if (force_.allFinite()) return true;
    report_.outcome = Outcome::failed;
    report_.status = DynamicsStatus::not_finite;
    return false;
  }
  // The remaining force where the search ended, by name.
  void record_failure(const std::vector<double>& begin) {
    const auto independent = motion_.embedding().independent_speeds();
    for (Eigen::Index r = 0; r < force_.size() && r < row_index(independent.size()); ++r)
      if (std::abs(force_(r)) > std::abs(report_.force)) {
        report_.force = force_(r);
        report_.speed = static_cast<std::size_t>(independent[static_cast<std::size_t>(r)]);
      }
    for (std::size_t i = 0; i < system_.nq(); ++i)
      if (std::abs(y_[i] - begin[i]) > std::abs(report_.distance)) {
        report_.distance = y_[i] - begin[i];
        report_.coordinate = i;
      }
    report_.supports.clear();
    for (std::size_t c = 0; c < system_.contacts.size(); ++c)
      if (const ContactState touch = motion_.mode().contacts[c]; touch != ContactState::open)
        report_.supports.push_back({c, touch == ContactState::sticking, motion_.forces()[system_.contacts[c].row]});
  }
  // The loads, and the friction of contacts that slide on moving surfaces.
  Eigen::VectorXd loads() const {
    const std::size_t nu = system_.nu();
    Eigen::VectorXd F = Eigen::Map<const Eigen::VectorXd>(motion_.output(system_.forcing).data(), row_index(nu));
    for (std::size_t c = 0; c < system_.contacts.size(); ++c) {
      if (motion_.mode().contacts[c] != ContactState::sliding) continue;
      for (std::size_t k = 1; k <= system_.contacts[c].tangents; ++k) {
        const std::size_t row = system_.contacts[c].row + k;
        const double* a = motion_.rows().coefficients().data() + row * nu;
        F += motion_.forces()[row] * Eigen::Map<const Eigen::VectorXd>(a, row_index(nu));
      }
    }
    return F;
  }
  // A force counts against the largest there were, and against what a small displacement would bring up.
  void compare() {
    report_.residual = 0;
    for (Eigen::Index r = 0; r < force_.size(); ++r) {
      const double stiff = stiffness_.rows() == force_.size() ? stiffness_.row(r).cwiseAbs().sum() : 0;
      const double size = std::max(largest_, small * stiff);
      if (size > 0) report_.residual = std::max(report_.residual, std::abs(force_(r)) / size);
    }
  }

  // Stiffness: minus the derivative of the embedded forces along the motions that are left.
  void linearize() {
    linear_.evaluate(t_, y_, motion_);
    const Eigen::Index nu = row_index(system_.nu()), nq = row_index(system_.nq());
    Eigen::MatrixXd by_q(nu, nq);
    for (Eigen::Index r = 0; r < nu; ++r)
      for (Eigen::Index i = 0; i < nq; ++i)
        by_q(r, i) = linear_.balance(static_cast<std::size_t>(r), static_cast<std::size_t>(i) + 1);
    const Eigen::Map<const RowMajor> W(motion_.output(system_.W).data(), nq, nu);
    const Eigen::Map<const RowMajor> M(motion_.output(system_.mass).data(), nu, nu);
    stiffness_ = T_.transpose() * by_q * W * T_;
    mass_ = T_.transpose() * M * T_;
    compare();
    report_.stiffness = INFINITY;
    highest_ = 0;
    if (force_.size() == 0) return;
    const GeneralizedEigenvalues eigen = symmetric_eigenvalues((stiffness_ + stiffness_.transpose()) / 2, mass_);
    report_.stiffness = eigen.values(0);
    highest_ = eigen.values.cwiseAbs().maxCoeff();
    softest_ = eigen.vectors.col(0);
  }

  bool step() {
    const Eigen::VectorXd d = find_step();
    const std::vector<double> here(y_.begin(), y_.end());
    const double work = d.dot(force_), residual = report_.residual;
    const Eigen::VectorXd motion = T_ * d;
    double share = std::min(1.0, longest / std::max(largest_coordinate_change(motion), 1e-300));
    for (int halving = 0; halving < 40; ++halving, share /= 2) {
      if (!place(here, share * motion)) return false;
      if (contacts_.find_crossed(t_, y_) != absent) return stop_at_contact(here, share * motion);
      if (is_balanced() || report_.residual < residual / 2) return true;
      // Forces that turned against the motion more strongly than they pushed: the step went past the valley.
      const double work_after = force_.dot(in_independent(path_.direction())) / share;
      if (work_after > -0.5 * work) return true;
    }
    report_.outcome = Outcome::not_found;
    return false;
  }
  // Newton's step. Stiffness is raised by the mass matrix: freedoms that nothing holds get a little, unstable ones so
  // much that they are stable, and soft ones so much that the step is not too long; stiff ones hardly notice.
  Eigen::VectorXd find_step() const {
    const double least = std::max(negligible_stiffness * highest_, 1e-6);
    double raise = report_.stiffness > least ? 0 : least - 2 * std::min(report_.stiffness, 0.0);
    const auto solve = [&](double by) -> Eigen::VectorXd { return solve_by_lu(stiffness_ + by * mass_, force_); };
    Eigen::VectorXd d = solve(raise);
    raise = std::max(raise, least);
    for (int k = 0; k < 60 && largest_coordinate_change(T_ * d) > longest; ++k) d = solve(raise *= 2);
    return d;
  }
  // The largest change of a coordinate that a small motion brings.
  double largest_coordinate_change(const Eigen::VectorXd& motion) const {
    const Eigen::Map<const RowMajor> W(motion_.output(system_.W).data(), row_index(system_.nq()),
                                       row_index(system_.nu()));
    return (W * motion).cwiseAbs().maxCoeff();
  }
  bool place(const std::vector<double>& from, const Eigen::VectorXd& motion) {
    path_.follow(t_, from, {motion.data(), system_.nu()}, y_);
    return evaluate();
  }
  // A contact was crossed during the step: back to where it closed.
  bool stop_at_contact(const std::vector<double>& from, const Eigen::VectorXd& motion) {
    double low = 0, high = 1;
    std::size_t contact = contacts_.find_crossed(t_, y_);
    for (int halving = 0; halving < 60; ++halving) {
      const double middle = (low + high) / 2;
      if (!place(from, middle * motion)) return false;
      const std::size_t crossed = contacts_.find_crossed(t_, y_);
      (crossed == absent ? low : high) = middle;
      if (crossed != absent) contact = crossed;
    }
    contacts_.close(contact, t_, y_);
    return evaluate();
  }
  // The part of a motion that the independent speeds of now have in it.
  Eigen::VectorXd in_independent(std::span<const double> motion) const {
    const auto independent = motion_.embedding().independent_speeds();
    Eigen::VectorXd w(row_index(independent.size()));
    for (std::size_t r = 0; r < independent.size(); ++r)
      w(row_index(r)) = motion[static_cast<std::size_t>(independent[r])];
    return w;
  }

  // From an equilibrium on top of a hill: a small step down, in the softest direction.
  bool leave_unstable() {
    if (report_.stiffness >= -negligible_stiffness * std::max(highest_, 1e-6)) return false;
    report_.left_unstable = true;
    const Eigen::VectorXd direction = T_ * softest_;
    const Eigen::VectorXd way = 0.05 / std::max(largest_coordinate_change(direction), 1e-300) * direction;
    const std::vector<double> here(y_.begin(), y_.end());
    for (const double side : {1.0, -1.0}) {
      if (!place(here, side * way)) return false;
      if (contacts_.find_crossed(t_, y_) == absent) return true;
    }
    return stop_at_contact(here, -way);
  }

  SystemMotion& motion_;
  const System& system_;
  Linearization linear_;
  RestingContacts contacts_;
  AdmissiblePath path_;
  double t_;
  std::span<double> y_;
  EquilibriumReport report_;
  Eigen::MatrixXd T_, stiffness_, mass_;
  Eigen::VectorXd force_, softest_;
  double highest_ = 0, largest_ = 0;
};

}  // namespace

EquilibriumReport find_equilibrium(SystemMotion& motion, double t, std::span<double> y) {
  return EquilibriumSearch(motion, t, y).run();
}

const char* describe(EquilibriumReport::Outcome outcome) {
  switch (outcome) {
    case EquilibriumReport::Outcome::found: return "found";
    case EquilibriumReport::Outcome::not_found: return "no static equilibrium was found";
    case EquilibriumReport::Outcome::no_contact_forces:
      return "no static equilibrium was found: no forces of the contacts that touch satisfy Coulomb's law";
    case EquilibriumReport::Outcome::moves:
      return "no static equilibrium exists: a part or constraint has a prescribed motion";
    case EquilibriumReport::Outcome::failed: return "the forces could not be evaluated";
  }
  return "unknown";
}

}  // namespace tangible
