// SPDX-License-Identifier: Apache-2.0
// Viewers: who is there, who may hold, and what is sent to them.
#include "display/session.h"

#include <algorithm>

namespace tangible {
namespace {

constexpr double longest_silence = 10;  // s, after which a viewer is gone
constexpr int max_strikes = 20;

std::string left_out_text(std::uint64_t count) {
  return std::to_string(count) + (count == 1 ? " event is" : " events are") + " left out: there were too many";
}

EventLog::Message text_of(const nlohmann::json& message) {
  return std::make_shared<const std::string>(message.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace));
}

}  // namespace

Session::Session(SessionOptions options, LiveLoop& loop, Worker& worker)
    : options_(std::move(options)), loop_(loop), worker_(worker) {}

// The loop no longer runs. Jobs of the worker use the session, so that they end first.
Session::~Session() {
  *superseded_ = true;
  (void)worker_.stop();
  *alive_ = false;
  keep_recordings();
}

std::uint32_t Session::join(Outlet& outlet, std::uint32_t since, double now) {
  const std::uint32_t viewer = ++last_viewer_;
  Viewer& entry = viewers_[viewer];
  entry.outlet = &outlet;
  entry.heard = now;
  if (hand_viewer_ == 0) hand_viewer_ = viewer;
  try {
    if (live_)
      send_start(viewer, since);
    else
      send_text_alone(viewer, since);
    send_viewers(viewer);
    if (!shown_run_.empty()) send_run(viewer, shown_run_, shown_run_name_);
  } catch (const std::exception&) {
    leave(viewer);
    throw;
  }
  return viewer;
}

void Session::leave(std::uint32_t viewer) {
  if (viewers_.erase(viewer) == 0) return;
  std::erase(asking_, viewer);
  if (viewer == hand_viewer_) pass_hand_on();
  send_viewers();
}

// To the first viewer that requested it, or to the one that has been here longest. A held body is let go.
void Session::pass_hand_on() {
  LiveCommand order;
  order.kind = LiveCommand::Kind::release;
  order.viewer = hand_viewer_;
  (void)loop_.send(order);
  ++take_number_;
  hand_viewer_ = !asking_.empty() ? asking_.front() : viewers_.empty() ? 0 : viewers_.begin()->first;
  std::erase(asking_, hand_viewer_);
}

void Session::send_start(std::uint32_t viewer, std::uint32_t since) {
  // A page that was connected to an earlier program may have numbers that are not here yet.
  since = std::min(since, events_.last());
  json hello = hello_;
  hello["viewer"] = viewer;
  hello["events"] = {{"first", events_.first()}, {"last", events_.last()}, {"gone", events_.gone_since(since)}};
  send(viewer, hello);
  send(viewer, viewers_message(viewer));
  send(viewer, modes_->to_json(generation_, model_time_));
  send(viewer, text_message());
  send(viewer, {{"type", "speed"}, {"factor", speed_}});
  if (const auto document = documents_.find(modes_->current()); document != documents_.end() && document->second)
    viewers_.at(viewer).outlet->send(document->second);
  for (const EventLog::Message& event : events_.since(since)) viewers_.at(viewer).outlet->send(event);
}

// The first model is being formulated, or has mistakes, which can be repaired in the page.
void Session::send_text_alone(std::uint32_t viewer, std::uint32_t since) {
  send(viewer, viewers_message(viewer));
  if (!file_.is_open()) return;
  send(viewer, text_message());
  for (const EventLog::Message& event : events_.since(std::min(since, events_.last())))
    viewers_.at(viewer).outlet->send(event);
}

void Session::send(std::uint32_t viewer, const json& message) {
  if (const auto found = viewers_.find(viewer); found != viewers_.end()) found->second.outlet->send(text_of(message));
}

void Session::send_all(const json& message) {
  const EventLog::Message text = text_of(message);
  for (auto& [number, viewer] : viewers_) viewer.outlet->send(text);
}

nlohmann::json Session::viewers_message(std::uint32_t viewer) const {
  return {
      {"type", "viewers"}, {"count", viewers_.size()}, {"you", viewer}, {"hand", hand_viewer_}, {"asking", asking_}};
}

void Session::send_viewers(std::uint32_t but) {
  for (const auto& [number, viewer] : viewers_)
    if (number != but) send(number, viewers_message(number));
}

void Session::reply(std::uint32_t viewer, std::uint32_t id, const std::string& error, const std::string& hint) {
  if (id == 0 && error.empty()) return;
  json message{{"type", "reply"}, {"id", id}, {"ok", error.empty()}};
  if (!error.empty()) message["error"] = {{"text", error}, {"hint", hint}};
  send(viewer, message);
}

void Session::add_event(json event) {
  if (!event_rate_.admit(now_)) {
    ++left_out_events_;
    return;
  }
  if (left_out_events_ > 0) {
    const json note{
        {"kind", "note"}, {"time", event["time"]}, {"text", left_out_text(std::exchange(left_out_events_, 0))}};
    if (recording_) recording_->add_event(note);
    const EventLog::Message text = events_.add(note);
    for (auto& [number, viewer] : viewers_) viewer.outlet->send(text);
  }
  if (recording_) recording_->add_event(event);
  const EventLog::Message text = events_.add(std::move(event));
  for (auto& [number, viewer] : viewers_) viewer.outlet->send(text);
}

void Session::strike(std::uint32_t viewer, const std::string& text) {
  ++counts_.refused;
  send(viewer, {{"type", "error"}, {"id", 0}, {"text", text}});
  const auto found = viewers_.find(viewer);
  if (found == viewers_.end() || ++found->second.strikes < max_strikes) return;
  close(found->second, 1008, "too many messages were refused");
}

// Its outlet takes leave of the session when the connection has ended.
void Session::close(Viewer& viewer, int code, const char* reason) {
  if (std::exchange(viewer.is_closed, true)) return;
  ++counts_.closed;
  viewer.outlet->close(code, reason);
}

void Session::send_modes(double now) {
  if (!modes_changed_ || !modes_ || now - modes_sent_ < 0.1) return;
  modes_changed_ = false;
  modes_sent_ = now;
  send_all(modes_->to_json(generation_, model_time_));
}

// Encoded once; only the flag of the hand's owner differs.
void Session::show_snapshot() {
  if (!live_ || (viewers_.empty() && !recording_) || live_->published.newest() == shown_) return;
  numbers_.resize(live_->published.size());
  shown_ = live_->published.read(numbers_);
  model_time_ = numbers_[live_->simulation.snapshot_layout().values.time[0]];
  WireHeader header;
  header.flags = static_cast<unsigned>(numbers_[live_->at(LiveNumber::flags)]) | (recording_ ? flag_recording : 0u);
  header.sequence = ++sequence_;
  header.generation = generation_;
  header.mode = modes_->number_of(key_in(*live_, numbers_));
  header.last_event = events_.last();
  take_sample(header.mode);
  if (const auto equations = mode_numbers_.find(header.mode); equations != mode_numbers_.end())
    header.mode_values = equations->second->evaluate(*live_, numbers_);
  const std::string bytes = encode_snapshot(*layout_, *live_, numbers_, header);
  const auto others = std::make_shared<const std::string>(bytes);
  auto own = others;
  if ((header.flags & flag_held) != 0) {
    std::string copy = bytes;
    copy[snapshot_flags_at] = static_cast<char>(header.flags | flag_own_hand);
    own = std::make_shared<const std::string>(std::move(copy));
  }
  for (auto& [number, viewer] : viewers_) viewer.outlet->show(number == hand_viewer_ ? own : others);
}

void Session::tick(double now) {
  now_ = now;
  take_notices(now);
  send_modes(now);
  show_snapshot();
  watch_file(now);
  for (auto& [number, viewer] : viewers_)
    if (now - viewer.heard > longest_silence) close(viewer, 1001, "nothing was heard for 10 s");
}

}  // namespace tangible
