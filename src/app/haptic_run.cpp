// SPDX-License-Identifier: Apache-2.0
// Choices of a haptic run.
#include "app/haptic_run.h"

namespace tangible {

Method method_named(const std::string& name) {
  if (name == "semi-implicit") return Method::semi_implicit_euler;
  if (name == "rk2") return Method::rk2;
  return name == "implicit" ? Method::implicit : Method::rk4;
}

std::string chosen_handle(const HapticRunOptions& options, const Model& model) {
  if (!options.handle.empty()) return options.handle;
  const ModelDescription& d = model.description();
  if (!d.handles.empty()) return d.handles.front().name;
  for (const auto& frame : d.frames)
    if (frame.kind != ModelDescription::SceneFrame::Kind::shape) return frame.name;
  throw BadInput(options.path + ": error: the model has nothing to take hold of; add a handle or a body");
}

LoadOptions load_options(const std::vector<std::string>& assignments) {
  LoadOptions load;
  for (const std::string& text : assignments) {
    const std::size_t equals = text.find('=');
    if (equals == std::string::npos)
      throw BadInput("--set " + text + ": error: write name=value, such as --set m=\"2 kg\"");
    load.set[text.substr(0, equals)] = text.substr(equals + 1);
  }
  return load;
}

}  // namespace tangible
