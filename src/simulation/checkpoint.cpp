// SPDX-License-Identifier: Apache-2.0
// Copies into memory of the same size.
#include "simulation/checkpoint.h"

#include <algorithm>
#include <utility>

namespace tangible {

Checkpoint::Checkpoint(const InstantParts& parts)
    : parts_(parts),
      y_(parts.state.y),
      parameters_(parts.state.system.parameters.size()),
      discretes_(parts.state.system.discretes.size()),
      inputs_(parts.state.system.inputs.size()),
      mode_(parts.state.next_mode),
      next_mode_(parts.state.next_mode),
      memory_(parts.state.motion.memory()),
      triggers_(parts.triggers),
      switched_off_(parts.state.system.contacts.size()),
      values_(parts.values) {}

void Checkpoint::save() {
  const MechanismState& state = parts_.state;
  y_ = state.y;
  std::ranges::copy(state.motion.parameters(), parameters_.begin());
  std::ranges::copy(state.motion.discretes(), discretes_.begin());
  std::ranges::copy(state.motion.inputs(), inputs_.begin());
  mode_ = state.motion.mode();
  next_mode_ = state.next_mode;
  state.motion.save(memory_);
  books_ = parts_.journal.books;
  counts_ = parts_.journal.counts;
  mode_changes_ = parts_.journal.mode_changes;
  occurrences_ = parts_.journal.log.end();
  triggers_ = parts_.triggers;
  std::ranges::copy(parts_.contacts.switched_off(), switched_off_.begin());
  stalls_ = parts_.roots.stalls();
  events_in_tick_ = parts_.fixed.events_in_tick();
  values_ = parts_.values;
  end_ = parts_.events.end();
  leap_ = parts_.leap.extent();
}

void Checkpoint::restore() {
  MechanismState& state = parts_.state;
  state.y = y_;
  std::ranges::copy(parameters_, state.motion.parameters().begin());
  std::ranges::copy(discretes_, state.motion.discretes().begin());
  std::ranges::copy(inputs_, state.motion.inputs().begin());
  state.motion.update_mode(mode_);
  state.motion.restore(memory_);
  state.next_mode = next_mode_;
  parts_.journal.books = books_;
  parts_.journal.counts = counts_;
  parts_.journal.mode_changes = mode_changes_;
  parts_.journal.log.rewind(occurrences_);
  parts_.journal.fault_row = absent;
  parts_.triggers = triggers_;
  std::ranges::copy(switched_off_, parts_.contacts.switched_off().begin());
  parts_.roots.set_stalls(stalls_);
  parts_.fixed.set_events_in_tick(events_in_tick_);
  parts_.values = values_;
  parts_.events.end() = end_;
  parts_.leap.restore(leap_);
}

}  // namespace tangible
