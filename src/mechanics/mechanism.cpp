// SPDX-License-Identifier: Apache-2.0
// Building a mechanism: names, symbols, space.
#include "mechanics/mechanism.h"

#include <cmath>
#include <utility>

namespace tangible {
namespace {

void check_finite(const char* kind, const std::string& name, double value) {
  if (!std::isfinite(value))
    throw MechanicsError(std::string("the value of ") + kind + " '" + name + "' is not a finite number");
}

}  // namespace

Mechanism::Mechanism(std::string name)
    : name_(std::move(name)),
      time_(symbol("t")),
      frames_(std::make_unique<FrameTree>()),
      points_(std::make_unique<PointTree>()),
      kinematics_(std::make_unique<Kinematics>(*frames_, *points_, Rates{{time_, 1}})) {
  take_name("t", "the time");
  take_name("N", "the Newtonian frame");
  take_name("O", "the origin of the Newtonian frame");
  frame_index_["N"] = 0;
  point_index_["O"] = 0;
  Link ground;
  ground.name = "ground";
  ground.frame = N();
  ground.origin = ground.joint_on_parent = ground.joint_on_child = O();
  take_thing_name("ground", "the link that does not move");
  links_.add(std::move(ground), "link");
}

void Mechanism::take_name(const std::string& name, const char* kind) {
  const auto [taken, is_new] = names_.try_emplace(name, kind);
  if (!is_new) throw MechanicsError("the name '" + name + "' is already taken: it is " + taken->second);
}

void Mechanism::take_thing_name(const std::string& name, const char* kind) {
  const auto [taken, is_new] = things_.try_emplace(name, kind);
  if (!is_new) throw MechanicsError("the name '" + name + "' is already taken: it is " + taken->second);
}

Expr Mechanism::parameter(const std::string& name, double value, Dimension dimension, SourceLocation where) {
  check_finite("parameter", name, value);
  take_name(name, "a parameter");
  frames_->set_constant(symbol(name), value);
  return parameters_.add({name, symbol(name), value, dimension, where}, "parameter").symbol;
}

void Mechanism::fix_parameter(std::string_view name) {
  Parameter* const parameter = parameters_.find_to_change(name);
  if (!parameter) throw MechanicsError("there is no parameter named '" + std::string(name) + "'");
  parameter->is_fixed = true;
}

Expr Mechanism::input(const std::string& name, double value, Dimension dimension, SourceLocation where) {
  check_finite("input", name, value);
  take_name(name, "an input");
  return inputs_.add({name, symbol(name), value, dimension, where}, "input").symbol;
}

Expr Mechanism::coordinate(const std::string& name, Dimension dimension, SourceLocation where) {
  take_name(name, "a coordinate");
  const Expr q = symbol(name);
  const Expr rate = symbol(name + "'");
  kinematics_->set_rate(q, rate);
  // q'' appears when someone differentiates a velocity before speeds are chosen.
  kinematics_->set_rate(rate, symbol(name + "''"));
  coordinates_.add({name, q, rate, dimension, where}, "coordinate");
  return q;
}

Expr Mechanism::speed(const std::string& name, Expr definition, Dimension dimension, SourceLocation where) {
  take_name(name, "a generalized speed");
  const Expr u = symbol(name);
  const Expr acceleration = symbol(name + "'");
  kinematics_->set_rate(u, acceleration);
  speeds_.add({name, u, acceleration, definition, dimension, where}, "speed");
  return u;
}

Expr Mechanism::state(const std::string& name, Dimension dimension, SourceLocation where) {
  take_name(name, "an own state");
  return states_.add({name, symbol(name), 0, dimension, where}, "state").symbol;
}

void Mechanism::set_state_rate(std::string_view name, Expr rate) {
  StateVariable* const state = states_.find_to_change(name);
  if (!state) throw MechanicsError("there is no own state named '" + std::string(name) + "'");
  state->rate = rate;
  kinematics_->set_rate(state->symbol, rate);
}

Expr Mechanism::discrete(const std::string& name, double value, Dimension dimension, SourceLocation where) {
  check_finite("discrete variable", name, value);
  take_name(name, "a discrete variable");
  return discretes_.add({name, symbol(name), value, dimension, where}, "discrete variable").symbol;
}

Expr Mechanism::define(const std::string& name, Expr value, Dimension dimension, SourceLocation where) {
  take_name(name, "a defined expression");
  definitions_.add({name, value, dimension, where}, "definition");
  return value;
}

Vector Mechanism::define(const std::string& name, const Vector& value, Dimension dimension, SourceLocation where) {
  take_name(name, "a defined vector");
  definitions_.add({name, value, dimension, where}, "definition");
  return value;
}

void Mechanism::table(Table table) {
  take_name(table.name, "a table");
  interpolate(table, time_);  // throws what is wrong with it
  tables_.add(std::move(table), "table");
}

Frame Mechanism::frame(const std::string& name, Frame in, const Orientation& orientation, SourceLocation where) {
  if (with_auxiliary_speeds_.contains(name)) {
    const Components turn = way_to_give(name);
    in = frames_->add(name + ".giving_way", in, RotationSequence{RotationSequence::Fixed::body, {1, 2, 3}, turn});
  }
  const Frame f = frames_->add(name, in, orientation);
  take_name(name, "a frame");
  frame_index_[name] = f.index();
  if (const auto* e = std::get_if<EulerParameters>(&orientation)) record_euler_parameters(name, *e, where);
  return f;
}

// The four coordinates are not independent, e.e = 1 holds always; and they start at "not turned".
void Mechanism::record_euler_parameters(const std::string& frame_name, const EulerParameters& e, SourceLocation where) {
  const std::array<Expr, 5> terms{e.e0 * e.e0, e.e1 * e.e1, e.e2 * e.e2, e.e3 * e.e3, -1};
  Constraint unit{frame_name + ".unit", ConstraintKind::configuration, sum(terms)};
  unit.force = Dimension{.length = 2, .mass = 1, .time = -2};
  unit.where = where;
  constraint(std::move(unit));
  if (e.e0.is(Kind::symbol))
    if (Coordinate* const scalar = coordinates_.find_to_change(e.e0.name())) scalar->value = 1;
}

Point Mechanism::point(const std::string& name, Point from, const Vector& offset, SourceLocation) {
  take_name(name, "a point");
  const Vector shift = with_auxiliary_speeds_.contains(name) ? Vector(N(), way_to_give(name)) : Vector{};
  const Point p = points_->add(name, from, offset + shift);
  point_index_[name] = p.index();
  return p;
}

Kinematics Mechanism::make_kinematics(Rates rates, Basis basis) const {
  Kinematics other(*frames_, *points_, std::move(rates), basis);
  for (std::uint32_t i = 1; i < frames_->size(); ++i)
    if (const Point fixed = kinematics_->origin(frames_->at(i))) other.set_origin(frames_->at(i), fixed);
  return other;
}

Frame Mechanism::find_frame(std::string_view name) const {
  const auto found = frame_index_.find(std::string(name));
  return found == frame_index_.end() ? Frame{} : frames_->at(found->second);
}

Point Mechanism::find_point(std::string_view name) const {
  const auto found = point_index_.find(std::string(name));
  return found == point_index_.end() ? Point{} : points_->at(found->second);
}

std::optional<Expr> Mechanism::find_symbol(std::string_view name) const {
  if (name == "t") return time_;
  if (const auto* item = parameters_.find(name)) return item->symbol;
  if (const auto* item = inputs_.find(name)) return item->symbol;
  if (const auto* item = coordinates_.find(name)) return item->symbol;
  if (const auto* item = speeds_.find(name)) return item->symbol;
  if (const auto* item = states_.find(name)) return item->symbol;
  if (const auto* item = discretes_.find(name)) return item->symbol;
  if (const auto* item = definitions_.find(name))
    if (const auto* value = std::get_if<Expr>(&item->value)) return *value;
  return std::nullopt;
}

}  // namespace tangible
