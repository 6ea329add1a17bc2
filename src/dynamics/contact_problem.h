// SPDX-License-Identifier: Apache-2.0
// All touching contacts at once: their response to each other through the mechanism, and complementarity.
//
// For impulses the unknown rates are speeds after the impact, for forces they are accelerations; the problem is the
// same: rates = response * actions + free, with the bilateral rows embedded in `response`. Normal actions and rates are
// not negative and complementary; friction is at most mu times the normal action and opposes the rate of slip, or, when
// the contact slides already, has a known direction and follows the normal action.
//
// With at most one tangent a contact this is a linear complementarity problem (Stewart & Trinkle, Anitescu & Potra),
// solved exactly. With two tangents, a pyramid gives the start, and the friction circle is then solved contact by
// contact until nothing changes.
#pragma once

#include <span>
#include <vector>

#include "dynamics/constrained_dynamics.h"
#include "dynamics/contact.h"
#include "dynamics/lcp.h"

namespace tangible {

enum class ContactStatus {
  ok,
  no_solution,    // with sliding friction: Painleve's paradox, nothing holds
  two_solutions,  // with sliding friction: the contact may keep or leave, both hold
  jammed,         // a contact closes, but the bilateral rows allow no motion that opens it
  not_converged,  // friction circles: the tolerance was not reached
  energy_gained,  // an impact law that would create energy
  too_many_contacts,
  dynamics_failed  // embedding was not possible: see ConstrainedDynamics
};

// The data of one contact.
struct ContactInput {
  enum class Friction { none, opposes_slip, slides };
  Friction friction = Friction::none;
  double coefficient = 0;
  std::array<double, 2> direction{};  // slides: unit direction of slip along the tangents
  std::array<double, 3> free{};       // rates of (normal, tangent, tangent) without actions
  double base = 0;                    // normal action that acts in any case, also where there is no normal row
};

class ContactProblem {
 public:
  ContactProblem(int speeds, int contacts);

  // With `dynamics` embedded at this state. Cost: one embedded solution a contact row.
  [[nodiscard]] ContactStatus assemble(ConstrainedDynamics& dynamics, std::span<const TouchingContact> contacts);

  ContactInput& input(int k) { return inputs_[static_cast<std::size_t>(k)]; }
  // action() and rate() are then (normal, tangent, tangent) of contact k, `base` included.
  [[nodiscard]] ContactStatus solve();
  double action(int k, int part) const { return actions_[static_cast<std::size_t>(3 * k + part)]; }
  double rate(int k, int part) const { return rates_[static_cast<std::size_t>(3 * k + part)]; }
  // For impulses of an earlier phase.
  void add_action(int k, int part, double more) { actions_[static_cast<std::size_t>(3 * k + part)] += more; }
  // The magnitude of the terms of a rate, as a measure of its rounding.
  double rate_size(int k) const { return rate_sizes_[static_cast<std::size_t>(k)]; }
  ContactResult result(int k) const;

  // load += rows^T actions
  void add_loads(const ConstrainedDynamics& dynamics, std::span<const TouchingContact> contacts,
                 std::span<double> load) const;
  int count() const { return count_; }

 private:
  // An unknown of the linear complementarity problem.
  struct Variable {
    enum class Kind { normal, friction, slack };
    Kind kind = Kind::normal;
    int contact = 0;
    std::array<double, 3> action_weights{};  // actions by a unit of it
    std::array<double, 3> rate_weights{};    // complementary rates
  };
  bool has_normal(int k) const { return rows_[static_cast<std::size_t>(3 * k)] >= 0; }
  void list_variables();
  void add_variable(Variable::Kind kind, int contact, std::array<double, 3> action_weights,
                    std::array<double, 3> rate_weights);
  void fill_lcp();
  double entry(const Variable& a, const Variable& b) const;
  double free_rate(const Variable& a) const;
  void read_solution();
  void evaluate_rates();
  bool any_slides() const;
  ContactStatus solve_friction_circles(bool needed);
  double update_contact(int k);
  double update_pressed_contact(int k) const;
  bool has_second_solution();
  bool is_solution_with_closed(unsigned kept);
  bool response_is_monotone();
  double response(int i, int j) const { return response_.row(i)[j]; }

  int capacity_;
  int count_ = 0;
  std::vector<ContactInput> inputs_;
  std::vector<int> tangent_count_;
  std::vector<int> rows_;      // of (normal, tangent, tangent) of each contact; -1: there is none
  std::vector<double> scale_;  // 1 / sqrt of the normal response: makes the problem free of units
  std::vector<char> can_respond_;
  PaddedTable motion_;    // 3 contacts x nu: answer of the speeds to a contact row
  PaddedTable response_;  // 3 contacts x 3 contacts
  std::vector<double> actions_;
  std::vector<double> rates_;
  std::vector<double> rate_sizes_;
  std::vector<Variable> variables_;
  int variable_count_ = 0;
  LcpSolver lcp_;
  double size_ = 1;  // of the right sides
  SymmetricFactor monotone_;
  PaddedTable small_;  // contacts x (contacts + 1), for the search of a second solution
};

}  // namespace tangible
