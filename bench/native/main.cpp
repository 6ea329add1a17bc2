// SPDX-License-Identifier: Apache-2.0
// From model file to native code, and how fast that code runs alone, in batches, and beside our exported C.
#include <dlfcn.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <functional>
#include <iostream>

#include "app/pipeline.h"
#include "app/programs.h"
#include "clock.h"
#include "model/read_model.h"
#include "peers/model_text.h"
#include "program/batch.h"
#include "program/emit_c.h"
#include "program/evaluation.h"
#include "program/machine_program.h"
#include "program/native_code.h"
#include "program/passes.h"

namespace tangible::bench {
namespace {

// The least of several runs of everything up to the first evaluation, milliseconds.
struct Stages {
  double read = 1e300, derive = 1e300, lower = 1e300, passes = 1e300, allocate = 1e300, encode = 1e300, total = 1e300;
};

Program prepare(const std::function<ReadResult()>& read, Stages& best) {
  Graph graph;
  GraphScope scope(graph);
  const double start = now_ns();
  auto clock = [last = start](double& least) mutable {
    least = std::min(least, (now_ns() - last) / 1e6);
    last = now_ns();
  };
  const ReadResult result = read();
  if (!result) throw std::runtime_error(result.diagnostics.to_string());
  clock(best.read);
  const Equations equations = derive_equations(*result.mechanism);
  clock(best.derive);
  Program lowered = acceleration_program(*result.mechanism, equations, derive_embedding(equations, {}));
  clock(best.lower);
  const Program program = apply_passes(lowered);
  clock(best.passes);
  const CodeShape shape{1, best_target()};
  const MachineProgram machine = allocate_registers(program, shape.registers());
  clock(best.allocate);
  const NativeCode code(machine, shape);
  clock(best.encode);
  std::vector<double> workspace(machine.workspace_size + 8);
  auto* aligned = reinterpret_cast<double*>((reinterpret_cast<std::uintptr_t>(workspace.data()) + 63) / 64 * 64);
  std::ranges::copy(program.constants, aligned + machine.first_constant);
  code.run(aligned, Stage::constant);
  best.total = std::min(best.total, (now_ns() - start) / 1e6);
  return lowered;
}

// Inputs that change from call to call: coordinates, speeds, inputs. They stand behind the parameters.
struct States {
  static constexpr std::size_t count = 256;  // a multiple of the lanes
  std::size_t first = 0;
  std::size_t size = 0;
  std::vector<double> by_state;  // one state after the other
  std::vector<double> by_lane;   // of eight states, one input after the other

  explicit States(const Program& program) : size(program.inputs.size()) {
    while (first < size && program.inputs[first].stage <= Stage::parameter) ++first;
    size -= first;
    by_lane.resize(count * size);
    for (std::size_t k = 0; k < count; ++k) {
      for (std::size_t i = 0; i < size; ++i) {
        by_state.push_back(0.3 + 0.9 * static_cast<double>((k * size + i) * 7919 % 1009) / 1009);
        by_lane[k / 8 * 8 * size + i * 8 + k % 8] = by_state.back();
      }
    }
  }
};

double parameter(std::size_t i) { return 0.3 + 0.05 * static_cast<double>(i % 17); }

struct CallTimes {
  double same_state = 0;  // ns, a state that stays
  double fresh = 0;       // ns, a new state set and the accelerations read at every call
};

CallTimes time_single(const std::shared_ptr<const Code>& code, const States& states) {
  Evaluation single(code);
  for (std::size_t i = 0; i < single.inputs().size(); ++i) single.inputs()[i] = parameter(i);
  single.run();
  CallTimes times;
  times.same_state = quietest_ns([&] { single.run(Stage::configuration); });
  std::size_t k = 0;
  std::vector<double> out(single.outputs().size());
  times.fresh = quietest_ns([&] {
    std::copy_n(&states.by_state[k * states.size], states.size, &single.inputs()[states.first]);
    k = (k + 1) % States::count;
    single.run(Stage::configuration);
    std::ranges::copy(single.outputs(), out.begin());
  });
  return times;
}

CallTimes time_batch(const std::shared_ptr<const Code>& code, const States& states) {
  BatchEvaluation batch(code, 8);
  const std::size_t inputs = code->program().inputs.size(), outputs = code->program().outputs.size();
  for (std::size_t i = 0; i < inputs; ++i)
    for (std::size_t lane = 0; lane < 8; ++lane) batch.input(i, lane) = parameter(i);
  batch.run();
  CallTimes times;
  times.same_state = quietest_ns([&] { batch.run(Stage::configuration); });
  std::size_t k = 0;
  std::vector<double> out(8 * outputs);
  times.fresh = quietest_ns([&] {
    batch.set_inputs(states.first, {&states.by_lane[k * states.size], 8 * states.size});
    k = (k + 8) % States::count;
    batch.run(Stage::configuration);
    batch.get_outputs(0, out);
  });
  return times;
}

// Our own C under clang -O3, or nothing where there is no clang.
CallTimes time_exported(const Program& program, const States& states, const std::string& folder) {
  namespace fs = std::filesystem;
  fs::create_directories(folder);
  std::string sources;
  for (const CFile& file : emit_c(program, {"exported", "benchmark", {}})) {
    std::ofstream(fs::path(folder) / file.name) << file.text;
    if (file.name == "exported.c") sources = (fs::path(folder) / file.name).string();
  }
  static int number = 0;
  const std::string library = (fs::path(folder) / ("exported" + std::to_string(++number) + ".so")).string();
  const std::string command =
      "clang -std=c11 -O3 -march=native -fPIC -shared " + sources + " -lm -o " + library + " 2>/dev/null";
  if (std::system(command.c_str()) != 0) return {};
  void* handle = dlopen(library.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (handle == nullptr) return {};
  using Prepare = void (*)(const double*, double*);
  using Evaluate = void (*)(const double*, double*, double*);
  const auto prepare = reinterpret_cast<Prepare>(dlsym(handle, "exported_prepare"));
  const auto evaluate = reinterpret_cast<Evaluate>(dlsym(handle, "exported_evaluate"));
  std::vector<double> in, work(program.value_count() + 64), out(program.outputs.size()), kept(out.size());
  for (std::size_t i = 0; i < program.inputs.size(); ++i) in.push_back(parameter(i));
  if (prepare != nullptr) prepare(in.data(), work.data());
  CallTimes times;
  times.same_state = quietest_ns([&] { evaluate(in.data(), work.data(), out.data()); });
  std::size_t k = 0;
  times.fresh = quietest_ns([&] {
    std::copy_n(&states.by_state[k * states.size], states.size, &in[states.first]);
    k = (k + 1) % States::count;
    evaluate(in.data(), work.data(), out.data());
    std::ranges::copy(out, kept.begin());
  });
  return times;
}

void measure(const std::string& name, const std::function<ReadResult()>& read, const std::string& folder) {
  Stages best;
  Program program;
  for (int i = 0; i < 5; ++i) program = prepare(read, best);
  if (program.outputs.empty()) return;  // the constraints leave no speed free
  const std::shared_ptr<const Code> code = compile(program);
  const States states(program);
  const CallTimes single = time_single(code, states);
  const CallTimes eight = time_batch(code, states);
  const CallTimes exported = program.instructions.size() < 8000 ? time_exported(program, states, folder) : CallTimes{};
  std::printf("%s,%.3f,%.3f,%.3f,%.4f,%.4f,%.4f,%.3f,%zu,%.1f,%.1f,%.1f,%.1f,%.1f,%.1f\n", name.c_str(), best.read,
              best.derive, best.lower, best.passes, best.allocate, best.encode, best.total,
              code->program().instructions.size(), single.same_state, eight.same_state, exported.same_state,
              single.fresh, eight.fresh, exported.fresh);
  std::fflush(stdout);
}

}  // namespace
}  // namespace tangible::bench

// usage: bench_native FOLDER PEER_MODELS.json [name=MODEL.yaml...]
int main(int argc, char** argv) {
  using namespace tangible;
  using namespace tangible::bench;
  std::printf(
      "model,read_ms,derive_ms,lower_ms,passes_ms,allocate_ms,encode_ms,total_ms,instructions,"
      "same_single_ns,same_eight_ns,same_exported_ns,single_ns,eight_ns,exported_ns\n");
  for (int i = 3; i < argc; ++i) {
    const std::string argument = argv[i];
    const std::string path = argument.substr(argument.find('=') + 1);
    measure(
        argument.substr(0, argument.find('=')), [&] { return read_model(path); }, argv[1]);
  }
  for (const PeerModel& model : read_peer_models(argv[2]))
    measure(
        model.name, [&] { return read_model_text(model_text(model)); }, argv[1]);
}
