// SPDX-License-Identifier: Apache-2.0
// Times of ticks as counts in bins.
#include "display/tick_times.h"

#include <gtest/gtest.h>

#include <numeric>

namespace tangible {
namespace {

TEST(TickTimes, give_the_time_of_a_share_to_nine_per_cent) {
  TickTimes times;
  for (int k = 1; k <= 1000; ++k) times.add_compute(k * 1e-6);
  for (const double share : {0.1, 0.5, 0.9, 0.99}) {
    EXPECT_GE(times.compute_below(share), share * 1e-3);
    EXPECT_LE(times.compute_below(share), 1.1 * share * 1e-3);
  }
}

TEST(TickTimes, count_each_time_in_the_bin_between_its_powers_of_two) {
  TickTimes times;
  for (const double seconds : {0.0, 0.9e-6, 1.1e-6, 3.9e-6, 4.1e-6, 1e9}) times.add_compute(seconds);
  const auto bins = times.compute();
  EXPECT_EQ(bins[0], 2u);
  EXPECT_EQ(bins[1], 1u);
  EXPECT_EQ(bins[2], 1u);
  EXPECT_EQ(bins[3], 1u);
  EXPECT_EQ(bins.back(), 1u);
  EXPECT_EQ(std::accumulate(bins.begin(), bins.end(), std::uint64_t{0}), 6u);
}

TEST(TickTimes, are_zero_before_the_first_tick) {
  const TickTimes times;
  EXPECT_EQ(times.compute_below(0.99), 0);
  EXPECT_EQ(times.late_below(0.5), 0);
}

}  // namespace
}  // namespace tangible
