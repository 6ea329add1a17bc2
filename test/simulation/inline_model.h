// SPDX-License-Identifier: Apache-2.0
// A model written where it is tested.
#pragma once

#include <fstream>
#include <string>

#include "equivalence/trajectory.h"

namespace tangible {

// Writes the text to a file of the test's name and moves it.
inline std::string model_file(const std::string& text) {
  const auto* test = ::testing::UnitTest::GetInstance()->current_test_info();
  const std::string path = ::testing::TempDir() + test->test_suite_name() + "_" + test->name() + ".yaml";
  std::ofstream(path) << "tangible: 1\n" << text;
  return path;
}

inline SimulationOptions fixed(Method method, double step) {
  SimulationOptions options;
  options.method = method;
  options.step = step;
  return options;
}

inline std::vector<Occurrence> occurrences_of(const SimulationLoop& simulation, Occurrence::Kind kind) {
  std::vector<Occurrence> list;
  for (const Occurrence& occurrence : simulation.log().all())
    if (occurrence.kind == kind) list.push_back(occurrence);
  return list;
}

}  // namespace tangible
