// SPDX-License-Identifier: Apache-2.0
// Programs for AVX-512 with inputs, workspaces and what the interpreter makes of them, as a block of memory at 0x14000.
#include <cmath>
#include <cstdio>
#include <cstring>
#include <fstream>

#include "program/interpreter.h"
#include "program/native_code.h"
#include "program/passes.h"
#include "program/random_program.h"
#include "program/trigonometry.h"

namespace tangible {
namespace {

constexpr std::uint64_t origin = 0x14000;
constexpr std::size_t largest = 0x70000;

struct Case {
  std::uint64_t entry, workspace, outputs, count, expected;
};

// Without functions of the C library, which are not there.
Program without_calls(Program program) {
  for (Instruction& it : program.instructions) {
    const bool calls = it.op == Op::power || (it.op >= Op::tan && it.op <= Op::log && it.op != Op::atan2);
    if (calls) it.op = operand_count(it.op) == 2 ? Op::multiply : Op::abs;
  }
  return apply_passes(program);
}

// False if an angle would take the slow path.
bool evaluate(const Program& program, const std::vector<double>& inputs, std::vector<double>& outputs) {
  Workspace workspace(program);
  std::ranges::copy(inputs, workspace.inputs().begin());
  interpret(program, workspace);
  for (const Instruction& it : program.instructions)
    if ((it.op == Op::sin || it.op == Op::cos) &&
        !(std::abs(workspace.value(it.a)) <= trigonometry::largest_reduced_angle))
      return false;
  for (const ProgramOutput& output : program.outputs) outputs.push_back(workspace.value(output.value));
  return true;
}

class Memory {
 public:
  std::uint64_t add(const void* bytes, std::size_t size) {
    memory_.resize((memory_.size() + 63) / 64 * 64);
    const std::uint64_t at = origin + head + memory_.size();
    const auto* from = static_cast<const std::uint8_t*>(bytes);
    memory_.insert(memory_.end(), from, from + size);
    return at;
  }
  void add(const Program& program, unsigned lanes, std::uint32_t seed) {
    std::vector<std::vector<double>> inputs, results(lanes);
    for (unsigned lane = 0; lane < lanes; ++lane) {
      inputs.push_back(random_inputs(seed + lane, program.inputs.size()));
      if (!evaluate(program, inputs.back(), results[lane])) return;
    }
    const CodeShape shape{lanes, Target::avx512};
    const MachineProgram machine = allocate_registers(program, shape.registers());
    const EncodedProgram code = encode(machine, shape);
    std::vector<double> workspace(machine.offset_of(machine.workspace_size, lanes)), expected;
    for (std::size_t i = 0; i < program.inputs.size(); ++i)
      for (unsigned lane = 0; lane < lanes; ++lane) workspace[i * lanes + lane] = inputs[lane][i];
    std::ranges::copy(program.constants, workspace.begin() + static_cast<std::ptrdiff_t>(
                                                                 machine.offset_of(machine.first_constant, lanes)));
    for (std::size_t i = 0; i < program.outputs.size(); ++i)
      for (unsigned lane = 0; lane < lanes; ++lane) expected.push_back(results[lane][i]);
    const std::size_t size = code.bytes.size() + 8 * (workspace.size() + expected.size());
    if (head + memory_.size() + size + 512 > largest) return;
    Case c{};
    c.entry = add(code.bytes.data(), code.bytes.size()) + code.entries[0];
    c.workspace = add(workspace.data(), 8 * workspace.size());
    c.outputs = c.workspace + 8 * machine.first_output * lanes;
    c.count = expected.size();
    c.expected = add(expected.data(), 8 * expected.size());
    cases_.push_back(c);
    instructions_ += machine.instructions.size();
  }
  void write(const char* path) {
    std::vector<std::uint8_t> all(head);
    const std::uint64_t count = cases_.size();
    std::memcpy(all.data(), &count, 8);
    std::memcpy(all.data() + 8, cases_.data(), cases_.size() * sizeof(Case));
    all.insert(all.end(), memory_.begin(), memory_.end());
    std::ofstream(path, std::ios::binary)
        .write(reinterpret_cast<const char*>(all.data()), static_cast<std::streamsize>(all.size()));
    std::printf("%zu cases, %zu machine instructions, %zu bytes\n", cases_.size(), instructions_, all.size());
  }

 private:
  static constexpr std::size_t head = 8192;
  std::vector<std::uint8_t> memory_;
  std::vector<Case> cases_;
  std::size_t instructions_ = 0;
};

}  // namespace
}  // namespace tangible

int main(int, char** argv) {
  using namespace tangible;
  Memory memory;
  const Program large = without_calls(random_program(
      3, {.inputs = 40, .constants = 300, .instructions = 1500, .outputs = 200, .only_arithmetic = true}));
  for (const unsigned lanes : {1u, 4u, 8u}) memory.add(large, lanes, 77);
  for (std::uint32_t seed = 1; seed < 400; ++seed) {
    const Program program =
        without_calls(random_program(seed, {.inputs = 3 + seed % 12, .instructions = 20 + seed % 90, .outputs = 20}));
    for (const unsigned lanes : {1u, 4u, 8u}) memory.add(program, lanes, seed);
  }
  memory.write(argv[1]);
}
