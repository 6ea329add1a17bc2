// SPDX-License-Identifier: Apache-2.0
// Greedy extraction of the most frequent pair of factors.
#include "program/factor_sharing.h"

#include <algorithm>
#include <queue>

namespace tangible {
namespace {

using PairKey = std::uint64_t;

PairKey key_of(std::uint32_t a, std::uint32_t b) { return (PairKey{std::min(a, b)} << 32) | std::max(a, b); }

constexpr std::uint32_t none = 0xFFFF'FFFFu;

// The number of bags with a pair, and a list of the bags that had it when they were examined.
struct Entry {
  PairKey key = 0;
  std::uint32_t count = 0;
  std::uint32_t first_link = none;
};

// From pairs to their entries: open addressing, entries in order of appearance.
class PairTable {
 public:
  explicit PairTable(std::size_t expected) {
    std::size_t size = 64;
    while (size < 2 * expected) size *= 2;
    slots_.assign(size, none);
  }

  Entry& operator[](PairKey key) {
    if (2 * entries_.size() >= slots_.size()) grow();
    std::uint32_t& slot = slots_[find(key)];
    if (slot == none) {
      slot = static_cast<std::uint32_t>(entries_.size());
      entries_.push_back({key});
    }
    return entries_[slot];
  }
  const std::vector<Entry>& entries() const { return entries_; }

 private:
  std::size_t find(PairKey key) const {
    const std::size_t mask = slots_.size() - 1;
    std::size_t at = static_cast<std::size_t>(((key ^ key >> 29) * 0x9E3779B97F4A7C15u) >> 32) & mask;
    while (slots_[at] != none && entries_[slots_[at]].key != key) at = (at + 1) & mask;
    return at;
  }
  void grow() {
    slots_.assign(2 * slots_.size(), none);
    for (std::uint32_t i = 0; i < entries_.size(); ++i) slots_[find(entries_[i].key)] = i;
  }

  std::vector<std::uint32_t> slots_;
  std::vector<Entry> entries_;
};

class PairSharing {
 public:
  PairSharing(std::vector<FactorBag>& bags, std::uint32_t next_factor)
      : bags_(bags), first_new_(next_factor), next_(next_factor), table_(4 * bags.size()) {
    count_factors();
    std::vector<PairKey> pairs;
    for (std::uint32_t i = 0; i < bags_.size(); ++i) {
      find_pairs(bags_[i], pairs);
      for (const PairKey key : pairs) count(key, i);
    }
    for (const Entry& entry : table_.entries()) push(entry);
  }

  std::vector<SharedPair> run() {
    std::vector<SharedPair> shared;
    while (!queue_.empty()) {
      const Candidate best = queue_.top();
      queue_.pop();
      if (table_[best.key].count == best.count) shared.push_back(extract(best.key));  // else out of date
    }
    return shared;
  }

 private:
  struct Candidate {
    std::uint32_t count;
    PairKey key;
    bool operator<(const Candidate& other) const {  // the queue gives the largest: many bags, then small numbers
      return count != other.count ? count < other.count : key > other.key;
    }
  };
  struct Link {
    std::uint32_t bag;
    std::uint32_t next;
  };

  // A factor of one bag alone has no pair to share: most factors are such.
  void count_factors() {
    std::uint32_t largest = 0;
    for (const FactorBag& bag : bags_)
      for (const std::uint32_t factor : bag) largest = std::max(largest, factor);
    bags_with_.assign(std::size_t{largest} + 1, none);
    is_common_.assign(std::size_t{largest} + 1, false);
    for (std::uint32_t i = 0; i < bags_.size(); ++i) {
      for (const std::uint32_t factor : bags_[i]) {
        if (bags_with_[factor] != none && bags_with_[factor] != i) is_common_[factor] = true;
        bags_with_[factor] = i;
      }
    }
  }
  bool is_common(std::uint32_t factor) const { return factor >= first_new_ || is_common_[factor]; }

  void push(const Entry& entry) {
    if (entry.count >= 2) queue_.push({entry.count, entry.key});
  }
  void count(PairKey key, std::uint32_t bag) {
    Entry& entry = table_[key];
    ++entry.count;
    links_.push_back({bag, entry.first_link});
    entry.first_link = static_cast<std::uint32_t>(links_.size() - 1);
  }

  // Every pair of the bag that may appear elsewhere, once, sorted.
  void find_pairs(const FactorBag& bag, std::vector<PairKey>& pairs) const {
    pairs.clear();
    for (std::size_t j = 0; j < bag.size(); ++j) {
      if (!is_common(bag[j])) continue;
      for (std::size_t k = j + 1; k < bag.size(); ++k)
        if (is_common(bag[k])) pairs.push_back(key_of(bag[j], bag[k]));
    }
    if (pairs.size() < 2) return;
    std::ranges::sort(pairs);
    pairs.erase(std::ranges::unique(pairs).begin(), pairs.end());
  }

  SharedPair extract(PairKey key) {
    const SharedPair pair{next_++, static_cast<std::uint32_t>(key >> 32), static_cast<std::uint32_t>(key)};
    changed_.clear();
    std::uint32_t next_link = none;
    for (std::uint32_t link = table_[key].first_link; link != none; link = next_link) {
      next_link = links_[link].next;
      update(links_[link].bag, pair);
    }
    std::ranges::sort(changed_);
    changed_.erase(std::ranges::unique(changed_).begin(), changed_.end());
    for (const PairKey each : changed_) push(table_[each]);
    return pair;
  }

  // Replaces the pair, if it is still there, and updates the counts of removed and new pairs.
  void update(std::uint32_t bag, const SharedPair& pair) {
    find_pairs(bags_[bag], before_);
    if (!std::ranges::binary_search(before_, key_of(pair.a, pair.b))) return;
    replace(bags_[bag], pair);
    find_pairs(bags_[bag], after_);
    for (const PairKey each : before_) {
      if (std::ranges::binary_search(after_, each)) continue;
      --table_[each].count;
      changed_.push_back(each);
    }
    for (const PairKey each : after_) {
      if (std::ranges::binary_search(before_, each)) continue;
      count(each, bag);
      changed_.push_back(each);
    }
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
  std::uint32_t first_new_;
  std::uint32_t next_;
  std::vector<std::uint32_t> bags_with_;  // the last bag that contained a factor
  std::vector<bool> is_common_;
  PairTable table_;
  std::vector<Link> links_;
  std::vector<PairKey> before_;
  std::vector<PairKey> after_;
  std::vector<PairKey> changed_;
  std::priority_queue<Candidate> queue_;
};

}  // namespace

std::vector<SharedPair> share_pairs(std::vector<FactorBag>& bags, std::uint32_t next_factor) {
  return PairSharing(bags, next_factor).run();
}

}  // namespace tangible
