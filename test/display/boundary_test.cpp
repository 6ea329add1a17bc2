// SPDX-License-Identifier: Apache-2.0
// What viewers may read, write and use up: folders and links, who saves, how many connect, what is left of old events.
#include <gtest/gtest.h>

#include <fstream>

#include "running_server.h"

namespace tangible {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;

constexpr const char* bead =
    "tangible: 1\nname: bead\ncoordinates: {x: m}\npoints:\n  P: {from: O, at: x*N.x}\n"
    "particles:\n  bead: {at: P, mass: 1 kg}\n";

class Boundary : public testing::Test {
 protected:
  void SetUp() override {
    folder = fs::temp_directory_path() / ("tangible_boundary_" + std::to_string(::getpid()));
    fs::create_directories(folder / "models/bead");
    fs::create_directories(folder / "outside/other");
    write("models/bead/bead.yaml", bead);
    write("outside/secret.yaml", std::string(bead) + "# secret\n");
    write("outside/other/other.yaml", bead);
    write("outside/secret.svg", "<svg >secret");
  }
  void TearDown() override { fs::remove_all(folder); }
  void write(const std::string& name, const std::string& text) const {
    std::ofstream(folder / name, std::ios::trunc) << text;
  }
  std::string read(const std::string& name) const { return read_text(folder / name, 1 << 20).value_or("none"); }
  void put_link(const std::string& to, const std::string& at) const {
    fs::remove(folder / at);
    fs::create_symlink(folder / to, folder / at);
  }
  fs::path folder;
};

TEST_F(Boundary, links_that_lead_out_of_the_folder_of_models_are_not_listed) {
  put_link("outside/secret.yaml", "models/bead/secret.yaml");
  put_link("outside/other", "models/other");
  put_link("outside/secret.svg", "models/bead/bead.svg");
  put_link("models/bead/bead.yaml", "models/bead/twin.yaml");  // stays inside
  const ModelLibrary library(folder / "models");
  EXPECT_EQ(library.find("secret"), nullptr);
  EXPECT_EQ(library.find("other"), nullptr);
  EXPECT_NE(library.find("bead"), nullptr);
  EXPECT_NE(library.find("twin"), nullptr);
  EXPECT_FALSE(library.find_picture("bead.svg").has_value());
}

// A link that comes later, in the place of a model or of the opened file, is not followed.
TEST_F(Boundary, links_that_come_later_are_not_followed_either) {
  VirtualSession s((folder / "models/bead/bead.yaml").string());
  ListedViewer viewer;
  const std::uint32_t me = s.join(viewer);
  const std::string text = viewer.last("text")["text"];
  put_link("outside/secret.yaml", "models/bead/bead.yaml");
  fs::last_write_time(folder / "outside/secret.yaml", fs::file_time_type::clock::now() + std::chrono::seconds(2));
  s.run(1.2);  // the file is looked at
  EXPECT_EQ(viewer.last("text")["text"], text);
  s.say(me, {{"type", "save"}, {"id", 1}, {"text", text}});
  EXPECT_EQ(viewer.reply(1)["ok"], false);
  EXPECT_EQ(read("outside/secret.yaml"), std::string(bead) + "# secret\n");
}

TEST_F(Boundary, a_model_that_was_replaced_by_a_link_is_not_loaded) {
  const ModelLibrary library(folder / "models");
  LiveLoop loop(1e-3);
  Worker worker;
  SessionOptions options;
  options.library = library;
  options.in_session = [](const std::function<void()>&) {};
  Session session(options, loop, worker);
  ListedViewer viewer;
  const std::uint32_t me = session.join(viewer, 0, 0);
  put_link("outside/secret.yaml", "models/bead/bead.yaml");
  session.receive(me, R"({"type": "load", "id": 3, "model": "bead"})", 0);
  EXPECT_EQ(viewer.reply(3)["ok"], false);
}

TEST_F(Boundary, saving_writes_the_opened_file_and_nothing_behind_links) {
  write("outside/victim", "untouched");
  // Where the text is written before it is renamed.
  const std::string beside = "models/bead/.tangible_" + std::to_string(::getpid()) + "_0.part";
  put_link("outside/victim", beside);
  VirtualSession s((folder / "models/bead/bead.yaml").string());
  ListedViewer viewer, second;
  const std::uint32_t me = s.join(viewer), other = s.join(second);
  const std::string text = std::string(bead) + "# saved\n";
  s.say(other, {{"type", "save"}, {"id", 1}, {"text", text}});
  EXPECT_EQ(second.reply(1)["ok"], false);  // it has no hand
  EXPECT_EQ(read("models/bead/bead.yaml"), bead);
  s.say(me, {{"type", "save"}, {"id", 2}, {"text", text}});
  EXPECT_EQ(viewer.reply(2)["ok"], true);
  EXPECT_EQ(read("models/bead/bead.yaml"), text);
  EXPECT_EQ(read("outside/victim"), "untouched");
  EXPECT_TRUE(fs::is_symlink(folder / beside));
  EXPECT_EQ(std::distance(fs::directory_iterator(folder / "models/bead"), fs::directory_iterator()), 2);
}

// The person at the terminal may open what is behind a link of their own: that file is written, the link stays.
TEST_F(Boundary, a_file_that_was_opened_by_a_link_is_saved_where_it_is) {
  put_link("models/bead/bead.yaml", "link.yaml");
  VirtualSession s((folder / "link.yaml").string());
  ListedViewer viewer;
  const std::uint32_t me = s.join(viewer);
  const std::string text = std::string(bead) + "# saved\n";
  s.say(me, {{"type", "save"}, {"id", 1}, {"text", text}});
  EXPECT_EQ(viewer.reply(1)["ok"], true);
  EXPECT_TRUE(fs::is_symlink(folder / "link.yaml"));
  EXPECT_EQ(read("models/bead/bead.yaml"), text);
}

TEST_F(Boundary, a_file_that_is_saved_with_a_mistake_is_shown_with_its_line_and_the_old_model_runs_on) {
  VirtualSession s((folder / "models/bead/bead.yaml").string());
  ListedViewer viewer;
  s.join(viewer);
  write("models/bead/bead.yaml", "tangible: 1\nname: bead\ncoordinates: {x: mm/}\n");
  fs::last_write_time(folder / "models/bead/bead.yaml", fs::file_time_type::clock::now() + std::chrono::seconds(2));
  ASSERT_TRUE(s.wait([&] { return viewer.last("text")["state"] == "mistake"; }));
  const json mistake = viewer.last("text")["mistakes"][0];
  EXPECT_EQ(mistake["line"], 3);
  EXPECT_GT(mistake["column"], 1);
  ASSERT_FALSE(s.told.empty());
  EXPECT_NE(s.told.back().find("bead.yaml:3:"), std::string::npos) << s.told.back();
  EXPECT_NE(s.told.back().find('^'), std::string::npos) << s.told.back();
  const double before = viewer.snapshot().time;
  s.run(0.1);
  EXPECT_GT(viewer.snapshot().time, before);
  EXPECT_EQ(viewer.snapshot().generation, 1u);
}

TEST(Bounds, sixty_snapshots_a_second_reach_a_viewer_that_reads) {
  VirtualSession s;
  ListedViewer viewer;
  s.join(viewer);
  s.run(0.1);
  const std::size_t before = viewer.snapshots.size();
  s.run(2);
  EXPECT_NEAR(static_cast<double>(viewer.snapshots.size() - before) / 2, 60, 3);
}

TEST(Bounds, a_viewer_that_returns_late_gets_the_number_of_events_that_are_gone) {
  VirtualSession s;
  ListedViewer viewer, again;
  const std::uint32_t me = s.join(viewer);
  for (int k = 0; k < 1100; ++k) {
    s.say(me, {{"type", "input"}, {"name", "F"}, {"value", k}});
    s.run(0.016);
    viewer.snapshots.clear();
  }
  const auto last = viewer.last("event")["number"].get<std::uint32_t>();
  ASSERT_GT(last, 1050u);
  s.join(again, 10);
  const json events = again.last("hello")["events"];
  EXPECT_EQ(events["last"], last);
  EXPECT_EQ(events["gone"].get<std::uint32_t>(), events["first"].get<std::uint32_t>() - 11);
  std::uint32_t next = events["first"].get<std::uint32_t>();
  for (const json& m : again.texts)
    if (m["type"] == "event") {
      EXPECT_EQ(m["number"], next);
      ++next;
    }
  EXPECT_EQ(next, last + 1);
}

TEST(Bounds, a_slow_run_is_slow_and_a_pause_takes_the_force_away) {
  VirtualSession s;
  ListedViewer viewer;
  const std::uint32_t me = s.join(viewer);
  s.say(me, {{"type", "speed"}, {"factor", 0.25}});
  s.run(0.1);
  const double before = viewer.snapshot().time;
  s.run(1);
  EXPECT_NEAR(viewer.snapshot().time - before, 0.25, 0.01);
  s.say(me, {{"type", "speed"}, {"factor", 1}});
  s.say(me, {{"type", "take"}, {"id", 1}, {"handle", "grip"}});
  ASSERT_TRUE(s.wait([&] { return !viewer.reply(1).is_null(); }));
  int sequence = 0;
  const auto pull = [&](double seconds) {
    for (const double end = s.now + seconds; s.now < end; s.run(0.016))
      s.say(me, {{"type", "hand"}, {"seq", ++sequence}, {"position", {3, 0, 0.9}}});
  };
  pull(0.2);
  EXPECT_GT(value_of(viewer, "hand"), 1);
  s.say(me, {{"type", "pause"}});
  pull(0.1);
  EXPECT_EQ(value_of(viewer, "hand"), 0);
}

TEST(Bounds, the_cookie_is_for_this_site_and_not_for_scripts) {
  Running running;
  const auto response = ask(running, {http::verb::post, "/session", R"({"token": "secret"})"});
  const std::string cookie(response[http::field::set_cookie]);
  for (const char* part : {"; HttpOnly", "; SameSite=Strict", "; Path=/"})
    EXPECT_NE(cookie.find(part), std::string::npos) << cookie;
  EXPECT_EQ(cookie.find("secret"), std::string::npos) << "the token itself";
}

TEST(Bounds, the_seventeenth_viewer_finds_no_room) {
  Running running;
  const std::string cookie = cookie_of(running), own = "http://" + running.host();
  std::vector<std::unique_ptr<Client>> viewers;
  for (std::size_t k = 0; k < Session::max_viewers; ++k) {
    viewers.push_back(std::make_unique<Client>(running, cookie, own));
    ASSERT_FALSE(viewers.back()->error) << k;
    ASSERT_TRUE(viewers.back()->read([&] { return viewers.back()->seen.last("viewers").is_object(); }));
  }
  const auto refused = ask(running, {.target = "/live", .cookie = cookie, .origin = own, .upgrade = true});
  EXPECT_EQ(refused.result_int(), 503u);
  EXPECT_EQ(ask(running, {}).result_int(), 200u);
}

}  // namespace
}  // namespace tangible
