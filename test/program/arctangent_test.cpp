// SPDX-License-Identifier: Apache-2.0
// The angle of a point keeps the error bound that it states, and all back ends give the same one.
#include "program/arctangent.h"

#include <gtest/gtest.h>

#include <bit>
#include <boost/multiprecision/cpp_bin_float.hpp>
#include <limits>
#include <random>

#include "program/batch.h"
#include "program/evaluation.h"
#include "program/machine_program.h"
#include "program/native_code.h"
#include "program/same_bits.h"

namespace tangible {
namespace {

using Exact = boost::multiprecision::cpp_bin_float_50;

double error_in_ulps(double y, double x) {
  const Exact exact = atan2(Exact(y), Exact(x));
  const double rounded = std::abs(static_cast<double>(exact));
  const double ulp = std::nextafter(rounded, 4.0) - rounded;
  return static_cast<double>(abs(Exact(arc_tangent(y, x)) - exact) / ulp);
}

TEST(ArcTangent, error_is_at_most_1_7_ulps_at_random_points) {
  std::mt19937_64 random(5);
  std::uniform_real_distribution<double> one(-1, 1);
  for (const double wide : {0.0, 1.0, 12.0, 150.0}) {
    std::uniform_real_distribution<double> exponent(-wide, wide);
    for (int i = 0; i < 10000; ++i) {
      const double y = one(random) * std::pow(10, exponent(random)), x = one(random);
      EXPECT_LE(error_in_ulps(y, x), 1.7) << y << " " << x;
    }
  }
}

// Where the quotient has few digits and its angle many, and where the octants meet.
TEST(ArcTangent, error_is_at_most_1_7_ulps_where_it_is_largest) {
  std::mt19937_64 random(6);
  std::uniform_real_distribution<double> part(0, 1), size(1, 2);
  for (const auto& [from, to] : {std::pair(0.49, 0.6), std::pair(0.95, 1.05), std::pair(0.24, 0.26)}) {
    for (int i = 0; i < 10000; ++i) {
      const double x = size(random), y = x * (from + (to - from) * part(random));
      EXPECT_LE(error_in_ulps(y, i % 2 == 0 ? x : -x), 1.7) << y << " " << x;
    }
  }
}

std::vector<double> strange_numbers() {
  using Limits = std::numeric_limits<double>;
  std::vector<double> numbers{0.0,           1.0,           0.75,  Limits::infinity(), Limits::denorm_min(),
                              Limits::min(), Limits::max(), 1e-300};
  for (std::size_t i = 0, n = numbers.size(); i < n; ++i) numbers.push_back(-numbers[i]);
  numbers.push_back(Limits::quiet_NaN());
  return numbers;
}

TEST(ArcTangent, zeros_infinities_and_nan_are_treated_as_the_library_does) {
  for (const double y : strange_numbers()) {
    for (const double x : strange_numbers()) {
      const double got = arc_tangent(y, x), wanted = std::atan2(y, x);
      EXPECT_EQ(std::isnan(got), std::isnan(wanted)) << y << " " << x;
      if (std::isnan(wanted)) continue;
      EXPECT_EQ(std::signbit(got), std::signbit(wanted)) << y << " " << x;
      EXPECT_NEAR(got, wanted, 1.7 * std::numeric_limits<double>::epsilon() * std::abs(wanted)) << y << " " << x;
      const bool is_exact = y == 0 || x == 0 || std::isinf(x) || std::isinf(y);
      EXPECT_TRUE(got == wanted || !is_exact) << y << " " << x;
    }
  }
}

// The angle of (x, y), and what needs registers around it: sums of all that came before.
Program angle_program() {
  Program program;
  program.inputs = {{"y", Stage::state}, {"x", Stage::state}};
  program.constants = {0.5};
  program.instructions = {{Op::atan2, Stage::state, 0, 1, 0}, {Op::add, Stage::state, 0, 1, 0},
                          {Op::atan2, Stage::state, 4, 2, 0}, {Op::atan2, Stage::state, 2, 4, 0},
                          {Op::atan2, Stage::state, 4, 4, 0}, {Op::multiply, Stage::state, 4, 5, 0}};
  for (ValueId k = 0; k < 6; ++k) program.outputs.push_back({"o" + std::to_string(k), 3 + k});
  return program;
}

TEST(ArcTangent, native_code_gives_the_bits_of_the_interpreter_at_strange_points) {
  Evaluation native(angle_program()), interpreted(angle_program(), Backend::interpreter);
  for (const double y : strange_numbers()) {
    for (const double x : strange_numbers()) {
      for (Evaluation* e : {&native, &interpreted}) {
        e->inputs()[0] = y;
        e->inputs()[1] = x;
        e->run();
      }
      for (std::size_t k = 0; k < 6; ++k)
        EXPECT_TRUE(same(native.outputs()[k], interpreted.outputs()[k])) << k << ": " << y << " " << x;
      EXPECT_TRUE(same(interpreted.outputs()[0], arc_tangent(y, x)));
    }
  }
}

TEST(ArcTangent, batches_give_the_bits_of_single_evaluations_at_strange_points) {
  const auto code = compile(angle_program());
  const std::vector<double> numbers = strange_numbers();
  for (const std::size_t lanes : {4u, 8u, 17u}) {
    BatchEvaluation batch(code, lanes);
    Evaluation single(code);
    for (const double y : numbers) {
      for (std::size_t first = 0; first < numbers.size(); first += lanes) {
        const auto x = [&](std::size_t lane) { return numbers[(first + lane) % numbers.size()]; };
        for (std::size_t lane = 0; lane < lanes; ++lane) {
          batch.input(0, lane) = y;
          batch.input(1, lane) = x(lane);
        }
        batch.run();
        for (std::size_t lane = 0; lane < lanes; ++lane) {
          single.inputs()[0] = y;
          single.inputs()[1] = x(lane);
          single.run();
          for (std::size_t k = 0; k < 6; ++k)
            EXPECT_TRUE(same(batch.output(k, lane), single.outputs()[k])) << k << ": " << y << " " << x(lane);
        }
      }
    }
  }
}

TEST(ArcTangent, calls_no_function) {
  if (!why_no_native_code().empty()) GTEST_SKIP() << why_no_native_code();
  const auto code = compile(angle_program());
  EXPECT_EQ(code->machine()->calls, 0u);
  EXPECT_EQ(code->machine()->arctangent_work.size(), 4u);
}

}  // namespace
}  // namespace tangible
