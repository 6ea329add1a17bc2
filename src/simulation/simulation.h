// SPDX-License-Identifier: Apache-2.0
// SimulationLoop: the loop of Gillespie's Figure 2. Integrate the minimal equations of the present mode; find the
// instant at which a condition, a contact force or a gap says that the mode must change; change it; go on.
//
//   SimulationLoop simulation(system, options);
//   if (simulation.start() != SimulationStatus::ok) ...
//   while (simulation.time() < 10) simulation.advance(10);
//
// Memory is taken by the constructor. advance() allocates nothing, throws nothing, and says by its status what
// happened.
#pragma once

#include <cmath>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "simulation/assembly.h"
#include "simulation/contact_solver.h"
#include "simulation/dormand_prince.h"
#include "simulation/implicit_steps.h"
#include "simulation/leap.h"
#include "simulation/ledger.h"
#include "simulation/runge_kutta.h"
#include "simulation/timetable.h"
#include "simulation/watch.h"

namespace tangible {

struct SimulationOptions {
  Method method = Method::adaptive;
  double step = 1e-3;        // of fixed-step methods
  double tolerance = 1e-10;  // of the adaptive one
  double rest_speed = 1e-7;  // a contact that would leave more slowly stays, m/s or rad/s; gaps are known to 1e-14 m
  int events_per_tick = 32;  // of fixed-step methods: after so many, impacts are plastic
  bool project = true;       // keep configuration constraints at rounding level
  std::size_t ports = 0;     // how many ports may be attached at a time
};

enum class SimulationStatus : std::uint8_t {
  ok,
  inconsistent_rows,   // rows contradict each other
  singular_mass,       // a freedom without mass
  not_finite,          // infinite or no numbers
  cannot_assemble,     // no configuration was found that satisfies the constraints
  off_surface,         // a configuration constraint was switched on where it does not hold, or a contact inside
  no_convergence,      // the iterations of an implicit step did not end
  step_too_small,      // the tolerance cannot be met
  endless_events,      // events cause each other without end
  friction_paradox,    // no contact forces satisfy Coulomb's law (Painleve)
  friction_ambiguous,  // several do: the contact may keep or leave
  jammed,              // a contact closes, but the rows that hold allow no motion that opens it
  energy_gain,         // an impact would have created energy
  bad_restitution,     // of a contact that meets: not between 0 and 1
};
const char* describe(SimulationStatus status);

// Something that happened at an instant.
struct Occurrence {
  enum class Kind : std::uint8_t { event, switched, impact, closes, opens, sticks, slips };
  double t = 0;
  Kind kind = Kind::event;
  std::size_t index = 0;  // of the event, row or contact
  double loss = 0;        // of energy, at impacts and switches
  bool on = false;        // of a row: whether it holds from now on
};
const char* describe(Occurrence::Kind kind);

struct Counts {
  long steps = 0;
  long rejected = 0;
  long evaluations = 0;
  long events = 0;
  long capped = 0;  // ticks in which there were too many events
  long corrections = 0;
};

class SimulationLoop {
 public:
  SimulationLoop(const System& system, const SimulationOptions& options = {});

  // The state before start() is that of the model; it may be changed through state().
  std::span<double> state() { return y_; }
  std::span<const double> state() const { return y_; }
  double time() const { return t_; }
  void set_time(double t) { t_ = t; }
  SystemMotion& motion() { return motion_; }
  const SystemMotion& motion() const { return motion_; }
  // Of fixed-step methods: where the tick that comes next, or that an event has split, ends.
  double end_of_tick() const {
    return t_ < tick_end_ ? tick_end_ : origin_ + options_.step * static_cast<double>(ticks_ + 1);
  }
  const System& system() const { return *system_; }
  const SimulationOptions& options() const { return options_; }

  // Before start(): whether a row that can be switched holds at first.
  void begin_with(std::size_t row, bool on) {
    mode_.active[row] = on ? 1 : 0;
    told_[row] = 1;
  }
  // Finds the rows that hold at first and a state that satisfies them: the beginning of start(), which does it anyway.
  AssemblyReport assemble_start();
  // Assembles the mechanism, finds the first mode.
  [[nodiscard]] SimulationStatus start();
  // One step, of the method's choice or to the end of the tick, but not past `limit` and not past an event.
  [[nodiscard]] SimulationStatus advance(double limit);
  // The mode changes at an instant that advance() has reached.
  bool has_event() const { return pending_; }
  [[nodiscard]] SimulationStatus settle();
  // Both, again and again, until the limit.
  [[nodiscard]] SimulationStatus run_to(double limit);

  // --- Changes from outside, between two steps. They allocate nothing. ---
  // Does what an event with these actions would do; refused changes leave everything as it was.
  [[nodiscard]] SimulationStatus apply(std::span<const ActionDescription> actions);
  // Configuration constraints that depend on the parameter are closed again by projection, and the jump of energy is
  // booked. Refused, with the old value kept, if they cannot be closed or a contact would be inside its surface.
  [[nodiscard]] SimulationStatus set_parameter(std::size_t index, double value);

  // The state at a time within the last step, constraints included; of fixed-step methods only at its end.
  SimulationStatus state_at(double t, std::span<double> y);
  double step_began() const { return t_before_; }

  // Energies, outputs and forces at a state of the present mode.
  const Watch& look_at(double t, std::span<const double> y);
  Ledger ledger(double t, std::span<const double> y);
  Ledger ledger() { return ledger(t_, y_); }
  // The row that a bad status is about, of a contact its normal row; absent if it is about none. And its name.
  std::size_t fault_row() const { return fault_row_; }
  std::string_view fault() const {
    return fault_row_ == absent ? "" : std::string_view(system_->rows[fault_row_].name);
  }
  // Where the last step ended: what conditions, abs, sign, min and max look at (System::switches), then the triggers of
  // events, then two for each contact: gap or normal force, slip or what is left of friction.
  std::span<const double> watched_values() const { return roots_; }
  const Counts& counts() const { return counts_; }
  // What happened since it was last cleared; holds at most its capacity.
  std::vector<Occurrence> occurrences;

 private:
  // Stepping (simulation.cpp)
  SimulationStatus integrate(double h, std::span<double> out);
  SimulationStatus integrate_implicitly(double h, std::span<double> out);
  SimulationStatus advance_adaptively(double limit);
  bool remember(double regularity, std::span<const double> slope);
  bool leap(double end);
  bool leap_adaptively(double limit);
  bool end_leap_at_crossing(double& end);
  bool leap_goes_on(std::size_t noted);
  SimulationStatus advance_by_ticks(double limit);
  bool crosses_at_once(double end);
  SimulationStatus prepare_dense(double h);
  SimulationStatus explain_small_step();
  void blame_sliding_contact();
  SimulationStatus project(double t, std::span<double> y);
  bool keeps_books_of_projection() const { return system_->power.count > 0 && motion_.can_drift(); }
  double energy(double t, std::span<const double> y);
  void note(const Occurrence& occurrence);
  // Root functions (roots.cpp)
  SimulationStatus evaluate_roots(double t, std::span<const double> y, std::span<double> roots,
                                  std::span<double> rate = {});
  static bool watches_forces(const System& system);
  static bool all_are_timed(const System& system);
  bool roots_need_forces() const;
  bool forces_crossed(std::span<const double> roots) const;
  SimulationStatus evaluate_contact_roots(std::span<double> roots);
  bool crossed(std::size_t root, double before, double after) const;
  bool any_crossed(std::span<const double> before, std::span<const double> after) const;
  bool comes_on_time() const;
  // Where it is (locate.cpp)
  struct Bracket {
    double low, high;
  };
  // Where which root function crosses zero, and its rate there.
  struct Guess {
    std::size_t root;
    double at, slope;
  };
  Guess guess_crossing(Bracket bracket, double third) const;
  void interpolate(double x, std::span<double> out);
  void bend_inside();
  SimulationStatus look_for_crossing(double h, Guess& guess);
  SimulationStatus reach(double h, std::span<double> out);
  double overshoot_of_stages(double h, Guess guess);
  SimulationStatus close_in(Bracket bracket, Guess guess, double& h);
  struct Way {
    double first, longest;
  };
  struct Walk {
    SimulationStatus status;
    bool arrived;
  };
  Walk walk_over(Bracket bracket, Way way, Guess guess, double& h);
  SimulationStatus find_crossing(double& h);
  SimulationStatus look_inside(double& h);
  SimulationStatus look_closely(double& h, bool may_cut, bool& lost);
  bool is_lost(std::span<const double> from, std::span<const double> middle, std::span<const double> to) const;
  SimulationStatus cut(double length, double& h);
  SimulationStatus end_inside(double left, double right, std::span<const double> roots, double& h);
  static bool may_cross(std::span<const double> before, std::span<const double> middle, std::span<const double> after,
                        double noise);
  double noise_of_bends() const { return 1e4 * options_.tolerance; }  // which are told by small differences
  SimulationStatus locate(double& h);
  SimulationStatus locate_first(double& h);
  bool end_at_kink(double& h);
  // What changes at an instant (instant.cpp)
  void begin_rows();
  SimulationStatus begin_watching();
  bool watch_anew();
  double width_of_zero(std::size_t event) const;
  bool is_near_zero(std::size_t event, double value) const;
  bool tell_rates_of_triggers();
  bool gather_triggers_near_zero();
  bool arrive_at_zero();
  bool sort_triggers();
  void stay_at_zero(double t, std::span<double> triggers) const;
  void disregard_poles();
  void keep_at_zero(double h);
  SimulationStatus fire_events(bool& changed);
  SimulationStatus act(const ActionDescription& action);
  SimulationStatus switch_row(const ActionDescription& action);
  SimulationStatus fault(std::size_t row);
  void apply_conditions();
  void begin_change();
  void undo_change();
  SimulationStatus change_mode();
  // What decides a change, at the present state: rows, speeds, conditions; forces if a condition asks for them.
  void glance();
  // Contacts (contacts.cpp)
  bool is_enabled(std::size_t contact) const;
  bool is_near(std::size_t contact) const;
  SimulationStatus check_contact(std::size_t contact) const;
  SimulationStatus resolve_contacts();
  void gather(bool leaving_too);
  double slowest_rebound(std::size_t row);
  SimulationStatus impact(ImpactOrder order);
  SimulationStatus find_touching();
  SimulationStatus sort_contacts();
  bool find_brief_flights();
  bool correct_touching();
  SimulationStatus take_touching();
  void touch(std::size_t contact, Touch how);
  SimulationStatus judge_contacts();

  const System* system_;
  SimulationOptions options_;
  SystemMotion motion_;
  Watch watch_;
  Timetable timetable_;
  RungeKutta fixed_;
  Leap leap_;
  DormandPrince adaptive_;
  std::optional<ImplicitSteps> implicit_;
  ContactSolver contacts_;
  double t_ = 0, t_before_ = 0;
  double next_step_ = 0, last_step_ = 0;
  double located_from_ = 0;                  // where, since the step began, the walk to an event set out
  double trial_error_ = 0, kept_error_ = 0;  // of the adaptive method: of a step of trial length, and of the one kept
  DynamicsStatus refusal_ = DynamicsStatus::ok;  // the last one of a trial step, and where it would have ended
  double refused_at_ = -INFINITY;
  bool fresh_ = true;    // the adaptive method has no step length yet
  bool leaped_ = false;  // the last step went over a singular configuration
  // Energy that projection gave a trial step, and the located state.
  double trial_projection_ = 0, located_projection_ = 0;
  double gained_ = 0;       // by the last projection, if motion_.moves_speeds_only()
  bool has_dense_ = false;  // the last step can be interpolated
  bool pending_ = false;
  bool cut_short_ = false;     // the last step ended before a jump, which its stages have not seen
  bool ends_on_time_ = false;  // the step ends where the timetable said,
  bool on_time_ = false;       // and nothing else is pending
  int stalled_ = 0;            // steps in a row that an event ended at once
  int events_in_tick_ = 0;
  double origin_ = 0, tick_end_ = 0;
  long ticks_ = 0;
  double energy_at_start_ = 0, impacts_ = 0, projection_ = 0, event_work_ = 0, parameter_work_ = 0;
  Mode mode_;                                // in the making
  std::vector<std::uint8_t> switched_off_;   // by contact
  std::vector<std::uint8_t> brief_;          // by contact: it would leave and be back at once
  std::vector<std::uint8_t> active_before_;  // by row
  std::vector<std::uint8_t> told_;           // by row: begin_with() has said whether it holds at first
  // By event: at_zero: its trigger stands there until it has left it; goes_up, goes_down: it has just begun to leave
  // it.
  enum class Watching : std::uint8_t { no, yes, at_zero, goes_up, goes_down };
  std::vector<Watching> watched_;
  bool waits_ = false;               // there is one that stands at zero or leaves it
  std::vector<double> came_from_;    // by event: its trigger where the step began that ended at this instant; or 0
  std::vector<double> rates_;        // by event: of triggers near zero
  std::vector<double> largest_;      // by event: the largest size of its trigger so far
  std::vector<Touch> touch_before_;  // by contact: how it touched before this instant
  Mode mode_before_change_;          // from outside: what a refused change goes back to
  std::vector<double> y_before_change_;
  std::vector<double> y_, y_new_, y_trial_, y_end_, y_stage_;
  std::vector<double> slope_;        // of the state at the end of the last step, if it has been evaluated there
  std::vector<double> slope_there_;  // where the walk to an event sets out
  std::vector<double> bend_;         // of the interpolation within a fixed step, beyond that of a cubic
  bool interpolates_ = false;        // which is then as accurate as a step
  std::vector<double> roots_, roots_new_, roots_low_, roots_high_, roots_stage_;
  // Halvings of a step, to look inside it: so many wherever something may cross, and more where looks make sense.
  static constexpr std::size_t deep = 7, deepest = 14;
  std::vector<std::vector<double>> looks_;  // roots where an interval begins, where those to come end, and between
  std::vector<double> approach_;            // by row: speeds of contacts before an impact
  std::size_t fault_row_ = absent;
  bool forces_decide_ = true;   // roots are to tell whether contacts keep
  const bool watches_forces_;   // conditions ask for accelerations, forces or inputs
  const bool roots_are_timed_;  // nothing but the clock decides
  Counts counts_;
};

}  // namespace tangible
