// SPDX-License-Identifier: Apache-2.0
// From model file to native code, and how fast that code runs alone, in batches, and beside our exported C.
#include <dlfcn.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <functional>
#include <iostream>

#include "app/pipeline.h"
#include "app/programs.h"
#include "model/read_model.h"
#include "peers/model_text.h"
#include "program/batch.h"
#include "program/emit_c.h"
#include "program/evaluation.h"

namespace tangible::bench {
namespace {

double now_ns() {
  return std::chrono::duration<double, std::nano>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

// The least of several runs of everything up to the first evaluation, milliseconds.
struct Stages {
  double read = 1e300, derive = 1e300, lower = 1e300, compile = 1e300, total = 1e300;
  std::size_t instructions = 0;
};

std::shared_ptr<const Code> prepare(const std::function<ReadResult()>& read, Stages& best, Program& program) {
  Graph graph;
  GraphScope scope(graph);
  const double start = now_ns();
  const ReadResult result = read();
  if (!result) throw std::runtime_error(result.diagnostics.to_string());
  const double was_read = now_ns();
  const Equations equations = derive_equations(*result.mechanism);
  const double derived = now_ns();
  program = acceleration_program(*result.mechanism, equations, derive_embedding(equations, {}));
  const double lowered = now_ns();
  std::shared_ptr<const Code> code = compile(program);
  const double compiled = now_ns();
  Evaluation first(code);
  first.run();
  const double done = now_ns();
  best.read = std::min(best.read, (was_read - start) / 1e6);
  best.derive = std::min(best.derive, (derived - was_read) / 1e6);
  best.lower = std::min(best.lower, (lowered - derived) / 1e6);
  best.compile = std::min(best.compile, (compiled - lowered) / 1e6);
  best.total = std::min(best.total, (done - start) / 1e6);
  best.instructions = code->program().instructions.size();
  return code;
}

// ns a call: the median of a window's batches, in the quietest window.
double time_of(const std::function<void()>& call) {
  const double once_start = now_ns();
  for (int i = 0; i < 20; ++i) call();
  const double once = (now_ns() - once_start) / 20;
  const int calls = std::max(1, static_cast<int>(50'000 / once));
  double quietest = 1e300;
  for (int window = 0; window < 8; ++window) {
    std::vector<double> times;
    for (int batch = 0; batch < 31; ++batch) {
      const double start = now_ns();
      for (int i = 0; i < calls; ++i) call();
      times.push_back((now_ns() - start) / calls);
    }
    std::ranges::nth_element(times, times.begin() + 15);
    quietest = std::min(quietest, times[15]);
  }
  return quietest;
}

double example_input(std::size_t i) { return 0.3 + 0.05 * static_cast<double>(i % 17); }

// Our own C under clang -O3, or nothing where there is no clang.
double time_of_exported(const Program& program, const std::string& folder) {
  namespace fs = std::filesystem;
  fs::create_directories(folder);
  std::string sources;
  for (const CFile& file : emit_c(program, {"exported", "benchmark", {}})) {
    std::ofstream(fs::path(folder) / file.name) << file.text;
    if (file.name == "exported.c") sources = (fs::path(folder) / file.name).string();
  }
  const std::string library =
      (fs::path(folder) / ("exported" + std::to_string(program.value_count()) + ".so")).string();
  const std::string command =
      "clang -std=c11 -O3 -march=native -fPIC -shared " + sources + " -lm -o " + library + " 2>/dev/null";
  if (std::system(command.c_str()) != 0) return 0;
  void* handle = dlopen(library.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (handle == nullptr) return 0;
  using Prepare = void (*)(const double*, double*);
  using Evaluate = void (*)(const double*, double*, double*);
  const auto prepare = reinterpret_cast<Prepare>(dlsym(handle, "exported_prepare"));
  const auto evaluate = reinterpret_cast<Evaluate>(dlsym(handle, "exported_evaluate"));
  std::vector<double> in, work(program.value_count() + 64), out(program.outputs.size());
  for (std::size_t i = 0; i < program.inputs.size(); ++i) in.push_back(example_input(i));
  if (prepare != nullptr) prepare(in.data(), work.data());
  return time_of([&] { evaluate(in.data(), work.data(), out.data()); });
}

void measure(const std::string& name, const std::function<ReadResult()>& read, const std::string& folder) {
  Stages best;
  Program program;
  std::shared_ptr<const Code> code;
  for (int i = 0; i < 5; ++i) code = prepare(read, best, program);
  Evaluation single(code);
  for (std::size_t i = 0; i < single.inputs().size(); ++i) single.inputs()[i] = example_input(i);
  single.run();
  BatchEvaluation batch(code, 8);
  for (std::size_t i = 0; i < single.inputs().size(); ++i)
    for (std::size_t lane = 0; lane < 8; ++lane) batch.input(i, lane) = example_input(i + lane);
  batch.run();
  const double alone = time_of([&] { single.run(Stage::configuration); });
  const double eight = time_of([&] { batch.run(Stage::configuration); });
  const double exported = program.instructions.size() < 8000 ? time_of_exported(program, folder) : 0;
  std::printf("%s,%.3f,%.3f,%.3f,%.4f,%.3f,%zu,%.1f,%.1f,%.1f\n", name.c_str(), best.read, best.derive, best.lower,
              best.compile, best.total, best.instructions, alone, eight, exported);
  std::fflush(stdout);
}

}  // namespace
}  // namespace tangible::bench

// usage: bench_native FOLDER PEER_MODELS.json [name=MODEL.yaml...]
int main(int argc, char** argv) {
  using namespace tangible;
  using namespace tangible::bench;
  std::printf("model,read_ms,derive_ms,lower_ms,compile_ms,total_ms,instructions,single_ns,eight_ns,exported_ns\n");
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
