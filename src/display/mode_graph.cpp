// SPDX-License-Identifier: Apache-2.0
// Modes by number and their links.
#include "display/mode_graph.h"

#include <algorithm>

namespace tangible {
namespace {

Mode mode_of(const ModeKey& key, const System& system) {
  Mode mode = make_mode(system);
  for (std::size_t i = 0; i < mode.active.size(); ++i) mode.active[i] = key.holds(i) ? 1 : 0;
  for (std::size_t c = 0; c < mode.contacts.size(); ++c) mode.contacts[c] = static_cast<ContactState>(key.touch(c));
  mode.declared = key.declared < 0 ? absent : static_cast<std::size_t>(key.declared);
  return mode;
}

}  // namespace

ModeGraph::ModeGraph(const Model& model, const ModeKey& first, std::size_t degrees_of_freedom) : model_(model) {
  current_ = number_of(first);
  modes_[current_].degrees_of_freedom = degrees_of_freedom;
  modes_[current_].visits = 1;
}

std::uint32_t ModeGraph::number_of(const ModeKey& key) {
  if (const auto known = numbers_.find(key); known != numbers_.end()) return known->second;
  if (modes_.size() == max_modes) return static_cast<std::uint32_t>(max_modes - 1);
  const auto number = static_cast<std::uint32_t>(modes_.size());
  modes_.push_back({key, to_text(mode_of(key, model_.system()), model_.system()), 0, 0, 0});
  numbers_.emplace(key, number);
  return number;
}

void ModeGraph::enter(const ModeKey& key, double time, std::size_t degrees_of_freedom) {
  const std::uint32_t next = number_of(key);
  modes_[next].degrees_of_freedom = degrees_of_freedom;
  modes_[current_].seconds += time - since_;
  since_ = time;
  ++links_[{current_, next}];
  ++modes_[next].visits;
  current_ = next;
}

std::vector<std::string> ModeGraph::rows_of(std::uint32_t mode) const {
  const System& system = model_.system();
  std::vector<std::string> names;
  for (std::size_t i = 0; i < system.declared_rows; ++i)
    if (modes_[mode].key.holds(i)) names.push_back(system.rows[i].name);
  return names;
}

bool ModeGraph::has_contacts(std::uint32_t mode) const {
  for (std::size_t c = 0; c < model_.system().contacts.size(); ++c)
    if (modes_[mode].key.touch(c) != 0) return true;
  return false;
}

nlohmann::json ModeGraph::to_json(std::uint32_t generation, double time) const {
  using nlohmann::json;
  const double until = std::max(time, since_);  // a mode may be newer than the snapshot that gives the time
  json modes = json::array(), links = json::array();
  for (std::size_t i = 0; i < modes_.size(); ++i) {
    const Entry& entry = modes_[i];
    json rows = json::array();
    for (std::size_t r = 0; r < model_.system().rows.size(); ++r)
      if (entry.key.holds(r)) rows.push_back(r);
    modes.push_back({{"id", i},
                     {"name", entry.name},
                     {"degrees_of_freedom", entry.degrees_of_freedom},
                     {"rows", std::move(rows)},
                     {"seconds", entry.seconds + (i == current_ ? until - since_ : 0)},
                     {"visits", entry.visits},
                     {"declared", entry.key.declared >= 0}});
  }
  for (const auto& [ends, count] : links_)
    links.push_back({{"from", ends.first}, {"to", ends.second}, {"count", count}, {"text", ""}});
  return {{"type", "modes"},
          {"generation", generation},
          {"time", until},
          {"modes", std::move(modes)},
          {"links", std::move(links)}};
}

}  // namespace tangible
