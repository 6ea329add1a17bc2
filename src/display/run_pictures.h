// SPDX-License-Identifier: Apache-2.0
// Pictures of a sampled run: one instant, several in one, or a series with one scale.
#pragma once

#include "display/run_samples.h"
#include "display/scene_svg.h"

namespace tangible {

class RunPictures {
 public:
  // Both must live as long as this.
  RunPictures(const LiveModel& live, const RunSamples& samples);

  // The sample nearest to the time; `traces`: where handles, or particles, or bodies went until then.
  std::string at(double time, bool traces, const PictureOptions& options) const;
  // So many instants, evenly from the start to the end, with traces.
  std::string strobe(int count, const PictureOptions& options) const;
  // At 0, dt, 2 dt, ... until the end, all fitted to the whole motion.
  std::vector<std::string> every(double dt, const PictureOptions& options) const;

 private:
  std::size_t nearest(double time) const;
  ScenePoses poses(std::size_t sample) const;
  std::vector<SceneTrace> traces(std::size_t last) const;

  const LiveModel& live_;
  const RunSamples& samples_;
  std::vector<double> times_;
};

}  // namespace tangible
