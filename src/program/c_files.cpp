// SPDX-License-Identifier: Apache-2.0
// Header, source, example, Makefile.
#include "program/c_files.h"

#include <algorithm>
#include <cctype>

#include "program/c_names.h"

namespace tangible {
namespace {

std::string upper(std::string text) {
  std::ranges::transform(text, text.begin(), [](unsigned char c) { return static_cast<char>(std::toupper(c)); });
  return text;
}

// Arrays in C have at least one element.
std::string array_size(std::size_t n) { return std::to_string(std::max<std::size_t>(n, 1)); }

std::string head_of(const Program& program, const CExport& options) {
  return "/* " + c_comment(options.title) + "\n   " + to_text(program.count()) + "; of these after " + options.name +
         "_prepare: " + to_text(program.count(Stage::configuration)) + " */\n";
}

std::string prototype(const CExport& o, bool prepare) {
  const std::string in = "const double in[" + upper(o.name) + "_INPUTS], double work[" + upper(o.name) + "_WORK]";
  return "void " + o.name +
         (prepare ? "_prepare(" + in + ")" : "_evaluate(" + in + ", double out[" + upper(o.name) + "_OUTPUTS])");
}

std::string unit_of_input(const CExport& o, std::size_t i) {
  return i < o.units.size() && !o.units[i].empty() ? ", " + c_comment(o.units[i]) : "";
}

std::string header_text(const Program& program, const CExport& o, const CBody& body) {
  const std::string upper_name = upper(o.name);
  std::string text = head_of(program, o);
  text += "#ifndef " + upper_name + "_H\n#define " + upper_name + "_H\n\n";
  text += "enum {\n  " + upper_name + "_INPUTS = " + array_size(program.inputs.size()) + ",\n  " + upper_name +
          "_OUTPUTS = " + array_size(program.outputs.size()) + ",\n  " + upper_name +
          "_WORK = " + array_size(body.work_size) + "\n};\n\n/* in[]:\n";
  for (std::size_t i = 0; i < program.inputs.size(); ++i)
    text += "     " + std::to_string(i) + "  " + c_comment(program.inputs[i].name) + "  (" +
            std::string(name_of(program.inputs[i].stage)) + unit_of_input(o, i) + ")\n";
  text += "   out[]:\n";
  for (std::size_t i = 0; i < program.outputs.size(); ++i)
    text += "     " + std::to_string(i) + "  " + c_comment(program.outputs[i].name) + "\n";
  text += "   work[] carries values from one function to the other; each thread needs its own. */\n\n";
  text += "/* What depends on parameters alone: call it first, and again when a parameter has changed. */\n";
  text += prototype(o, true) + ";\n\n/* Everything else. */\n" + prototype(o, false) + ";\n\n#endif\n";
  return text;
}

// Parameters that a function does not use are marked as unused.
std::string part_text(const CFunction& f, const std::string& name) {
  std::string body;
  bool uses_work = false;
  for (const std::string& line : f.inputs) body += "  " + line + "\n";
  for (const std::string& line : f.statements) {
    body += "  " + line + "\n";
    uses_work = uses_work || line.find("work[") != std::string::npos;
  }
  std::string text = "static void " + name + "(const double *in, double *work, double *out) {\n";
  if (f.inputs.empty()) text += "  (void)in;\n";
  if (!uses_work) text += "  (void)work;\n";
  if (!f.uses_out) text += "  (void)out;\n";
  return text + body + "}\n\n";
}

std::string source_text(const Program& program, const CExport& o, const CBody& body) {
  std::string text = head_of(program, o) + "#include \"" + o.name + ".h\"\n\n#include <math.h>\n\n";
  if (body.uses_sign) text += "static double sign_of(double a) { return a > 0.0 ? 1.0 : a < 0.0 ? -1.0 : a; }\n\n";
  for (std::size_t f = 0; f < body.functions.size(); ++f)
    text += part_text(body.functions[f], "part_" + std::to_string(f + 1));
  const auto calls = [&](std::size_t begin, std::size_t end, const char* out) {
    std::string lines;
    for (std::size_t f = begin; f < end; ++f) lines += "  part_" + std::to_string(f + 1) + "(in, work, " + out + ");\n";
    return lines.empty() ? "  (void)in;\n  (void)work;\n" : lines;
  };
  text += prototype(o, true) + " {\n" + calls(0, body.prepare_functions, "0") + "}\n\n";
  text += prototype(o, false) + " {\n" + calls(body.prepare_functions, body.functions.size(), "out") + "}\n";
  return text;
}

std::string example_text(const Program& program, const CExport& o) {
  const std::string upper_name = upper(o.name);
  std::string text = "/* An example: one evaluation, printed. " + c_comment(o.example_state) +
                     (o.example_state.empty() ? "" : " ") + "*/\n#include <math.h>\n#include <stdio.h>\n\n#include \"" +
                     o.name + ".h\"\n\nint main(void) {\n  double in[" + upper_name +
                     "_INPUTS] = {0};\n  double work[" + upper_name + "_WORK] = {0};\n  double out[" + upper_name +
                     "_OUTPUTS] = {0};\n";
  for (std::size_t i = 0; i < std::min(program.inputs.size(), o.example_inputs.size()); ++i)
    text += "  in[" + std::to_string(i) + "] = " + c_literal(o.example_inputs[i]) + ";  /* " +
            c_comment(program.inputs[i].name) + " */\n";
  text += "  " + o.name + "_prepare(in, work);\n  " + o.name + "_evaluate(in, work, out);\n";
  for (std::size_t i = 0; i < program.outputs.size(); ++i) {
    std::string name;
    for (const char c : program.outputs[i].name) name += c == '"' || c == '\\' || c == '%' || c == '\n' ? ' ' : c;
    text += "  printf(\"" + name + " = %.17g\\n\", out[" + std::to_string(i) + "]);\n";
  }
  return text + "  return 0;\n}\n";
}

std::string makefile_text(const CExport& o) {
  return "CFLAGS ?= -O2\n\nexample: example.c " + o.name + ".c " + o.name +
         ".h\n\t$(CC) -std=c11 $(CFLAGS) -o $@ example.c " + o.name + ".c -lm\n\nclean:\n\trm -f example\n";
}

}  // namespace

std::vector<CFile> write_c_files(const Program& program, const CExport& options, const CBody& body) {
  return {{options.name + ".h", header_text(program, options, body)},
          {options.name + ".c", source_text(program, options, body)},
          {"example.c", example_text(program, options)},
          {"Makefile", makefile_text(options)}};
}

}  // namespace tangible
