// SPDX-License-Identifier: Apache-2.0
// Random programs that use every operation, and a meaning of programs in higher precision.
#pragma once

#include <cmath>
#include <random>
#include <vector>

#include "program/program.h"

namespace tangible {

struct ProgramShape {
  std::size_t inputs = 5;
  std::size_t constants = 4;
  std::size_t instructions = 100;
  std::size_t outputs = 8;
  bool only_arithmetic = false;  // + - * and fused ones, whose errors are easy to bound
};

inline Program random_program(std::uint32_t seed, const ProgramShape& shape) {
  std::mt19937 random(seed);
  const auto below = [&](std::size_t n) { return static_cast<std::uint32_t>(random() % n); };
  Program program;
  for (std::size_t i = 0; i < shape.inputs; ++i)
    program.inputs.push_back({"x" + std::to_string(i), static_cast<Stage>(1 + below(4))});
  std::uniform_real_distribution<double> number(-2, 2);
  for (std::size_t i = 0; i < shape.constants; ++i) program.constants.push_back(number(random));
  // Stages of values; an instruction of a stage uses values up to that stage.
  std::vector<Stage> stages;
  for (const ProgramInput& input : program.inputs) stages.push_back(input.stage);
  stages.resize(program.first_result(), Stage::constant);
  Stage stage = Stage::constant;
  const Op arithmetic[] = {Op::add,          Op::subtract,          Op::multiply, Op::multiply_add,
                           Op::multiply_add, Op::multiply_subtract, Op::add,      Op::negate_multiply_add};
  for (std::size_t i = 0; i < shape.instructions; ++i) {
    if (stage < Stage::input && below(shape.instructions) < 4) stage = static_cast<Stage>(static_cast<int>(stage) + 1);
    const bool plain = shape.only_arithmetic || below(4) != 0;
    const Op op = plain ? arithmetic[below(std::size(arithmetic))] : static_cast<Op>(below(op_count));
    const auto pick = [&] {
      for (;;) {  // near values mostly, far ones sometimes
        const std::size_t n = stages.size();
        const std::uint32_t id =
            below(3) == 0 ? below(n) : static_cast<std::uint32_t>(n - 1) - below(std::min<std::size_t>(n, 20));
        if (stages[id] <= stage) return id;
      }
    };
    const int n = operand_count(op);
    program.instructions.push_back({op, stage, pick(), n > 1 ? pick() : 0, n > 2 ? pick() : 0});
    stages.push_back(stage);
  }
  for (std::size_t i = 0; i < shape.outputs; ++i)
    program.outputs.push_back({"y" + std::to_string(i), below(program.value_count())});
  return program;
}

inline std::vector<double> random_inputs(std::uint32_t seed, std::size_t count) {
  std::mt19937 random(seed);
  std::uniform_real_distribution<double> number(-3, 3);
  std::vector<double> values(count);
  for (double& value : values) value = random() % 16 == 0 ? 0.0 : number(random);
  return values;
}

}  // namespace tangible
