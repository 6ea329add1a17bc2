// SPDX-License-Identifier: Apache-2.0
// The named items of a mechanism that are plain facts: symbols with values, speeds, constraints, and what belongs to
// time (contacts, events, handles, outputs), which later rooms read.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "mechanics/body.h"
#include "mechanics/error.h"
#include "mechanics/point.h"

namespace tangible {

// Exponents of the SI base units; angles are numbers.
struct Dimension {
  int length = 0;
  int mass = 0;
  int time = 0;
  int current = 0;
  int temperature = 0;
  friend bool operator==(const Dimension&, const Dimension&) = default;
};

// --- Symbols ---

struct Parameter {
  std::string name;
  Expr symbol;
  double value = 0;
  Dimension dimension = {};
  SourceLocation where = {};
  bool is_fixed = false;  // the mechanism was made with its value: Mechanism::fix_parameter
};
struct Input {  // set from outside while running
  std::string name;
  Expr symbol;
  double value = 0;  // until somebody sets it
  Dimension dimension = {};
  SourceLocation where = {};
};
struct Coordinate {
  std::string name;
  Expr symbol;  // q1
  Expr rate;    // q1'
  Dimension dimension = {};
  SourceLocation where = {};
  double value = 0;  // at the start, unless there is an InitialValue; 1 for the scalar Euler parameter
};
// A generalized speed as the analyst defined it: an expression affine in the coordinate rates. None defined: chosen
// by the program.
struct Speed {
  std::string name;
  Expr symbol;        // u1
  Expr acceleration;  // u1'
  Expr definition;
  Dimension dimension = {};
  SourceLocation where = {};
};
// An own first-order state: z' = rate, in terms of anything.
struct StateVariable {
  std::string name;
  Expr symbol;
  Expr rate;
  Dimension dimension = {};
  SourceLocation where = {};
};
// A variable that only events change.
struct Discrete {
  std::string name;
  Expr symbol;
  double value = 0;
  Dimension dimension = {};
  SourceLocation where = {};
};
// A named expression or vector; a function of time alone is a specified motion.
struct Definition {
  std::string name;
  std::variant<Expr, Vector> value;
  Dimension dimension = {};
  SourceLocation where = {};
};

// --- Constraints: expression = 0 ---

enum class ConstraintKind {
  motion,         // affine in coordinate rates or speeds
  configuration,  // in coordinates and time
};
enum class Activity {
  permanent,  // holds always
  on,         // can be switched, holds at the start
  off,        // can be switched, does not hold at the start
};
// Where the constraint force acts, so that it is available by name: a force along `direction` at a point, or a torque
// about it on a frame, with the opposite on the partner.
struct ConstraintSite {
  std::variant<std::monostate, Point, Frame> on = {};
  std::variant<std::monostate, Point, Frame> against = {};
  Vector direction = {};
};
struct Constraint {
  std::string name;  // of this row
  ConstraintKind kind = ConstraintKind::motion;
  Expr expression = {};
  Activity active = Activity::permanent;
  std::optional<Expr> condition = {};  // active while this is not zero
  std::optional<Expr> begins = {};     // holds at the start if this is not zero there, instead of what `active` says
  bool holds_initial_value = false;    // what holds at the start is held at the value it has there
  ConstraintSite site = {};
  std::optional<Dimension> force = {};  // of its force, where the dimension of the left side is known
  SourceLocation where = {};
  std::string group = {};  // the declared constraint, such as a loop, to which this row belongs; empty: it is alone
  std::string words = {};  // what it says: "P1 does not slip along B.y"; empty: nobody said it

  // Whether a name means this row: its own, or that of its group.
  bool is_named(std::string_view word) const { return word == name || (!group.empty() && word == group); }
};

// --- Reactions: forces and torques in joints, by name ---

// The force that holds a point in its place, or the torque that holds a frame in its attitude, against the point or
// frame on which it hangs; it acts on everything that hangs on them. Loads in the joint are not counted.
struct Reaction {
  std::string name;         // force(arm), torque(arm)
  Point at = {};            // of a force
  Frame on = {};            // of a torque
  Frame axes = {};          // its components are written along these axes
  Components symbols = {};  // symbols of the components in conditions and outputs
  // By constraint, in the order of the mechanism: the rate of its left side at unit auxiliary speed.
  std::vector<Vector> row_rates = {};
  std::vector<Vector> gap_rates = {};  // the same by contact, of its gap

  bool is_torque() const { return static_cast<bool>(on); }
};

// --- Time: read and kept now, used by later rooms ---

// The impact law of all contacts of a mechanism.
struct ImpactChoice {
  bool poisson = false;      // restitution of impulses instead of speeds
  bool in_sequence = false;  // approaching contacts collide again and again, instead of all touching ones at once
};
// Two things that may touch: gap >= 0. Friction acts along the tangents.
inline constexpr std::size_t max_tangents = 2;
struct Contact {
  std::string name;
  Expr gap;
  Vector normal = {};
  std::vector<Vector> tangents = {};
  Point on = {};        // the force on this point, opposite on `against`
  Frame fixed_in = {};  // if it is there: on the point of this frame that is at `on` now
  Point against = {};
  Frame against_frame = {};
  Expr restitution = {};
  Expr friction = {};
  std::optional<Expr> static_friction = {};  // while it sticks, if that is another
  std::optional<Expr> enabled = {};
  std::optional<Dimension> force = {};  // of the normal force, where the dimension of the gap is known
  SourceLocation where = {};

  // Row 0 is the normal row, the others belong to the tangents.
  std::string row_name(std::size_t row) const { return row == 0 ? name : name + "." + std::to_string(row); }
};

struct Trigger {
  enum class Edge { rises, falls, crosses };
  Edge edge = Edge::rises;
  Expr expression = {};  // passes through zero; may contain force symbols, see Mechanism::constraint_force
};
struct SetVariable {  // a discrete variable, an input or a state variable
  std::string name;
  Expr value;
};
struct SwitchConstraint {
  std::string name;
  bool active = true;
  bool hold = false;  // hold the constrained quantity at its present value
};
struct ApplyImpulse {
  Vector impulse;
  Point at;
};
struct EnterMode {  // of the declared ones
  std::string name;
};
using EventAction = std::variant<SetVariable, SwitchConstraint, ApplyImpulse, EnterMode>;
// An event may be watched at times only: while a row holds or does not, or in one of the declared modes.
struct EventGate {
  std::string row = {};  // empty: whatever holds
  bool holds = true;
  std::string mode = {};  // empty: in all
};
struct Event {
  std::string name;
  Trigger when;
  std::optional<Expr> condition = {};  // the `if`
  std::vector<EventAction> actions = {};
  int order = 0;  // of several at one instant the smallest first
  EventGate watched = {};
  bool fires_if_already_true = false;  // acts also where its trigger is above zero already when it begins to be watched
  SourceLocation where = {};
};
// One of the modes that are declared in full: of all rows that any of them names, these hold.
struct DeclaredMode {
  std::string name;
  std::vector<std::string> rows = {};
  bool begins = false;  // the motion begins in it
  SourceLocation where = {};
};

// Where the hand takes hold; default directions: all three.
struct Handle {
  std::string name;
  Point at;
  Frame frame;
  std::vector<Vector> directions = {};  // along which forces act
  bool turns = false;                   // torques act, too
  SourceLocation where = {};
};
struct Output {
  std::string name;
  Expr value;
  Dimension dimension = {};
  SourceLocation where = {};
};
// Of a coordinate, speed, state variable or input.
struct InitialValue {
  std::string name;
  double value = 0;
  enum class Kind { given, guess, held } kind = Kind::given;
  SourceLocation where = {};
};

}  // namespace tangible
