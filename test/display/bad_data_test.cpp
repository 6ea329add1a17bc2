// SPDX-License-Identifier: Apache-2.0
// Files that are not as they should be: the gallery shows the others, and the server goes on.
#include <gtest/gtest.h>
#include <unistd.h>
#include <zlib.h>

#include <fstream>

#include "running_server.h"

namespace tangible {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;

// A container with this header, and without data.
std::string container_of(const json& header) {
  const std::string text = header.dump();
  uLongf length = compressBound(static_cast<uLong>(text.size()));
  std::string packed(length, '\0');
  compress2(reinterpret_cast<Bytef*>(packed.data()), &length, reinterpret_cast<const Bytef*>(text.data()),
            static_cast<uLong>(text.size()), 6);
  packed.resize(length);
  std::string out("TNGR\1\0\0\0", 8);
  for (const std::size_t n : {packed.size(), std::size_t{0}})
    for (unsigned k = 0; k < 4; ++k) out.push_back(static_cast<char>(n >> (8 * k) & 255));
  return out + packed;
}

struct BadData : testing::Test {
  BadData() {
    fs::create_directories(folder / "models" / "bead");
    fs::create_directories(folder / "recordings");
    write("models/bead/bead.yaml", "tangible: 1\nname: bead\n");
  }
  ~BadData() override { fs::remove_all(folder); }
  void write(const std::string& name, const std::string& text) const {
    std::ofstream(folder / name, std::ios::binary) << text;
  }
  RunningFolders folders() const { return {folder / "models", folder / "recordings"}; }
  fs::path folder = fs::temp_directory_path() / ("tangible_bad_data_" + std::to_string(::getpid()));
};

TEST_F(BadData, gallery_shows_texts_names_and_headers_that_are_not_as_they_should_be) {
  write("models/bead/README.md", "# Perle sur un fil \xe9troit\n\nIt slides.\n");  // Latin-1
  write("recordings/gr\xfcn_1.run", container_of({{"protocol", 1}, {"title", "Bead"}, {"duration", 4.0}}));
  write("recordings/five_1.run", container_of({{"protocol", 1}, {"title", 5}, {"duration", "long"}}));
  Running running(folders());
  const std::string cookie = cookie_of(running);
  const auto answer = ask(running, {.target = "/gallery.json", .cookie = cookie});
  ASSERT_EQ(answer.result_int(), 200u);
  const json gallery = json::parse(answer.body());
  ASSERT_EQ(gallery["models"].size(), 1u);
  EXPECT_EQ(gallery["models"][0]["name"], "Perle sur un fil \xef\xbf\xbdtroit");
  ASSERT_EQ(gallery["recordings"].size(), 2u);
  for (const json& recording : gallery["recordings"]) {
    const bool is_five = recording["id"] == "five_1.run";
    EXPECT_EQ(recording["model"], is_five ? "" : "Bead");
    EXPECT_EQ(recording["duration"], is_five ? 0.0 : 4.0);
  }
  // A recording is played by the name that the gallery gives.
  Client client(running, cookie, "http://" + running.host());
  client.say({{"type", "play"}, {"id", 1}, {"recording", "gr\xef\xbf\xbdn_1.run"}});
  EXPECT_TRUE(client.read([&] { return client.seen.reply(1).is_object(); }));
  EXPECT_EQ(client.seen.reply(1)["ok"], true);
  EXPECT_EQ(running.server.counts().failed, 0u);
}

TEST_F(BadData, links_that_lead_nowhere_or_to_themselves_are_left_out) {
  fs::create_symlink("user@host.1234:567", folder / "models/bead/.#bead.yaml");
  fs::create_symlink("loop.yaml", folder / "models/bead/loop.yaml");
  fs::create_symlink("nowhere", folder / "models/broken");
  fs::create_directories(folder / "models/bead/folder.yaml");
  const ModelLibrary library(folder / "models");
  ASSERT_EQ(library.models().size(), 1u);
  EXPECT_EQ(library.models()[0].id, "bead");
}

TEST_F(BadData, models_of_one_name_are_told_apart) {
  fs::create_directories(folder / "models/other");
  write("models/other/bead.yaml", "tangible: 1\nname: pearl\n");
  write("models/other/bead.svg", "<svg other");
  const ModelLibrary library(folder / "models");
  ASSERT_EQ(library.models().size(), 2u);
  const LibraryModel *first = library.find("bead"), *second = library.find("other_bead");
  ASSERT_TRUE(first != nullptr && second != nullptr);
  EXPECT_EQ(first->name, "Bead");
  EXPECT_EQ(second->name, "Pearl");
  EXPECT_EQ(library.find_picture("other_bead.svg"), "<svg other");
  EXPECT_FALSE(library.find_picture("bead.svg").has_value());
}

TEST_F(BadData, job_that_throws_is_counted_and_the_server_goes_on) {
  Running running(folders());
  const std::string cookie = cookie_of(running);
  running.server.post([] { throw std::runtime_error("this job fails"); });
  EXPECT_EQ(ask(running, {.target = "/gallery.json", .cookie = cookie}).result_int(), 200u);
  EXPECT_EQ(running.server.counts().failed, 1u);
}

}  // namespace
}  // namespace tangible
