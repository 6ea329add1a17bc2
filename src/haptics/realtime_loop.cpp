// SPDX-License-Identifier: Apache-2.0
// The loop's thread and the watchdog's.
#include "haptics/realtime_loop.h"

#include <pthread.h>
#include <sched.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <time.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <utility>

namespace tangible {
namespace {

long monotonic_ns() {
  timespec now{};
  clock_gettime(CLOCK_MONOTONIC, &now);
  return now.tv_sec * 1'000'000'000L + now.tv_nsec;
}

void sleep_until(long ns) {
  const timespec until{ns / 1'000'000'000L, ns % 1'000'000'000L};
  while (clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &until, nullptr) != 0) {
  }
}

// Sleeps to shortly before, then spins.
void wait_until(long ns, long spin_ns) {
  if (monotonic_ns() < ns - spin_ns) sleep_until(ns - spin_ns);
  while (monotonic_ns() < ns) {
  }
}

bool take_fifo(int priority) {
  if (priority <= 0) return false;
  sched_param parameters{};
  parameters.sched_priority = priority;
  return pthread_setschedparam(pthread_self(), SCHED_FIFO, &parameters) == 0;
}

// Of the calling thread. Without SCHED_FIFO it runs ahead of what else the machine computes, where that is permitted.
bool claim_processor(int priority) {
  if (take_fifo(priority)) return true;
  (void)setpriority(PRIO_PROCESS, static_cast<id_t>(gettid()), -10);
  return false;
}

}  // namespace

RealtimeLoop::~RealtimeLoop() { join(); }

void RealtimeLoop::start() {
  running_.store(true, std::memory_order_release);
  statistics_.tick = servo_.period();
  statistics_.locked = options_.lock_memory && mlockall(MCL_CURRENT | MCL_FUTURE) == 0;
  thread_ = std::thread([this] { run(); });
  watchdog_ = std::thread([this] { watch(); });
}

const LoopStatistics& RealtimeLoop::join() {
  if (thread_.joinable()) thread_.join();
  if (watchdog_.joinable()) watchdog_.join();
  if (statistics_.locked && !unlocked_) {
    munlockall();
    unlocked_ = true;
  }
  return statistics_;
}

void RealtimeLoop::run() {
  statistics_.fifo = claim_processor(options_.priority);
  run_ticks();
  servo_.release();
  servo_.visit_devices([](Device& device) { device.stop(); });
  statistics_.model_lag = servo_.report().model_lag;
  statistics_.watchdog = trips_.load(std::memory_order_relaxed);
  running_.store(false, std::memory_order_release);
}

// Returns the instant, in ns, at which tick k begins: when it is due, or with the sample of a device.
long RealtimeLoop::wait_for_tick(long k, long t0) {
  const auto T_ns = std::lround(servo_.period() * 1e9);
  was_begun_by_sample_ = std::exchange(is_begun_by_sample_, false);
  if (servo_.is_clocked_by_host()) {
    wait_until(t0 + k * T_ns, std::lround(options_.spin * 1e9));
    const long now = monotonic_ns();
    statistics_.lateness.add(static_cast<double>(now - (t0 + k * T_ns)) * 1e-9);
    return now;
  }
  servo_.wait(static_cast<double>(monotonic_ns() - t0) * 1e-9);
  ++statistics_.waits;
  is_begun_by_sample_ = !servo_.is_clocked_by_host();
  return monotonic_ns();
}

// Tick k is due at t0 + k T. If the clock is past the next due time already, the ticks between were missed.
void RealtimeLoop::run_ticks() {
  const double T = servo_.period();
  const auto T_ns = std::lround(T * 1e9);
  const long last = options_.duration > 0 ? std::lround(options_.duration / T) : -1;
  const long t0 = monotonic_ns() + T_ns;
  long previous_k = -1, previous_ns = 0;
  while (!stopping_.load(std::memory_order_relaxed)) {
    long k = previous_k + 1;
    const long now = wait_for_tick(k, t0);
    k = std::max(k, (now - t0) / T_ns);
    if (last >= 0 && k >= last) {
      statistics_.missed += last - (previous_k + 1);
      servo_.note_missed(last - (previous_k + 1));
      statistics_.scheduled = last;
      statistics_.elapsed = static_cast<double>(last * T_ns) * 1e-9;
      break;
    }
    if (previous_k >= 0) statistics_.period.add(static_cast<double>(now - previous_ns) * 1e-9);
    if (was_begun_by_sample_ && is_begun_by_sample_) {
      ++statistics_.sample_spans;
      statistics_.sample_time += static_cast<double>(now - previous_ns) * 1e-9;
    }
    previous_ns = now;
    const long elapsed = k - previous_k;
    previous_k = k;
    statistics_.missed += elapsed - 1;
    const bool can_continue = tick_at(static_cast<double>(k) * T, elapsed);
    statistics_.scheduled = k + 1;
    statistics_.elapsed = static_cast<double>((k + 1) * T_ns) * 1e-9;
    statistics_.compute.add(static_cast<double>(monotonic_ns() - now) * 1e-9);
    if (!can_continue) break;
  }
}

bool RealtimeLoop::tick_at(double now, long elapsed) {
  if (tripped_.exchange(false, std::memory_order_acq_rel)) servo_.resume();
  take_commands();
  if (paused_) {
    servo_.release();
  } else {
    statistics_.end = servo_.tick(now, elapsed);
  }
  ++statistics_.run;
  publish(now);
  heartbeat_.store(monotonic_ns(), std::memory_order_release);
  return statistics_.end == PlantStatus::running;
}

void RealtimeLoop::take_commands() {
  LoopCommand command;
  while (commands_.pop(command)) {
    switch (command.kind) {
      case LoopCommand::Kind::pause: paused_ = true; break;
      case LoopCommand::Kind::resume: paused_ = false; break;
      case LoopCommand::Kind::gains: {
        const auto port = static_cast<std::size_t>(command.port);
        if (port < servo_.ports().size()) servo_.ports()[port]->set_gains(command.gains);
        break;
      }
    }
  }
}

// Reads the heartbeat twice per tick. A silence of several ticks stops the devices; the loop resumes them when it is
// back, with a ramp.
void RealtimeLoop::watch() {
  (void)claim_processor(options_.priority > 0 ? std::min(99, options_.priority + 1) : 0);  // it mostly sleeps
  const auto T_ns = std::lround(servo_.period() * 1e9);
  const long silence = options_.watchdog_ticks * T_ns;
  long stopped_at = 0;
  while (is_running()) {
    sleep_until(monotonic_ns() + T_ns / 2);
    const long beat = heartbeat_.load(std::memory_order_acquire);
    if (beat == 0 || beat == stopped_at || monotonic_ns() - beat < silence) continue;
    if (!is_running()) break;
    servo_.visit_devices([](Device& device) { device.stop(); });
    stopped_at = beat;
    trips_.fetch_add(1, std::memory_order_relaxed);
    tripped_.store(true, std::memory_order_release);
  }
}

void RealtimeLoop::publish(double now) {
  const unsigned n = published_.load(std::memory_order_relaxed);
  published_.store(n + 1, std::memory_order_relaxed);
  double force = 0, torque = 0, stretch = 0;
  for (const HapticPort* port : servo_.ports()) {
    force = std::max(force, norm(port->sent().force));
    torque = std::max(torque, norm(port->sent().torque));
    stretch = std::max(stretch, norm(port->coupler().stretch().linear));
  }
  for (const AdmittancePort* port : servo_.admittance_ports()) {
    force = std::max(force, norm(port->sent().force));
    torque = std::max(torque, norm(port->sent().torque));
    stretch = std::max(stretch, norm(port->error().linear));
  }
  const ServoReport& report = servo_.report();
  const std::array<double, 6> figures{now, force, torque, stretch, report.energy_error, report.figures.energy};
  for (std::size_t i = 0; i < figures.size(); ++i) figures_[i].store(figures[i], std::memory_order_release);
  counts_[0].store(statistics_.run, std::memory_order_release);
  counts_[1].store(statistics_.missed, std::memory_order_release);
  rows_.store(report.figures.active_rows, std::memory_order_release);
  published_.store(n + 2, std::memory_order_release);
}

LiveFigures RealtimeLoop::live() const {
  for (;;) {
    const unsigned before = published_.load(std::memory_order_acquire);
    LiveFigures f{figures_[0].load(std::memory_order_acquire), figures_[1].load(std::memory_order_acquire),
                  figures_[2].load(std::memory_order_acquire), figures_[3].load(std::memory_order_acquire),
                  figures_[4].load(std::memory_order_acquire), figures_[5].load(std::memory_order_acquire),
                  counts_[0].load(std::memory_order_acquire),  counts_[1].load(std::memory_order_acquire),
                  rows_.load(std::memory_order_acquire)};
    if (before % 2 == 0 && published_.load(std::memory_order_acquire) == before) return f;
  }
}

}  // namespace tangible
