// SPDX-License-Identifier: Apache-2.0
// The datagrams between the program and a device on the network: fixed size, little-endian, IEEE doubles.
// docs/reference/device-protocol.md has the table of offsets.
#pragma once

#include <cstddef>
#include <optional>
#include <span>

#include "haptics/device.h"

namespace tangible {

inline constexpr std::uint32_t datagram_magic = 0x47444e54;  // "TNDG"
inline constexpr std::uint16_t datagram_version = 1;
inline constexpr std::size_t sample_size = 200;
inline constexpr std::size_t command_size = 136;

// From the device.
struct SampleDatagram {
  std::uint32_t session = 0;   // chosen by the device when it starts
  std::uint32_t sequence = 0;  // rises with each datagram
  double echo = 0;             // `time` of the newest command that the device has received; zero: none
  DeviceSample sample;         // its time is that of the device's clock
};

// To the device.
struct CommandDatagram {
  std::uint32_t session = 0;   // repeated from the device
  std::uint32_t sequence = 0;  // of the sample that is answered
  double time = 0;             // of the program's clock, s
  bool is_target = false;      // a pose target instead of a wrench
  bool stop = false;           // the device shall show no force
  Wrench wrench;
  Pose target;
};

void encode(const SampleDatagram& datagram, std::span<std::byte, sample_size> out);
void encode(const CommandDatagram& datagram, std::span<std::byte, command_size> out);
// Nothing if size, magic, version or kind are wrong, or a number is not finite.
std::optional<SampleDatagram> decode_sample(std::span<const std::byte> bytes);
std::optional<CommandDatagram> decode_command(std::span<const std::byte> bytes);

}  // namespace tangible
