// SPDX-License-Identifier: Apache-2.0
// tangible: the command line.
#include <iostream>

#include "app/command.h"
#include "app/pipeline.h"

int main(int argc, char** argv) {
  CLI::App app{"Tangible: describe a mechanism, read its equations of motion, and feel it move."};
  app.require_subcommand(1);
  app.set_version_flag("--version", "tangible 0.1.0");
  app.footer(
      "Examples:\n"
      "  tangible equations models/shopping_cart/shopping_cart.yaml\n"
      "  tangible check models/shopping_cart/shopping_cart.yaml\n"
      "  tangible evaluate models/shopping_cart/shopping_cart.yaml --states states.json");
  app.set_help_all_flag("--help-all", "Help of all commands");
  int exit_code = tangible::success;
  tangible::add_equations_command(app, exit_code);
  tangible::add_evaluate_command(app, exit_code);
  tangible::add_check_command(app, exit_code);
  tangible::add_show_command(app, exit_code);
  tangible::add_export_command(app, exit_code);
  tangible::add_simulate_command(app, exit_code);
  tangible::add_assemble_command(app, exit_code);
  tangible::add_replay_command(app, exit_code);
  tangible::add_modes_command(app, exit_code);
  tangible::add_completion_command(app);
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    const int code = app.exit(error);
    return code == 0 ? tangible::success : tangible::bad_input;
  } catch (const tangible::BadInput& error) {
    std::cerr << error.what() << (std::string_view(error.what()).ends_with('\n') ? "" : "\n");
    return tangible::bad_input;
  } catch (const std::exception& error) {
    std::cerr << "error: " << error.what() << "\n";
    return tangible::failure;
  }
  return exit_code;
}
