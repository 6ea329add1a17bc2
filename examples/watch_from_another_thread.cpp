// SPDX-License-Identifier: Apache-2.0
// Snapshots: one thread runs the model, another reads its state without slowing it.
#include <tangible/tangible.h>

#include <atomic>
#include <cstdlib>
#include <iostream>
#include <thread>

int main(int count, char** arguments) {
  const std::string models = count > 1 ? arguments[1] : "models";
  tangible::Simulation run(tangible::load(models + "/four_bar/four_bar.yaml"),
                           {.method = tangible::Method::rk4, .step = 1e-3});
  const tangible::SnapshotLayout layout = run.snapshot_layout();
  const std::shared_ptr<const tangible::SnapshotBuffer> snapshots = run.snapshots();
  run.publish();
  std::atomic<bool> running = true;
  std::size_t read = 0;
  double latest = 0;
  std::thread viewer([&] {
    std::vector<double> numbers(layout.size);
    do {
      snapshots->read(numbers);
      latest = numbers[layout.values.time[0]];
      ++read;
    } while (running);
  });
  bool good = true;
  for (int tick = 0; tick < 2000 && good; ++tick) {
    good = run.tick() == tangible::SimulationStatus::ok;
    run.publish();
  }
  running = false;
  viewer.join();
  std::cout << "read " << read << " snapshots, the last one at " << latest << " s\n";
  return good && read > 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
