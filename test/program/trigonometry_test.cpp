// SPDX-License-Identifier: Apache-2.0
// Sine and cosine keep the error bound that they state.
#include "program/trigonometry.h"

#include <gtest/gtest.h>

#include <boost/multiprecision/cpp_bin_float.hpp>
#include <limits>
#include <numbers>
#include <random>

namespace tangible {
namespace {

using Exact = boost::multiprecision::cpp_bin_float_50;

// How many units in the last place of the exact value the number is off, beyond the absolute 1e-28 that is allowed.
double error_in_ulps(double got, const Exact& exact) {
  const double rounded = static_cast<double>(exact);
  const double ulp = std::abs(std::nextafter(rounded, 2.0 * rounded) - rounded);
  const Exact error = abs(Exact(got) - exact) - Exact(1e-28);
  return error <= 0 ? 0 : static_cast<double>(error / ulp);
}

void expect_accurate(double x) {
  const SineCosine got = sine_cosine(x);
  EXPECT_LE(error_in_ulps(got.sine, sin(Exact(x))), 1.6) << "sin " << x;
  EXPECT_LE(error_in_ulps(got.cosine, cos(Exact(x))), 1.6) << "cos " << x;
}

TEST(SineCosine, error_is_at_most_1_6_ulps_at_random_angles) {
  std::mt19937_64 random(7);
  for (const double size : {1e-3, 0.8, 7.0, 1e3, 1e5}) {
    std::uniform_real_distribution<double> angle(-size, size);
    for (int i = 0; i < 4000; ++i) expect_accurate(angle(random));
  }
}

TEST(SineCosine, error_is_small_next_to_every_zero) {
  for (int n = -63000; n <= 63000; n += 101) {
    const double x = n * (std::numbers::pi / 2);
    expect_accurate(x);
    expect_accurate(std::nextafter(x, 1e6));
    expect_accurate(std::nextafter(x, -1e6));
  }
}

TEST(SineCosine, zero_of_either_sign_has_sine_zero_and_cosine_one) {
  for (const double x : {0.0, -0.0}) {
    EXPECT_FALSE(std::signbit(sine_cosine(x).sine));
    EXPECT_EQ(sine_cosine(x).sine, 0.0);
    EXPECT_EQ(sine_cosine(x).cosine, 1.0);
  }
}

TEST(SineCosine, large_and_strange_angles_are_those_of_the_library) {
  for (const double x : {100000.1, -3e7, 1e300}) {
    EXPECT_EQ(sine_cosine(x).sine, std::sin(x));
    EXPECT_EQ(sine_cosine(x).cosine, std::cos(x));
  }
  for (const double x : {std::numeric_limits<double>::infinity(), std::numeric_limits<double>::quiet_NaN()}) {
    EXPECT_TRUE(std::isnan(sine_cosine(x).sine));
    EXPECT_TRUE(std::isnan(sine_cosine(x).cosine));
  }
}

TEST(SineCosine, the_bound_of_the_reduction_is_on_the_reduced_side) {
  expect_accurate(trigonometry::largest_reduced_angle);
  expect_accurate(-trigonometry::largest_reduced_angle);
}

}  // namespace
}  // namespace tangible
