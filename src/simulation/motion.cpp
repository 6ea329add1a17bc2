// SPDX-License-Identifier: Apache-2.0
// The motion program and the embedding at work.
#include "simulation/motion.h"

#include <algorithm>
#include <cmath>

namespace tangible {
namespace {

// A configuration row holds when its residual is below this, in its own unit.
constexpr double closed = 1e-14;
constexpr int most_corrections = 10;
// Below this slip the direction of two-dimensional friction is the one that was set when slipping began.
constexpr double slow_slip = 1e-9;

}  // namespace

SystemMotion::SystemMotion(const System& system)
    : system_(&system),
      program_(system.motion),
      solver_(static_cast<int>(system.nu()), static_cast<int>(system.rows.size()),
              static_cast<int>(system.contacts.size())),
      accelerations_(system.nu()),
      forces_(system.rows.size()),
      zeros_(std::max(system.nu(), system.rows.size())),
      right_(system.nu()),
      residuals_(system.rows.size()),
      correction_(system.nu()),
      coupling_loads_(system.nu() * system.contacts.size()),
      small_(system.built_in_coefficients.count + system.built_in_configuration.count) {
  std::ranges::copy(system.parameters, parameters().begin());
  std::ranges::copy(system.start_discretes, discretes().begin());
  std::ranges::copy(system.start_inputs, inputs().begin());
  held_.reserve(system.rows.size());
  couplings_.reserve(system.contacts.size());
  program_.run();
  set_mode(make_mode(system));
}

void SystemMotion::set_mode(const Mode& mode) {
  mode_ = mode;
  held_.clear();
  for (std::size_t i = 0; i < mode.active.size(); ++i)
    if (mode.active[i]) held_.push_back(static_cast<int>(i));
  solver_.activate(held_);
}

void SystemMotion::run_program(double t, std::span<const double> y) {
  if (drive) drive(t, y, inputs());
  program_.inputs()[system_->at_t()] = t;
  std::ranges::copy(y.first(books_at()), program_.inputs().begin() + static_cast<std::ptrdiff_t>(system_->at_q()));
  program_.run(Stage::configuration);
}

DynamicsStatus SystemMotion::embed() {
  return solver_.embed(output(system_->mass), output(system_->coefficients), output(system_->constants));
}

// A sliding contact: every unit of normal force brings -mu times the direction of slip along its tangents.
std::span<const LoadCoupling> SystemMotion::friction_loads() {
  couplings_.clear();
  const std::size_t nu = system_->nu();
  for (std::size_t c = 0; c < system_->contacts.size(); ++c) {
    const ContactDescription& contact = system_->contacts[c];
    if (mode_.touch[c] != Touch::sliding || contact.tangents == 0) continue;
    const std::span<double> load = std::span(coupling_loads_).subspan(c * nu, nu);
    std::ranges::fill(load, 0.0);
    double slip = 0;
    for (std::size_t k = 1; k <= contact.tangents; ++k) slip = std::hypot(slip, row_speed(contact.row + k));
    const bool follows = contact.tangents > 1 && slip > slow_slip;
    for (std::size_t k = 1; k <= contact.tangents; ++k) {
      const std::size_t row = contact.row + k;
      const double along = follows ? row_speed(row) / slip : mode_.direction[row];
      const double* a = program_.outputs().data() + system_->coefficients[row * nu];
      for (std::size_t r = 0; r < nu; ++r) load[r] -= friction(c) * along * a[r];
    }
    couplings_.push_back({static_cast<int>(contact.row), load});
  }
  return couplings_;
}

DynamicsStatus SystemMotion::evaluate(double t, std::span<const double> y) {
  run_program(t, y);
  const DynamicsStatus embedded = embed();
  const DynamicsStatus solved = solve();
  return embedded == DynamicsStatus::ok || embedded == DynamicsStatus::singular_configuration ? solved : embedded;
}

DynamicsStatus SystemMotion::solve() {
  const std::span<const LoadCoupling> loads = friction_loads();
  const std::span<const double> forcing = output(system_->forcing), remainders = output(system_->remainders);
  return loads.empty() ? solver_.solve(forcing, remainders, accelerations_, forces_)
                       : solver_.solve(forcing, remainders, loads, accelerations_, forces_);
}

DynamicsStatus SystemMotion::evaluate(double t, std::span<const double> y, std::span<double> y_rate) {
  const DynamicsStatus status = evaluate(t, y);
  auto rate = y_rate.begin();
  rate = std::ranges::copy(output(system_->q_rate), rate).out;
  rate = std::ranges::copy(accelerations_, rate).out;
  rate = std::ranges::copy(output(system_->z_rate), rate).out;
  if (system_->power.count > 0) {
    rate[0] = output(system_->power)[0];
    rate[1] = output(system_->power)[1];
    add_power_of_rows(rate[0], rate[1]);
    if (system_->energy_rate != absent) {
      const std::span<const double> momentum = output(system_->momentum);
      rate[0] = program_.outputs()[system_->energy_rate] + rate[1];
      for (std::size_t r = 0; r < system_->nu(); ++r) rate[0] += momentum[r] * accelerations_[r];
    }
  }
  double sum = 0;
  for (const double r : y_rate) sum += r;
  return std::isfinite(sum) ? status : DynamicsStatus::not_finite;
}

// A row force f gives the power f a.u = -f c: moving constraints work on the mechanism. Friction takes mu f |slip|;
// what else it gives comes from a moving surface.
void SystemMotion::add_power_of_rows(double& fed, double& dissipated) const {
  const std::span<const double> constants = output(system_->constants);
  for (const int row : held_) {
    const auto i = static_cast<std::size_t>(row);
    fed -= forces_[i] * constants[i];
  }
  const double* u = program_.inputs().data() + system_->at_u();
  for (const LoadCoupling& coupling : couplings_) {
    const double force = forces_[static_cast<std::size_t>(coupling.row)];
    double power = 0, slip = 0;
    for (std::size_t r = 0; r < system_->nu(); ++r) power += force * coupling.load[r] * u[r];
    const auto contact =
        std::ranges::find(system_->contacts, static_cast<std::size_t>(coupling.row), &ContactDescription::row);
    for (std::size_t k = 1; k <= contact->tangents; ++k) slip = std::hypot(slip, row_speed(contact->row + k));
    const double heat = force * slip * friction(static_cast<std::size_t>(contact - system_->contacts.begin()));
    dissipated += heat;
    fed += power + heat;
  }
}

double SystemMotion::row_speed(std::size_t row) const {
  double value = output(system_->constants)[row];
  const std::size_t nu = system_->nu();
  const double* a = output(system_->coefficients).data() + row * nu;
  const double* u = program_.inputs().data() + system_->at_u();
  for (std::size_t r = 0; r < nu; ++r) value += a[r] * u[r];
  return value;
}

double SystemMotion::row_acceleration(std::size_t row) const {
  double value = output(system_->remainders)[row];
  const double* a = output(system_->coefficients).data() + row * system_->nu();
  for (std::size_t r = 0; r < system_->nu(); ++r) value += a[r] * accelerations_[r];
  return value;
}

double SystemMotion::row_value(std::size_t row) const {
  return output(system_->configuration)[row] - mode_.offset[row];
}

double SystemMotion::friction(std::size_t contact) const {
  const std::size_t slot = system_->contacts[contact].friction;
  return slot == absent ? 0 : program_.outputs()[slot];
}

DynamicsStatus SystemMotion::complete_speeds(double t, std::span<double> y) {
  if (held_.empty()) return DynamicsStatus::ok;
  run_program(t, y);
  const DynamicsStatus status = embed();
  solver_.complete_speeds(speeds_of(y));
  return status;
}

// Newton's method; each correction d minimises d M d / 2 under A d + phi = 0. SystemMotion rows forbid no correction.
SystemMotion::Projection SystemMotion::restore(double t, std::span<double> y) {
  Projection result;
  if (held_.empty() && system_->built_in_configuration.count == 0) return result;
  const std::size_t nu = system_->nu();
  double before = INFINITY;
  for (;; ++result.corrections) {
    run_program(t, y);
    if (built_in_error() > closed) {
      restore_built_in(y.first(system_->nq()));
      run_program(t, y);
    }
    result.residual = configuration_error();
    result.status = embed();
    if (!(result.residual > closed) || result.corrections == most_corrections || result.residual > before / 2) break;
    before = result.residual;
    for (const int row : held_) {
      const auto i = static_cast<std::size_t>(row);
      residuals_[i] = system_->rows[i].configuration ? row_value(i) : 0;
    }
    result.status = solver_.solve(std::span(zeros_).first(nu), residuals_, correction_);
    const std::span<const double> W = output(system_->W);
    for (std::size_t i = 0; i < system_->nq(); ++i)
      for (std::size_t r = 0; r < nu; ++r) y[i] += W[i * nu + r] * correction_[r];
  }
  return result;
}

SystemMotion::Projection SystemMotion::project(double t, std::span<double> y) {
  const Projection result = restore(t, y);
  if (!held_.empty()) project_speeds(speeds_of(y));
  return result;
}

// The nearest speeds, in the measure of the mass matrix, that satisfy the rows: (T^T M T) w = T^T M (u - u_p). To carry
// over the independent speeds alone would magnify the errors of steps where these are a poor choice.
void SystemMotion::project_speeds(std::span<double> u) {
  multiply_mass(u);
  if (solver_.solve(right_, output(system_->constants), correction_) == DynamicsStatus::ok)
    std::ranges::copy(correction_, u.begin());
  solver_.complete_speeds(u);  // exactly
}

// right_ = M u at the configuration of the last evaluation.
void SystemMotion::multiply_mass(std::span<const double> u) {
  const std::size_t nu = system_->nu();
  const double* mass = output(system_->mass).data();
  for (std::size_t r = 0; r < nu; ++r) {
    right_[r] = 0;
    for (std::size_t s = 0; s < nu; ++s) right_[r] += mass[r * nu + s] * u[s];
  }
}

double SystemMotion::built_in_error() const {
  double worst = 0;
  for (const double phi : output(system_->built_in_configuration)) worst = std::max(worst, std::abs(phi));
  return worst;
}

// q += ways d with coefficients d + phi = 0: one Newton correction, along the motions that the speeds leave out. For
// Euler parameters it is their normalisation. Elimination without pivoting: the rows hardly know of each other.
void SystemMotion::restore_built_in(std::span<double> q) {
  const std::size_t n = system_->built_in_configuration.count;
  const std::span<double> c = std::span(small_).first(n * n), d = std::span(small_).subspan(n * n, n);
  std::ranges::copy(output(system_->built_in_coefficients), c.begin());
  for (std::size_t i = 0; i < n; ++i) d[i] = -output(system_->built_in_configuration)[i];
  for (std::size_t k = 0; k < n; ++k)
    for (std::size_t i = k + 1; i < n; ++i) {
      const double factor = c[i * n + k] / c[k * n + k];
      for (std::size_t j = k; j < n; ++j) c[i * n + j] -= factor * c[k * n + j];
      d[i] -= factor * d[k];
    }
  for (std::size_t k = n; k-- > 0;) {
    for (std::size_t j = k + 1; j < n; ++j) d[k] -= c[k * n + j] * d[j];
    d[k] /= c[k * n + k];
  }
  const std::span<const double> ways = output(system_->built_in_ways);
  for (std::size_t i = 0; i < q.size(); ++i)
    for (std::size_t j = 0; j < n; ++j) q[i] += ways[i * n + j] * d[j];
}

DynamicsStatus SystemMotion::impose(double t, std::span<double> y, std::span<const double> load,
                                    std::span<const double> targets) {
  run_program(t, y);
  const std::span<double> u = speeds_of(y);
  multiply_mass(u);
  for (std::size_t r = 0; r < load.size(); ++r) right_[r] += load[r];
  std::ranges::copy(output(system_->constants), residuals_.begin());
  for (std::size_t i = 0; i < targets.size(); ++i) residuals_[i] += targets[i];
  const DynamicsStatus embedded = embed();
  const std::span<const LoadCoupling> loads = friction_loads();
  const DynamicsStatus status = loads.empty() ? solver_.solve(right_, residuals_, u, forces_)
                                              : solver_.solve(right_, residuals_, loads, u, forces_);
  return embedded == DynamicsStatus::ok || embedded == DynamicsStatus::singular_configuration ? status : embedded;
}

double SystemMotion::configuration_error() const {
  double worst = 0;
  for (const int row : held_) {
    const auto i = static_cast<std::size_t>(row);
    if (system_->rows[i].configuration) worst = std::max(worst, std::abs(row_value(i)));
  }
  return worst;
}

double SystemMotion::motion_error() const {
  double worst = 0;
  for (const int row : held_) worst = std::max(worst, std::abs(row_speed(static_cast<std::size_t>(row))));
  return worst;
}

}  // namespace tangible
