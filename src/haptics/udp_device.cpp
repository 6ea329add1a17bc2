// SPDX-License-Identifier: Apache-2.0
// The socket of a device on the network.
#include "haptics/udp_device.h"

#include <arpa/inet.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <cstring>
#include <ctime>
#include <stdexcept>

namespace tangible {

UdpDevice::UdpDevice(const UdpDeviceOptions& options) : options_(options) {
  sockaddr_in here{};
  here.sin_family = AF_INET;
  here.sin_port = htons(static_cast<std::uint16_t>(options.port));
  const std::string place = options.address + ":" + std::to_string(options.port);
  if (inet_pton(AF_INET, options.address.c_str(), &here.sin_addr) != 1)
    throw std::runtime_error("udp device: error: '" + options.address +
                             "' is no IPv4 address; give one like 127.0.0.1");
  socket_ = socket(AF_INET, SOCK_DGRAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
  socklen_t size = sizeof here;
  if (socket_ < 0 || bind(socket_, reinterpret_cast<const sockaddr*>(&here), sizeof here) != 0 ||
      getsockname(socket_, reinterpret_cast<sockaddr*>(&here), &size) != 0) {
    const std::string reason = std::strerror(errno);
    if (socket_ >= 0) close(socket_);
    throw std::runtime_error("udp device: error: " + place + " cannot be opened: " + reason + "; choose another port");
  }
  port_ = ntohs(here.sin_port);
}

UdpDevice::~UdpDevice() {
  stop();
  close(socket_);
}

DeviceState UdpDevice::state() const {
  if (stopped_.load(std::memory_order_relaxed)) return {DeviceCondition::stopped, {}};
  return {};
}

// A session ends after a silence; until then datagrams of others are ignored. Numbers only rise: what is older than the
// newest is late or replayed.
bool UdpDevice::accepts(const SampleDatagram& d, const sockaddr_in& sender, double now) {
  const bool silent = now - heard_ > options_.silence;
  if (connected_ && d.session == session_) {
    const auto ahead = static_cast<std::int32_t>(d.sequence - sequence_);
    if (ahead <= 0) {
      ++counts_.replayed;
      return false;
    }
    const bool same_peer = sender.sin_addr.s_addr == peer_.sin_addr.s_addr && sender.sin_port == peer_.sin_port;
    if (!same_peer) {
      ++counts_.strangers;
      return false;
    }
  } else if (connected_ && !silent) {
    ++counts_.strangers;
    return false;
  }
  connected_ = true;
  session_ = d.session;
  sequence_ = d.sequence;
  peer_ = sender;
  heard_ = now;
  remember_peer();
  return true;
}

// Takes all datagrams that have arrived; the newest counts.
bool UdpDevice::receive(double now) {
  bool fresh = false;
  std::array<std::byte, sample_size + 1> bytes;
  for (int most = 64; most > 0; --most) {
    sockaddr_in sender{};
    socklen_t size = sizeof sender;
    const ssize_t length =
        recvfrom(socket_, bytes.data(), bytes.size(), 0, reinterpret_cast<sockaddr*>(&sender), &size);
    if (length < 0) break;
    const auto datagram = decode_sample(std::span(bytes).first(static_cast<std::size_t>(length)));
    if (!datagram) {
      ++counts_.garbage;
      continue;
    }
    if (!accepts(*datagram, sender, now)) continue;
    if (fresh) ++counts_.superseded;
    ++counts_.samples;
    fresh = true;
    last_ = datagram->sample;
    if (datagram->echo > 0) round_trip_ = now - datagram->echo;
  }
  return fresh;
}

// What is not a sample of this session does not end the wait: it shall not make the clock.
void UdpDevice::wait(double now) {
  if (clock() == ClockOwner::host) return;
  using Clock = std::chrono::steady_clock;
  const auto end =
      Clock::now() + std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(options_.timeout));
  while (!has_arrived_ && !(has_arrived_ = receive(now))) {
    const auto left = std::chrono::duration_cast<std::chrono::nanoseconds>(end - Clock::now()).count();
    if (left <= 0) {
      is_silent_ = true;
      return;
    }
    const timespec at_most{left / 1'000'000'000, left % 1'000'000'000};
    pollfd ready{socket_, POLLIN, 0};
    (void)ppoll(&ready, 1, &at_most, nullptr);
  }
}

DeviceSample UdpDevice::read(double now) {
  now_ = now;
  const bool is_fresh = receive(now) || has_arrived_;
  has_arrived_ = false;
  if (is_fresh) is_silent_ = false;
  DeviceSample sample = last_;
  sample.valid = is_fresh && last_.valid;
  sample.time = now;  // the device's clock has another zero
  return sample;
}

void UdpDevice::send(CommandDatagram command) {
  if (!connected_) return;
  command.session = session_;
  command.sequence = sequence_;
  command.time = now_;
  command.stop = stopped_.load(std::memory_order_relaxed);
  if (command.stop) command.wrench = {};
  std::array<std::byte, command_size> bytes;
  encode(command, bytes);
  (void)sendto(socket_, bytes.data(), bytes.size(), MSG_DONTWAIT | MSG_NOSIGNAL,
               reinterpret_cast<const sockaddr*>(&peer_), sizeof peer_);
  // A stop that came after the look above has sent its command before this one, perhaps: the last word is the stop.
  if (!command.stop && stopped_.load(std::memory_order_seq_cst)) stop();
}

void UdpDevice::write(const Wrench& on_device) {
  CommandDatagram command;
  command.wrench = on_device;
  send(command);
}

bool UdpDevice::write_target(const Pose& target) {
  CommandDatagram command;
  command.is_target = true;
  command.target = target;
  send(command);
  return true;
}

void UdpDevice::remember_peer() {
  order_word_.store(std::uint64_t{session_} << 32 | sequence_, std::memory_order_relaxed);
  peer_word_.store(std::uint64_t{peer_.sin_addr.s_addr} << 16 | peer_.sin_port, std::memory_order_release);
}

// May come from another thread, while the loop is stalled: the command without force is sent at once.
void UdpDevice::stop() {
  stopped_.store(true, std::memory_order_seq_cst);
  const std::uint64_t peer = peer_word_.load(std::memory_order_acquire);
  if (peer == 0) return;
  const std::uint64_t order = order_word_.load(std::memory_order_relaxed);
  sockaddr_in to{};
  to.sin_family = AF_INET;
  to.sin_addr.s_addr = static_cast<in_addr_t>(peer >> 16);
  to.sin_port = static_cast<in_port_t>(peer & 0xffff);
  CommandDatagram command;
  command.session = static_cast<std::uint32_t>(order >> 32);
  command.sequence = static_cast<std::uint32_t>(order);
  command.stop = true;
  std::array<std::byte, command_size> bytes;
  encode(command, bytes);
  (void)sendto(socket_, bytes.data(), bytes.size(), MSG_DONTWAIT | MSG_NOSIGNAL, reinterpret_cast<const sockaddr*>(&to),
               sizeof to);
}
void UdpDevice::resume() { stopped_.store(false, std::memory_order_relaxed); }

}  // namespace tangible
