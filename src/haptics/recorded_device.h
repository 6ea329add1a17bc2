// SPDX-License-Identifier: Apache-2.0
// Records what passes through any device, and plays a recording back as a device.
#pragma once

#include <atomic>
#include <string>
#include <vector>

#include "haptics/device.h"

namespace tangible {

struct DeviceRecord {
  struct Entry {
    DeviceSample sample;
    Wrench sent;  // after this sample
  };
  std::vector<Entry> entries;
  DeviceLimits limits;
};

// One line per tick, seventeen digits: what is read back is the same to the last bit. Throws std::runtime_error.
void write_device_record(const DeviceRecord& record, const std::string& path);
DeviceRecord read_device_record(const std::string& path);
// Empty, or a line with the reason: a run whose recording cannot be written still has its report.
std::string try_to_write(const DeviceRecord& record, const std::string& path);

// Passes everything on to another device and keeps up to `capacity` ticks; memory is taken by the constructor.
class RecordingDevice : public Device {
 public:
  RecordingDevice(Device& inner, std::size_t capacity);

  std::string_view name() const override { return inner_.name(); }
  ClockOwner clock() const override { return inner_.clock(); }
  DeviceLimits limits() const override { return inner_.limits(); }
  DeviceState state() const override { return inner_.state(); }
  void wait(double now) override { inner_.wait(now); }
  DeviceSample read(double now) override;
  void write(const Wrench& on_device) override;
  bool write_target(const Pose& target) override { return inner_.write_target(target); }
  void stop() override { inner_.stop(); }
  void resume() override { inner_.resume(); }

  const DeviceRecord& record() const { return record_; }
  long dropped() const { return dropped_; }  // ticks beyond the capacity

 private:
  Device& inner_;
  DeviceRecord record_;
  bool kept_ = false;  // the sample before the next write
  long dropped_ = 0;
};

// Repeats the samples of a recording, one per reading; afterwards it is lost.
class ReplayDevice : public Device {
 public:
  explicit ReplayDevice(DeviceRecord record) : record_(std::move(record)) {}

  std::string_view name() const override { return "replay"; }
  ClockOwner clock() const override { return ClockOwner::host; }
  DeviceLimits limits() const override { return record_.limits; }
  DeviceState state() const override;
  DeviceSample read(double now) override;
  void write(const Wrench& on_device) override;
  bool write_target(const Pose&) override { return false; }
  void stop() override { stopped_.store(true, std::memory_order_relaxed); }
  void resume() override { stopped_.store(false, std::memory_order_relaxed); }

  std::size_t position() const { return next_; }
  // Ticks whose last wrench differs from the recorded one in any bit.
  long differences() const { return differences_; }

 private:
  DeviceRecord record_;
  std::size_t next_ = 0;
  long differences_ = 0;
  bool differs_ = false;  // the last write since the last reading
  std::atomic<bool> stopped_{false};
};

}  // namespace tangible
