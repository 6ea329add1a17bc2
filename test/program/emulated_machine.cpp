// SPDX-License-Identifier: Apache-2.0
// The effects of instructions: Intel 64 and IA-32 Architectures Software Developer's Manual, volume 2.
#include "program/emulated_machine.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <stdexcept>

namespace tangible {
namespace {

constexpr std::size_t returned = SIZE_MAX;

[[noreturn]] void fail(const std::string& what) { throw std::runtime_error("emulated machine: " + what); }

double number(std::uint64_t bits) { return std::bit_cast<double>(bits); }
std::uint64_t bits(double value) { return std::bit_cast<std::uint64_t>(value); }

}  // namespace

EmulatedMachine::EmulatedMachine(const EncodedProgram& code, Target target)
    : target_(target),
      entries_(code.entries),
      code_(static_cast<std::uint8_t*>(std::aligned_alloc(64, (code.bytes.size() + 63) / 64 * 64))),
      stack_(2000) {
  std::memcpy(code_.get(), code.bytes.data(), code.bytes.size());
  lines_ = disassemble(code.bytes, *std::ranges::min_element(entries_));
  for (const auto& [address, line] : lines_) check_target(line);
}

// Thirty-two registers, masks, numbers for all lanes and vectors of 64 bytes are AVX-512.
void EmulatedMachine::check_target(const Line& line) const {
  for (const Operand& o : line.operands) {
    const bool is_new =
        o.broadcast || o.kind == Kind::mask || o.mask >= 0 || o.bytes == 64 || (o.kind == Kind::vector && o.index > 15);
    if (is_new && target_ != Target::avx512) fail(line.mnemonic + " needs AVX-512");
  }
}

// --- Operands ---

std::uint64_t EmulatedMachine::address(const Operand& o) const {
  const auto displacement = static_cast<std::uint64_t>(o.value);
  return o.absolute ? std::bit_cast<std::uint64_t>(code_.get()) + displacement : general_[o.index] + displacement;
}

// Lanes beyond the size are zero.
EmulatedMachine::Vector EmulatedMachine::read_vector(const Operand& o, std::size_t bytes) const {
  Vector v{};
  if (o.kind == Kind::vector) {
    std::copy_n(vectors_[o.index].begin(), bytes / 8, v.begin());
  } else if (o.broadcast) {
    std::uint64_t one;
    std::memcpy(&one, std::bit_cast<const void*>(address(o)), sizeof one);
    std::fill_n(v.begin(), bytes / 8, one);
  } else {
    std::memcpy(v.data(), std::bit_cast<const void*>(address(o)), std::min(bytes, o.bytes));
  }
  return v;
}

std::uint64_t EmulatedMachine::read_general(const Operand& o) const {
  if (o.kind == Kind::general) return general_[o.index];
  if (o.kind == Kind::number) return static_cast<std::uint64_t>(o.value);
  std::uint64_t value;
  std::memcpy(&value, std::bit_cast<const void*>(address(o)), sizeof value);
  return value;
}

// A write to a register makes its other lanes zero; a write to memory leaves them alone.
void EmulatedMachine::write_vector(const Operand& o, const Vector& value, std::size_t bytes) {
  if (o.kind == Kind::memory) {
    std::memcpy(std::bit_cast<void*>(address(o)), value.data(), std::min(bytes, o.bytes));
    return;
  }
  Vector result{};
  for (std::size_t lane = 0; lane < bytes / 8; ++lane) {
    const bool written = o.mask < 0 || (masks_[static_cast<std::size_t>(o.mask)] >> lane & 1) != 0;
    result[lane] = written ? value[lane] : o.zeroes_others ? 0 : vectors_[o.index][lane];
  }
  vectors_[o.index] = result;
}

void EmulatedMachine::push(std::uint64_t value) {
  general_[4] -= 8;
  std::memcpy(std::bit_cast<void*>(general_[4]), &value, sizeof value);
}

std::uint64_t EmulatedMachine::pop() {
  std::uint64_t value;
  std::memcpy(&value, std::bit_cast<const void*>(general_[4]), sizeof value);
  general_[4] += 8;
  return value;
}

// --- Running ---

void EmulatedMachine::run(double* workspace, Stage from) {
  lose_registers();
  general_[7] = std::bit_cast<std::uint64_t>(workspace + NativeCode::entry_offset);
  general_[4] = std::bit_cast<std::uint64_t>(stack_.data() + stack_.size()) / 64 * 64;
  push(returned);
  const std::array<std::uint64_t, 6> callers{general_[3],  general_[5],  general_[12],
                                             general_[13], general_[14], general_[15]};
  at_ = entries_[static_cast<std::size_t>(from)];
  while (step()) ++instructions_run_;
  if (callers !=
      std::array<std::uint64_t, 6>{general_[3], general_[5], general_[12], general_[13], general_[14], general_[15]})
    fail("a register of the caller was changed");
}

bool EmulatedMachine::step() {
  if (at_ == returned) return false;
  const auto found = lines_.find(at_);
  if (found == lines_.end()) fail("no instruction at " + std::to_string(at_));
  const Line& line = found->second;
  at_ = line.next;
  const bool known = run_control(line) || run_general(line) || run_mask(line) || run_move(line) || run_bits(line) ||
                     run_comparison(line) || run_arithmetic(line);
  if (!known) fail("unknown instruction " + line.mnemonic);
  return true;
}

bool EmulatedMachine::run_control(const Line& line) {
  const std::string& m = line.mnemonic;
  if (m.starts_with("nop") || m == "xchg" || m == "cs" || m == "data16") return true;
  if (m == "jmp" || (m == "jne" && !zero_flag_)) at_ = static_cast<std::size_t>(line.operands[0].value);
  if (m == "call") call(line);
  if (m == "ret") at_ = pop();
  return m == "jmp" || m == "jne" || m == "call" || m == "ret";
}

// Functions of the C library are really called; they may leave anything in the registers that are not their caller's.
void EmulatedMachine::call(const Line& line) {
  if (line.operands[0].kind == Kind::number) {
    push(line.next);
    at_ = static_cast<std::size_t>(line.operands[0].value);
    return;
  }
  if (general_[4] % 16 != 0) fail("the stack is not aligned at a call");
  using Function = void (*)(std::uint64_t, std::uint64_t, std::uint64_t, std::uint64_t);
  const auto function = std::bit_cast<Function>(read_general(line.operands[0]));
  function(general_[7], general_[6], general_[2], general_[1]);
  lose_registers();
}

void EmulatedMachine::lose_registers() {
  for (Vector& v : vectors_) v.fill(0x7FF8'0000'DEAD'0000u);
  masks_.fill(0xAA);
  for (const std::size_t k : {0u, 1u, 2u, 6u, 7u, 8u, 9u, 10u, 11u}) general_[k] = 0xDEAD;
}

bool EmulatedMachine::run_general(const Line& line) {
  const std::string& m = line.mnemonic;
  const auto& o = line.operands;
  if (m == "push")
    push(read_general(o[0]));
  else if (m == "pop")
    general_[o[0].index] = pop();
  else if (m == "lea")
    general_[o[0].index] = address(o[1]);
  else if (m == "add")
    general_[o[0].index] += read_general(o[1]);
  else if (m == "sub")
    general_[o[0].index] -= read_general(o[1]);
  else if ((m == "mov" || m == "movabs") && o[0].kind == Kind::general)
    general_[o[0].index] = read_general(o[1]);
  else if (m == "mov")
    std::memcpy(std::bit_cast<void*>(address(o[0])), &general_[o[1].index], 8);
  else
    return false;
  return true;
}

bool EmulatedMachine::run_mask(const Line& line) {
  const std::string& m = line.mnemonic;
  const auto& o = line.operands;
  const auto mask = [&](std::size_t k) { return masks_[o[k].index]; };
  if (m == "kandb")
    masks_[o[0].index] = mask(1) & mask(2);
  else if (m == "korb")
    masks_[o[0].index] = mask(1) | mask(2);
  else if (m == "kortestb")
    zero_flag_ = (mask(0) | mask(1)) == 0;
  else if (m == "vpmovq2m") {
    const Vector v = read_vector(o[1], o[1].bytes);
    masks_[o[0].index] = 0;
    for (std::size_t lane = 0; lane < o[1].bytes / 8; ++lane)
      masks_[o[0].index] = static_cast<std::uint8_t>(masks_[o[0].index] | (v[lane] >> 63) << lane);
  } else {
    return false;
  }
  return true;
}

bool EmulatedMachine::run_move(const Line& line) {
  const std::string& m = line.mnemonic;
  const auto& o = line.operands;
  if (m == "vzeroupper") {
    for (std::size_t r = 0; r < 16; ++r) std::fill(vectors_[r].begin() + 2, vectors_[r].end(), 0);
    return true;
  }
  if (o.empty()) return false;
  const std::size_t bytes = o[0].kind == Kind::vector ? o[0].bytes : o.size() > 1 ? o[1].bytes : 0;
  if (m == "vmovapd" || m == "vmovupd") {
    for (const Operand& operand : o)
      if (m == "vmovapd" && operand.kind == Kind::memory && address(operand) % bytes != 0) fail("not aligned");
    write_vector(o[0], read_vector(o[1], bytes), bytes);
  } else if (m == "vmovsd" || m == "vmovq") {  // from memory, to memory, or (vmovq) between registers
    Vector v{};
    v[0] = read_vector(o[1], 8)[0];
    write_vector(o[0], v, o[0].kind == Kind::memory ? 8 : 16);
  } else if (m == "vbroadcastsd") {
    Vector v{};
    std::fill_n(v.begin(), bytes / 8, read_vector(o[1], 8)[0]);
    write_vector(o[0], v, bytes);
  } else if (m == "vmovhpd" || m == "vunpcklpd") {
    Vector v{};
    v[0] = read_vector(o[1], 8)[0];
    v[1] = read_vector(o[2], 8)[0];
    write_vector(o[0], v, 16);
  } else if (m == "vinsertf128" || m == "vinsertf64x2") {
    Vector v = read_vector(o[1], 32);
    const Vector high = read_vector(o[2], 16);
    std::copy_n(high.begin(), 2, v.begin() + 2 * (o[3].value & 1));
    write_vector(o[0], v, 32);
  } else {
    return false;
  }
  return true;
}

bool EmulatedMachine::run_bits(const Line& line) {
  const std::string& m = line.mnemonic;
  const auto& o = line.operands;
  if (o.size() < 2 || o[0].kind != Kind::vector) return false;
  const std::size_t bytes = o[0].bytes;
  const Vector a = read_vector(o[1], bytes);
  Vector v{};
  if (m == "vtestpd") {
    const Vector first = read_vector(o[0], bytes);
    zero_flag_ = true;
    for (std::size_t k = 0; k < bytes / 8; ++k) zero_flag_ = zero_flag_ && (first[k] & a[k]) >> 63 == 0;
    return true;
  }
  if (m == "vpsllq") {
    for (std::size_t k = 0; k < 8; ++k) v[k] = a[k] << o[2].value;
    write_vector(o[0], v, bytes);
    return true;
  }
  if (m != "vandpd" && m != "vorpd" && m != "vxorpd" && m != "vblendmpd" && m != "vblendvpd") return false;
  const Vector b = read_vector(o[2], bytes);
  const Vector chooser = m == "vblendvpd" ? read_vector(o[3], bytes) : Vector{};
  Operand to = o[0];
  for (std::size_t k = 0; k < 8; ++k) {
    if (m == "vandpd") v[k] = a[k] & b[k];
    if (m == "vorpd") v[k] = a[k] | b[k];
    if (m == "vxorpd") v[k] = a[k] ^ b[k];
    if (m == "vblendvpd") v[k] = chooser[k] >> 63 != 0 ? b[k] : a[k];
    if (m == "vblendmpd") v[k] = (masks_[static_cast<std::size_t>(to.mask)] >> k & 1) != 0 ? b[k] : a[k];
  }
  if (m == "vblendmpd") to.mask = -1;  // it chooses and does not leave lanes alone
  write_vector(to, v, bytes);
  return true;
}

// vcmp<predicate>pd or sd; to a vector of bits, or to a mask.
bool EmulatedMachine::run_comparison(const Line& line) {
  std::string name = line.mnemonic;
  if (!take_prefix(name, "vcmp")) return false;
  const bool scalar = take_suffix(name, "sd");
  if (!scalar && !take_suffix(name, "pd")) return false;
  const auto& o = line.operands;
  const std::size_t bytes = scalar ? 8 : o[1].bytes;
  const Vector a = read_vector(o[1], bytes), b = read_vector(o[2], bytes);
  Vector v = scalar ? read_vector(o[1], 16) : Vector{};
  std::uint8_t mask = 0;
  for (std::size_t k = 0; k < bytes / 8; ++k) {
    const double x = number(a[k]), y = number(b[k]);
    const bool ordered = !std::isnan(x) && !std::isnan(y);
    bool holds = false;
    if (name == "eq")
      holds = x == y;
    else if (name == "lt")
      holds = x < y;
    else if (name == "le")
      holds = x <= y;
    else if (name == "neq")
      holds = !(x == y);
    else if (name == "neq_oq")
      holds = ordered && x != y;
    else if (name == "nle")
      holds = !(x <= y);
    else
      return false;
    v[k] = holds ? ~std::uint64_t{0} : 0;
    mask = static_cast<std::uint8_t>(mask | (holds ? 1 : 0) << k);
  }
  if (o[0].kind == Kind::mask)
    masks_[o[0].index] = mask;
  else
    write_vector(o[0], v, scalar ? 16 : bytes);
  return true;
}

bool EmulatedMachine::run_arithmetic(const Line& line) {
  std::string name = line.mnemonic;
  if (!take_prefix(name, "v")) return false;
  const bool scalar = take_suffix(name, "sd");
  if (!scalar && !take_suffix(name, "pd")) return false;
  const auto& o = line.operands;
  const std::size_t bytes = scalar ? 8 : o[0].bytes;
  const Vector r = read_vector(o[0], bytes), a = read_vector(o[1], bytes), b = read_vector(o.back(), bytes);
  Vector v = scalar ? read_vector(name.starts_with("f") ? o[0] : o[1], 16) : Vector{};
  std::string form;
  if (name.starts_with("f")) {
    form = name.substr(name.size() - 3);
    name.resize(name.size() - 3);
  }
  for (std::size_t k = 0; k < bytes / 8; ++k) {
    const double x = number(r[k]), y = number(a[k]), z = number(b[k]);
    const double factor = form == "231" ? y : x;
    const double other = form == "213" ? y : z;
    const double addend = form == "132" ? y : form == "213" ? z : x;
    double value = 0;
    if (name == "add")
      value = y + z;
    else if (name == "sub")
      value = y - z;
    else if (name == "mul")
      value = y * z;
    else if (name == "div")
      value = y / z;
    else if (name == "min")
      value = y < z ? y : z;
    else if (name == "max")
      value = y > z ? y : z;
    else if (name == "sqrt")
      value = std::sqrt(z);
    else if (name == "fmadd")
      value = std::fma(factor, other, addend);
    else if (name == "fmsub")
      value = std::fma(factor, other, -addend);
    else if (name == "fnmadd")
      value = std::fma(-factor, other, addend);
    else
      return false;
    v[k] = bits(value);
  }
  write_vector(o[0], v, scalar ? 16 : bytes);
  return true;
}

}  // namespace tangible
