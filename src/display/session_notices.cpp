// SPDX-License-Identifier: Apache-2.0
// Notices of the loop: replies to viewers, events, other modes.
#include <fmt/format.h>

#include <algorithm>

#include "display/occurrence_json.h"
#include "display/session.h"

namespace tangible {
namespace {

std::string missed_text(std::uint64_t ticks) {
  return fmt::format("{} {} of the clock {} missed", ticks, ticks == 1 ? "tick" : "ticks", ticks == 1 ? "was" : "were");
}

}  // namespace

void Session::take_notices(double now) {
  LiveNotice notice;
  while (loop_.find_notice(notice)) take_notice(notice);
  if (missed_ == missed_said_ || now < missed_said_at_ + 10) return;
  missed_said_at_ = now;
  add_event({{"kind", "missed"},
             {"time", model_time_},
             {"text", missed_text(missed_ - std::exchange(missed_said_, missed_))}});
}

void Session::take_notice(const LiveNotice& notice) {
  using Kind = LiveNotice::Kind;
  if (notice.kind == Kind::swapped) return retire(notice.model);
  if (notice.kind == Kind::port_put_down)
    return worker_.post([port = std::shared_ptr<Port>(notice.port)]() mutable { port.reset(); });
  if (notice.kind == Kind::answer) return report_answer(notice);
  if (!live_ || notice.generation != generation_) return;
  switch (notice.kind) {
    case Kind::mode:
      mode_change_ = {modes_->current(), modes_->number_of(notice.mode), notice.time};
      modes_->enter(notice.mode, notice.time, static_cast<std::size_t>(notice.count));
      modes_changed_ = true;
      want_document(modes_->current());
      break;
    case Kind::occurrence: report_occurrence(notice); break;
    case Kind::lost_hand:
      ++take_number_;
      add_event(
          {{"kind", "hand"}, {"time", notice.time}, {"text", "the mouse was silent for 0.2 s: the hand lets go"}});
      break;
    case Kind::stopped: explain_stop(notice); break;
    case Kind::missed: missed_ = static_cast<std::uint64_t>(notice.count); break;
    default: break;
  }
}

void Session::report_answer(const LiveNotice& notice) {
  using Kind = LiveCommand::Kind;
  if (notice.asked == Kind::speed) take_speed(notice.count);
  if (!notice.done) {
    const bool has_stopped = notice.status == SimulationStatus::ok;
    return reply(notice.viewer, notice.reply, has_stopped ? "the run has stopped" : describe(notice.status),
                 has_stopped ? "reset it, or change the model" : "nothing was changed");
  }
  reply(notice.viewer, notice.reply, "", "");
  if (!live_ || notice.generation != generation_ || notice.viewer == 0) return;
  const ModelDescription& model = live_->model().description();
  json event{{"time", notice.time}, {"viewer", notice.viewer}};
  switch (notice.asked) {
    case Kind::take: event.update({{"kind", "hand"}, {"text", "the hand takes hold"}}); break;
    case Kind::release:
      if (notice.count == 0) return;  // it held nothing
      event.update({{"kind", "hand"}, {"text", "the hand lets go"}});
      break;
    case Kind::pause: event.update({{"kind", "pause"}, {"text", notice.count != 0 ? "paused" : "goes on"}}); break;
    case Kind::parameter:
    case Kind::input: {
      const bool is_input = notice.asked == Kind::input;
      const ModelDescription::Quantity& q = (is_input ? model.inputs : model.parameters)[notice.index];
      event.update({{"kind", is_input ? "input" : "parameter"},
                    {"name", q.name},
                    {"text", fmt::format("{}: {:.6g} to {:.6g} {}", q.name, notice.value, notice.count, q.unit)}});
      break;
    }
    default: return;
  }
  add_event(std::move(event));
}

// Also of a run that has stopped: the next one has this speed, too.
void Session::take_speed(double factor) {
  speed_ = factor;
  send_all({{"type", "speed"}, {"factor", speed_}});
}

void Session::report_occurrence(const LiveNotice& notice) {
  json event = occurrence_json(notice.occurrence, live_->model());
  if (mode_change_.time == notice.time) {
    event["mode"] = mode_change_.now;
    event["was"] = mode_change_.was;
  }
  if (notice.viewer != 0) event["viewer"] = notice.viewer;
  add_event(std::move(event));
}

// The loop no longer touches a simulation that has stopped, until another one takes its place.
void Session::explain_stop(const LiveNotice& notice) {
  worker_.post([this, alive = alive_, live = live_, time = notice.time] {
    const std::string text = live->simulation.explain();
    options_.in_session([this, alive, text, time] {
      if (*alive) add_event({{"kind", "mistake"}, {"time", time}, {"text", "the run cannot go on: " + text}});
    });
  });
}

// Destroyed by the worker, behind whatever still uses it.
void Session::retire(LiveModel* model) {
  const auto found = std::ranges::find(retired_, model, &std::shared_ptr<LiveModel>::get);
  if (found == retired_.end()) return;
  worker_.post([old = std::move(*found)]() mutable { old.reset(); });
  retired_.erase(found);
}

}  // namespace tangible
