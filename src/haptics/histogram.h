// SPDX-License-Identifier: Apache-2.0
// A histogram of times with bins of equal ratio, from 10 ns to over a minute; adding takes no memory.
#pragma once

#include <array>
#include <cstdint>

namespace tangible {

class Histogram {
 public:
  static constexpr int per_octave = 8;  // a bin is 9 % wide
  static constexpr int bins = 33 * per_octave;

  void add(double seconds);
  long count() const { return count_; }
  double max() const { return max_; }
  double mean() const { return count_ > 0 ? sum_ / static_cast<double>(count_) : 0; }
  // The time that a share of all samples does not exceed, to the width of a bin.
  double quantile(double share) const;
  // Upper edge of a bin, s, and the samples in it.
  static double upper_edge(int bin);
  long in_bin(int bin) const { return counts_[static_cast<std::size_t>(bin)]; }

 private:
  std::array<std::uint32_t, bins> counts_{};
  long count_ = 0;
  double max_ = 0;
  double sum_ = 0;
};

}  // namespace tangible
