// SPDX-License-Identifier: Apache-2.0
// TickSchedule: when ticks end, which is at multiples of the step after the start. A model whose ticks are bounded may
// lag behind. A lag beyond the allowed one is given up in whole steps, so that the remaining ticks keep their places:
// at all times, the time that was reached, the lag and what was given up add up to that of all ticks.
#pragma once

#include <algorithm>
#include <cmath>

namespace tangible {

class TickSchedule {
 public:
  explicit TickSchedule(double begin = 0, double step = 1) : begin_(begin), step_(step) {}
  // Where the next tick ends.
  double next() { return end_of(++ticks_); }
  // A tick has reached this time.
  void reach(double t, double max_lag) {
    lag_ = end_of(ticks_) - t;
    if (!(lag_ > max_lag)) return;
    const double excess = std::ceil((lag_ - max_lag) / step_), whole = std::floor(lag_ / step_ + 1e-9);
    const double steps = std::min(excess, whole);
    ticks_ -= static_cast<long>(steps);
    given_up_ += step_ * steps;
    lag_ = std::max(0.0, lag_ - step_ * steps);
  }
  // The model has been advanced to this time. Where that is beyond the schedule, the next tick is the first to end
  // after it.
  void go_on_from(double t) {
    lag_ = std::max(0.0, end_of(ticks_) - t);
    if (lag_ > 0) return;
    ticks_ = static_cast<long>(std::floor((t - begin_) / step_));
    if (end_of(ticks_) > t) --ticks_;
    if (end_of(ticks_ + 1) <= t) ++ticks_;
  }

  double lag() const { return lag_; }
  double given_up() const { return given_up_; }

 private:
  double end_of(long tick) const { return begin_ + step_ * static_cast<double>(tick); }

  double begin_, step_;
  long ticks_ = 0;
  double lag_ = 0, given_up_ = 0;
};

}  // namespace tangible
