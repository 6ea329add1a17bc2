// SPDX-License-Identifier: Apache-2.0
// Simulation: one run of a model, with ports through which a hand pushes on it and snapshots for other threads.
//
//   tangible::Simulation run(cart, {.method = tangible::Method::rk4, .step = 1e-3});
//   tangible::Port& grip = run.port("grip");
//   grip.hold({.force = {30, 0, 0}});                  // newtons, in N, until it is changed
//   run.advance_to(2.0);
//   std::cout << run.force("front_wheel") << " N, " << grip.velocity().linear.x << " m/s\n";
//
// It belongs to one thread at a time. The constructor takes the memory; advancing, changing and publishing take none.
//
// The class has more than 25 methods because it is the whole interface of a run, in the groups below; more than a quarter
// of them return a member or a number of the loop.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "engine/model.h"
#include "engine/snapshot.h"
#include "engine/tick_division.h"
#include "engine/tick_schedule.h"

namespace tangible {

class Simulation {
 public:
  // Assembles the mechanism and finds the first mode. Throws BadInput if the motion cannot begin, and for options that
  // no run can have. Without options.ports there is one port for each handle of the model, and at least one.
  // external_rows: constraint rows that the model does not have; set_external_row() gives their numbers.
  explicit Simulation(Model model, const SimulationOptions& options = {},
                      std::span<const ExternalRowDescription> external_rows = {});

  const Model& model() const { return model_; }
  const SimulationLoop& loop() const { return *loop_; }
  SimulationLoop& loop() { return *loop_; }

  // --- Time ---
  double time() const { return loop_->time(); }
  // Both return a status that is not ok, and stay where they are from then on, if the motion cannot go on.
  // A time that has passed changes nothing; one that is infinite or not a number throws BadInput.
  SimulationStatus advance_to(double t);
  // To the next multiple of options.step after the start: one step of fixed-step methods. Within a work budget
  // (options.evaluations_per_tick) the model may lag behind its schedule; the next ticks make up for it. A lag beyond
  // options.max_lag is given up in whole steps: the schedule moves, and given_up() grows.
  SimulationStatus tick();
  int max_parts() const { return division_.max_parts(); }   // of a tick, so far
  double lag() const { return schedule_.lag(); }            // s
  double given_up() const { return schedule_.given_up(); }  // s, in all
  SimulationStatus status() const { return status_; }
  // Why it has stopped, with file and line; empty if it has not. Ports, mobility and forces are those of the state that
  // was kept, also after a stop.
  std::string explain();
  // Begins again; throws as the constructor does, and then leaves the run as it was.
  void reset();
  // The same from these coordinates and speeds instead of those of the model.
  void reset(std::span<const double> q, std::span<const double> u);

  // --- Ports ---
  // Of a handle, body or particle; made when it is first asked for. Throws BadInput if there is none of that name, or
  // no slot is free.
  Port& port(const std::string& name);
  // Any point of a body, `offset` from its centre along its own axes; made by any thread, attached by the one that
  // runs.
  std::unique_ptr<Port> make_port(const std::string& name, Vec3 offset = {}) const;
  // Puts a port into a slot, and returns the one that was there.
  std::unique_ptr<Port> attach(std::size_t slot, std::unique_ptr<Port> port);
  std::size_t port_slots() const { return ports_.size(); }
  Port* port_at(std::size_t slot) { return slot < ports_.size() ? ports_[slot].get() : nullptr; }
  double port_work(std::size_t slot) const;  // done on the mechanism, J, by all ports that were in the slot
  // Velocity per unit of impulse at a port, in the present mode: 6 x 6.
  SimulationStatus mobility(const Port& port, std::span<double, 36> out);

  // --- Numbers by name; they throw BadInput for names that the model lacks ---
  double value(std::string_view name);  // of a coordinate, speed, state variable, discrete variable, input, output
  double force(std::string_view name);  // of a constraint, row or contact (its normal force)
  std::vector<double> forces(std::string_view name);  // of all rows of a constraint or contact
  bool is_active(std::string_view constraint) const;
  Ledger energies() { return loop_->ledger(); }
  std::string mode() const;

  // --- Changes between two steps. Refused ones return the reason and change nothing. ---
  // rate: per second; the input changes with it, also inside the stages of steps, until it is set again. Throws
  // BadInput if an event of the model sets an input that is given with a rate.
  void set_input(std::string_view name, double value, double rate = 0);
  SimulationStatus set_parameter(std::string_view name, double value);
  SimulationStatus set_constraint(std::string_view name, bool active);
  // Numbers of an external row, while it is inactive: set_constraint() switches it like a constraint of the model. The
  // function is called inside the stages of steps and must not allocate; this call may. Throws BadInput.
  void set_external_row(std::string_view name, ExternalRowFunction function);

  // --- Snapshots ---
  const SnapshotLayout& snapshot_layout() const { return layout_; }
  std::shared_ptr<const SnapshotBuffer> snapshots() const { return snapshots_; }
  void publish() noexcept;

 private:
  const System& system() const { return *system_; }
  void begin();
  void begin_with(std::unique_ptr<SimulationLoop> fresh);
  void attach_ports(SimulationLoop& loop);
  void end_advance(SimulationStatus status);
  void remember_failure();
  std::unique_ptr<SimulationLoop> make_loop();
  SimulationStatus run_in_parts(double end);
  void fill_snapshot();
  void fill_arrows();
  void fill_ports();
  void fill_events();
  void check_slot(std::size_t slot) const;
  void check_no_event_sets(std::size_t input) const;
  std::size_t constraint_index(std::string_view name) const;
  std::size_t find_external_row(std::string_view name) const;
  SimulationStatus switch_rows(std::span<const std::size_t> rows, bool active);

  Model model_;
  SimulationOptions options_;
  std::shared_ptr<const System> extended_;  // with external rows; null: the system of the model
  const System* system_;                    // either; the model's may take its mutex
  std::vector<ExternalRowFunction> external_functions_;
  std::unique_ptr<SimulationLoop> loop_;
  std::vector<std::unique_ptr<Port>> ports_;
  std::vector<ActionDescription> actions_;  // of a switch by hand
  Evaluation scene_;
  SnapshotLayout layout_;
  std::shared_ptr<SnapshotBuffer> snapshots_;
  std::vector<double> numbers_;  // of the next snapshot
  std::uint64_t published_ = 0;
  SimulationStatus status_ = SimulationStatus::ok;
  double failed_at_ = 0;           // where a run stopped: within a step, behind the state that was kept
  std::vector<double> failed_in_;  // the state there
  TickDivision division_;
  TickSchedule schedule_;
};

}  // namespace tangible
