// SPDX-License-Identifier: Apache-2.0
// Snapshots: readers change no bit of a run and never see a torn snapshot.
#include <gtest/gtest.h>

#include <atomic>
#include <bit>
#include <cstring>
#include <thread>

#include "engine/simulation.h"

namespace tangible {
namespace {

constexpr const char* snapshot_cart = "models/shopping_cart/cart_pushed.yaml";

TEST(SnapshotBuffer, a_reader_never_sees_half_of_two_snapshots) {
  constexpr std::size_t size = 200;
  SnapshotBuffer buffer(size);
  std::atomic<bool> running = true;
  std::thread writer([&] {
    std::vector<double> numbers(size);
    for (double k = 1; running; ++k) {
      std::ranges::fill(numbers, k);
      buffer.publish(numbers);
    }
  });
  std::vector<double> seen(size);
  long torn = 0;
  double last = 0;
  for (long reads = 0; reads < 1'000'000; ++reads) {
    buffer.read(seen);
    const bool is_whole = std::memcmp(&seen[0], &seen[1], (size - 1) * sizeof(double)) == 0;  // all are equal
    if (!is_whole || seen[0] < last) ++torn;
    last = seen[0];
  }
  running = false;
  writer.join();
  EXPECT_EQ(torn, 0);
  EXPECT_GT(last, 1);
}

// FNV-1a over the bits of all numbers.
std::uint64_t checksum(std::span<const double> numbers) {
  std::uint64_t sum = 0xcbf29ce484222325U;
  for (const double x : numbers) sum = (sum ^ std::bit_cast<std::uint64_t>(x)) * 0x100000001b3U;
  return sum;
}

constexpr int published_ticks = 4000;

// The checksums of the snapshots of a run that nobody else reads.
std::vector<std::uint64_t> checksums_of_a_quiet_run(const Model& model) {
  Simulation run(model, {.method = Method::rk4});
  (void)run.port("grip");
  std::vector<double> numbers(run.snapshot_layout().size);
  std::vector<std::uint64_t> list;
  for (int tick = 0; tick < published_ticks; ++tick) {
    EXPECT_EQ(run.tick(), SimulationStatus::ok);
    run.publish();
    EXPECT_EQ(run.snapshots()->read(numbers), list.size() + 1);
    EXPECT_EQ(numbers[run.snapshot_layout().tick[0]], static_cast<double>(list.size()));
    list.push_back(checksum(numbers));
  }
  return list;
}

// Every snapshot that a reader gets has all bits of the one with its number in the quiet run: it is not torn, and the
// readers have changed nothing.
TEST(Snapshot, is_whole_and_that_of_a_quiet_run_whatever_readers_do) {
  const Model model = load(snapshot_cart);
  const std::vector<std::uint64_t> expected = checksums_of_a_quiet_run(model);
  Simulation run(model, {.method = Method::rk4});
  (void)run.port("grip");
  std::atomic<bool> running = true;
  std::atomic<long> whole = 0, wrong = 0;
  std::vector<std::thread> threads;
  for (int k = 0; k < 3; ++k)
    threads.emplace_back([&, snapshots = run.snapshots(), size = run.snapshot_layout().size] {
      std::vector<double> numbers(size);
      bool is_last = false;
      do {
        is_last = !running;  // that one is read by all
        const std::uint64_t number = snapshots->read(numbers);
        if (number > 0) ++(checksum(numbers) == expected[number - 1] ? whole : wrong);
      } while (!is_last);
    });
  for (int tick = 0; tick < published_ticks; ++tick) {
    EXPECT_EQ(run.tick(), SimulationStatus::ok);
    run.publish();
  }
  running = false;
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(wrong, 0);
  EXPECT_GE(whole, 3);
  EXPECT_EQ(run.snapshots()->newest(), static_cast<std::uint64_t>(published_ticks));
}

TEST(Snapshot, has_time_poses_forces_active_rows_energies_and_events) {
  Simulation run(load(snapshot_cart), {.method = Method::rk4});
  Port& grip = run.port("grip");
  grip.hold({{5, 0, 0}, {}});
  ASSERT_EQ(run.advance_to(3), SimulationStatus::ok);
  run.publish();
  const SnapshotLayout& layout = run.snapshot_layout();
  Snapshot snapshot{std::vector<double>(layout.size)};
  EXPECT_EQ(run.snapshots()->read(snapshot.numbers), 1U);
  const std::vector<double>& n = snapshot.numbers;
  EXPECT_EQ(n[layout.values.time[0]], 3.0);
  EXPECT_EQ(n[layout.values.q[0]], run.value("q1"));
  EXPECT_EQ(n[layout.values.row_forces[0]], run.force("front_wheel"));
  EXPECT_EQ(n[layout.values.energies[1]], run.energies().kinetic);
  EXPECT_EQ(n[layout.active[0]], 1.0);
  EXPECT_EQ(n[layout.ports[0]], 1.0);
  EXPECT_EQ(n[layout.ports[8]], 5.0);
  EXPECT_EQ(n[layout.ports[15]], run.port_work(0));
  const auto& handles = run.model().description().handles;
  const Pose pose = snapshot.pose(layout, handles.front().frame);
  EXPECT_NEAR(norm(pose.position - grip.pose().position), 0, 1e-15);
  EXPECT_GT(n[layout.events[0]], 0);  // the caster has stuck and come free
  EXPECT_LE(n[layout.events[1]], 3.0);
}

}  // namespace
}  // namespace tangible
