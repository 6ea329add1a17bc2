// SPDX-License-Identifier: Apache-2.0
// Named: items in the order in which they were added, found by name in constant time. References stay valid.
#pragma once

#include <deque>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>

#include "mechanics/error.h"

namespace tangible {

template <typename Item>  // has a member `name`
class Named {
 public:
  // Throws MechanicsError when the name is taken; `kind` is the word for the item in that message.
  const Item& add(Item item, const char* kind) {
    if (!index_.try_emplace(item.name, items_.size()).second)
      throw MechanicsError(std::string("there are two ") + kind + "s named '" + item.name + "'");
    return items_.emplace_back(std::move(item));
  }
  const Item* find(std::string_view name) const {
    const auto found = index_.find(std::string(name));
    return found == index_.end() ? nullptr : &items_[found->second];
  }
  std::size_t size() const { return items_.size(); }
  bool empty() const { return items_.empty(); }
  const Item& operator[](std::size_t i) const { return items_[i]; }
  Item* find_to_change(std::string_view name) { return const_cast<Item*>(find(name)); }
  auto begin() const { return items_.begin(); }
  auto end() const { return items_.end(); }

 private:
  std::deque<Item> items_;
  std::unordered_map<std::string, std::size_t> index_;
};

}  // namespace tangible
