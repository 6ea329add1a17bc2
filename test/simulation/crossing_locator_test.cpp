// SPDX-License-Identifier: Apache-2.0
// The crossing locator by itself, on functions of time.
#include "simulation/crossing_locator.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "simulation/function_step.h"

namespace tangible {
namespace {

constexpr double tolerance = 1e-13;

struct Found {
  CrossingLocator::Location location;
  std::vector<double> past, before;
};

Found locate(FunctionStep& step, double h, bool interpolates = true, double longest_final_step = 1e-4) {
  CrossingLocator locator(step.start.size(), longest_final_step);
  EXPECT_TRUE(step.any_crossed(step.start, step.end));
  Found found;
  found.location = locator.locate(step, step.start, step.end, {h, tolerance, interpolates});
  found.past = locator.past();
  found.before = locator.before();
  return found;
}

// The step ends past the crossing at x, by no more than a few tolerances.
void expect_located(FunctionStep& step, const Found& found, double x, double by = 4 * tolerance) {
  ASSERT_EQ(found.location.status, SimulationStatus::ok);
  EXPECT_FALSE(found.location.before_jump);
  EXPECT_TRUE(step.any_crossed(step.start, found.past));
  EXPECT_FALSE(step.any_crossed(step.start, found.before));
  EXPECT_NEAR(found.location.at, x, by);
  EXPECT_NEAR(step.kept, found.location.at, tolerance);
  EXPECT_LE(found.location.final_step_start, found.location.at);
}

TEST(CrossingLocator, finds_where_a_sine_crosses) {
  for (const double start : {0.1, 1.0, 2.0, 3.0, 3.14})
    for (const double h : {0.3, 1.0, 3.0}) {
      if (start + h < std::numbers::pi || start + h > 2 * std::numbers::pi) continue;
      for (const bool interpolates : {true, false}) {
        FunctionStep step({[&](double x) { return std::sin(start + x); }}, h);
        expect_located(step, locate(step, h, interpolates), std::numbers::pi - start);
      }
    }
}

TEST(CrossingLocator, needs_few_evaluations_of_a_smooth_function) {
  FunctionStep step({[](double x) { return std::cos(x); }}, 2.5);
  expect_located(step, locate(step, 2.5), std::numbers::pi / 2);
  EXPECT_LE(step.samples, 8);
  EXPECT_LE(step.trials, 4);
  EXPECT_LE(step.extensions, 4);
}

TEST(CrossingLocator, takes_the_first_of_several_functions) {
  FunctionStep step({[](double x) { return x - 0.8; }, [](double x) { return std::cos(3 * x); },
                     [](double x) { return 0.61 - x; }, [](double) { return 1.0; }},
                    1);
  const Found found = locate(step, 1);
  expect_located(step, found, std::numbers::pi / 6);
  EXPECT_LT(found.past[1], 1e-12);
  EXPECT_LT(found.past[0], 0);
}

TEST(CrossingLocator, corrects_the_error_of_the_interpolation_by_steps) {
  for (const double error : {1e-2, -1e-2, 1e-6, -1e-6}) {
    FunctionStep step({[](double x) { return std::exp(x) - 1.7; }}, 1);
    step.interpolation_error = error;
    expect_located(step, locate(step, 1), std::log(1.7));
  }
}

TEST(CrossingLocator, finds_kinks_and_jumps) {
  FunctionStep kink({[](double x) { return x < 0.3 ? 1e-3 * (x - 0.3) : 50 * (x - 0.3); }}, 1);
  expect_located(kink, locate(kink, 1), 0.3);
  FunctionStep jump({[](double x) { return x < 0.3 ? -1.0 : 2.0; }}, 1);
  expect_located(jump, locate(jump, 1), 0.3);
}

TEST(CrossingLocator, finds_a_pole_where_the_sign_changes) {
  FunctionStep step({[](double x) { return 1 / (x - 0.3); }}, 1);
  expect_located(step, locate(step, 1), 0.3);
}

// Near a root of higher order the function is zero within rounding over a long time: values decide, not slopes.
TEST(CrossingLocator, finds_roots_of_higher_order) {
  FunctionStep cubic({[](double x) { return (x - 0.3) * (x - 0.3) * (x - 0.3); }}, 1);
  expect_located(cubic, locate(cubic, 1), 0.3, 1e-4);
  FunctionStep touching({[](double x) { return (x - 0.3) * (x - 0.3) * (x - 0.9); }}, 1);
  const Found found = locate(touching, 1);
  EXPECT_EQ(found.location.status, SimulationStatus::ok);
  EXPECT_TRUE(touching.any_crossed(touching.start, found.past));
}

TEST(CrossingLocator, follows_a_contact_that_has_just_opened) {
  FunctionStep step({[](double x) { return 1e-15 + x * (0.4 - x); }}, 1);
  expect_located(step, locate(step, 1), 0.4);
}

TEST(CrossingLocator, ends_before_a_jump_that_stages_would_pass) {
  FunctionStep step({[](double x) { return x - 0.5; }}, 1);
  step.stages_reach_ahead = 1e-3;
  const Found found = locate(step, 1, false);
  ASSERT_EQ(found.location.status, SimulationStatus::ok);
  EXPECT_TRUE(found.location.before_jump);
  EXPECT_LT(found.location.at, 0.5 - 1e-3);
  EXPECT_GT(found.location.at, 0.49);
  EXPECT_EQ(step.kept, found.location.at);
}

TEST(CrossingLocator, reports_an_evaluation_that_fails) {
  FunctionStep step({[](double x) { return x - 0.5; }}, 1);
  step.fails_beyond = 0.2;
  EXPECT_EQ(locate(step, 1).location.status, SimulationStatus::not_finite);
}

TEST(CrossingLocator, finds_roots_at_the_ends_of_a_step) {
  for (const bool interpolates : {true, false}) {
    FunctionStep at_end({[](double x) { return x - 1; }}, 1);
    expect_located(at_end, locate(at_end, 1, interpolates), 1);
    FunctionStep at_start({[](double x) { return x - 1e-14; }}, 1);
    expect_located(at_start, locate(at_start, 1, interpolates), 1e-14);
    FunctionStep just_before_end({[](double x) { return x - (1 - 1e-14); }}, 1);
    expect_located(just_before_end, locate(just_before_end, 1, interpolates), 1);
  }
}

// Of three crossings of one function the step ends at one of them: what it has passed it has crossed an odd number of
// times.
TEST(CrossingLocator, ends_at_a_crossing_where_there_are_three) {
  FunctionStep step({[](double x) { return -(x - 0.2) * (x - 0.5) * (x - 0.8); }}, 1);
  const Found found = locate(step, 1);
  ASSERT_EQ(found.location.status, SimulationStatus::ok);
  EXPECT_TRUE(step.any_crossed(step.start, found.past));
  EXPECT_LT(std::abs(found.past[0]), 1e-9);
}

// What is not a number within the step is on no side: the search ends all the same, at a place that has crossed.
TEST(CrossingLocator, ends_though_a_function_is_not_a_number_inside) {
  for (const double hole : {0.1, 0.45, 0.7}) {
    FunctionStep step({[&](double x) { return std::abs(x - hole) < 0.06 ? std::nan("") : x - 0.5; }}, 1);
    const Found found = locate(step, 1);
    ASSERT_EQ(found.location.status, SimulationStatus::ok) << hole;
    EXPECT_GE(found.location.at, 0.5 - tolerance) << hole;
    EXPECT_LE(found.location.at, 1) << hole;
  }
}

// Without a final step each trial is a whole step.
TEST(CrossingLocator, locates_with_steps_alone) {
  FunctionStep step({[](double x) { return std::cos(x); }}, 2.5);
  expect_located(step, locate(step, 2.5, false, 0), std::numbers::pi / 2);
}

}  // namespace
}  // namespace tangible
