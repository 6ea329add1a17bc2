// SPDX-License-Identifier: Apache-2.0
// From model file to native code, and how fast that code runs alone, in batches, and beside our exported C.
#include <dlfcn.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <functional>
#include <memory>
#include <optional>

#include "engine/formulation.h"
#include "engine/programs.h"
#include "clock.h"
#include "machine_code.h"
#include "measured_models.h"
#include "program/batch.h"
#include "program/emit_c.h"
#include "program/evaluation.h"
#include "program/machine_program.h"
#include "program/native_code.h"
#include "program/passes.h"
#include "symbolic/rational.h"

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

// Inputs that change from call to call: coordinates, speeds, inputs. They follow the parameters.
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

// The least of several rounds, in which the ways to call take turns: whatever else the machine does meets all of them.
struct Calls {
  std::function<double()> same_state;
  std::function<double()> fresh;
};
std::vector<CallTimes> least_of_rounds(const std::vector<Calls>& all) {
  std::vector<CallTimes> least(all.size(), {1e300, 1e300});
  for (int round = 0; round < 5; ++round) {
    for (std::size_t k = 0; k < all.size(); ++k) {
      least[k].same_state = std::min(least[k].same_state, all[k].same_state());
      least[k].fresh = std::min(least[k].fresh, all[k].fresh());
    }
  }
  return least;
}

Calls single_calls(const std::shared_ptr<const Code>& code, const States& states) {
  auto single = std::make_shared<Evaluation>(code);
  for (std::size_t i = 0; i < single->inputs().size(); ++i) single->inputs()[i] = parameter(i);
  single->run();
  auto out = std::make_shared<std::vector<double>>(single->outputs().size());
  return {[single] { return quietest_ns([&e = *single] { e.run(Stage::configuration); }); },
          [single, out, &states] {
            return quietest_ns([&e = *single, &states, kept = out->data(), k = std::size_t{0}]() mutable {
              std::copy_n(&states.by_state[k * states.size], states.size, &e.inputs()[states.first]);
              k = (k + 1) % States::count;
              e.run(Stage::configuration);
              std::ranges::copy(e.outputs(), kept);
            });
          }};
}

Calls batch_calls(const std::shared_ptr<const Code>& code, const States& states) {
  auto batch = std::make_shared<BatchEvaluation>(code, 8);
  for (std::size_t i = 0; i < code->program().inputs.size(); ++i)
    for (std::size_t lane = 0; lane < 8; ++lane) batch->input(i, lane) = parameter(i);
  batch->run();
  auto out = std::make_shared<std::vector<double>>(8 * code->program().outputs.size());
  return {[batch] { return quietest_ns([&e = *batch] { e.run(Stage::configuration); }); },
          [batch, out, &states] {
            return quietest_ns([&e = *batch, &states, &kept = *out, k = std::size_t{0}]() mutable {
              e.set_inputs(states.first, {&states.by_lane[k * states.size], 8 * states.size});
              k = (k + 8) % States::count;
              e.run(Stage::configuration);
              e.get_outputs(0, kept);
            });
          }};
}

// Our own C under clang -O3, or nothing where there is no clang.
std::optional<Calls> exported_calls(const Program& program, const States& states, const std::string& folder) {
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
  struct Arrays {
    std::vector<double> in, work, out, kept;
  };
  auto arrays = std::make_shared<Arrays>();
  for (std::size_t i = 0; i < program.inputs.size(); ++i) arrays->in.push_back(parameter(i));
  arrays->work.resize(program.value_count() + 64);
  arrays->out.resize(program.outputs.size());
  arrays->kept.resize(program.outputs.size());
  if (prepare != nullptr) prepare(arrays->in.data(), arrays->work.data());
  return Calls{[arrays, evaluate] {
                 return quietest_ns([&a = *arrays, evaluate] { evaluate(a.in.data(), a.work.data(), a.out.data()); });
               },
               [arrays, evaluate, &states] {
                 return quietest_ns([&a = *arrays, evaluate, &states, k = std::size_t{0}]() mutable {
                   std::copy_n(&states.by_state[k * states.size], states.size, &a.in[states.first]);
                   k = (k + 1) % States::count;
                   evaluate(a.in.data(), a.work.data(), a.out.data());
                   std::ranges::copy(a.out, a.kept.begin());
                 });
               }};
}

void measure(const MeasuredModel& model, const std::string& folder) {
  Stages best;
  Program program;
  const double start = now_ns();
  for (int i = 0; i < 5 || (i < 25 && now_ns() - start < 2e9); ++i) program = prepare(model.read, best);
  if (program.outputs.empty()) return;  // the constraints leave no speed free
  const std::shared_ptr<const Code> code = compile(program);
  write_machine_code(code->program(), model.name, folder + "/code");
  const States states(program);
  std::vector<Calls> calls{single_calls(code, states), batch_calls(code, states)};
  if (program.instructions.size() < 8000)
    if (std::optional<Calls> exported = exported_calls(program, states, folder)) calls.push_back(std::move(*exported));
  std::vector<CallTimes> times = least_of_rounds(calls);
  times.resize(3);
  const CallTimes &single = times[0], &eight = times[1], &exported = times[2];
  std::printf("%s,%.3f,%.3f,%.3f,%.4f,%.4f,%.4f,%.3f,%zu,%.1f,%.1f,%.1f,%.1f,%.1f,%.1f\n", model.name.c_str(),
              best.read, best.derive, best.lower, best.passes, best.allocate, best.encode, best.total,
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
  for (const MeasuredModel& model : measured_models({argv + 3, argv + argc}, argv[2])) {
    // Bodies without mass have no accelerations of their own: such models move only while their constraints hold.
    try {
      measure(model, argv[1]);
    } catch (const ArithmeticError& error) {
      std::fprintf(stderr, "%s is left out: %s\n", model.name.c_str(), error.what());
    }
  }
}
