// SPDX-License-Identifier: Apache-2.0
// Samples of a live run.
#include "display/live_recording.h"

namespace tangible {

LiveRecording::LiveRecording(std::shared_ptr<LiveModel> live) : live_(std::move(live)), samples_(*live_) {}

double LiveRecording::time_of(const std::vector<double>& numbers) const {
  return numbers[live_->simulation.snapshot_layout().values.time[0]];
}

double LiveRecording::seconds() const {
  return is_empty() ? 0 : time_of(samples_.numbers.back()) - time_of(samples_.numbers.front());
}

void LiveRecording::add(const std::vector<double>& numbers, std::uint32_t mode) {
  if (is_full()) return;
  if (!is_empty() && !(time_of(numbers) > time_of(samples_.numbers.back()))) return;
  if (!is_empty() && mode != samples_.modes.back()) samples_.jumps.push_back(samples_.numbers.size());
  samples_.numbers.push_back(numbers);
  samples_.modes.push_back(mode);
  bytes_ += numbers.size() * sizeof(double);
}

void LiveRecording::add_event(nlohmann::json event) {
  if (samples_.events.size() >= max_events) return;
  event["type"] = "event";
  event["number"] = samples_.events.size() + 1;
  event.erase("viewer");
  samples_.events.push_back(std::move(event));
}

std::string LiveRecording::encode(const ModeGraph& graph, const RunTitle& title) {
  samples_.graph = graph;
  samples_.end = time_of(samples_.numbers.back());
  samples_.steps = static_cast<long>(samples_.numbers.size());
  return encode_run(*live_, samples_, title);
}

}  // namespace tangible
