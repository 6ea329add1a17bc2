// SPDX-License-Identifier: Apache-2.0
// Record: what a run leaves behind. Columns of numbers with units, what happened, and the energy books.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "simulation/simulation_loop.h"

namespace tangible {

struct Record {
  std::string model;
  std::vector<Quantity> columns;          // t, q, u, own states, discrete variables, inputs, outputs, forces, energies
  std::vector<std::vector<double>> rows;  // one for each requested time
  std::vector<std::string> modes;         // beside each row
  // Redundant active rows: one of such a group was dropped from the equations, and the motion does not determine how
  // they share the load; their forces are those of smallest norm.
  struct Redundancy {
    double t = 0;  // when it was first met
    std::string mode;
    std::vector<std::string> rows;        // dropped
    std::vector<std::string> not_unique;  // whose forces are one choice of many
    bool says_the_same(const Redundancy& other) const {
      return mode == other.mode && rows == other.rows && not_unique == other.not_unique;
    }
  };
  std::vector<Redundancy> redundancies;  // as they were first met
  std::vector<std::size_t> redundancy;   // beside each row: which of them, or absent
  struct Event {
    double t = 0;
    std::string what;  // "event grips", "wall closes"
    std::string mode;  // from then on
    double loss = 0;
    double impulse = 0;  // of an impact, or of a row that becomes active
  };
  std::vector<Event> events;
  // The machine as it was declared in full, if it was.
  struct Transition {
    std::string from, to;
    std::string what;  // as in `events`
  };
  std::vector<std::string> declared_modes;
  std::string initial_mode;  // of the declared modes
  std::vector<Transition> declared_transitions;
  Ledger ledger;
  Counts counts;
  SimulationStatus status = SimulationStatus::ok;
  std::string fault;                  // the subject of a bad status
  std::string reason;                 // why it stopped, with its location in the model file, if that is known
  std::vector<std::string> warnings;  // with locations in the model file, if these are known
  double stopped_at = 0;
  bool interrupted = false;

  // Index of a column; absent if there is none of that name.
  std::size_t find(const std::string& name) const;
  std::vector<double> column(const std::string& name) const;
};

struct RunOptions {
  double until = 1;
  double every = 0;  // time between rows; 0: as many as a plot needs
  // Called now and then with the time; false ends the run.
  std::function<bool(double t)> should_continue;
  // Increasing times at which inputs have kinks: adaptive steps end there, so that none goes past an unseen change.
  std::vector<double> input_breakpoints = {};
  // Called before every step with the time, to set inputs.
  std::function<void(double t, SystemMotion& motion)> set_inputs;
};

// Runs a simulation that has been started. Takes memory for what it records; the steps themselves take none.
Record run(SimulationLoop& simulation, const RunOptions& options);

}  // namespace tangible
