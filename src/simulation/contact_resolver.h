// SPDX-License-Identifier: Apache-2.0
// ContactResolver: contacts at an instant: impacts, and which contacts carry force afterwards.
//
// Both are complementarity problems over all closed contacts (dynamics/impact.h, dynamics/contact_forces.h). What they
// leave to rounding, because an event was located just where a force is zero or friction at its limit, is decided by
// the forces of the embedded rows: the same numbers that the root functions have. Loads with dry friction stick and
// slide as contacts do that something else presses together; they take no part in impacts, as their forces are bounded.
//
// The class has more than 25 methods because each rule of an instant is a private function of its own; callers see 12.
#pragma once

#include <span>
#include <vector>

#include "simulation/contact_solver.h"
#include "simulation/mechanism_state.h"
#include "simulation/run_journal.h"
#include "simulation/status.h"

namespace tangible {

class ContactResolver {
 public:
  ContactResolver(MechanismState& state, RunJournal& journal);

  // At the state where conditions were last evaluated.
  bool is_enabled(std::size_t contact) const;
  // Contacts that are switched off stay open.
  void switch_contact(std::size_t row, bool on);
  std::span<std::uint8_t> switched_off() { return switched_off_; }  // by contact
  // Sets rows of the next mode from the state of a contact.
  void set_contact_state(std::size_t contact, ContactState contact_state);
  // The same for dry friction: -1 or 1, the direction in which it slides, or zero: it sticks.
  void set_friction_sign(std::size_t friction, double sign);
  // From now on impacts have no restitution: there were too many in a tick.
  void make_impacts_plastic(bool plastic) { plastic_ = plastic; }

  // Impacts of contacts that approach, then the states of all contacts in the next mode, which becomes the present one.
  SimulationStatus resolve();
  // Closed contacts collide and rows of the next mode are imposed, all at once, at the state where conditions were last
  // evaluated.
  SimulationStatus impact(ImpactOrder order);
  // Of the last impact: the energy that each contact has lost.
  struct Loss {
    std::size_t contact;
    double energy;
  };
  std::span<const Loss> impact_losses() const { return losses_; }
  double impulse(std::size_t row) const { return solver_.impulses()[row]; }  // of the last impact
  // Speeds after a generalized impulse, before contacts respond.
  SimulationStatus apply_impulse(std::span<const double> load);

  // The outcome for closed contacts at the state last evaluated, where row forces do not decide: which of a table's
  // four legs leaves, which of two feet slips. k counts closed contacts.
  SimulationStatus evaluate_contact_states();
  ContactMotion outcome(std::size_t k) const { return solver_.result(k).motion; }

 private:
  bool is_near(std::size_t contact) const;
  SimulationStatus check_contact(std::size_t contact) const;
  double rebound_threshold(std::size_t row);
  void collect_contacts(bool include_separating);
  void collect_frictions();
  void set_fault_to_approaching_contact();
  void note_impact_losses(double total, ImpactOrder order);
  SimulationStatus resolve_contact_states();
  SimulationStatus classify_contacts();
  SimulationStatus find_forces();
  bool suppress_short_rebounds();
  void take_result(std::size_t k);
  bool correct_contact_states();
  bool correct_frictions(double largest_force);
  bool open_pulling_contact(double largest_force);
  SimulationStatus commit_contact_states();
  void note_changes();

  MechanismState& state_;
  RunJournal& journal_;
  ContactSolver solver_;
  bool plastic_ = false;
  std::vector<std::uint8_t> switched_off_;        // by contact
  std::vector<std::uint8_t> rebound_suppressed_;  // by contact: it would open and close again within the tick
  std::vector<ContactState> states_before_;       // by contact: before this instant
  std::vector<std::uint8_t> stuck_before_;        // by load with dry friction
  std::vector<double> row_speeds_before_impact_;  // by row, of contacts
  std::vector<Loss> losses_;
};

}  // namespace tangible
