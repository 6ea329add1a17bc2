// SPDX-License-Identifier: Apache-2.0
// tangible equations: what the analyst reads.
#include <algorithm>
#include <iostream>

#include "app/command.h"
#include "app/equations_report.h"
#include "app/pipeline.h"
#include "app/stage_times.h"

namespace tangible {
namespace {

struct EquationsOptions {
  LoadOptions load;
  std::string format = "text";
  std::vector<std::string> mode;
  bool intermediates = false;
  bool time = false;
};

// Names of declared modes stand for the rows that hold in them, and names of loops for all of their rows.
std::vector<std::string> rows_in_modes(const LoadedModel& model, const std::vector<std::string>& asked) {
  std::vector<std::string> rows;
  for (const std::string& name : asked) {
    const DeclaredMode* mode = model.mechanism->modes().find(name);
    const std::vector<std::string> named = mode == nullptr ? std::vector{name} : mode->rows;
    for (const std::string& constraint : named) {
      const std::size_t before = rows.size();
      for (const ConstraintRow& row : model.equations.rows)
        if (row.name == constraint || row.name.starts_with(constraint + ".")) rows.push_back(row.name);
      if (rows.size() == before) rows.push_back(constraint);
    }
  }
  return rows;
}

// The rows that hold: the permanent ones, those that hold at the start, and those asked for.
std::vector<std::string> active_rows(const LoadedModel& model, const std::vector<std::string>& modes) {
  const Equations& equations = model.equations;
  const std::vector<std::string> asked = rows_in_modes(model, modes);
  std::vector<std::string> names;
  for (const ConstraintRow& row : equations.rows) {
    const bool named = std::ranges::find(asked, row.name) != asked.end();
    const bool from_start = row.active == Activity::on && modes.empty();
    if (row.active == Activity::permanent || from_start || named) names.push_back(row.name);
  }
  for (const std::string& name : asked)
    if (std::ranges::find(equations.rows, name, &ConstraintRow::name) == equations.rows.end())
      throw BadInput("--mode " + name + ": error: the model has no constraint and no mode of that name");
  return names;
}

void run(const EquationsOptions& options) {
  const LoadedModel model = load_model(options.load);
  const Embedding embedding = embed_rows(model, active_rows(model, options.mode));
  const EquationsReport report{*model.mechanism, model.equations, embedding, options.intermediates};
  if (options.format == "latex")
    write_latex(std::cout, report);
  else if (options.format == "json")
    write_json(std::cout, report);
  else if (options.format == "c")
    write_c(std::cout, report);
  else
    write_text(std::cout, report);
  if (options.time) write_stage_times(std::cerr, model, embedding);
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
                   "Constraints that come and go and hold now, or declared modes, separated by commas")
      ->delimiter(',');
  command->add_option("--reactions", options->load.reactions, "Joints, points and frames: what holds them")
      ->delimiter(',');
  command->add_flag("--intermediates", options->intermediates, "Name what is used more than once z1, z2, ...");
  command->add_flag("--time", options->time,
                    "Say what each stage from the model file to the first native evaluation took");
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
