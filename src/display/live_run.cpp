// SPDX-License-Identifier: Apache-2.0
// Sleeping until the next tick is due.
#include "display/live_run.h"

#include <pthread.h>
#include <sys/resource.h>
#include <unistd.h>

#include <cerrno>
#include <cmath>
#include <ctime>

namespace tangible {

double LiveRun::clock() {
  timespec t{};
  clock_gettime(CLOCK_MONOTONIC, &t);
  return static_cast<double>(t.tv_sec) + 1e-9 * static_cast<double>(t.tv_nsec);
}

double LiveRun::cpu_time() const {
  clockid_t id{};
  timespec t{};
  if (!thread_.joinable() || pthread_getcpuclockid(thread_.native_handle(), &id) != 0) return 0;
  clock_gettime(id, &t);
  return static_cast<double>(t.tv_sec) + 1e-9 * static_cast<double>(t.tv_nsec);
}

void LiveRun::start() {
  stopping_.store(false);
  thread_ = std::thread([this] { run(); });
}

void LiveRun::stop() {
  stopping_.store(true);
  if (thread_.joinable()) thread_.join();
}

void LiveRun::run() {
  // Ahead of what else the machine computes, where that is permitted.
  (void)setpriority(PRIO_PROCESS, static_cast<id_t>(gettid()), -10);
  const double period = loop_.period(), start = clock();
  long due = 1, last = 0;
  while (!stopping_.load(std::memory_order_relaxed)) {
    const double at = start + static_cast<double>(due) * period;
    const timespec wake{static_cast<time_t>(at), static_cast<long>(1e9 * (at - std::floor(at)))};
    while (clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &wake, nullptr) == EINTR) {
    }
    const double now = clock();
    loop_.tick(now, now - at, due - last);
    last = due;
    const double end = clock();
    loop_.note_compute_time(end - now);
    // Ticks that are over already are left out; the loop catches up with some of them.
    due = std::max(due + 1, static_cast<long>(std::ceil((end - start) / period)));
  }
}

}  // namespace tangible
