// SPDX-License-Identifier: Apache-2.0
// contacts: gaps, directions, restitution, friction.
#include "model/builder.h"
#include "model/names.h"
#include "symbolic/differentiate.h"
#include "symbolic/substitute.h"

namespace tangible {

// `wall: {gap: x_w - q1, restitution: 0.6, friction: 0.3, at: P, normal: N.x, tangents: [N.y], enabled: q1 > 0}`
void Builder::read_contact(const Entry& entry) {
  if (!check_name(entry.key, entry.key_place, diagnostics_)) return;
  Fields fields(
      entry, "contact '" + entry.key + "'",
      {"gap", "normal", "tangents", "at", "fixed_in", "against", "against_frame", "restitution", "friction", "enabled"},
      diagnostics_);
  const Node* gap = fields.require("gap", "the distance that cannot be negative: gap: x_w - q1");
  if (gap == nullptr) return;
  Contact out;
  out.name = entry.key;
  out.where = where(entry.key_place);
  out.restitution = out.friction = 0;
  evaluator_.forces_are_known = false;
  const auto distance = left_side(*gap, "a gap", "write the distance that cannot be negative: gap: x_w - q1");
  read_friction(fields, out);
  evaluator_.forces_are_known = true;
  if (distance) check_gap(*gap, *distance);
  read_directions(fields, out);
  if (const Node* node = fields.find("restitution")) {
    out.restitution = scalar(*node, dimension::none(), "`restitution`").value_or(0);
    if (const auto value = number_of(out.restitution); value && !(*value >= 0 && *value <= 1))
      diagnostics_.error(place_of_value(*node), "the restitution of a contact is not between 0 and 1",
                         "0 does not rebound, 1 rebounds without loss; more would create energy");
  }
  if (distance && fields.has("friction") && (!fields.has("at") || out.tangents.empty()))
    diagnostics_.error(fields.place(), "contact '" + entry.key + "' has friction, but not where and along what",
                       "add at: P and tangents: [N.x, N.y]");
  if (const Node* node = fields.find("enabled")) out.enabled = condition(*node, "`enabled`");
  if (!distance) return;
  out.gap = distance->scalar;
  out.force = force_of_row(distance->measure, ConstraintKind::configuration);
  mechanism_.contact(out);
}

void Builder::read_directions(const Fields& fields, Contact& out) {
  if (const Node* node = fields.find("normal"))
    out.normal = vector(*node, dimension::none(), "a normal").value_or(Vector{});
  if (const Node* node = fields.find("tangents")) {
    out.tangents = directions(*node, "a tangent");
    if (out.tangents.size() > max_tangents) {
      diagnostics_.error(node->place, fields.what() + " has more than two tangents",
                         "give the directions in which it can slip: one in a plane, two in space");
      out.tangents.resize(max_tangents);
    }
  }
  if (const Node* node = fields.find("at")) out.on = point(*node);
  if (const Node* node = fields.find("fixed_in")) out.fixed_in = frame_of_body(*node);
  if (const Node* node = fields.find("against")) out.against = point(*node);
  if (const Node* node = fields.find("against_frame")) out.against_frame = frame_of_body(*node);
}

// The input that a name is, or that the rate of a state variable mentions.
std::string Builder::find_underlying_input(const std::string& name) const {
  if (mechanism_.inputs().find(name) != nullptr) return name;
  const StateVariable* state = mechanism_.states().find(name);
  if (state == nullptr) return "";
  for (const Expr s : symbols_in(std::vector<Expr>{state->rate}))
    if (mechanism_.inputs().find(std::string(s.name())) != nullptr) return std::string(s.name());
  return "";
}

// A gap is a distance or an angle that changes with coordinates, and with nothing whose rate is not available.
void Builder::check_gap(const Node& node, const Value& gap) {
  const Place place = place_of_value(node);
  if (!gap.measure.fits(dimension::length()) && !gap.measure.fits(dimension::none()))
    diagnostics_.error(place, "wrong dimension: a gap is a length or an angle, not " + gap.measure.describe());
  bool moves = false;
  for (const Expr s : symbols_in(std::vector<Expr>{gap.scalar})) {
    const std::string name(s.name());
    const std::size_t prime = name.find('\'');
    const bool is_coordinate = mechanism_.coordinates().find(name.substr(0, prime)) != nullptr;
    const bool is_speed = mechanism_.speeds().find(name.substr(0, prime)) != nullptr;
    if (is_speed || (is_coordinate && prime != std::string::npos))
      return diagnostics_.error(place, "a gap cannot mention velocities (" + name + ")",
                                "it is a distance or an angle; conditions on velocities belong in `enabled`");
    if (const std::string input = find_underlying_input(name); !input.empty())
      return diagnostics_.error(
          place,
          "a gap cannot depend on input '" + input + "'" + (input == name ? "" : " by the rate of '" + name + "'"),
          "its second derivative is needed, and the rates of inputs are not available: let an own state follow the "
          "input and a second one the first, and use that, or use a function of t");
    moves = moves || (is_coordinate && !differentiate(gap.scalar, s).is_zero());  // sign(q) jumps, and never moves
  }
  if (!moves)
    diagnostics_.error(place, "this gap does not vary with a coordinate: no motion opens or closes it",
                       "write the distance with coordinates or positions: gap: h, gap: \"dot(p(P), N.y)\"");
}

// `friction: 0.3`, or `friction: {static: 0.5, sliding: 0.3}`.
void Builder::read_friction(const Fields& contact, Contact& out) {
  const Node* node = contact.find("friction");
  if (node == nullptr) return;
  if (!node->is_map()) {
    out.friction = scalar(*node, dimension::none(), "`friction`").value_or(0);
    check_friction(*node, out.friction);
    return;
  }
  Fields fields(*node, node->place, "the friction of " + contact.what(), {"static", "sliding"}, diagnostics_);
  const Node* sticking = fields.require("static");
  const Node* sliding = fields.require("sliding");
  if (sticking == nullptr || sliding == nullptr) return;
  out.static_friction = scalar(*sticking, dimension::none(), "static friction").value_or(0);
  out.friction = scalar(*sliding, dimension::none(), "sliding friction").value_or(0);
  check_friction(*sticking, *out.static_friction);
  check_friction(*sliding, out.friction);
  const auto more = number_of(*out.static_friction), less = number_of(out.friction);
  if (more && less && *less >= 0 && *more >= 0 && *more < *less)
    diagnostics_.error(sticking->place, "static friction is below sliding friction",
                       "what sticks would slide and what slides would stick; give `static` at least as large");
}

// In numbers, with the values of the parameters.
void Builder::check_friction(const Node& node, const Expr& coefficient) {
  if (const auto value = number_of(coefficient); value && *value < 0)
    diagnostics_.error(node.place, "a coefficient of friction is negative", "give zero or more");
}

}  // namespace tangible
