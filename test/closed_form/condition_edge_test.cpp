// SPDX-License-Identifier: Apache-2.0
// A condition that becomes true just beyond the end of a step takes effect there all the same.
#include <unistd.h>

#include <filesystem>

#include "equivalence/trajectory.h"

namespace tangible {
namespace {

std::string write_model(const std::string& condition) {
  const std::string path =
      (std::filesystem::temp_directory_path() / ("condition_edge_" + std::to_string(::getpid()) + ".yaml")).string();
  std::ofstream(path) << "tangible: 1\ncoordinates: {x: m}\npoints:\n  P: {from: O, at: x*N.x}\n"
                      << "particles:\n  block: {at: P, mass: 2 kg}\nspeeds: {u1: x'}\nconstraints:\n"
                      << "  drive: {motion: x' - 1 m/s, active: " << condition << "}\n";
  return path;
}

// The steps of 1/4 s end exactly on the edge, where one of the two conditions is still false.
TEST(Condition, an_edge_at_the_end_of_a_step_is_crossed) {
  for (const std::string condition : {"t > 0.5 s", "t >= 0.5 s"}) {
    for (const double step : {0.25, 0.01, 0.0}) {
      SimulationOptions options;
      if (step > 0) options.method = Method::rk4;
      if (step > 0) options.step = step;
      const std::string path = write_model(condition);
      MovingModel block(path, {}, options);
      std::filesystem::remove(path);
      block.start();
      ASSERT_EQ(describe(block.simulation.run_to(0.5)), std::string("ok"));
      ASSERT_EQ(describe(block.simulation.run_to(1)), std::string("ok"));
      EXPECT_NEAR(block.simulation.state()[0], 0.5, 1e-12) << condition << ", step " << step;
      EXPECT_EQ(block.simulation.state()[1], 1) << condition << ", step " << step;
    }
  }
}

}  // namespace
}  // namespace tangible
