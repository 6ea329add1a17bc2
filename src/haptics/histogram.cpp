// SPDX-License-Identifier: Apache-2.0
// Bins by the logarithm of the time.
#include "haptics/histogram.h"

#include <algorithm>
#include <cmath>

namespace tangible {
namespace {
constexpr double shortest = 1e-8;  // s: the upper edge of the first bin
}

double Histogram::upper_edge(int bin) { return shortest * std::exp2(static_cast<double>(bin) / per_octave); }

void Histogram::add(double seconds) {
  const double place = seconds > shortest ? std::ceil(per_octave * std::log2(seconds / shortest)) : 0;
  ++counts_[static_cast<std::size_t>(std::clamp(place, 0.0, bins - 1.0))];
  ++count_;
  sum_ += seconds;
  max_ = std::max(max_, seconds);
}

double Histogram::quantile(double share) const {
  const double wanted = share * static_cast<double>(count_);
  long sum = 0;
  for (int bin = 0; bin < bins; ++bin) {
    sum += in_bin(bin);
    if (static_cast<double>(sum) >= wanted && sum > 0) return std::min(upper_edge(bin), max_);
  }
  return max_;
}

}  // namespace tangible
