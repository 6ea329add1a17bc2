// SPDX-License-Identifier: Apache-2.0
// The command line of the program.
#pragma once

namespace tangible {

// Runs what the arguments of main name; returns the exit status of the program.
int run_command_line(int argc, char** argv);

}  // namespace tangible
