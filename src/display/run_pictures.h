// SPDX-License-Identifier: Apache-2.0
// Pictures of a sampled run: one instant, several in one, or a series with one scale.
#pragma once

#include "display/run_samples.h"
#include "display/scene_svg.h"

namespace tangible {

// What pictures need of a run: its scene, and the poses of all frames at times that do not decrease.
struct PosedRun {
  ModelDescription scene;
  std::vector<double> times;
  std::vector<ScenePoses> poses;  // by time
};
PosedRun posed_run(const LiveModel& live, const RunSamples& samples);

// first, first + dt, first + 2 dt, ... until last.
std::vector<double> times_every(double dt, double first, double last);

class RunPictures {
 public:
  explicit RunPictures(PosedRun run) : run_(std::move(run)) {}

  double start() const { return run_.times.front(); }
  double end() const { return run_.times.back(); }
  // The sample nearest to the time; `traces`: where handles, or particles, or bodies went until then.
  std::string at(double time, bool traces, const PictureOptions& options) const;
  // So many instants, evenly from the start to the end, with traces.
  std::string strobe(int count, const PictureOptions& options) const;
  // At the start, dt later, 2 dt later, ... until the end, all fitted to the whole motion.
  std::vector<std::string> every(double dt, const PictureOptions& options) const;

 private:
  std::size_t nearest(double time) const;
  std::vector<SceneTrace> traces(std::size_t last) const;

  PosedRun run_;
};

}  // namespace tangible
