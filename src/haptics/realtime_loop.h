// SPDX-License-Identifier: Apache-2.0
// The servo loop on the wall clock: a thread of its own on the absolute schedule t0 + k T, a watchdog thread that stops
// the devices when the loop is late, and statistics of every tick.
#pragma once

#include <atomic>
#include <thread>

#include "haptics/command_ring.h"
#include "haptics/histogram.h"
#include "haptics/servo.h"

namespace tangible {

struct RealtimeOptions {
  int priority = 0;         // of SCHED_FIFO, 1 to 99; zero: the ordinary scheduler
  bool lock_memory = true;  // mlockall, where permitted
  double spin = 200e-6;     // s before each tick that are spent spinning instead of sleeping
  int watchdog_ticks = 5;   // of silence, after which the watchdog stops the devices
  double duration = 0;      // s; zero: until `stop`
};

struct LoopCommand {
  enum class Kind : std::uint8_t { pause, resume, gains };
  Kind kind = Kind::pause;
  int port = 0;
  CouplerGains gains;
};

// Data of a run, for text and JSON.
struct LoopStatistics {
  Histogram period, lateness, compute;  // s; lateness against t0 + k T, where the host makes the clock
  double tick = 0;                      // s
  double elapsed = 0;                   // s, from the first tick of the schedule to the last
  long scheduled = 0;                   // ticks of the schedule in that time: run and missed
  long run = 0;
  long missed = 0;
  long waits = 0;          // ticks before which the loop waited for a sample of a device
  long sample_spans = 0;   // pairs of ticks, one after the other, that were begun by samples
  double sample_time = 0;  // s, from the first to the second in all these pairs
  long model_lag = 0;      // ticks
  long watchdog = 0;       // stops by the watchdog
  bool fifo = false;       // SCHED_FIFO was granted
  bool locked = false;     // memory was locked
  PlantStatus end = PlantStatus::running;
};

// Figures of the last tick, readable from any thread while the loop runs. The stretch of an admittance display is the
// distance by which the device is behind its reference.
struct LiveFigures {
  double time = 0, force = 0, torque = 0, stretch = 0, energy_error = 0, energy = 0;
  long ticks = 0, missed = 0;
  std::uint64_t active_rows = 0;  // see PlantFigures
};

class RealtimeLoop {
 public:
  RealtimeLoop(Servo& servo, const RealtimeOptions& options) : servo_(servo), options_(options) {}
  ~RealtimeLoop();
  RealtimeLoop(const RealtimeLoop&) = delete;
  RealtimeLoop& operator=(const RealtimeLoop&) = delete;

  void start();
  // Requests the end of the loop; may be called from any thread and from a signal handler.
  void stop() { stopping_.store(true, std::memory_order_relaxed); }
  bool is_running() const { return running_.load(std::memory_order_acquire); }
  // Waits for the end. The devices show no force afterwards.
  const LoopStatistics& join();

  // From one thread. False: the queue is full.
  bool send(const LoopCommand& command) { return commands_.push(command); }
  LiveFigures live() const;

 private:
  void run();
  void run_ticks();
  bool tick_at(double now, long elapsed);
  void take_commands();
  void watch();
  void publish(double now);
  long wait_for_tick(long k, long t0);

  Servo& servo_;
  RealtimeOptions options_;
  std::thread thread_, watchdog_;
  std::atomic<bool> stopping_{false}, running_{false};
  std::atomic<long> heartbeat_{0};  // ns of the monotonic clock, end of the last tick; zero: no tick yet
  std::atomic<bool> tripped_{false};
  std::atomic<long> trips_{0};
  CommandRing<LoopCommand, 64> commands_;
  std::array<std::atomic<double>, 6> figures_{};
  std::array<std::atomic<long>, 2> counts_{};
  std::atomic<std::uint64_t> rows_{0};
  std::atomic<unsigned> published_{0};  // odd while the figures change
  bool paused_ = false;
  bool is_begun_by_sample_ = false, was_begun_by_sample_ = false;  // this tick, the one before
  bool unlocked_ = false;
  LoopStatistics statistics_;
};

}  // namespace tangible
