// SPDX-License-Identifier: Apache-2.0
// A mass behind a lag: the step is exact.
#include "haptics/lagged_device.h"

#include <gtest/gtest.h>

namespace tangible {
namespace {

TEST(LaggedDevices, move_as_many_short_steps_do) {
  LaggedDevice once({11, 0.05}, 2e-3, 1e-3), often({11, 0.05}, 2e-3, 1e-6);
  const double x[] = {0.1, -0.2}, command[] = {3, -0.01}, hand[] = {-1, 0.02};
  once.place(x);
  often.place(x);
  for (int k = 0; k < 5; ++k) {
    once.step(command, hand);
    for (int i = 0; i < 1000; ++i) often.step(command, hand);
  }
  for (std::size_t i = 0; i < 2; ++i) {
    EXPECT_NEAR(once.position()[i], often.position()[i], 1e-13);
    EXPECT_NEAR(once.velocity()[i], often.velocity()[i], 1e-12);
    EXPECT_NEAR(once.actuator_force()[i], often.actuator_force()[i], 1e-12);
  }
}

TEST(LaggedDevices, without_lag_obey_at_once) {
  LaggedDevice device({2}, 0, 0.5);
  const double none[] = {0}, force[] = {4};
  device.place(none);
  device.step(force, none);
  EXPECT_DOUBLE_EQ(device.position()[0], 0.25);
  EXPECT_DOUBLE_EQ(device.velocity()[0], 1);
}

}  // namespace
}  // namespace tangible
