// SPDX-License-Identifier: Apache-2.0
// SmallPairs: the operands of a sum or product while it is being put together.
#pragma once

#include <algorithm>
#include <array>
#include <span>
#include <vector>

#include "symbolic/expr.h"

namespace tangible {

// A vector of pairs that lives on the stack while short.
class SmallPairs {
 public:
  std::size_t size() const { return size_; }
  bool empty() const { return size_ == 0; }
  Pair* begin() { return data_; }
  Pair* end() { return data_ + size_; }
  const Pair* begin() const { return data_; }
  const Pair* end() const { return data_ + size_; }
  Pair& operator[](std::size_t i) { return data_[i]; }
  const Pair& operator[](std::size_t i) const { return data_[i]; }

  SmallPairs() = default;
  SmallPairs(const SmallPairs&) = delete;
  SmallPairs& operator=(const SmallPairs&) = delete;

  void push_back(Pair pair) {
    if (size_ == capacity_) grow();
    data_[size_++] = pair;
  }

  void clear() { size_ = 0; }
  void assign(const SmallPairs& other) {
    size_ = 0;
    for (const Pair& pair : other) push_back(pair);
  }

  // Two handles per pair, as the graph stores them.
  std::span<const Expr> operands() const { return {&data_->first, 2 * size_}; }

  // Sorts by first, joins equal firsts by adding their seconds, drops those whose second became zero.
  template <typename Add>
  void sort_and_merge(Add add) {
    const auto by_id = [](const Pair& a, const Pair& b) { return a.first.id() < b.first.id(); };
    if (size_ == 2) {
      if (data_[1].first.id() < data_[0].first.id()) std::swap(data_[0], data_[1]);
    } else if (!std::is_sorted(begin(), end(), by_id)) {
      std::sort(begin(), end(), by_id);
    }
    std::size_t kept = 0;
    for (std::size_t i = 0; i < size_;) {
      Pair pair = data_[i];
      for (++i; i < size_ && data_[i].first == pair.first; ++i) pair.second = add(pair.second, data_[i].second);
      if (!pair.second.is_zero()) data_[kept++] = pair;
    }
    size_ = kept;
  }

 private:
  void grow() {
    std::vector<Pair> larger(2 * capacity_);
    std::copy(begin(), end(), larger.begin());
    heap_ = std::move(larger);
    data_ = heap_.data();
    capacity_ = heap_.size();
  }

  static constexpr std::size_t local_capacity = 16;
  union Local {  // left uninitialised: most sums and products have two or three pairs
    Local() {}
    std::array<Pair, local_capacity> pairs;
  };

  Local local_;
  std::vector<Pair> heap_;
  Pair* data_ = local_.pairs.data();
  std::size_t size_ = 0;
  std::size_t capacity_ = local_capacity;
};
static_assert(sizeof(Pair) == 2 * sizeof(Expr));

}  // namespace tangible
