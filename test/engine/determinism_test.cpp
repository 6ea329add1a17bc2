// SPDX-License-Identifier: Apache-2.0
// The same run gives the same bits: in another process, and beside other simulations in threads.
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <bit>
#include <filesystem>
#include <thread>

#include "engine/simulation.h"

namespace tangible {
namespace {

std::vector<std::string> library() {
  std::vector<std::string> paths;
  for (const auto& entry : std::filesystem::recursive_directory_iterator("models"))
    if (entry.path().extension() == ".yaml") paths.push_back(entry.path().string());
  std::ranges::sort(paths);
  return paths;
}

// FNV-1a over the bits of the state after every tick, and of the status at the end.
std::uint64_t hash_of_run(const Model& model, int ticks) {
  std::uint64_t hash = 0xcbf29ce484222325U;
  const auto add = [&](std::uint64_t word) { hash = (hash ^ word) * 0x100000001b3U; };
  Simulation run(model, {.method = Method::rk4});
  for (int k = 0; k < ticks && run.tick() == SimulationStatus::ok; ++k)
    for (const double x : run.loop().state()) add(std::bit_cast<std::uint64_t>(x));
  add(static_cast<std::uint64_t>(run.status()));
  return hash;
}

std::vector<std::uint64_t> hashes(int ticks) {
  std::vector<std::uint64_t> list;
  for (const std::string& path : library()) list.push_back(hash_of_run(load(path), ticks));
  return list;
}

TEST(Determinism, runs_of_the_library_are_the_same_in_another_process) {
  constexpr int ticks = 1000;
  int ends[2];
  ASSERT_EQ(pipe(ends), 0);
  const pid_t child = fork();
  ASSERT_GE(child, 0);
  if (child == 0) {
    const std::vector<std::uint64_t> list = hashes(ticks);
    const ssize_t written = write(ends[1], list.data(), list.size() * sizeof(std::uint64_t));
    _exit(written == static_cast<ssize_t>(list.size() * sizeof(std::uint64_t)) ? 0 : 1);
  }
  close(ends[1]);
  const std::vector<std::uint64_t> ours = hashes(ticks);
  std::vector<std::uint64_t> theirs(ours.size());
  std::size_t got = 0;
  while (got < theirs.size() * sizeof(std::uint64_t)) {
    const ssize_t n = read(ends[0], reinterpret_cast<char*>(theirs.data()) + got, theirs.size() * 8 - got);
    if (n <= 0) break;
    got += static_cast<std::size_t>(n);
  }
  close(ends[0]);
  int status = 1;
  waitpid(child, &status, 0);
  EXPECT_EQ(status, 0);
  EXPECT_EQ(ours, theirs);
}

TEST(Determinism, every_run_is_the_same_beside_four_others_in_threads) {
  constexpr int ticks = 200;
  for (const std::string& path : library()) {
    const Model model = load(path);
    const std::uint64_t alone = hash_of_run(model, ticks);
    std::array<std::uint64_t, 4> beside{};
    std::vector<std::thread> others;
    for (std::uint64_t& hash : beside) others.emplace_back([&] { hash = hash_of_run(model, ticks); });
    EXPECT_EQ(hash_of_run(model, ticks), alone) << path;
    for (std::thread& thread : others) thread.join();
    for (const std::uint64_t hash : beside) EXPECT_EQ(hash, alone) << path;
  }
}

}  // namespace
}  // namespace tangible
