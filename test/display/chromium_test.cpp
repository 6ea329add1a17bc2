// SPDX-License-Identifier: Apache-2.0
// Chromium as a maker of pixels: what happens when it fails, and what a picture and a film contain.
#include "display/chromium.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>

#include "display/base64.h"
#include "display/webm.h"

namespace tangible {
namespace {

namespace fs = std::filesystem;

// Its folders are made in a folder of the test, where one that stays is seen.
class ChromiumProgram : public testing::Test {
 protected:
  void SetUp() override {
    if (const char* before = std::getenv("TMPDIR")) before_ = before;
    folder_ = fs::temp_directory_path() / ("tangible_chromium_" + std::to_string(::getpid()));
    fs::create_directories(folder_ / "temporary");
    ::setenv("TMPDIR", (folder_ / "temporary").c_str(), 1);
  }
  void TearDown() override {
    EXPECT_TRUE(fs::is_empty(folder_ / "temporary"));
    before_.empty() ? ::unsetenv("TMPDIR") : ::setenv("TMPDIR", before_.c_str(), 1);
    fs::remove_all(folder_);
  }
  std::string program(const std::string& script) const {
    const fs::path file = folder_ / "program.sh";
    std::ofstream(file) << "#!/bin/sh\n" << script << "\n";
    fs::permissions(file, fs::perms::owner_all);
    return file.string();
  }
  static std::string message_of(const std::string& program) {
    try {
      Chromium chromium(program);
    } catch (const std::runtime_error& error) {
      return error.what();
    }
    return "";
  }

 private:
  fs::path folder_;
  std::string before_;
};

// It may end before it is written to, or after: both many times.
TEST_F(ChromiumProgram, that_ends_at_once_is_an_error_and_does_not_end_this_program) {
  const std::string remedy = "it ended by itself; does it run without a window here?";
  for (int k = 0; k < 20; ++k)
    EXPECT_NE(message_of("/bin/true").find(remedy), std::string::npos) << message_of("/bin/true");
  EXPECT_NE(message_of(program("exec 3<&-; exec 4>&-; sleep 0.1")).find(remedy), std::string::npos);
}

TEST_F(ChromiumProgram, that_cannot_be_started_is_named) {
  EXPECT_EQ(message_of("/no/such/program"), "Chromium: /no/such/program cannot be started");
}

TEST_F(ChromiumProgram, that_refuses_is_quoted) {
  const std::string answer =
      R"(printf '{"method": "an event"}\0{"id": 1, "error": {"message": "no page today"}}\0' >&4)";
  EXPECT_EQ(message_of(program(answer + "; sleep 0.2")), "Chromium: Target.createTarget: no page today");
}

// A page that gives back what it is asked for, where a shared page gives pictures.
std::string page_with(const std::string& script) {
  return "<!doctype html><meta charset='utf-8'><body><script>const asked = [];" + script + "</script></body>";
}
const std::string echo =
    "const bytes = (text) => btoa(text); window.tangible = { picture: { problem: '', png: (t) => bytes("
    "`${location.hash} ${t} ${innerWidth}x${innerHeight} ${devicePixelRatio}`), beginFilm: (rate) => asked.push(rate),"
    "addFrame: async (t) => { asked.push(t); return []; },"
    "endFilm: async () => asked.slice(1).map((t, k) => [k === 0, bytes(`${t} at ${asked[0]}`)]) } };";

TEST_F(ChromiumProgram, asks_the_page_for_pictures_of_the_size_and_look_given) {
  const auto found = find_chromium();
  if (!found) GTEST_SKIP() << "Chromium is not installed";
  Chromium chromium(*found);
  PageView view{40, 30, 2};
  view.dark = view.fits_instant = true;
  view.time = 0.25;
  chromium.open(page_with(echo), view);
  EXPECT_EQ(chromium.make_png(0.25), "#picture=1&theme=dark&trace=0&fit=instant&t=0.25 0.25 40x30 2");
  view = {64, 48, 1};
  view.traces = true;
  view.strobe = 7;
  chromium.open(page_with(echo + "// another"), view);
  EXPECT_EQ(chromium.make_png(1e-5), "#picture=1&theme=light&trace=1&fit=run&t=0&strobe=7 0.00001 64x48 1");
  const auto frames = chromium.make_film({0, 0.5, 1}, 2);
  ASSERT_EQ(frames.size(), 3u);
  EXPECT_EQ(frames[1].bytes, "0.5 at 2");
  EXPECT_TRUE(frames[0].is_key);
  EXPECT_FALSE(frames[1].is_key);
}

TEST_F(ChromiumProgram, works_in_a_folder_of_any_name) {
  const auto found = find_chromium();
  if (!found) GTEST_SKIP() << "Chromium is not installed";
  // Directly in /tmp: the path of Chromium's socket has at most 107 bytes.
  const fs::path odd = fs::path("/tmp") / ("a #%20?\u00e9" + std::to_string(::getpid()));
  fs::create_directories(odd);
  const std::string before = std::getenv("TMPDIR");
  ::setenv("TMPDIR", odd.c_str(), 1);
  {
    Chromium chromium(*found);
    chromium.open(page_with(echo), {40, 30, 1});
    EXPECT_TRUE(chromium.make_png(0).ends_with(" 0 40x30 1"));
  }
  EXPECT_TRUE(fs::is_empty(odd));
  ::setenv("TMPDIR", before.c_str(), 1);
  fs::remove(odd);
}

TEST_F(ChromiumProgram, quotes_the_page_that_cannot_draw) {
  const auto found = find_chromium();
  if (!found) GTEST_SKIP() << "Chromium is not installed";
  Chromium chromium(*found);
  for (const char* script : {"window.tangible = { picture: { problem: 'no paint' } };",
                             "document.write('<p class=\"fatal\">no paint</p>');"}) {
    try {
      chromium.open(page_with(script), {});
      ADD_FAILURE() << script;
    } catch (const std::runtime_error& error) {
      EXPECT_NE(std::string(error.what()).find("Chromium: no paint\n"), std::string::npos) << error.what();
    }
  }
}

TEST_F(ChromiumProgram, ends_where_it_is_told_to) {
  const auto found = find_chromium();
  if (!found) GTEST_SKIP() << "Chromium is not installed";
  bool goes_on = true;
  Chromium chromium(*found, [&goes_on] { return goes_on; });
  chromium.open(page_with(echo), {});
  goes_on = false;
  EXPECT_THROW((void)chromium.make_film({0, 1}, 30), std::runtime_error);
}

struct Block {
  std::uint64_t time;
  std::uint64_t since_cluster;
  std::string bytes;
};

std::uint64_t number_of(const std::string& bytes) {
  std::uint64_t value = 0;
  for (const char byte : bytes) value = value << 8 | static_cast<unsigned char>(byte);
  return value;
}

// Elements within elements, RFC 8794; those that hold others are entered.
void read_blocks(const std::string& bytes, std::uint64_t& cluster, std::vector<Block>& blocks) {
  for (std::size_t at = 0; at < bytes.size();) {
    const int first = static_cast<unsigned char>(bytes[at]);
    const std::size_t id_length = first >= 0x80 ? 1 : first >= 0x40 ? 2 : first >= 0x20 ? 3 : 4;
    const std::uint64_t id = number_of(bytes.substr(at, id_length));
    const std::uint64_t length = number_of(bytes.substr(at + id_length, 8)) & ~(std::uint64_t{1} << 56);
    const std::string content = bytes.substr(at + id_length + 8, length);
    ASSERT_EQ(content.size(), length);
    at += id_length + 8 + length;
    if (id == 0x18538067 || id == 0x1f43b675) read_blocks(content, cluster, blocks);
    if (id == 0xe7) cluster = number_of(content);
    if (id == 0xa3) {
      const std::uint64_t since = number_of(content.substr(1, 2));
      blocks.push_back({cluster + since, since, content.substr(4)});
    }
  }
}

TEST(Webm, every_frame_has_its_time_also_where_key_frames_are_rare) {
  std::vector<Chromium::VideoFrame> frames;
  for (int k = 0; k < 700; ++k) frames.push_back({"frame " + std::to_string(k), k == 0 || k == 50});
  const std::string film = make_webm(frames, {320, 200, 7});
  std::vector<Block> blocks;
  std::uint64_t cluster = 0;
  read_blocks(film, cluster, blocks);
  ASSERT_EQ(blocks.size(), frames.size());
  for (std::size_t k = 0; k < blocks.size(); ++k) {
    EXPECT_EQ(blocks[k].time, (2000 * k + 7) / 14);  // milliseconds, rounded
    EXPECT_LT(blocks[k].since_cluster, 32768u);      // a signed number of 16 bits
    EXPECT_EQ(blocks[k].bytes, frames[k].bytes);
  }
}

TEST(Base64, of_every_length_is_read_back_and_other_texts_are_refused) {
  std::string bytes;
  for (int k = 0; k < 70; ++k) {
    EXPECT_EQ(bytes_of_base64(base64_of(bytes)), bytes);
    bytes.push_back(static_cast<char>(37 * k));
  }
  EXPECT_THROW((void)bytes_of_base64("Zm9v YmFy"), std::runtime_error);
}

}  // namespace
}  // namespace tangible
