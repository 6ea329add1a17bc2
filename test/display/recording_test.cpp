// SPDX-License-Identifier: Apache-2.0
// Recording a live run, and playing it again.
#include <gtest/gtest.h>
#include <sys/resource.h>

#include <fstream>

#include "display/run_header.h"
#include "display/shape_mesh.h"
#include "run_reader.h"
#include "virtual_session.h"

namespace tangible {
namespace {

using nlohmann::json;
namespace fs = std::filesystem;

class Recording : public testing::Test {
 protected:
  void SetUp() override {
    folder = fs::temp_directory_path() / ("tangible_recording_" + std::to_string(::getpid()));
    fs::remove_all(folder);
    fs::create_directories(folder);
  }
  void TearDown() override { fs::remove_all(folder); }
  fs::path folder;
};

bool has_ended(const ListedViewer& viewer) {
  const json last = viewer.last("recording");
  return last.is_object() && last["state"] != "running" && last["state"] != "writing";
}

TEST_F(Recording, what_was_recorded_is_what_viewers_saw) {
  VirtualSession s("models/shopping_cart/shopping_cart.yaml", folder / "runs");
  ListedViewer viewer;
  const std::uint32_t me = s.join(viewer);
  s.run(0.1);
  s.say(me, {{"type", "record"}, {"id", 1}, {"on", true}});
  viewer.snapshots.clear();
  s.run(0.5);
  EXPECT_EQ(viewer.snapshot().flags & flag_recording, flag_recording);
  s.say(me, {{"type", "constraint"}, {"id", 2}, {"name", "caster_sticks"}, {"active", true}});
  s.run(0.5);
  s.say(me, {{"type", "record"}, {"id", 3}, {"on", false}});
  ASSERT_TRUE(s.wait([&] { return has_ended(viewer); }));
  EXPECT_EQ(viewer.reply(1)["ok"], true);
  EXPECT_EQ(viewer.last("recording")["file"], "shopping_cart_1.run");
  EXPECT_NEAR(viewer.last("recording")["seconds"].get<double>(), 1.0, 0.05);
  ASSERT_FALSE(s.told.empty());
  EXPECT_NE(s.told.back().find("shopping_cart_1.run"), std::string::npos);

  s.say(me, {{"type", "play"}, {"id", 4}, {"recording", "shopping_cart_1.run"}});
  const json recorded = viewer.last("recorded");
  ASSERT_TRUE(recorded.is_object());
  const std::string bytes = read_text(folder / "runs/shopping_cart_1.run", 1 << 24).value();
  EXPECT_EQ(recorded["run"], base64_of(std::vector<char>(bytes.begin(), bytes.end())));
  const ReadRun run = RunReader(bytes).read();
  EXPECT_EQ(run.header["documents"].size(), 2u);
  EXPECT_NEAR(run.header["duration"].get<double>(), 1.0, 0.05);
  bool has_event = false;
  for (const json& event : run.header["events"]) has_event = has_event || event["text"] == "caster_sticks holds";
  EXPECT_TRUE(has_event);
  // A snapshot that the viewer got is a sample of the run.
  const DecodedSnapshot seen = decode_snapshot(viewer.snapshots[10]);
  const std::vector<double> times = run.column("time"),
                            angles = run.column("value", place_of(viewer.last("hello"), "q4"));
  double nearest = 1;
  for (std::size_t k = 0; k < times.size(); ++k)
    if (std::abs(times[k] - seen.time) < 2e-5)
      nearest = std::abs(angles[k] - seen.values[static_cast<std::size_t>(place_of(viewer.last("hello"), "q4"))]);
  EXPECT_LT(nearest, 1e-3);
  const json gallery = s.session.gallery();
  ASSERT_EQ(gallery["recordings"].size(), 1u);
  EXPECT_EQ(gallery["recordings"][0]["id"], "shopping_cart_1.run");
}

TEST_F(Recording, another_model_and_the_end_of_the_program_end_it) {
  {
    VirtualSession s("models/pendulum/pendulum.yaml", folder);
    ListedViewer viewer;
    const std::uint32_t me = s.join(viewer);
    s.say(me, {{"type", "record"}, {"on", true}});
    s.run(0.2);
    s.say(me, {{"type", "load"}, {"model", "four_bar"}});
    ASSERT_TRUE(s.wait([&] { return has_ended(viewer); }));
    s.say(me, {{"type", "record"}, {"on", true}});
    s.run(0.2);
  }
  EXPECT_TRUE(fs::exists(folder / "pendulum_1.run"));
  EXPECT_TRUE(fs::exists(folder / "four_bar_1.run"));
}

TEST_F(Recording, nothing_outside_of_the_folder_is_read_or_written) {
  std::ofstream(folder / "secret.run") << "secret";
  fs::create_directories(folder / "runs");
  fs::create_symlink(folder / "secret.run", folder / "runs/link.run");
  fs::create_symlink(folder / "target.run", folder / "runs/pendulum_1.run");
  RecordingFolder runs(folder / "runs");
  for (const char* name : {"link.run", "../secret.run", "/etc/passwd", "", ".run", "pendulum_1.run"})
    EXPECT_FALSE(runs.read(name).has_value()) << name;
  EXPECT_TRUE(runs.to_json().empty());
  EXPECT_EQ(runs.write("../../pendulum", "x"), "pendulum_2.run");
  EXPECT_FALSE(fs::exists(folder / "target.run"));
  EXPECT_FALSE(runs.read("pendulum_2.run").has_value());  // it is no container
}

TEST_F(Recording, without_a_folder_it_is_refused) {
  VirtualSession s;
  ListedViewer viewer;
  const std::uint32_t me = s.join(viewer);
  s.say(me, {{"type", "record"}, {"id", 1}, {"on", true}});
  EXPECT_EQ(viewer.reply(1)["ok"], false);
  s.say(me, {{"type", "play"}, {"id", 2}, {"recording", "x.run"}});
  EXPECT_EQ(viewer.reply(2)["ok"], false);
}

TEST_F(Recording, in_a_folder_that_cannot_be_it_is_refused_before_it_begins) {
  std::ofstream(folder / "file") << "no folder";
  VirtualSession s("models/pendulum/pendulum.yaml", folder / "file");
  ListedViewer viewer;
  const std::uint32_t me = s.join(viewer);
  s.say(me, {{"type", "record"}, {"id", 1}, {"on", true}});
  EXPECT_EQ(viewer.reply(1)["ok"], false);
  EXPECT_TRUE(viewer.last("recording").is_null());
}

TEST_F(Recording, a_recorded_run_is_sent_to_every_viewer_that_comes_until_a_model_is_loaded) {
  VirtualSession s("");
  s.session.show("TNGR", "old.run");
  ListedViewer viewer, later;
  const std::uint32_t me = s.join(viewer);
  EXPECT_EQ(viewer.last("recorded")["run"], "VE5HUg==");
  EXPECT_EQ(viewer.last("recorded")["name"], "old.run");
  EXPECT_TRUE(viewer.last("hello").is_null());
  s.say(me, {{"type", "load"}, {"model", "pendulum"}});
  ASSERT_TRUE(s.wait([&] { return !viewer.last("hello").is_null(); }));
  s.join(later);
  EXPECT_TRUE(later.last("recorded").is_null());
  EXPECT_FALSE(later.last("hello").is_null());
}

TEST_F(Recording, a_reset_ends_it) {
  VirtualSession s("models/pendulum/pendulum.yaml", folder);
  ListedViewer viewer;
  const std::uint32_t me = s.join(viewer);
  s.say(me, {{"type", "record"}, {"on", true}});
  s.run(0.2);
  s.say(me, {{"type", "reset"}, {"id", 1}});
  ASSERT_TRUE(s.wait([&] { return has_ended(viewer); }));
  EXPECT_EQ(viewer.last("recording")["state"], "ended");
  EXPECT_TRUE(fs::exists(folder / "pendulum_1.run"));
}

// The worker is busy when it ends: with another model, say.
TEST_F(Recording, that_waits_to_be_written_when_the_program_ends_is_written) {
  std::vector<std::string> told;
  {
    VirtualSession s("models/pendulum/pendulum.yaml", folder);
    ListedViewer viewer;
    const std::uint32_t me = s.join(viewer);
    s.say(me, {{"type", "record"}, {"on", true}});
    s.run(0.2);
    s.worker.post([] { std::this_thread::sleep_for(std::chrono::milliseconds(200)); });
    s.say(me, {{"type", "record"}, {"on", false}});
    EXPECT_FALSE(fs::exists(folder / "pendulum_1.run"));
    s.told_later = &told;
  }
  EXPECT_TRUE(RecordingFolder(folder).read("pendulum_1.run").has_value());
  ASSERT_EQ(told.size(), 1u);
  EXPECT_NE(told[0].find("pendulum_1.run"), std::string::npos);
}

TEST_F(Recording, that_cannot_be_written_leaves_nothing_behind) {
  rlimit before{};
  getrlimit(RLIMIT_FSIZE, &before);
  const rlimit small{512, before.rlim_max};
  setrlimit(RLIMIT_FSIZE, &small);
  RecordingFolder runs(folder);
  EXPECT_THROW(runs.write("pendulum", std::string(4096, 'x')), std::runtime_error);
  setrlimit(RLIMIT_FSIZE, &before);
  EXPECT_TRUE(fs::is_empty(folder));
}

// Two programs record into one folder.
TEST_F(Recording, names_of_two_writers_differ) {
  const auto write_many = [this](char text) {
    RecordingFolder runs(folder);
    for (int k = 0; k < 50; ++k) runs.write("pendulum", std::string(10'000, text));
  };
  std::thread other([&] { write_many('b'); });
  write_many('a');
  other.join();
  std::map<std::string, int> count;
  for (const auto& entry : fs::directory_iterator(folder)) {
    const std::string text = read_text(entry.path(), 1 << 20).value();
    EXPECT_EQ(text, std::string(10'000, text[0])) << entry.path();
    ++count[text.substr(0, 1)];
  }
  EXPECT_EQ(count["a"], 50);
  EXPECT_EQ(count["b"], 50);
}

TEST(RunHeader, bytes_that_are_no_run_have_no_header) {
  for (const std::string& bytes :
       {std::string(), std::string("TNGR"), std::string(16, '\0'), std::string("TNGR\1\0\0\0\4\0\0\0\0\0\0\0abcd", 20)})
    EXPECT_FALSE(read_run_header(bytes).has_value());
}

}  // namespace
}  // namespace tangible
