// SPDX-License-Identifier: Apache-2.0
// Bases move where they serve often enough, and their positions are always known.
#include "program/x86_address_windows.h"

#include <gtest/gtest.h>

#include "program/native_code.h"
#include "program/passes.h"
#include "program/random_program.h"

namespace tangible {
namespace {

constexpr std::uint8_t rdi = 7, rsi = 6, rax = 0;

// Loads, one after the other, of a workspace of 4096 places.
MachineProgram loads_of(std::initializer_list<Slot> places) {
  MachineProgram program;
  program.workspace_size = 4096;
  for (const Slot place : places) {
    program.instructions.emplace_back();
    program.instructions.back().place = place;
  }
  return program;
}

AddressWindows windows_of(const MachineProgram& program) {
  AddressWindows windows(program, 1, Width::scalar, false);
  windows.use(std::array{rdi, rsi, rax});
  return windows;
}

TEST(AddressWindows, what_lies_near_the_beginning_needs_no_base_of_its_own) {
  AddressWindows windows = windows_of(loads_of({0, 31, 31}));
  const AddressWindows::WindowAccess first = windows.way_to(0), last = windows.way_to(31 * 8);
  EXPECT_EQ(first.operand.base, rdi);
  EXPECT_EQ(first.operand.displacement, -128);
  EXPECT_EQ(last.operand.displacement, 120);
  EXPECT_FALSE(first.moves || last.moves);
}

TEST(AddressWindows, a_base_moves_where_it_serves_three_times_soon) {
  AddressWindows windows = windows_of(loads_of({1000, 1001, 1002}));
  const AddressWindows::WindowAccess way = windows.way_to(1000 * 8);
  EXPECT_TRUE(way.moves);
  EXPECT_EQ(way.operand.base, rsi);
  EXPECT_EQ(way.origin + way.operand.displacement, 1000 * 8 - AddressWindows::first_base_offset);
  windows.proceed(1);
  EXPECT_FALSE(windows.way_to(1001 * 8).moves);
}

TEST(AddressWindows, for_two_uses_no_base_moves) {
  AddressWindows windows = windows_of(loads_of({1000, 1001}));
  const AddressWindows::WindowAccess way = windows.way_to(1000 * 8);
  EXPECT_FALSE(way.moves);
  EXPECT_EQ(way.operand.base, rdi);
  EXPECT_EQ(way.operand.displacement, 1000 * 8 - AddressWindows::first_base_offset);
}

TEST(AddressWindows, the_base_that_is_used_last_goes) {
  // Windows of 32 places: 100 is used again late, 1000 soon, then 2000 needs a base.
  AddressWindows windows = windows_of(
      loads_of({100, 1000, 100, 1000, 100, 1000, 2000, 2000, 2000, 1000, 1000, 1000, 1000, 1000, 1000, 100, 100, 100}));
  EXPECT_EQ(windows.way_to(100 * 8).operand.base, rsi);
  windows.proceed(1);
  EXPECT_EQ(windows.way_to(1000 * 8).operand.base, rax);
  windows.proceed(6);
  const AddressWindows::WindowAccess way = windows.way_to(2000 * 8);
  EXPECT_TRUE(way.moves);
  EXPECT_EQ(way.operand.base, rsi);
  windows.proceed(9);
  EXPECT_FALSE(windows.way_to(1000 * 8).moves);
}

TEST(AddressWindows, what_was_forgotten_is_pointed_to_again) {
  AddressWindows windows = windows_of(loads_of({1000, 1000, 1000, 1000}));
  EXPECT_TRUE(windows.way_to(1000 * 8).moves);
  windows.forget();
  EXPECT_TRUE(windows.way_to(1000 * 8).moves);
}

#if defined(__x86_64__)
// Without moving bases, two of three addresses of this program would have four bytes.
TEST(AddressWindows, code_of_long_programs_has_at_most_six_and_a_half_bytes_an_instruction) {
  const Program program = apply_passes(random_program(
      2, {.inputs = 60, .constants = 60, .instructions = 8000, .outputs = 200, .only_arithmetic = true}));
  const MachineProgram machine = allocate_registers(program, CodeShape{}.registers());
  EXPECT_GT(machine.workspace_size, 1000u);
  const double bytes = static_cast<double>(encode(machine, {}).bytes.size());
  EXPECT_LT(bytes / static_cast<double>(machine.instructions.size()), 6.5);
}
#endif

}  // namespace
}  // namespace tangible
