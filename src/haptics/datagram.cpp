// SPDX-License-Identifier: Apache-2.0
// Bytes of the datagrams.
#include "haptics/datagram.h"

#include <bit>
#include <cmath>
#include <type_traits>

namespace tangible {
namespace {

enum DatagramKind : std::uint16_t { sample_kind = 1, command_kind = 2 };
enum Flag : std::uint32_t { valid_flag = 1, measured_flag = 2, target_flag = 4, stop_flag = 8 };

class Writer {
 public:
  explicit Writer(std::span<std::byte> out) : out_(out) {}
  template <class Unsigned>
  requires std::is_unsigned_v<Unsigned>
  void put(Unsigned value) {
    for (std::size_t i = 0; i < sizeof value; ++i) out_[at_++] = static_cast<std::byte>(value >> (8 * i) & 0xff);
  }
  void put(double x) { put(std::bit_cast<std::uint64_t>(x)); }
  void put(Vec3 v) { put(v.x), put(v.y), put(v.z); }
  void put(Quaternion q) { put(q.w), put(q.x), put(q.y), put(q.z); }

 private:
  std::span<std::byte> out_;
  std::size_t at_ = 0;
};

class Reader {
 public:
  explicit Reader(std::span<const std::byte> in) : in_(in) {}
  template <class Unsigned>
  Unsigned take() {
    std::uint64_t value = 0;
    for (std::size_t i = 0; i < sizeof(Unsigned); ++i) value |= static_cast<std::uint64_t>(in_[at_++]) << (8 * i);
    return static_cast<Unsigned>(value);
  }
  double number() {
    const double x = std::bit_cast<double>(take<std::uint64_t>());
    finite_ = finite_ && std::isfinite(x);
    return x;
  }
  Vec3 vector() {
    const double x = number(), y = number();
    return {x, y, number()};
  }
  Quaternion quaternion() {
    const double w = number(), x = number(), y = number();
    return {w, x, y, number()};
  }
  bool is_finite() const { return finite_; }

 private:
  std::span<const std::byte> in_;
  std::size_t at_ = 0;
  bool finite_ = true;
};

bool has_heading(Reader& in, DatagramKind kind) {
  const bool magic = in.take<std::uint32_t>() == datagram_magic;
  const bool version = in.take<std::uint16_t>() == datagram_version;
  return (in.take<std::uint16_t>() == kind) && magic && version;
}

}  // namespace

void encode(const SampleDatagram& d, std::span<std::byte, sample_size> bytes) {
  Writer out(bytes);
  const DeviceSample& s = d.sample;
  out.put(datagram_magic), out.put(datagram_version), out.put(static_cast<std::uint16_t>(sample_kind));
  out.put(d.session), out.put(d.sequence), out.put(s.time), out.put(d.echo);
  out.put(s.pose.position), out.put(s.pose.orientation), out.put(s.velocity.linear), out.put(s.velocity.angular);
  out.put(s.measured.force), out.put(s.measured.torque), out.put(s.grip), out.put(s.buttons);
  out.put(static_cast<std::uint32_t>((s.valid ? valid_flag : 0U) | (s.has_measured ? measured_flag : 0U)));
}

void encode(const CommandDatagram& d, std::span<std::byte, command_size> bytes) {
  Writer out(bytes);
  out.put(datagram_magic), out.put(datagram_version), out.put(static_cast<std::uint16_t>(command_kind));
  out.put(d.session), out.put(d.sequence), out.put(d.time), out.put(d.wrench.force), out.put(d.wrench.torque);
  out.put(d.target.position), out.put(d.target.orientation);
  out.put(static_cast<std::uint32_t>((d.is_target ? target_flag : 0U) | (d.stop ? stop_flag : 0U)));
  out.put(std::uint32_t{0});
}

std::optional<SampleDatagram> decode_sample(std::span<const std::byte> bytes) {
  if (bytes.size() != sample_size) return std::nullopt;
  Reader in(bytes);
  if (!has_heading(in, sample_kind)) return std::nullopt;
  SampleDatagram d;
  DeviceSample& s = d.sample;
  d.session = in.take<std::uint32_t>();
  d.sequence = in.take<std::uint32_t>();
  s.time = in.number();
  d.echo = in.number();
  s.pose.position = in.vector();
  s.pose.orientation = in.quaternion();
  s.velocity.linear = in.vector();
  s.velocity.angular = in.vector();
  s.measured.force = in.vector();
  s.measured.torque = in.vector();
  s.grip = in.number();
  s.buttons = in.take<std::uint32_t>();
  const auto flags = in.take<std::uint32_t>();
  s.valid = (flags & valid_flag) != 0;
  s.has_measured = (flags & measured_flag) != 0;
  if (!in.is_finite()) return std::nullopt;
  return d;
}

std::optional<CommandDatagram> decode_command(std::span<const std::byte> bytes) {
  if (bytes.size() != command_size) return std::nullopt;
  Reader in(bytes);
  if (!has_heading(in, command_kind)) return std::nullopt;
  CommandDatagram d;
  d.session = in.take<std::uint32_t>();
  d.sequence = in.take<std::uint32_t>();
  d.time = in.number();
  d.wrench.force = in.vector();
  d.wrench.torque = in.vector();
  d.target.position = in.vector();
  d.target.orientation = in.quaternion();
  const auto flags = in.take<std::uint32_t>();
  d.is_target = (flags & target_flag) != 0;
  d.stop = (flags & stop_flag) != 0;
  if (!in.is_finite()) return std::nullopt;
  return d;
}

}  // namespace tangible
