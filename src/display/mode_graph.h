// SPDX-License-Identifier: Apache-2.0
// ModeGraph: the modes that a run has been in, for how long, and which followed which.
#pragma once

#include <map>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "display/live_model.h"

namespace tangible {

class ModeGraph {
 public:
  // Begins with the mode that the run begins in.
  ModeGraph(const Model& model, const ModeKey& first, std::size_t degrees_of_freedom);

  // The number of a mode; one that was not there before gets the next.
  std::uint32_t number_of(const ModeKey& key);
  // Another mode began at this time of the model.
  void enter(const ModeKey& key, double time, std::size_t degrees_of_freedom);
  std::uint32_t current() const { return current_; }
  std::size_t size() const { return modes_.size(); }
  const std::string& name(std::uint32_t mode) const { return modes_[mode].name; }
  // The declared rows that hold in it.
  std::vector<std::string> rows_of(std::uint32_t mode) const;
  bool has_contacts(std::uint32_t mode) const;

  nlohmann::json to_json(std::uint32_t generation, double time) const;

 private:
  struct Entry {
    ModeKey key;
    std::string name;
    std::size_t degrees_of_freedom = 0;
    double seconds = 0;
    std::size_t visits = 0;
  };
  static constexpr std::size_t max_modes = 256;  // further ones share the last number

  Model model_;
  std::vector<Entry> modes_;
  std::map<ModeKey, std::uint32_t> numbers_;
  std::map<std::pair<std::uint32_t, std::uint32_t>, std::size_t> links_;
  std::uint32_t current_ = 0;
  double since_ = 0;
};

}  // namespace tangible
