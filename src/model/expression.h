// SPDX-License-Identifier: Apache-2.0
// Expressions of a model file: scalars, vectors and conditions over its names, checked for dimensions as they are read.
//
// The grammar is that of symbolic/infix.h. Here names get a meaning:
//   q1, u1, m_B, t, pi      scalars                     q1', u1'        their rates
//   B.x                     a unit vector of a frame    3 cm, 2 kg*m^2  quantities
//   sin cos tan asin acos atan atan2 sqrt exp log abs sign min max step select, and tables by their own names
//   dot cross unit mag      of vectors                  dt(s), dt(vec), dt(vec, in: A)
//   p(A, B)                 from point A to point B     v(P), v(P, in: A), v(P, fixed_in: B), a(P), a(P, in: A)
//   w(B), w(B, A)           angular velocity (of B in A), alpha(B), alpha(B, A)
//   force(name)             the force of a constraint or (a vector) of a joint, in conditions and outputs
//   torque(name)            the torque of a joint      mode(name)      whether a declared mode is the present one
#pragma once

#include <functional>
#include <optional>

#include "mechanics/items.h"
#include "mechanics/kinematics.h"
#include "model/document.h"
#include "model/scope.h"
#include "symbolic/infix.h"

namespace tangible {

class Evaluator {
 public:
  // The kinematics has the coordinates' rates: q1 -> q1'.
  Evaluator(Scope& scope, const Source& source, Diagnostics& diagnostics, const Kinematics& kinematics)
      : scope_(scope), source_(source), diagnostics_(diagnostics), kinematics_(kinematics) {}

  // The value of a scalar node; nothing if it is wrong, which is then reported.
  Value evaluate(const Node& node);

  // rises(e), falls(e) or crosses(e), or a condition that becomes true: when an event happens.
  struct Crossing {
    Value value;
    Trigger::Edge edge = Trigger::Edge::rises;
    bool is_plain = false;  // a condition without such a word
  };
  std::optional<Crossing> evaluate_crossing(const Node& node);

  // force(name), torque(name): nothing if there is no such constraint, joint, point or frame.
  std::function<std::optional<Value>(const std::string& name)> force;
  std::function<std::optional<Value>(const std::string& name)> torque;
  // Names that force() could mean, for suggestions.
  std::function<std::vector<std::string>()> force_names;
  // The frame of a body that was read before, where its name is nothing else; none if there is no such body.
  std::function<Frame(const std::string& name)> body_frame;
  // mode(name): whether this one of the declared modes is the present one; nothing if there is none of that name.
  std::function<std::optional<Value>(const std::string& name)> mode;
  std::function<std::vector<std::string>()> mode_names;
  // Forces are results: what they result from cannot mention them.
  bool forces_are_known = true;

 private:
  friend class ExpressionEvaluation;
  std::optional<SyntaxTree> parse(const Node& node);

  Scope& scope_;
  const Source& source_;
  Diagnostics& diagnostics_;
  const Kinematics& kinematics_;
};

}  // namespace tangible
