// SPDX-License-Identifier: Apache-2.0
// Columns of a recorded run: quantised numbers as first or second differences in LEB128
// (docs/reference/viewer-protocol.md, the recorded run).
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace tangible {

struct RunColumn {
  std::string what;
  int index = -1, part = -1;            // -1: the column has none
  double step = 0, low = 0;             // x = low + step n; step 0: the numbers are integers
  int order = 1;                        // of the differences
  std::optional<double> constant = {};  // of all samples: the column takes no data
};

constexpr std::int64_t not_a_number = -(std::int64_t{1} << 50);

// 2i for i >= 0 and -2i - 1 for i < 0, seven bits a byte, lowest first.
void append_integer(std::string& out, std::int64_t integer);

// Chooses between a constant and the order that takes fewer bytes, and appends the numbers.
void append_column(std::string& out, RunColumn& column, std::span<const double> numbers);

// Takes the next integer from the front of the data; nothing if they end before it does.
std::optional<std::int64_t> read_integer(std::string_view& data);
// Takes a column of so many samples from the front of the data; nothing if they end before it does.
std::optional<std::vector<double>> read_column(std::string_view& data, const RunColumn& column, std::size_t samples);

// Low and step such that the range is 65535 steps.
void fit_range(RunColumn& column, std::span<const double> numbers);

}  // namespace tangible
