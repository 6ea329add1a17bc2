// SPDX-License-Identifier: Apache-2.0
// LiveRun: the thread that calls a LiveLoop by the clock, on the schedule t0 + k T.
#pragma once

#include <atomic>
#include <thread>

#include "display/live_loop.h"

namespace tangible {

class LiveRun {
 public:
  explicit LiveRun(LiveLoop& loop) : loop_(loop) {}
  ~LiveRun() { stop(); }
  LiveRun(const LiveRun&) = delete;
  LiveRun& operator=(const LiveRun&) = delete;

  void start();
  void stop();  // waits for the end of the present tick
  // Seconds of the clock by which it runs.
  static double clock();
  // Seconds of a processor that its thread has taken since it was started.
  double cpu_time() const;

 private:
  void run();

  LiveLoop& loop_;
  mutable std::thread thread_;  // its native handle is not const
  std::atomic<bool> stopping_{false};
};

}  // namespace tangible
