// SPDX-License-Identifier: Apache-2.0
// Impacts: impulses of all touching contacts, with restitution and Coulomb friction, bilateral rows respected.
//
// q does not change, M (u+ - u-) = rows^T impulses, A u+ + c = 0 for the active bilateral rows. Contacts:
//   Newton   v_n+ + e v_n- >= 0, complementary to the normal impulse (e acts where the contact approaches);
//   Poisson  compression ends with v_n >= 0 complementary to its impulse; the expansion returns at least e times it;
//   friction at most mu times the normal impulse, opposing the remaining slip; stick where that is enough.
// Without restitution an impact never gains energy. With it, friction and several contacts it could: the status then
// reports this fault, and the solution is the impact without restitution.
#pragma once

#include <span>
#include <vector>

#include "dynamics/contact_problem.h"

namespace tangible {

enum class Restitution { newton, poisson };

// The contacts that take part. together: all that touch. in_sequence: those that approach, again and again until none
// does, as waves through stiff bodies would (Newton's cradle).
enum class ImpactOrder { together, in_sequence };

struct ImpactLaw {
  Restitution restitution = Restitution::newton;
  ImpactOrder order = ImpactOrder::together;
  int max_rounds = 100;           // in sequence; then all together without restitution
  double approach = 1e-9;         // of what the rate is made of: below it a contact does not approach
  double energy_rounding = 1e-9;  // of the kinetic energy: a gain below it is rounding
};

struct ImpactReport {
  ContactStatus status = ContactStatus::ok;
  DynamicsStatus dynamics = DynamicsStatus::ok;
  double energy_before = 0;
  double energy_after = 0;
  double loss = 0;  // taken by contacts and rows; equals before - after where no surface moves by itself
  int rounds = 0;
};

class ImpactSolver {
 public:
  ImpactSolver(int speeds, int rows, int contacts);

  // `dynamics` is embedded at this configuration with the bilateral rows active, contact rows inactive. u: before, then
  // after; impulses: by declared row. u is unchanged if there is no solution.
  [[nodiscard]] ImpactReport resolve(ConstrainedDynamics& dynamics, std::span<const TouchingContact> contacts,
                                     std::span<const double> constants, std::span<double> u,
                                     std::span<double> impulses);
  ImpactLaw law;

 private:
  struct State {
    ConstrainedDynamics& dynamics;
    std::span<const double> constants;
    std::span<double> u;
    std::span<double> impulses;
  };
  ContactStatus resolve_round(State& state, std::span<const TouchingContact> contacts, double restitution,
                              ImpactReport& report);
  ContactStatus find_impulses(const State& state, std::span<const TouchingContact> contacts, double restitution,
                              ImpactReport& report);
  ContactStatus compress_and_expand(std::span<const TouchingContact> contacts, double restitution);
  void set_inputs(const State& state, std::span<const TouchingContact> contacts);
  std::size_t gather_approaching(const State& state, std::span<const TouchingContact> contacts);
  double loss(const State& state) const;

  ContactProblem problem_;
  std::vector<TouchingContact> approaching_;
  std::vector<double> momentum_;     // nu
  std::vector<double> before_;       // nu: speeds before the round
  std::vector<double> after_;        // nu
  std::vector<double> round_;        // m: impulses of the round
  std::vector<double> compression_;  // 3 contacts
};

}  // namespace tangible
