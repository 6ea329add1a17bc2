// SPDX-License-Identifier: Apache-2.0
// shapes: their kinds, where they are fixed, their colours; view.
#include <algorithm>

#include "model/builder.h"
#include "model/names.h"

namespace tangible {
namespace {

const std::vector<std::string>& shape_names() {
  static const std::vector<std::string> names = {"box",  "sphere", "ellipsoid", "cylinder", "cone",   "capsule",
                                                 "tube", "prism",  "plane",     "line",     "spring", "mesh"};
  return names;
}

const std::vector<std::string>& placing_keys() {
  static const std::vector<std::string> keys = {"body", "frame", "point", "at", "turned", "color", "opacity"};
  return keys;
}

bool is_key_of_some_shape(const std::string& key) {
  static const std::set<std::string> sizes = {"length", "inner", "top", "radius", "coils", "unit", "axis"};
  return sizes.contains(key) || std::ranges::find(placing_keys(), key) != placing_keys().end();
}

// The keys of a kind besides its own name.
std::vector<std::string> own_keys(ShapeKind kind) {
  switch (kind) {
    case ShapeKind::cylinder:
    case ShapeKind::capsule:
    case ShapeKind::prism: return {"length", "axis"};
    case ShapeKind::cone: return {"top", "length", "axis"};
    case ShapeKind::tube: return {"inner", "length", "axis"};
    case ShapeKind::plane: return {"axis"};
    case ShapeKind::mesh: return {"unit"};
    case ShapeKind::line: return {"radius", "length", "color", "opacity"};
    case ShapeKind::spring: return {"radius", "coils", "color", "opacity"};
    case ShapeKind::box:
    case ShapeKind::sphere:
    case ShapeKind::ellipsoid: return {};
  }
  return {};
}

std::vector<std::string> known_keys(ShapeKind kind) {
  std::vector<std::string> out = {std::string(to_string(kind))};
  for (std::string& key : own_keys(kind)) out.push_back(std::move(key));
  if (!runs_through_points(kind)) out.insert(out.end(), placing_keys().begin(), placing_keys().end());
  return out;
}

// Below the folder of the model file, with forward slashes, and of a kind that a display can read.
std::string trouble_with_path(const std::string& path) {
  if (path.empty()) return "the path of the file is empty";
  const bool strange = std::ranges::any_of(path, [](char c) { return static_cast<unsigned char>(c) < ' '; });
  if (strange || path.find('\\') != std::string::npos || path.find(':') != std::string::npos)
    return "a path has no backslash, colon or control character";
  if (path[0] == '/' || path[0] == '~') return "a mesh stays within the folder of its model file";
  for (std::size_t begin = 0; begin <= path.size();) {
    const std::size_t end = std::min(path.find('/', begin), path.size());
    if (path.substr(begin, end - begin) == "..") return "a mesh stays within the folder of its model file";
    begin = end + 1;
  }
  const bool known = path.ends_with(".stl") || path.ends_with(".obj");
  return known ? "" : "a mesh is a file that ends in .stl or .obj";
}

}  // namespace

// `view: {up: N.y, from: N.z + 0.3*N.x}`
void Builder::read_view() {
  const Entry* entry = root_.find("view");
  if (entry == nullptr || !entry->value.is_map()) return;
  Fields fields(*entry, "view", {"up", "from"}, diagnostics_);
  const auto read = [&](const char* key, Vector& direction) {
    const Node* node = fields.find(key);
    const auto found = node == nullptr ? std::nullopt : vector(*node, dimension::none(), "`" + std::string(key) + "`");
    if (found && found->is_zero())
      diagnostics_.error(place_of_value(*node), "`" + std::string(key) + "` has no direction",
                         "up: N.z, from: N.x - N.y");
    const auto is_constant = [&](const Vector::Part& part) {
      return check_constant(*node, part.c, "`" + std::string(key) + "`");
    };
    if (found && std::ranges::all_of(found->parts(), is_constant)) direction = *found;
  };
  read("up", mechanism_.view.up);
  read("from", mechanism_.view.from);
}

// `wheel: {cylinder: 5 cm, length: 2 cm, axis: y, body: basket, at: [0, 0, -0.1 m], color: rubber}`
void Builder::read_shape(const Entry& entry) {
  if (!check_name(entry.key, entry.key_place, diagnostics_)) return;
  const auto kind = shape_kind(entry);
  if (!kind) return;
  Shape out;
  out.name = entry.key;
  out.kind = *kind;
  out.where = where(entry.key_place);
  Fields fields(entry, std::string(to_string(*kind)) + " '" + entry.key + "'", known_keys(*kind), diagnostics_);
  const bool placed = read_shape_place(fields, out);
  const bool sized = read_sizes(fields, out);
  const bool coloured = read_color(fields, out);
  if (placed && sized && coloured) mechanism_.shape(std::move(out));
}

// The one key that names a kind.
std::optional<ShapeKind> Builder::shape_kind(const Entry& entry) {
  const std::string what = "shape '" + entry.key + "'";
  if (!entry.value.is_map()) {
    diagnostics_.error(entry.value.place, what + " must be a map", "for example {sphere: 5 cm, body: bob}");
    return std::nullopt;
  }
  std::optional<ShapeKind> found;
  for (const Entry& e : entry.value.entries) {
    const auto kind = find_shape_kind(e.key);
    if (!kind) continue;
    if (found) {
      diagnostics_.error(e.key_place, what + " is both a " + std::string(to_string(*found)) + " and a " + e.key,
                         "write two shapes");
      return std::nullopt;
    }
    found = kind;
  }
  if (found) return found;
  for (const Entry& e : entry.value.entries)
    if (!is_key_of_some_shape(e.key) && !nearest(e.key, shape_names()).empty()) {
      diagnostics_.error(e.key_place, "unknown shape '" + e.key + "'", suggestion(e.key, shape_names(), "shapes"));
      return std::nullopt;
    }
  diagnostics_.error(entry.key_place, what + " does not say what it is", suggestion("", shape_names(), "shapes"));
  return std::nullopt;
}

bool Builder::read_shape_place(Fields& fields, Shape& shape) {
  if (runs_through_points(shape.kind)) return read_through(*fields.find(to_string(shape.kind)), shape);
  if (!read_base(fields, shape)) return false;
  bool ok = read_turn(fields, shape);
  if (const Node* node = fields.find("at")) {
    const auto place = position_in(*node, shape.frame);
    ok = place && check_constant(*node, *place, "the position of a shape") && ok;
    if (place) shape.at = *place;
  }
  return ok;
}

// `body` gives frame and point; `frame` and `point` give them directly, and `point` replaces that of a body.
bool Builder::read_base(Fields& fields, Shape& shape) {
  const Node* body = fields.find("body");
  const Node* in = fields.find("frame");
  const Node* at = fields.find("point");
  if (body != nullptr && in != nullptr) return !fields.one_of({"body", "frame"}).empty();
  if (body == nullptr && in == nullptr && at == nullptr) {
    diagnostics_.error(fields.place(), fields.what() + " is fixed to nothing",
                       "name a body (body: arm), or a frame and a point (frame: B, point: P)");
    return false;
  }
  if (body != nullptr && !read_base_of_body(*body, shape)) return false;
  if (in != nullptr) {
    shape.frame = frame(*in);
    if (!shape.frame) return false;
    shape.point = shape.frame.is_root() ? mechanism_.O() : mechanism_.kinematics().origin(shape.frame);
  }
  if (!shape.frame) shape.frame = mechanism_.N();
  if (at != nullptr) shape.point = point(*at);
  if (!shape.point && at == nullptr)
    diagnostics_.error(in->place, "frame '" + in->text + "' has no origin",
                       "say at which point the shape is: point: P");
  return static_cast<bool>(shape.point);
}

// A link at its origin, another body at its mass centre, a particle at its point with the axes of N.
bool Builder::read_base_of_body(const Node& node, Shape& shape) {
  if (const Link* link = mechanism_.links().find(node.text)) {
    shape.frame = link->frame;
    shape.point = link->origin;
  } else if (const RigidBody* body = mechanism_.bodies().find(node.text)) {
    shape.frame = body->frame;
    shape.point = body->center;
  } else if (const Particle* particle = mechanism_.particles().find(node.text)) {
    shape.frame = mechanism_.N();
    shape.point = particle->at;
  } else {
    std::vector<std::string> known = {"ground"};
    for (const char* things : {"bodies", "particles"})
      for (const Entry& entry : section(things)) {
        if (entry.key == node.text) return false;  // reported where the body is read
        known.push_back(entry.key);
      }
    diagnostics_.error(node.place, "unknown body '" + node.text + "'",
                       suggestion(node.text, known, "bodies and particles"));
    return false;
  }
  return true;
}

bool Builder::read_through(const Node& node, Shape& shape) {
  const bool is_spring = shape.kind == ShapeKind::spring;
  const std::size_t count = node.items.size();
  if (!node.is_sequence() || count < 2 || (is_spring && count != 2)) {
    diagnostics_.error(node.place, is_spring ? "a spring has two points" : "a line goes through two points at least",
                       is_spring ? "spring: [P, Q]" : "line: [P, Q]");
    return false;
  }
  bool ok = true;
  for (const Node& item : node.items) {
    const Point next = point(item);
    if (next && !shape.through.empty() && shape.through.back() == next) {
      diagnostics_.error(item.place, "this is the point before it, '" + item.text + "'", "name another point");
      ok = false;
    }
    ok = ok && next;
    shape.through.push_back(next);
  }
  return ok;
}

// `turned` first, then `axis`: the direction of the own z axis.
bool Builder::read_turn(const Fields& fields, Shape& shape) {
  if (const Node* node = fields.find("turned")) {
    const auto turn = rotation(*node);
    if (!turn) return false;
    shape.turned = matrix_of(*turn);
    for (const Components& row : shape.turned.row)
      if (!check_constant(*node, row, "the turn of a shape")) return false;
  }
  const Node* node = fields.find("axis");
  if (node == nullptr || !fields.has(to_string(shape.kind))) return true;
  const bool opposite = node->text.starts_with('-');
  const std::string letter = node->text.substr(opposite ? 1 : 0);
  const std::size_t axis = letter.size() == 1 ? std::string_view("xyz").find(letter) : std::string_view::npos;
  if (axis == std::string_view::npos) {
    diagnostics_.error(node->place,
                       "the axis of a shape is x, y, z, -x, -y or -z" +
                           (node->text.empty() ? std::string() : ", not '" + node->text + "'"),
                       "for another direction add turned: {z: 30 deg}");
    return false;
  }
  shape.turned = shape.turned * axis_matrix(axis, opposite);
  return true;
}

bool Builder::read_color(const Fields& fields, Shape& shape) {
  if (runs_through_points(shape.kind)) shape.color = "dark";
  if (shape.kind == ShapeKind::plane) shape.color = "ground";
  bool ok = true;
  if (const Node* node = fields.find("color")) {
    shape.color = node->text;
    ok = node->is_scalar() && rgb_of(node->text).has_value();
    std::vector<std::string> known;
    for (const NamedColor& color : shape_colors()) known.emplace_back(color.name);
    if (!ok && (!node->is_scalar() || node->text.starts_with('#')))
      diagnostics_.error(node->place, "a color is a name, or red, green and blue as six hexadecimal digits",
                         "in quotes, since # begins a comment: color: \"#c03020\"");
    else if (!ok)
      diagnostics_.error(node->place, "unknown color '" + node->text + "'", suggestion(node->text, known, "colors"));
  }
  const Node* node = fields.find("opacity");
  if (node == nullptr) return ok;
  const UnitDimension none = dimension::none();
  const auto opacity = number(*node, &none, "`opacity`");
  if (opacity && !(*opacity > 0 && *opacity <= 1)) {
    diagnostics_.error(place_of_value(*node), "`opacity` is more than 0 and at most 1", "opacity: 0.4");
    return false;
  }
  shape.opacity = opacity.value_or(1);
  return ok && opacity.has_value();
}

bool Builder::read_mesh(const Node& node, Shape& shape) {
  const std::string trouble = node.is_scalar() ? trouble_with_path(node.text) : "a mesh is the path of a file";
  if (!trouble.empty()) {
    diagnostics_.error(node.place, trouble, "for example mesh: parts/frame.stl, beside the model file");
    return false;
  }
  shape.mesh = node.text;
  return true;
}

}  // namespace tangible
