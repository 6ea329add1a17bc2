// SPDX-License-Identifier: Apache-2.0
// CodeMemory: whole pages for machine code, first writable, then executable, never both.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace tangible {

// Mapping new memory for each program, and its first touch, would take longer than to write a program of a few hundred
// instructions. Pages come from blocks that the process keeps, shared by all threads; each page belongs to one program
// at a time, and is made executable with it alone. Programs larger than a block have memory of their own.
class CodeMemory {
 public:
  // Writable; its contents are unspecified. Throws std::runtime_error if there is none.
  explicit CodeMemory(std::size_t size);
  ~CodeMemory();  // the memory is no longer executable
  CodeMemory(const CodeMemory&) = delete;
  CodeMemory& operator=(const CodeMemory&) = delete;

  std::span<std::uint8_t> bytes() const { return {begin_, size_}; }
  // Keeps the pages of the first so many bytes, which from then on can be executed and not be written. Throws
  // std::runtime_error if the system does not allow it.
  void make_executable(std::size_t used);

 private:
  std::uint8_t* begin_ = nullptr;
  std::size_t size_ = 0;  // whole pages
  bool is_in_block_ = false;
  bool is_executable_ = false;
};

}  // namespace tangible
