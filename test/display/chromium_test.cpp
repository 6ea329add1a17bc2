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

const std::string square =
    "<svg xmlns='http://www.w3.org/2000/svg' width='40' height='30'><rect width='40' height='30' "
    "fill='#123456'/></svg>";

TEST_F(ChromiumProgram, makes_pictures_and_films_of_the_size_asked_for) {
  const auto found = find_chromium();
  if (!found) GTEST_SKIP() << "Chromium is not installed";
  Chromium chromium(*found);
  const std::string png = chromium.make_png(square, 40, 30, 2);
  ASSERT_GT(png.size(), 24u);
  EXPECT_EQ(png.substr(0, 8), "\x89PNG\r\n\x1a\n");
  EXPECT_EQ(png.substr(16, 8), std::string("\0\0\0\x50\0\0\0\x3c", 8));  // 80 by 60
  const auto frames = chromium.encode_video(std::vector<std::string>(3, square), 80, 60, 30);
  ASSERT_EQ(frames.size(), 3u);
  EXPECT_TRUE(frames[0].is_key);
  // RFC 6386, 9.1: a key frame has this start code, then its width and height.
  EXPECT_EQ(frames[0].bytes.substr(3, 7), std::string("\x9d\x01\x2a\x50\0\x3c\0", 7));
  EXPECT_FALSE(frames[1].is_key);
}

TEST_F(ChromiumProgram, makes_one_picture_after_another) {
  const auto found = find_chromium();
  if (!found) GTEST_SKIP() << "Chromium is not installed";
  Chromium chromium(*found);
  std::string other = square;
  other.replace(other.find("#123456"), 7, "#fedcba");
  const std::string first = chromium.make_png(square, 40, 30, 1), second = chromium.make_png(other, 40, 30, 1);
  EXPECT_NE(first, second);
  EXPECT_EQ(chromium.make_png(square, 40, 30, 1), first);
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
