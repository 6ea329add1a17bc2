// SPDX-License-Identifier: Apache-2.0
// gravity and loads.
#include <cmath>

#include "model/builder.h"
#include "model/names.h"

namespace tangible {

// `gravity: -g*N.y`, short for a load with that name.
void Builder::read_gravity() {
  const Entry* entry = root_.find("gravity");
  if (entry == nullptr) return;
  if (const auto g = vector(entry->value, dimension::acceleration(), "gravity"))
    mechanism_.load({"gravity", UniformGravity{*g}, where(entry->key_place)});
}

void Builder::read_load(const Entry& entry) {
  if (!check_name(entry.key, entry.key_place, diagnostics_)) return;
  Fields fields(entry, "load '" + entry.key + "'",
                {"force",   "at",      "reaction",   "fixed_in", "torque",   "body",    "frame", "spring",
                 "damper",  "between", "length",     "rest",     "angle",    "axis",    "motor", "joint",
                 "freedom", "gravity", "attraction", "center",   "gradient", "acts_on", "mutual"},
                diagnostics_);
  if (!fields.is_map()) return;
  std::optional<LoadKind> kind;
  if (fields.has("spring") || fields.has("damper")) {
    kind = fields.has("joint") ? joint_load(fields) : spring(fields);
  } else {
    const std::string key = fields.one_of({"force", "torque", "motor", "gravity", "attraction"});
    if (key == "force") kind = force(fields);
    if (key == "torque") kind = torque(fields);
    if (key == "motor") kind = joint_load(fields);
    if (key == "gravity") kind = gravity(fields);
    if (key == "attraction") kind = attraction(fields);
  }
  if (kind) mechanism_.load({entry.key, *kind, where(entry.key_place)});
}

// {force: F*B.x, at: P1}; its opposite acts at `reaction`; `fixed_in: B` means the point of B that is there now.
std::optional<LoadKind> Builder::force(Fields& fields) {
  const Node* at = fields.require("at", "name the point where it acts: at: P");
  const auto value = vector(*fields.find("force"), dimension::force(), "a force");
  Force out;
  if (at != nullptr) out.at = point(*at);
  if (const Node* node = fields.find("reaction")) out.reaction = point(*node);
  if (const Node* node = fields.find("fixed_in")) out.fixed_in = frame_of_body(*node);
  if (!value || !out.at) return std::nullopt;
  out.force = *value;
  return out;
}

// {torque: tau*N.z, body: basket}; its opposite acts on `reaction`.
std::optional<LoadKind> Builder::torque(Fields& fields) {
  const auto value = vector(*fields.find("torque"), dimension::torque(), "a torque");
  const std::string key = fields.one_of({"body", "frame"});
  Torque out;
  if (!key.empty()) out.on = key == "body" ? frame_of_body(*fields.find(key)) : frame(*fields.find(key));
  if (const Node* node = fields.find("reaction")) out.reaction = frame_of_body(*node);
  if (!value || !out.on) return std::nullopt;
  out.torque = *value;
  return out;
}

// {spring: k, between: [P, Q], length: L0, damper: c}: between two points, or about a common axis of two frames.
std::optional<LoadKind> Builder::spring(Fields& fields) {
  const Node* between = fields.require("between", "two points or two bodies: between: [P, Q]");
  if (between == nullptr) return std::nullopt;
  if (!between->is_sequence() || between->items.size() != 2) {
    diagnostics_.error(between->place, "`between` is a list of two points or two bodies", "between: [P, Q]");
    return std::nullopt;
  }
  const Node& first = between->items[0];
  const Node& second = between->items[1];
  if (scope_.what(first.text) == "point") {
    const Point from = point(first);
    const Point to = point(second);
    return from && to ? point_spring(fields, from, to) : std::nullopt;
  }
  const Frame on = frame_of_body(first);
  const Frame against = frame_of_body(second);
  return on && against ? angle_spring(fields, on, against) : std::nullopt;
}

std::optional<LoadKind> Builder::point_spring(Fields& fields, Point from, Point to) {
  PointSpring out{.from = from, .to = to, .stiffness = 0, .free_length = 0, .damping = 0};
  const UnitDimension stiffness = dimension::force() / dimension::length();
  const auto read = [&](const char* key, const UnitDimension& wanted, Expr& value) {
    const Node* node = fields.find(key);
    if (node == nullptr) return true;
    const auto found = scalar(*node, wanted, "`" + std::string(key) + "`");
    if (found) value = *found;
    return found.has_value();
  };
  const bool ok = read("spring", stiffness, out.stiffness) && read("length", dimension::length(), out.free_length) &&
                  read("damper", stiffness * dimension::time(), out.damping);
  if (!ok) return std::nullopt;
  return out;
}

std::optional<LoadKind> Builder::angle_spring(Fields& fields, Frame on, Frame against) {
  AngleSpring out{.on = on, .against = against, .stiffness = 0, .rest = 0, .damping = 0};
  bool ok = true;
  const auto read = [&](const char* key, const UnitDimension& wanted) -> Expr {
    const Node* node = fields.find(key);
    if (node == nullptr) return 0;
    const auto found = scalar(*node, wanted, "`" + std::string(key) + "`");
    ok = ok && found.has_value();
    return found.value_or(0);
  };
  out.stiffness = read("spring", dimension::torque());
  out.damping = read("damper", dimension::torque() * dimension::time());
  out.rest = read("rest", dimension::none());
  if (fields.has("angle")) out.angle = read("angle", dimension::none());
  if (const Node* axis = fields.find("axis")) out.axis = vector(*axis, dimension::none(), "an axis");
  if (!ok) return std::nullopt;
  return out;
}

// {motor: tau, joint: arm} and {spring: k, damper: c, rest: q0, joint: arm}; `freedom: 2` means the joint's second.
std::optional<LoadKind> Builder::joint_load(Fields& fields) {
  const Node* joint = fields.require("joint", "name the link whose joint it drives: joint: arm");
  if (joint == nullptr) return std::nullopt;
  const Link* link = mechanism_.links().find(joint->text);
  if (link == nullptr) {
    std::vector<std::string> known;
    for (const Link& l : mechanism_.links()) known.push_back(l.name);
    diagnostics_.error(joint->place, "unknown link '" + joint->text + "'", suggestion(joint->text, known, "links"));
    return std::nullopt;
  }
  std::size_t freedom = 0;
  if (const Node* node = fields.find("freedom"))
    freedom = static_cast<std::size_t>(number(*node, nullptr, "`freedom`").value_or(1)) - 1;
  if (freedom >= link->freedoms.size()) {
    diagnostics_.error(joint->place, "the joint of '" + joint->text + "' has " + std::to_string(link->freedoms.size()) +
                                         " freedoms that can be driven");
    return std::nullopt;
  }
  const bool turns = link->freedoms[freedom].is_rotation;
  const UnitDimension effort = turns ? dimension::torque() : dimension::force();
  const UnitDimension displacement = turns ? dimension::none() : dimension::length();
  bool ok = true;
  const auto read = [&](const char* key, const UnitDimension& wanted) -> Expr {
    const Node* node = fields.find(key);
    if (node == nullptr) return 0;
    const auto found = scalar(*node, wanted, "`" + std::string(key) + "`");
    ok = ok && found.has_value();
    return found.value_or(0);
  };
  if (fields.has("motor")) {
    const Expr drive = read("motor", effort);
    if (!ok) return std::nullopt;
    return Motor{joint->text, freedom, drive};
  }
  JointSpring out{.link = joint->text, .freedom = freedom, .stiffness = 0, .rest = 0, .damping = 0};
  out.stiffness = read("spring", effort / displacement);
  out.damping = read("damper", effort / displacement * dimension::time());
  out.rest = read("rest", displacement);
  if (!ok) return std::nullopt;
  return out;
}

std::optional<LoadKind> Builder::gravity(Fields& fields) {
  const auto g = vector(*fields.find("gravity"), dimension::acceleration(), "gravity");
  if (!g) return std::nullopt;
  return UniformGravity{*g, bodies_named(fields.find("acts_on"))};
}

// {attraction: mu, center: O}: inverse-square gravity, with the torque of its gradient unless `gradient: false`.
// {attraction: G, mutual: true}: of all bodies and particles by each other.
std::optional<LoadKind> Builder::attraction(Fields& fields) {
  const UnitDimension wanted = dimension::length().power(3) / dimension::time().power(2);
  if (const Node* node = fields.find("mutual"); node != nullptr && boolean(*node).value_or(false)) {
    const auto constant = scalar(*fields.find("attraction"), wanted / dimension::mass(), "an attraction G");
    for (const char* key : {"center", "gradient"})
      if (const Node* other = fields.find(key))
        diagnostics_.error(other->place, "`" + std::string(key) + "` has no meaning where all attract each other",
                           "leave it out, or `mutual`");
    if (!constant || !check_mutual(fields)) return std::nullopt;
    return MutualGravity{*constant, bodies_named(fields.find("acts_on"))};
  }
  const auto mu = scalar(*fields.find("attraction"), wanted, "an attraction mu = G*M");
  const Node* center =
      fields.require("center", "name the point that attracts: center: O; or let all attract each other: mutual: true");
  const Point from = center == nullptr ? Point{} : point(*center);
  if (!mu || !from) return std::nullopt;
  CentralGravity out;
  out.center = from;
  out.mu = *mu;
  if (const Node* node = fields.find("gradient")) {
    out.gradient_torque = boolean(*node).value_or(true);
    out.gradient_force = out.gradient_torque;
  }
  out.on = bodies_named(fields.find("acts_on"));
  return out;
}

// A constant with its unit, and at least two that attract each other.
bool Builder::check_mutual(const Fields& fields) {
  const Node& constant = *fields.find("attraction");
  if (evaluator_.evaluate(constant).measure.is_number()) {
    diagnostics_.error(place_of_value(constant), "the constant of attraction needs its unit",
                       "write " + constant.text + " m^3/(kg*s^2)");
    return false;
  }
  const Node* on = fields.find("acts_on");
  const std::size_t all = mechanism_.bodies().size() + mechanism_.particles().size();
  const std::size_t count = on == nullptr ? all : on->is_scalar() ? 1 : on->items.size();
  if (count >= 2 || (on != nullptr && count == 0)) return true;  // an empty list has its own message
  diagnostics_.error(on == nullptr ? fields.place() : on->place, "it takes two that attract each other",
                     "name them: acts_on: [earth, moon]; or name the point that attracts: center: O");
  return false;
}

// Names of bodies and particles (default: all of them).
std::vector<std::string> Builder::bodies_named(const Node* node) {
  std::vector<std::string> out;
  if (node == nullptr) return out;
  std::vector<std::string> known;
  for (const RigidBody& body : mechanism_.bodies()) known.push_back(body.name);
  for (const Particle& particle : mechanism_.particles()) known.push_back(particle.name);
  const auto add = [&](const Node& item) {
    if (std::find(known.begin(), known.end(), item.text) == known.end())
      diagnostics_.error(item.place, "unknown body or particle '" + item.text + "'",
                         suggestion(item.text, known, "bodies"));
    else if (std::find(out.begin(), out.end(), item.text) != out.end())
      diagnostics_.error(item.place, "'" + item.text + "' is named twice", "name each body once");
    out.push_back(item.text);
  };
  if (!node->is_scalar() && node->items.empty())
    diagnostics_.error(node->place, "`acts_on` names nothing", "name bodies: acts_on: [A, B]; or leave it out for all");
  if (node->is_scalar()) add(*node);
  for (const Node& item : node->items) add(item);
  return out;
}

}  // namespace tangible
