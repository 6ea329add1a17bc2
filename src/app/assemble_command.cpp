// SPDX-License-Identifier: Apache-2.0
// tangible assemble: initial values that satisfy the constraints.
#include <fmt/core.h>

#include <cstdio>

#include "app/command.h"
#include "app/equilibrium_text.h"
#include "app/pipeline.h"
#include "app/simulation_model.h"
#include "app/start_values.h"
#include "simulation/assembly.h"

namespace tangible {
namespace {

const char* word(StartKind kind) {
  switch (kind) {
    case StartKind::free: return "";
    case StartKind::guess: return "guess";
    case StartKind::given: return "given";
    case StartKind::held: return "held";
  }
  return "";
}

struct Options {
  LoadOptions load;
  bool at_rest = false;
};

int run(const Options& options) {
  const LoadedModel model = load_model(options.load);
  const System system = lower_to_system(*model.mechanism, model.equations, {.derivatives = options.at_rest});
  SystemMotion motion(system);
  std::vector<double> y(motion.size());
  std::ranges::copy(system.start_q, y.begin());
  std::ranges::copy(system.start_u, y.begin() + static_cast<std::ptrdiff_t>(system.nq()));
  std::ranges::copy(system.start_z, y.begin() + static_cast<std::ptrdiff_t>(system.nq() + system.nu()));
  const std::vector<double> begin = y;
  const AssemblyReport report = assemble(motion, 0, y);
  EquilibriumReport rest;
  if (options.at_rest && report.assembled) rest = find_equilibrium(motion, 0, y);
  fmt::print("{:<16}{:>20}{:>20}  {}\n", "", "from", "to", "");
  const auto line = [&](const Quantity& quantity, std::size_t i, StartKind kind) {
    fmt::print("{:<16}{:>20.12g}{:>20.12g}  {}\n", quantity.name + " [" + quantity.unit + "]", begin[i], y[i],
               word(kind));
  };
  for (std::size_t i = 0; i < system.nq(); ++i) line(system.q[i], i, system.start_q_kind[i]);
  for (std::size_t r = 0; r < system.nu(); ++r) line(system.u[r], system.nq() + r, system.start_u_kind[r]);
  if (report.moved_given) fmt::print("values that were given had to be changed\n");
  fmt::print("{} after {} corrections; largest residual {:.2g} of positions, {:.2g} of speeds\n",
             report.assembled ? "assembled" : "NOT assembled", report.corrections, report.residual,
             report.motion_residual);
  if (!report.assembled) {
    if (report.worst != absent) fmt::print("farthest from holding: {}\n", system.rows[report.worst].name);
    if (const std::size_t row = broken_built_in(motion); row != absent)
      return fmt::print("{}", explain_built_in(system, row)), failure;
    return fmt::print("give other guesses in `initial`, or hold less\n"), failure;
  }
  if (rest.outcome != EquilibriumReport::Outcome::found) {
    std::fflush(stdout);
    fmt::print(stderr, "{}: error: {}  the values above are those of the assembly, before the search\n",
               options.load.path, explain_failure(rest, system));
    return failure;
  }
  if (options.at_rest) fmt::print("{}", describe_rest(rest, system));
  return success;
}

}  // namespace

void add_assemble_command(CLI::App& app, int& exit_code) {
  auto options = std::make_shared<Options>();
  CLI::App* command = app.add_subcommand("assemble", "Find initial values that satisfy the constraints");
  command->add_option("MODEL", options->load.path, "The model file")->required();
  command->add_option("--set", options->load.set, "Override a parameter: --set m=\"2 kg\"");
  command->add_flag("--static", options->at_rest, "Go on to the static equilibrium that is near");
  command->footer("Example:\n  tangible assemble models/four_bar/four_bar.yaml");
  command->callback([options, &exit_code] { exit_code = run(*options); });
}

}  // namespace tangible
