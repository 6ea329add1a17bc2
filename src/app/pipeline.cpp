// SPDX-License-Identifier: Apache-2.0
// Text -> Mechanism -> Equations.
#include "app/pipeline.h"

#include <chrono>
#include <iostream>

#include "equations/coriolis.h"
#include "equations/error.h"

namespace tangible {
namespace {

// C has as many entries as the square of the speeds, each a sum over the bodies.
constexpr std::size_t most_speeds_with_coriolis = 16;

class Stopwatch {
 public:
  double milliseconds() const {
    return std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start_).count();
  }

 private:
  std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
};

ReadOptions read_options(const LoadOptions& options) {
  ReadOptions result;
  for (const std::string& assignment : options.set) {
    const std::size_t equals = assignment.find('=');
    if (equals == std::string::npos || equals == 0)
      throw BadInput("--set " + assignment + ": error: expected name=value, such as --set m=\"2 kg\"");
    const std::string name = assignment.substr(0, equals);
    if (!result.set.emplace(name, assignment.substr(equals + 1)).second)
      throw BadInput("--set " + assignment + ": error: " + name + " is set twice, before this to " + result.set[name] +
                     "; leave out one of them");
  }
  result.reactions = options.reactions;
  result.all_joints = options.all_joints;
  return result;
}

BadInput at_its_place(const EquationsError& error, const std::string& path) {
  std::string place = path + ":";
  if (error.where.line > 0) place += std::to_string(error.where.line) + ":" + std::to_string(error.where.column) + ":";
  return BadInput(place + " error: " + error.what());
}

}  // namespace

LoadedModel read_mechanism(const LoadOptions& options) {
  LoadedModel model;
  model.path = options.path;
  model.graph = std::make_unique<Graph>();
  model.scope = std::make_unique<GraphScope>(*model.graph);
  const Stopwatch watch;
  ReadResult result = read_model(options.path, read_options(options));
  if (!result) throw BadInput(result.diagnostics.to_string());
  std::cerr << result.diagnostics.to_string();  // warnings
  model.mechanism = std::move(result.mechanism);
  model.times.read = watch.milliseconds();
  return model;
}

LoadedModel load_model(const LoadOptions& options) {
  LoadedModel model = read_mechanism(options);
  const Stopwatch watch;
  try {
    model.equations = derive_equations(*model.mechanism);
    if (options.coriolis && model.equations.nu() <= most_speeds_with_coriolis)
      model.coriolis = derive_coriolis_matrix(*model.mechanism, model.equations);
  } catch (const EquationsError& error) {
    throw at_its_place(error, options.path);
  }
  model.times.derive = watch.milliseconds();
  return model;
}

Embedding embed_rows(const LoadedModel& model, std::span<const std::string> active_rows) {
  try {
    return derive_embedding(model.equations, active_rows);
  } catch (const EquationsError& error) {
    throw at_its_place(error, model.path);
  }
}

}  // namespace tangible
