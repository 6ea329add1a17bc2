// SPDX-License-Identifier: Apache-2.0
// tangible show: a stage of the way from equations to machine code, and what it costs.
#include <chrono>
#include <iostream>

#include "app/command.h"
#include "app/model_program.h"
#include "program/evaluation.h"
#include "program/machine_program.h"
#include "program/native_code.h"
#include "program/passes.h"

namespace tangible {
namespace {

struct Options {
  LoadOptions load;
  std::string stage = "program";
  ProgramRequest request;
  bool counts_only = false;
};

void show_program(const Program& lowered, bool counts_only) {
  std::vector<PassReport> report;
  const Program program = apply_passes(lowered, &report);
  for (const PassReport& line : report)
    std::cout << "; after " << line.pass << ": " << line.instructions << " instructions, " << to_text(line.count)
              << "\n";
  std::cout << "; " << program.inputs.size() << " inputs, " << program.constants.size() << " constants\n";
  if (!counts_only) std::cout << program.to_text();
}

void show_machine(const Program& lowered, bool counts_only) {
  const auto start = std::chrono::steady_clock::now();
  const Code code(lowered, Backend::automatic);
  const std::chrono::duration<double, std::milli> time = std::chrono::steady_clock::now() - start;
  if (code.native() == nullptr) {
    std::cout << "; no native code: " << code.fallback() << "; the interpreter runs the program\n";
    return;
  }
  const MachineProgram& machine = *code.machine();
  std::cout << "; " << machine.instructions.size() << " machine instructions for " << code.program().instructions.size()
            << " of the program: " << machine.loads << " loads, " << machine.spills << " spills, "
            << machine.registers.count << " registers, " << machine.workspace_size << " places in memory\n; "
            << code.native()->size() << " bytes, made in " << time.count() << " ms\n";
  if (!counts_only) std::cout << machine.to_text();
}

void run(const Options& options) {
  const LoadedModel model = load_model(options.load);
  const Program program = model_program(model, options.request);
  options.stage == "machine" ? show_machine(program, options.counts_only) : show_program(program, options.counts_only);
}

}  // namespace

void add_show_command(CLI::App& app, int&) {
  auto options = std::make_shared<Options>();
  CLI::App* command = app.add_subcommand("show", "Show a stage between the equations of a model and machine code");
  command->add_option("MODEL", options->load.path, "The model file")->required();
  command
      ->add_option("--stage", options->stage,
                   "program: instructions, with counts after each pass; machine: after register allocation")
      ->check(CLI::IsMember({"program", "machine"}))
      ->capture_default_str();
  add_program_options(*command, options->request);
  add_reactions_option(*command, options->load);
  command->add_flag("--counts", options->counts_only, "Only the counts, not the instructions");
  command->add_option("--set", options->load.set, "Override a parameter: --set m=\"2 kg\"");
  command->footer(
      "Examples:\n"
      "  tangible show models/spherical_wrist/spherical_wrist.yaml --stage program\n"
      "  tangible show models/seven_revolute_arm/seven_revolute_arm.yaml --stage machine --counts");
  command->callback([options] { run(*options); });
}

}  // namespace tangible
