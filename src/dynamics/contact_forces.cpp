// SPDX-License-Identifier: Apache-2.0
// Accelerations without contact forces, complementarity, accelerations with them.
#include "dynamics/contact_forces.h"

#include "dynamics/index.h"

namespace tangible {

namespace {
bool failed(DynamicsStatus status) {
  return status != DynamicsStatus::ok && status != DynamicsStatus::singular_configuration;
}

void set_input(ContactInput& input, const TouchingContact& contact, std::array<double, 2> slip) {
  if (contact.friction <= 0 || contact.tangent_count() == 0) return;
  const bool slides = slip[0] != 0 || slip[1] != 0;
  input.friction = slides ? ContactInput::Friction::slides : ContactInput::Friction::opposes_slip;
  input.coefficient = contact.friction;
  input.direction = slip;
}
}  // namespace

ContactForceSolver::ContactForceSolver(int speeds, int contacts) : problem_(speeds, contacts), load_(at(speeds)) {}

ContactStatus ContactForceSolver::classify(ConstrainedDynamics& dynamics, const ContactForceRequest& request,
                                           std::span<double> u_rate) {
  dynamics_status_ = dynamics.solve(request.forcing, request.remainders, u_rate);
  if (failed(dynamics_status_)) return ContactStatus::dynamics_failed;
  const ContactStatus assembled = problem_.assemble(dynamics, request.contacts);
  if (assembled != ContactStatus::ok) return assembled;
  const int n = dynamics.speeds();
  const auto acceleration = [&](int row) {
    return dot(dynamics.row(row), u_rate.data(), n) + request.remainders[at(row)];
  };
  for (int k = 0; k < problem_.count(); ++k) {
    const TouchingContact& contact = request.contacts[at(k)];
    ContactInput& input = problem_.input(k);
    if (contact.normal >= 0) input.free[0] = acceleration(contact.normal);
    input.base = contact.pressed_by;
    for (int t = 0; t < contact.tangent_count(); ++t) input.free[at(t + 1)] = acceleration(contact.tangents[at(t)]);
    set_input(input, contact, request.slips[at(k)]);
  }
  return problem_.solve();
}

ContactStatus ContactForceSolver::resolve(ConstrainedDynamics& dynamics, const ContactForceRequest& request,
                                          std::span<double> u_rate, std::span<double> row_forces) {
  const ContactStatus status = classify(dynamics, request, u_rate);
  if (status == ContactStatus::no_solution || status == ContactStatus::too_many_contacts ||
      status == ContactStatus::dynamics_failed)
    return status;
  std::copy(request.forcing.begin(), request.forcing.end(), load_.begin());
  problem_.add_loads(dynamics, request.contacts, load_);
  dynamics_status_ = dynamics.solve(load_, request.remainders, u_rate, row_forces);
  if (failed(dynamics_status_)) return ContactStatus::dynamics_failed;
  for (int k = 0; k < problem_.count(); ++k) {
    const TouchingContact& contact = request.contacts[at(k)];
    if (contact.normal >= 0) row_forces[at(contact.normal)] += problem_.action(k, 0);
    for (int t = 0; t < contact.tangent_count(); ++t)
      row_forces[at(contact.tangents[at(t)])] += problem_.action(k, t + 1);
  }
  return status;
}

void evaluate_slip_load(const ConstrainedDynamics& dynamics, const TouchingContact& contact,
                        std::array<double, 2> direction, std::span<double> load) {
  std::fill(load.begin(), load.end(), 0.0);
  for (int t = 0; t < contact.tangent_count(); ++t)
    for (int j = 0; j < dynamics.speeds(); ++j)
      load[at(j)] -= contact.friction * direction[at(t)] * dynamics.row(contact.tangents[at(t)])[j];
}

}  // namespace tangible
