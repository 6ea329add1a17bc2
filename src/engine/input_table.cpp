// SPDX-License-Identifier: Apache-2.0
// CSV to a table of inputs, and from the table to the inputs at a time.
#include "engine/input_table.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <numbers>

#include "engine/formulation.h"
#include "engine/unit_text.h"
#include "model/names.h"
#include "model/units.h"

namespace tangible {
namespace {

constexpr std::string_view example = "t,F,tau or t [ms],F [kN]";

std::string_view trim(std::string_view text) {
  const std::size_t begin = text.find_first_not_of(" \t\r");
  if (begin == std::string_view::npos) return {};
  return text.substr(begin, text.find_last_not_of(" \t\r") + 1 - begin);
}

// Between commas, without blanks around and without the quotes of spreadsheets.
std::vector<std::string> cells(std::string_view line) {
  std::vector<std::string> list;
  for (bool more = true; more;) {
    const std::size_t comma = line.find(',');
    more = comma != std::string_view::npos;
    std::string_view cell = trim(line.substr(0, comma));
    if (cell.size() >= 2 && cell.front() == '"' && cell.back() == '"') cell = trim(cell.substr(1, cell.size() - 2));
    list.emplace_back(cell);
    if (more) line.remove_prefix(comma + 1);
  }
  return list;
}

// The beginning of a line, without bytes that a terminal might obey.
std::string readable(const std::string& line) {
  std::string text = line.substr(0, 60);
  for (char& c : text)
    if (static_cast<unsigned char>(c) < 0x20 || static_cast<unsigned char>(c) >= 0x7F) c = '.';
  return text;
}

Dimension dimension_of(const Unit& unit) {
  const auto [kg, m, s, ampere, kelvin] = unit.dimension.integers();
  return {.length = m, .mass = kg, .time = s, .current = ampere, .temperature = kelvin};
}

class TableReader {
 public:
  explicit TableReader(const std::string& path) : path_(path), file_(path) {
    std::error_code ignored;
    if (std::filesystem::is_directory(path, ignored))
      throw BadInput(path + ": error: this is a folder; give a CSV file with a head such as " + std::string(example));
    if (!file_) throw BadInput(path + ": error: cannot be read; does the file exist?");
  }

  InputTable read() {
    std::string line;
    while (std::getline(file_, line)) {
      ++number_;
      if (number_ == 1 && line.starts_with("\xEF\xBB\xBF")) line.erase(0, 3);  // byte order mark
      if (trim(line).empty()) continue;
      table_.names.empty() ? read_head(line) : read_row(line);
    }
    if (table_.names.empty())
      throw BadInput(path_ + ": error: the file is empty; write a head such as " + std::string(example) +
                     ", and below it a line of numbers for each time");
    if (table_.rows.empty())
      fail("there are no numbers below the head; write a line for each time, such as 0" + zeros());
    return std::move(table_);
  }

 private:
  [[noreturn]] void fail(const std::string& text) const {
    throw BadInput(fmt::format("{}:{}: error: {}", path_, number_, text));
  }
  std::string zeros() const {
    std::string text;
    for (std::size_t i = 0; i < table_.names.size(); ++i) text += ",0";
    return text;
  }

  void read_head(const std::string& line) {
    table_.where = fmt::format("{}:{}", path_, number_);
    for (const std::string& cell : cells(line)) read_name(cell);
    if (table_.names[0] != "t" || table_.names.size() < 2)
      fail("expected a head with the time first, such as " + std::string(example) + ", separated by commas; found '" +
           readable(line) + "'");
    table_.names.erase(table_.names.begin());
    table_.columns.erase(table_.columns.begin());
  }

  // A name, and its unit in brackets.
  void read_name(const std::string& cell) {
    const std::size_t open = cell.find('[');
    const std::string name(trim(std::string_view(cell).substr(0, open)));
    if (name.empty()) fail(fmt::format("column {} has no name; name it, or take it away", table_.names.size() + 1));
    if (std::ranges::find(table_.names, name) != table_.names.end())
      fail("column " + name + " appears twice; remove one of them");
    InputTable::Column column;
    double factor = 1;
    if (open != std::string::npos) {
      if (cell.back() != ']') fail("the unit of " + name + " is not closed; write " + name + " [N]");
      column.unit = trim(std::string_view(cell).substr(open + 1, cell.size() - open - 2));
      if (column.unit != "SI")
        factor = read_unit(name, column);
      else
        column.unit.clear();
    }
    table_.names.push_back(name);
    table_.columns.push_back(column);
    factors_.push_back(factor);
  }

  double read_unit(const std::string& name, InputTable::Column& column) const {
    Unit unit;
    try {
      unit = parse_unit(column.unit);
    } catch (const UnitError& error) {
      fail("the unit [" + column.unit + "] of " + name + ": " + error.message +
           "; write one such as [ms], [kN], [N*m]");
    }
    column.dimension = dimension_of(unit);
    if (name == "t" && column.dimension != Dimension{.time = 1})
      fail("t is a time, and [" + column.unit + "] is not; write t [s] or t [ms]");
    return unit.factor.to_double() * std::pow(std::numbers::pi, unit.pi_power);
  }

  void read_row(const std::string& line) {
    const std::vector<std::string> texts = cells(line);
    if (texts.size() != factors_.size())
      fail(
          fmt::format("expected {} numbers, one for each column of the head, found {}", factors_.size(), texts.size()));
    std::vector<double> row;
    for (const std::string& text : texts) {
      const std::size_t i = row.size();
      row.push_back(read_number(text, i == 0 ? "t" : table_.names[i - 1]) * factors_[i]);
    }
    if (!table_.rows.empty() && !(row[0] > table_.rows.back()[0]))
      fail(fmt::format("t = {} s comes after t = {} s; times must increase: sort the lines, and give each time once",
                       row[0], table_.rows.back()[0]));
    table_.rows.push_back(std::move(row));
  }

  double read_number(const std::string& text, const std::string& column) const {
    if (text.empty()) fail("column " + column + " has no number here; write one in every line");
    const char* begin = text.data() + (text.front() == '+' ? 1 : 0);
    double value = 0;
    const auto [end, problem] = std::from_chars(begin, text.data() + text.size(), value);
    if (problem == std::errc::invalid_argument || end != text.data() + text.size())
      fail("column " + column + ": '" + readable(text) + "' is not a number");
    if (problem != std::errc{} || !std::isfinite(value))
      fail("column " + column + ": " + readable(text) + " is not a finite number that can be kept");
    return value;
  }

  std::string path_;
  std::ifstream file_;
  int number_ = 0;  // of the line
  InputTable table_;
  std::vector<double> factors_;  // to SI, that of t first
};

}  // namespace

InputTable read_input_table(const std::string& path) { return TableReader(path).read(); }

std::vector<std::size_t> match_inputs(const InputTable& table, const Mechanism& mechanism) {
  std::vector<std::size_t> at;
  std::vector<std::string> known;
  for (const Input& input : mechanism.inputs()) known.push_back(input.name);
  for (std::size_t i = 0; i < table.names.size(); ++i) {
    const std::string& name = table.names[i];
    const auto found = std::ranges::find(known, name);
    if (found == known.end())
      throw BadInput(table.where + ": error: the model has no input named " + name + "\n  " +
                     (known.empty() ? "it has none at all; declare it in the model: `inputs: {" + name + ": N}`"
                                    : suggestion(name, known, "inputs")));
    at.push_back(static_cast<std::size_t>(found - known.begin()));
    const Dimension own = mechanism.inputs()[at.back()].dimension;
    if (table.columns.empty() || table.columns[i].unit.empty() || table.columns[i].dimension == own) continue;
    throw BadInput(table.where + ": error: input " + name + " is counted in " + unit_text(own) + ", and [" +
                   table.columns[i].unit +
                   "] does not fit that\n  write a unit of the same kind, or leave it out for SI");
  }
  return at;
}

void interpolate(const InputTable& table, const std::vector<std::size_t>& at, double t, std::span<double> inputs) {
  const auto& rows = table.rows;
  const auto after = std::ranges::upper_bound(rows, t, {}, [](const auto& row) { return row[0]; });
  const auto& high = after == rows.end() ? rows.back() : *after;
  const auto& low = after == rows.begin() ? rows.front() : *(after - 1);
  const double share = high[0] > low[0] ? (t - low[0]) / (high[0] - low[0]) : 0;
  for (std::size_t i = 0; i < at.size(); ++i)
    inputs[at[i]] = low[i + 1] + std::clamp(share, 0.0, 1.0) * (high[i + 1] - low[i + 1]);
}

std::vector<double> find_breakpoints(const InputTable& table) {
  const auto& rows = table.rows;
  // Slopes of column i behind row k; constant before the first row and after the last.
  const auto slope = [&](std::size_t k, std::size_t i) {
    return k + 1 < rows.size() ? (rows[k + 1][i] - rows[k][i]) / (rows[k + 1][0] - rows[k][0]) : 0;
  };
  std::vector<double> breakpoints;
  for (std::size_t k = 0; k < rows.size(); ++k)
    for (std::size_t i = 1; i < rows[k].size(); ++i)
      if (slope(k, i) != (k > 0 ? slope(k - 1, i) : 0)) {
        breakpoints.push_back(rows[k][0]);
        break;
      }
  return breakpoints;
}

}  // namespace tangible
