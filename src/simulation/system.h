// SPDX-License-Identifier: Apache-2.0
// System: a mechanism in the form that the simulation uses: compiled programs, names, and the slots of everything in
// them. It is immutable once it is made, and shared by any number of simulations.
//
// The motion program computes the rate of the state; it runs at every stage of every step. The watch program computes
// the monitored quantities: energies, outputs, conditions and triggers of events; it runs once a step, and while an
// event is being located. Both have the same inputs in the same order:
//
//   parameters, t, q, u, state variables z, discrete variables, inputs
//
// then the motion program has the signs of dry friction, and the watch program accelerations u', the forces of all rows
// of the program, and those signs.
#pragma once

#include <cstdint>
#include <limits>
#include <memory>
#include <string>
#include <vector>

#include "dynamics/impact.h"
#include "program/evaluation.h"
#include "program/jacobian.h"

namespace tangible {

constexpr std::size_t absent = std::numeric_limits<std::size_t>::max();

// A number with a name and its SI unit, as in the header of a column.
struct Quantity {
  std::string name;
  std::string unit;
};

// Consecutive outputs of a program.
struct Slots {
  std::size_t first = 0;
  std::size_t count = 0;
  std::size_t operator[](std::size_t i) const { return first + i; }
};

// A row a.u + c = 0. The rows of a system are the declared constraints (but those built into the speeds), then for
// every contact its normal row and its tangent rows, then one for each load with dry friction.
struct RowDescription {
  std::string name;
  std::string group;           // the declared constraint or contact to which it belongs; its own name if it is alone
  bool configuration = false;  // has a value phi that must be zero (of a normal row: the gap)
  bool permanent = true;
  bool initially_active = true;
  std::size_t condition = absent;            // watch output: holds while it is not zero
  std::string force_unit = "SI";             // of its force
  std::size_t initially_active_if = absent;  // watch output: holds at the start if it is not zero there
  bool holds_initial_value = false;          // if it holds at the start it keeps the value that it has there
  bool set_by_modes = false;                 // by the declared modes
};

// gap >= 0; rows[row] is its rate, rows[row + 1 ...] are the slip velocities along the tangents.
struct ContactDescription {
  std::string name;
  std::size_t row = 0;
  std::size_t tangents = 0;
  std::size_t friction = absent;         // motion output
  std::size_t static_friction = absent;  // motion output; absent: that of sliding holds for sticking too
  std::size_t restitution = absent;      // watch output
  std::size_t enabled = absent;          // watch output
};

// A load whose force jumps with the sign of the speed rows[row]: limit * sign against it while it slides; while it
// sticks the row holds with a force of at most the limit.
struct FrictionDescription {
  std::string name;
  std::size_t row = 0;
  std::size_t limit = 0;  // motion output
  std::string sign;       // symbol
  std::string loads;      // "a and b"
};

struct ActionDescription {
  enum class Kind : std::uint8_t { set_state, set_discrete, set_input, switch_on, switch_off, hold, impulse, enter };
  Kind kind = Kind::set_discrete;
  std::size_t target = 0;  // index of the variable, row or declared mode; of an impulse none
  std::size_t value = 0;   // watch output; of an impulse the first of nu generalized impulses
};

struct EventDescription {
  enum class Edge : std::uint8_t { rises, falls, crosses };
  std::string name;
  Edge edge = Edge::rises;
  std::size_t trigger = 0;         // watch output that passes through zero
  std::size_t timed = absent;      // the same in the timetable, if it depends on time alone
  std::size_t condition = absent;  // watch output
  std::vector<ActionDescription> actions;
  int order = 0;
  // Watched only while a row holds (or does not), and in one of the declared modes only.
  std::size_t while_row = absent;
  bool while_on = true;
  std::size_t in_mode = absent;
  std::size_t to_mode = absent;        // the declared mode that it enters
  bool fires_if_already_true = false;  // a condition: acts also if it holds when it begins to be watched

  bool is_gated() const { return while_row != absent || in_mode != absent; }
};

// A mode that was declared in full: of the rows that declared modes switch, these are active.
struct ModeDescription {
  std::string name;
  std::vector<std::size_t> rows;
};

// How a value of the start may be changed when the mechanism is assembled.
enum class StartKind : std::uint8_t { free, guess, given, held };

struct System {
  std::string name;
  std::vector<Quantity> q, u, z, discretes, inputs, outputs;
  std::vector<double> parameters, start_q, start_u, start_z, start_discretes, start_inputs;
  std::vector<StartKind> start_q_kind, start_u_kind;
  double potential_terms =
      0;  // J: the terms of the potential energy at the start without their signs; may be not finite
  // Rates of coordinates that the model file gives; speeds follow from them as far as they do.
  struct StartRate {
    std::size_t coordinate = 0;
    double value = 0;
    StartKind kind = StartKind::given;
  };
  std::vector<StartRate> start_rates;
  std::vector<RowDescription> rows;
  std::size_t declared_rows = 0;  // the first ones; those of contacts follow
  std::size_t external_rows = 0;  // the last ones, which the programs do not have (external_rows.h)
  std::vector<ContactDescription> contacts;
  std::vector<FrictionDescription> frictions;
  Restitution restitution = Restitution::newton;
  ImpactOrder impact_order = ImpactOrder::together;
  std::vector<EventDescription> events;
  std::vector<ModeDescription> modes;
  std::size_t initial_mode = absent;  // of the declared modes

  std::shared_ptr<const Code> motion;
  Slots q_rate;         // nq
  Slots W;              // nq x nu, row by row: q' = W u + X
  Slots mass;           // nu x nu
  Slots forcing;        // nu
  Slots coefficients;   // rows x nu: a
  Slots constants;      // rows: c
  Slots remainders;     // rows: what a.u' + remainder = 0 needs
  Slots configuration;  // rows: phi; zero where there is none
  // Configuration rows that are built into the speeds, such as e.e = 1: phi, how q would leave them, and by how much.
  Slots built_in_configuration;  // n
  Slots built_in_directions;     // nq x n
  Slots built_in_coefficients;   // n x n
  std::vector<std::string> built_in_names;
  Slots z_rate;
  Slots power;  // of loads that inputs feed, and of those that dissipate; none: no books are kept
  // Parts with prescribed motion are driven by forces that the equations do not contain: the rate of the energy is
  // momentum . u' + energy_rate. Absent otherwise.
  Slots momentum;  // nu
  std::size_t energy_rate = absent;

  std::shared_ptr<const Code> watch;
  // By output of the watch program: whether it depends on accelerations, forces or inputs. Compiled code does not have
  // it any more: stages are merged there.
  std::vector<std::uint8_t> watch_depends_on_forces;
  std::size_t kinetic = 0;
  std::size_t potential = 0;
  Slots output_values;
  Slots switches;  // of everything that has kinks or jumps: step ends where one passes through zero
  std::vector<std::string> loads_that_switch;  // by switch: the loads that jump or have a kink there, "a and b"
  // Of what loads divide by and that depends on speeds, as |v| in v/|v|: its square d^2, and d d'. With the loads.
  Slots direction_sizes, direction_rates;
  std::vector<std::string> loads_with_direction;
  Slots built_in_force;  // of rows that hold by the choice of speeds
  // Ports are not among the loads of the equations: the watch program takes what they contribute to the force of each
  // built-in row, and to each component of the reactions, as inputs.
  std::size_t port_forces = 0;
  std::vector<Quantity> built_in;

  std::shared_ptr<const Code>
      timetable;  // triggers that depend on the time alone, between events; inputs as those of the motion program

  // What parameters decide and must not be negative: masses, moments of inertia, coefficients of contacts. Inputs:
  // parameters.
  std::shared_ptr<const Code> parameter_ranges;

  // Derivatives for implicit steps and equilibria (simulation/linearization.h), if they were requested. Inputs as those
  // of the watch program.
  std::shared_ptr<const Code> derivatives;
  std::vector<JacobianEntry> derivative_entries;
  bool has_derivatives() const { return derivatives != nullptr; }

  std::size_t program_rows() const { return rows.size() - external_rows; }
  // Not a row of a contact.
  bool is_constraint(std::size_t row) const { return row < declared_rows || row >= program_rows(); }

  std::size_t nq() const { return q.size(); }
  std::size_t nu() const { return u.size(); }
  std::size_t nz() const { return z.size(); }
  // Positions in the inputs of both programs.
  std::size_t at_t() const { return parameters.size(); }
  std::size_t at_q() const { return at_t() + 1; }
  std::size_t at_u() const { return at_q() + nq(); }
  std::size_t at_z() const { return at_u() + nu(); }
  std::size_t at_discrete() const { return at_z() + nz(); }
  std::size_t at_input() const { return at_discrete() + discretes.size(); }
  // And in those of the watch program alone.
  std::size_t at_acceleration() const { return at_input() + inputs.size(); }
  std::size_t at_force() const { return at_acceleration() + nu(); }
  // Signs of dry friction, in the inputs of each program.
  std::size_t at_sign_of_motion() const { return at_acceleration(); }
  std::size_t at_sign_of_watch() const { return at_force() + program_rows(); }
  std::size_t at_port_force() const { return at_sign_of_watch() + frictions.size(); }
};

}  // namespace tangible
