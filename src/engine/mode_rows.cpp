// SPDX-License-Identifier: Apache-2.0
// Names of modes to names of rows.
#include "engine/mode_rows.h"

#include <algorithm>

namespace tangible {
namespace {

// Names of declared modes mean the rows that are active in them, and names of loops all of their rows.
std::vector<std::string> rows_in_modes(const Formulation& model, const std::vector<std::string>& asked) {
  std::vector<std::string> rows;
  for (const std::string& name : asked) {
    const DeclaredMode* mode = model.mechanism->modes().find(name);
    const std::vector<std::string> named = mode == nullptr ? std::vector{name} : mode->rows;
    for (const std::string& constraint : named) {
      const std::size_t before = rows.size();
      for (const ConstraintRow& row : model.equations.rows)
        if (row.is_named(constraint)) rows.push_back(row.name);
      if (rows.size() == before) rows.push_back(constraint);
    }
  }
  return rows;
}

}  // namespace

std::vector<std::string> rows_of_mode(const Formulation& model, const std::vector<std::string>& modes,
                                      const std::string& label) {
  const Equations& equations = model.equations;
  const std::vector<std::string> asked = rows_in_modes(model, modes);
  std::vector<std::string> names;
  for (const ConstraintRow& row : equations.rows) {
    const bool named = std::ranges::find(asked, row.name) != asked.end();
    const bool from_start = row.active == Activity::on && modes.empty();
    if (row.active == Activity::permanent || from_start || named) names.push_back(row.name);
  }
  for (const std::string& name : asked)
    if (std::ranges::find(equations.rows, name, &ConstraintRow::name) == equations.rows.end())
      throw BadInput(label + name + ": error: the model has no constraint and no mode of that name");
  return names;
}

}  // namespace tangible
