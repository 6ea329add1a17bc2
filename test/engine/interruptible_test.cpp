// SPDX-License-Identifier: Apache-2.0
// Loading a model may be ended by another thread, and whoever ended it may load the next.
#include "engine/interruptible.h"

#include <gtest/gtest.h>

#include <chrono>
#include <string>
#include <thread>

#include "engine/model.h"

namespace tangible {
namespace {

// Rods in space, each on the one before by two angles: seconds of work at least.
std::string long_chain(int rods) {
  std::string coordinates, frames, points, bodies;
  for (int k = 1; k <= rods; ++k) {
    const std::string n = std::to_string(k), before = std::to_string(k - 1);
    coordinates += "  a" + n + ": rad\n  b" + n + ": rad\n";
    frames += "  X" + n + ": {in: " + (k == 1 ? "N" : "R" + before) + ", rotate: {x: a" + n + "}}\n";
    frames += "  R" + n + ": {in: X" + n + ", rotate: {y: b" + n + "}}\n";
    points += "  P" + n + ": {from: " + (k == 1 ? "O" : "P" + before) + ", at: R" + n + ".z + a1*R" + n + ".x*1 m/rad}\n";
    bodies += "  r" + n + ": {frame: R" + n + ", center: P" + n + ", mass: m, inertia: {xx: J, yy: 2*J, zz: 3*J}}\n";
  }
  return "tangible: 1\nparameters: {m: 1 kg, J: 1 kg*m^2}\ncoordinates:\n" + coordinates + "frames:\n" + frames +
         "points:\n" + points + "bodies:\n" + bodies;
}

TEST(RunUntilStopped, ends_a_derivation_that_another_thread_no_longer_wants) {
  std::atomic<bool> stop = false;
  bool is_loaded = false;
  std::thread other([&] {
    std::this_thread::sleep_for(std::chrono::milliseconds(50));
    stop = true;
  });
  const std::string text = long_chain(60);
  EXPECT_FALSE(run_until_stopped(stop, [&] {
    (void)load_text(text);
    is_loaded = true;
  }));
  other.join();
  EXPECT_FALSE(is_loaded);
  stop = false;
  EXPECT_TRUE(run_until_stopped(stop, [&] {
    (void)load("models/pendulum/pendulum.yaml");
    is_loaded = true;
  }));
  EXPECT_TRUE(is_loaded);
}

TEST(RunUntilStopped, does_nothing_when_it_is_asked_to_stop_before) {
  const std::atomic<bool> stop = true;
  EXPECT_FALSE(run_until_stopped(stop, [] { FAIL() << "the work has begun"; }));
}

TEST(RunUntilStopped, passes_on_the_mistakes_of_a_model) {
  const std::atomic<bool> stop = false;
  EXPECT_THROW((void)run_until_stopped(stop, [] { (void)load_text("tangible: 1\nbodies: 3\n"); }), BadInput);
}

}  // namespace
}  // namespace tangible
