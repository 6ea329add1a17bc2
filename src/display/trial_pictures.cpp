// SPDX-License-Identifier: Apache-2.0
// From reports to drawings.
#include "display/trial_pictures.h"

#include "display/plot_svg.h"
#include "display/scene_svg.h"

namespace tangible {

std::string trial_plot(const TaskProgram& program, const AdmittanceReport& report) {
  return record_to_svg(metrics_of(program, report));
}

std::string trial_strobe(const Model& model, const AdmittanceReport& report) {
  ScenePicture picture;
  picture.instants = report.poses;
  for (const std::vector<Vec3>& points : report.traces) picture.traces.push_back({points});
  PictureOptions options;
  options.width = 640;
  options.height = 360;
  return make_svg(model.description(), picture, options);
}

}  // namespace tangible
