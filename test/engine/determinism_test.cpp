// SPDX-License-Identifier: Apache-2.0
// The same run gives the same bits: in another process, and beside other simulations in threads. `ctest -L slow` takes
// longer runs.
#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <thread>

#include "engine/simulation.h"
#include "extent.h"

namespace tangible {
namespace {

std::vector<std::string> library() {
  std::vector<std::string> paths;
  for (const auto& entry : std::filesystem::recursive_directory_iterator("models"))
    if (entry.path().extension() == ".yaml") paths.push_back(entry.path().string());
  std::ranges::sort(paths);
  return paths;
}

// What a tick of a method lasts, and how many of them a run has.
struct Course {
  Method method;
  double step;
  int ticks;
};

std::array<Course, 3> courses() {
  const int longer = is_whole() ? 10 : 1;
  return {{{Method::rk4, 1e-3, 3000 * longer},
           {Method::implicit, 1e-3, 100 * longer},
           {Method::adaptive, 1e-2, 30 * longer}}};
}

// The squeezer moves within milliseconds: fixed steps of 1 ms are refused, and after 0.99 s those of 0.1 ms are. Two of
// the Pleiades come so near to each other after 5.07 s that fixed steps of 1 ms are refused.
Course course_of(const Model& model, Course course) {
  if (course.method == Method::adaptive) return course;
  const std::string& name = model.description().name;
  if (name == "Pleiades") course.ticks = std::min(course.ticks, 5000);
  if (name == "Andrews' squeezer mechanism") course = {course.method, course.step / 10, std::min(course.ticks, 9000)};
  return course;
}

struct Outcome {
  std::uint64_t hash = 0xcbf29ce484222325U;  // FNV-1a over the bits of the state after every tick
  int ticks = 0;
  bool operator==(const Outcome&) const = default;
};

Outcome outcome_of(const Model& model, const Course& general) {
  const Course course = course_of(model, general);
  Outcome outcome;
  Simulation run(model, {.method = course.method, .step = course.step});
  for (; outcome.ticks < course.ticks && run.tick() == SimulationStatus::ok; ++outcome.ticks)
    for (const double x : run.loop().state())
      outcome.hash = (outcome.hash ^ std::bit_cast<std::uint64_t>(x)) * 0x100000001b3U;
  return outcome;
}

std::string name_of_run(const Model& model, const Course& course) {
  return model.description().name + " " + std::string(name_of(course.method));
}

constexpr const char* outcomes_go_to = "TANGIBLE_OUTCOMES_GO_TO";

// Another process has another address space: nothing may depend on where things are in memory.
TEST(Determinism, runs_of_the_library_are_the_same_in_another_process) {
  std::vector<Outcome> ours;
  for (const std::string& path : library()) {
    const Model model = load(path);
    for (const Course& course : courses()) {
      ours.push_back(outcome_of(model, course));
      EXPECT_EQ(ours.back().ticks, course_of(model, course).ticks) << name_of_run(model, course);
    }
  }
  if (const char* path = std::getenv(outcomes_go_to)) {
    std::ofstream out(path);
    for (const Outcome& outcome : ours) out << outcome.hash << ' ' << outcome.ticks << '\n';
    return;
  }
  const std::string path = ::testing::TempDir() + "outcomes_" + std::to_string(getpid());
  const std::string self = std::filesystem::read_symlink("/proc/self/exe").string();
  const std::string command = std::string(outcomes_go_to) + "='" + path + "' '" + self +
                              "' --gtest_filter='Determinism.*another_process' >/dev/null";
  ASSERT_EQ(std::system(command.c_str()), 0);
  std::vector<Outcome> theirs;
  std::ifstream in(path);
  for (Outcome outcome; in >> outcome.hash >> outcome.ticks;) theirs.push_back(outcome);
  std::filesystem::remove(path);
  EXPECT_EQ(ours, theirs);
}

TEST(Determinism, every_run_is_the_same_beside_four_others_in_threads) {
  std::vector<Model> models;
  for (const std::string& path : library()) models.push_back(load(path));
  for (const Course& course : courses()) {
    std::vector<Outcome> alone;
    for (const Model& model : models) alone.push_back(outcome_of(model, course));
    for (std::size_t i = 0; i < models.size(); i += 5) {
      std::array<Outcome, 5> beside{};
      std::vector<std::thread> threads;
      for (std::size_t k = 0; k < 5; ++k)
        threads.emplace_back([&, k] { beside[k] = outcome_of(models[(i + k) % models.size()], course); });
      for (std::thread& thread : threads) thread.join();
      for (std::size_t k = 0; k < 5; ++k) {
        const std::size_t m = (i + k) % models.size();
        EXPECT_EQ(beside[k], alone[m]) << name_of_run(models[m], course);
        EXPECT_EQ(beside[k].ticks, course_of(models[m], course).ticks) << name_of_run(models[m], course);
      }
    }
  }
}

TEST(Determinism, runs_of_one_model_in_five_threads_are_the_same) {
  const Model model = load("models/shopping_cart/cart_pushed.yaml");
  for (const Course& course : courses()) {
    const Outcome alone = outcome_of(model, course);
    std::array<Outcome, 5> beside{};
    std::vector<std::thread> threads;
    for (Outcome& outcome : beside) threads.emplace_back([&] { outcome = outcome_of(model, course); });
    for (std::thread& thread : threads) thread.join();
    for (const Outcome& outcome : beside) EXPECT_EQ(outcome, alone) << name_of(course.method);
  }
}

}  // namespace
}  // namespace tangible
