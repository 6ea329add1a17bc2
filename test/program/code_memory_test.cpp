// SPDX-License-Identifier: Apache-2.0
// Memory for code: whose it is, and what may be done with it.
#include "program/code_memory.h"

#if defined(__x86_64__) && defined(__linux__)

#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <cstring>
#include <fstream>
#include <memory>
#include <optional>
#include <sstream>
#include <string>
#include <thread>
#include <vector>

#include "program/evaluation.h"
#include "program/random_program.h"

namespace tangible {
namespace {

std::size_t page() { return static_cast<std::size_t>(sysconf(_SC_PAGESIZE)); }

// The permissions of the memory at an address: "rw-p" and the like; empty if there is none.
std::string permissions(const void* address) {
  const auto wanted = reinterpret_cast<std::uintptr_t>(address);
  std::ifstream maps("/proc/self/maps");
  for (std::string line; std::getline(maps, line);) {
    std::istringstream words(line);
    std::uintptr_t begin = 0, end = 0;
    char dash = 0;
    std::string what;
    words >> std::hex >> begin >> dash >> end >> what;
    if (begin <= wanted && wanted < end) return what.substr(0, 3);
  }
  return {};
}

// mov eax, number; ret
void write_function(std::span<std::uint8_t> to, std::uint32_t number) {
  to[0] = 0xB8;
  std::memcpy(&to[1], &number, sizeof number);
  to[5] = 0xC3;
}
std::uint32_t call(const CodeMemory& memory) {
  return reinterpret_cast<std::uint32_t (*)()>(reinterpret_cast<std::uintptr_t>(memory.bytes().data()))();
}

TEST(CodeMemory, is_writable_then_executable_and_never_both) {
  const std::uint8_t* address = nullptr;
  {
    CodeMemory memory(3 * page());
    address = memory.bytes().data();
    EXPECT_EQ(permissions(address), "rw-");
    write_function(memory.bytes(), 7);
    memory.make_executable(6);
    EXPECT_EQ(permissions(address), "r-x");
    EXPECT_EQ(call(memory), 7u);
  }
  EXPECT_NE(permissions(address), "r-x");
}

TEST(CodeMemory, no_memory_of_the_process_is_writable_and_executable_while_programs_come_and_go) {
  std::vector<std::shared_ptr<const Code>> kept;
  for (std::uint32_t seed = 0; seed < 60; ++seed) {
    auto code = compile(random_program(seed, {.inputs = 5, .instructions = 50 * (1 + seed % 7), .outputs = 5}));
    if (seed % 3 != 0) kept.push_back(std::move(code));
    if (seed % 5 == 4) kept.erase(kept.begin());
    std::ifstream maps("/proc/self/maps");
    for (std::string line; std::getline(maps, line);) ASSERT_EQ(line.find(" rwx"), std::string::npos) << line;
  }
}

TEST(CodeMemory, what_was_not_needed_serves_the_next) {
  CodeMemory first(4 * page());
  first.make_executable(1);
  EXPECT_EQ(first.bytes().size(), page());
  CodeMemory second(2 * page());
  EXPECT_EQ(second.bytes().data(), first.bytes().data() + page());
  EXPECT_EQ(permissions(first.bytes().data()), "r-x");
  EXPECT_EQ(permissions(second.bytes().data()), "rw-");
}

TEST(CodeMemory, neighbours_keep_their_code_when_one_goes) {
  std::vector<std::unique_ptr<CodeMemory>> all;
  for (std::uint32_t k = 0; k < 100; ++k) {
    all.push_back(std::make_unique<CodeMemory>((1 + k % 3) * page()));
    write_function(all.back()->bytes(), k);
    all.back()->make_executable(6);
  }
  for (std::size_t k = 0; k < 100; k += 2) all[k].reset();
  for (std::uint32_t k = 1; k < 100; k += 2) EXPECT_EQ(call(*all[k]), k);
  for (std::uint32_t k = 0; k < 100; k += 2) {
    all[k] = std::make_unique<CodeMemory>(page());
    write_function(all[k]->bytes(), 1000 + k);
    all[k]->make_executable(6);
  }
  for (std::uint32_t k = 0; k < 100; ++k) EXPECT_EQ(call(*all[k]), k % 2 == 0 ? 1000 + k : k);
}

TEST(CodeMemory, large_code_has_memory_of_its_own_and_returns_it) {
  const std::uint8_t* address = nullptr;
  {
    CodeMemory memory(1000 * page());
    address = memory.bytes().data();
    write_function(memory.bytes(), 5);
    memory.make_executable(2 * page());
    EXPECT_EQ(memory.bytes().size(), 2 * page());
    EXPECT_EQ(call(memory), 5u);
  }
  EXPECT_EQ(permissions(address), "");
}

TEST(CodeMemory, threads_take_and_return_it_at_once) {
  std::vector<std::thread> threads;
  std::array<std::uint32_t, 4> wrong{};
  for (std::uint32_t t = 0; t < 4; ++t) {
    threads.emplace_back([t, &wrong] {
      std::optional<CodeMemory> kept;
      for (std::uint32_t k = 0; k < 200; ++k) {
        CodeMemory memory((1 + k % 9) * page());
        write_function(memory.bytes(), 1000 * t + k);
        memory.make_executable(6);
        if (k % 4 == 0) {
          kept.emplace(page());
          write_function(kept->bytes(), k);
          kept->make_executable(6);
        }
        wrong[t] += call(memory) != 1000 * t + k || call(*kept) != k / 4 * 4;
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(wrong, (std::array<std::uint32_t, 4>{}));
}

}  // namespace
}  // namespace tangible

#endif
