// SPDX-License-Identifier: Apache-2.0
// Reactions: points and frames with auxiliary speeds, which bring the forces that hold them into evidence.
#include "mechanics/mechanism.h"
#include "symbolic/substitute.h"

namespace tangible {
namespace {

constexpr std::array axis_names{"x", "y", "z"};

Expr displacement(const std::string& place, std::size_t i) {
  return symbol(place + " gives way along " + axis_names[i]);
}
Expr rate_of_displacement(const std::string& place, std::size_t i) {
  return symbol(place + " gives way along " + axis_names[i] + "'");
}

Components component_symbols(const std::string& name) {
  Components symbols;
  for (std::size_t i = 0; i < 3; ++i) symbols[i] = symbol(name + "." + axis_names[i]);
  return symbols;
}

// The frame in which the analyst put it: a sequence of turns goes through frames of its own.
Frame frame_it_is_in(Frame f) {
  Frame in = f.parent();
  while (in.name() == f.name() + "'" || in.name() == f.name() + "''") in = in.parent();
  return in;
}

}  // namespace

Vector Mechanism::reaction_force(const std::string& name, Point at, Frame axes) {
  if (!at || at.is_root())
    throw MechanicsError("nothing holds the origin O: name a point or link that hangs on another");
  if (!reactions_.find(name)) reactions_.add({name, at, {}, axes, component_symbols(name), {}}, "reaction");
  return {axes, reactions_.find(name)->symbols};
}

Vector Mechanism::reaction_torque(const std::string& name, Frame on, Frame axes) {
  if (!on || on.is_root())
    throw MechanicsError("nothing holds the frame N: name a frame or link that hangs on another");
  if (!reactions_.find(name)) reactions_.add({name, {}, on, axes, component_symbols(name), {}}, "reaction");
  return {axes, reactions_.find(name)->symbols};
}

Components Mechanism::way_to_give(const std::string& name) {
  Components way;
  for (std::size_t i = 0; i < 3; ++i) {
    way[i] = displacement(name, i);
    kinematics_->set_rate(way[i], rate_of_displacement(name, i));
  }
  return way;
}

// The derivative of a rate, such as that of a constraint, with respect to the three auxiliary speeds of a point or
// frame, at zero displacement of all of them.
Vector Mechanism::auxiliary_rate(Expr expression, const std::string& place, Frame axes) const {
  Substitution in_rates;
  for (const Speed& speed : speeds_) in_rates[speed.symbol] = speed.definition;
  Substitution not_yet;
  for (const std::string& name : with_auxiliary_speeds_)
    for (std::size_t i = 0; i < 3; ++i) not_yet[displacement(name, i)] = 0;
  const Expr rate = substitute(expression, in_rates);
  Components c;
  for (std::size_t i = 0; i < 3; ++i) c[i] = substitute(differentiate(rate, rate_of_displacement(place, i)), not_yet);
  return {axes, c};
}

void Mechanism::set_row_rates(const Mechanism& giving_way) {
  for (const Reaction& asked : reactions_) {
    Reaction* const reaction = reactions_.find_to_change(asked.name);
    const std::string& place = asked.is_torque() ? asked.on.name() : asked.at.name();
    const Frame axes = asked.is_torque() ? frame_it_is_in(asked.on) : N();
    reaction->row_rates.clear();
    reaction->gap_rates.clear();
    for (const Constraint& constraint : constraints_) {
      const Expr row = giving_way.constraints_.find(constraint.name)->expression;
      const bool of_place = constraint.kind == ConstraintKind::configuration;
      reaction->row_rates.push_back(giving_way.auxiliary_rate(of_place ? giving_way.dt(row) : row, place, axes));
    }
    for (const Contact& contact : contacts_) {
      const Expr gap = giving_way.contacts_.find(contact.name)->gap;
      reaction->gap_rates.push_back(giving_way.auxiliary_rate(giving_way.dt(gap), place, axes));
    }
  }
}

}  // namespace tangible
