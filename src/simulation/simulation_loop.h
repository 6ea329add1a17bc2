// SPDX-License-Identifier: Apache-2.0
// SimulationLoop: the loop of Gillespie's Figure 2. Integrate the minimal equations of the present mode; find the
// instant at which a condition, a contact force or a gap requires that the mode changes; change it; go on.
//
//   SimulationLoop simulation(system, options);
//   if (simulation.start() != SimulationStatus::ok) ...
//   while (simulation.time() < 10) simulation.advance(10);
//
// Memory is taken by the constructor. advance() allocates nothing, throws nothing, and reports by its status what
// happened. The class has more than 25 methods because it is what callers see of all parts; most return a member.
#pragma once

#include <optional>
#include <span>
#include <string_view>

#include "simulation/adaptive_stepper.h"
#include "simulation/assembly.h"
#include "simulation/checkpoint.h"
#include "simulation/fixed_stepper.h"
#include "simulation/interventions.h"
#include "simulation/jump_check.h"
#include "simulation/lost_directions.h"

namespace tangible {

class SimulationLoop {
 public:
  SimulationLoop(const System& system, const SimulationOptions& options = {});
  // The parts refer to each other.
  SimulationLoop(const SimulationLoop&) = delete;
  SimulationLoop& operator=(const SimulationLoop&) = delete;

  // The state before start() is that of the model; it may be changed through state().
  std::span<double> state() { return state_.y; }
  std::span<const double> state() const { return state_.y; }
  double time() const { return state_.t; }
  void set_time(double t) { state_.t = t; }
  SystemMotion& motion() { return state_.motion; }
  const SystemMotion& motion() const { return state_.motion; }
  const System& system() const { return state_.system; }
  const SimulationOptions& options() const { return state_.options; }

  // Before start(): whether a switchable row is active at first.
  void set_initially_active(std::size_t row, bool active) { instant_.set_initially_active(row, active); }
  // Finds the rows that are active at first and a state that satisfies them: the beginning of start(), which does it
  // anyway.
  AssemblyReport assemble_start();
  // Assembles the mechanism, finds the first mode.
  [[nodiscard]] SimulationStatus start();
  // One step, of the method's choice or to the end of the tick, but not past `limit` and not past an event.
  [[nodiscard]] SimulationStatus advance(double limit);
  // The mode changes at an instant that advance() has reached.
  bool has_event() const { return events_.end().has_event; }
  [[nodiscard]] SimulationStatus resolve_instant();
  // Both, again and again, until the limit.
  [[nodiscard]] SimulationStatus run_to(double limit);
  // The same within the budget of a tick, which begin_budget() begins: may stop before the limit, with status ok, where
  // the next call continues.
  void begin_budget() { budget_begin_ = state_.motion.evaluations(); }
  [[nodiscard]] SimulationStatus run_within_budget(double limit);

  // Changes from outside, between two steps. They allocate nothing. A change that is refused, or whose instant cannot
  // be resolved, leaves everything as it was.
  // Does what an event with these actions would do.
  [[nodiscard]] SimulationStatus apply(std::span<const ActionDescription> actions);
  // Configuration constraints that depend on the parameter are closed again by projection, and the jump of energy is
  // booked. Refused, with the old value kept, if they cannot be closed or a contact would be inside its surface.
  [[nodiscard]] SimulationStatus set_parameter(std::size_t index, double value);

  // The state at a time within the last step, constraints included; of fixed-step methods only at its end.
  SimulationStatus state_at(double t, std::span<double> y);
  double step_began() const { return step_.start(); }

  // Energies, outputs and forces at a state of the present mode.
  const Watch& evaluate_outputs(double t, std::span<const double> y);
  Ledger ledger(double t, std::span<const double> y);
  Ledger ledger() { return ledger(state_.t, state_.y); }
  // The same without outputs and forces; only where power is integrated (System::power).
  Ledger ledger_of_state();
  // Whether the energy books are off by so much that the motion is wrong; advance() checks this from time to time.
  [[nodiscard]] SimulationStatus check_books();
  // The switching function that a bad status is about (System::switches); absent if it is about none.
  std::size_t fault_switch() const { return journal_.fault_switch; }
  // The same of what loads divide by (System::direction_sizes).
  std::size_t fault_direction() const { return journal_.fault_direction; }
  // The row that a bad status is about, of a contact its normal row; absent if it is about none. And its name.
  std::size_t fault_row() const { return journal_.fault_row; }
  std::string_view fault() const {
    return fault_row() == absent ? "" : std::string_view(system().rows[fault_row()].name);
  }
  // Root functions where the last step ended (RootFunctions): of conditions, abs, sign, min and max (System::switches),
  // then triggers of events, then two for each contact.
  std::span<const double> root_values() const { return values_.start; }
  Counts counts() const;
  // The occurrences, and the number of the first one since the last step or start began.
  const OccurrenceLog& log() const { return journal_.log; }
  std::uint64_t first_occurrence_of_step() const { return first_occurrence_; }

 private:
  void begin_step();
  void limit_restitution();
  SimulationStatus check_step();
  bool has_spent_budget() const {
    return has_budget_ && state_.motion.evaluations() - budget_begin_ >= options().evaluations_per_tick;
  }
  void set_fault_to_sliding_contact();
  SimulationStatus resolve_change(SimulationStatus made);

  MechanismState state_;
  RunJournal journal_;
  Timetable timetable_;
  TriggerMemory triggers_;
  ContactResolver contacts_;
  RootFunctions roots_;
  RootValues values_;
  InstantResolver instant_;
  StepMotion step_;
  EventDetector events_;
  SingularLeap leap_;
  FixedStepper fixed_;
  AdaptiveStepper adaptive_;
  Interventions interventions_;
  Checkpoint checkpoint_;
  LostDirections directions_;
  JumpCheck jumps_;
  std::uint64_t first_occurrence_ = 0;
  bool has_budget_ = false;
  long budget_begin_ = 0;  // evaluations when the tick began
  int steps_since_check_ = 0;
};

}  // namespace tangible
