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

// Every tenth tick is run; half-waves of 63 ms have six of them.
TEST(OscillationWatch, measures_half_waves_in_time_where_ticks_are_missed) {
  OscillationWatch slow, fast;
  bool slow_is_noticed = false, fast_is_noticed = false;
  for (int k = 0; k < 4000; k += 10) {
    const double t = k * 1e-3, w = 2 * std::numbers::pi;
    slow_is_noticed = slow.look({0, 5 * std::sin(8 * w * t), 0}, 0, t, 10) || slow_is_noticed;
    fast_is_noticed = fast.look({0, 5 * std::sin(16 * w * t), 0}, 0, t, 10) || fast_is_noticed;
  }
  EXPECT_FALSE(slow_is_noticed);
  EXPECT_TRUE(fast_is_noticed);
}

}  // namespace
}  // namespace tangible
