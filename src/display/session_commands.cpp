// SPDX-License-Identifier: Apache-2.0
// Messages of viewers: checked, and turned into commands for the loop.
#include <algorithm>
#include <cmath>

#include "display/session.h"

namespace tangible {
namespace {

using nlohmann::json;

constexpr std::size_t longest_message = 4096, longest_text_message = 1 << 20, longest_name = 255;
constexpr std::size_t max_waiting = 32;  // jobs of the worker

// Members of a message; what is wrong with one is thrown as text.
struct Refusal {
  std::string text;
};

double number(const json& message, const char* key) {
  const auto found = message.find(key);
  if (found == message.end() || !found->is_number()) throw Refusal{std::string(key) + " is not a number"};
  const double value = found->get<double>();
  if (!std::isfinite(value)) throw Refusal{std::string(key) + " is not finite"};
  return value;
}

std::string word(const json& message, const char* key) {
  const auto found = message.find(key);
  if (found == message.end() || !found->is_string()) throw Refusal{std::string(key) + " is not a text"};
  return found->get<std::string>();
}

bool truth(const json& message, const char* key) {
  const auto found = message.find(key);
  if (found == message.end() || !found->is_boolean()) throw Refusal{std::string(key) + " is neither true nor false"};
  return found->get<bool>();
}

template <std::size_t n>
std::array<double, n> numbers(const json& message, const char* key) {
  const auto found = message.find(key);
  if (found == message.end() || !found->is_array() || found->size() != n)
    throw Refusal{std::string(key) + " is not a list of " + std::to_string(n) + " numbers"};
  std::array<double, n> out{};
  for (std::size_t i = 0; i < n; ++i) {
    if (!(*found)[i].is_number()) throw Refusal{std::string(key) + " has an entry that is not a number"};
    out[i] = (*found)[i].get<double>();
    if (!(std::abs(out[i]) < 1e9)) throw Refusal{std::string(key) + " is out of bounds"};
  }
  return out;
}

std::uint32_t reply_number(const json& message) {
  const auto found = message.find("id");
  if (found == message.end() || !found->is_number_unsigned()) return 0;
  return static_cast<std::uint32_t>(std::min<std::uint64_t>(found->get<std::uint64_t>(), 0xffffffffu));
}

std::size_t find_name(const auto& list, const std::string& name) {
  const auto found = std::ranges::find_if(list, [&](const auto& item) { return item.name == name; });
  return found == list.end() ? absent : static_cast<std::size_t>(found - list.begin());
}

}  // namespace

void Session::receive(std::uint32_t viewer, std::string_view text, double now) {
  const auto found = viewers_.find(viewer);
  if (found == viewers_.end() || found->second.is_closed) return;
  ++counts_.messages;
  found->second.heard = now;
  if (!found->second.rate.admit(now)) return strike(viewer, "there are more than 200 messages a second");
  if (text.size() > longest_text_message) return strike(viewer, "the message is longer than 1 MiB");
  const json message = json::parse(text, nullptr, false);
  if (message.is_discarded()) return strike(viewer, "the message is not JSON");
  if (!message.is_object()) return strike(viewer, "the message is not an object");
  const auto type = message.find("type");
  if (type == message.end() || !type->is_string()) return strike(viewer, "the message has no type");
  const bool carries_text = *type == "model_text" || *type == "save";
  if (text.size() > longest_message && !carries_text) return strike(viewer, "the message is longer than 4 KiB");
  const Command command{viewer, reply_number(message), message};
  try {
    obey(command);
  } catch (const Refusal& refusal) {
    ++counts_.refused;
    reply(viewer, command.reply, type->get<std::string>() + ": " + refusal.text, "");
  } catch (const std::exception& error) {
    ++counts_.refused;
    reply(viewer, command.reply, type->get<std::string>() + " could not be obeyed: " + error.what(), "");
  }
}

void Session::count_ping(std::uint32_t viewer, double now) {
  const auto found = viewers_.find(viewer);
  if (found == viewers_.end() || found->second.is_closed || found->second.rate.admit(now)) return;
  strike(viewer, "there are more than 200 messages a second");
}

// Unknown types are ignored: a later page may send more.
void Session::obey(const Command& command) {
  const std::string type = command.message.at("type").get<std::string>();
  if (type == "ping") return reply(command);
  if (type == "document") {
    const double mode = number(command.message, "mode");
    if (!modes_ || !(mode >= 0) || mode >= static_cast<double>(modes_->size())) throw Refusal{"there is no such mode"};
    const auto ready = documents_.find(static_cast<std::uint32_t>(mode));
    if (ready != documents_.end() && ready->second)
      viewers_.at(command.viewer).outlet->send(ready->second);
    else
      want_document(static_cast<std::uint32_t>(mode));
    return reply(command);
  }
  if (type == "ask_hand") {
    if (command.viewer != hand_viewer_ && std::ranges::find(asking_, command.viewer) == asking_.end())
      asking_.push_back(command.viewer);
    send_viewers();
    return reply(command);
  }
  obey_with_hand(type, command);
}

void Session::obey_with_hand(const std::string& type, const Command& command) {
  constexpr std::array known{"take",  "hand", "release",    "parameter", "input",  "constraint",
                             "pause", "run",  "step",       "speed",     "reset",  "record",
                             "load",  "play", "model_text", "save",      "revert", "give_hand"};
  if (std::ranges::find(known, type) == known.end()) return;
  if (command.viewer != hand_viewer_) {
    if (type == "hand") return;
    throw Refusal{"another viewer holds the hand; ask for it first"};
  }
  if (worker_.waiting() > max_waiting && type != "hand" && type != "release")
    throw Refusal{"too much is under way already; try again"};
  if (type == "load") return load(command);
  if (type == "play") return play(command);
  if (type == "give_hand") {
    const auto to = static_cast<std::uint32_t>(std::clamp(number(command.message, "viewer"), 0.0, 4e9));
    if (!viewers_.contains(to)) throw Refusal{"there is no such viewer"};
    asking_.insert(asking_.begin(), to);
    pass_hand_on();
    send_viewers();
    return reply(command);
  }
  if (type == "model_text") return take_text(command);
  if (type == "save") return save(command);
  if (type == "revert") return revert(command);
  if (!live_) throw Refusal{"no model is loaded"};
  if (type == "take") return take(command);
  if (type == "hand") return aim(command);
  if (type == "release") return release(command);
  if (type == "parameter" || type == "input" || type == "constraint") return change(type, command);
  if (type == "reset") return reset(command);
  if (type == "record") return record(command, truth(command.message, "on"));
  drive(type, command);
}

// With the name of a file that only the page knows, or an edit of the text that is open.
void Session::take_text(const Command& command) {
  const std::string text = word(command.message, "text");
  if (command.message.contains("file")) {
    const std::string name = word(command.message, "file");
    if (name.empty() || name.size() > longest_name || name.find('/') != std::string::npos)
      throw Refusal{"file is not the name of a file without its folder"};
    open_text(text, name);
  } else {
    formulate(text, "page");
  }
  reply(command);
}

void Session::command_loop(const LiveCommand& given, const Command& command) {
  LiveCommand order = given;
  order.viewer = command.viewer;
  order.reply = command.reply;
  if (!loop_.send(order)) throw Refusal{"the run has too many commands to obey; try again"};
}

// The port is made in the background; what was let go of meanwhile is not taken.
void Session::take(const Command& command) {
  const ModelDescription& model = live_->model().description();
  std::string name;
  Vec3 offset;
  if (command.message.contains("handle")) {
    name = word(command.message, "handle");
    if (find_name(model.handles, name) == absent) throw Refusal{"there is no handle named " + name};
  } else {
    const double body = number(command.message, "body");
    const json& bodies = hello_.at("bodies");
    if (!(body >= 0) || body >= static_cast<double>(bodies.size())) throw Refusal{"there is no such body"};
    name = bodies[static_cast<std::size_t>(body)].at("name").get<std::string>();
    const std::array<double, 3> at = numbers<3>(command.message, "at");
    offset = {at[0], at[1], at[2]};
  }
  const auto found = std::ranges::find(model.frames, name, &ModelDescription::SceneFrame::name);
  if (found != model.frames.end() && !found->turns) offset = {};  // a particle is held where it is
  const std::uint64_t attempt = ++take_number_;
  taking_ = attempt;
  taking_aim_.reset();
  const std::uint32_t viewer = command.viewer, id = command.reply;
  worker_.post([this, alive = alive_, live = live_, name, offset, attempt, viewer, id] {
    auto port = std::make_shared<std::unique_ptr<Port>>();
    std::string what;
    try {
      *port = live->simulation.make_port(name, offset);
    } catch (const std::exception& error) {
      what = error.what();
    }
    options_.in_session([this, alive, live, port, what, attempt, viewer, id] {
      if (!*alive) return;
      if (!*port) return reply(viewer, id, what, "nothing is held");
      if (attempt != take_number_ || live != live_) return reply(viewer, id, "the hand has let go meanwhile", "");
      taking_ = 0;
      LiveCommand order;
      order.kind = LiveCommand::Kind::take;
      order.on = taking_aim_.has_value();
      if (order.on) order.aim = *taking_aim_;
      order.viewer = viewer;
      order.reply = id;
      order.port = port->get();
      if (loop_.send(order)) {
        (void)port->release();
        return;
      }
      reply(viewer, id, "the run has too many commands to obey; try again", "");
    });
  });
}

void Session::aim(const Command& command) {
  Viewer& viewer = viewers_.at(command.viewer);
  const double sequence = number(command.message, "seq");
  if (!(sequence > static_cast<double>(viewer.hand_sequence)) || sequence > 9e15) return;
  viewer.hand_sequence = static_cast<std::uint64_t>(sequence);
  const std::array<double, 3> position = numbers<3>(command.message, "position");
  LiveCommand order;
  order.kind = LiveCommand::Kind::aim;
  order.aim.position = {position[0], position[1], position[2]};
  if (command.message.contains("stamp")) order.aim.stamp = number(command.message, "stamp");
  if (command.message.contains("rotation")) {
    const std::array<double, 4> q = numbers<4>(command.message, "rotation");
    order.aim.turns = q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3] > 1e-6;
    if (order.aim.turns) order.aim.rotation = normalized({q[0], q[1], q[2], q[3]});
  }
  // While the port is made, the mouse is where a hand that begins finds it; a hand that ends does not follow it.
  if (taking_ == take_number_ && taking_ != 0)
    taking_aim_ = order.aim;
  else
    (void)loop_.send(order);  // the next one comes soon
}

void Session::release(const Command& command) {
  ++take_number_;
  command_loop(LiveCommand{}, command);
}

void Session::change(const std::string& type, const Command& command) {
  const ModelDescription& model = live_->model().description();
  const std::string name = word(command.message, "name");
  LiveCommand order;
  std::size_t index = absent;
  if (type == "constraint") {
    index = find_name(model.constraints, name);
    if (index == absent) throw Refusal{"there is no constraint named " + name};
    if (!model.constraints[index].is_switchable) throw Refusal{name + " cannot be switched by hand"};
    order.kind = LiveCommand::Kind::constraint;
    order.on = truth(command.message, "active");
  } else {
    index = find_name(type == "input" ? model.inputs : model.parameters, name);
    if (index == absent) throw Refusal{"there is no " + type + " named " + name};
    if (type == "parameter" && model.parameters[index].is_fixed)
      throw Refusal{name + " cannot change during a run: the model was made with its value"};
    order.kind = type == "input" ? LiveCommand::Kind::input : LiveCommand::Kind::parameter;
    order.value = number(command.message, "value");
  }
  order.index = static_cast<std::uint32_t>(index);
  command_loop(order, command);
}

void Session::drive(const std::string& type, const Command& command) {
  LiveCommand order;
  if (type == "pause" || type == "run") {
    order.kind = LiveCommand::Kind::pause;
    order.on = type == "pause";
  } else if (type == "step") {
    order.kind = LiveCommand::Kind::step;
    const double ticks = command.message.contains("ticks") ? number(command.message, "ticks") : 1;
    if (!(ticks >= 1 && ticks <= 1000)) throw Refusal{"ticks is not between 1 and 1000"};
    order.index = static_cast<std::uint32_t>(ticks);
  } else {
    order.kind = LiveCommand::Kind::speed;
    order.value = number(command.message, "factor");
    if (!(order.value >= 0.001 && order.value <= 10)) throw Refusal{"factor is not between 0.001 and 10"};
  }
  command_loop(order, command);
}

}  // namespace tangible
