// SPDX-License-Identifier: Apache-2.0
// tangible export: the equations of a model as code that can be taken away.
#include <filesystem>
#include <iostream>

#include "app/command.h"
#include "app/output_file.h"
#include "app/program_options.h"
#include "engine/starting_inputs.h"
#include "program/emit_c.h"
#include "program/program_file.h"

namespace tangible {
namespace {

struct ExportOptions {
  ModelArguments load;
  std::string language = "c";
  ProgramRequest request;
  std::string folder;
};

std::string title(const ProgramRequest& request) {
  std::string by;
  for (const std::string& each : request.by) by += (by.empty() ? ", by " : ", ") + each;
  return request.name + by;
}

std::vector<CFile> files_of(const ExportOptions& options) {
  const CurrentFormulation model = open_model(options.load);
  const Program program = model_program(model, options.request);
  if (program.outputs.empty())
    throw BadInput(
        options.load.path + ": error: the program " + title(options.request) +
        " has no outputs: its constraints leave no speed free, or the model has none of the requested names");
  const std::string name = std::filesystem::path(options.load.path).stem().string();
  if (options.language == "program") return {{name + ".program", save_program(program)}};
  StartingInputs start = starting_inputs(model, program);
  const std::string state = start.is_assembled
                                ? "Coordinates and speeds are those of the assembled mechanism at its start."
                                : "The mechanism cannot be assembled: its coordinates and speeds are zero here.";
  return emit_c(program, {name, model.equations.name + ": " + title(options.request), std::move(start.values), state,
                          std::move(start.units)});
}

void run(const ExportOptions& options) {
  const std::vector<CFile> files = files_of(options);
  std::error_code error;
  std::filesystem::create_directories(options.folder, error);
  if (error) throw BadInput(options.folder + ": error: cannot be made a folder: " + error.message());
  for (const CFile& file : files) {
    const std::filesystem::path path = std::filesystem::path(options.folder) / file.name;
    write_file(path.string(), file.text);
    std::cout << path.string() << "\n";
  }
}

}  // namespace

void add_export_command(CLI::App& app, int&) {
  auto options = std::make_shared<ExportOptions>();
  CLI::App* command = app.add_subcommand("export", "Write the equations of a model as self-contained code");
  command->add_option("MODEL", options->load.path, "The model file")->required();
  command->add_option("--language", options->language, "c: C11; program: the instructions as text")
      ->check(CLI::IsMember({"c", "program"}))
      ->capture_default_str();
  command->add_option("--out", options->folder, "The folder to write to; it is made if it is not there")->required();
  add_program_options(*command, options->request);
  add_reactions_option(*command, options->load);
  command->add_option("--set", options->load.set, "Override a parameter: --set m=\"2 kg\"");
  command->footer(
      "Example:\n"
      "  tangible export models/spherical_wrist/spherical_wrist.yaml --language c --out wrist\n"
      "  make -C wrist && wrist/example");
  command->callback([options] { run(*options); });
}

}  // namespace tangible
