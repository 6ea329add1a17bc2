// SPDX-License-Identifier: Apache-2.0
// A device behind a UDP socket: it sends samples, and each is answered with a wrench. Loopback by default.
#pragma once

#include <netinet/in.h>

#include <atomic>
#include <string>

#include "haptics/datagram.h"

namespace tangible {

struct UdpDeviceOptions {
  std::string address = "127.0.0.1";  // to listen on
  int port = 4700;                    // zero: any free one
  double timeout = 4e-3;              // s without a datagram, after which the device counts as silent
  double silence = 0.5;               // s after which another session may take over
  bool host_clock = false;            // the loop ticks by its own clock, also while samples arrive
  DeviceLimits limits;                // as known of the device; the datagram does not carry them
};

struct UdpDeviceCounts {
  long samples = 0, garbage = 0, replayed = 0, strangers = 0, superseded = 0;
};

class UdpDevice : public Device {
 public:
  // Opens the socket; throws std::runtime_error if that is not possible.
  explicit UdpDevice(const UdpDeviceOptions& options);
  ~UdpDevice() override;
  UdpDevice(const UdpDevice&) = delete;
  UdpDevice& operator=(const UdpDevice&) = delete;

  std::string_view name() const override { return "udp"; }
  ClockOwner clock() const override {
    return options_.host_clock || is_silent_ ? ClockOwner::host : ClockOwner::message;
  }
  DeviceLimits limits() const override { return options_.limits; }
  DeviceState state() const override;
  void wait(double now) override;
  DeviceSample read(double now) override;
  void write(const Wrench& on_device) override;
  bool write_target(const Pose& target) override;
  void stop() override;
  void resume() override;

  int port() const { return port_; }
  const UdpDeviceCounts& counts() const { return counts_; }
  // Time from a command to the first sample that reflects it, s; zero: not known.
  double round_trip() const { return round_trip_; }

 private:
  bool receive(double now);
  bool accepts(const SampleDatagram& datagram, const sockaddr_in& sender, double now);
  void send(CommandDatagram command);
  void remember_peer();

  UdpDeviceOptions options_;
  int socket_ = -1;
  int port_ = 0;
  sockaddr_in peer_{};
  std::uint32_t session_ = 0, sequence_ = 0;
  double heard_ = -1e9;
  double now_ = 0;
  double round_trip_ = 0;
  bool connected_ = false;
  bool is_silent_ = true;     // no sample since the last wait, or ever
  bool has_arrived_ = false;  // a sample, since the last reading
  DeviceSample last_;
  UdpDeviceCounts counts_;
  std::atomic<bool> stopped_{false};
  // The same for stop(), which may come from another thread: address and port, session and sequence. Zero: no peer yet.
  std::atomic<std::uint64_t> peer_word_{0}, order_word_{0};
};

}  // namespace tangible
