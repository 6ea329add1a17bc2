// SPDX-License-Identifier: Apache-2.0
// SystemMotion: the rate of the state under the active rows.
//
// The state is one vector y = q, u, state variables z, energy states, port work. Accelerations come from the p embedded
// equations of the independent speeds; all speeds advance with them, and after every step the dependent ones are
// computed by Gillespie (5), so that a minimal ordinary differential equation is integrated whatever rows are active.
//
// Its parts: MotionProgram evaluates the unconstrained equations and all rows, ActiveRows has the rows, SlidingFriction
// and PortLoads add forces, ConstraintProjection projects onto the rows.
//
// The class has more than 25 methods because it is what all parts of the loop ask about the motion; most of them pass
// the question to one part.
#pragma once

#include <span>
#include <vector>

#include "simulation/constraint_projection.h"
#include "simulation/port_loads.h"
#include "simulation/sliding_friction.h"

namespace tangible {

// Within a step states do not satisfy the constraints exactly, and redundant rows seem to contradict the others;
// whether they do is checked where the next step begins.
inline bool is_usable_within_step(DynamicsStatus status) {
  return status == DynamicsStatus::ok || status == DynamicsStatus::inconsistent_rows;
}

class SystemMotion : public MotionProgram {
 public:
  // ports: how many ports may be attached at a time.
  explicit SystemMotion(const System& system, std::size_t ports = 0);
  // The parts refer to each other.
  SystemMotion(const SystemMotion&) = delete;
  SystemMotion& operator=(const SystemMotion&) = delete;

  // Of y. Work done through each port is at the end.
  std::size_t size() const { return port_work_at() + ports_.ports().size(); }
  std::size_t port_work_at() const { return energy_states_at() + system().power.count; }

  const ActiveRows& rows() const { return rows_; }
  const Mode& mode() const { return rows_.mode(); }
  void set_mode(const Mode& mode);
  // The same on the way: while the active rows stay, so does the choice of speeds, and everything known at the present
  // state.
  void update_mode(const Mode& mode);
  // The next embedding chooses speeds and rows without regard to earlier states.
  void choose_rows_afresh();
  // Whether there are rows that coordinates or speeds could drift away from.
  bool can_drift() const { return !rows_.active().empty() || system().built_in_configuration.count > 0; }

  // y' at a state. Results of the last evaluation are not computed again: nothing at the same state, neither the
  // embedding nor the configuration where only speeds differ. Forces of rows are evaluated if they are requested, or if
  // the rate needs them.
  DynamicsStatus evaluate(double t, std::span<const double> y, std::span<double> y_rate, bool forces_too = false);
  // Accelerations and forces at a state.
  DynamicsStatus evaluate(double t, std::span<const double> y);
  // Row values and row speeds only, without accelerations.
  void evaluate_rows(double t, std::span<const double> y);
  // Accelerations of the last evaluation.
  std::span<const double> accelerations() const { return accelerations_; }
  // By row; zero where it is inactive. Tangents of sliding contacts have their friction.
  std::span<const double> forces() const { return forces_; }
  // What ports and external rows contribute to the generalized force of a forbidden speed (System::port_forces).
  double force_against(std::size_t what) const;
  // Whether the forces of the rows that a touching contact has now are determined by the motion.
  bool force_is_unique(std::size_t contact) const;
  bool row_force_is_unique(std::size_t row) const { return solver_.force_is_unique(static_cast<int>(row)); }
  // The share of its limit that dry friction exerts against the speed: 1 or -1 while it slides.
  double friction_share(std::size_t friction) const;
  // Generalized forces at the state of the last evaluation, those of ports included.
  std::span<const double> forcing() {
    return ports_.are_attached() ? ports_.add_to(output(system().forcing)) : output(system().forcing);
  }

  const SlidingFriction& friction() const { return friction_; }
  // The direction of slip in the plane turns as the contact slides; before a step it is computed from the state.
  void update_slip_directions(double t, std::span<const double> y);

  // Accelerations at the state of the last evaluation under another forcing and other remainders; friction follows.
  DynamicsStatus solve_response(std::span<const double> forcing, std::span<const double> remainders,
                                std::span<double> x);
  // The embedding of the active rows, at the state of the last evaluation; after evaluate_rows() it has to be made.
  DynamicsStatus embed();
  const ConstrainedDynamics& embedding() const { return solver_; }
  ConstrainedDynamics& embedding() { return solver_; }
  // There is one of an earlier state, for the rows that are active.
  bool has_embedding() const { return has_embedding_; }
  // What evaluations remember beside the mode: the choice of speeds at earlier states, and how long rows were there. A
  // state that is tried and given up may change them for the worse. Copies of one motion's take no memory.
  struct Memory {
    ConstrainedDynamics embedding;
    ActiveRows::Scales scales;
    bool has_embedding = false;
  };
  Memory memory() const { return {solver_, rows_.scales(), has_embedding_}; }
  void save(Memory& memory) const;
  void restore(const Memory& memory);
  // The smallest pivot of the rows since it was last set: how near to a singular configuration evaluations came.
  double min_pivot = 1;

  ConstraintProjection& projection() { return projection_; }

  // The numbers of an external row from now on; null: the row is zero.
  void set_external_row(std::size_t index, ExternalRowFunction function);
  // What functions of external rows read has changed, though the state has not.
  void notice_external_change() { run_from(Stage::configuration); }

  const PortLoads& ports() const { return ports_; }
  // By slot. A port must outlive its attachment; attaching takes no memory.
  void attach(std::size_t slot, Port* port);
  // j M^-1 j^T of a port under the active rows, 6 x 6, row by row: the velocity that a unit of each impulse component
  // along and about the axes of N gives. At the state of the last evaluation.
  DynamicsStatus evaluate_mobility(const Port& port, std::span<double, 36> mobility);

 private:
  DynamicsStatus embed_and_solve(bool forces_too);
  DynamicsStatus solve(bool forces_too);
  void set_sliding_friction();
  struct Power {
    double fed, dissipated;  // work done on the mechanism, and dissipation
  };
  Power evaluate_power() const;

  ActiveRows rows_;
  SlidingFriction friction_;
  PortLoads ports_;
  ConstrainedDynamics solver_;
  ConstraintProjection projection_;
  Stage embedding_stage_;       // the latest of masses and rows
  bool is_embedded_ = false;    // the solver has the masses and rows of the program's last run
  bool has_embedding_ = false;  // of an earlier state, for the active rows
  bool is_solved_ = false;      // accelerations are those of the program's last run
  bool has_forces_ = false;     // and so are forces
  DynamicsStatus embedded_status_ = DynamicsStatus::ok;
  DynamicsStatus solved_status_ = DynamicsStatus::ok;
  std::vector<double> accelerations_, forces_;
  std::vector<double> response_, response_forces_;  // of speeds, of rows
};

}  // namespace tangible
