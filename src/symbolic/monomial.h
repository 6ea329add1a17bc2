// SPDX-License-Identifier: Apache-2.0
// Monomials: products of powers of generators, each stored once and known by a number.
#pragma once

#include <cstdint>
#include <span>
#include <stdexcept>
#include <vector>

namespace tangible {

// More work than the budget allows: the caller uses another method.
struct WorkLimit : std::runtime_error {
  using std::runtime_error::runtime_error;
};

using Generator = std::uint32_t;
using MonomialId = std::uint32_t;  // equal numbers are equal monomials; 0 is the monomial one

struct GeneratorPower {
  Generator generator = 0;
  std::int32_t exponent = 0;  // never zero; negative ones are divisions
  friend bool operator==(const GeneratorPower&, const GeneratorPower&) = default;
};

class MonomialTable {
 public:
  MonomialTable();

  std::span<const GeneratorPower> factors(MonomialId id) const {  // by ascending generator
    return {factors_.data() + places_[id].first, places_[id].count};
  }
  std::size_t size() const { return places_.size(); }

  MonomialId intern(std::span<const GeneratorPower> factors);
  MonomialId generator(Generator g, std::int32_t exponent = 1);
  MonomialId multiply(MonomialId a, MonomialId b);
  MonomialId divide(MonomialId a, MonomialId b);  // exponents may become negative
  MonomialId power(MonomialId a, std::int32_t exponent);

  std::int32_t exponent(MonomialId id, Generator g) const;
  bool divides(MonomialId divisor, MonomialId dividend) const;
  // The largest monomial that divides both, generator by generator the smaller exponent.
  MonomialId common(MonomialId a, MonomialId b);
  // Lexicographic: the larger exponent of the smallest generator in which they differ goes first.
  bool comes_before(MonomialId a, MonomialId b) const;

 private:
  struct Place {
    std::uint32_t first = 0;
    std::uint32_t count = 0;
    std::uint32_t hash = 0;
  };
  template <typename Combine>
  MonomialId merge(MonomialId a, MonomialId b, Combine combine);
  void grow();

  std::vector<GeneratorPower> factors_;
  std::vector<Place> places_;
  std::vector<std::uint32_t> table_;    // id + 1, 0 where empty
  std::vector<GeneratorPower> merged_;  // working space
};

}  // namespace tangible
