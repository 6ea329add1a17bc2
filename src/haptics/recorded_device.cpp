// SPDX-License-Identifier: Apache-2.0
// Recordings as text.
#include "haptics/recorded_device.h"

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <fstream>
#include <memory>
#include <sstream>
#include <stdexcept>

namespace tangible {
namespace {

constexpr std::string_view heading =
    "tangible device record 1: limits (inertia 2, damping 2, delay), then per line time, pose 7, velocity 6, measured "
    "6, "
    "grip, buttons, measured?, valid?, sent 6";

using Fields = std::array<double, 31>;

Fields fields_of(const DeviceRecord::Entry& e) {
  const DeviceSample& s = e.sample;
  const Vec3 p = s.pose.position, v = s.velocity.linear, w = s.velocity.angular;
  const Vec3 f = s.measured.force, m = s.measured.torque, g = e.sent.force, n = e.sent.torque;
  const Quaternion q = s.pose.orientation;
  return {s.time,
          p.x,
          p.y,
          p.z,
          q.w,
          q.x,
          q.y,
          q.z,
          v.x,
          v.y,
          v.z,
          w.x,
          w.y,
          w.z,
          f.x,
          f.y,
          f.z,
          m.x,
          m.y,
          m.z,
          s.grip,
          static_cast<double>(s.buttons),
          s.has_measured ? 1.0 : 0.0,
          s.valid ? 1.0 : 0.0,
          g.x,
          g.y,
          g.z,
          n.x,
          n.y,
          n.z,
          0};
}

DeviceRecord::Entry entry_of(const Fields& a) {
  DeviceRecord::Entry e;
  e.sample.time = a[0];
  e.sample.pose = {{a[1], a[2], a[3]}, {a[4], a[5], a[6], a[7]}};
  e.sample.velocity = {{a[8], a[9], a[10]}, {a[11], a[12], a[13]}};
  e.sample.measured = {{a[14], a[15], a[16]}, {a[17], a[18], a[19]}};
  e.sample.grip = a[20];
  e.sample.buttons = static_cast<std::uint32_t>(a[21]);
  e.sample.has_measured = a[22] != 0;
  e.sample.valid = a[23] != 0;
  e.sent = {{a[24], a[25], a[26]}, {a[27], a[28], a[29]}};
  return e;
}

std::string number(double x) {
  char text[32];
  std::snprintf(text, sizeof text, "%.17g", x);
  return text;
}

}  // namespace

void write_device_record(const DeviceRecord& record, const std::string& path) {
  std::ofstream file(path);
  const DeviceLimits& l = record.limits;
  file << heading << "\n"
       << number(l.inertia.linear) << ' ' << number(l.inertia.rotary) << ' ' << number(l.damping.linear) << ' '
       << number(l.damping.rotary) << ' ' << l.delay << "\n";
  for (const DeviceRecord::Entry& entry : record.entries) {
    const Fields fields = fields_of(entry);
    for (std::size_t i = 0; i + 1 < fields.size(); ++i)
      file << number(fields[i]) << (i + 2 < fields.size() ? ' ' : '\n');
  }
  errno = 0;
  if (!file.flush())
    throw std::runtime_error(path + ": error: the recording cannot be written" +
                             (errno != 0 ? std::string(": ") + std::strerror(errno) : "") +
                             "; make room or give another name, and run again");
}

std::string try_to_write(const DeviceRecord& record, const std::string& path) {
  try {
    write_device_record(record, path);
  } catch (const std::runtime_error& problem) {
    return std::string(problem.what()) + "\n";
  }
  return "";
}

DeviceRecord read_device_record(const std::string& path) {
  std::ifstream file(path);
  std::string line;
  if (!std::getline(file, line) || line != heading)
    throw std::runtime_error(path + ": error: this is not a recording of a device; record one first");
  DeviceRecord record;
  DeviceLimits& l = record.limits;
  if (!(file >> l.inertia.linear >> l.inertia.rotary >> l.damping.linear >> l.damping.rotary >> l.delay))
    throw std::runtime_error(path + ":2: error: the limits of the device cannot be read; record again");
  std::getline(file, line);
  for (long number_of_line = 3; std::getline(file, line); ++number_of_line) {
    std::istringstream words(line);
    Fields fields{};
    std::string word;
    std::size_t i = 0;
    for (; i + 1 < fields.size() && words >> word; ++i) fields[i] = std::strtod(word.c_str(), nullptr);
    if (i + 1 < fields.size())
      throw std::runtime_error(path + ":" + std::to_string(number_of_line) +
                               ": error: the line has too few numbers; record again");
    record.entries.push_back(entry_of(fields));
  }
  return record;
}

RecordingDevice::RecordingDevice(Device& inner, std::size_t capacity) : inner_(inner) {
  record_.entries.reserve(capacity);
  record_.limits = inner.limits();
}

DeviceSample RecordingDevice::read(double now) {
  const DeviceSample sample = inner_.read(now);
  kept_ = record_.entries.size() < record_.entries.capacity();
  if (kept_)
    record_.entries.push_back({sample, {}});
  else
    ++dropped_;
  return sample;
}

void RecordingDevice::write(const Wrench& on_device) {
  if (kept_) record_.entries.back().sent = on_device;
  inner_.write(on_device);
}

DeviceState ReplayDevice::state() const {
  if (stopped_.load(std::memory_order_relaxed)) return {DeviceCondition::stopped, {}};
  if (next_ > record_.entries.size()) return {DeviceCondition::lost, "the recording has ended"};
  return {};
}

DeviceSample ReplayDevice::read(double) {
  differs_ = false;
  if (next_ < record_.entries.size()) return record_.entries[next_++].sample;
  next_ = record_.entries.size() + 1;
  return {};
}

void ReplayDevice::write(const Wrench& on_device) {
  if (next_ == 0 || next_ > record_.entries.size()) return;
  const bool differs = !(record_.entries[next_ - 1].sent == on_device);
  differences_ += static_cast<long>(differs) - static_cast<long>(differs_);
  differs_ = differs;
}

}  // namespace tangible
