// SPDX-License-Identifier: Apache-2.0
// Greedy extraction of the most frequent pair of factors.
#include "program/factor_sharing.h"

#include <algorithm>
#include <queue>
#include <unordered_map>
#include <unordered_set>

namespace tangible {
namespace {

using PairKey = std::uint64_t;

PairKey key_of(std::uint32_t a, std::uint32_t b) { return (PairKey{std::min(a, b)} << 32) | std::max(a, b); }

class PairSharing {
 public:
  PairSharing(std::vector<FactorBag>& bags, std::uint32_t next_factor) : bags_(bags), next_(next_factor) {
    for (std::size_t i = 0; i < bags_.size(); ++i) count_bag(i);
    for (const auto& [key, places] : places_) push(key);
  }

  std::vector<SharedPair> run() {
    std::vector<SharedPair> shared;
    while (!queue_.empty()) {
      const Candidate best = queue_.top();
      queue_.pop();
      const auto found = places_.find(best.key);
      if (found == places_.end() || found->second.size() != best.count || best.count < 2) continue;  // out of date
      shared.push_back(extract(best.key));
    }
    return shared;
  }

 private:
  struct Candidate {
    std::size_t count;
    PairKey key;
    bool operator<(const Candidate& other) const {  // the queue gives the largest: many places, then small numbers
      return count != other.count ? count < other.count : key > other.key;
    }
  };

  void push(PairKey key) {
    if (const std::size_t count = places_[key].size(); count >= 2) queue_.push({count, key});
  }

  // Registers every pair of the bag once.
  void count_bag(std::size_t i) {
    const FactorBag& bag = bags_[i];
    for (std::size_t j = 0; j < bag.size(); ++j)
      for (std::size_t k = j + 1; k < bag.size(); ++k) places_[key_of(bag[j], bag[k])].insert(i);
  }
  void uncount_bag(std::size_t i) {
    const FactorBag& bag = bags_[i];
    for (std::size_t j = 0; j < bag.size(); ++j) {
      for (std::size_t k = j + 1; k < bag.size(); ++k) {
        const PairKey key = key_of(bag[j], bag[k]);
        if (places_[key].erase(i) != 0) changed_.insert(key);
      }
    }
  }

  SharedPair extract(PairKey key) {
    const SharedPair pair{next_++, static_cast<std::uint32_t>(key >> 32), static_cast<std::uint32_t>(key)};
    std::vector<std::size_t> bags(places_[key].begin(), places_[key].end());
    std::ranges::sort(bags);
    changed_.clear();
    for (const std::size_t i : bags) {
      uncount_bag(i);
      replace(bags_[i], pair);
      count_bag(i);
      for (std::size_t j = 0; j < bags_[i].size(); ++j)
        for (std::size_t k = j + 1; k < bags_[i].size(); ++k) changed_.insert(key_of(bags_[i][j], bags_[i][k]));
    }
    for (const PairKey each : changed_) push(each);
    return pair;
  }

  static void replace(FactorBag& bag, const SharedPair& pair) {
    for (;;) {
      const auto a = std::ranges::find(bag, pair.a);
      if (a == bag.end()) return;
      const auto b = pair.a == pair.b ? std::find(a + 1, bag.end(), pair.b) : std::ranges::find(bag, pair.b);
      if (b == bag.end()) return;
      bag.erase(std::max(a, b));
      bag.erase(std::min(a, b));
      bag.push_back(pair.result);
    }
  }

  std::vector<FactorBag>& bags_;
  std::uint32_t next_;
  std::unordered_map<PairKey, std::unordered_set<std::size_t>> places_;
  std::unordered_set<PairKey> changed_;
  std::priority_queue<Candidate> queue_;
};

}  // namespace

std::vector<SharedPair> share_pairs(std::vector<FactorBag>& bags, std::uint32_t next_factor) {
  return PairSharing(bags, next_factor).run();
}

}  // namespace tangible
