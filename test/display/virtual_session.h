// SPDX-License-Identifier: Apache-2.0
// A session without sockets and without a clock: its loop runs in virtual time, its viewers are lists.
#pragma once

#include <chrono>
#include <cstring>
#include <mutex>
#include <thread>

#include "display/session.h"

namespace tangible {

struct DecodedSnapshot {
  unsigned flags = 0;
  std::uint32_t sequence = 0, generation = 0, mode = 0, last_event = 0;
  double time = 0, clock = 0, stamp = 0;
  std::vector<double> values, mode_values;
  std::vector<std::array<float, 7>> poses;
  std::vector<std::array<float, 3>> points;
  std::vector<bool> rows;
  std::vector<unsigned> contacts;
  bool is_whole = false;  // nothing is missing, nothing follows
};

// By the table of the protocol, in code of its own.
inline DecodedSnapshot decode_snapshot(const std::string& bytes) {
  DecodedSnapshot out;
  std::size_t at = 0;
  const auto take = [&](auto& value) {
    if (at + sizeof(value) > bytes.size()) throw std::runtime_error("the snapshot is too short");
    std::memcpy(&value, bytes.data() + at, sizeof(value));
    at += sizeof(value);
  };
  std::uint32_t magic = 0, values = 0, mode_values = 0;
  std::uint16_t version = 0, flags = 0, poses = 0, points = 0, rows = 0, contacts = 0;
  take(magic), take(version), take(flags), take(out.sequence), take(out.generation);
  take(out.time), take(out.clock), take(out.stamp), take(out.mode), take(out.last_event);
  take(values), take(mode_values), take(poses), take(points), take(rows), take(contacts);
  if (magic != 0x53474e54 || version != 1) throw std::runtime_error("this is not a snapshot");
  out.flags = flags;
  out.values.resize(values);
  out.poses.resize(poses);
  out.points.resize(points);
  for (double& v : out.values) take(v);
  out.mode_values.resize(mode_values);
  for (double& v : out.mode_values) take(v);
  for (auto& pose : out.poses) take(pose);
  for (auto& point : out.points) take(point);
  for (std::size_t r = 0; r < rows; r += 8) {
    unsigned char byte = 0;
    take(byte);
    for (std::size_t k = 0; k < 8 && r + k < rows; ++k) out.rows.push_back((byte >> k & 1) != 0);
  }
  for (std::size_t c = 0; c < contacts; ++c) {
    unsigned char byte = 0;
    take(byte);
    out.contacts.push_back(byte);
  }
  out.is_whole = at == bytes.size();
  return out;
}

// The messages to one viewer.
struct ListedViewer : Outlet {
  void send(std::shared_ptr<const std::string> text) override { texts.push_back(nlohmann::json::parse(*text)); }
  void show(std::shared_ptr<const std::string> snapshot) override { snapshots.push_back(*snapshot); }
  void close(int code, const std::string&) override { closed = code; }

  // The last message of a type; null if there is none.
  nlohmann::json last(const std::string& type) const {
    for (auto m = texts.rbegin(); m != texts.rend(); ++m)
      if ((*m)["type"] == type) return *m;
    return nullptr;
  }
  nlohmann::json reply(int id) const {
    for (const nlohmann::json& m : texts)
      if (m["type"] == "reply" && m["id"] == id) return m;
    return nullptr;
  }
  bool has_event(const std::string& kind, const std::string& part) const {
    for (const nlohmann::json& m : texts)
      if (m["type"] == "event" && m["kind"] == kind && m["text"].get<std::string>().find(part) != std::string::npos)
        return true;
    return false;
  }
  DecodedSnapshot snapshot() const { return decode_snapshot(snapshots.back()); }

  std::vector<nlohmann::json> texts;
  std::vector<std::string> snapshots;
  int closed = 0;
};

class VirtualSession {
 public:
  explicit VirtualSession(const std::string& model = "models/shopping_cart/shopping_cart.yaml",
                          const std::filesystem::path& recordings = {})
      : session(make_options(recordings), loop, worker) {
    if (!model.empty()) open(model);
  }

  void open(const std::string& path) {
    const bool had_model = session.has_model();
    session.open(std::filesystem::absolute(path));
    if (!had_model) wait([this] { return session.has_model(); });
  }
  std::uint32_t join(ListedViewer& viewer, std::uint32_t since = 0) { return session.join(viewer, since, now); }
  void say(std::uint32_t viewer, const nlohmann::json& message) { session.receive(viewer, message.dump(), now); }

  void tick() {
    now += loop.period();
    loop.tick(now);
    if (++ticks % 16 == 0) breathe();
  }
  void run(double seconds) {
    for (const double end = now + seconds; now < end;) tick();
    breathe();
  }
  // The worker needs real time; the loop goes on in virtual time meanwhile, slowly.
  template <typename Condition>
  bool wait(Condition condition, double seconds = 60) {
    const auto end = std::chrono::steady_clock::now() + std::chrono::duration<double>(seconds);
    while (!condition()) {
      if (std::chrono::steady_clock::now() > end) return false;
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
      tick();
      breathe();
    }
    return true;
  }

  double now = 0;
  long ticks = 0;
  std::mutex mutex;
  std::vector<std::function<void()>> jobs;
  std::vector<std::string> told;                   // to people at the terminal
  std::vector<std::string>* told_later = nullptr;  // the same, for a test of the end
  LiveLoop loop{1e-3};
  Worker worker;
  Session session;

 private:
  SessionOptions make_options(const std::filesystem::path& recordings) {
    SessionOptions options;
    if (!recordings.empty()) options.recordings = RecordingFolder(recordings);
    options.report = [this](const std::string& text) {
      told.push_back(text);
      if (told_later != nullptr) told_later->push_back(text);
    };
    options.library = ModelLibrary("models");
    options.in_session = [this](std::function<void()> job) {
      const std::lock_guard lock(mutex);
      jobs.push_back(std::move(job));
    };
    return options;
  }
  void breathe() {
    std::vector<std::function<void()>> ready;
    {
      const std::lock_guard lock(mutex);
      ready.swap(jobs);
    }
    for (const auto& job : ready) job();
    session.tick(now);
  }
};

// The place of a value by its name; -1 if there is none.
inline int place_of(const nlohmann::json& hello, const std::string& name) {
  for (std::size_t i = 0; i < hello["values"].size(); ++i)
    if (hello["values"][i]["name"] == name) return static_cast<int>(i);
  return -1;
}
inline double value_of(const ListedViewer& viewer, const std::string& name) {
  return viewer.snapshot().values.at(static_cast<std::size_t>(place_of(viewer.last("hello"), name)));
}

}  // namespace tangible
