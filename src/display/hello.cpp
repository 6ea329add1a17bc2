// SPDX-License-Identifier: Apache-2.0
// A model as JSON for viewers.
#include "display/hello.h"

#include <algorithm>

namespace tangible {
namespace {

using nlohmann::json;

json values_json(const WireLayout& layout) {
  json list = json::array();
  for (const WireValue& v : layout.values) {
    json value{{"name", v.name}, {"kind", v.kind}, {"unit", v.unit}};
    if (!v.meaning.empty()) value["meaning"] = v.meaning;
    list.push_back(std::move(value));
  }
  return list;
}

json world_json(const LiveModel& live) {
  const ModelDescription& model = live.model().description();
  json world{{"up", to_json(model.up)},
             {"gravity", to_json(model.gravity)},
             {"size", live.size},
             {"center", to_json(live.center)}};
  for (const SceneShape& shape : model.shapes)
    if (is_ground(shape, model)) world["ground"] = dot(shape.at, model.up);
  const double length = norm(model.seen_from);
  if (length > 0) {
    const Vec3 eye = live.center + (1.6 * live.size / length) * model.seen_from;
    world["camera"] = {{"position", to_json(eye)}, {"target", to_json(live.center)}};
  }
  if (model.is_planar) {
    world["motion_normal"] = to_json(model.motion_normal);
    world["planar"] = std::abs(dot(model.motion_normal, model.up)) < 0.5;
  }
  return world;
}

json bodies_json(const ModelDescription& model, const WireLayout& layout) {
  using Kind = ModelDescription::SceneFrame::Kind;
  json list = json::array();
  for (std::size_t f = 0; f < model.frames.size(); ++f)
    if (model.frames[f].kind == Kind::body || model.frames[f].kind == Kind::particle)
      list.push_back({{"name", model.frames[f].name}, {"pose", layout.place[f]}, {"can_be_held", true}});
  return list;
}

// The body on which a handle sits: the one whose frame it has, or the particle at its point.
std::string body_of(const ModelDescription& model, const ModelDescription::SceneFrame& handle) {
  using Kind = ModelDescription::SceneFrame::Kind;
  for (const ModelDescription::SceneFrame& f : model.frames)
    if ((f.kind == Kind::body && f.frame == handle.frame) || (f.kind == Kind::particle && f.point == handle.point))
      return f.name;
  return "";
}

json handles_json(const ModelDescription& model, const WireLayout& layout) {
  json list = json::array();
  for (const ModelDescription::Handle& handle : model.handles) {
    json entry{{"name", handle.name},
               {"pose", layout.place[handle.frame]},
               {"directions", handle.directions == 0 ? 3 : handle.directions},
               {"turns", handle.turns}};
    if (const std::string body = body_of(model, model.frames[handle.frame]); !body.empty()) entry["body"] = body;
    list.push_back(std::move(entry));
  }
  return list;
}

json arrows_json(const ModelDescription& model, const WireLayout& layout) {
  constexpr const char* kinds[] = {"constraint", "contact", "load"};
  json list = json::array();
  for (std::size_t a = 0; a < model.arrows.size(); ++a) {
    const ModelDescription::Arrow& arrow = model.arrows[a];
    json entry{{"name", arrow.name},
               {"label", arrow.name},
               {"kind", kinds[static_cast<std::size_t>(arrow.kind)]},
               {"type", arrow.is_torque ? "torque" : "force"},
               {"point", layout.place[arrow.point]},
               {"vector", layout.arrows[a]}};
    if (arrow.values.front() != absent) entry["value"] = arrow.values.front();
    if (arrow.index != absent)
      entry[arrow.kind == ModelDescription::Arrow::Kind::contact ? "contact" : "row"] = arrow.index;
    list.push_back(std::move(entry));
  }
  return list;
}

json adjustables_json(const std::vector<ModelDescription::Quantity>& list, const Slots& slots,
                      const ModelDescription& model) {
  json out = json::array();
  for (std::size_t i = 0; i < list.size(); ++i) {
    if (list[i].is_fixed) continue;
    json entry{{"name", list[i].name}, {"value", slots[i]}, {"unit", list[i].unit}, {"default", list[i].value}};
    for (std::size_t s = 0; s < model.symbols.size(); ++s)
      if (model.symbols[s].name == list[i].name && !model.symbols[s].has_pose()) entry["symbol"] = s;
    if (!entry.contains("symbol")) entry["symbol"] = -1;
    out.push_back(std::move(entry));
  }
  return out;
}

json constraints_json(const ModelDescription& model, const ValueLayout& at) {
  json list = json::array();
  for (const ModelDescription::Constraint& c : model.constraints) {
    const bool known = !c.is_built_in || c.built_in < at.built_in_forces.count;
    const json force = !known           ? json(-1)
                       : c.is_built_in  ? json(at.built_in_forces[c.built_in])
                       : c.rows.empty() ? json(-1)
                                        : json(at.row_forces[c.rows.front()]);
    list.push_back({{"name", c.name},
                    {"meaning", c.words.empty() ? c.equation : c.words},
                    {"equation", c.equation},
                    {"kind", c.is_built_in     ? "built_in"
                             : c.is_switchable ? "switchable"
                                               : "always"},
                    {"rows", c.rows},
                    {"unit", c.force_unit},
                    {"force", force}});
  }
  return list;
}

json contacts_json(const ModelDescription& model, const WireLayout& layout, const ValueLayout& at) {
  json list = json::array();
  for (std::size_t c = 0; c < model.contacts.size(); ++c) {
    const ModelDescription::Contact& contact = model.contacts[c];
    json entry{
        {"name", contact.name}, {"meaning", ""}, {"unit", contact.force_unit}, {"normal", at.row_forces[contact.row]}};
    if (contact.point != absent) entry["point"] = layout.place[contact.point];
    for (std::size_t a = 0; a < model.arrows.size(); ++a) {
      const ModelDescription::Arrow& arrow = model.arrows[a];
      if (arrow.kind != ModelDescription::Arrow::Kind::contact || arrow.index != c) continue;
      entry["point"] = layout.place[arrow.point];
      entry["direction"] = layout.arrows[a];
    }
    list.push_back(std::move(entry));
  }
  return list;
}

json ledger_json(const WireLayout& layout) {
  const auto entry = [&](EnergyEntry e, const char* name, int sign, const char* in, const char* out,
                         const char* colour) {
    return json{{"value", layout.energies + static_cast<std::size_t>(e)},
                {"name", name},
                {"sign", sign},
                {"in", in},
                {"out", out},
                {"colour", colour}};
  };
  return json::array(
      {entry(EnergyEntry::ports, "hand", 1, "brought in by the hand", "taken out by the hand", "hand"),
       entry(EnergyEntry::inputs, "inputs", 1, "brought in by inputs", "taken out by inputs", "load"),
       entry(EnergyEntry::parameters, "parameters", 1, "gained by changed parameters", "lost by changed parameters",
             "load"),
       entry(EnergyEntry::dissipated, "dissipated", -1, "brought in by loads", "lost in dampers and friction", "lost"),
       entry(EnergyEntry::impacts, "impacts", -1, "gained in impacts", "lost in impacts", "impact"),
       entry(EnergyEntry::projection, "projection", 1, "gained by projection", "lost by projection", "lost")});
}

json hand_json(const WireLayout& w) {
  return {{"force", w.hand_force},   {"torque", w.hand_torque},       {"point", w.hand_point},
          {"target", w.hand_target}, {"magnitude", w.hand_magnitude}, {"stiffness", w.stiffness},
          {"damping", w.damping}};
}

json servo_json(const WireLayout& w, double rate) {
  std::vector<std::size_t> bins;
  for (std::size_t k = 0; k < histogram_bins; ++k) bins.push_back(w.histogram + k);
  return {{"rate", rate},
          {"compute_median", w.compute_median},
          {"compute_p99", w.compute_p99},
          {"late_p99", w.late_p99},
          {"ticks", w.ticks},
          {"missed", w.missed},
          {"lag", w.lag},
          {"evaluations", w.evaluations},
          {"histogram", bins}};
}

json symbols_json(const ModelDescription& model, const WireLayout& layout) {
  json list = json::array();
  for (std::size_t i = 0; i < model.symbols.size(); ++i) {
    const SymbolMeaning& s = model.symbols[i];
    const bool is_force = s.kind == SymbolMeaning::Kind::force, is_discrete = s.kind == SymbolMeaning::Kind::discrete;
    json poses = json::array(), points = json::array(), arrows = json::array();
    for (const std::size_t f : model.symbol_frames[i]) {
      const bool is_point = model.frames[f].kind == ModelDescription::SceneFrame::Kind::point;
      (is_point ? points : poses).push_back(layout.place[f]);
    }
    for (const std::size_t a : model.symbol_arrows[i]) arrows.push_back(a);
    for (std::size_t a = 0; a < model.arrows.size(); ++a)
      if (is_force && std::ranges::find(model.arrows[a].values, s.slot) != model.arrows[a].values.end())
        arrows.push_back(a);
    list.push_back({{"name", s.name},
                    {"latex", s.latex},
                    {"kind", is_force      ? "constraint_force"
                             : is_discrete ? "state"
                                           : name_of(s.kind)},
                    {"unit", s.unit},
                    {"meaning", s.meaning},
                    {"value", s.has_pose() ? json(-1) : json(s.slot)},
                    {"line", s.line},
                    {"poses", std::move(poses)},
                    {"points", std::move(points)},
                    {"arrows", std::move(arrows)}});
  }
  return list;
}

json poses_json(const ModelDescription& model, const std::vector<std::size_t>& frames, bool with_frame) {
  json list = json::array();
  for (const std::size_t f : frames) {
    json entry{{"name", model.frames[f].name}};
    if (with_frame) {
      entry["frame"] = model.frames[f].frame;
      entry["point"] = model.frames[f].point;
    }
    list.push_back(std::move(entry));
  }
  return list;
}

}  // namespace

json to_json(Vec3 v) { return json::array({v.x, v.y, v.z}); }
json to_json(Quaternion q) { return json::array({q.w, q.x, q.y, q.z}); }

json make_hello(const LiveModel& live, const WireLayout& layout, const HelloContext& context) {
  const ModelDescription& model = live.model().description();
  const ValueLayout& at = live.simulation.snapshot_layout().values;
  HelloShapes shapes = make_shapes(model, layout);
  const std::size_t energies = layout.energies;
  return {{"type", "hello"},
          {"protocol", 1},
          {"generation", live.generation},
          {"program", "tangible"},
          {"model",
           {{"id", context.id},
            {"name", model.name},
            {"file", context.file},
            {"source", model.source},
            {"can_save", context.can_save}}},
          {"world", world_json(live)},
          {"values", values_json(layout)},
          {"poses", poses_json(model, layout.poses, true)},
          {"points", poses_json(model, layout.points, false)},
          {"bodies", bodies_json(model, layout)},
          {"shapes", std::move(shapes.shapes)},
          {"meshes", std::move(shapes.meshes)},
          {"handles", handles_json(model, layout)},
          {"traces", json::array()},
          {"arrows", arrows_json(model, layout)},
          {"parameters", adjustables_json(model.parameters, at.parameters, model)},
          {"inputs", adjustables_json(model.inputs, at.inputs, model)},
          {"constraints", constraints_json(model, at)},
          {"contacts", contacts_json(model, layout, at)},
          {"ledger", ledger_json(layout)},
          {"stored",
           {{"start", energies},
            {"kinetic", energies + 1},
            {"potential", energies + 2},
            {"unexplained", layout.unexplained}}},
          {"hand", hand_json(layout)},
          {"servo", servo_json(layout, context.rate)},
          {"symbols", symbols_json(model, layout)},
          {"speeds_of_time", {0.1, 0.25, 0.5, 1, 2}}};
}

}  // namespace tangible
