// SPDX-License-Identifier: Apache-2.0
// Declaring names and working them out on demand.
#include "model/scope.h"

#include <algorithm>

#include "model/document.h"
#include "model/names.h"

namespace tangible {
namespace {

constexpr std::size_t deepest_dependence = 200;

}  // namespace

std::string describe(Value::Kind kind) {
  switch (kind) {
    case Value::Kind::nothing: return "nothing";
    case Value::Kind::scalar: return "a scalar";
    case Value::Kind::condition: return "a condition";
    case Value::Kind::vector: return "a vector";
    case Value::Kind::frame: return "a frame";
    case Value::Kind::point: return "a point";
    case Value::Kind::table: return "a table";
    case Value::Kind::word: return "a name";
  }
  return {};
}

bool check_name(const std::string& name, Place place, Diagnostics& diagnostics) {
  if (is_reserved(name)) {
    diagnostics.error(place, "'" + name + "' has a meaning of its own and cannot be used as a name",
                      "choose another name, for example " + name + "_1");
    return false;
  }
  if (is_boolean_word(name)) {
    diagnostics.error(place, "'" + name + "' cannot be a name: YAML tools take it for a boolean or null",
                      "choose another name, for example " + name + "_1");
    return false;
  }
  if (!is_item_name(name)) {
    const bool is_number = !name.empty() && name.front() >= '0' && name.front() <= '9';
    diagnostics.error(place, "'" + name + "' is not a name",
                      name.find(':') != std::string::npos ? "put a space after the colon, as in L: 0.5 m"
                      : is_number ? "a name begins with a letter; decimals are written with a point, as in 0.5 m"
                                  : "a name is a letter, then letters, digits and underscores");
    return false;
  }
  return true;
}

bool Scope::declare(const std::string& name, std::string what, Place place, std::function<Value()> make) {
  if (!check_name(name, place, diagnostics_)) return false;
  if (const auto found = declared_.find(name); found != declared_.end()) {
    diagnostics_.error(place, "duplicate name: '" + name + "' is already a " + found->second.what,
                       "first defined in line " + std::to_string(found->second.place.line) + "; rename one of them");
    return false;
  }
  declare_dotted(name, std::move(what), place, std::move(make));
  return true;
}

void Scope::declare_dotted(const std::string& name, std::string what, Place place, std::function<Value()> make) {
  declared_[name] = {std::move(what), place, std::move(make), State::waiting, {}};
  order_.push_back(name);
}

std::string Scope::what(std::string_view name) const {
  const auto found = declared_.find(std::string(name));
  return found == declared_.end() ? std::string{} : found->second.what;
}

const Value* Scope::ready(std::string_view name) const {
  const auto found = declared_.find(std::string(name));
  return found == declared_.end() || found->second.state != State::done ? nullptr : &found->second.value;
}

Value Scope::find(std::string_view name, Place from) {
  const auto found = declared_.find(std::string(name));
  if (found == declared_.end()) {
    // Guessing compares with every name: not for a file of a thousand mistakes.
    const bool guess = diagnostics_.errors() < Diagnostics::printed_at_most;
    diagnostics_.error(from, "unknown name '" + std::string(name) + "'",
                       guess ? suggestion(name, order_, "names") : "");
    return {};
  }
  Declaration& declaration = found->second;
  if (declaration.state == State::done) return declaration.value;
  if (declaration.state == State::busy) {
    std::string loop;
    for (auto at = std::find(busy_.begin(), busy_.end(), name); at != busy_.end(); ++at) loop += *at + " -> ";
    diagnostics_.error(from, declaration.what + " loop: " + loop + std::string(name),
                       "a " + declaration.what + " cannot depend on itself; begin the chain somewhere else");
    return {};
  }
  if (busy_.size() >= deepest_dependence) {
    diagnostics_.error(from, "too many names in a chain are used before their definition",
                       "write a " + declaration.what + " after what it depends on");
    return {};
  }
  declaration.state = State::busy;
  busy_.emplace_back(name);
  const std::function<Value()> make = std::move(declaration.make);
  Value value = make();
  busy_.pop_back();
  declaration.value = value;  // unordered_map keeps references valid while names are added
  declaration.state = State::done;
  return value;
}

std::vector<std::string> Scope::names(std::string_view what) const {
  if (what.empty()) return order_;
  std::vector<std::string> out;
  for (const std::string& name : order_)
    if (declared_.at(name).what == what) out.push_back(name);
  return out;
}

}  // namespace tangible
