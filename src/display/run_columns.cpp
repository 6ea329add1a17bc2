// SPDX-License-Identifier: Apache-2.0
// Quantisation and differences.
#include "display/run_columns.h"

#include <algorithm>
#include <cmath>

namespace tangible {
namespace {

std::vector<std::int64_t> quantise(const RunColumn& column, std::span<const double> numbers) {
  std::vector<std::int64_t> out;
  out.reserve(numbers.size());
  for (const double x : numbers)
    out.push_back(!std::isfinite(x)  ? not_a_number
                  : column.step == 0 ? std::llround(x)
                                     : std::llround((x - column.low) / column.step));
  return out;
}

std::string differences(std::span<const std::int64_t> integers, int order) {
  std::string out;
  std::int64_t last = 0, difference = 0;
  for (std::size_t k = 0; k < integers.size(); ++k) {
    const std::int64_t d = integers[k] - last;
    append_integer(out, order == 2 && k > 1 ? d - difference : d);
    last = integers[k];
    difference = d;
  }
  return out;
}

}  // namespace

void append_integer(std::string& out, std::int64_t integer) {
  std::uint64_t folded =
      integer >= 0 ? 2 * static_cast<std::uint64_t>(integer) : 2 * static_cast<std::uint64_t>(-(integer + 1)) + 1;
  while (folded >= 128) {
    out.push_back(static_cast<char>(folded % 128 + 128));
    folded /= 128;
  }
  out.push_back(static_cast<char>(folded));
}

std::optional<std::int64_t> read_integer(std::string_view& data) {
  std::uint64_t folded = 0;
  for (unsigned shift = 0; shift < 64 && !data.empty(); shift += 7) {
    const auto byte = static_cast<unsigned char>(data.front());
    data.remove_prefix(1);
    folded |= static_cast<std::uint64_t>(byte & 127u) << shift;
    if (byte < 128)
      return folded % 2 == 0 ? static_cast<std::int64_t>(folded / 2) : -static_cast<std::int64_t>(folded / 2) - 1;
  }
  return std::nullopt;
}

std::optional<std::vector<double>> read_column(std::string_view& data, const RunColumn& column, std::size_t samples) {
  if (column.constant) return std::vector<double>(samples, *column.constant);
  std::vector<double> out;
  std::uint64_t n = 0, difference = 0;  // integers that wrap around: data may be anything
  for (std::size_t k = 0; k < samples; ++k) {
    const std::optional<std::int64_t> stored = read_integer(data);
    if (!stored) return std::nullopt;
    difference = static_cast<std::uint64_t>(*stored) + (column.order == 2 && k > 1 ? difference : 0);
    n += difference;
    const auto integer = static_cast<std::int64_t>(n);
    const auto x = static_cast<double>(integer);
    out.push_back(column.step == 0 ? x : integer == not_a_number ? std::nan("") : column.low + column.step * x);
  }
  return out;
}

void fit_range(RunColumn& column, std::span<const double> numbers) {
  double low = INFINITY, high = -INFINITY;
  for (const double x : numbers) {
    if (!std::isfinite(x)) continue;
    low = std::min(low, x);
    high = std::max(high, x);
  }
  column.low = std::isfinite(low) ? low : 0;
  column.step = high > low ? (high - low) / 65535 : 1;
  if (!std::isfinite(column.step) || column.step <= 0) column.step = 1;
}

void append_column(std::string& out, RunColumn& column, std::span<const double> numbers) {
  if (!numbers.empty() && std::isfinite(numbers[0]) &&
      std::ranges::all_of(numbers, [&](double x) { return x == numbers[0]; })) {
    column.constant = numbers[0];
    return;
  }
  // Steps are lengthened only where the integers would leave the range of the format.
  if (column.step > 0)
    for (const double x : numbers)
      if (std::isfinite(x)) column.step = std::max(column.step, std::abs(x - column.low) / 1e14);
  const std::vector<std::int64_t> integers = quantise(column, numbers);
  const std::string first = differences(integers, 1);
  const std::string second = column.step > 0 ? differences(integers, 2) : "";
  column.order = column.step > 0 && second.size() < first.size() ? 2 : 1;
  out += column.order == 2 ? second : first;
}

}  // namespace tangible
