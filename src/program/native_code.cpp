// SPDX-License-Identifier: Apache-2.0
// Machine instructions to bytes, through Xbyak, in memory that is first writable and then executable.
#include "program/native_code.h"

#if defined(__x86_64__) && defined(__linux__)

#include <sys/mman.h>
#include <unistd.h>

#include <stdexcept>

#include "program/x86_emitter.h"

namespace tangible {

std::string why_no_native_code() {
  if (!__builtin_cpu_supports("avx2")) return "this processor has no AVX2";
  if (!__builtin_cpu_supports("fma")) return "this processor has no fused multiply-add";
  return {};
}

NativeCode::NativeCode(const MachineProgram& program, const CodeShape& shape) {
  const auto page = static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
  memory_size_ = (X86Emitter::largest_size(program, shape) + page - 1) / page * page;
  memory_ = mmap(nullptr, memory_size_, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (memory_ == MAP_FAILED) throw std::runtime_error("no memory for native code");
  try {
    X86Emitter emitter(program, shape, {static_cast<std::uint8_t*>(memory_), memory_size_});
    const std::array<const void*, 5> entries = emitter.emit();
    for (std::size_t s = 0; s < entries.size(); ++s)
      entries_[s] = reinterpret_cast<Entry>(reinterpret_cast<std::uintptr_t>(entries[s]));
    code_size_ = emitter.size();
  } catch (...) {
    munmap(memory_, memory_size_);
    throw;
  }
  // What was reserved and not needed goes back; the rest is never written again.
  const std::size_t kept = (code_size_ + page - 1) / page * page;
  if (kept < memory_size_) munmap(static_cast<std::uint8_t*>(memory_) + kept, memory_size_ - kept);
  memory_size_ = kept;
  if (mprotect(memory_, memory_size_, PROT_READ | PROT_EXEC) != 0) {
    munmap(memory_, memory_size_);
    throw std::runtime_error("the system does not let memory become executable");
  }
}

NativeCode::~NativeCode() { munmap(memory_, memory_size_); }

}  // namespace tangible

#else

#include <stdexcept>

namespace tangible {

std::string why_no_native_code() { return "native code is made for x86-64 under Linux only"; }
NativeCode::NativeCode(const MachineProgram&, const CodeShape&) { throw std::runtime_error(why_no_native_code()); }
NativeCode::~NativeCode() = default;

}  // namespace tangible

#endif
