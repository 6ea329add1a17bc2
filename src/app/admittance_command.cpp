// SPDX-License-Identifier: Apache-2.0
// tangible admittance: a scripted hand on an admittance display, and what it costs to sample it.
#include <fmt/core.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "app/command.h"
#include "app/model_arguments.h"
#include "app/output_file.h"
#include "app/record_file.h"
#include "display/trial_pictures.h"
#include "engine/json_file.h"

namespace tangible {
namespace {

struct AdmittanceArguments {
  ModelArguments model;
  std::vector<std::string> variants = {"extrapolated"}, start;
  std::string form = "as_printed", device = "ideal", format = "text", script, out, plot, strobe;
  double rate = 1000, until = 0, every = 0, mass = 11, inertia = 0.05, lag = 2e-3;
  std::vector<double> gains = {2500, 10000, 100};
};

// name=value pairs; in a script both parts are JSON.
void add_assignment(std::vector<std::string>& list, const std::string& name, const nlohmann::ordered_json& value) {
  list.push_back(name + "=" + (value.is_string() ? value.get<std::string>() : value.dump()));
}

// {"set": {"m": "0.4 kg"}, "start": {"z1": 0.2}, "until": 10}: values that the command line does not give.
void read_script(AdmittanceArguments& a) {
  const nlohmann::ordered_json script =
      parse_json(read_whole_file(a.script), a.script, "a script is a JSON object: {\"set\": {...}, \"start\": {...}}");
  if (!script.is_object()) throw BadInput(a.script + ": error: a script is a JSON object");
  for (const auto& [key, value] : script.items()) {
    const bool lists = (key == "set" || key == "start") && value.is_object();
    if (!lists && !(key == "until" && value.is_number()))
      throw BadInput(a.script + ": error: '" + key +
                     "' is not understood here; a script has `set` and `start`, objects, and `until`, in seconds");
    if (key == "until" && a.until <= 0) a.until = value;
    if (key == "until") continue;
    std::vector<std::string>& list = key == "set" ? a.model.set : a.start;
    for (const auto& [name, x] : value.items()) {
      const auto is_given = [&](const std::string& text) { return text.starts_with(name + "="); };
      if (std::ranges::none_of(list, is_given)) add_assignment(list, name, x);
    }
  }
}

std::vector<double> start_of(const AdmittanceArguments& a, const Model& model, const TaskProgram& program) {
  if (a.start.empty()) return {};
  Simulation run(model, {.method = Method::rk4, .step = 1 / a.rate});
  TaskNumbers task(model.task(), model.system());
  std::vector<double> z = program.start_z;
  try {
    z = start_parameters(run, task);
  } catch (const BadInput&) {  // the values are for keys that the model does not have
  }
  for (const std::string& text : a.start) {
    const std::size_t equals = text.find('=');
    const auto at = std::ranges::find(program.z, text.substr(0, equals), &Quantity::name);
    if (equals == std::string::npos || at == program.z.end())
      throw BadInput("--start " + text + ": error: write NAME=VALUE with a name of `z` of `task`, in SI units");
    char* end = nullptr;
    const std::string number = text.substr(equals + 1);
    z[static_cast<std::size_t>(at - program.z.begin())] = std::strtod(number.c_str(), &end);
    if (number.empty() || *end != '\0')
      throw BadInput("--start " + text + ": error: '" + number + "' is not a number (SI units, none written)");
  }
  return z;
}

AdmittanceOptions options_of(const AdmittanceArguments& a) {
  AdmittanceOptions o;
  o.tick = 1 / a.rate;
  o.until = a.until > 0 ? a.until : 10;
  o.form = a.form == "corrected" ? AlgorithmForm::corrected : AlgorithmForm::as_printed;
  o.ideal_device = a.device == "ideal";
  o.apparent = {a.mass, a.inertia};
  o.lag = a.lag;
  o.gains = {a.gains[0], a.gains[1], a.gains[2]};
  return o;
}

std::vector<AdmittanceRunPlan> plans_of(const AdmittanceArguments& a, const AdmittanceOptions& base, bool has_psi) {
  std::vector<AdmittanceRunPlan> plans;
  const auto add = [&](AdmittanceVariant variant, AlgorithmForm form) {
    AdmittanceRunPlan plan{base, std::string(name_of(variant)), 0.01, 0};
    plan.options.variant = variant;
    plan.options.form = form;
    if (variant == AdmittanceVariant::algorithm_one)
      plan.label += form == AlgorithmForm::corrected ? " corrected" : " as printed";
    if (!a.strobe.empty()) plan.strobe = a.every > 0 ? a.every : base.until / 20;
    plans.push_back(std::move(plan));
  };
  const bool all = std::ranges::find(a.variants, "all") != a.variants.end();
  for (const AdmittanceVariant variant : all_admittance_variants) {
    const bool is_one = variant == AdmittanceVariant::algorithm_one;
    if (!all && std::ranges::find(a.variants, name_of(variant)) == a.variants.end()) continue;
    if (all && is_one && !has_psi) continue;
    add(variant, all ? AlgorithmForm::as_printed : base.form);
    if (all && is_one) add(variant, AlgorithmForm::corrected);
  }
  return plans;
}

void check_files(const AdmittanceArguments& a) {
  std::vector<PathOption> read{{"MODEL", a.model.path}}, written;
  if (!a.script.empty()) read.push_back({"--script", a.script});
  if (!a.out.empty()) check_record_name(a.out), written.push_back({"--out", a.out});
  for (const auto& [option, path] : {PathOption{"--plot", a.plot}, PathOption{"--strobe", a.strobe}}) {
    if (path.empty()) continue;
    if (!path.ends_with(".svg"))
      throw BadInput(option + " " + path + ": error: the picture is SVG; give a name that ends in .svg");
    written.push_back({option, path});
  }
  for (const PathOption& file : written) check_can_be_written(file.option, file.path);
  check_paths_differ(read, written);
}

int run_command(AdmittanceArguments a) {
  check_files(a);
  if (!a.script.empty()) read_script(a);
  Formulation formulation = formulate(a.model.path, formulation_options(a.model));
  fmt::print(stderr, "{}", formulation.warning_text);
  const Model model(std::move(formulation));
  const auto program = model.task();
  AdmittanceOptions base = options_of(a);
  base.z = start_of(a, model, *program);
  const std::vector<AdmittanceRunPlan> plans = plans_of(a, base, program->psi != nullptr);
  const auto truth = program->psi ? continuous_parameters(model, base) : std::vector<std::vector<double>>{};
  std::vector<AdmittanceReport> reports;
  for (const AdmittanceRunPlan& plan : plans) reports.push_back(run_admittance_trial(model, plan, truth));
  if (a.format == "json")
    fmt::print("{}\n", trial_json(*program, reports).dump(2));
  else
    fmt::print("{}", trial_text(*program, reports));
  const AdmittanceReport& shown = reports.back();
  if (!a.out.empty()) write_record(shown.record, a.out, {});
  if (!a.plot.empty()) write_file(a.plot, trial_plot(*program, shown));
  if (!a.strobe.empty()) write_file(a.strobe, trial_strobe(model, shown));
  const auto failed = [](const AdmittanceReport& r) { return r.status != TaskStatus::ok; };
  return std::ranges::any_of(reports, failed) ? failure : success;
}

void add_options(CLI::App& command, AdmittanceArguments& a) {
  const CLI::Validator positive = positive_number();
  command.add_option("MODEL", a.model.path, "The model file; it has `task` with `hand`")->required();
  command
      .add_option(
          "--variant", a.variants,
          "What moves the reference: algorithm1, or the simulation with the wrench held in the world (world) or "
          "the handle's frame (handle), or on a line through two samples (line-world, line), or through three "
          "(extrapolated); all: each, side by side")
      ->check(CLI::IsMember({"all", "algorithm1", "world", "handle", "line-world", "line", "extrapolated"}))
      ->delimiter(',');
  command
      .add_option("--form", a.form,
                  "Form of algorithm1: as_printed; or corrected, with speeds projected on the constraints")
      ->check(CLI::IsMember({"as_printed", "corrected"}));
  command.add_option("--device", a.device, "ideal: where the reference is; lagged: masses behind slow actuators")
      ->check(CLI::IsMember({"ideal", "lagged"}));
  command.add_option("--mass", a.mass, "Mass of the lagged device, kg")->check(positive)->capture_default_str();
  command.add_option("--inertia", a.inertia, "Inertia of the lagged device, kg m^2")
      ->check(positive)
      ->capture_default_str();
  command.add_option("--lag", a.lag, "Time constant of its actuators, s")->check(positive)->capture_default_str();
  command.add_option("--gains", a.gains, "Gains Kp,Ki,Kd of its controller (default: 2500,10000,100)")
      ->delimiter(',')
      ->expected(3);
  command.add_option("--rate", a.rate, "Ticks per second")->check(positive)->capture_default_str();
  command.add_option("--until", a.until, "End of the run, s (default: 10)")->check(positive);
  command.add_option("--start", a.start, "Override an initial value: --start z1=0.4, SI units");
  command.add_option("--set", a.model.set, "Override a parameter: --set m=\"2 kg\"");
  command.add_option("--script", a.script, "JSON file with `set`, `start` and `until`")->check(not_empty());
  command.add_option("--format", a.format, "text or json")->check(CLI::IsMember({"text", "json"}));
  command.add_option("--out", a.out,
                     "Write x, x', z, forces and metrics to FILE.csv or FILE.json (of the last variant)");
  command.add_option("--plot", a.plot, "Draw the metrics over time, FILE.svg (of the last variant)");
  command.add_option("--strobe", a.strobe, "Draw instants in one picture, FILE.svg (of the last variant)");
  command.add_option("--every", a.every, "Time between these instants, s (default: 20 of them)")->check(positive);
}

}  // namespace

void add_admittance_command(CLI::App& app, int& exit_code) {
  auto arguments = std::make_shared<AdmittanceArguments>();
  CLI::App* command = app.add_subcommand("admittance", "Run an admittance display with a scripted hand");
  add_options(*command, *arguments);
  command->footer(
      "Examples:\n"
      "  tangible admittance models/upright_rolling_disk/upright_rolling_disk.yaml --variant all\n"
      "  tangible admittance models/disk_on_sphere/disk_on_sphere.yaml --device lagged --plot metrics.svg\n"
      "  tangible admittance models/two_links_on_a_circle/two_links_on_a_circle.yaml --start z1=1.4 --format json");
  command->callback([arguments, &exit_code] { exit_code = run_command(*arguments); });
}

}  // namespace tangible
