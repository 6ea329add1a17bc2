// SPDX-License-Identifier: Apache-2.0
// tangible show: a stage between equations and machine code, and its cost.
#include <chrono>
#include <iostream>

#include "app/command.h"
#include "app/program_options.h"
#include "program/machine_program.h"
#include "program/native_code.h"
#include "program/passes.h"

namespace tangible {
namespace {

struct ShowOptions {
  ModelArguments load;
  std::string stage = "program";
  ProgramRequest request;
  std::string target;
  unsigned lanes = 1;
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

// Code for any target can be shown; the default is the target of this processor.
void show_machine(const Program& lowered, const ShowOptions& options) {
  const Target target = options.target == "avx512" ? Target::avx512
                        : options.target == "avx2" ? Target::avx2
                                                   : best_target();
  if (target == Target::portable) {
    std::cout << "; no native code: " << why_no_native_code() << "; the interpreter runs the program\n";
    return;
  }
  const auto start = std::chrono::steady_clock::now();
  const CodeShape shape{options.lanes, target};
  const Program program = apply_passes(lowered);
  const MachineProgram machine = allocate_registers(program, shape.registers());
  const EncodedProgram code = encode(machine, shape);
  const std::chrono::duration<double, std::milli> time = std::chrono::steady_clock::now() - start;
  std::cout << "; " << machine.instructions.size() << " machine instructions for " << program.instructions.size()
            << " of the program: " << machine.loads << " loads, " << machine.spills << " spills, "
            << machine.registers.count << " registers, " << machine.workspace_size << " slots in memory\n; "
            << code.bytes.size() << " bytes for " << name_of(target) << ", made in " << time.count() << " ms\n";
  if (const std::string why = unsupported_reason(target); !why.empty())
    std::cout << "; it does not run here: " << why << "\n";
  if (!options.counts_only) std::cout << machine.to_text();
}

void run(const ShowOptions& options) {
  const CurrentFormulation model = open_model(options.load);
  const Program program = model_program(model, options.request);
  options.stage == "machine" ? show_machine(program, options) : show_program(program, options.counts_only);
}

}  // namespace

void add_show_command(CLI::App& app, int&) {
  auto options = std::make_shared<ShowOptions>();
  CLI::App* command = app.add_subcommand("show", "Show a stage between the equations of a model and machine code");
  command->add_option("MODEL", options->load.path, "The model file")->required();
  command
      ->add_option("--stage", options->stage,
                   "program: instructions, with counts after each pass; machine: after register allocation")
      ->check(CLI::IsMember({"program", "machine"}))
      ->capture_default_str();
  const CLI::Option* target =
      command
          ->add_option("--target", options->target,
                       "Instruction set of the machine code (default: the best of this processor)")
          ->check(CLI::IsMember({"avx2", "avx512"}));
  const CLI::Option* lanes =
      command->add_option("--lanes", options->lanes, "Machine: evaluations at once, as in batches")
          ->check(CLI::IsMember({1, 4, 8}))
          ->capture_default_str();
  add_program_options(*command, options->request);
  add_reactions_option(*command, options->load);
  command->add_flag("--counts", options->counts_only, "Only the counts, not the instructions");
  command->add_option("--set", options->load.set, "Override a parameter: --set m=\"2 kg\"");
  command->footer(
      "Examples:\n"
      "  tangible show models/spherical_wrist/spherical_wrist.yaml --stage program\n"
      "  tangible show models/seven_revolute_arm/seven_revolute_arm.yaml --stage machine --counts\n"
      "  tangible show models/seven_revolute_arm/seven_revolute_arm.yaml --stage machine --target avx512 --lanes 8");
  command->callback([options, target, lanes] {
    for (const CLI::Option* option : {target, lanes})
      if (option->count() > 0 && options->stage != "machine")
        throw BadInput(option->get_name() + ": error: it belongs to machine code; add --stage machine");
    run(*options);
  });
}

}  // namespace tangible
