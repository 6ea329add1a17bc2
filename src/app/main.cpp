// SPDX-License-Identifier: Apache-2.0
// tangible: the program.
#include "app/command_line.h"

int main(int argc, char** argv) { return tangible::run_command_line(argc, argv); }
