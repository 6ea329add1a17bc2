// SPDX-License-Identifier: Apache-2.0
// Machine instructions to bytes.
#include "program/native_code.h"

#include <stdexcept>

namespace tangible {

std::string_view name_of(Target target) {
  constexpr std::array<std::string_view, 3> names{"portable", "avx2", "avx512"};
  return names[static_cast<std::size_t>(target)];
}

Target best_target() {
  for (const Target target : {Target::avx512, Target::avx2})
    if (unsupported_reason(target).empty()) return target;
  return Target::portable;
}

std::string why_no_native_code() { return unsupported_reason(Target::avx2); }

}  // namespace tangible

#if defined(__x86_64__) && defined(__linux__)

#include "program/x86_emitter.h"

namespace tangible {

// The compiler's words about the processor count what the system keeps for each thread (XGETBV), too.
std::string unsupported_reason(Target target) {
  if (target == Target::portable) return {};
  if (!__builtin_cpu_supports("avx2")) return "this processor has no AVX2";
  if (!__builtin_cpu_supports("fma")) return "this processor has no fused multiply-add";
  if (target == Target::avx2) return {};
  if (!__builtin_cpu_supports("avx512f") || !__builtin_cpu_supports("avx512dq") || !__builtin_cpu_supports("avx512vl"))
    return "this processor has no AVX-512 (F, DQ and VL)";
  return {};
}

namespace {

std::size_t memory_for(const MachineProgram& program, const CodeShape& shape) {
  if (const std::string why = unsupported_reason(shape.target); !why.empty()) throw std::runtime_error(why);
  return X86Emitter::largest_size(program, shape);
}

}  // namespace

EncodedProgram encode(const MachineProgram& program, const CodeShape& shape) {
  EncodedProgram result;
  result.bytes.resize(X86Emitter::largest_size(program, shape));
  X86Emitter emitter(program, shape, result.bytes);
  result.entries = emitter.emit();
  result.bytes.resize(emitter.size());
  return result;
}

NativeCode::NativeCode(const MachineProgram& program, const CodeShape& shape) : memory_(memory_for(program, shape)) {
  X86Emitter emitter(program, shape, memory_.bytes());
  const std::array<std::size_t, 5> entries = emitter.emit();
  for (std::size_t s = 0; s < entries.size(); ++s)
    entries_[s] = reinterpret_cast<Entry>(reinterpret_cast<std::uintptr_t>(memory_.bytes().data()) + entries[s]);
  code_size_ = emitter.size();
  memory_.make_executable(code_size_);  // it is never written again
}

}  // namespace tangible

#else

namespace tangible {

std::string unsupported_reason(Target target) {
  return target == Target::portable ? "" : "native code is made for x86-64 under Linux only";
}
EncodedProgram encode(const MachineProgram&, const CodeShape& shape) {
  throw std::runtime_error(unsupported_reason(shape.target));
}
NativeCode::NativeCode(const MachineProgram&, const CodeShape& shape) : memory_(1) {
  throw std::runtime_error(unsupported_reason(shape.target));
}

}  // namespace tangible

#endif
