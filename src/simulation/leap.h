// SPDX-License-Identifier: Apache-2.0
// Leap: passes a singular configuration along the branch of the motion.
//
// Where rows that are independent elsewhere lose their rank (a parallelogram that lies flat), they do not determine how
// the mechanism continues; its motion before does. The motion on a branch is smooth, the equations beside it are not:
// near such a configuration, a state beside the constraints by the error of a stage has other rows altogether. A leap
// continues the last regular states by the polynomial through them and their slopes, and evaluates nothing between.
#pragma once

#include <span>
#include <vector>

namespace tangible {

class Leap {
 public:
  explicit Leap(std::size_t size);

  // Forgets the past: the motion has jumped, or its equations have.
  void forget() { count_ = left_out_ = 0; }
  struct Sample {
    double t = 0;
    double regularity = 1;
    std::vector<double> y, slope;
  };
  // The samples that count; forgetting can be undone until another one is remembered.
  struct Extent {
    std::size_t newest = 0, count = 0, left_out = 0;
  };
  Extent extent() const { return {newest_, count_, left_out_}; }
  void restore(const Extent& extent) { newest_ = extent.newest, count_ = extent.count, left_out_ = extent.left_out; }
  // The last state that was remembered, if there is one.
  const Sample* newest() const { return count_ > 0 ? &past_[newest_] : nullptr; }
  // A regular state at the beginning of a step, its slope, and how far from singular it is.
  void remember(double t, std::span<const double> y, std::span<const double> slope, double regularity);
  // Leaves out the last states, as far as they are less regular than that, until another one is remembered.
  void exclude_below(double regularity);
  // The time of the last state, and the time from then until the regularity is zero if it continues to fall; infinite
  // if it does not fall.
  double base() const { return before_last(0).t; }
  double time_to_singular() const;
  // Whether the past reaches far enough back for a leap to time t, and the state there.
  bool covers(double t) const;
  void extrapolate(double t, std::span<double> y);

 private:
  static constexpr std::size_t nodes = 4;      // of the polynomial, which is of degree 7
  static constexpr std::size_t capacity = 64;  // states
  const Sample& before_last(std::size_t back) const {
    return past_[(newest_ + capacity - left_out_ - back) % capacity];
  }
  std::size_t count() const { return count_ - left_out_; }
  std::size_t find(double t) const;

  std::vector<Sample> past_;
  std::size_t newest_ = 0, count_ = 0, left_out_ = 0;
};

}  // namespace tangible
