// SPDX-License-Identifier: Apache-2.0
// RunJournal: what a run reports about itself: occurrences, energy books, counts, and the row of a failure.
#pragma once

#include "simulation/energy_books.h"
#include "simulation/occurrence_log.h"
#include "simulation/system.h"

namespace tangible {

struct Counts {
  long steps = 0;
  long rejected = 0;
  long evaluations = 0;
  long carried = 0;  // ticks whose budget was spent before their end
  long events = 0;
  long capped = 0;  // ticks in which there were too many events
  long corrections = 0;
};

struct RunJournal {
  OccurrenceLog log;
  EnergyBooks books;
  Counts counts;
  long mode_changes = 0;                 // occurrences other than events
  std::size_t fault_row = absent;        // the row that a failure is about, of a contact its normal row
  std::size_t fault_switch = absent;     // the switching function that it is about
  std::size_t fault_direction = absent;  // the speed without a direction that it is about

  void note(const Occurrence& occurrence) {
    ++counts.events;
    if (occurrence.kind != Occurrence::Kind::event) ++mode_changes;
    log.note(occurrence);
  }
};

}  // namespace tangible
