// SPDX-License-Identifier: Apache-2.0
// Recording of the live run, and runs that were recorded before.
#include <fmt/format.h>

#include "display/session.h"
#include "display/shape_mesh.h"

namespace tangible {

void Session::record(const Command& command, bool on) {
  if (on == (recording_ != nullptr)) return reply(command);
  if (!on) {
    end_recording();
    return reply(command);
  }
  if (!options_.recordings.is_given())
    return reply(command.viewer, command.reply, "no folder for recordings was given",
                 "start the program with a folder for recordings");
  recording_ = std::make_unique<LiveRecording>(live_);
  recording_title_ = {file_.stem(), file_.name(), "", ""};
  recording_said_ = -1;
  add_event({{"kind", "record"}, {"time", model_time_}, {"viewer", command.viewer}, {"text", "recording begins"}});
  say_recording();
  reply(command);
}

void Session::take_sample(std::uint32_t mode) {
  if (!recording_) return;
  recording_->add(numbers_, mode);
  if (recording_->is_full()) return end_recording();
  if (recording_->seconds() > recording_said_ + 0.2) say_recording();
}

void Session::say_recording() {
  recording_said_ = recording_->seconds();
  send_all({{"type", "recording"}, {"state", "running"}, {"file", ""}, {"seconds", recording_said_}});
}

// Written in the background: the equations of all its modes belong to it.
void Session::end_recording() {
  if (!recording_) return;
  const std::shared_ptr<LiveRecording> done = std::move(recording_);
  const auto end = [this](const char* state, const std::string& file, double seconds, const std::string& text) {
    send_all({{"type", "recording"}, {"state", state}, {"file", file}, {"seconds", seconds}});
    add_event({{"kind", "record"}, {"time", model_time_}, {"text", text}});
  };
  if (done->is_empty()) return end("ended", "", 0, "nothing was recorded");
  send_all({{"type", "recording"}, {"state", "writing"}, {"file", ""}, {"seconds", done->seconds()}});
  worker_.post(
      [this, alive = alive_, done, end, title = recording_title_, graph = std::make_shared<ModeGraph>(*modes_)] {
        std::string name, what;
        try {
          name = options_.recordings.write(title.id, done->encode(*graph, title));
        } catch (const std::exception& error) {
          what = error.what();
        }
        options_.in_session([this, alive, end, name, what, seconds = done->seconds()] {
          if (!*alive) return;
          if (name.empty()) return end("failed", "", seconds, "the recording is lost: " + what);
          end("ended", name, seconds, fmt::format("{:.3g} s are recorded in {}", seconds, name));
          options_.tell(fmt::format("recorded {:.3g} s in {}", seconds, (options_.recordings.path() / name).string()));
        });
      });
}

// There is nobody to wait for the worker.
void Session::keep_recording() {
  if (!recording_ || recording_->is_empty()) return;
  try {
    const std::string name =
        options_.recordings.write(recording_title_.id, recording_->encode(*modes_, recording_title_));
    options_.tell(
        fmt::format("recorded {:.3g} s in {}", recording_->seconds(), (options_.recordings.path() / name).string()));
  } catch (const std::exception& error) {
    options_.tell(std::string("the recording is lost: ") + error.what());
  }
}

void Session::play(const Command& command) {
  const auto name = command.message.find("recording");
  const std::optional<std::string> run = name != command.message.end() && name->is_string()
                                             ? options_.recordings.read(name->get_ref<const std::string&>())
                                             : std::nullopt;
  if (!run) return reply(command.viewer, command.reply, "there is no such recording", "the gallery lists them");
  send_run(command.viewer, *run, name->get<std::string>());
  reply(command);
}

void Session::show(std::string container, std::string name) {
  shown_run_ = std::move(container);
  shown_run_name_ = std::move(name);
  for (const auto& [number, viewer] : viewers_) send_run(number, shown_run_, shown_run_name_);
}

void Session::send_run(std::uint32_t viewer, const std::string& container, const std::string& name) {
  const std::span<const unsigned char> bytes(reinterpret_cast<const unsigned char*>(container.data()),
                                             container.size());
  send(viewer, {{"type", "recorded"}, {"name", name}, {"run", base64_of_bytes(bytes)}});
}

nlohmann::json Session::gallery() {
  json message = options_.library.to_json();
  message["recordings"] = options_.recordings.to_json();
  return message;
}

}  // namespace tangible
