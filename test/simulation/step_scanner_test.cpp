// SPDX-License-Identifier: Apache-2.0
// The scan of a long step by itself, on functions of time.
#include "simulation/step_scanner.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "simulation/function_step.h"

namespace tangible {
namespace {

using Result = StepScanner::Scan::Result;

StepScanner::Scan scan(FunctionStep& step, double h, StepScanner& scanner, bool may_shorten = true) {
  return scanner.scan(step, step.start, step.end, {h, 1e-10, may_shorten});
}

TEST(StepScanner, leaves_a_step_without_crossings_as_it_is) {
  FunctionStep step({[](double x) { return 2 + std::sin(x); }, [](double x) { return -1 - x; }}, 1);
  StepScanner scanner(2, 1e-6);
  const StepScanner::Scan found = scan(step, 1, scanner);
  EXPECT_EQ(found.status, SimulationStatus::ok);
  EXPECT_EQ(found.result, Result::whole);
  EXPECT_LE(step.samples, 12);  // the middle, and the quarters with two samples beside each
}

TEST(StepScanner, finds_a_function_that_crosses_and_comes_back) {
  // Below zero for a two-hundredth of the step only.
  for (const double middle : {0.13, 0.37, 0.61, 0.88}) {
    FunctionStep step({[&](double x) { return (x - middle) * (x - middle) - 6.25e-6; }}, 1);
    ASSERT_FALSE(step.any_crossed(step.start, step.end));
    StepScanner scanner(1, 1e-6);
    const StepScanner::Scan found = scan(step, 1, scanner);
    ASSERT_EQ(found.status, SimulationStatus::ok);
    ASSERT_EQ(found.result, Result::inside) << middle;
    EXPECT_NEAR(found.at, middle, 2.5e-3);
    EXPECT_LT(scanner.roots_inside()[0], 0);
  }
}

TEST(StepScanner, leaves_a_double_root_that_does_not_cross) {
  FunctionStep step({[](double x) { return (x - 0.37) * (x - 0.37) + 1e-7; }}, 1);
  StepScanner scanner(1, 1e-6);
  EXPECT_EQ(scan(step, 1, scanner).result, Result::whole);
}

TEST(StepScanner, takes_the_first_of_many_crossings) {
  FunctionStep step({[](double x) { return std::cos(20 * x); }}, 1);
  StepScanner scanner(1, 1e-6);
  const StepScanner::Scan found = scan(step, 1, scanner);
  ASSERT_EQ(found.result, Result::inside);
  EXPECT_GT(found.at, std::numbers::pi / 40);
  EXPECT_LT(found.at, 3 * std::numbers::pi / 40);
}

// Samples at multiples of the period see a constant.
TEST(StepScanner, rejects_a_step_over_an_oscillation_that_its_samples_miss) {
  const auto fast = [](double x) { return 1.5 + std::cos(2 * std::numbers::pi * 4096 * x) - 1e-3; };
  FunctionStep step({[&](double x) { return fast(x) - 1; }}, 1);
  StepScanner scanner(1, 1e-6);
  const StepScanner::Scan found = scan(step, 1, scanner);
  ASSERT_EQ(found.result, Result::retake);
  EXPECT_TRUE(found.undersampled);
  EXPECT_TRUE(found.undersampled_from_start);
  EXPECT_LT(found.at, 0.02);
}

TEST(StepScanner, reports_an_evaluation_that_fails) {
  FunctionStep step({[](double x) { return 1 + x; }}, 1);
  step.fails_beyond = 0.6;
  StepScanner scanner(1, 1e-6);
  EXPECT_EQ(scan(step, 1, scanner).status, SimulationStatus::not_finite);
}

}  // namespace
}  // namespace tangible
