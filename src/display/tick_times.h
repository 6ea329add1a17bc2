// SPDX-License-Identifier: Apache-2.0
// TickTimes: how long ticks take and how late they begin, as counts in bins from 1 us: eight for each doubling, so that
// a share of the times is known to 9 %. Adding takes no memory.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>

#include "display/live_model.h"

namespace tangible {

class TickTimes {
 public:
  void add_compute(double seconds) { add(compute_, seconds); }
  void add_lateness(double seconds) { add(late_, seconds); }
  // The upper end of the fine bin in which the share of all times is reached, s.
  double compute_below(double share) const { return below(compute_, share); }
  double late_below(double share) const { return below(late_, share); }
  // Bins that double.
  std::array<std::uint64_t, histogram_bins> compute() const {
    std::array<std::uint64_t, histogram_bins> sums{};
    for (std::size_t k = 0; k < fine_bins; ++k) sums[(k + parts - 1) / parts] += compute_[k];
    return sums;
  }

 private:
  static constexpr std::size_t parts = 8, fine_bins = parts * (histogram_bins - 1) + 1;
  using Bins = std::array<std::uint64_t, fine_bins>;
  static double limit_of(std::size_t bin) { return 1e-6 * std::exp2(static_cast<double>(bin) / parts); }
  static void add(Bins& bins, double seconds) {
    const double place = seconds < 1e-6 ? 0 : 1 + std::floor(parts * std::log2(seconds / 1e-6));
    ++bins[static_cast<std::size_t>(std::min(place, static_cast<double>(fine_bins - 1)))];
  }
  static double below(const Bins& bins, double share) {
    std::uint64_t all = 0, sum = 0;
    for (const std::uint64_t n : bins) all += n;
    for (std::size_t k = 0; k < fine_bins; ++k) {
      sum += bins[k];
      if (static_cast<double>(sum) >= share * static_cast<double>(all)) return all == 0 ? 0 : limit_of(k);
    }
    return limit_of(fine_bins - 1);
  }

  Bins compute_{}, late_{};
};

}  // namespace tangible
