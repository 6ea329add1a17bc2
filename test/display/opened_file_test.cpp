// SPDX-License-Identifier: Apache-2.0
// Which file a text belongs to: what Save writes, and what a page can repair.
#include <gtest/gtest.h>
#include <unistd.h>

#include <fstream>

#include "virtual_session.h"

namespace tangible {
namespace {

using nlohmann::json;
namespace fs = std::filesystem;

const std::string opened_bead = R"yaml(tangible: 1
name: bead
parameters: {m: 2 kg}
coordinates: {x: m}
points: {P: {from: O, at: x*N.x}}
particles: {bead: {at: P, mass: m}}
)yaml";
const std::string bead_with_mesh = opened_bead + "shapes:\n  s: {mesh: corner.obj, body: bead}\n";
const std::string one_triangle = "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n";

struct OpenedFileOfSession : testing::Test {
  OpenedFileOfSession() { fs::create_directories(folder); }
  ~OpenedFileOfSession() override { fs::remove_all(folder); }
  std::string write(const std::string& name, const std::string& text) const {
    std::ofstream(folder / name, std::ios::binary) << text;
    return (folder / name).string();
  }
  static std::string with_mass(const std::string& text, const std::string& mass) {
    std::string out = text;
    out.replace(out.find("2 kg"), 4, mass);
    return out;
  }
  fs::path folder = fs::temp_directory_path() / ("tangible_opened_" + std::to_string(::getpid()));
};

TEST_F(OpenedFileOfSession, save_of_a_text_from_elsewhere_leaves_the_file_that_was_open_before) {
  const std::string path = write("first.yaml", opened_bead);
  VirtualSession s(path);
  ListedViewer viewer;
  const std::uint32_t me = s.join(viewer);
  EXPECT_EQ(viewer.last("text")["can_save"], true);
  const std::string foreign = with_mass(opened_bead, "3 kg"), edited = with_mass(opened_bead, "4 kg");
  s.say(me, {{"type", "model_text"}, {"id", 1}, {"text", foreign}, {"file", "second.yaml"}});
  ASSERT_TRUE(s.wait([&] { return viewer.last("hello")["generation"] == 2; }));
  EXPECT_EQ(viewer.reply(1)["ok"], true);
  EXPECT_EQ(viewer.last("hello")["model"]["can_save"], false);
  EXPECT_EQ(viewer.last("hello")["model"]["file"], "second.yaml");
  EXPECT_EQ(viewer.last("hello")["model"]["id"], "");
  EXPECT_EQ(viewer.last("text")["state"], "running");
  // An edit of that text keeps it without a path.
  s.say(me, {{"type", "model_text"}, {"id", 2}, {"text", edited}});
  ASSERT_TRUE(s.wait([&] { return viewer.last("hello")["generation"] == 3; }));
  EXPECT_EQ(viewer.last("hello")["model"]["can_save"], false);
  EXPECT_EQ(viewer.last("text")["can_save"], false);
  EXPECT_EQ(viewer.last("text")["state"], "edited");
  s.say(me, {{"type", "save"}, {"id", 3}, {"text", edited}});
  EXPECT_EQ(viewer.reply(3)["ok"], false);
  EXPECT_EQ(viewer.reply(3)["error"]["text"].get<std::string>().find("second.yaml was opened in the page"), 0u);
  EXPECT_EQ(read_text(path, 1 << 20), opened_bead);
  // The file that was open before is not watched any more.
  write("first.yaml", with_mass(opened_bead, "9 kg"));
  fs::last_write_time(path, fs::file_time_type::clock::now() + std::chrono::seconds(2));
  s.run(1.2);
  EXPECT_EQ(viewer.last("text")["text"], edited);
  s.say(me, {{"type", "revert"}, {"id", 4}});
  EXPECT_EQ(viewer.last("text")["text"], foreign);
}

TEST_F(OpenedFileOfSession, name_with_a_folder_is_refused) {
  const std::string path = write("first.yaml", opened_bead);
  VirtualSession s(path);
  ListedViewer viewer;
  const std::uint32_t me = s.join(viewer);
  int id = 0;
  for (const json& name : {json("../first.yaml"), json(""), json(5), json(std::string(256, 'a'))}) {
    s.say(me, {{"type", "model_text"}, {"id", ++id}, {"text", opened_bead}, {"file", name}});
    EXPECT_EQ(viewer.reply(id)["ok"], false) << name;
  }
  EXPECT_EQ(viewer.last("text")["file"], "first.yaml");
  EXPECT_EQ(viewer.last("text")["can_save"], true);
}

TEST_F(OpenedFileOfSession, mesh_of_a_text_from_elsewhere_is_not_looked_for) {
  VirtualSession s(write("first.yaml", opened_bead));
  ListedViewer viewer;
  const std::uint32_t me = s.join(viewer);
  s.say(me, {{"type", "model_text"}, {"id", 1}, {"text", bead_with_mesh}, {"file", "second.yaml"}});
  ASSERT_TRUE(s.wait([&] { return viewer.last("text")["state"] == "mistake"; }));
  const json mistake = viewer.last("text")["mistakes"][0];
  EXPECT_EQ(mistake["line"], 8);
  EXPECT_EQ(mistake["text"], "the mesh corner.obj: the page sent the text alone, not its folder");
}

TEST_F(OpenedFileOfSession, model_with_a_mistake_at_the_start_is_repaired_and_saved_in_the_page) {
  const std::string path = write("wrong.yaml", with_mass(opened_bead, "2 kq"));
  VirtualSession s("");
  s.session.open(path);
  ASSERT_TRUE(s.wait([&] { return !s.told.empty(); }));
  ASSERT_FALSE(s.session.has_model());
  ListedViewer viewer;
  const std::uint32_t me = s.join(viewer);
  const json text = viewer.last("text");
  ASSERT_TRUE(text.is_object());
  EXPECT_EQ(viewer.last("viewers")["hand"], me);
  EXPECT_EQ(text["text"], with_mass(opened_bead, "2 kq"));
  EXPECT_EQ(text["file"], "wrong.yaml");
  EXPECT_EQ(text["state"], "mistake");
  EXPECT_EQ(text["can_save"], true);
  EXPECT_EQ(text["mistakes"][0]["line"], 3);
  EXPECT_TRUE(viewer.has_event("mistake", "wrong.yaml:3"));
  s.say(me, {{"type", "revert"}, {"id", 1}});
  EXPECT_EQ(viewer.reply(1)["ok"], true);
  s.say(me, {{"type", "save"}, {"id", 2}, {"text", opened_bead}});
  EXPECT_EQ(viewer.reply(2)["ok"], true);
  EXPECT_EQ(read_text(path, 1 << 20), opened_bead);
  ASSERT_TRUE(s.wait([&] { return viewer.last("hello").is_object(); }));
  EXPECT_EQ(viewer.last("text")["state"], "running");
  EXPECT_EQ(viewer.last("hello")["model"]["can_save"], true);
}

TEST_F(OpenedFileOfSession, mesh_that_is_removed_while_its_model_is_swapped_in_does_no_harm) {
  write("corner.obj", one_triangle);
  VirtualSession s("");
  ListedViewer viewer;
  s.join(viewer);
  s.session.open(write("meshed.yaml", bead_with_mesh));
  // The worker is done; the session has not taken its result yet.
  for (bool is_done = false; !is_done;) {
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
    const std::lock_guard lock(s.mutex);
    is_done = !s.jobs.empty();
  }
  fs::remove(folder / "corner.obj");
  EXPECT_TRUE(s.wait([&] { return viewer.last("hello").is_object(); }));
  EXPECT_EQ(viewer.last("hello")["meshes"].size(), 1u);
}

TEST_F(OpenedFileOfSession, file_that_is_written_again_within_the_time_that_is_resolved_is_taken) {
  const std::string path = write("first.yaml", opened_bead);
  VirtualSession s(path);
  ListedViewer viewer;
  s.join(viewer);
  const fs::file_time_type time = fs::last_write_time(path);
  write("first.yaml", with_mass(opened_bead, "3 kg"));
  fs::last_write_time(path, time);
  s.run(1.2);
  EXPECT_EQ(viewer.last("text")["text"], with_mass(opened_bead, "3 kg"));
}

TEST_F(OpenedFileOfSession, file_that_has_become_too_large_is_a_mistake_until_it_is_smaller) {
  VirtualSession s(write("first.yaml", opened_bead));
  ListedViewer viewer;
  s.join(viewer);
  write("first.yaml", opened_bead + std::string(1 << 20, '#'));
  s.run(1.2);
  EXPECT_EQ(viewer.last("text")["state"], "mistake");
  EXPECT_NE(viewer.last("text")["mistakes"][0]["text"].get<std::string>().find("larger than 1 MiB"), std::string::npos);
  fs::remove(folder / "first.yaml");  // as editors do
  s.run(1.2);
  write("first.yaml", with_mass(opened_bead, "3 kg"));
  ASSERT_TRUE(s.wait([&] { return viewer.last("hello")["generation"] == 2; }));
  EXPECT_EQ(viewer.last("text")["state"], "running");
}

TEST_F(OpenedFileOfSession, file_that_is_gone_is_not_saved_and_the_answer_says_so) {
  const std::string path = write("first.yaml", opened_bead);
  VirtualSession s(path);
  ListedViewer viewer;
  const std::uint32_t me = s.join(viewer);
  fs::remove(path);
  s.say(me, {{"type", "save"}, {"id", 1}, {"text", with_mass(opened_bead, "3 kg")}});
  EXPECT_NE(viewer.reply(1)["error"]["text"].get<std::string>().find("is not there any more"), std::string::npos);
  EXPECT_FALSE(fs::exists(path));
}

TEST_F(OpenedFileOfSession, lines_end_after_a_save_as_they_did_before) {
  std::string ends;
  for (const char c : opened_bead) ends += c == '\n' ? "\r\n" : std::string(1, c);
  const std::string path = write("first.yaml", ends);
  VirtualSession s(path);
  ListedViewer viewer;
  const std::uint32_t me = s.join(viewer);
  s.say(me, {{"type", "save"}, {"id", 1}, {"text", with_mass(opened_bead, "3 kg")}});
  EXPECT_EQ(viewer.reply(1)["ok"], true);
  EXPECT_EQ(read_text(path, 1 << 20), with_mass(ends, "3 kg"));
  ASSERT_TRUE(s.wait([&] { return viewer.last("hello")["generation"] == 2; }));
  s.run(1.2);  // the file is looked at again, and is what was saved
  EXPECT_EQ(viewer.last("text")["state"], "running");
  EXPECT_EQ(viewer.last("hello")["generation"], 2);
}

// The page shows another character for each of them, which a save would write.
TEST_F(OpenedFileOfSession, file_with_bytes_that_are_not_utf_8_is_not_saved_from_the_page) {
  const std::string latin = opened_bead + "# caf\xe9\n", path = write("first.yaml", latin);
  VirtualSession s(path);
  ListedViewer viewer;
  const std::uint32_t me = s.join(viewer);
  s.say(me, {{"type", "save"}, {"id", 1}, {"text", opened_bead + "# caf\xef\xbf\xbd\n"}});
  EXPECT_EQ(viewer.reply(1)["ok"], false);
  EXPECT_NE(viewer.reply(1)["error"]["text"].get<std::string>().find("not UTF-8"), std::string::npos);
  EXPECT_EQ(read_text(path, 1 << 20), latin);
}

}  // namespace
}  // namespace tangible
