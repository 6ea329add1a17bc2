// SPDX-License-Identifier: Apache-2.0
// initial: where the motion begins.
#include <algorithm>
#include <array>
#include <cmath>

#include "mechanics/rate_speeds.h"
#include "model/builder.h"
#include "model/names.h"

namespace tangible {
namespace {

// Scalar first.
using Quaternion = std::array<double, 4>;

Quaternion product(const Quaternion& a, const Quaternion& b) {
  return {a[0] * b[0] - a[1] * b[1] - a[2] * b[2] - a[3] * b[3], a[0] * b[1] + a[1] * b[0] + a[2] * b[3] - a[3] * b[2],
          a[0] * b[2] - a[1] * b[3] + a[2] * b[0] + a[3] * b[1], a[0] * b[3] + a[1] * b[2] - a[2] * b[1] + a[3] * b[0]};
}

Quaternion turn(int axis, double angle) {
  Quaternion out{std::cos(angle / 2), 0, 0, 0};
  out[static_cast<std::size_t>(axis)] = std::sin(angle / 2);
  return out;
}

}  // namespace

// Where the file defines no speeds, those that the program will choose are known by name already. Returns the
// dimension.
std::optional<Measure> Builder::find_automatic_speed(const std::string& name) {
  if (!mechanism_.speeds().empty() || scope_.is_declared(name)) return std::nullopt;
  const std::vector<Speed> speeds = coordinate_rate_speeds(mechanism_);
  const auto found = std::ranges::find(speeds, name, &Speed::name);
  if (found == speeds.end()) return std::nullopt;
  const auto of = std::ranges::find(mechanism_.coordinates(), found->definition, &Coordinate::rate);
  if (of == mechanism_.coordinates().end()) return Measure(dimension::rate());
  return scope_.find(of->name, {}).measure / dimension::time();
}

// `q4: 20 deg`, `q2: {guess: 0.3}` (may be changed when the mechanism is assembled), `q1: {hold: 0.5}` (may not), a
// rate `q4': 3 rad/s`, and for a frame with Euler parameters `B: {body: zxz, angles: [10 deg, 0, 5 deg]}`.
void Builder::read_initial(const Entry& entry) {
  const bool is_rate =
      entry.key.ends_with('\'') && scope_.what(entry.key.substr(0, entry.key.size() - 1)) == "coordinate";
  const std::optional<Measure> automatic = is_rate ? std::nullopt : find_automatic_speed(entry.key);
  const std::string kind = is_rate ? "rate" : automatic ? "speed" : scope_.what(entry.key);
  const bool has_value = is_rate || kind == "coordinate" || kind == "speed" || kind == "state" || kind == "input";
  if (kind == "frame" || kind == "link") return read_attitude(entry, scope_.find(entry.key, entry.key_place).frame);
  if (!has_value) return refuse_initial(entry, kind);
  const Node* node = &entry.value;
  InitialValue::Kind how = InitialValue::Kind::given;
  if (entry.value.is_map()) {
    Fields fields(entry, "the initial value of '" + entry.key + "'", {"guess", "hold"}, diagnostics_);
    const std::string key = fields.one_of({"guess", "hold"});
    if (key.empty()) return;
    how = key == "guess" ? InitialValue::Kind::guess : InitialValue::Kind::held;
    node = fields.find(key);
  }
  if (!check_velocities(entry, kind)) return;
  const std::string name = is_rate ? entry.key.substr(0, entry.key.size() - 1) : entry.key;
  Measure measure = automatic ? *automatic : scope_.find(name, entry.key_place).measure;
  if (is_rate) measure = measure / dimension::time();
  const UnitDimension* wanted = measure.is_known() ? &measure.dimension() : nullptr;
  if (const auto value = number(*node, wanted, "the initial value of '" + entry.key + "'"))
    add_initial(entry.key, *value, how, entry.key_place);
}

void Builder::refuse_initial(const Entry& entry, const std::string& kind) {
  std::vector<std::string> known = scope_.names("coordinate");
  for (const char* other : {"speed", "state", "input"})
    for (const std::string& name : scope_.names(other)) known.push_back(name);
  if (mechanism_.speeds().empty())
    for (const Speed& speed : coordinate_rate_speeds(mechanism_)) known.push_back(speed.name);
  diagnostics_.error(
      entry.key_place,
      kind.empty() ? "unknown name '" + entry.key + "'" : "a " + kind + " has no initial value: '" + entry.key + "'",
      kind == "parameter" || kind == "discrete variable" ? "give its value where it is declared"
                                                         : suggestion(entry.key, known, "names with initial values"));
}

// Rates and speeds would give the same values twice.
bool Builder::check_velocities(const Entry& entry, const std::string& kind) {
  if (kind != "rate" && kind != "speed") return true;
  for (const InitialValue& other : mechanism_.initials()) {
    const bool other_is_rate = other.name.ends_with('\'');
    const std::string what = scope_.what(other.name);
    if (!other_is_rate && what != "speed" && !what.empty()) continue;  // speeds of the program's choice have no entry
    if (other_is_rate == (kind == "rate")) continue;
    diagnostics_.error(
        entry.key_place,
        "rates of coordinates and speeds cannot both be given ('" + other.name + "' and '" + entry.key + "')",
        "give either of them");
    return false;
  }
  return true;
}

void Builder::add_initial(const std::string& name, double value, InitialValue::Kind kind, Place place) {
  mechanism_.initial({name, value, kind, where(place)});
}

// Angles of a rotation sequence become the Euler parameters of the frame.
void Builder::read_attitude(const Entry& entry, Frame frame) {
  if (!frame) return;
  const auto* e = std::get_if<EulerParameters>(&mechanism_.frames().orientation(frame));
  if (e == nullptr) {
    diagnostics_.error(entry.key_place, "frame '" + entry.key + "' has no Euler parameters to be given by angles",
                       "give the initial values of its coordinates");
    return;
  }
  Fields fields(entry, "the attitude of '" + entry.key + "'", {"body", "space", "angles"}, diagnostics_);
  const std::string fixed = fields.one_of({"body", "space"});
  const Node* list = fields.require("angles");
  if (fixed.empty() || list == nullptr) return;
  if (!list->is_sequence() || list->items.size() != 3) {
    diagnostics_.error(list->place, "three angles were expected here", "angles: [10 deg, 0, 5 deg]");
    return;
  }
  std::array<int, 3> axes{};
  try {
    axes = parse_axes(fields.find(fixed)->text);
  } catch (const MechanicsError& error) {
    diagnostics_.error(fields.find(fixed)->place, error.what());
    return;
  }
  const UnitDimension angle = dimension::none();
  Quaternion whole{1, 0, 0, 0};
  for (std::size_t i = 0; i < 3; ++i) {
    const auto value = number(list->items[i], &angle, "an angle");
    if (!value) return;
    const Quaternion next = turn(axes[i], *value);
    whole = fixed == "body" ? product(whole, next) : product(next, whole);
  }
  const std::array<Expr, 4> parameters = {e->e0, e->e1, e->e2, e->e3};
  for (std::size_t i = 0; i < 4; ++i)
    if (parameters[i].is(Kind::symbol))
      add_initial(std::string(parameters[i].name()), whole[i], InitialValue::Kind::given, entry.key_place);
}

}  // namespace tangible
