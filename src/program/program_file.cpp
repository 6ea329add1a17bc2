// SPDX-License-Identifier: Apache-2.0
// Writing and reading programs, line by line.
#include "program/program_file.h"

#include <algorithm>
#include <bit>
#include <charconv>
#include <cmath>
#include <stdexcept>
#include <unordered_map>

namespace tangible {
namespace {

constexpr std::string_view head = "tangible program 1";

void write_number(std::string& text, double value) {
  char buffer[40];
  if (std::isfinite(value)) {
    if (std::signbit(value)) text += '-';
    const auto end = std::to_chars(buffer, buffer + sizeof buffer, std::abs(value), std::chars_format::hex).ptr;
    text += "0x";
    text.append(buffer, end);
  } else {
    const auto end = std::to_chars(buffer, buffer + sizeof buffer, std::bit_cast<std::uint64_t>(value), 16).ptr;
    text += 'x';
    text.append(buffer, end);
  }
  text += '\n';
}

void write_name(std::string& text, const std::string& name) {
  if (name.find('\n') != std::string::npos)
    throw std::invalid_argument("a name with a line break cannot be saved: " + name);
  text += ' ';
  text += name;
  text += '\n';
}

class Reader {
 public:
  explicit Reader(std::string_view text) : rest_(text) {}

  Program read() {
    if (next_line() != head) fail("expected \"" + std::string(head) + "\"");
    Program program;
    for (std::size_t n = count("inputs"); n > 0; --n) read_input(program);
    for (std::size_t n = count("constants"); n > 0; --n) program.constants.push_back(number(next_line()));
    for (std::size_t n = count("instructions"); n > 0; --n) read_instruction(program);
    for (std::size_t n = count("outputs"); n > 0; --n) read_output(program);
    if (!rest_.empty()) {
      ++line_;
      fail("nothing may follow the outputs");
    }
    program.validate();
    return program;
  }

 private:
  [[noreturn]] void fail(const std::string& what) const {
    throw std::invalid_argument("line " + std::to_string(line_) + ": " + what);
  }

  std::string_view next_line() {
    ++line_;
    const std::size_t end = rest_.find('\n');
    if (end == std::string_view::npos) fail("the program ends too early");
    const std::string_view line = rest_.substr(0, end);
    rest_.remove_prefix(end + 1);
    return line;
  }

  // The text up to the first space; the line keeps what follows it.
  static std::string_view word(std::string_view& line) {
    const std::size_t end = std::min(line.find(' '), line.size());
    const std::string_view first = line.substr(0, end);
    line.remove_prefix(std::min(end + 1, line.size()));
    return first;
  }

  template <typename Number, typename... Format>
  Number parse(std::string_view text, Format... format) const {
    Number value{};
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value, format...);
    if (error != std::errc() || end != text.data() + text.size() || text.empty())
      fail("not a number: " + std::string(text));
    return value;
  }

  std::size_t count(std::string_view what) {
    std::string_view line = next_line();
    if (word(line) != what) fail("expected \"" + std::string(what) + "\" and how many");
    return parse<std::size_t>(line);
  }

  double number(std::string_view text) const {
    if (text.starts_with('x')) return std::bit_cast<double>(parse<std::uint64_t>(text.substr(1), 16));
    const bool negative = text.starts_with('-');
    if (negative) text.remove_prefix(1);
    if (!text.starts_with("0x")) fail("not a number: " + std::string(text));
    const double size = parse<double>(text.substr(2), std::chars_format::hex);
    return negative ? -size : size;
  }

  Stage stage(std::string_view text) const {
    for (const Stage s : {Stage::constant, Stage::parameter, Stage::configuration, Stage::state, Stage::input})
      if (name_of(s) == text) return s;
    fail("not a stage: " + std::string(text));
  }

  Op operation(std::string_view text) const {
    static const auto all = [] {
      std::unordered_map<std::string_view, Op> names;
      for (std::size_t k = 0; k < op_count; ++k) names[name_of(static_cast<Op>(k))] = static_cast<Op>(k);
      return names;
    }();
    const auto found = all.find(text);
    if (found == all.end()) fail("not an operation: " + std::string(text));
    return found->second;
  }

  void read_input(Program& program) {
    std::string_view line = next_line();
    const Stage s = stage(word(line));
    program.inputs.push_back({std::string(line), s});
  }

  void read_instruction(Program& program) {
    std::string_view line = next_line();
    Instruction it;
    it.stage = stage(word(line));
    it.op = operation(word(line));
    ValueId* const operands[] = {&it.a, &it.b, &it.c};
    for (int k = 0; k < operand_count(it.op); ++k) *operands[k] = parse<ValueId>(word(line));
    if (!line.empty()) fail("too many operands");
    program.instructions.push_back(it);
  }

  void read_output(Program& program) {
    std::string_view line = next_line();
    const auto value = parse<ValueId>(word(line));
    program.outputs.push_back({std::string(line), value});
  }

  std::string_view rest_;
  std::size_t line_ = 0;
};

}  // namespace

std::string save_program(const Program& program) {
  std::string text(head);
  const auto section = [&](std::string_view name, std::size_t size) {
    text += std::string(name) + " " + std::to_string(size) + "\n";
  };
  text += "\n";
  section("inputs", program.inputs.size());
  for (const ProgramInput& input : program.inputs) {
    text += name_of(input.stage);
    write_name(text, input.name);
  }
  section("constants", program.constants.size());
  for (const double value : program.constants) write_number(text, value);
  section("instructions", program.instructions.size());
  for (const Instruction& it : program.instructions) {
    text += std::string(name_of(it.stage)) + " " + std::string(name_of(it.op));
    const ValueId operands[] = {it.a, it.b, it.c};
    for (int k = 0; k < operand_count(it.op); ++k) text += " " + std::to_string(operands[k]);
    text += "\n";
  }
  section("outputs", program.outputs.size());
  for (const ProgramOutput& output : program.outputs) {
    text += std::to_string(output.value);
    write_name(text, output.name);
  }
  return text;
}

Program load_program(std::string_view text) { return Reader(text).read(); }

}  // namespace tangible
