// SPDX-License-Identifier: Apache-2.0
// From words to a registration.
#include "haptics/device_placement.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <numbers>
#include <vector>

#include "engine/error.h"

namespace tangible {
namespace {

std::vector<double> placement_numbers(const std::string& text) {
  std::vector<double> numbers;
  for (std::size_t start = 0; start <= text.size();) {
    const std::size_t end = std::min(text.find('/', start), text.size());
    double value = 0;
    const auto [stop, error] = std::from_chars(text.data() + start, text.data() + end, value);
    if (error != std::errc{} || stop != text.data() + end || !std::isfinite(value)) return {};
    numbers.push_back(value);
    start = end + 1;
  }
  return numbers;
}

Vec3 vector_of(const std::string& text, const std::string& what) {
  const std::vector<double> v = placement_numbers(text);
  if (v.size() != 3) throw BadInput(what + " is not a triple of numbers; write X/Y/Z, such as 0.1/0/0.2");
  return {v[0], v[1], v[2]};
}

Vec3 scale_of(const std::string& text, const std::string& what) {
  const std::vector<double> v = placement_numbers(text);
  if ((v.size() != 1 && v.size() != 3) || !std::ranges::all_of(v, [](double s) { return s > 0; }))
    throw BadInput(what + " is not a valid scale; give a number above zero, or X/Y/Z by axis of the device");
  return v.size() == 1 ? Vec3{v[0], v[0], v[0]} : Vec3{v[0], v[1], v[2]};
}

Quaternion turn_about(Vec3 axis, double degrees) {
  const double half = degrees * std::numbers::pi / 360;
  return {std::cos(half), std::sin(half) * axis.x, std::sin(half) * axis.y, std::sin(half) * axis.z};
}

// About N.x, then N.y, then N.z.
Quaternion rotation_of(const std::string& text, const std::string& what) {
  const Vec3 d = vector_of(text, what + " (degrees about N.x, then N.y, then N.z)");
  return normalized(turn_about({0, 0, 1}, d.z) * turn_about({0, 1, 0}, d.y) * turn_about({1, 0, 0}, d.x));
}

std::uint32_t clutch_of(const std::string& text, const std::string& what) {
  const std::vector<double> v = placement_numbers(text);
  if (v.size() != 1 || !(v[0] >= 0 && v[0] <= 31 && v[0] == std::floor(v[0])))
    throw BadInput(what + " is not a button number; give its number, 0 to 31");
  return std::uint32_t{1} << static_cast<unsigned>(v[0]);
}

bool set_placement(DevicePlacement& placement, const std::string& word, const std::string& label) {
  const std::size_t equals = word.find('=');
  if (equals == std::string::npos) return false;
  const std::string name = word.substr(0, equals), value = word.substr(equals + 1);
  const std::string what = label + ": error: " + name + "='" + value + "'";
  if (name == "scale")
    placement.scale = scale_of(value, what);
  else if (name == "rotate")
    placement.rotation = rotation_of(value, what);
  else if (name == "offset")
    placement.offset = vector_of(value, what);
  else if (name == "clutch")
    placement.clutch_buttons |= clutch_of(value, what);
  else
    return false;
  return true;
}

// One part of six freedoms, shifts or turns, seen along the axes of another triad: a direction counts if it has a
// component of more than rounding along one that counts.
void turn_part(const Freedoms& from, std::size_t first, const Quaternion& rotation, Freedoms& to) {
  constexpr double rounding = 1e-9;
  for (std::size_t i = 0; i < 3; ++i) {
    if (!from[first + i]) continue;
    const Vec3 d = rotate(rotation, {i == 0 ? 1.0 : 0.0, i == 1 ? 1.0 : 0.0, i == 2 ? 1.0 : 0.0});
    to[first] |= std::abs(d.x) > rounding;
    to[first + 1] |= std::abs(d.y) > rounding;
    to[first + 2] |= std::abs(d.z) > rounding;
  }
}

Freedoms turned(const Freedoms& from, const Quaternion& rotation) {
  Freedoms to{};
  turn_part(from, 0, rotation, to);
  turn_part(from, 3, rotation, to);
  return to;
}

bool is_all_or_none(const Freedoms& f) { return f[0] == f[1] && f[1] == f[2] && f[3] == f[4] && f[4] == f[5]; }

}  // namespace

bool DevicePlacement::is_plain() const {
  return scale == Vec3{1, 1, 1} && rotation == Quaternion{} && !offset && clutch_buttons == 0;
}

Registration DevicePlacement::registration(const Pose& handle) const {
  Registration r(rotation, scale);
  if (!offset) return r;  // the port aligns it
  r.align({}, handle);
  r.set_offset(*offset);
  return r;
}

Freedoms DevicePlacement::in_world(const Freedoms& of_device) const { return turned(of_device, rotation); }

CouplerDirections DevicePlacement::directions(const Freedoms& of_device, const Freedoms& of_handle) const {
  const bool keeps_axes = is_all_or_none(of_device) || rotation == Quaternion{};
  CouplerDirections out;
  if (!keeps_axes) out.axes = rotation;
  const Freedoms handle = keeps_axes ? of_handle : turned(of_handle, inverse(rotation));
  for (std::size_t i = 0; i < 6; ++i) out.mask[i] = of_device[i] && handle[i];
  return out;
}

DevicePlacement take_placement(std::string& options, const std::string& label) {
  DevicePlacement placement;
  std::string rest;
  bool first = true;
  for (std::size_t start = 0; start <= options.size();) {
    const std::size_t end = std::min(options.find(',', start), options.size());
    const std::string word = options.substr(start, end - start);
    start = end + 1;
    if (set_placement(placement, word, label)) continue;
    rest += (first ? "" : ",") + word;
    first = false;
  }
  options = rest;
  return placement;
}

}  // namespace tangible
