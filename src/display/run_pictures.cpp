// SPDX-License-Identifier: Apache-2.0
// Samples as poses and traces.
#include "display/run_pictures.h"

#include <algorithm>
#include <cmath>

namespace tangible {
namespace {

constexpr std::size_t max_around = 24;  // instants to which a series is fitted

}  // namespace

RunPictures::RunPictures(const LiveModel& live, const RunSamples& samples) : live_(live), samples_(samples) {
  const std::size_t at = live.simulation.snapshot_layout().values.time[0];
  for (const std::vector<double>& numbers : samples.numbers) times_.push_back(numbers[at]);
}

// Where two samples have the same time, the second one holds from there on.
std::size_t RunPictures::nearest(double time) const {
  std::size_t best = 0;
  for (std::size_t k = 1; k < times_.size(); ++k)
    if (std::abs(times_[k] - time) <= std::abs(times_[best] - time)) best = k;
  return best;
}

ScenePoses RunPictures::poses(std::size_t sample) const {
  const SnapshotLayout& layout = live_.simulation.snapshot_layout();
  const Snapshot snapshot{samples_.numbers[sample]};
  ScenePoses out;
  for (std::size_t f = 0; f < live_.model().description().frames.size(); ++f) out.push_back(snapshot.pose(layout, f));
  return out;
}

std::vector<SceneTrace> RunPictures::traces(std::size_t last) const {
  using Kind = ModelDescription::SceneFrame::Kind;
  const std::vector<ModelDescription::SceneFrame>& frames = live_.model().description().frames;
  const SnapshotLayout& layout = live_.simulation.snapshot_layout();
  std::vector<SceneTrace> out;
  for (const Kind kind : {Kind::handle, Kind::particle, Kind::body}) {
    for (std::size_t f = 0; f < frames.size(); ++f) {
      if (frames[f].kind != kind) continue;
      SceneTrace trace;
      for (std::size_t k = 0; k <= last; ++k) {
        const double* at = &samples_.numbers[k][layout.poses[SnapshotLayout::pose_size * f]];
        trace.points.push_back({at[0], at[1], at[2]});
      }
      out.push_back(std::move(trace));
    }
    if (!out.empty()) break;
  }
  return out;
}

std::string RunPictures::at(double time, bool with_traces, const PictureOptions& options) const {
  const std::size_t k = nearest(time);
  ScenePicture picture;
  picture.instants = {poses(k)};
  if (with_traces) picture.traces = traces(k);
  return make_svg(live_.model().description(), picture, options);
}

std::string RunPictures::strobe(int count, const PictureOptions& options) const {
  ScenePicture picture;
  const double first = times_.front(), last = times_.back();
  for (int i = 0; i < count; ++i) picture.instants.push_back(poses(nearest(first + (last - first) * i / (count - 1))));
  picture.traces = traces(times_.size() - 1);
  return make_svg(live_.model().description(), picture, options);
}

std::vector<std::string> RunPictures::every(double dt, const PictureOptions& options) const {
  ScenePicture picture;
  const std::size_t stride = times_.size() / max_around + 1;
  for (std::size_t k = 0; k < times_.size(); k += stride) picture.around.push_back(poses(k));
  picture.around.push_back(poses(times_.size() - 1));
  std::vector<std::string> out;
  for (std::size_t i = 0;; ++i) {
    const double t = times_.front() + dt * static_cast<double>(i);
    if (t > times_.back() + 1e-9 * dt) break;
    picture.instants = {poses(nearest(t))};
    out.push_back(make_svg(live_.model().description(), picture, options));
  }
  return out;
}

}  // namespace tangible
