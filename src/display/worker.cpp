// SPDX-License-Identifier: Apache-2.0
// The thread behind a list of jobs.
#include "display/worker.h"

namespace tangible {

void Worker::stop() {
  std::deque<std::function<void()>> dropped;  // destroyed without the lock
  {
    const std::lock_guard lock(mutex_);
    stopping_ = true;
    dropped.swap(jobs_);
  }
  wakes_.notify_all();
  if (thread_.joinable()) thread_.join();
}

void Worker::post(std::function<void()> job) {
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
    if (stopping_) return;
    const std::function<void()> job = std::move(jobs_.front());
    jobs_.pop_front();
    lock.unlock();
    job();
    lock.lock();
  }
}

}  // namespace tangible
