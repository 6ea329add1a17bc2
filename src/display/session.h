// SPDX-License-Identifier: Apache-2.0
// Session: commands of viewers and messages to them, without any socket. It belongs to one thread, which calls tick()
// some 60 times a second; slow work goes to a Worker, whose results come back by `in_session`. The class has more than
// 25 methods because each command of a viewer is a private function of its own.
#pragma once

#include <atomic>
#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "display/event_log.h"
#include "display/hello.h"
#include "display/live_loop.h"
#include "display/live_recording.h"
#include "display/message_rate.h"
#include "display/mode_graph.h"
#include "display/mode_numbers.h"
#include "display/model_library.h"
#include "display/opened_file.h"
#include "display/outlet.h"
#include "display/recording_folder.h"
#include "display/worker.h"

namespace tangible {

struct SessionOptions {
  ModelLibrary library;
  RecordingFolder recordings;  // none: nothing is recorded
  // For people at the terminal: mistakes in the model file, and that they are gone; what was recorded.
  std::function<void(const std::string&)> report = [](const std::string&) {};
  // Runs a function in the session's thread, soon; may be called from any thread.
  std::function<void(std::function<void()>)> in_session;
};

struct SessionCounts {
  std::uint64_t messages = 0, refused = 0, closed = 0;
};

class Session {
 public:
  Session(SessionOptions options, LiveLoop& loop, Worker& worker);
  ~Session();
  Session(const Session&) = delete;
  Session& operator=(const Session&) = delete;

  // --- Models ---
  // Formulated in the background. The path must exist.
  void open(const std::filesystem::path& path);
  bool has_model() const { return live_ != nullptr; }
  // A recorded run, for all viewers that come.
  void show(std::string container, std::string name);

  // --- Viewers ---
  static constexpr std::size_t max_viewers = 16;
  bool has_room() const { return viewers_.size() < max_viewers; }
  // `since`: the number of the last event that it has.
  std::uint32_t join(Outlet& outlet, std::uint32_t since, double now);
  void leave(std::uint32_t viewer);
  void receive(std::uint32_t viewer, std::string_view text, double now);
  // A ping of the connection itself counts as a message, but does not show that its viewer is alive.
  void count_ping(std::uint32_t viewer, double now);

  // At the end of the program: equations that nobody will see are not derived to their end.
  void end_derivation() { *superseded_ = true; }

  // Notices of the loop, snapshots to viewers, silent viewers, the model file.
  void tick(double now);

  // At the end, when the worker has stopped: writes what is being recorded, and reports what was written.
  void keep_recordings();

  const SessionCounts& counts() const { return counts_; }
  const ModelLibrary& library() const { return options_.library; }
  nlohmann::json gallery();  // the answer to GET /gallery.json

 private:
  using json = nlohmann::json;
  struct Viewer {
    Outlet* outlet = nullptr;
    MessageRate rate;
    double heard = 0;  // when it was heard of last
    int strikes = 0;
    bool is_closed = false;  // its connection is being ended
    std::uint64_t hand_sequence = 0;
  };
  struct Command {  // from a viewer
    std::uint32_t viewer = 0, reply = 0;
    const json& message;
  };

  // session.cpp: sending
  void send(std::uint32_t viewer, const json& message);
  void send_all(const json& message);
  void send_viewers(std::uint32_t but = 0);
  json viewers_message(std::uint32_t viewer) const;
  void send_start(std::uint32_t viewer, std::uint32_t since);
  void send_text_alone(std::uint32_t viewer, std::uint32_t since);
  void send_modes(double now);
  void show_snapshot();
  void reply(const Command& command) { reply(command.viewer, command.reply, "", ""); }
  void reply(std::uint32_t viewer, std::uint32_t id, const std::string& error, const std::string& hint);
  void add_event(json event);
  void strike(std::uint32_t viewer, const std::string& text);
  void close(Viewer& viewer, int code, const char* reason);
  void pass_hand_on();

  // session_commands.cpp
  void obey(const Command& command);
  void obey_with_hand(const std::string& type, const Command& command);
  void take_text(const Command& command);
  void take(const Command& command);
  void aim(const Command& command);
  void release(const Command& command);
  void change(const std::string& type, const Command& command);
  void drive(const std::string& type, const Command& command);
  void command_loop(const LiveCommand& order, const Command& command);

  // session_notices.cpp
  void take_notices(double now);
  void take_notice(const LiveNotice& notice);
  void report_answer(const LiveNotice& notice);
  void take_speed(double factor);
  void report_occurrence(const LiveNotice& notice);
  void explain_stop(const LiveNotice& notice);
  void retire(LiveModel* model);

  // session_models.cpp
  struct Formulated {  // a model, and what describes it to viewers
    std::shared_ptr<LiveModel> live;
    std::unique_ptr<WireLayout> layout;
    json hello;
  };
  void load(const Command& command);
  void open_text(const std::string& text, const std::string& name);
  void take_file();
  void supersede();
  void formulate(const std::string& text, const char* origin);
  void install(std::shared_ptr<LiveModel> live, Formulated* made);
  void take_mistakes(const std::string& what, const std::vector<Problem>& problems);
  void reset(const Command& command);
  void save(const Command& command);
  void revert(const Command& command);
  void watch_file(double now);
  void want_document(std::uint32_t mode);
  void send_text();
  json text_message() const;

  // session_recording.cpp
  void record(const Command& command, bool on);
  void take_sample(std::uint32_t mode);
  void say_recording();
  void end_recording();
  struct WrittenRecording {
    double seconds = 0;
    std::string name, what;  // of the file; what went wrong, if it has none
  };
  void write_recording(LiveRecording& recording, const ModeGraph& graph, const RunTitle& title,
                       WrittenRecording& written);
  void report_recording(const WrittenRecording& recording);
  void play(const Command& command);
  void send_run(std::uint32_t viewer, const std::string& container, const std::string& name);

  SessionOptions options_;
  LiveLoop& loop_;
  Worker& worker_;
  std::shared_ptr<bool> alive_ = std::make_shared<bool>(true);  // whether late results still find the session
  SessionCounts counts_;

  // The model that runs.
  std::shared_ptr<LiveModel> live_;
  std::vector<std::shared_ptr<LiveModel>> retired_;  // until the loop has put them down
  std::unique_ptr<WireLayout> layout_;
  std::unique_ptr<ModeGraph> modes_;
  json hello_;
  std::uint32_t generation_ = 0;
  std::map<std::uint32_t, EventLog::Message> documents_;                // by mode; empty while it is being made
  std::map<std::uint32_t, std::shared_ptr<ModeNumbers>> mode_numbers_;  // beside them, where there are any
  std::vector<double> numbers_;
  std::uint64_t shown_ = 0;  // number of the last snapshot
  std::uint32_t sequence_ = 0;
  double model_time_ = 0;
  double speed_ = 1;  // model time per time, of all models
  struct ModeChange {
    std::uint32_t was = 0, now = 0;
    double time = -1;
  } mode_change_;
  bool modes_changed_ = false;
  double modes_sent_ = -1;

  OpenedFile file_;
  std::string text_;  // as it was formulated last
  double file_checked_at_ = 0;
  const char* text_state_ = "running";
  const char* text_origin_ = "file";
  std::string running_since_, saved_;
  json mistakes_ = json::array();
  bool has_reported_mistake_ = false;
  std::uint64_t formulation_ = 0;  // number of the last requested one
  std::shared_ptr<std::atomic<bool>> superseded_ = std::make_shared<std::atomic<bool>>(false);  // true: it should end

  // Recordings.
  std::unique_ptr<LiveRecording> recording_;                // the one that is under way
  std::vector<std::shared_ptr<WrittenRecording>> writing_;  // those that the worker writes
  RunTitle recording_title_;
  double recording_said_ = -1;  // its last reported length, s
  std::string shown_run_, shown_run_name_;

  // Viewers.
  std::map<std::uint32_t, Viewer> viewers_;
  std::uint32_t last_viewer_ = 0, hand_viewer_ = 0;
  std::vector<std::uint32_t> asking_;
  std::uint64_t take_number_ = 0;       // the last attempt to take hold; another one or a release makes it void
  std::uint64_t taking_ = 0;            // the attempt whose port is being made
  std::optional<MouseAim> taking_aim_;  // where the mouse is meanwhile, if a message gave it
  EventLog events_;
  MessageRate event_rate_{100, 300};
  std::uint64_t left_out_events_ = 0;
  double now_ = 0;  // of the last tick
  std::uint64_t missed_ = 0, missed_said_ = 0;
  double missed_said_at_ = -10;
};

}  // namespace tangible
