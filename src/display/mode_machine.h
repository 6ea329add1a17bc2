// SPDX-License-Identifier: Apache-2.0
// The finite state machine of modes that a run went through, beside the one that was declared.
#pragma once

#include <string>
#include <vector>

#include "simulation/record.h"

namespace tangible {

// In the order in which modes and transitions first occurred; then those that were declared and did not occur.
struct ModeMachine {
  struct State {
    std::string name;
    int visits = 0;
    double time = 0;
  };
  struct Transition {
    std::string from, to, cause;
    int count = 0;
  };
  std::vector<State> states;
  std::vector<Transition> transitions;

  // Those of these names, new ones if there are none yet.
  State& state(const std::string& name);
  Transition& transition(const std::string& from, const std::string& to, const std::string& cause);
};

// Modes and transitions that were declared and did not occur have counts of zero.
ModeMachine build_mode_machine(const Record& record);

std::string machine_to_text(const ModeMachine& machine);
std::string machine_to_dot(const ModeMachine& machine, const std::string& name);
std::string machine_to_json(const ModeMachine& machine, const Record& record);

}  // namespace tangible
