// SPDX-License-Identifier: Apache-2.0
// LiveLoop: what happens in each tick of a run that people watch and pull: commands, hand, steps, snapshots, notices.
//
// It owns no thread, so that it runs in virtual time as well; LiveRun calls it by the clock. A tick takes no memory, no
// lock, and throws nothing.
#pragma once

#include <atomic>
#include <cstdint>

#include "display/live_model.h"
#include "display/mouse_hand.h"
#include "display/tick_times.h"
#include "display/value_ring.h"

namespace tangible {

struct LiveCommand {
  enum class Kind : std::uint8_t {
    swap_model,  // model; null: none
    take,        // port; on: the mouse is at aim
    aim,         // aim
    release,
    parameter,   // index, value
    input,       // index, value
    constraint,  // index, on
    pause,       // on: pause; off: run
    step,        // index: ticks, while paused
    speed,       // value: model time per time
  };
  Kind kind = Kind::release;
  bool on = false;
  std::uint32_t viewer = 0, reply = 0;  // whose command it is; 0: it has no reply
  std::uint32_t index = 0;
  double value = 0;
  MouseAim aim;
  LiveModel* model = nullptr;
  Port* port = nullptr;  // the loop takes it over
};

struct LiveNotice {
  enum class Kind : std::uint8_t {
    swapped,        // model: the one that was put down
    port_put_down,  // port: to be destroyed elsewhere
    answer,         // to the command `asked`: `status`, and whether it was done
    mode,           // another mode began, with `count` degrees of freedom
    occurrence,     // the run noted something
    lost_hand,      // the mouse was silent for too long
    stopped,        // the motion cannot go on: `status`
    missed,         // `count` ticks of the clock were missed
  };
  Kind kind = Kind::answer;
  bool done = true;
  SimulationStatus status = SimulationStatus::ok;
  std::uint32_t viewer = 0, reply = 0, generation = 0, index = 0;
  LiveCommand::Kind asked = LiveCommand::Kind::release;
  double time = 0;  // of the model
  double count = 0;
  double value = 0;  // of a parameter or input: the one before
  Occurrence occurrence;
  ModeKey mode;
  LiveModel* model = nullptr;
  Port* port = nullptr;
};

class LiveLoop {
 public:
  explicit LiveLoop(double period) : period_(period), hand_(period) {}
  ~LiveLoop();
  LiveLoop(const LiveLoop&) = delete;
  LiveLoop& operator=(const LiveLoop&) = delete;

  // --- By the one thread that commands ---
  bool send(const LiveCommand& command) { return commands_.push(command); }
  bool find_notice(LiveNotice& notice) { return notices_.pop(notice); }

  // --- By the one thread that runs ---
  // One tick at `now` of the clock, s; `late` is how much later than planned it began, `elapsed` how many ticks of the
  // schedule have passed since the last one.
  void tick(double now, double late = 0, long elapsed = 1);
  void note_compute_time(double seconds) { times_.add_compute(seconds); }
  double period() const { return period_; }
  // Notices that found the ring full.
  std::uint64_t dropped() const { return dropped_.load(std::memory_order_relaxed); }

 private:
  void take_commands(double now);
  void obey(const LiveCommand& command, double now);
  void swap_model(const LiveCommand& command);
  void take_hold(const LiveCommand& command, double now);
  void let_go();
  SimulationStatus change(const LiveCommand& command, LiveNotice& notice);
  void advance(double now, long elapsed);
  void step_once(double now);
  void note_changes(std::uint32_t viewer = 0);  // viewer: whose command made them, or 0
  void notify(const LiveNotice& notice);
  LiveNotice notice_of(LiveNotice::Kind kind) const;
  void publish(double now);

  static constexpr double publish_every = 1.0 / 60;
  static constexpr long max_catch_up = 16;  // ticks

  double period_;
  LiveModel* model_ = nullptr;
  MouseHand hand_;
  TickTimes times_;
  ValueRing<LiveCommand, 256> commands_;
  ValueRing<LiveNotice, 1024> notices_;
  std::atomic<std::uint64_t> dropped_{0};
  bool paused_ = false, stopped_ = false;
  long single_steps_ = 0;
  double speed_ = 1;  // model time per time
  double stopped_at_ = 0;
  double owed_ = 0;  // ticks of the model that are still to be run
  double published_at_ = -1;
  double ticked_at_ = -1;
  long ticks_ = 0, missed_ = 0;
};

}  // namespace tangible
