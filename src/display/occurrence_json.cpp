// SPDX-License-Identifier: Apache-2.0
// Occurrences as text.
#include "display/occurrence_json.h"

namespace tangible {

nlohmann::json occurrence_json(const Occurrence& o, const Model& described) {
  using Kind = Occurrence::Kind;
  const System& system = described.system();
  const ModelDescription& model = described.description();
  nlohmann::json event{{"time", o.t}};
  std::string name;
  if (o.kind == Kind::event) {
    name = o.index < model.events.size() ? model.events[o.index] : "";
    event.update({{"kind", "event"}, {"text", name}});
  } else if (o.kind == Kind::switched) {
    name = o.index < system.rows.size() ? system.rows[o.index].name : "";
    event.update({{"kind", "constraint"}, {"text", name + (o.on ? " holds" : " is released")}});
  } else {
    name = name_of_contact(system, o.index);
    event.update({{"kind", "contact"}, {"text", name + ": " + describe(o.kind)}});
  }
  event["name"] = name;
  if (o.loss != 0) event["loss"] = o.loss;
  if (o.impulse != 0) event["impulse"] = o.impulse;
  return event;
}

}  // namespace tangible
