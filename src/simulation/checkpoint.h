// SPDX-License-Identifier: Apache-2.0
// Checkpoint: everything that an instant can change. It is saved before a change from outside and restored if the
// instant cannot be resolved, so that a refused change leaves the run as it was. Neither call allocates.
#pragma once

#include <vector>

#include "simulation/fixed_stepper.h"

namespace tangible {

// The parts of the loop that an instant writes.
struct InstantParts {
  MechanismState& state;
  RunJournal& journal;
  TriggerMemory& triggers;
  ContactResolver& contacts;
  RootFunctions& roots;
  RootValues& values;
  EventDetector& events;
  SingularLeap& leap;
  FixedStepper& fixed;
};

class Checkpoint {
 public:
  explicit Checkpoint(const InstantParts& parts);

  void save();
  void restore();

 private:
  InstantParts parts_;
  std::vector<double> y_, parameters_, discretes_, inputs_;
  Mode mode_, next_mode_;
  SystemMotion::Memory memory_;
  EnergyBooks books_;
  Counts counts_;
  long mode_changes_ = 0;
  std::uint64_t occurrences_ = 0;
  TriggerMemory triggers_;
  std::vector<std::uint8_t> switched_off_;
  int stalls_ = 0, events_in_tick_ = 0;
  RootValues values_;
  StepEnd end_;
  Leap::Extent leap_;
};

}  // namespace tangible
