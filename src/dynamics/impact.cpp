// SPDX-License-Identifier: Apache-2.0
// Rounds of impacts, Newton's and Poisson's restitution, and the account of energy.
#include "dynamics/impact.h"

#include <cmath>

#include "dynamics/index.h"

namespace tangible {

namespace {
struct Rate {
  double value = 0;
  double parts = 0;
};
Rate rate_of(const double* row, double constant, std::span<const double> u) {
  Rate rate{constant, std::abs(constant)};
  for (std::size_t j = 0; j < u.size(); ++j) {
    rate.value += row[j] * u[j];
    rate.parts += std::abs(row[j] * u[j]);
  }
  return rate;
}
}  // namespace

ImpactSolver::ImpactSolver(int speeds, int rows, int contacts)
    : problem_(speeds, contacts),
      approaching_(at(contacts)),
      momentum_(at(speeds)),
      before_(at(speeds)),
      after_(at(speeds)),
      round_(at(rows)),
      compression_(at(3 * contacts)) {}

ImpactReport ImpactSolver::resolve(ConstrainedDynamics& dynamics, std::span<const TouchingContact> contacts,
                                   std::span<const double> constants, std::span<double> u, std::span<double> impulses) {
  ImpactReport report;
  State state{dynamics, constants, u, impulses};
  std::fill(impulses.begin(), impulses.end(), 0.0);
  report.energy_before = report.energy_after = kinetic_energy(dynamics.mass().data(), u.data(), dynamics.speeds());
  if (contacts.size() > approaching_.size()) {
    report.status = ContactStatus::too_many_contacts;
    return report;
  }
  if (law.order == ImpactOrder::together) {
    report.status = resolve_round(state, contacts, 1, report);
    return report;
  }
  while (report.status == ContactStatus::ok) {
    const std::size_t count = gather_approaching(state, contacts);
    if (count == 0) break;
    const bool last = report.rounds >= law.max_rounds;
    report.status = last ? resolve_round(state, contacts, 0, report)
                         : resolve_round(state, {approaching_.data(), count}, 1, report);
    if (last) break;
  }
  return report;
}

std::size_t ImpactSolver::gather_approaching(const State& state, std::span<const TouchingContact> contacts) {
  std::size_t count = 0;
  for (const TouchingContact& contact : contacts) {
    const Rate rate = rate_of(state.dynamics.row(contact.normal), state.constants[at(contact.normal)], state.u);
    if (rate.value < -law.approach * rate.parts) approaching_[count++] = contact;
  }
  return count;
}

// One impact of the given contacts, their coefficients of restitution times `restitution`.
ContactStatus ImpactSolver::resolve_round(State& state, std::span<const TouchingContact> contacts, double restitution,
                                          ImpactReport& report) {
  ++report.rounds;
  const int n = state.dynamics.speeds();
  const double* mass = state.dynamics.mass().data();
  std::copy(state.u.begin(), state.u.end(), before_.begin());
  ContactStatus status = find_impulses(state, contacts, restitution, report);
  if (status != ContactStatus::ok && status != ContactStatus::not_converged) return status;
  multiply(mass, before_.data(), momentum_.data(), n);
  problem_.add_loads(state.dynamics, contacts, momentum_);
  report.dynamics = state.dynamics.solve(momentum_, state.constants, after_, round_);
  if (report.dynamics != DynamicsStatus::ok && report.dynamics != DynamicsStatus::singular_configuration)
    return ContactStatus::dynamics_failed;
  for (int k = 0; k < problem_.count(); ++k) {
    const TouchingContact& contact = contacts[at(k)];
    round_[at(contact.normal)] += problem_.action(k, 0);
    for (int t = 0; t < contact.tangent_count(); ++t) round_[at(contact.tangents[at(t)])] += problem_.action(k, t + 1);
  }
  const double taken = loss(state);
  const double energy = kinetic_energy(mass, after_.data(), n);
  if (taken < -law.energy_rounding * std::max(report.energy_before, energy)) {
    if (restitution == 0) return ContactStatus::energy_gained;  // rounds that did not converge; u stays
    status = resolve_round(state, contacts, 0, report);
    return status == ContactStatus::ok ? ContactStatus::energy_gained : status;
  }
  std::copy(after_.begin(), after_.end(), state.u.begin());
  for (std::size_t i = 0; i < state.impulses.size(); ++i) state.impulses[i] += round_[i];
  report.loss += taken;
  report.energy_after = energy;
  return status;
}

// An impulse works with the mean of the rates before and after: the loss is - sum impulse (v- + v+) / 2. Surfaces
// that move by themselves do their own work, which is not in v.
double ImpactSolver::loss(const State& state) const {
  double sum = 0;
  for (int i = 0; i < static_cast<int>(round_.size()); ++i) {
    if (round_[at(i)] == 0) continue;
    const double* row = state.dynamics.row(i);
    const double before = rate_of(row, state.constants[at(i)], before_).value;
    const double after = rate_of(row, state.constants[at(i)], after_).value;
    sum -= round_[at(i)] * (before + after) / 2;
  }
  return sum;
}

// The rates of the contacts if only the bilateral rows acted.
ContactStatus ImpactSolver::find_impulses(const State& state, std::span<const TouchingContact> contacts,
                                          double restitution, ImpactReport& report) {
  const int n = state.dynamics.speeds();
  multiply(state.dynamics.mass().data(), before_.data(), momentum_.data(), n);
  report.dynamics = state.dynamics.solve(momentum_, state.constants, after_);
  if (report.dynamics != DynamicsStatus::ok && report.dynamics != DynamicsStatus::singular_configuration)
    return ContactStatus::dynamics_failed;
  const ContactStatus assembled = problem_.assemble(state.dynamics, contacts);
  if (assembled != ContactStatus::ok) return assembled;
  set_inputs(state, contacts);
  if (law.restitution == Restitution::poisson) return compress_and_expand(contacts, restitution);
  for (int k = 0; k < problem_.count(); ++k) {
    const int normal = contacts[at(k)].normal;
    const double approach = rate_of(state.dynamics.row(normal), state.constants[at(normal)], before_).value;
    problem_.input(k).free[0] += restitution * contacts[at(k)].restitution * std::min(0.0, approach);
  }
  return problem_.solve();
}

void ImpactSolver::set_inputs(const State& state, std::span<const TouchingContact> contacts) {
  for (int k = 0; k < problem_.count(); ++k) {
    const TouchingContact& contact = contacts[at(k)];
    ContactInput& input = problem_.input(k);
    const auto rate = [&](int row) { return rate_of(state.dynamics.row(row), state.constants[at(row)], after_).value; };
    input.free[0] = rate(contact.normal);
    for (int t = 0; t < contact.tangent_count(); ++t) input.free[at(t + 1)] = rate(contact.tangents[at(t)]);
    if (contact.friction > 0 && contact.tangent_count() > 0) {
      input.friction = ContactInput::Friction::opposes_slip;
      input.coefficient = contact.friction;
    }
  }
}

// Pfeiffer & Glocker: the impulses of compression are returned in part, friction acting in both phases.
ContactStatus ImpactSolver::compress_and_expand(std::span<const TouchingContact> contacts, double restitution) {
  const ContactStatus compressed = problem_.solve();
  if (compressed != ContactStatus::ok || restitution == 0) return compressed;
  for (int k = 0; k < problem_.count(); ++k) {
    ContactInput& input = problem_.input(k);
    for (int part = 0; part < 3; ++part) {
      compression_[at(3 * k + part)] = problem_.action(k, part);
      input.free[at(part)] = problem_.rate(k, part);
    }
    input.base = restitution * contacts[at(k)].restitution * problem_.action(k, 0);
  }
  const ContactStatus expanded = problem_.solve();
  for (int k = 0; k < problem_.count(); ++k)
    for (int part = 0; part < 3; ++part) problem_.add_action(k, part, compression_[at(3 * k + part)]);
  return expanded;
}

}  // namespace tangible
