// SPDX-License-Identifier: Apache-2.0
// Subcommands: each adds itself to the command line and runs when it was chosen.
#pragma once

#include <CLI/CLI.hpp>

namespace tangible {

// violated_rows: numbers are right for the state that was given, but the rows that hold do not allow that state.
enum ExitCode : int { success = 0, failure = 1, bad_input = 2, violated_rows = 3, by_interrupt = 130 };

// For options: a number above zero, zero or above it, or in a range; a name that is not empty, as of a variable of the
// shell that was not set.
CLI::Validator positive_number();
CLI::Validator number_from_zero();
CLI::Validator number_between(double low, double high);
CLI::Validator not_empty();

void add_equations_command(CLI::App& app, int& exit_code);
void add_evaluate_command(CLI::App& app, int& exit_code);
void add_check_command(CLI::App& app, int& exit_code);
void add_show_command(CLI::App& app, int& exit_code);
void add_export_command(CLI::App& app, int& exit_code);
void add_simulate_command(CLI::App& app, int& exit_code);
void add_assemble_command(CLI::App& app, int& exit_code);
void add_replay_command(CLI::App& app, int& exit_code);
void add_modes_command(CLI::App& app, int& exit_code);
void add_view_command(CLI::App& app, int& exit_code);
void add_run_command(CLI::App& app, int& exit_code);
void add_devices_command(CLI::App& app, int& exit_code);
void add_stability_command(CLI::App& app, int& exit_code);
void add_share_command(CLI::App& app, int& exit_code);
void add_render_command(CLI::App& app, int& exit_code);
void add_admittance_command(CLI::App& app, int& exit_code);
void add_completion_command(CLI::App& app);  // last, so that it includes the others

}  // namespace tangible
