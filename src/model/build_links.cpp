// SPDX-License-Identifier: Apache-2.0
// bodies made of links and joints: a joint makes the body's frame, origin and coordinates.
//
//   arm: {parent: ground, joint: revolute, axis: z, coordinate: q1, at: [0, 0, 0.4 m],
//         mass: 2 kg, center: [0.2 m, 0, 0], inertia: [0.01, 0.02, 0.02], points: {tip: [0.4 m, 0, 0]}}
//
// In expressions `arm` is a frame, and arm.o (its origin), arm.center and arm.tip are points.
#include <algorithm>

#include "model/builder.h"
#include "model/names.h"

namespace tangible {
namespace {

const std::vector<std::string>& joint_names() {
  static const std::vector<std::string> names = {"revolute", "prismatic", "screw", "universal", "cylindrical",
                                                 "planar",   "ball",      "free",  "weld"};
  return names;
}

const std::vector<std::string>& link_keys() {
  static const std::vector<std::string> keys = {
      "parent",       "joint",      "axis",        "axes", "pitch",  "attitude", "at",     "turned", "child_at",
      "child_turned", "coordinate", "coordinates", "mass", "center", "inertia",  "points", "about",  "inertia_in"};
  return keys;
}

UnitDimension dimension_of(CoordinateKind kind) {
  return kind == CoordinateKind::length ? dimension::length() : dimension::none();
}

}  // namespace

bool Builder::is_link(const Entry& entry) {
  return entry.value.find("parent") != nullptr || entry.value.find("joint") != nullptr;
}

// arm.o and arm.center are points already, arm.x, arm.y and arm.z unit vectors.
bool Builder::check_link_point(const Entry& link, const Entry& point) {
  const std::string_view name = point.key;
  const bool is_axis = name == "x" || name == "y" || name == "z";
  if (!is_axis && name != "o" && name != "center") return true;
  const std::string meaning = is_axis ? "a unit vector" : name == "o" ? "the origin" : "the mass centre";
  diagnostics_.error(point.key_place,
                     "'" + link.key + "." + point.key + "' is " + meaning + " of link '" + link.key + "'",
                     name == "center" ? "give it beside `points`: center: [0.2 m, 0, 0]"
                                      : "choose another name, for example " + point.key + "_1");
  return false;
}

// Before anything is worked out, the names that links bring with them are made known.
void Builder::declare_links() {
  each("bodies", [&](const Entry& entry) {
    if (!is_link(entry)) return;
    if (!scope_.declare(entry.key, "link", entry.key_place, [this, &entry] { return make_link(entry); })) return;
    declare_link_coordinates(entry);
    const auto add_point = [&](const std::string& name, Place place, const Node* node) {
      scope_.declare_dotted(entry.key + "." + name, "point", place,
                            [this, &entry, name, node] { return make_link_point(entry, name, node); });
    };
    add_point("o", entry.key_place, nullptr);
    const Entry* center = entry.value.find("center");
    add_point("center", entry.key_place, center == nullptr ? nullptr : &center->value);
    const Entry* points = entry.value.find("points");
    if (points == nullptr) return;
    for (const Entry& point : points->value.entries)
      if (check_name(point.key, point.key_place, diagnostics_) && check_link_point(entry, point))
        add_point(point.key, point.key_place, &point.value);
  });
}

// The items of `coordinates`, or of `coordinate`.
std::vector<Node> Builder::link_coordinate_nodes(const Entry& entry) const {
  if (const Entry* one = entry.value.find("coordinate")) return {one->value};
  const Entry* list = entry.value.find("coordinates");
  if (list == nullptr) return {};
  return list->value.is_scalar() ? std::vector<Node>{list->value} : list->value.items;
}

// Undeclared coordinates are declared by the joint, with the dimension that it needs: under the names given, or q_arm,
// or q_arm_1, q_arm_2, ...
void Builder::declare_link_coordinates(const Entry& entry) {
  const auto kinds = coordinate_kinds(joint(entry).value_or(Weld{}));
  const std::vector<Node> given = link_coordinate_nodes(entry);
  for (std::size_t i = 0; i < kinds.size(); ++i) {
    std::string name = "q_" + entry.key + (kinds.size() == 1 ? "" : "_" + std::to_string(i + 1));
    Place place = entry.key_place;
    if (!given.empty()) {
      if (i >= given.size()) break;
      name = given[i].text;
      place = given[i].place;
    }
    if (!is_item_name(name) || scope_.is_declared(name)) continue;
    const Measure measure = dimension_of(kinds[i]);
    const bool declared = scope_.declare(
        name, "coordinate", place, [this, name, measure] { return Value::of(*mechanism_.find_symbol(name), measure); });
    if (declared) mechanism_.coordinate(name, to_mechanics(measure), where(place));
  }
}

// x, y, z or [1, 1, 0]
Components Builder::axis(const Node* node, const Components& otherwise) {
  if (node == nullptr) return otherwise;
  if (node->is_scalar()) {
    const std::string& text = node->text;
    const bool minus = text.starts_with('-');
    const std::string_view letter = std::string_view(text).substr(minus ? 1 : 0);
    const std::size_t i = letter.size() == 1 ? std::string_view("xyz").find(letter) : std::string_view::npos;
    if (i == std::string_view::npos) {
      diagnostics_.error(node->place, "an axis is x, y, z or three components, not '" + text + "'",
                         "axis: z or axis: [1, 1, 0]");
      return otherwise;
    }
    Components out{0, 0, 0};
    out[i] = minus ? -1 : 1;
    return out;
  }
  const auto c = numbers(*node, 3, "a component of an axis");
  return c ? Components{(*c)[0], (*c)[1], (*c)[2]} : otherwise;
}

// `attitude: euler` (the default), {body: zxz} or {space: xyz}, of ball and free joints.
void Builder::attitude(const Node* node, Attitude& how, std::array<int, 3>& axes) {
  if (node == nullptr || node->text == "euler") return;
  Fields fields(*node, node->place, "an attitude", {"body", "space"}, diagnostics_);
  const std::string fixed = fields.is_map() ? fields.one_of({"body", "space"}) : "";
  if (fixed.empty()) return;
  try {
    axes = parse_axes(fields.find(fixed)->text);
    how = fixed == "body" ? Attitude::body_sequence : Attitude::space_sequence;
  } catch (const MechanicsError& error) {
    diagnostics_.error(fields.find(fixed)->place, error.what());
  }
}

std::optional<Joint> Builder::joint(const Entry& entry) {
  const auto find = [&](const char* key) -> const Node* {
    const Entry* found = entry.value.find(key);
    return found == nullptr ? nullptr : &found->value;
  };
  const Node* kind = find("joint");
  const std::string name = kind == nullptr ? "weld" : kind->text;
  const Components z{0, 0, 1};
  if (name == "revolute") return Revolute{axis(find("axis"), z)};
  if (name == "prismatic") return Prismatic{axis(find("axis"), z)};
  if (name == "cylindrical") return Cylindrical{axis(find("axis"), z)};
  if (name == "planar") return Planar{};
  if (name == "weld") return Weld{};
  if (name == "screw") {
    const Node* pitch = find("pitch");
    if (pitch == nullptr) {
      diagnostics_.error(entry.key_place, "the screw joint of '" + entry.key + "' has no `pitch`", "pitch: 2 mm/rad");
      return std::nullopt;
    }
    return Screw{axis(find("axis"), z), scalar(*pitch, dimension::length(), "a pitch (length per radian)").value_or(0)};
  }
  if (name == "universal") {
    const Node* axes = find("axes");
    Universal out;
    if (axes == nullptr) return out;
    if (!axes->is_sequence() || axes->items.size() != 2) {
      diagnostics_.error(axes->place, "a universal joint has two axes", "axes: [x, y]");
      return std::nullopt;
    }
    return Universal{axis(&axes->items[0], out.first), axis(&axes->items[1], out.second)};
  }
  if (name == "ball") {
    Ball out;
    attitude(find("attitude"), out.attitude, out.axes);
    return out;
  }
  if (name == "free") {
    Free out;
    attitude(find("attitude"), out.attitude, out.axes);
    return out;
  }
  diagnostics_.error(kind->place, "unknown joint '" + name + "'", suggestion(name, joint_names(), "joints"));
  return std::nullopt;
}

// [x, y, z], or a vector expression, in a frame.
std::optional<Components> Builder::position_in(const Node& node, Frame in) {
  if (!node.is_sequence()) {
    const auto value = vector(node, dimension::length(), "a position");
    if (!value) return std::nullopt;
    return components(*value, in);
  }
  if (node.items.size() != 3) {
    diagnostics_.error(node.place, "a position has three components", "for example [0, 0, 0.4 m]");
    return std::nullopt;
  }
  Components out;
  for (std::size_t i = 0; i < 3; ++i) {
    const auto value = scalar(node.items[i], dimension::length(), "a position");
    if (!value) return std::nullopt;
    out[i] = *value;
  }
  return out;
}

Value Builder::make_link(const Entry& entry) {
  Fields fields(entry, "body '" + entry.key + "'", link_keys(), diagnostics_);
  LinkDefinition link;
  link.name = entry.key;
  link.where = where(entry.key_place);
  const Node* parent = fields.require("parent", "name the body it hangs on: parent: ground");
  const auto kind = joint(entry);
  if (parent == nullptr || !kind) return {};
  if (parent->text != "ground" && parent->text != "N" && scope_.what(parent->text) != "link") {
    std::vector<std::string> known = scope_.names("link");
    known.insert(known.begin(), "ground");
    diagnostics_.error(parent->place, "unknown parent '" + parent->text + "'",
                       suggestion(parent->text, known, "links"));
    return {};
  }
  const Value above = scope_.find(parent->text, parent->place);
  if (!above.is(Value::Kind::frame)) return {};
  link.parent = parent->text == "N" ? "ground" : parent->text;
  link.joint = *kind;
  if (!read_site(fields, "at", "turned", above.frame, link.in_parent)) return {};
  if (fields.has("child_at") && !fields.find("child_at")->is_sequence()) {
    diagnostics_.error(fields.find("child_at")->place, "`child_at` is a list of three components");
    return {};
  }
  if (!read_site(fields, "child_at", "child_turned", mechanism_.N(), link.in_child)) return {};
  if (!read_link_coordinates(entry, link)) return {};
  try {
    return Value::of(mechanism_.link(link).frame);
  } catch (const MechanicsError& error) {
    diagnostics_.error(entry.key_place, error.what());
    return {};
  }
}

bool Builder::read_site(Fields& fields, const char* at, const char* turned, Frame in, JointSite& site) {
  if (const Node* node = fields.find(at)) {
    const auto place = position_in(*node, in);
    if (!place) return false;
    site.position = *place;
  }
  if (const Node* node = fields.find(turned)) {
    const auto turn = rotation(*node);
    if (!turn) return false;
    site.orientation = *turn;
  }
  return true;
}

// Names of coordinates, or expressions: a joint may follow a function of time.
bool Builder::read_link_coordinates(const Entry& entry, LinkDefinition& link) {
  const auto kinds = coordinate_kinds(link.joint);
  const std::vector<Node> given = link_coordinate_nodes(entry);
  if (!given.empty() && given.size() != kinds.size()) {
    diagnostics_.error(given.front().place, "the joint of '" + entry.key + "' has " + std::to_string(kinds.size()) +
                                                " coordinates, but " + std::to_string(given.size()) + " are given");
    return false;
  }
  for (std::size_t i = 0; i < given.size(); ++i) {
    const auto value = scalar(given[i], dimension_of(kinds[i]), "a coordinate of the joint of '" + entry.key + "'");
    if (!value) return false;
    link.values.push_back(*value);
  }
  return true;
}

Value Builder::make_link_point(const Entry& entry, const std::string& name, const Node* node) {
  const Value link = scope_.find(entry.key, entry.key_place);
  if (!link.is(Value::Kind::frame)) return {};
  const Point origin = mechanism_.links().find(entry.key)->origin;
  if (node == nullptr) return Value::of(origin);
  const auto place = position_in(*node, link.frame);
  if (!place) return {};
  return Value::of(mechanism_.point(entry.key + "." + name, origin, Vector(link.frame, *place), where(node->place)));
}

// The mass of a link, once its frame is there.
void Builder::read_link_body(const Entry& entry) {
  const std::string what = "body '" + entry.key + "'";
  const Value link = scope_.find(entry.key, entry.key_place);
  Fields fields(entry, what, link_keys(), diagnostics_);
  const Value center = scope_.find(entry.key + ".center", entry.key_place);
  const Entry* points = entry.value.find("points");
  if (points != nullptr)
    for (const Entry& point : points->value.entries)
      if (const std::string name = entry.key + "." + point.key; scope_.is_declared(name))  // others are refused
        scope_.find(name, point.key_place);
  const auto body_mass = mass(fields);
  BodyDefinition body;
  if (const Node* node = fields.find("inertia")) body.inertia = inertia(*node, what);
  if (const Node* node = fields.find("about")) body.inertia_about = point(*node);
  if (const Node* node = fields.find("inertia_in")) body.inertia_in = frame(*node);
  if (!link.is(Value::Kind::frame) || !center.is(Value::Kind::point) || !body_mass) return;
  if (body_mass->is_zero() && !fields.has("inertia")) return;  // a link that only leads to others
  body.name = entry.key;
  body.frame = link.frame;
  body.center = center.point;
  body.mass = *body_mass;
  body.where = where(entry.key_place);
  mechanism_.body(body);
}

}  // namespace tangible
