// SPDX-License-Identifier: Apache-2.0
// The thread behind a list of jobs.
#include "display/worker.h"

#include <chrono>

namespace tangible {

bool Worker::stop(double patience) {
  std::deque<Job> dropped;  // destroyed without the lock
  std::unique_lock lock(mutex_);
  stopping_ = true;
  dropped.swap(jobs_);
  for (Job& job : dropped)
    if (job.lasts) jobs_.push_back(std::move(job));
  wakes_.notify_all();
  if (wakes_.wait_for(lock, std::chrono::duration<double>(patience), [this] { return has_ended_; })) {
    lock.unlock();
    if (thread_.joinable()) thread_.join();
    return true;
  }
  std::deque<Job> left;
  left.swap(jobs_);
  lock.unlock();
  for (const Job& job : left) job.run();
  return false;
}

void Worker::add(Job job) {
  {
    const std::lock_guard lock(mutex_);
    if (stopping_) return;
    jobs_.push_back(std::move(job));
  }
  wakes_.notify_one();
}

std::size_t Worker::waiting() const {
  const std::lock_guard lock(mutex_);
  return jobs_.size();
}

void Worker::run() {
  std::unique_lock lock(mutex_);
  for (;;) {
    wakes_.wait(lock, [this] { return stopping_ || !jobs_.empty(); });
    if (jobs_.empty()) break;
    const Job job = std::move(jobs_.front());
    jobs_.pop_front();
    lock.unlock();
    job.run();
    lock.lock();
  }
  has_ended_ = true;
  wakes_.notify_all();
}

}  // namespace tangible
