// SPDX-License-Identifier: Apache-2.0
// Scope: the names of a model file. Each is evaluated when it is first needed, so that a file may use names in any
// order; a name that depends on itself is an error.
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "model/diagnostics.h"
#include "model/value.h"

namespace tangible {

class Scope {
 public:
  explicit Scope(Diagnostics& diagnostics) : diagnostics_(diagnostics) {}

  // Reports duplicates and words that cannot be names. `what` is the kind of item: "parameter", "frame". `dotted` names
  // (link.tip) are made by the reader itself. Returns false if the name was refused.
  bool declare(const std::string& name, std::string what, Place place, std::function<Value()> make);
  void declare_dotted(const std::string& name, std::string what, Place place, std::function<Value()> make);

  bool is_declared(std::string_view name) const { return declared_.contains(std::string(name)); }
  // The kind of thing that the name is; empty if it is unknown.
  std::string what(std::string_view name) const;
  // The value if it has been evaluated, else nullptr. Unlike find(), it needs no location, which takes time to compute.
  const Value* ready(std::string_view name) const;
  // Nothing (and an error at `from`) if the name is unknown, needs itself, or could not be worked out.
  Value find(std::string_view name, Place from);

  // All names, or those of one kind, in the order of the file.
  std::vector<std::string> names(std::string_view what = {}) const;

 private:
  enum class State { waiting, busy, done };
  struct Declaration {
    std::string what;
    Place place;
    std::function<Value()> make;
    State state = State::waiting;
    Value value;
  };

  Diagnostics& diagnostics_;
  std::unordered_map<std::string, Declaration> declared_;
  std::vector<std::string> order_;
  std::vector<std::string> busy_;  // names being evaluated, outermost first
};

// Whether the name can be used for an item of the analyst's; reports why not.
bool check_name(const std::string& name, Place place, Diagnostics& diagnostics);

}  // namespace tangible
