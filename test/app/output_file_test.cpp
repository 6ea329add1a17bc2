// SPDX-License-Identifier: Apache-2.0
// Facts about files that commands write: they are whole, or they are as they were.
#include <gtest/gtest.h>

#include "app/program.h"

namespace tangible {
namespace {

namespace fs = std::filesystem;

std::string bytes_of_output(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

class OutputFile : public testing::Test {
 protected:
  void SetUp() override {
    if (!program_is_built()) GTEST_SKIP() << "the program is not built";
    folder.write("bead.yaml", pushed_bead);
  }
  ProgramResult run(const std::string& words) const { return run_program("cd " + folder.path + " && " + words); }
  std::string at(const std::string& name) const { return folder.path + "/" + name; }
  std::size_t count_of_files() const {
    return static_cast<std::size_t>(std::distance(fs::directory_iterator(folder.path), fs::directory_iterator()));
  }
  ScratchFolder folder;
};

// The shell lets no file grow beyond a block: what is larger cannot be written.
TEST_F(OutputFile, that_does_not_fit_leaves_the_old_one_and_nothing_else) {
  const std::string limit = "ulimit -f 1 && ";
  for (const char* words :
       {"render bead.yaml --at 0.1 --trace --out old.svg", "share bead.yaml --until 1 --out old.html",
        "simulate bead.yaml --until 1 --out old.csv", "simulate bead.yaml --until 1 --out old.json"}) {
    const std::string command = words, name = command.substr(command.rfind(' ') + 1);
    folder.write(name, "what was there before");
    const std::size_t files = count_of_files();
    const ProgramResult result = run(limit + "$T " + command);
    if (result.text.find("built without the page") != std::string::npos) continue;
    EXPECT_EQ(result.code, 1) << command << result.text;
    EXPECT_NE(result.text.find(name + ": error: cannot be written: File too large"), std::string::npos) << result.text;
    EXPECT_EQ(bytes_of_output(at(name)), "what was there before") << command;
    fs::remove(at(name));
    EXPECT_EQ(run(limit + "$T " + command).code, 1) << command;
    EXPECT_EQ(count_of_files(), files - 1) << command;
  }
}

TEST_F(OutputFile, that_replaces_another_has_its_permissions_and_stays_behind_its_link) {
  folder.write("old.csv", "old");
  fs::permissions(at("old.csv"), fs::perms::owner_read | fs::perms::owner_write | fs::perms::group_write);
  fs::create_symlink("old.csv", at("link.csv"));
  fs::create_symlink("new.csv", at("ahead.csv"));
  ASSERT_EQ(run("umask 027; $T simulate bead.yaml --until 0.2 --out link.csv --out ahead.csv --out third.csv").code, 0);
  EXPECT_TRUE(fs::is_symlink(at("link.csv")));
  EXPECT_EQ(fs::status(at("old.csv")).permissions(), static_cast<fs::perms>(0620));
  EXPECT_TRUE(bytes_of_output(at("old.csv")).starts_with("t [s],"));
  EXPECT_TRUE(fs::is_symlink(at("ahead.csv")));
  EXPECT_TRUE(fs::is_regular_file(at("new.csv")));
  EXPECT_EQ(fs::status(at("third.csv")).permissions(), static_cast<fs::perms>(0640));
}

TEST_F(OutputFile, that_is_a_pipe_or_the_output_of_the_program_is_written_directly) {
  fs::create_symlink("/dev/stdout", at("out.csv"));
  ASSERT_EQ(run("$T simulate bead.yaml --until 0.2 --out out.csv > all.txt").code, 0);
  const std::string all = bytes_of_output(at("all.txt"));
  EXPECT_NE(all.find("ran to t = 0.2 s"), std::string::npos) << all;
  const ProgramResult piped =
      run("mkfifo p.csv && { cat p.csv > read.csv & $T simulate bead.yaml --until 0.2 --out p.csv; wait; }");
  EXPECT_EQ(piped.code, 0) << piped.text;
  EXPECT_TRUE(fs::is_fifo(at("p.csv")));
  EXPECT_TRUE(bytes_of_output(at("read.csv")).starts_with("t [s],"));
}

}  // namespace
}  // namespace tangible
