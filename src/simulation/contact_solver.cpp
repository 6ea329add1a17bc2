// SPDX-License-Identifier: Apache-2.0
// Contacts handed to the impact and force solvers.
#include "simulation/contact_solver.h"

#include <algorithm>

namespace tangible {
namespace {

bool failed(DynamicsStatus status) {
  return status != DynamicsStatus::ok && status != DynamicsStatus::singular_configuration;
}

}  // namespace

ContactSolver::ContactSolver(const System& system)
    : system_(&system),
      dynamics_(static_cast<int>(system.nu()), static_cast<int>(system.rows.size()), 0),
      impacts_(static_cast<int>(system.nu()), static_cast<int>(system.rows.size()),
               static_cast<int>(system.contacts.size())),
      forces_(static_cast<int>(system.nu()), static_cast<int>(system.contacts.size() + system.frictions.size())),
      accelerations_(system.nu()),
      row_forces_(system.rows.size()),
      momentum_(system.nu()) {
  impacts_.law.restitution = system.restitution;
  const std::size_t most = system.contacts.size() + system.frictions.size();
  touching_.reserve(most);
  slips_.reserve(most);
  contacts_.reserve(most);
  sliding_friction_.reserve(most);
  active_rows_.reserve(system.rows.size());
  active_rows_before_.reserve(system.rows.size());
  dynamics_.activate(active_rows_);
}

void ContactSolver::add(std::size_t contact, const TouchingContact& touching, std::array<double, 2> slip,
                        double sliding) {
  sliding_friction_.push_back(sliding);
  contacts_.push_back(contact);
  touching_.push_back(touching);
  slips_.push_back(slip);
}

void ContactSolver::add_friction(std::size_t friction, double limit) {
  TouchingContact pressed{-1, {static_cast<int>(system_->frictions[friction].row), -1}, 1, 0};
  pressed.pressed_by = limit;
  add(system_->contacts.size() + friction, pressed, {}, 1);
}

void ContactSolver::set_rows(std::span<const std::uint8_t> active) {
  std::swap(active_rows_, active_rows_before_);
  active_rows_.clear();
  for (std::size_t i = 0; i < system_->rows.size(); ++i)
    if (active[i] != 0 && system_->is_constraint(i)) active_rows_.push_back(static_cast<int>(i));
  // The choice of speeds stays while the rows do.
  if (active_rows_ != active_rows_before_) dynamics_.activate(active_rows_);
}

DynamicsStatus ContactSolver::embed(const SystemMotion& motion) {
  return dynamics_.embed(motion.output(system_->mass), motion.rows().coefficients(), motion.rows().constants());
}

ImpactReport ContactSolver::impact(SystemMotion& motion, ImpactOrder order, std::span<double> u) {
  ImpactReport report;
  impacts_.law.order = order;
  // Where nothing touches, the rows that hold are those of the motion, whose embedding the next step needs as well.
  const bool shares = touching_.empty() && std::ranges::equal(active_rows_, motion.embedding().active_rows());
  report.dynamics = shares ? motion.embed() : embed(motion);
  report.status = ContactStatus::dynamics_failed;
  if (failed(report.dynamics)) return report;
  return impacts_.resolve(shares ? motion.embedding() : dynamics_, touching_, motion.rows().constants(), u,
                          row_forces_);
}

DynamicsStatus ContactSolver::apply_impulse(const SystemMotion& motion, std::span<const double> load,
                                            std::span<double> u) {
  const DynamicsStatus embedded = embed(motion);
  if (failed(embedded)) return embedded;
  multiply(dynamics_.mass().data(), u.data(), momentum_.data(), dynamics_.speeds());
  for (std::size_t r = 0; r < load.size(); ++r) momentum_[r] += load[r];
  return dynamics_.solve(momentum_, motion.rows().constants(), u);
}

ContactStatus ContactSolver::find_forces(SystemMotion& motion) {
  dynamics_status_ = embed(motion);
  if (failed(dynamics_status_)) return ContactStatus::dynamics_failed;
  const ContactForceRequest request{touching_, slips_, motion.forcing(), motion.rows().remainders()};
  ContactStatus status = forces_.classify(dynamics_, request, accelerations_);
  while ((status == ContactStatus::ok || status == ContactStatus::not_converged) && switch_to_sliding_friction())
    status = forces_.classify(dynamics_, request, accelerations_);
  dynamics_status_ = forces_.dynamics_status();
  return status;
}

// Contacts that stuck and slip from now on have the friction of sliding; false if there are none.
bool ContactSolver::switch_to_sliding_friction() {
  bool any = false;
  for (std::size_t k = 0; k < contacts_.size(); ++k) {
    const bool slips = result(k).motion == ContactMotion::slips && slips_[k] == std::array<double, 2>{};
    if (!slips || touching_[k].friction <= sliding_friction_[k]) continue;
    touching_[k].friction = sliding_friction_[k];
    any = true;
  }
  return any;
}

}  // namespace tangible
