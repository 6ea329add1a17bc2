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
  if (const std::string what = options_.recordings.make(); !what.empty())
    return reply(command.viewer, command.reply, "nothing can be recorded: " + what,
                 "start the program with another folder for recordings");
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
  const auto written = writing_.emplace_back(std::make_shared<WrittenRecording>());
  written->seconds = done->seconds();
  worker_.post_lasting([this, alive = alive_, done, end, written, title = recording_title_,
                        graph = std::make_shared<ModeGraph>(*modes_)] {
    write_recording(*done, *graph, title, *written);
    options_.in_session([this, alive, end, written] {
      if (!*alive) return;
      std::erase(writing_, written);
      report_recording(*written);
      if (written->name.empty()) return end("failed", "", written->seconds, "the recording is lost: " + written->what);
      end("ended", written->name, written->seconds,
          fmt::format("{:.3g} s are recorded in {}", written->seconds, written->name));
    });
  });
}

void Session::write_recording(LiveRecording& recording, const ModeGraph& graph, const RunTitle& title,
                              WrittenRecording& written) {
  try {
    written.name = options_.recordings.write(title.id, recording.encode(graph, title));
  } catch (const std::exception& error) {
    written.what = error.what();
  }
}

void Session::report_recording(const WrittenRecording& recording) {
  options_.report(recording.name.empty() ? "the recording is lost: " + recording.what
                                         : fmt::format("recorded {:.3g} s in {}", recording.seconds,
                                                       (options_.recordings.path() / recording.name).string()));
}

// The worker has stopped: recordings that it wrote at the end are announced here, and the one that is under way is
// written here.
void Session::keep_recordings() {
  for (const std::shared_ptr<WrittenRecording>& written : std::exchange(writing_, {})) report_recording(*written);
  const std::unique_ptr<LiveRecording> last = std::move(recording_);
  if (!last || last->is_empty()) return;
  WrittenRecording written;
  written.seconds = last->seconds();
  write_recording(*last, *modes_, recording_title_, written);
  report_recording(written);
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
