// SPDX-License-Identifier: Apache-2.0
// The report as a self-contained C unit: one function, and names for the indices of its arrays.
#include <fmt/core.h>

#include <algorithm>
#include <map>

#include "engine/equations_report.h"
#include "equations/constrained_motion.h"
#include "symbolic/print_c.h"

namespace tangible {
namespace {

// An array that the function is given, with its symbols.
struct Argument {
  std::string name;
  std::vector<Expr> symbols;
};

std::vector<Argument> arguments(const EquationsReport& report) {
  std::vector<Argument> all{{"parameter_values", {}},
                            {"q_values", report.equations.kinematical.q},
                            {"u_values", report.equations.kinematical.u},
                            {"input_values", {}}};
  for (const Parameter& p : report.mechanism.parameters()) all[0].symbols.push_back(p.symbol);
  for (const Input& i : report.mechanism.inputs()) all[3].symbols.push_back(i.symbol);
  for (const StateVariable& z : report.mechanism.states()) all[3].symbols.push_back(z.symbol);
  for (const Discrete& d : report.mechanism.discretes()) all[3].symbols.push_back(d.symbol);
  return all;
}

const std::vector<std::string>& local_names() {
  static const std::vector<std::string> names{"time_value",  "parameter_values", "q_values",
                                              "u_values",    "input_values",     "q_rates",
                                              "mass_matrix", "forcing_vector",   "regularity"};
  return names;
}

// Names of the function's own come first, so that no symbol takes them.
std::vector<NamedExpr> c_results(const EquationsReport& report) {
  std::vector<NamedExpr> results;
  for (const std::string& name : local_names()) results.push_back({name, 0});
  const KinematicalEquations& k = report.equations.kinematical;
  for (std::size_t i = 0; i < k.q.size(); ++i) results.push_back({fmt::format("q_rates[{}]", i), k.rate[i]});
  const std::size_t p = report.embedding.independent.size();
  for (std::size_t r = 0; r < p; ++r) {
    for (std::size_t s = 0; s < p; ++s)
      results.push_back({fmt::format("mass_matrix[{}]", r * p + s), report.embedding.mass(r, s)});
    results.push_back({fmt::format("forcing_vector[{}]", r),
                       report.embedding.active_force[r] + report.embedding.inertia_velocity[r]});
  }
  if (!report.embedding.holds_everywhere())
    results.push_back({"regularity[0]", embedding_regularity(report.equations, report.embedding)});
  return results;
}

std::string names_of(const std::vector<Expr>& symbols) {
  std::string text;
  for (const Expr e : symbols) text += (text.empty() ? "" : ", ") + std::string(e.name());
  return text.empty() ? "none" : text;
}

// Text in a comment must not end it.
std::string harmless(std::string text) {
  for (std::size_t at = text.find("*/"); at != std::string::npos; at = text.find("*/")) text.replace(at, 2, "* /");
  std::ranges::replace(text, '\n', ' ');
  return text;
}

void write_head(std::ostream& out, const EquationsReport& report, const std::string& function) {
  std::vector<Expr> independent;
  for (const std::size_t r : report.embedding.independent) independent.push_back(report.equations.kinematical.u[r]);
  const std::vector<Argument> given = arguments(report);
  out << "/* " << harmless(report.equations.name) << ": the equations of motion, for C99 and later.\n   " << function
      << "() gives q' and, in mass_matrix (row after row) and forcing_vector, the equations\n"
      << "   mass_matrix * u' = forcing_vector for the independent speeds.\n";
  if (!report.embedding.holds_everywhere())
    out << "   Where the rows do not determine the other speeds from these, mass_matrix and forcing_vector are NAN.\n";
  for (const Argument& argument : given)
    out << "   " << argument.name << ": " << harmless(names_of(argument.symbols)) << "\n";
  out << "   independent speeds: " << harmless(names_of(independent)) << " */\n#include <math.h>\n\n";
}

// Symbols without a source are moments of inertia that the equations do not really need, and cannot appear here.
void write_symbols(std::ostream& out, const EquationsReport& report, const Listing& listing) {
  std::map<std::uint32_t, std::string> place;
  place[report.mechanism.time().id()] = "time_value";
  for (const Argument& argument : arguments(report))
    for (std::size_t i = 0; i < argument.symbols.size(); ++i)
      place[argument.symbols[i].id()] = fmt::format("{}[{}]", argument.name, i);
  for (const NamedExpr& named : listing.symbols)
    if (place.contains(named.value.id()))
      out << "  const double " << named.name << " = " << place.at(named.value.id()) << ";\n";
}

// Numbers that may be wrong do not leave.
void write_guard(std::ostream& out, std::size_t p) {
  out << "  if (!(regularity[0] > 1e-8)) {\n"
      << "    for (int i = 0; i < " << p * p << "; ++i) mass_matrix[i] = NAN;\n"
      << "    for (int i = 0; i < " << p << "; ++i) forcing_vector[i] = NAN;\n  }\n";
}

}  // namespace

void write_c(std::ostream& out, const EquationsReport& report) {
  const std::string function = c_identifier(report.equations.name) + "_equations";
  const bool is_guarded = !report.embedding.holds_everywhere();
  const Listing listing = list_expressions(c_results(report), Dialect::c);
  write_head(out, report, function);
  const std::string body = to_string(listing);
  if (body.find("sign_of(") != std::string::npos) out << c_helpers() << "\n";
  out << "void " << function << "(double time_value, const double *parameter_values, const double *q_values,\n"
      << "    const double *u_values, const double *input_values, double *q_rates, double *mass_matrix,\n"
      << "    double *forcing_vector);\n\n";
  out << "void " << function << "(double time_value, const double *parameter_values, const double *q_values,\n"
      << "    const double *u_values, const double *input_values, double *q_rates, double *mass_matrix,\n"
      << "    double *forcing_vector)\n{\n";
  write_symbols(out, report, listing);
  out << "  (void)time_value; (void)parameter_values; (void)q_values; (void)u_values; (void)input_values;\n";
  for (const Listing::Line& line : listing.intermediates)
    out << "  const double " << line.name << " = " << line.text << ";\n";
  if (is_guarded) out << "  double regularity[1];\n";
  for (const Listing::Line& line : listing.results)
    if (line.name.ends_with(']')) out << "  " << line.name << " = " << line.text << ";\n";
  if (is_guarded) write_guard(out, report.embedding.independent.size());
  out << "}\n";
}

}  // namespace tangible
