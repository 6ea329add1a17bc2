// SPDX-License-Identifier: Apache-2.0
// Machine instructions to bytes, in memory that is first writable and then executable.
#include "program/native_code.h"

#include <stdexcept>

namespace tangible {

std::string_view name_of(Target target) {
  constexpr std::array<std::string_view, 3> names{"portable", "avx2", "avx512"};
  return names[static_cast<std::size_t>(target)];
}

Target best_target() {
  for (const Target target : {Target::avx512, Target::avx2})
    if (why_not(target).empty()) return target;
  return Target::portable;
}

std::string why_no_native_code() { return why_not(Target::avx2); }

}  // namespace tangible

#if defined(__x86_64__) && defined(__linux__)

#include <sys/mman.h>
#include <unistd.h>

#include "program/x86_emitter.h"

namespace tangible {

// The compiler's words about the processor count what the system keeps for each thread (XGETBV), too.
std::string why_not(Target target) {
  if (target == Target::portable) return {};
  if (!__builtin_cpu_supports("avx2")) return "this processor has no AVX2";
  if (!__builtin_cpu_supports("fma")) return "this processor has no fused multiply-add";
  if (target == Target::avx2) return {};
  if (!__builtin_cpu_supports("avx512f") || !__builtin_cpu_supports("avx512dq") || !__builtin_cpu_supports("avx512vl"))
    return "this processor has no AVX-512 (F, DQ and VL)";
  return {};
}

EncodedProgram encode(const MachineProgram& program, const CodeShape& shape) {
  EncodedProgram result;
  result.bytes.resize(X86Emitter::largest_size(program, shape));
  X86Emitter emitter(program, shape, result.bytes);
  result.entries = emitter.emit();
  result.bytes.resize(emitter.size());
  return result;
}

NativeCode::NativeCode(const MachineProgram& program, const CodeShape& shape) {
  if (const std::string why = why_not(shape.target); !why.empty()) throw std::runtime_error(why);
  const auto page = static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
  memory_size_ = (X86Emitter::largest_size(program, shape) + page - 1) / page * page;
  memory_ = mmap(nullptr, memory_size_, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (memory_ == MAP_FAILED) throw std::runtime_error("no memory for native code");
  try {
    X86Emitter emitter(program, shape, {static_cast<std::uint8_t*>(memory_), memory_size_});
    const std::array<std::size_t, 5> entries = emitter.emit();
    for (std::size_t s = 0; s < entries.size(); ++s)
      entries_[s] = reinterpret_cast<Entry>(reinterpret_cast<std::uintptr_t>(memory_) + entries[s]);
    code_size_ = emitter.size();
  } catch (...) {
    munmap(memory_, memory_size_);
    throw;
  }
  // It is never written again. What was reserved and not needed has no memory behind it.
  if (mprotect(memory_, memory_size_, PROT_READ | PROT_EXEC) != 0) {
    munmap(memory_, memory_size_);
    throw std::runtime_error("the system does not let memory become executable");
  }
}

NativeCode::~NativeCode() { munmap(memory_, memory_size_); }

}  // namespace tangible

#else

namespace tangible {

std::string why_not(Target target) {
  return target == Target::portable ? "" : "native code is made for x86-64 under Linux only";
}
EncodedProgram encode(const MachineProgram&, const CodeShape& shape) {
  throw std::runtime_error(why_not(shape.target));
}
NativeCode::NativeCode(const MachineProgram&, const CodeShape& shape) {
  throw std::runtime_error(why_not(shape.target));
}
NativeCode::~NativeCode() = default;

}  // namespace tangible

#endif
