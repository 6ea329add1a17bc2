// SPDX-License-Identifier: Apache-2.0
// The interpolant of fixed steps by itself.
#include "simulation/quartic.h"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

namespace tangible {
namespace {

// A polynomial of degree four, its slope, and what the interpolant makes of its ends.
double f(double x) { return 1 + 2 * x - 3 * x * x + 0.5 * x * x * x - 0.7 * x * x * x * x; }
double slope(double x) { return 2 - 6 * x + 1.5 * x * x - 2.8 * x * x * x; }

double interpolate(double (*value)(double), double (*rate)(double), double h, double x, bool fits) {
  const std::vector<double> y0{value(0)}, y1{value(h)}, slope0{rate(0)}, slope1{rate(h)};
  QuarticInterpolant quartic(1);
  const QuarticInterpolant::Ends ends{h, y0, y1, slope0, slope1};
  if (fits) {
    quartic.slope_inside()[0] = rate(QuarticInterpolant::inside * h);
    quartic.fit(ends);
  }
  EXPECT_EQ(quartic.has_quartic(), fits);
  std::vector<double> y(1);
  quartic.evaluate(x, ends, y);
  return y[0];
}

TEST(Quartic, is_exact_for_polynomials_of_degree_four) {
  for (const double x : {0.0, 0.1, 0.35, 0.7, 1.0, 1.3}) EXPECT_NEAR(interpolate(f, slope, 1.3, x, true), f(x), 1e-14);
}

TEST(Quartic, without_a_slope_inside_is_a_cubic) {
  EXPECT_GT(std::abs(interpolate(f, slope, 1.3, 0.7, false) - f(0.7)), 1e-2);
  const auto cubic = [](double x) { return x * x * x - x; };
  const auto rate = [](double x) { return 3 * x * x - 1; };
  EXPECT_NEAR(interpolate(cubic, rate, 1.3, 0.7, false), cubic(0.7), 1e-14);
}

TEST(Quartic, has_an_error_of_fifth_order_in_the_step) {
  const auto value = [](double x) { return std::sin(1 + x); };
  const auto rate = [](double x) { return std::cos(1 + x); };
  const auto error = [&](double h) { return std::abs(interpolate(value, rate, h, 0.4 * h, true) - value(0.4 * h)); };
  EXPECT_NEAR(std::log2(error(0.2) / error(0.1)), 5, 0.2);
}

}  // namespace
}  // namespace tangible
