// SPDX-License-Identifier: Apache-2.0
// SystemMotion: the rate of the state under the rows that hold now.
//
// The state is one vector y = q, u, own states z, books. Accelerations come from the p embedded equations of the
// independent speeds; all speeds advance with them, and after every step the dependent ones are set anew by
// Gillespie (5), so that what is integrated is a minimal ordinary differential equation whatever holds.
#pragma once

#include <algorithm>
#include <functional>
#include <span>
#include <vector>

#include "dynamics/constrained_dynamics.h"
#include "program/evaluation.h"
#include "simulation/mode.h"
#include "simulation/port.h"

namespace tangible {

// Inside a step states lie beside the constraints, and rows that follow from others seem to contradict them; whether
// they do is seen where the next step begins.
inline bool serves_inside_step(DynamicsStatus status) {
  return status == DynamicsStatus::ok || status == DynamicsStatus::inconsistent_rows;
}

class SystemMotion {
 public:
  // ports: how many ports may be attached at a time.
  explicit SystemMotion(const System& system, std::size_t ports = 0);

  const System& system() const { return *system_; }
  // Of y: coordinates, speeds, state variables, energy states of loads, work done through each port.
  std::size_t size() const { return port_work_at() + ports_.size(); }
  std::size_t port_work_at() const { return books_at() + system_->power.count; }
  std::size_t books_at() const { return system_->nq() + system_->nu() + system_->nz(); }
  std::span<double> speeds_of(std::span<double> y) const { return y.subspan(system_->nq(), system_->nu()); }

  // If set, called at every evaluation: inputs as functions of time and state. It must not allocate where the loop must
  // not.
  std::function<void(double t, std::span<const double> y, std::span<double> inputs)> drive;

  // Ports, by slot; none where nothing is attached. A port must outlive its attachment; neither call takes memory.
  std::span<Port* const> ports() const { return ports_; }
  void attach(std::size_t slot, Port* port);
  // j M^-1 j^T of a port under the active rows, 6 x 6, row by row: the velocity that a unit of each impulse component
  // along and about the axes of N gives. At the state of the last evaluation.
  DynamicsStatus evaluate_mobility(const Port& port, std::span<double, 36> mobility);

  std::span<const double> parameters() const { return program_.inputs().first(system_->parameters.size()); }
  std::span<const double> discretes() const {
    return program_.inputs().subspan(system_->at_discrete(), system_->discretes.size());
  }
  std::span<const double> inputs() const {
    return program_.inputs().subspan(system_->at_input(), system_->inputs.size());
  }
  // To be written: what depends on them is evaluated anew. Ask again before each change.
  std::span<double> parameters() { return inputs_at(0, system_->parameters.size(), Stage::parameter); }
  std::span<double> discretes() {
    return inputs_at(system_->at_discrete(), system_->discretes.size(), Stage::configuration);
  }
  std::span<double> inputs() { return inputs_at(system_->at_input(), system_->inputs.size(), Stage::configuration); }
  // All inputs of the motion program as they were at the last evaluation: parameters, t, q, u, z, discretes, inputs.
  std::span<const double> program_inputs() const { return program_.inputs(); }
  std::span<const double> q_rate() const { return output(system_->q_rate); }
  // Changes whenever they may have been written.
  struct Written {
    const SystemMotion* motion = nullptr;
    std::uint64_t times = 0;
    friend bool operator==(Written, Written) = default;
  };
  Written written() const { return {this, written_}; }
  // Whether there is anything that coordinates or speeds could drift away from.
  bool can_drift() const { return !held_.empty() || system_->built_in_configuration.count > 0; }
  // Runs of the motion program so far. Every part of the loop evaluates through this object: a budget of work is
  // counted here.
  long evaluations() const { return evaluations_; }
  const Mode& mode() const { return mode_; }
  void set_mode(const Mode& mode);
  // The same on the way: while the rows stay, so does the choice of speeds, and what is known at the present state.
  void go_on_in(const Mode& mode);

  // y' at a state. What is known from the last evaluation is not computed again: nothing at the same state, neither the
  // embedding nor the configuration where only speeds differ. Forces of rows are evaluated if they are asked for, or if
  // the rate needs them.
  DynamicsStatus evaluate(double t, std::span<const double> y, std::span<double> y_rate, bool forces_too = false);
  // The same without y': accelerations and forces at a state.
  DynamicsStatus evaluate(double t, std::span<const double> y);
  // Less still: what a state says without them, as values of rows and their speeds.
  void place(double t, std::span<const double> y) { run_program(t, y); }
  // Of the last evaluation.
  std::span<const double> accelerations() const { return accelerations_; }
  // By row; zero where it does not hold. Tangents of sliding contacts have their friction.
  std::span<const double> forces() const { return forces_; }
  std::span<const double> output(const Slots& slots) const {
    return program_.outputs().subspan(slots.first, slots.count);
  }
  // c of all rows; of motion rows that were told to hold less the value that they keep.
  std::span<const double> constants() const {
    return shifted_ ? std::span<const double>(constants_) : output(system_->constants);
  }
  // a.u + c of a row, its acceleration a.u' + remainder, and phi less its offset.
  double row_speed(std::size_t row) const;
  double row_acceleration(std::size_t row) const;
  double row_value(std::size_t row) const;
  double friction(std::size_t contact) const;  // while it slides
  double static_friction(std::size_t contact) const;
  double slip_along(std::size_t contact) const;  // slip along the direction in which it slides
  // Whether the forces of the rows that a touching contact has now are determined by the motion.
  bool force_is_unique(std::size_t contact) const;
  // The direction of slip in the plane turns as the contact slides; before a step it is taken anew from the state.
  void turn_directions(double t, std::span<const double> y);

  // What accelerations would be at the state of the last evaluation under another forcing and other remainders;
  // friction follows. The forces of that answer are lost.
  DynamicsStatus answer(std::span<const double> forcing, std::span<const double> remainders, std::span<double> x);
  // The embedding of the rows that hold, at the state of the last evaluation; after place() it has to be made.
  DynamicsStatus embed();
  const ConstrainedDynamics& embedding() const { return solver_; }
  ConstrainedDynamics& embedding() { return solver_; }
  // The smallest pivot of the rows since it was last set: how near to a singular configuration evaluations came.
  double least_pivot = 1;

  // Dependent speeds by Gillespie (5).
  DynamicsStatus complete_speeds(double t, std::span<double> y);
  // Moves q to where all active configuration rows hold, q += W d with d M d minimal, then completes the speeds.
  struct Projection {
    DynamicsStatus status = DynamicsStatus::ok;
    int corrections = 0;
    double residual = 0;  // the largest |phi| that is left
    double gained = 0;    // kinetic energy, if moves_speeds_only()
  };
  // Whether no coordinate can drift, and all of the kinetic energy is u.M u / 2.
  bool moves_speeds_only() const { return moves_speeds_only_; }
  Projection project(double t, std::span<double> y);
  // The same for coordinates alone.
  Projection restore(double t, std::span<double> y);

  // The largest |phi| and |a.u + c| of active rows at the state of the last evaluation.
  double configuration_error() const;
  double motion_error() const;
  // |phi| as the displacement that would remove it, about.
  double displacement_error() const;

 private:
  std::span<double> inputs_at(std::size_t at, std::size_t count, Stage stage) {
    run_from(stage);
    ++written_;
    return program_.inputs().subspan(at, count);
  }
  // The next run of the program begins at this stage or before it.
  void run_from(Stage stage) { stale_ = is_stale_ ? std::min(stale_, stage) : stage, is_stale_ = true; }
  void note_changes(double t, std::span<const double> y);
  void notice_wrenches();
  std::span<const double> forcing_with_ports();
  void run_program(double t, std::span<const double> y);
  void shift_constants();
  void take_offsets();
  Stage find_embedding_stage() const;
  void sort_rows();
  std::span<const LoadCoupling> friction_loads();
  DynamicsStatus embed_and_solve(bool forces_too);
  DynamicsStatus solve(bool forces_too);
  bool needs_forces() const;
  void add_power_of_rows(double& fed, double& dissipated) const;
  void project_speeds(std::span<double> u);
  void multiply_mass(std::span<const double> u);
  void measure_rows();
  double built_in_error() const;
  void restore_built_in(std::span<double> q);

  const System* system_;
  Mode mode_;
  Evaluation program_;
  Stage embedding_stage_;          // the latest of masses and rows
  Stage stale_ = Stage::constant;  // of the inputs that changed since the program ran, the earliest
  bool is_stale_ = true;
  long evaluations_ = 0;
  std::uint64_t written_ = 0;
  bool is_embedded_ = false;    // the solver has the masses and rows of the program's last run
  bool has_embedding_ = false;  // of an earlier state, for the rows that hold
  bool is_solved_ = false;      // accelerations are those of the program's last run
  bool has_forces_ = false;     // and so are forces
  DynamicsStatus embedded_status_ = DynamicsStatus::ok;
  DynamicsStatus solved_status_ = DynamicsStatus::ok;
  ConstrainedDynamics solver_;
  std::vector<int> held_;               // active rows
  std::vector<int> moving_;             // those of them whose constants may differ from zero
  std::vector<std::uint8_t> may_move_;  // by row: its constant is not zero once and for all
  bool moves_speeds_only_ = false;
  bool rubs_ = false;  // there are contacts with friction
  std::vector<double> accelerations_, forces_, answer_forces_, zeros_, right_, residuals_, correction_;
  std::vector<LoadCoupling> couplings_;
  std::vector<double> coupling_loads_;
  std::vector<double> slip_shares_;  // by row: of a tangent, its force per unit of normal force
  std::vector<double> constants_;
  std::vector<double> flatness_;  // by row: displacement per unit of phi, at least one
  bool is_measured_ = false;
  bool shifted_ = false;
  std::vector<double> small_;  // built-in coefficients and phi
  std::vector<Port*> ports_;   // by slot
  std::size_t attached_ = 0;  // how many of them are there
  std::uint64_t port_revision_ = 0;
  std::vector<double> forcing_;  // nu: of the program and the ports together
};

}  // namespace tangible
