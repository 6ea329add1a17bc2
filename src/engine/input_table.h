// SPDX-License-Identifier: Apache-2.0
// Inputs over time, from a file.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "mechanics/mechanism.h"
#include "simulation/system.h"

namespace tangible {

// Straight between the given times, constant beyond them; all numbers are SI.
struct InputTable {
  std::vector<std::string> names;
  std::vector<std::vector<double>> rows;  // t, then the inputs
  std::string where;                      // the location of the header, for messages
  struct Column {
    std::string unit;  // as it was written; empty: SI, whatever the input has
    Dimension dimension;
  };
  std::vector<Column> columns = {};  // beside the names; none if the table comes from a record
};

// CSV with a head "t [ms],F [kN],tau"; numbers behind a unit are converted to SI. Throws BadInput with file and line.
InputTable read_input_table(const std::string& path);

// The input of the system that each column of the table sets; unknown names and units that do not fit are bad input.
std::vector<std::size_t> match_inputs(const InputTable& table, const Mechanism& mechanism);

void interpolate(const InputTable& table, const std::vector<std::size_t>& at, double t, std::span<double> inputs);

// Times at which inputs have kinks, increasing.
std::vector<double> find_breakpoints(const InputTable& table);

}  // namespace tangible
