// SPDX-License-Identifier: Apache-2.0
// Touching contacts at rest in their normal direction: which of them keep, stick, slip or leave, and with what forces.
//
// gap'' >= 0 complementary to the normal force >= 0 over all contacts at once. A contact that slides has friction -mu N
// against its slip; one that does not may stick, or begin to slip, and friction then opposes that slip. The contacts
// that stay closed become rows of the embedding (a sticking one with its tangents), with which the loop runs until the
// next event; this solver selects them.
//
// Sliding friction can make the problem unsolvable, or solvable twice (Painleve). Both are statuses, not solutions: the
// rod that jams needs an impact, with which the caller may continue.
#pragma once

#include <array>
#include <span>
#include <vector>

#include "dynamics/contact_problem.h"

namespace tangible {

struct ContactForceRequest {
  std::span<const TouchingContact> contacts;
  // Unit direction of slip along the tangents of each contact (one tangent: its sign); zeros: no slip now.
  std::span<const std::array<double, 2>> slips;
  std::span<const double> forcing;     // nu
  std::span<const double> remainders;  // m
};

class ContactForceSolver {
 public:
  ContactForceSolver(int speeds, int contacts);

  // `dynamics` is embedded at this state with the bilateral rows active, contact rows inactive. Finds what each contact
  // does; u_rate is then that without contacts.
  [[nodiscard]] ContactStatus classify(ConstrainedDynamics& dynamics, const ContactForceRequest& request,
                                       std::span<double> u_rate);
  // The same, then fills nu accelerations and the forces of all declared rows, contacts included.
  [[nodiscard]] ContactStatus resolve(ConstrainedDynamics& dynamics, const ContactForceRequest& request,
                                      std::span<double> u_rate, std::span<double> row_forces);
  ContactResult result(int k) const { return problem_.result(k); }
  // Why, if the dynamics have failed.
  DynamicsStatus dynamics_status() const { return dynamics_status_; }

 private:
  ContactProblem problem_;
  DynamicsStatus dynamics_status_ = DynamicsStatus::ok;
  std::vector<double> load_;  // nu
};

// The friction load that follows the normal force of a sliding contact (LoadCoupling): -mu (direction . tangents).
void evaluate_slip_load(const ConstrainedDynamics& dynamics, const TouchingContact& contact,
                        std::array<double, 2> direction, std::span<double> load);

}  // namespace tangible
