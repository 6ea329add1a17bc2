// SPDX-License-Identifier: Apache-2.0
// frames and points.
#include "model/builder.h"
#include "model/names.h"

namespace tangible {

void Builder::declare_space() {
  each("frames", [&](const Entry& entry) {
    scope_.declare(entry.key, "frame", entry.key_place, [this, &entry] { return make_frame(entry); });
  });
  each("points", [&](const Entry& entry) {
    scope_.declare(entry.key, "point", entry.key_place, [this, &entry] { return make_point(entry); });
  });
}

// `B: {in: A, rotate: {z: q3}}`
Value Builder::make_frame(const Entry& entry) {
  Fields fields(entry, "frame '" + entry.key + "'", {"in", "rotate", "euler", "matrix", "origin"}, diagnostics_);
  const Node* in = fields.require("in", "say in which frame it is turned: in: N");
  const auto turn = orientation(fields);
  const Frame parent = in == nullptr ? Frame{} : frame(*in);
  if (!parent || !turn) return {};
  try {
    return Value::of(mechanism_.frame(entry.key, parent, *turn, where(entry.key_place)));
  } catch (const MechanicsError& error) {
    diagnostics_.error(entry.value.place, error.what());
    return {};
  }
}

// Velocities in a frame are measured from a point that is fixed in it: the one that `origin` names, or the mass centre
// of a body. Both are known before speeds are read, which may need them.
void Builder::set_origins() {
  const auto set = [&](const std::string& name, const Node& fixed) {
    const Value owner = scope_.find(name, fixed.place);
    const Value origin = scope_.find(fixed.text, fixed.place);
    if (owner.is(Value::Kind::frame) && origin.is(Value::Kind::point)) mechanism_.set_origin(owner.frame, origin.point);
  };
  each("frames", [&](const Entry& entry) {
    const Entry* origin = entry.value.find("origin");
    if (origin != nullptr && point(origin->value)) set(entry.key, origin->value);
  });
  each("bodies", [&](const Entry& entry) {
    const Entry* body_frame = entry.value.find("frame");
    const Entry* center = entry.value.find("center");
    if (body_frame == nullptr || center == nullptr) return;
    if (scope_.what(body_frame->value.text) == "frame" && scope_.what(center->value.text) == "point")
      set(body_frame->value.text, center->value);
  });
}

// `P: {from: O, at: q1*N.x}`
Value Builder::make_point(const Entry& entry) {
  Fields fields(entry, "point '" + entry.key + "'", {"from", "at"}, diagnostics_);
  const Node* from = fields.require("from", "say from which point: from: O");
  const Point parent = from == nullptr ? Point{} : point(*from);
  const Node* at = fields.find("at");
  const auto offset = at == nullptr ? Vector{} : vector(*at, dimension::length(), "the position of a point");
  if (!parent || !offset) return {};
  return Value::of(mechanism_.point(entry.key, parent, *offset, where(entry.key_place)));
}

std::optional<Orientation> Builder::orientation(Fields& fields) {
  if (!fields.is_map()) return std::nullopt;
  if (!fields.has("rotate") && !fields.has("euler") && !fields.has("matrix")) return Aligned{};
  const std::string key = fields.one_of({"rotate", "euler", "matrix"});
  if (key == "rotate") return rotation(*fields.find(key));
  if (key == "euler") return euler_parameters(*fields.find(key));
  if (key == "matrix") return matrix(*fields.find(key));
  return std::nullopt;
}

// {z: q3}, {axis: [1, 1, 0], angle: q}, {body: zxz, angles: [a, b, c]}, {space: xyz, angles: [...]}
std::optional<Orientation> Builder::rotation(const Node& node) {
  if (!node.is_map()) {
    diagnostics_.error(node.place, "a rotation is a map", "for example {z: q1} or {body: zxz, angles: [q1, q2, q3]}");
    return std::nullopt;
  }
  if (node.find("body") != nullptr || node.find("space") != nullptr) return sequence(node);
  if (node.find("axis") != nullptr) return about_axis(node);
  const bool simple = node.entries.size() == 1 && node.entries[0].key.size() == 1 &&
                      std::string_view("xyz").find(node.entries[0].key) != std::string_view::npos;
  if (!simple) {
    const Place place = node.entries.empty() ? node.place : node.entries[0].key_place;
    diagnostics_.error(place, "a simple rotation has one axis: x, y or z",
                       "write {z: q1}; for three turns {body: zxz, angles: [q1, q2, q3]}");
    return std::nullopt;
  }
  const Entry& entry = node.entries[0];
  const auto angle = scalar(entry.value, dimension::none(), "an angle");
  if (!angle) return std::nullopt;
  if (entry.key == "x") return about_x(*angle);
  if (entry.key == "y") return about_y(*angle);
  return about_z(*angle);
}

std::optional<Orientation> Builder::sequence(const Node& node) {
  Fields fields(node, node.place, "a rotation sequence", {"body", "space", "angles"}, diagnostics_);
  const std::string fixed = fields.one_of({"body", "space"});
  const Node* list = fields.require("angles", "three angles, as in angles: [q1, q2, q3]");
  if (fixed.empty() || list == nullptr) return std::nullopt;
  const auto angles = numbers(*list, 3, "an angle");
  if (!angles) return std::nullopt;
  const Node& axes = node.find(fixed)->value;
  try {
    const auto& a = *angles;
    return fixed == "body" ? body_sequence(axes.text, a[0], a[1], a[2]) : space_sequence(axes.text, a[0], a[1], a[2]);
  } catch (const MechanicsError& error) {
    diagnostics_.error(axes.place, error.what());
    return std::nullopt;
  }
}

std::optional<Orientation> Builder::about_axis(const Node& node) {
  Fields fields(node, node.place, "a rotation about an axis", {"axis", "angle"}, diagnostics_);
  const Node* axis = fields.require("axis");
  const Node* angle_node = fields.require("angle");
  if (axis == nullptr || angle_node == nullptr) return std::nullopt;
  const auto c = numbers(*axis, 3, "a component of an axis");
  const auto angle = scalar(*angle_node, dimension::none(), "an angle");
  if (!c || !angle) return std::nullopt;
  return SimpleRotation{{(*c)[0], (*c)[1], (*c)[2]}, *angle};
}

// e0 (the scalar part) first.
std::optional<Orientation> Builder::euler_parameters(const Node& node) {
  const auto e = numbers(node, 4, "an Euler parameter");
  if (!e) return std::nullopt;
  return EulerParameters{(*e)[0], (*e)[1], (*e)[2], (*e)[3]};
}

std::optional<Orientation> Builder::matrix(const Node& node) {
  if (!node.is_sequence() || node.items.size() != 3) {
    diagnostics_.error(node.place, "a matrix has three rows", "[[1, 0, 0], [0, 1, 0], [0, 0, 1]]");
    return std::nullopt;
  }
  DirectionCosines out;
  for (std::size_t i = 0; i < 3; ++i) {
    const auto row = numbers(node.items[i], 3, "a direction cosine");
    if (!row) return std::nullopt;
    for (std::size_t j = 0; j < 3; ++j) out.matrix(i, j) = (*row)[j];
  }
  return out;
}

std::optional<std::vector<Expr>> Builder::numbers(const Node& node, std::size_t count, const std::string& what) {
  if (!node.is_sequence() || node.items.size() != count) {
    diagnostics_.error(node.place, "a list of " + std::to_string(count) + " was expected here",
                       "for example [" + std::string(count == 4 ? "e0, e1, e2, e3" : "1, 0, 0") + "]");
    return std::nullopt;
  }
  std::vector<Expr> out;
  for (const Node& item : node.items)
    if (const auto value = scalar(item, dimension::none(), what)) out.push_back(*value);
  if (out.size() != count) return std::nullopt;
  return out;
}

}  // namespace tangible
