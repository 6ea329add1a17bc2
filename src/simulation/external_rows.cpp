// SPDX-License-Identifier: Apache-2.0
// Rows of the program and rows from outside in one table.
#include "simulation/external_rows.h"

#include <algorithm>
#include <limits>

namespace tangible {

System with_external_rows(const System& system, std::span<const ExternalRowDescription> rows) {
  System extended = system;
  for (const ExternalRowDescription& row : rows) {
    RowDescription description;
    description.name = description.group = row.name;
    description.configuration = row.configuration;
    description.permanent = description.initially_active = false;
    description.force_unit = row.force_unit;
    extended.rows.push_back(description);
  }
  extended.external_rows += rows.size();
  return extended;
}

ExternalRows::ExternalRows(const System& system) : functions_(system.external_rows) {
  if (empty()) return;
  coefficients_.resize(system.rows.size() * system.nu());
  constants_.resize(system.rows.size());
  remainders_.resize(system.rows.size());
  values_.resize(system.rows.size());
  against_.resize(system.external_rows * system.port_forces);
}

void ExternalRows::evaluate(const MotionProgram& program) {
  const System& system = program.system();
  std::ranges::copy(program.output(system.coefficients), coefficients_.begin());
  std::ranges::copy(program.output(system.constants), constants_.begin());
  std::ranges::copy(program.output(system.remainders), remainders_.begin());
  std::ranges::copy(program.output(system.configuration), values_.begin());
  std::ranges::fill(against_, std::numeric_limits<double>::quiet_NaN());
  const std::span<const double> arguments = program.arguments();
  for (std::size_t k = 0; k < functions_.size(); ++k) {
    if (!functions_[k]) continue;
    const std::size_t i = system.program_rows() + k;
    ExternalRow row;
    row.t = arguments[system.at_t()];
    row.q = arguments.subspan(system.at_q(), system.nq());
    row.u = program.speeds();
    row.coefficients = std::span(coefficients_).subspan(i * system.nu(), system.nu());
    row.against = std::span(against_).subspan(k * system.port_forces, system.port_forces);
    functions_[k](row);
    constants_[i] = row.constant;
    remainders_[i] = row.remainder;
    values_[i] = row.value;
  }
}

}  // namespace tangible
