// SPDX-License-Identifier: Apache-2.0
// Which oscillations of the force count as a loop that is unstable, and which do not.
#include "haptics/oscillation_watch.h"

#include <gtest/gtest.h>

#include <numbers>

namespace tangible {
namespace {

// Two seconds of A e^(-decay t) sin(2 pi f t); the model gives `fed` of what the device's damper takes.
bool is_noticed(double frequency, double amplitude, double decay, double fed = 0) {
  OscillationWatch watch;
  bool noticed = false;
  for (int k = 0; k < 2000; ++k) {
    const double t = k * 1e-3, w = 2 * std::numbers::pi * frequency;
    const double force = amplitude * std::exp(-decay * t) * std::sin(w * t);
    noticed = watch.look({0, force, 0}, fed * t, t) || noticed;
  }
  return noticed;
}

TEST(OscillationWatch, notices_fast_swings_that_do_not_decay) {
  EXPECT_TRUE(is_noticed(15, 1, 0));
  EXPECT_TRUE(is_noticed(60, 0.3, 0));
  EXPECT_TRUE(is_noticed(30, 0.3, -2));  // grows
}

TEST(OscillationWatch, leaves_motion_of_the_hand_ringing_noise_and_vibrating_models_alone) {
  EXPECT_FALSE(is_noticed(8, 5, 0));       // as fast as a hand moves on purpose
  EXPECT_FALSE(is_noticed(30, 2, 3));      // a hit that rings down
  EXPECT_FALSE(is_noticed(100, 0.05, 0));  // encoder steps
  EXPECT_FALSE(is_noticed(25, 3, 0, 1));   // a model that shakes feeds the hand's damper
}

}  // namespace
}  // namespace tangible
