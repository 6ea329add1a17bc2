// SPDX-License-Identifier: Apache-2.0
// One tick of a live run.
#include "display/live_loop.h"

#include <algorithm>
#include <utility>

namespace tangible {

LiveLoop::~LiveLoop() {
  LiveCommand command;
  while (commands_.pop(command)) delete command.port;
  LiveNotice notice;
  while (notices_.pop(notice)) delete notice.port;
}

void LiveLoop::tick(double now, double late, long elapsed) {
  times_.add_lateness(late);
  ++ticks_;
  take_commands(now);
  if (model_ == nullptr) return;
  if (hand_.is_silent(now)) {
    let_go();
    notify(notice_of(LiveNotice::Kind::lost_hand));
  }
  advance(now, elapsed);
  if (now - published_at_ < publish_every && published_at_ >= 0) return;
  published_at_ = now;
  publish(now);
}

LiveNotice LiveLoop::notice_of(LiveNotice::Kind kind) const {
  LiveNotice notice;
  notice.kind = kind;
  if (model_ != nullptr) {
    notice.generation = model_->generation;
    notice.time = stopped_ ? stopped_at_ : model_->simulation.time();
  }
  return notice;
}

void LiveLoop::notify(const LiveNotice& notice) {
  if (!notices_.push(notice)) dropped_.fetch_add(1, std::memory_order_relaxed);
}

void LiveLoop::take_commands(double now) {
  LiveCommand command;
  for (int k = 0; k < 32 && commands_.pop(command); ++k) obey(command, now);
}

void LiveLoop::obey(const LiveCommand& command, double now) {
  using Kind = LiveCommand::Kind;
  LiveNotice answer = notice_of(LiveNotice::Kind::answer);
  answer.asked = command.kind;
  answer.viewer = command.viewer;
  answer.reply = command.reply;
  answer.index = command.index;
  answer.count = command.kind == Kind::pause ? (command.on ? 1 : 0) : command.value;
  switch (command.kind) {
    case Kind::swap_model: return swap_model(command);
    case Kind::take: take_hold(command, now); break;
    case Kind::aim: return hand_.aim(command.aim, now);
    case Kind::release:
      answer.count = hand_.holds() ? 1 : 0;
      let_go();
      break;
    case Kind::pause: paused_ = command.on; break;
    case Kind::step: single_steps_ += paused_ ? static_cast<long>(command.index) : 0; break;
    case Kind::speed: speed_ = command.value; break;
    case Kind::parameter:
    case Kind::input:
    case Kind::constraint: answer.status = change(command, answer); break;
  }
  answer.done = answer.status == SimulationStatus::ok && model_ != nullptr && !stopped_;
  notify(answer);
}

// The hand lets go, and a run that was paused stays so.
void LiveLoop::swap_model(const LiveCommand& command) {
  let_go();
  LiveNotice notice = notice_of(LiveNotice::Kind::swapped);
  notice.model = std::exchange(model_, command.model);
  stopped_ = false;
  single_steps_ = 0;
  owed_ = 0;
  published_at_ = -1;
  notify(notice);
}

void LiveLoop::take_hold(const LiveCommand& command, double now) {
  LiveNotice notice = notice_of(LiveNotice::Kind::port_put_down);
  notice.port = command.port;
  const bool fits = model_ != nullptr && command.port->program().system.get() == &model_->model().system();
  if (fits && model_->plant && !stopped_) {
    hand_.release();
    std::unique_ptr<Port> before = model_->simulation.attach(0, std::unique_ptr<Port>(command.port));
    notice.port = before.release();
    hand_.take(*model_, *command.port, command.on ? &command.aim : nullptr, now);
  }
  if (notice.port != nullptr) notify(notice);
}

// The port stays where it is, without a wrench; the next one takes its place.
void LiveLoop::let_go() {
  if (!hand_.holds()) return;
  hand_.release();
  // The snapshot shows forces of the state as it is now.
  SimulationLoop& loop = model_->simulation.loop();
  if (!stopped_) (void)loop.motion().evaluate(loop.time(), loop.state());
}

SimulationStatus LiveLoop::change(const LiveCommand& command, LiveNotice& notice) {
  if (model_ == nullptr || stopped_) return SimulationStatus::ok;
  Simulation& simulation = model_->simulation;
  SimulationLoop& loop = simulation.loop();
  SimulationStatus status = SimulationStatus::ok;
  switch (command.kind) {
    case LiveCommand::Kind::parameter:
      notice.value = std::as_const(loop).motion().parameters()[command.index];
      status = loop.set_parameter(command.index, command.value);
      break;
    case LiveCommand::Kind::input:
      notice.value = std::as_const(loop).motion().inputs()[command.index];
      loop.motion().inputs()[command.index] = command.value;
      break;
    default:
      status = simulation.set_constraint(model_->model().description().constraints[command.index].name, command.on);
  }
  (void)loop.motion().evaluate(loop.time(), loop.state());
  note_changes(command.viewer);
  return status;
}

void LiveLoop::advance(double now, long elapsed) {
  if (stopped_) return;
  hand_.fade(paused_);
  if (elapsed > max_catch_up) {
    missed_ += elapsed - max_catch_up;
    elapsed = max_catch_up;
    LiveNotice notice = notice_of(LiveNotice::Kind::missed);
    notice.count = static_cast<double>(missed_);
    notify(notice);
  }
  const bool runs = !paused_ || (hand_.holds() && !hand_.has_faded());
  if (runs) owed_ += speed_ * static_cast<double>(elapsed);
  // Ticks that are caught up with have times of their own, since the last one: of a device that repeats its time the
  // hand lets go.
  const int steps = static_cast<int>(std::min(owed_, 32.0));
  const double since = std::max(ticked_at_, now - steps * period());
  for (int k = 1; k <= steps && !stopped_; ++k, owed_ -= 1)
    step_once(k == steps ? now : since + (now - since) * k / steps);
  ticked_at_ = now;
  if (!runs && single_steps_ > 0) {
    --single_steps_;
    step_once(now);
  }
}

void LiveLoop::step_once(double now) {
  Simulation& simulation = model_->simulation;
  hand_.tick(now, speed_);
  const SimulationStatus status = simulation.tick();
  note_changes();
  if (status == SimulationStatus::ok) return;
  stopped_at_ = simulation.time();
  stopped_ = true;
  hand_.release();
  LiveNotice notice = notice_of(LiveNotice::Kind::stopped);
  notice.status = status;
  notify(notice);
}

// Another mode, and then what the run has noted.
void LiveLoop::note_changes(std::uint32_t viewer) {
  SimulationLoop& loop = model_->simulation.loop();
  const SystemMotion& motion = std::as_const(loop).motion();
  if (const ModeKey key = key_of(motion.mode()); key != model_->mode) {
    model_->mode = key;
    LiveNotice notice = notice_of(LiveNotice::Kind::mode);
    notice.mode = key;
    notice.count = static_cast<double>(motion.embedding().independent_speeds().size());
    notify(notice);
  }
  for (const Occurrence& occurrence : loop.log().since(model_->noted)) {
    LiveNotice notice = notice_of(LiveNotice::Kind::occurrence);
    notice.occurrence = occurrence;
    notice.viewer = viewer;
    notify(notice);
  }
  model_->noted = loop.log().end();
}

void LiveLoop::publish(double now) {
  LiveModel& live = *model_;
  if (!stopped_) {
    live.simulation.publish();
    live.simulation.snapshots()->read(std::span(live.numbers).first(live.live_at));
    live.numbers[live.at(LiveNumber::unexplained)] = live.simulation.energies().drift();
  }
  const auto put = [&](LiveNumber n, double value) { live.numbers[live.at(n)] = value; };
  const Vec3 target = hand_.target();
  put(LiveNumber::target_x, target.x);
  put(LiveNumber::target_y, target.y);
  put(LiveNumber::target_z, target.z);
  put(LiveNumber::stiffness, hand_.stiffness());
  put(LiveNumber::damping, hand_.damping());
  put(LiveNumber::force, norm(hand_.force()));
  put(LiveNumber::stamp, hand_.stamp());
  put(LiveNumber::flags,
      (paused_ ? flag_paused : 0u) + (hand_.holds() ? flag_held : 0u) + (stopped_ ? flag_stopped : 0u));
  put(LiveNumber::clock, now);
  put(LiveNumber::compute_median, times_.compute_below(0.5));
  put(LiveNumber::compute_p99, times_.compute_below(0.99));
  put(LiveNumber::late_p99, times_.late_below(0.99));
  put(LiveNumber::ticks, static_cast<double>(ticks_));
  put(LiveNumber::missed, static_cast<double>(missed_) + live.simulation.given_up() / period_);
  put(LiveNumber::lag, owed_ + live.simulation.lag() / period_);
  const auto histogram = times_.compute();
  for (std::size_t k = 0; k < histogram_bins; ++k)
    live.numbers[live.at(LiveNumber::histogram) + k] = static_cast<double>(histogram[k]);
  const std::span<double> forces = std::span(live.numbers).subspan(live.hand_forces_at());
  std::ranges::fill(forces, 0.0);
  hand_.add_generalized_forces(forces);
  live.published.publish(live.numbers);
}

}  // namespace tangible
