// SPDX-License-Identifier: Apache-2.0
// The common models as model files.
#include "peers/model_text.h"

#include <sstream>

namespace tangible::bench {
namespace {

std::string list(const std::array<double, 3>& v) {
  std::ostringstream out;
  out.precision(17);
  out << "[" << v[0] << ", " << v[1] << ", " << v[2] << "]";
  return out.str();
}

void write_link(std::ostream& out, const PeerLink& link, std::size_t number, std::size_t joint) {
  const char* const axes[] = {"x", "y", "z"};
  out << "  link_" << number << ": {parent: ";
  if (link.parent < 0) {
    out << "ground";
  } else {
    out << "link_" << link.parent + 1;
  }
  if (link.is_floating) {
    out << ", joint: free";
  } else {
    std::size_t axis = 0;
    while (link.axis[axis] == 0) ++axis;
    out << ", joint: revolute, axis: " << axes[axis] << ", coordinate: q" << joint;
  }
  const auto& i = link.inertia;
  out << ", at: " << list(link.offset) << ", mass: " << link.mass << ", center: " << list(link.center)
      << ", inertia: {xx: " << i[0] << ", yy: " << i[1] << ", zz: " << i[2] << ", xy: " << i[3] << ", zx: " << i[4]
      << ", yz: " << i[5] << "}}\n";
}

}  // namespace

std::string model_text(const PeerModel& model) {
  std::ostringstream out;
  out.precision(17);
  const std::size_t n = model.joints();
  out << "tangible: 1\nname: " << model.name << "\nparameters: {g: 9.81 m/s^2}\ninputs: {";
  for (std::size_t i = 1; i <= n; ++i) out << (i > 1 ? ", " : "") << "tau_" << i << ": N*m";
  out << "}\n";
  if (!model.is_floating()) {
    out << "speeds: {";
    for (std::size_t i = 1; i <= n; ++i) out << (i > 1 ? ", " : "") << "u" << i << ": q" << i << "'";
    out << "}\n";
  }
  out << "bodies:\n";
  const std::size_t fixed = model.is_floating() ? 1 : 0;
  for (std::size_t i = 0; i < model.links.size(); ++i) write_link(out, model.links[i], i + 1, i + 1 - fixed);
  out << "gravity: -g*N.z\nloads:\n";
  for (std::size_t i = 1; i <= n; ++i)
    out << "  motor_" << i << ": {motor: tau_" << i << ", joint: link_" << i + fixed << "}\n";
  if (model.loop) {
    out << "points:\n";
    for (std::size_t i = 0; i < 2; ++i) {
      const auto& p = model.loop->points[i];
      const std::string body = "link_" + std::to_string(model.loop->links[i] + 1);
      out << "  end_" << i + 1 << ": {from: " << body << ".o, at: " << p[0] << "*(1 m)*" << body << ".x}\n";
    }
    out << "constraints:\n  close: {loop: [end_1, end_2], along: {x: N.x, z: N.z}}\n";
  }
  return out.str();
}

}  // namespace tangible::bench
