// SPDX-License-Identifier: Apache-2.0
// Hermite's polynomial through the last states, by divided differences.
#include "simulation/leap.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

namespace tangible {

Leap::Leap(std::size_t size) : past_(capacity) {
  for (Sample& sample : past_) {
    sample.y.resize(size);
    sample.slope.resize(size);
  }
}

void Leap::remember(double t, std::span<const double> y, std::span<const double> slope, double regularity) {
  left_out_ = 0;
  if (count_ > 0 && t <= past_[newest_].t) count_ = 0;
  newest_ = (newest_ + 1) % capacity;
  count_ = std::min(count_ + 1, capacity);
  Sample& sample = past_[newest_];
  sample.t = t;
  sample.regularity = regularity;
  std::ranges::copy(y, sample.y.begin());
  std::ranges::copy(slope, sample.slope.begin());
}

void Leap::exclude_below(double regularity) {
  left_out_ = 0;
  while (left_out_ < count_ && past_[(newest_ + capacity - left_out_) % capacity].regularity < regularity) ++left_out_;
}

double Leap::time_to_singular() const {
  if (count() < 2) return std::numeric_limits<double>::infinity();
  const Sample &last = before_last(0), &before = before_last(1);
  const double fall = (before.regularity - last.regularity) / (last.t - before.t);
  return fall > 0 ? last.regularity / fall : std::numeric_limits<double>::infinity();
}

bool Leap::covers(double t) const {
  return count() >= nodes && base() - before_last(count() - 1).t >= 2 * (t - base());
}

// The number of samples back to the first one that is not after t.
std::size_t Leap::find(double t) const {
  std::size_t back = 0;
  while (back + 1 < count() && before_last(back).t > t) ++back;
  return back;
}

// Nodes are spread over a time that is some times as long as the leap, as far as the past reaches.
void Leap::extrapolate(double t, std::span<double> y) {
  constexpr std::array<double, nodes> spread{0, 1.5, 2.5, 4};
  std::array<std::size_t, nodes> back{};
  const double now = base(), h = t - now;
  for (std::size_t i = 1; i < nodes; ++i) {
    back[i] = std::max(find(now - spread[i] * h), back[i - 1] + 1);
    back[i] = std::min(back[i], count() - nodes + i);
  }
  std::array<double, 2 * nodes> at{};
  for (std::size_t i = 0; i < 2 * nodes; ++i) at[i] = before_last(back[i / 2]).t;
  for (std::size_t k = 0; k < y.size(); ++k) {
    std::array<double, 2 * nodes> c{};
    for (std::size_t i = 0; i < 2 * nodes; ++i) c[i] = before_last(back[i / 2]).y[k];
    for (std::size_t order = 1; order < 2 * nodes; ++order)
      for (std::size_t i = 2 * nodes; i-- > order;) {
        const double span = at[i] - at[i - order];
        c[i] = span == 0 ? before_last(back[i / 2]).slope[k] : (c[i] - c[i - 1]) / span;
      }
    double value = c[2 * nodes - 1];
    for (std::size_t i = 2 * nodes - 1; i-- > 0;) value = c[i] + (t - at[i]) * value;
    y[k] = value;
  }
}

}  // namespace tangible
