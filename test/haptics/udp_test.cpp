// SPDX-License-Identifier: Apache-2.0
// The device on the network: datagrams round trip, and what is garbage, replayed or foreign is counted and ignored.
#include "haptics/udp_device.h"

#include "haptics/plants.h"
#include "haptics/realtime_loop.h"

#include <arpa/inet.h>
#include <gtest/gtest.h>

#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <chrono>
#include <thread>

namespace tangible {
namespace {

// The other end of the wire.
class Client {
 public:
  explicit Client(int port) : socket_(socket(AF_INET, SOCK_DGRAM, 0)) {
    host_.sin_family = AF_INET;
    host_.sin_port = htons(static_cast<std::uint16_t>(port));
    inet_pton(AF_INET, "127.0.0.1", &host_.sin_addr);
  }
  ~Client() { close(socket_); }
  void send(std::span<const std::byte> bytes) {
    sendto(socket_, bytes.data(), bytes.size(), 0, reinterpret_cast<const sockaddr*>(&host_), sizeof host_);
  }
  void send_sample(std::uint32_t session, std::uint32_t sequence, double x) {
    SampleDatagram d;
    d.session = session;
    d.sequence = sequence;
    d.sample.pose.position.x = x;
    d.sample.buttons = 5;
    d.sample.valid = true;
    std::array<std::byte, sample_size> bytes;
    encode(d, bytes);
    send(bytes);
  }
  std::optional<CommandDatagram> receive() {
    pollfd ready{socket_, POLLIN, 0};
    if (poll(&ready, 1, 1000) <= 0) return std::nullopt;
    std::array<std::byte, 256> bytes;
    const ssize_t n = recv(socket_, bytes.data(), bytes.size(), 0);
    return decode_command(std::span(bytes).first(static_cast<std::size_t>(n)));
  }

 private:
  int socket_;
  sockaddr_in host_{};
};

UdpDeviceOptions any_port() {
  UdpDeviceOptions o;
  o.port = 0;
  return o;
}

TEST(UdpDevice, a_sample_arrives_and_its_wrench_goes_back) {
  UdpDevice device(any_port());
  Client client(device.port());
  client.send_sample(7, 1, 0.25);
  const DeviceSample sample = device.read(1.5);
  ASSERT_TRUE(sample.valid);
  EXPECT_EQ(sample.pose.position.x, 0.25);
  EXPECT_EQ(sample.buttons, 5U);
  device.write({{1, 2, 3}, {4, 5, 6}});
  const auto command = client.receive();
  ASSERT_TRUE(command);
  EXPECT_EQ(command->wrench, (Wrench{{1, 2, 3}, {4, 5, 6}}));
  EXPECT_EQ(command->session, 7U);
  EXPECT_EQ(command->sequence, 1U);
  EXPECT_EQ(command->time, 1.5);
}

TEST(UdpDevice, garbage_replayed_and_foreign_datagrams_are_counted_and_ignored) {
  UdpDevice device(any_port());
  Client client(device.port()), stranger(device.port());
  client.send_sample(7, 10, 0.1);
  ASSERT_TRUE(device.read(0).valid);
  client.send(std::vector<std::byte>(17));
  client.send(std::vector<std::byte>(sample_size));
  client.send_sample(7, 10, 0.9);
  client.send_sample(7, 3, 0.9);
  stranger.send_sample(7, 11, 0.9);
  stranger.send_sample(8, 1, 0.9);
  client.send_sample(7, 12, std::nan(""));
  const DeviceSample sample = device.read(0.001);
  EXPECT_FALSE(sample.valid);
  EXPECT_EQ(sample.pose.position.x, 0.1);
  EXPECT_EQ(device.counts().garbage, 3);
  EXPECT_EQ(device.counts().replayed, 2);
  EXPECT_EQ(device.counts().strangers, 2);
}

TEST(UdpDevice, another_session_takes_over_after_a_silence) {
  UdpDevice device(any_port());
  Client first(device.port()), second(device.port());
  first.send_sample(1, 50, 0.1);
  ASSERT_TRUE(device.read(0).valid);
  second.send_sample(2, 1, 0.2);
  EXPECT_FALSE(device.read(0.1).valid);
  second.send_sample(2, 2, 0.2);
  EXPECT_TRUE(device.read(0.7).valid);
}

TEST(UdpDevice, a_stopped_device_is_sent_no_force) {
  UdpDevice device(any_port());
  Client client(device.port());
  client.send_sample(7, 1, 0);
  device.read(0);
  device.stop();
  device.write({{1, 0, 0}, {}});
  const auto command = client.receive();
  ASSERT_TRUE(command);
  EXPECT_TRUE(command->stop);
  EXPECT_EQ(command->wrench, Wrench{});
}

TEST(UdpDevice, a_stop_from_another_thread_is_sent_at_once_while_the_loop_stalls) {
  UdpDevice device(any_port());
  Client client(device.port());
  client.send_sample(7, 3, 0);
  device.read(0);
  device.write({{1, 0, 0}, {}});
  ASSERT_TRUE(client.receive());
  std::thread([&] { device.stop(); }).join();  // nothing is written after it
  const auto command = client.receive();
  ASSERT_TRUE(command);
  EXPECT_TRUE(command->stop);
  EXPECT_EQ(command->wrench, Wrench{});
  EXPECT_EQ(command->session, 7U);
  EXPECT_EQ(command->sequence, 3U);
}

TEST(UdpDevice, makes_the_clock_from_its_first_sample_until_it_falls_silent) {
  UdpDevice device(any_port());
  Client client(device.port());
  EXPECT_EQ(device.clock(), ClockOwner::host);
  EXPECT_FALSE(device.read(0).valid);
  client.send_sample(7, 1, 0);
  EXPECT_TRUE(device.read(1e-3).valid);
  EXPECT_EQ(device.clock(), ClockOwner::message);
  client.send(std::vector<std::byte>(17));  // garbage makes no tick
  client.send_sample(7, 2, 0);
  device.wait(2e-3);
  EXPECT_TRUE(device.read(2e-3).valid);
  client.send(std::vector<std::byte>(17));
  device.wait(3e-3);  // until the timeout
  EXPECT_EQ(device.clock(), ClockOwner::host);
  EXPECT_FALSE(device.read(7e-3).valid);
  client.send_sample(7, 3, 0);
  EXPECT_TRUE(device.read(8e-3).valid);
  EXPECT_EQ(device.clock(), ClockOwner::message);
}

// A device whose program is not running yet: the model goes on by the clock, nothing is late, nobody is stopped.
TEST(UdpDevice, that_is_silent_from_the_start_leaves_the_loop_to_the_clock) {
  UdpDevice device(any_port());
  testing::FixedHandle wall;
  HapticPort port(device, port_options_for(device.limits(), 1e-3));
  Servo servo(PlantRef(wall), 1e-3);
  servo.add_port(port);
  RealtimeLoop loop(servo, {.duration = 0.5});
  loop.start();
  const LoopStatistics& s = loop.join();
  EXPECT_EQ(s.scheduled, 500);
  EXPECT_GT(s.run, 250);  // 25 of them while each reading waited for 20 ms
  EXPECT_EQ(port.check().counts().missing, s.run);
  EXPECT_EQ(s.waits, 0);
  EXPECT_EQ(s.missed, servo.report().missed);
  EXPECT_EQ(s.model_lag, servo.report().model_lag);
}

// Samples every 2 ms at 1 kHz: each makes one tick, the model makes up for the others, and the pace is known.
TEST(UdpDevice, that_sends_half_as_often_as_the_loop_ticks_shows_its_pace) {
  UdpDevice device(any_port());
  testing::FixedHandle wall;
  HapticPort port(device, port_options_for(device.limits(), 1e-3));
  Servo servo(PlantRef(wall), 1e-3);
  servo.add_port(port);
  RealtimeLoop loop(servo, {});
  loop.start();
  Client client(device.port());
  const auto begin = std::chrono::steady_clock::now();
  std::uint32_t sent = 0;
  for (; sent < 200; ++sent) {
    client.send_sample(7, sent + 1, 0);
    std::this_thread::sleep_until(begin + std::chrono::milliseconds(2 * (sent + 1)));
  }
  loop.stop();
  const LoopStatistics& s = loop.join();
  ASSERT_GT(s.sample_spans, 20);
  EXPECT_NEAR(s.sample_time / static_cast<double>(s.sample_spans), 2e-3,
              0.4e-3);  // on a busy machine some come in pairs
  EXPECT_EQ(s.run + s.missed, s.scheduled);
}

}  // namespace
}  // namespace tangible
