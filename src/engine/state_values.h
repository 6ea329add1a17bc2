// SPDX-License-Identifier: Apache-2.0
// Numbers of a state by name, from JSON; masses and inertias that nothing can have.
#pragma once

#include <map>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "engine/complete_state.h"

namespace tangible {

// Numbers by name into symbols; unknown names are errors.
class ValueReader {
 public:
  explicit ValueReader(const Formulation& model);
  // The members of a group are noted as given.
  void read(const nlohmann::ordered_json& object, const std::string& group, const std::string& where, Values& values,
            GivenSymbols& given) const;

 private:
  std::map<std::string, std::map<std::string, Expr>> known_{{"parameters", {}}, {"inputs", {}}, {"q", {}},
                                                            {"u", {}},          {"states", {}}, {"discrete", {}}};
};

// Masses and inertias that nothing can have are refused, as in model files.
class MassCheck {
 public:
  MassCheck(const Formulation& model, const Values& start);
  void check(const Values& all, const std::string& where) const;

 private:
  struct Thing {
    std::string what;
    Expr mass;
    Matrix3 inertia;
    bool has_inertia = true;
  };

  Values parameters_of(const Values& all) const;
  static bool is_possible(const Thing& thing, const Values& values);

  const Formulation& model_;
  std::vector<Thing> things_;
};

}  // namespace tangible
