// SPDX-License-Identifier: Apache-2.0
// The same run gives the same bits: in another process, and beside other simulations in threads.
#include <gtest/gtest.h>
#include <unistd.h>

#include <array>
#include <bit>
#include <cstdlib>
#include <filesystem>
#include <fstream>
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

constexpr const char* hashes_go_to = "TANGIBLE_HASHES_GO_TO";

// Another process has another address space: nothing may depend on where things are in memory.
TEST(Determinism, runs_of_the_library_are_the_same_in_another_process) {
  const std::vector<std::uint64_t> ours = hashes(5000);
  if (const char* path = std::getenv(hashes_go_to)) {
    std::ofstream out(path);
    for (const std::uint64_t hash : ours) out << hash << '\n';
    return;
  }
  const std::string path = ::testing::TempDir() + "hashes_" + std::to_string(getpid());
  const std::string self = std::filesystem::read_symlink("/proc/self/exe").string();
  const std::string command = std::string(hashes_go_to) + "='" + path + "' '" + self +
                              "' --gtest_filter='Determinism.*another_process' >/dev/null";
  ASSERT_EQ(std::system(command.c_str()), 0);
  std::vector<std::uint64_t> theirs;
  std::ifstream in(path);
  for (std::uint64_t hash = 0; in >> hash;) theirs.push_back(hash);
  std::filesystem::remove(path);
  EXPECT_EQ(ours, theirs);
}

TEST(Determinism, every_run_is_the_same_beside_four_others_in_threads) {
  constexpr int ticks = 2000;
  const std::vector<std::string> paths = library();
  std::vector<Model> models;
  for (const std::string& path : paths) models.push_back(load(path));
  std::vector<std::uint64_t> alone;
  for (const Model& model : models) alone.push_back(hash_of_run(model, ticks));
  for (std::size_t i = 0; i < models.size(); i += 5) {
    std::array<std::uint64_t, 5> beside{};
    std::vector<std::thread> threads;
    for (std::size_t k = 0; k < 5; ++k)
      threads.emplace_back([&, k] { beside[k] = hash_of_run(models[(i + k) % models.size()], ticks); });
    for (std::thread& thread : threads) thread.join();
    for (std::size_t k = 0; k < 5; ++k)
      EXPECT_EQ(beside[k], alone[(i + k) % models.size()]) << paths[(i + k) % models.size()];
  }
}

TEST(Determinism, runs_of_one_model_in_five_threads_are_the_same) {
  const Model model = load("models/shopping_cart/cart_pushed.yaml");
  const std::uint64_t alone = hash_of_run(model, 5000);
  std::array<std::uint64_t, 5> beside{};
  std::vector<std::thread> threads;
  for (std::uint64_t& hash : beside) threads.emplace_back([&] { hash = hash_of_run(model, 5000); });
  for (std::thread& thread : threads) thread.join();
  for (const std::uint64_t hash : beside) EXPECT_EQ(hash, alone);
}

}  // namespace
}  // namespace tangible
