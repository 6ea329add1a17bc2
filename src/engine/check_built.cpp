// SPDX-License-Identifier: Apache-2.0
// Names in initial values, events and modes.
#include "engine/check_built.h"

#include <algorithm>

#include "mechanics/overloaded.h"

namespace tangible {
namespace {

class NameCheck {
 public:
  explicit NameCheck(const Mechanism& mechanism) : m_(mechanism) {}

  void check_row(const std::string& who, const std::string& name) const {
    const bool known =
        std::ranges::any_of(m_.constraints(), [&](const Constraint& constraint) { return constraint.is_named(name); });
    if (!known) refuse(who, "constraint", name);
  }
  void check_watched(const std::string& who, const std::string& name) const {
    if (m_.contacts().find(name) == nullptr) check_row(who, name);
  }
  void check_mode(const std::string& who, const std::string& name) const {
    if (m_.modes().find(name) == nullptr) refuse(who, "mode", name);
  }
  void check_variable(const std::string& who, const std::string& name) const {
    if (m_.states().find(name) == nullptr && m_.discretes().find(name) == nullptr && m_.inputs().find(name) == nullptr)
      refuse(who, "state, discrete variable or input", name);
  }
  void check_action(const std::string& who, const EventAction& action) const {
    std::visit(Overloaded{[&](const SetVariable& a) { check_variable(who, a.name); },
                          [&](const SwitchConstraint& a) { check_row(who, a.name); },
                          [&](const EnterMode& a) { check_mode(who, a.name); },
                          [&](const ApplyImpulse& a) {
                            if (!a.at) throw MechanicsError("an impulse of " + who + " has no point at which it acts");
                          }},
               action);
  }
  [[noreturn]] static void refuse(const std::string& who, const char* kind, const std::string& name) {
    throw MechanicsError(who + " names '" + name + "', but there is no " + kind + " of that name");
  }

 private:
  const Mechanism& m_;
};

// Coordinates, their rates, speeds, also those that the program chose, states and inputs.
bool has_initial_value(const Mechanism& m, const Equations& equations, const std::string& name) {
  const auto is_it = [&](Expr symbol) { return symbol.name() == name; };
  const KinematicalEquations& k = equations.kinematical;
  return std::ranges::any_of(k.q, is_it) || std::ranges::any_of(k.q_rate, is_it) || std::ranges::any_of(k.u, is_it) ||
         m.states().find(name) != nullptr || m.inputs().find(name) != nullptr;
}

}  // namespace

void check_built(const Mechanism& mechanism, const Equations& equations) {
  const NameCheck names(mechanism);
  for (const InitialValue& initial : mechanism.initials())
    if (!has_initial_value(mechanism, equations, initial.name))
      NameCheck::refuse("an initial value", "coordinate, rate, speed, state or input", initial.name);
  for (const Event& event : mechanism.events()) {
    const std::string who = "event '" + event.name + "'";
    if (!event.watched.row.empty()) names.check_watched(who, event.watched.row);
    if (!event.watched.mode.empty()) names.check_mode(who, event.watched.mode);
    for (const EventAction& action : event.actions) names.check_action(who, action);
  }
  for (const DeclaredMode& mode : mechanism.modes())
    for (const std::string& row : mode.rows) names.check_row("mode '" + mode.name + "'", row);
  for (const Contact& contact : mechanism.contacts())
    if (!contact.friction.is_zero() && (!contact.on || contact.tangents.empty()))
      throw MechanicsError("contact '" + contact.name +
                           "' has friction, but not where and along what: give it `on` and" + " `tangents`");
}

}  // namespace tangible
