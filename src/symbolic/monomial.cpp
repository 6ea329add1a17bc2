// SPDX-License-Identifier: Apache-2.0
// Interning of monomials and their arithmetic.
#include "symbolic/monomial.h"

#include <algorithm>

namespace tangible {
namespace {

std::uint32_t hash_factors(std::span<const GeneratorPower> factors) {
  std::uint64_t hash = 0x2545F4914F6CDD1Du;
  for (const GeneratorPower& f : factors) {
    hash ^= (std::uint64_t{f.generator} << 32) | static_cast<std::uint32_t>(f.exponent);
    hash *= 0x9FB21C651E98DF25u;
    hash ^= hash >> 29;
  }
  return static_cast<std::uint32_t>(hash >> 20);
}

constexpr std::int32_t max_exponent = 1 << 20;

}  // namespace

MonomialTable::MonomialTable() : table_(64, 0) { intern({}); }

// Twice the table, every monomial put in again by its stored hash.
void MonomialTable::grow() {
  table_.assign(table_.size() * 2, 0);
  const std::size_t mask = table_.size() - 1;
  for (std::size_t id = 0; id < places_.size(); ++id) {
    std::size_t slot = places_[id].hash & mask;
    while (table_[slot] != 0) slot = (slot + 1) & mask;
    table_[slot] = static_cast<std::uint32_t>(id + 1);
  }
}

// Open addressing with linear steps, at most half full.
MonomialId MonomialTable::intern(std::span<const GeneratorPower> wanted) {
  const std::uint32_t hash = hash_factors(wanted);
  const std::size_t mask = table_.size() - 1;
  std::size_t slot = hash & mask;
  for (; table_[slot] != 0; slot = (slot + 1) & mask) {
    const MonomialId id = table_[slot] - 1;
    if (places_[id].hash == hash && std::ranges::equal(factors(id), wanted)) return id;
  }
  const auto id = static_cast<MonomialId>(places_.size());
  places_.push_back({static_cast<std::uint32_t>(factors_.size()), static_cast<std::uint32_t>(wanted.size()), hash});
  factors_.insert(factors_.end(), wanted.begin(), wanted.end());
  table_[slot] = id + 1;
  if (places_.size() * 2 > table_.size()) grow();
  return id;
}

MonomialId MonomialTable::generator(Generator g, std::int32_t exponent) {
  if (exponent == 0) return 0;
  const GeneratorPower factor{g, exponent};
  return intern({&factor, 1});
}

// Exponents combined generator by generator, an absent one counting as zero.
template <typename Combine>
MonomialId MonomialTable::merge(MonomialId a, MonomialId b, Combine combine) {
  const auto x = factors(a);
  const auto y = factors(b);
  merged_.clear();
  const auto put = [&](Generator g, std::int32_t left, std::int32_t right) {
    const std::int32_t exponent = combine(left, right);
    if (exponent > max_exponent || exponent < -max_exponent) throw WorkLimit("an exponent beyond a million");
    if (exponent != 0) merged_.push_back({g, exponent});
  };
  std::size_t i = 0;
  std::size_t j = 0;
  while (i < x.size() || j < y.size()) {
    if (j == y.size() || (i < x.size() && x[i].generator < y[j].generator)) {
      put(x[i].generator, x[i].exponent, 0);
      ++i;
    } else if (i == x.size() || y[j].generator < x[i].generator) {
      put(y[j].generator, 0, y[j].exponent);
      ++j;
    } else {
      put(x[i].generator, x[i].exponent, y[j].exponent);
      ++i;
      ++j;
    }
  }
  return intern(merged_);
}

MonomialId MonomialTable::multiply(MonomialId a, MonomialId b) {
  if (a == 0) return b;
  if (b == 0) return a;
  return merge(a, b, [](std::int32_t x, std::int32_t y) { return x + y; });
}

MonomialId MonomialTable::divide(MonomialId a, MonomialId b) {
  if (b == 0) return a;
  return merge(a, b, [](std::int32_t x, std::int32_t y) { return x - y; });
}

MonomialId MonomialTable::power(MonomialId a, std::int32_t exponent) {
  if (exponent == 0) return 0;
  return merge(a, 0, [exponent](std::int32_t x, std::int32_t) {
    const std::int64_t wide = std::int64_t{x} * exponent;
    return static_cast<std::int32_t>(std::clamp<std::int64_t>(wide, -2 * max_exponent, 2 * max_exponent));
  });
}

MonomialId MonomialTable::common(MonomialId a, MonomialId b) {
  if (a == b) return a;
  return merge(a, b, [](std::int32_t x, std::int32_t y) { return std::min(x, y); });
}

std::int32_t MonomialTable::exponent(MonomialId id, Generator g) const {
  for (const GeneratorPower& f : factors(id))
    if (f.generator == g) return f.exponent;
  return 0;
}

// Both lists are sorted by generator, so one pass finds a generator that the dividend has too little of.
bool MonomialTable::divides(MonomialId divisor, MonomialId dividend) const {
  const auto below = factors(divisor);
  const auto above = factors(dividend);
  std::size_t j = 0;
  for (const GeneratorPower& f : below) {
    while (j < above.size() && above[j].generator < f.generator) ++j;
    const std::int32_t have = j < above.size() && above[j].generator == f.generator ? above[j].exponent : 0;
    if (have < f.exponent) return false;
  }
  return true;
}

// The first generator in which they differ decides; one that is absent has the exponent zero.
bool MonomialTable::comes_before(MonomialId a, MonomialId b) const {
  const auto x = factors(a);
  const auto y = factors(b);
  for (std::size_t i = 0;; ++i) {
    if (i == x.size()) return i < y.size() && y[i].exponent < 0;
    if (i == y.size()) return x[i].exponent > 0;
    if (x[i].generator != y[i].generator)
      return x[i].generator < y[i].generator ? x[i].exponent > 0 : y[i].exponent < 0;
    if (x[i].exponent != y[i].exponent) return x[i].exponent > y[i].exponent;
  }
}

}  // namespace tangible
