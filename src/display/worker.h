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
  ~Worker() { (void)stop(); }
  Worker(const Worker&) = delete;
  Worker& operator=(const Worker&) = delete;

  // The job must not throw.
  void post(std::function<void()> job) { add({std::move(job), false}); }
  // A job that is done in any case.
  void post_lasting(std::function<void()> job) { add({std::move(job), true}); }
  // Waits for the job that runs and for those that are done in any case; others that have not begun are dropped. False:
  // after so many seconds the job still runs; then its thread is left alone, and the caller has done the others itself.
  bool stop(double patience = 1e9);
  // Jobs that have not begun.
  std::size_t waiting() const;

 private:
  struct Job {
    std::function<void()> run;
    bool lasts = false;
  };
  void add(Job job);
  void run();

  mutable std::mutex mutex_;
  std::condition_variable wakes_;
  std::deque<Job> jobs_;
  bool stopping_ = false, has_ended_ = false;
  std::thread thread_;
};

}  // namespace tangible
