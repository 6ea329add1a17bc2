// SPDX-License-Identifier: Apache-2.0
// Fuzzing saved programs: any bytes give a program that all back ends run alike and that is saved as it was, or an
// error.
#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <stdexcept>
#include <string_view>

#include "program/batch.h"
#include "program/evaluation.h"
#include "program/program_file.h"

namespace {

using namespace tangible;

void demand(bool holds, const char* what) {
  if (holds) return;
  std::fprintf(stderr, "fuzz_program: %s\n", what);
  std::abort();
}

bool same(double a, double b) {
  return std::bit_cast<std::uint64_t>(a) == std::bit_cast<std::uint64_t>(b) || (std::isnan(a) && std::isnan(b));
}

void run_everywhere(const Program& program) {
  Evaluation interpreted(program, Backend::interpreter), native(program);
  BatchEvaluation batch(compile(program), 8);
  for (std::size_t i = 0; i < program.inputs.size(); ++i) {
    const double value = 0.7 + 0.3 * static_cast<double>(i % 11);
    interpreted.inputs()[i] = native.inputs()[i] = batch.input(i, 3) = value;
  }
  interpreted.run();
  native.run();
  batch.run();
  for (std::size_t i = 0; i < program.outputs.size(); ++i) {
    demand(same(interpreted.outputs()[i], native.outputs()[i]), "native code and interpreter differ");
    demand(same(interpreted.outputs()[i], batch.output(i, 3)), "a batch and the interpreter differ");
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  Program program;
  try {
    program = load_program({reinterpret_cast<const char*>(data), size});
  } catch (const std::invalid_argument& error) {
    demand(error.what()[0] != 0, "an error has no words");
    return 0;
  }
  const std::string saved = save_program(program);
  demand(save_program(load_program(saved)) == saved, "what was saved comes back as something else");
  run_everywhere(program);
  return 0;
}
