// SPDX-License-Identifier: Apache-2.0
// force(name) and torque(name): of constraints and contacts, and what joints, points and frames are held by.
#include "model/builder.h"
#include "model/names.h"

namespace tangible {
namespace {

// In a longer chain every joint carries many bodies, and the analyst names the joints that matter.
constexpr std::size_t max_joints_unasked = 16;

Measure to_measure(const std::optional<Dimension>& d) {
  if (!d) return Measure::unknown();
  UnitDimension out = dimension::none();
  const std::pair<UnitDimension, int> powers[] = {
      {dimension::mass(), d->mass}, {dimension::length(), d->length}, {dimension::time(), d->time}};
  for (const auto& [base, exponent] : powers) out = out * base.power(exponent);
  return out;
}

}  // namespace

// Of what has been read so far: nothing is known yet of a row that is mentioned before its turn.
Measure Builder::measure_of_force(const std::string& row) const {
  if (const Constraint* constraint = mechanism_.constraints().find(row)) return to_measure(constraint->force);
  if (const Contact* contact = mechanism_.contacts().find(row.substr(0, row.find('.'))))
    return to_measure(contact->force);
  return Measure::unknown();
}

// Of a constraint or contact a scalar; of a link the force that its joint puts on it, of a point what holds it in its
// place, vectors both.
std::optional<Value> Builder::force_of(const std::string& name) {
  if (force_names_.contains(name)) return Value::of(mechanism_.constraint_force(name), measure_of_force(name));
  const std::string kind = scope_.what(name);
  if (kind != "link" && kind != "point") return std::nullopt;
  const Value value = scope_.find(name, {});
  if (value.is(Value::Kind::nothing)) return value;
  const Point at = kind == "link" ? mechanism_.links().find(name)->origin : value.point;
  const Vector& place = mechanism_.points().offset(at);
  // Short along the axes in which the place is written.
  const bool one_frame = kind == "point" && place.parts().size() == 1;
  const Frame axes = kind == "link" ? value.frame : one_frame ? place.parts()[0].frame : mechanism_.N();
  return Value::of(mechanism_.reaction_force("force(" + name + ")", at, axes), dimension::force());
}

// About the point where the joint sits on the link.
std::optional<Value> Builder::torque_of(const std::string& name) {
  const std::string kind = scope_.what(name);
  if (kind != "link" && kind != "frame") return std::nullopt;
  const Value value = scope_.find(name, {});
  if (value.is(Value::Kind::nothing)) return value;
  return Value::of(mechanism_.reaction_torque("torque(" + name + ")", value.frame, value.frame), dimension::torque());
}

// Reactions that the caller requests besides those of the file.
void Builder::add_asked_reactions() {
  std::vector<std::string> names = options_.reactions;
  const std::vector<std::string> links = scope_.names("link");
  if (options_.all_joints && links.size() <= max_joints_unasked) names.insert(names.end(), links.begin(), links.end());
  for (const std::string& name : names) {
    try {
      const bool found = force_of(name).has_value();
      if (torque_of(name) || found) continue;
      diagnostics_.error({}, "there is no link, point, frame or constraint '" + name + "' that could carry a reaction",
                         suggestion(name, scope_.names("link"), "links"));
    } catch (const MechanicsError& error) {
      diagnostics_.error({}, error.what());
    }
  }
}

}  // namespace tangible
