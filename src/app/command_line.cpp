// SPDX-License-Identifier: Apache-2.0
// The commands, and what is printed when an argument is wrong.
#include "app/command_line.h"

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <iostream>

#include "app/command.h"
#include "app/library_names.h"
#include "app/output_file.h"
#include "engine/formulation.h"
#include "model/names.h"

namespace tangible {
namespace {

std::string unknown_options(const CLI::App& app, const std::vector<std::string>& words) {
  const std::vector<CLI::App*> chosen = app.get_subcommands();
  const CLI::App& command = chosen.empty() ? app : *chosen.front();
  std::vector<std::string> known;
  for (const CLI::Option* option : command.get_options())
    for (const std::string& name : option->get_lnames()) known.push_back(name);
  const std::string name = chosen.empty() ? "tangible" : "tangible " + command.get_name();
  std::string text;
  for (const std::string& word : words) {
    if (!word.starts_with('-')) continue;
    const std::string near = nearest(word.substr(std::min(word.find_first_not_of('-'), word.size())), known);
    text += name + ": error: unknown option '" + word + "'\n";
    if (!near.empty()) text += "  did you mean '--" + near + "'?\n";
  }
  if (text.empty()) text = name + ": error: '" + words.front() + "' is one argument too many\n";
  return text + "  " + name + " --help lists the options\n";
}

// The words for a first argument that is no command, or is not there; empty if it is a command or an option.
std::string unknown_command(const CLI::App& app, int argc, char** argv) {
  const std::string word = argc < 2 ? "" : argv[1];
  if (word.starts_with('-')) return app.get_option_no_throw(word) != nullptr ? "" : unknown_options(app, {word});
  std::vector<std::string> known;
  for (const CLI::App* command : app.get_subcommands([](const CLI::App*) { return true; }))
    known.push_back(command->get_name());
  if (std::ranges::find(known, word) != known.end()) return "";
  const bool is_model = word.ends_with(".yaml") || word.ends_with(".yml");
  return "tangible: error: " + (word.empty() ? "no command is given" : "unknown command '" + word + "'") + "\n  " +
         (is_model ? "name a command for the model: tangible simulate " + word : suggestion(word, known, "commands")) +
         "\n  tangible --help describes each of them\n";
}

// Printed text has arrived, or there is an error.
void finish_output() {
  errno = 0;
  if (!std::cout.flush() || std::fflush(stdout) != 0 || std::ferror(stdout) != 0)
    throw CannotWrite(std::string("tangible: error: the output cannot be written") +
                      (errno != 0 ? std::string(": ") + std::strerror(errno) : ""));
}

}  // namespace

int run_command_line(int argc, char** argv) {
  CLI::App app{"Tangible: describe a mechanism, read its equations of motion, and feel it move."};
  app.require_subcommand(1);
  app.set_version_flag("--version", "tangible 0.1.0");
  app.set_help_all_flag("--help-all", "Help of all commands");
  int exit_code = success;
  add_equations_command(app, exit_code);
  add_evaluate_command(app, exit_code);
  add_check_command(app, exit_code);
  add_show_command(app, exit_code);
  add_export_command(app, exit_code);
  add_simulate_command(app, exit_code);
  add_assemble_command(app, exit_code);
  add_replay_command(app, exit_code);
  add_modes_command(app, exit_code);
  add_view_command(app, exit_code);
  add_run_command(app, exit_code);
  add_devices_command(app, exit_code);
  add_stability_command(app, exit_code);
  add_share_command(app, exit_code);
  add_render_command(app, exit_code);
  add_admittance_command(app, exit_code);
  accept_library_names(app);
  add_completion_command(app);
  // After the commands, which would take it for their own otherwise.
  app.footer(
      "Examples:\n"
      "  tangible view shopping_cart\n"
      "  tangible equations models/shopping_cart/shopping_cart.yaml --mode caster_sticks\n"
      "  tangible simulate models/double_pendulum/double_pendulum.yaml --until 5 --plot motion.svg\n"
      "  tangible run models/shopping_cart/shopping_cart.yaml --virtual-time --duration 4");
  if (const std::string unknown = unknown_command(app, argc, argv); !unknown.empty()) {
    std::cerr << unknown;
    return bad_input;
  }
  try {
    app.parse(argc, argv);
    finish_output();
  } catch (const CLI::ExtrasError&) {
    std::vector<std::string> words = app.remaining(true);
    std::cerr << unknown_options(app, words.empty() ? std::vector<std::string>{"?"} : words);
    return bad_input;
  } catch (const CLI::ParseError& error) {
    const int code = app.exit(error);
    return code == 0 ? success : bad_input;
  } catch (const BadInput& error) {
    std::cerr << error.what() << (std::string_view(error.what()).ends_with('\n') ? "" : "\n");
    return bad_input;
  } catch (const CannotWrite& error) {
    std::cerr << error.what() << (std::string_view(error.what()).ends_with('\n') ? "" : "\n");
    return failure;
  } catch (const std::exception& error) {
    std::cerr << "error: " << error.what() << "\n";
    return failure;
  }
  return exit_code;
}

}  // namespace tangible
