// SPDX-License-Identifier: Apache-2.0
// Worker: one thread for slow work, in the order in which it was given: formulation, equations, destruction.
#pragma once

#include <condition_variable>
#include <deque>
#include <functional>
#include <mutex>
#include <thread>

namespace tangible {

class Worker {
 public:
  Worker() : thread_([this] { run(); }) {}
  ~Worker() { stop(); }
  Worker(const Worker&) = delete;
  Worker& operator=(const Worker&) = delete;

  // The job must not throw.
  void post(std::function<void()> job);
  // Waits for the job that runs; those that have not begun are dropped.
  void stop();
  // Jobs that have not begun.
  std::size_t waiting() const;

 private:
  void run();

  mutable std::mutex mutex_;
  std::condition_variable wakes_;
  std::deque<std::function<void()>> jobs_;
  bool stopping_ = false;
  std::thread thread_;
};

}  // namespace tangible
