// SPDX-License-Identifier: Apache-2.0
// tangible equations: what the analyst reads.
#include <algorithm>
#include <iostream>

#include "app/command.h"
#include "app/model_arguments.h"
#include "engine/equations_json.h"
#include "engine/equations_report.h"
#include "engine/mode_rows.h"
#include "engine/stage_times.h"

namespace tangible {
namespace {

struct EquationsOptions {
  ModelArguments load;
  std::string format = "text";
  std::vector<std::string> mode;
  bool intermediates = false;
  bool time = false;
};

void run(const EquationsOptions& options) {
  const CurrentFormulation model = open_model(options.load);
  const Embedding embedding = embed_rows(model, rows_of_mode(model, options.mode, "--mode "));
  const bool everything = options.format == "latex" || options.format == "json";
  const EquationsReport report{*model.mechanism, model.equations, embedding, options.intermediates, everything};
  if (options.format == "latex")
    std::cout << make_document(report).latex();
  else if (options.format == "json")
    write_json(std::cout, make_document(report));
  else if (options.format == "c")
    write_c(std::cout, report);
  else
    std::cout << make_document(report).text();
  if (options.time) std::cerr << stage_times_text(model, embedding);
}

}  // namespace

void add_equations_command(CLI::App& app, int&) {
  auto options = std::make_shared<EquationsOptions>();
  CLI::App* command = app.add_subcommand("equations", "Print the equations of motion of a model");
  command->add_option("MODEL", options->load.path, "The model file")->required();
  command->add_option("--format", options->format, "text, latex, json or c")
      ->check(CLI::IsMember({"text", "latex", "json", "c"}))
      ->capture_default_str();
  command
      ->add_option("--mode", options->mode,
                   "Switchable constraints to activate, or declared modes, separated by commas")
      ->delimiter(',');
  command->add_option("--reactions", options->load.reactions, "Joints, points and frames whose reactions to compute")
      ->delimiter(',');
  command->add_flag("--intermediates", options->intermediates, "Name common subexpressions z1, z2, ...");
  command->add_flag("--time", options->time,
                    "Print the time of each phase from the model file to the first native evaluation");
  command->add_option("--set", options->load.set, "Override a parameter: --set m=\"2 kg\"");
  command->footer(
      "Examples:\n"
      "  tangible equations models/shopping_cart/shopping_cart.yaml\n"
      "  tangible equations models/shopping_cart/shopping_cart.yaml --mode caster_sticks\n"
      "  tangible equations models/shopping_cart/shopping_cart.yaml --format latex > cart.tex\n"
      "  tangible equations models/seven_revolute_arm/seven_revolute_arm.yaml --reactions link1");
  command->callback([options] { run(*options); });
}

}  // namespace tangible
