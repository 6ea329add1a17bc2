// SPDX-License-Identifier: Apache-2.0
// Samples as poses and traces.
#include "display/run_pictures.h"

#include <algorithm>
#include <cmath>

namespace tangible {
namespace {

constexpr std::size_t max_around = 24;  // instants to which a series is fitted

}  // namespace

PosedRun posed_run(const LiveModel& live, const RunSamples& samples) {
  const SnapshotLayout& layout = live.simulation.snapshot_layout();
  PosedRun out{live.model().description(), {}, {}};
  for (const std::vector<double>& numbers : samples.numbers) {
    out.times.push_back(numbers[layout.values.time[0]]);
    ScenePoses& poses = out.poses.emplace_back();
    for (std::size_t f = 0; f < out.scene.frames.size(); ++f) poses.push_back(Snapshot{numbers}.pose(layout, f));
  }
  return out;
}

std::vector<double> times_every(double dt, double first, double last) {
  std::vector<double> out;
  for (std::size_t i = 0;; ++i) {
    const double t = first + dt * static_cast<double>(i);
    if (t > last + 1e-9 * dt) return out;
    out.push_back(t);
  }
}

// Where two samples have the same time, the second one holds from there on.
std::size_t RunPictures::nearest(double time) const {
  std::size_t best = 0;
  for (std::size_t k = 1; k < run_.times.size(); ++k)
    if (std::abs(run_.times[k] - time) <= std::abs(run_.times[best] - time)) best = k;
  return best;
}

std::vector<SceneTrace> RunPictures::traces(std::size_t last) const {
  using Kind = ModelDescription::SceneFrame::Kind;
  const std::vector<ModelDescription::SceneFrame>& frames = run_.scene.frames;
  std::vector<SceneTrace> out;
  for (const Kind kind : {Kind::handle, Kind::particle, Kind::body}) {
    for (std::size_t f = 0; f < frames.size(); ++f) {
      if (frames[f].kind != kind) continue;
      SceneTrace trace;
      for (std::size_t k = 0; k <= last; ++k) trace.points.push_back(run_.poses[k][f].position);
      out.push_back(std::move(trace));
    }
    if (!out.empty()) break;
  }
  return out;
}

std::string RunPictures::at(double time, bool with_traces, const PictureOptions& options) const {
  const std::size_t k = nearest(time);
  ScenePicture picture;
  picture.instants = {run_.poses[k]};
  if (with_traces) picture.traces = traces(k);
  return make_svg(run_.scene, picture, options);
}

std::string RunPictures::strobe(int count, const PictureOptions& options) const {
  ScenePicture picture;
  const double first = run_.times.front(), last = run_.times.back();
  for (int i = 0; i < count; ++i)
    picture.instants.push_back(run_.poses[nearest(first + (last - first) * i / (count - 1))]);
  picture.traces = traces(run_.times.size() - 1);
  return make_svg(run_.scene, picture, options);
}

std::vector<std::string> RunPictures::every(double dt, const PictureOptions& options) const {
  ScenePicture picture;
  const std::size_t stride = run_.times.size() / max_around + 1;
  for (std::size_t k = 0; k < run_.times.size(); k += stride) picture.around.push_back(run_.poses[k]);
  picture.around.push_back(run_.poses.back());
  std::vector<std::string> out;
  for (const double t : times_every(dt, start(), end())) {
    picture.instants = {run_.poses[nearest(t)]};
    out.push_back(make_svg(run_.scene, picture, options));
  }
  return out;
}

}  // namespace tangible
