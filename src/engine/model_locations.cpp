// SPDX-License-Identifier: Apache-2.0
// From positions in a System to lines of the model file.
#include "engine/model_locations.h"

#include <fmt/format.h>

#include <algorithm>

namespace tangible {

std::string location_text(const Formulation& model, SourceLocation where) {
  return where.line == 0 ? model.path : fmt::format("{}:{}:{}", model.path, where.line, where.column);
}

SourceLocation location_of_constraint(const Formulation& model, const std::string& name) {
  const auto found = std::ranges::find(model.equations.rows, name, &ConstraintRow::name);
  return found == model.equations.rows.end() ? SourceLocation{} : found->where;
}

SourceLocation location_of_row(const Formulation& model, const System& system, std::size_t row) {
  if (row == absent) return {};
  if (row < system.declared_rows) return location_of_constraint(model, system.rows[row].name);
  for (const ContactDescription& contact : system.contacts)
    if (row >= contact.row && row <= contact.row + contact.tangents)
      return model.mechanism->contacts().find(contact.name)->where;
  for (const FrictionDescription& friction : system.frictions)
    if (row == friction.row) return location_of_load(model, friction.loads);
  return {};
}

SourceLocation location_of_load(const Formulation& model, const std::string& names) {
  const Load* load = model.mechanism->loads().find(names.substr(0, names.find(" and ")));
  return load == nullptr ? SourceLocation{} : load->where;
}

SourceLocation location_of_event(const Formulation& model, const std::string& name) {
  const Event* event = model.mechanism->events().find(name);
  return event == nullptr ? SourceLocation{} : event->where;
}

SourceLocation place_of(const Formulation& model, const System& system, const Occurrence& occurrence) {
  switch (occurrence.kind) {
    case Occurrence::Kind::event: return location_of_event(model, system.events[occurrence.index].name);
    case Occurrence::Kind::switched: return location_of_row(model, system, occurrence.index);
    case Occurrence::Kind::impact:
    case Occurrence::Kind::closes:
    case Occurrence::Kind::opens:
    case Occurrence::Kind::sticks:
    case Occurrence::Kind::slips: break;
  }
  const std::size_t contacts = system.contacts.size();
  const bool is_contact = occurrence.index < contacts;
  return location_of_row(
      model, system,
      is_contact ? system.contacts[occurrence.index].row : system.frictions[occurrence.index - contacts].row);
}

}  // namespace tangible
