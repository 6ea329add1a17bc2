// SPDX-License-Identifier: Apache-2.0
// Names, units, equations of constraints and lines of the model file.
#include "engine/describe_model.h"

#include <algorithm>

#include "engine/symbol_meanings.h"
#include "engine/unit_text.h"
#include "symbolic/print.h"

namespace tangible {
namespace {

template <typename Items>
std::vector<ModelDescription::Quantity> quantities(const std::vector<Quantity>& names, std::span<const double> values,
                                                   const Items& items) {
  std::vector<ModelDescription::Quantity> list;
  for (std::size_t i = 0; i < names.size(); ++i) {
    const int line = i < items.size() ? items[i].where.line : 0;
    list.push_back({names[i].name, names[i].unit, i < values.size() ? values[i] : 0, line});
  }
  return list;
}

// The left side of a constraint and "= 0", as text.
std::string equation_of(const Constraint& constraint) { return to_text(constraint.expression) + " = 0"; }

void add_constraints(const Formulation& model, ModelDescription& out) {
  std::size_t next_built_in = 0, next_row = 0;
  for (const ConstraintRow& row : model.equations.rows) {
    const Constraint& declared = *model.mechanism->constraints().find(row.name);
    const bool belongs_to_last = !out.constraints.empty() && out.constraints.back().name == row.group &&
                                 !row.built_in && !out.constraints.back().is_built_in;
    if (!belongs_to_last) {
      ModelDescription::Constraint& constraint = out.constraints.emplace_back();
      constraint.name = row.built_in ? row.name : row.group;
      constraint.is_built_in = row.built_in;
      constraint.has_condition = declared.condition.has_value();
      constraint.is_switchable = row.active != Activity::permanent && !declared.condition;
      constraint.force_unit = unit_text(declared.force);
      constraint.line = row.where.line;
      constraint.words = declared.words;
    }
    ModelDescription::Constraint& constraint = out.constraints.back();
    constraint.equation += (constraint.equation.empty() ? "" : "; ") + equation_of(declared);
    if (row.built_in)
      constraint.built_in = next_built_in++;
    else
      constraint.rows.push_back(next_row++);
  }
}

void add_contacts(const Formulation& model, const System& system, const Scene& scene, ModelDescription& out) {
  for (const ContactDescription& contact : system.contacts)
    out.contacts.push_back({contact.name, contact.row, contact.tangents, scene.contact_points[out.contacts.size()],
                            system.rows[contact.row].force_unit,
                            model.mechanism->contacts().find(contact.name)->where.line});
}

// Of a map by names; nothing for a name that it does not have.
std::vector<std::size_t> found_in(const std::map<std::string, std::vector<std::size_t>>& map, const std::string& name) {
  const auto found = map.find(name);
  return found == map.end() ? std::vector<std::size_t>{} : found->second;
}

// The first pose of a body, frame or point.
std::vector<std::size_t> own_pose(const SymbolMeaning& symbol,
                                  const std::vector<ModelDescription::SceneFrame>& frames) {
  using FrameKind = ModelDescription::SceneFrame::Kind;
  const auto is_it = [&](const ModelDescription::SceneFrame& frame) {
    if (symbol.kind == SymbolMeaning::Kind::frame) return frame.turns && frame.frame == symbol.name;
    if (symbol.kind == SymbolMeaning::Kind::point) return frame.point == symbol.name;
    return (frame.kind == FrameKind::body || frame.kind == FrameKind::particle) && frame.name == symbol.name;
  };
  const auto found = std::ranges::find_if(frames, is_it);
  if (found == frames.end()) return {};
  return {static_cast<std::size_t>(found - frames.begin())};
}

}  // namespace

ModelDescription describe_model(const Formulation& model, const System& system, const Scene& scene) {
  const Mechanism& m = *model.mechanism;
  ModelDescription out;
  out.name = m.name();
  out.source = m.source;
  out.path = model.path;
  out.text = model.text;
  out.coordinates = quantities(system.q, system.start_q, m.coordinates());
  out.speeds = quantities(system.u, system.start_u, model.equations.speeds);
  out.states = quantities(system.z, system.start_z, m.states());
  out.discretes = quantities(system.discretes, system.start_discretes, m.discretes());
  out.inputs = quantities(system.inputs, system.start_inputs, m.inputs());
  out.outputs = quantities(system.outputs, {}, m.outputs());
  for (const Parameter& p : m.parameters())
    out.parameters.push_back({p.name, unit_text(p.dimension), p.value, p.where.line, p.is_fixed});
  add_constraints(model, out);
  add_contacts(model, system, scene, out);
  for (const ModeDescription& mode : system.modes) out.modes.push_back(mode.name);
  for (const EventDescription& event : system.events) out.events.push_back(event.name);
  out.frames = scene.frames;
  out.handles = scene.handles;
  out.shapes = scene.shapes;
  out.arrows = scene.arrows;
  out.symbols = symbol_meanings(m, model.equations);
  for (const SymbolMeaning& symbol : out.symbols) {
    out.symbol_frames.push_back(found_in(scene.places_of_symbols, symbol.name));
    out.symbol_arrows.push_back(found_in(scene.arrows_of_symbols, symbol.name));
  }
  for (const SymbolMeaning& place : place_meanings(m, model.equations)) {
    out.symbols.push_back(place);
    out.symbol_frames.push_back(own_pose(place, out.frames));
    out.symbol_arrows.emplace_back();
  }
  out.mass = scene.mass;
  out.gravity = scene.gravity;
  out.up = scene.up;
  out.seen_from = scene.seen_from;
  out.is_planar = scene.is_planar;
  out.motion_normal = scene.motion_normal;
  return out;
}

}  // namespace tangible
