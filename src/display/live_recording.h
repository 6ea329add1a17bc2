// SPDX-License-Identifier: Apache-2.0
// LiveRecording: what viewers record of a live run, from one moment to another. It grows up to a bound and is full
// then.
#pragma once

#include <memory>

#include "display/recorded_run.h"

namespace tangible {

class LiveRecording {
 public:
  static constexpr std::size_t max_bytes = std::size_t{96} << 20;  // of numbers

  explicit LiveRecording(std::shared_ptr<LiveModel> live);

  const LiveModel& live() const { return *live_; }
  // A snapshot, its numbers as LiveModel::numbers. One that is not later than the last is omitted.
  void add(const std::vector<double>& numbers, std::uint32_t mode);
  void add_event(nlohmann::json event);
  bool is_full() const { return bytes_ >= max_bytes; }
  bool is_empty() const { return samples_.numbers.empty(); }
  double seconds() const;  // of model time

  // The container. It takes long: equations are written. `graph` has the modes that were recorded.
  std::string encode(const ModeGraph& graph, const RunTitle& title);

 private:
  static constexpr std::size_t max_events = 5000;

  double time_of(const std::vector<double>& numbers) const;

  std::shared_ptr<LiveModel> live_;
  RunSamples samples_;
  std::size_t bytes_ = 0;
};

}  // namespace tangible
