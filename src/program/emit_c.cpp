// SPDX-License-Identifier: Apache-2.0
// A program in C: where every value is written, and the functions.
#include "program/emit_c.h"

#include <algorithm>

#include "program/c_files.h"
#include "program/c_names.h"
#include "program/passes.h"
#include "program/rewriting.h"

namespace tangible {
namespace {

// Compilers need more than linear time for long functions.
constexpr std::size_t statements_of_a_function = 500;
// A value that is used once is written where it is used, as long as the line stays short.
constexpr std::size_t longest_inlined = 60;

class CWriter {
 public:
  CWriter(const Program& program, const std::vector<std::string>& input_names)
      : program_(program), names_(input_names), text_(program.value_count()), uses_(use_counts(program)) {}

  CBody run() {
    choose_functions();
    find_crossing();
    for (std::size_t i = 0; i < program_.constants.size(); ++i)
      text_[program_.first_constant() + i] = {c_literal(program_.constants[i]), true};
    for (std::size_t f = 0; f < function_begin_.size(); ++f) write_function(f);
    return std::move(body_);
  }

 private:
  struct Text {
    std::string text;
    bool is_atom = true;  // needs no parentheses
  };

  bool is_early(std::size_t i) const { return program_.instructions[i].stage <= Stage::parameter; }
  std::size_t function_end(std::size_t f) const {
    return f + 1 < function_begin_.size() ? function_begin_[f + 1] : program_.instructions.size();
  }

  // Functions of bounded length; none computes both what is prepared and what is evaluated. The last one, which may
  // be empty, writes the outputs that are no results.
  void choose_functions() {
    std::size_t early = 0;
    while (early < program_.instructions.size() && is_early(early)) ++early;
    for (std::size_t i = 0; i < early; i += statements_of_a_function) function_begin_.push_back(i);
    body_.prepare_functions = function_begin_.size();
    for (std::size_t i = early; i < program_.instructions.size(); i += statements_of_a_function)
      function_begin_.push_back(i);
    if (function_begin_.size() == body_.prepare_functions) function_begin_.push_back(early);
    outputs_of_.resize(function_begin_.size());
    function_of_.resize(program_.instructions.size());
    for (std::size_t f = 0; f < function_begin_.size(); ++f)
      std::fill(function_of_.begin() + static_cast<std::ptrdiff_t>(function_begin_[f]),
                function_of_.begin() + static_cast<std::ptrdiff_t>(function_end(f)), f);
  }

  // Values that another function uses are kept in work[].
  void find_crossing() {
    kept_.assign(program_.value_count(), false);
    const auto use = [&](ValueId id, std::size_t function) {
      if (id >= program_.first_result() && function_of_[id - program_.first_result()] != function) kept_[id] = true;
    };
    for (std::size_t i = 0; i < program_.instructions.size(); ++i)
      for (const ValueId operand : operands_of(program_.instructions[i])) use(operand, function_of_[i]);
    for (const ProgramOutput& output : program_.outputs) {
      outputs_of_[function_of_output(output.value)].push_back(&output);
      use(output.value, function_of_output(output.value));
    }
  }

  // Outputs are written where they are computed, but never by the part that only prepares.
  std::size_t function_of_output(ValueId id) const {
    const std::size_t last = function_begin_.size() - 1;
    if (id < program_.first_result()) return last;
    return std::max(function_of_[id - program_.first_result()], body_.prepare_functions);
  }

  void write_function(std::size_t f) {
    CFunction function;
    used_inputs_.clear();
    for (std::size_t i = function_begin_[f]; i < function_end(f); ++i) write_statement(i, function);
    for (const ProgramOutput* output : outputs_of_[f]) {
      const auto index = static_cast<std::size_t>(output - program_.outputs.data());
      function.statements.push_back("out[" + std::to_string(index) + "] = " + operand(output->value).text + ";  /* " +
                                    c_comment(output->name) + " */");
      function.uses_out = true;
    }
    std::ranges::sort(used_inputs_);
    used_inputs_.erase(std::ranges::unique(used_inputs_).begin(), used_inputs_.end());
    for (const ValueId id : used_inputs_)
      function.inputs.push_back("const double " + names_[id] + " = in[" + std::to_string(id) + "];");
    body_.functions.push_back(std::move(function));
  }

  void write_statement(std::size_t i, CFunction& function) {
    const auto id = static_cast<ValueId>(program_.first_result() + i);
    Text value = expression(program_.instructions[i]);
    if (uses_[id] == 0) return;
    if (kept_[id]) {
      const std::string place = "work[" + std::to_string(body_.work_size++) + "]";
      function.statements.push_back(place + " = " + value.text + ";");
      text_[id] = {place, true};
    } else if (uses_[id] == 1 && value.text.size() <= longest_inlined) {
      text_[id] = std::move(value);
    } else {
      const std::string name = "v" + std::to_string(i);
      function.statements.push_back("const double " + name + " = " + value.text + ";");
      text_[id] = {name, true};
    }
  }

  Text operand(ValueId id) {
    if (id >= program_.inputs.size()) return text_[id];
    used_inputs_.push_back(id);
    return {names_[id], true};
  }
  std::string atom(ValueId id) {
    const Text t = operand(id);
    return t.is_atom ? t.text : "(" + t.text + ")";
  }

  Text expression(const Instruction& it) {
    const auto call = [&](const char* function) {
      std::string text = std::string(function) + "(" + operand(it.a).text;
      if (operand_count(it.op) > 1) text += ", " + operand(it.b).text;
      if (operand_count(it.op) > 2) text += ", " + operand(it.c).text;
      return Text{text + ")", true};
    };
    const auto infix = [&](const char* op) { return Text{atom(it.a) + op + atom(it.b), false}; };
    const auto condition = [&](const std::string& test, const std::string& yes, const std::string& no) {
      return Text{test + " ? " + yes + " : " + no, false};
    };
    switch (it.op) {
      case Op::add: return infix(" + ");
      case Op::subtract: return infix(" - ");
      case Op::multiply: return infix("*");
      case Op::divide: return infix("/");
      case Op::negate: return {"-" + atom(it.a), false};
      case Op::square_root: return call("sqrt");
      case Op::power: return call("pow");
      case Op::abs: return call("fabs");
      case Op::sign: body_.uses_sign = true; return call("sign_of");
      case Op::min: return condition(atom(it.b) + " < " + atom(it.a), atom(it.b), atom(it.a));
      case Op::max: return condition(atom(it.a) + " < " + atom(it.b), atom(it.b), atom(it.a));
      case Op::less: return condition(atom(it.a) + " < " + atom(it.b), "1.0", "0.0");
      case Op::less_equal: return condition(atom(it.a) + " <= " + atom(it.b), "1.0", "0.0");
      case Op::logical_and: return condition(atom(it.a) + " != 0.0 && " + atom(it.b) + " != 0.0", "1.0", "0.0");
      case Op::logical_or: return condition(atom(it.a) + " != 0.0 || " + atom(it.b) + " != 0.0", "1.0", "0.0");
      case Op::logical_not: return condition(atom(it.a) + " == 0.0", "1.0", "0.0");
      case Op::select: return condition(atom(it.a) + " != 0.0", atom(it.b), atom(it.c));
      case Op::multiply_add: return call("fma");
      case Op::multiply_subtract:
        return {"fma(" + operand(it.a).text + ", " + operand(it.b).text + ", -" + atom(it.c) + ")"};
      case Op::negate_multiply_add:
        return {"fma(-" + atom(it.a) + ", " + operand(it.b).text + ", " + operand(it.c).text + ")"};
      default: return call(std::string(name_of(it.op)).c_str());  // sin, cos, ... have the names of the library
    }
  }

  const Program& program_;
  const std::vector<std::string>& names_;
  CBody body_;
  std::vector<Text> text_;
  std::vector<std::uint32_t> uses_;
  std::vector<bool> kept_;
  std::vector<std::size_t> function_begin_;
  std::vector<std::size_t> function_of_;  // by instruction
  std::vector<std::vector<const ProgramOutput*>> outputs_of_;
  std::vector<ValueId> used_inputs_;
};

}  // namespace

std::vector<CFile> emit_c(const Program& source, const CExport& options) {
  source.validate();
  const Program program = remove_dead_code(source);
  CNames names;
  CExport named = options;
  named.name = names.add(options.name);
  std::vector<std::string> input_names;
  for (const ProgramInput& input : program.inputs) input_names.push_back(names.add(input.name));
  const CBody body = CWriter(program, input_names).run();
  return write_c_files(program, named, body);
}

}  // namespace tangible
