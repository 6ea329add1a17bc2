// SPDX-License-Identifier: Apache-2.0
// Decides which samples of a device may be used: finite, fresh, and near the last position of the device.
#pragma once

#include "haptics/device.h"

namespace tangible {

struct SampleCheckOptions {
  double tick = 1e-3;
  double max_speed = 10;       // m/s; a pose further away than this times the time since is a jump
  double max_turn_rate = 100;  // rad/s
  int ticks_until_lost = 4;    // without a usable sample, those included that were missed
  int ticks_until_moved = 50;  // jumped samples that agree with each other: the device is elsewhere now
};

struct SampleCheckCounts {
  long not_finite = 0, jumps = 0, missing = 0, stale = 0, losses = 0;
  long usable = 0;
  long spans = 0;      // between usable samples, but for gaps of a tenth of a second and more
  double spanned = 0;  // s, in all of them
};

class SampleCheck {
 public:
  SampleCheck() = default;
  explicit SampleCheck(const SampleCheckOptions& options) : options_(options) {}

  enum class Verdict : std::uint8_t {
    usable,   // take it
    repeat,   // go on with the last one
    lost,     // no force: nothing usable for too long
    returned  // usable again after a loss, or at another position: take hold again
  };
  Verdict examine(const DeviceSample& sample, double now);
  const SampleCheckCounts& counts() const { return counts_; }
  // The last usable sample.
  const DeviceSample& sample() const { return last_; }

 private:
  // No newer than the last usable one: a device that hangs repeats itself. After a loss its clock may begin anew.
  bool is_stale(const DeviceSample& sample) const {
    return begun_ && (lost_ ? sample.time == last_.time : sample.time <= last_.time);
  }
  bool is_jump(const DeviceSample& from, const DeviceSample& to, double now) const;

  SampleCheckOptions options_;
  DeviceSample last_, jumped_;
  double last_time_ = 0;  // of the loop, at the last usable sample
  double jumped_time_ = 0;
  int unusable_ = 0;  // ticks in a row
  int agreeing_ = 0;  // jumped samples in a row
  bool begun_ = false;
  bool lost_ = false;
  SampleCheckCounts counts_;
};

}  // namespace tangible
