// SPDX-License-Identifier: Apache-2.0
// bodies (in frames made by hand) and particles.
#include <array>
#include <cmath>

#include "model/builder.h"
#include "model/names.h"

namespace tangible {
namespace {

constexpr std::array<const char*, 6> entry_names = {"xx", "yy", "zz", "xy", "yz", "zx"};

std::optional<Expr>& entry_of(InertiaEntries& inertia, std::size_t i) {
  std::optional<Expr>* const all[] = {&inertia.xx, &inertia.yy, &inertia.zz, &inertia.xy, &inertia.yz, &inertia.zx};
  return *all[i];
}

// The smallest leading minors show whether a symmetric matrix has a negative eigenvalue; all principal minors are
// needed for "not negative", because a thin rod has a zero among its moments.
bool has_negative_eigenvalue(const std::array<double, 6>& i) {
  const auto [xx, yy, zz, xy, yz, zx] = i;
  const double scale = std::max({std::abs(xx), std::abs(yy), std::abs(zz), 1e-300});
  const double tolerance = 1e-12;
  const auto negative = [&](double minor, int order) { return minor < -tolerance * std::pow(scale, order); };
  const double det = xx * (yy * zz - yz * yz) - xy * (xy * zz - yz * zx) + zx * (xy * yz - yy * zx);
  return negative(xx, 1) || negative(yy, 1) || negative(zz, 1) || negative(xx * yy - xy * xy, 2) ||
         negative(yy * zz - yz * yz, 2) || negative(zz * xx - zx * zx, 2) || negative(det, 3);
}

}  // namespace

// `basket: {frame: B, center: Bo, mass: m_B, inertia: {zz: I_B}}`
void Builder::read_body(const Entry& entry) {
  if (!check_name(entry.key, entry.key_place, diagnostics_)) return;
  if (is_link(entry)) return read_link_body(entry);
  const std::string what = "body '" + entry.key + "'";
  Fields fields(entry, what, {"frame", "center", "mass", "inertia", "about", "inertia_in"}, diagnostics_);
  if (!fields.is_map()) return;
  BodyDefinition body;
  body.name = entry.key;
  body.where = where(entry.key_place);
  const Node* frame_node = fields.require("frame");
  const Node* center = fields.require("center", "name the point of its mass centre: center: P");
  const auto body_mass = mass(fields);
  if (frame_node != nullptr) body.frame = frame(*frame_node);
  if (center != nullptr) body.center = point(*center);
  if (const Node* node = fields.find("inertia")) body.inertia = inertia(*node, what);
  if (const Node* node = fields.find("about")) body.inertia_about = point(*node);
  if (const Node* node = fields.find("inertia_in")) body.inertia_in = frame(*node);
  if (!body.frame || !body.center || !body_mass) return;
  body.mass = *body_mass;
  mechanism_.body(body);
}

void Builder::read_particle(const Entry& entry) {
  if (!check_name(entry.key, entry.key_place, diagnostics_)) return;
  Fields fields(entry, "particle '" + entry.key + "'", {"at", "mass"}, diagnostics_);
  const Node* at = fields.require("at");
  const auto particle_mass = mass(fields);
  const Point place = at == nullptr ? Point{} : point(*at);
  if (place && particle_mass) mechanism_.particle({entry.key, place, *particle_mass, where(entry.key_place)});
}

std::optional<Expr> Builder::mass(Fields& fields) {
  const Node* node = fields.require("mass", "missing mass: write mass: 2 kg, or mass: 0 for a body without mass");
  if (node == nullptr) return std::nullopt;
  const auto value = scalar(*node, dimension::mass(), "a mass");
  if (!value) return std::nullopt;
  if (const auto result = number_of(*value); result && *result < 0)
    diagnostics_.error(place_of_value(*node), "the mass of " + fields.what() + " is negative",
                       "check the values of the parameters");
  return value;
}

// {xx: ..., yy: ..., zz: ..., xy: ..., yz: ..., zx: ...} or [xx, yy, zz]
InertiaEntries Builder::inertia(const Node& node, const std::string& what) {
  InertiaEntries out;
  const auto read = [&](const Node& value, std::size_t i) {
    entry_of(out, i) = scalar(value, dimension::inertia(), "a moment of inertia");
  };
  if (node.is_sequence() && node.items.size() == 3) {
    for (std::size_t i = 0; i < 3; ++i) read(node.items[i], i);
  } else if (node.is_map()) {
    for (const Entry& e : node.entries) {
      const std::string key = e.key == "xz" ? "zx" : e.key == "yx" ? "xy" : e.key == "zy" ? "yz" : e.key;
      const auto found = std::find(entry_names.begin(), entry_names.end(), key);
      if (found == entry_names.end()) {
        const std::vector<std::string> known(entry_names.begin(), entry_names.end());
        diagnostics_.error(e.key_place, "unknown key '" + e.key + "' in the inertia of " + what,
                           suggestion(e.key, known, "entries"));
      } else {
        read(e.value, static_cast<std::size_t>(found - entry_names.begin()));
      }
    }
  } else {
    diagnostics_.error(node.place, "the inertia of " + what + " must be a map or a list of three",
                       "for example {xx: 1, yy: 2, zz: 2} or [1, 2, 2]");
  }
  check_inertia(node, out, what);
  return out;
}

// In numbers, with the values of the parameters.
void Builder::check_inertia(const Node& node, const InertiaEntries& inertia, const std::string& what) {
  InertiaEntries copy = inertia;
  std::array<double, 6> values{};
  bool complete = true;
  for (std::size_t i = 0; i < values.size(); ++i) {
    const auto& entry = entry_of(copy, i);
    std::optional<double> value;
    if (entry) value = number_of(*entry);
    if (i < 3 && value && *value < 0)
      diagnostics_.error(node.place,
                         "the inertia of " + what + " is not positive definite: " + entry_names[i] + " is negative",
                         "check the values of the parameters");
    if (entry ? !value.has_value() : i < 3) complete = false;
    values[i] = value ? *value : 0;
  }
  if (!complete || std::min({values[0], values[1], values[2]}) < 0) return;
  if (has_negative_eigenvalue(values)) {
    diagnostics_.error(
        node.place, "the inertia of " + what + " is not positive definite",
        "the products are too large for the moments; they are the entries of the matrix, -integral x y dm");
  } else if (const auto [xx, yy, zz, xy, yz, zx] = values;
             xx + yy < zz * (1 - 1e-9) || yy + zz < xx * (1 - 1e-9) || zz + xx < yy * (1 - 1e-9)) {
    diagnostics_.warning(node.place,
                         "no body has the inertia of " + what + ": one moment exceeds the sum of the others");
  }
}

}  // namespace tangible
