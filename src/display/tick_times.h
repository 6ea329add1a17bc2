// SPDX-License-Identifier: Apache-2.0
// TickTimes: how long ticks take and how late they begin, as counts in bins that double from 1 us. Adding takes no
// memory.
#pragma once

#include <array>
#include <cmath>
#include <cstdint>

#include "display/live_model.h"

namespace tangible {

class TickTimes {
 public:
  void add_compute(double seconds) { add(compute_, seconds); }
  void add_lateness(double seconds) { add(late_, seconds); }
  // The upper end of the bin in which the share of all times is reached, s.
  double compute_below(double share) const { return below(compute_, share); }
  double late_below(double share) const { return below(late_, share); }
  const std::array<std::uint64_t, histogram_bins>& compute() const { return compute_; }

 private:
  using Bins = std::array<std::uint64_t, histogram_bins>;
  static void add(Bins& bins, double seconds) {
    std::size_t bin = 0;
    for (double limit = 1e-6; bin + 1 < histogram_bins && seconds >= limit; limit *= 2) ++bin;
    ++bins[bin];
  }
  static double below(const Bins& bins, double share) {
    std::uint64_t all = 0, sum = 0;
    for (const std::uint64_t n : bins) all += n;
    double limit = 1e-6;
    for (const std::uint64_t n : bins) {
      sum += n;
      if (static_cast<double>(sum) >= share * static_cast<double>(all)) return all == 0 ? 0 : limit;
      limit *= 2;
    }
    return limit;
  }

  Bins compute_{}, late_{};
};

}  // namespace tangible
