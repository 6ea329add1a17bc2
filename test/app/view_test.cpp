// SPDX-License-Identifier: Apache-2.0
// tangible view at the terminal: links, Ctrl-C, and the browser that it opens.
#include <gtest/gtest.h>

#include <fstream>
#include <sstream>

#include "app/program.h"

namespace tangible {
namespace {

struct ViewAtTerminal : testing::Test {
  void SetUp() override {
    if (!program_is_built()) GTEST_SKIP() << "the program is not built";
    if (run_program("$T view --no-browser --port 0 --duration 0.01").text.find("without the page") != std::string::npos)
      GTEST_SKIP() << "the program has no page";
  }
  std::string text_of(const std::string& name) const {
    std::ostringstream text;
    text << std::ifstream(folder.path + "/" + name).rdbuf();
    return text.str();
  }
  ScratchFolder folder;
};

TEST_F(ViewAtTerminal, ctrl_c_before_the_first_model_is_ready_is_no_failure) {
  const ProgramResult result = interrupt_program(
      "exec $T view models/seven_revolute_arm/seven_revolute_arm.yaml --no-browser --port 0 --duration 30");
  EXPECT_EQ(result.code, 0) << result.text;
}

TEST_F(ViewAtTerminal, model_with_a_mistake_is_a_failure_at_the_end) {
  const std::string path = folder.write("wrong.yaml", "tangible: 1\nname: wrong\ncoordinates: {x: mq}\n");
  EXPECT_EQ(run_program("$T view " + path + " --no-browser --port 0 --duration 2").code, 1);
}

TEST_F(ViewAtTerminal, a_terminal_that_is_closed_ends_the_program_as_ctrl_c_does) {
  const ProgramResult result = run_program(
      "exec $T view shopping_cart --no-browser --port 0 --duration 30 & p=$!; for k in $(seq 2000); do "
      "grep -q '^SigCgt:.*[13579bdf]$' /proc/$p/status && break; sleep 0.01; done; kill -HUP $p; wait $p");
  EXPECT_EQ(result.code, 0) << result.text;
  EXPECT_NE(result.text.find("0 viewers, 0 requests, 0 refused"), std::string::npos) << result.text;
}

TEST_F(ViewAtTerminal, a_closed_terminal_may_send_its_signal_twice) {
  const ProgramResult result = run_program(
      "exec $T view shopping_cart --no-browser --port 0 --duration 30 & p=$!; for k in $(seq 2000); do "
      "grep -q '^SigCgt:.*[13579bdf]$' /proc/$p/status && break; sleep 0.01; done; kill -HUP $p; kill -HUP $p; wait "
      "$p");
  EXPECT_EQ(result.code, 0) << result.text;
}

// A group of processes gets the signal of Ctrl-C together.
TEST_F(ViewAtTerminal, browser_is_not_in_the_group_that_ctrl_c_reaches) {
  const std::string browser =
      folder.write("xdg-open", "#!/bin/sh\ncut -d' ' -f5 /proc/$$/stat > " + folder.path + "/group\nmv " + folder.path +
                                   "/group " + folder.path + "/browser\n");
  std::filesystem::permissions(browser, std::filesystem::perms::owner_all);
  const ProgramResult result =
      run_program("PATH=" + folder.path +
                  ":$PATH DISPLAY=:9 $T view --port 0 --duration 30 & p=$!; for k in $(seq 2000); "
                  "do test -e " +
                  folder.path + "/browser && break; sleep 0.01; done; cut -d' ' -f5 /proc/$p/stat > " + folder.path +
                  "/program; kill -INT $p; wait $p");
  const std::string of_browser = text_of("browser"), of_program = text_of("program");
  ASSERT_FALSE(of_browser.empty()) << result.text;
  ASSERT_FALSE(of_program.empty()) << result.text;
  EXPECT_NE(of_browser, of_program);
}

// Other users of the machine can read the words with which a program was started.
TEST_F(ViewAtTerminal, link_for_the_browser_has_a_token_of_its_own) {
  const std::string browser = folder.write("xdg-open", "#!/bin/sh\necho \"$1\" > " + folder.path + "/part\nmv " +
                                                           folder.path + "/part " + folder.path + "/opened\n");
  std::filesystem::permissions(browser, std::filesystem::perms::owner_all);
  const ProgramResult result = run_program("PATH=" + folder.path +
                                           ":$PATH DISPLAY=:9 $T view --port 0 --duration 30 & p=$!; for k in "
                                           "$(seq 2000); do test -e " +
                                           folder.path + "/opened && break; sleep 0.01; done; kill -INT $p; wait $p");
  const std::string opened = text_of("opened"), printed = result.text.substr(0, result.text.find('\n'));
  const std::size_t end = printed.find("#token=");
  ASSERT_NE(end, std::string::npos) << result.text;
  EXPECT_EQ(opened.substr(0, end + 7), printed.substr(0, end + 7));
  EXPECT_EQ(opened.size(), printed.size() + 1);
  EXPECT_EQ(opened.find(printed.substr(end + 7)), std::string::npos);
}

TEST_F(ViewAtTerminal, names_of_files_do_not_command_the_terminal) {
  const std::string path =
      folder.write("\x1b]2;title\x07\xc2\x9b.yaml", "tangible: 1\nname: wrong\ncoordinates: {x: mq}\n");
  const std::string text = run_program("$T view '" + path + "' --no-browser --port 0 --duration 2").text;
  EXPECT_NE(text.find("?]2;title?"), std::string::npos) << text;
  for (const char* control : {"\x1b", "\x07", "\x9b"}) EXPECT_EQ(text.find(control), std::string::npos) << text;
}

TEST_F(ViewAtTerminal, link_has_the_address_and_ssh_forwards_to_it) {
  const auto view = [](const std::string& address) {
    return run_program(
               "SSH_CONNECTION='192.0.2.9 5000 192.0.2.7 22' USER=ann $T view --no-browser --port 0 --duration "
               "0.01 --listen " +
               address)
        .text;
  };
  const std::string second = view("127.0.0.2");
  EXPECT_EQ(second.find("http://127.0.0.2:"), 0u) << second;
  EXPECT_NE(second.find(":127.0.0.2:"), std::string::npos) << second;
  EXPECT_NE(second.find(" ann@192.0.2.7\nand there: http://127.0.0.1:"), std::string::npos) << second;
  const std::string all = view("0.0.0.0");
  EXPECT_EQ(all.find("http://0.0.0.0"), std::string::npos) << all;
  EXPECT_NE(all.find(":127.0.0.1:"), std::string::npos) << all;
  EXPECT_NE(all.find("ssh -L "), std::string::npos) << all;
}

}  // namespace
}  // namespace tangible
