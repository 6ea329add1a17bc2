// SPDX-License-Identifier: Apache-2.0
// Facts about `tangible share` and `tangible render` as a person uses them.
#include <gtest/gtest.h>

#include "app/program.h"

namespace tangible {
namespace {

std::string shared_text_of(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

class Share : public testing::Test {
 protected:
  void SetUp() override {
    if (!program_is_built()) GTEST_SKIP() << "the program is not built";
  }
  std::string out(const std::string& name) const { return folder.path + "/" + name; }
  ScratchFolder folder;
  const std::string bead = folder.write("bead.yaml", pushed_bead);
};

TEST_F(Share, a_model_becomes_one_page_under_2_MB) {
  const ProgramResult result = run_program("$T share " + bead + " --until 2 --out " + out("bead.html"));
  if (result.text.find("built without the page") != std::string::npos) GTEST_SKIP() << result.text;
  EXPECT_EQ(result.code, 0) << result.text;
  const std::string page = shared_text_of(out("bead.html"));
  EXPECT_NE(page.find("<script type=\"text/plain\" id=\"tangible-run\">"), std::string::npos);
  EXPECT_EQ(page.find("<!--tangible-run-->"), std::string::npos);
  EXPECT_LT(page.size(), 2'000'000u);
  EXPECT_EQ(page.find("http-equiv=\"refresh\""), std::string::npos);
}

// Ten years: samples every sixtieth of a second would not fit the memory of any machine.
TEST_F(Share, a_long_run_has_samples_that_are_further_apart) {
  const ProgramResult result =
      run_program("ulimit -v 4000000; $T share " + bead + " --until 3e8 --out " + out("bead.html"));
  if (result.text.find("built without the page") != std::string::npos) GTEST_SKIP() << result.text;
  EXPECT_EQ(result.code, 0) << result.text;
  EXPECT_LT(std::filesystem::file_size(out("bead.html")), 2'000'000u);
  EXPECT_NE(result.text.find("bead.html: warning: the samples are "), std::string::npos) << result.text;
}

TEST_F(Share, a_record_is_shown_as_it_was_run) {
  ASSERT_EQ(run_program("$T simulate " + bead + " --until 1.5 --out " + out("run.json")).code, 0);
  const ProgramResult result = run_program("$T share " + out("run.json") + " --out " + out("run.html"));
  if (result.text.find("built without the page") != std::string::npos) GTEST_SKIP() << result.text;
  EXPECT_EQ(result.code, 0) << result.text;
  EXPECT_NE(result.text.find("1.5 s, 91 samples"), std::string::npos) << result.text;
}

TEST_F(Share, options_of_a_run_do_not_change_a_record) {
  ASSERT_EQ(run_program("$T simulate " + bead + " --until 1 --out " + out("run.json")).code, 0);
  const ProgramResult result = run_program("$T render " + out("run.json") + " --step 1e-3 --out " + out("run.svg"));
  EXPECT_EQ(result.code, 2);
  EXPECT_NE(result.text.find("is a record"), std::string::npos) << result.text;
}

TEST_F(Share, a_record_of_a_model_that_has_changed_is_refused) {
  ASSERT_EQ(run_program("$T simulate " + bead + " --until 1 --out " + out("run.json")).code, 0);
  folder.write("bead.yaml", pushed_bead + "\n# changed\n");
  const ProgramResult result = run_program("$T render " + out("run.json") + " --out " + out("run.svg"));
  EXPECT_EQ(result.code, 2);
  EXPECT_NE(result.text.find("has changed since"), std::string::npos) << result.text;
  EXPECT_FALSE(std::filesystem::exists(out("run.svg")));
}

TEST_F(Share, meshes_outside_of_the_models_folder_are_refused_also_behind_links) {
  std::filesystem::create_directories(out("model"));
  folder.write("outside.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n");
  std::filesystem::create_symlink(out("outside.obj"), out("model/link.obj"));
  for (const char* mesh : {"link.obj", "../outside.obj"}) {
    const std::string model =
        folder.write("model/m.yaml",
                     "tangible: 1\nname: m\ncoordinates: {x: m}\npoints:\n  P: {from: O, at: x*N.x}\nparticles:\n"
                     "  p: {at: P, mass: 1 kg}\nshapes:\n  s: {mesh: " +
                         std::string(mesh) + ", unit: 1 mm, body: p}\n");
    for (const char* command : {"share", "render"}) {
      const std::string file = out(std::string("m.") + (command[0] == 's' ? "html" : "svg"));
      const ProgramResult result = run_program(std::string("$T ") + command + " " + model + " --until 1 --out " + file);
      if (result.text.find("built without the page") != std::string::npos) continue;
      EXPECT_NE(result.code, 0) << command << " " << mesh;
      EXPECT_NE(result.text.find("m.yaml:9:"), std::string::npos) << result.text;
      EXPECT_FALSE(std::filesystem::exists(file)) << command << " " << mesh;
    }
  }
}

TEST_F(Share, names_that_are_no_pictures_are_refused_before_the_run) {
  EXPECT_EQ(run_program("$T render " + bead + " --out " + out("bead.gif")).code, 2);
  EXPECT_EQ(run_program("$T share " + bead + " --out " + out("bead.pdf")).code, 2);
  EXPECT_EQ(run_program("$T render " + bead + " --at 1 --strobe 3 --out " + out("bead.svg")).code, 2);
}

TEST_F(Share, pictures_that_cannot_be_are_refused_with_the_option_at_fault) {
  const auto expect = [&](const std::string& words, const std::string& told) {
    const ProgramResult result = run_program("$T render " + bead + " --out " + words);
    EXPECT_EQ(result.code, 2) << words;
    EXPECT_NE(result.text.find(told), std::string::npos) << result.text;
  };
  for (const char* size : {"640", "640x", "640x360x1", "31x360", "640x4097", "-5x40"})
    expect(out("bead.svg") + " --size=" + size, "--size " + std::string(size) + ": error: give width and height");
  expect(out("bead.svg") + " --strobe 1", "--strobe 1: error: give at least 2");
  expect(out("bead.svg") + " --at 1 --every 0.1", "give one of --at, --every and --strobe");
  expect(out("bead.webm") + " --at 1", "a film has frames; give --every");
  expect(out("bead.webm") + " --trace", "--trace: error: paths are drawn in single pictures, not in films");
  expect(out("bead.svg") + " --every 1 --trace", "--trace: error: paths are drawn in single pictures, not in films");
  EXPECT_TRUE(std::filesystem::is_regular_file(bead));
  EXPECT_FALSE(std::filesystem::exists(out("bead.svg")));
}

TEST_F(Share, pixels_without_chromium_are_refused_and_nothing_is_written) {
  const ProgramResult result = run_program("CHROMIUM=/nowhere $T render " + bead + " --out " + out("bead.png"));
  EXPECT_EQ(result.code, 1);
  EXPECT_NE(result.text.find("Chromium makes pixels, and it was not found"), std::string::npos) << result.text;
  EXPECT_FALSE(std::filesystem::exists(out("bead.png")));
}

// The folder that Chromium works in goes, too.
TEST_F(Share, pixels_that_somebody_interrupts_leave_nothing_behind) {
  const std::string browser = folder.write("browser", "#!/bin/sh\nexec sleep 20\n");
  std::filesystem::permissions(browser, std::filesystem::perms::owner_all);
  std::filesystem::create_directories(out("temporary"));
  const ProgramResult result = interrupt_program("export TMPDIR=" + out("temporary") + " CHROMIUM=" + browser +
                                                 "; exec $T render " + bead + " --out " + out("bead.png"));
  EXPECT_EQ(result.code, 130) << result.text;
  EXPECT_NE(result.text.find("interrupted before the end"), std::string::npos) << result.text;
  EXPECT_TRUE(std::filesystem::is_empty(out("temporary")));
  EXPECT_FALSE(std::filesystem::exists(out("bead.png")));
}

TEST_F(Share, pictures_of_more_pixels_than_chromium_draws_are_refused) {
  for (const char* words : {"bead.png --size 4096x4096 --scale 8", "bead.webm --size 4096x4096 --scale 4",
                            "bead.png --size 4096x2049 --scale 2", "bead.webm --size 4096x64 --scale 8"}) {
    const ProgramResult result = run_program("CHROMIUM=/bin/true $T render " + bead + " --out " + out(words));
    EXPECT_EQ(result.code, 2) << words << result.text;
    EXPECT_NE(result.text.find("more than Chromium can draw"), std::string::npos) << result.text;
  }
}

TEST_F(Share, pictures_every_so_often_are_numbered) {
  EXPECT_EQ(run_program("$T render " + bead + " --until 1 --every 0.5 --out " + out("bead.svg")).code, 0);
  for (const char* name : {"bead_000.svg", "bead_001.svg", "bead_002.svg"})
    EXPECT_TRUE(shared_text_of(out(name)).starts_with("<svg ")) << name;
  EXPECT_FALSE(std::filesystem::exists(out("bead_003.svg")));
}

TEST_F(Share, a_series_of_pixels_has_all_its_pictures) {
  const ProgramResult result =
      run_program("$T render " + bead + " --until 1 --every 0.5 --size 64x36 --out " + out("bead.png"));
  if (result.text.find("it was not found") != std::string::npos) GTEST_SKIP() << result.text;
  EXPECT_EQ(result.code, 0) << result.text;
  for (const char* name : {"bead_000.png", "bead_001.png", "bead_002.png"})
    EXPECT_TRUE(shared_text_of(out(name)).starts_with("\x89PNG")) << name;
}

class RenderTimes : public Share {
 protected:
  void expect_refusal(const std::string& words, const std::string& told) {
    const ProgramResult result = run_program("$T render " + words + " --out " + out("bead.svg"));
    EXPECT_EQ(result.code, 2) << words;
    EXPECT_NE(result.text.find(told), std::string::npos) << words << ": " << result.text;
    EXPECT_LT(result.text.size(), 300u) << words << ": " << result.text;
    for (const char* name : {"bead.svg", "bead_000.svg"}) EXPECT_FALSE(std::filesystem::exists(out(name))) << words;
  }
};

TEST_F(RenderTimes, that_are_no_times_are_refused) {
  for (const char* time : {"nan", "inf", "-1", "1e400", "one", "''"})
    expect_refusal(bead + " --at=" + time, "must be zero or a number above it");
  for (const char* time : {"nan", "inf", "-1", "0", "one"})
    expect_refusal(bead + " --every=" + time, "must be a number above zero");
  for (const char* count : {"nan", "inf", "-1", "0", "1e9", "101", "2.5"})
    expect_refusal(bead + " --strobe=" + count, "not in range 1 to 100");
  expect_refusal(bead + " --scale nan", "must be a number from 0.25 to 8, not nan");
}

TEST_F(RenderTimes, beyond_the_end_of_the_run_are_refused) {
  expect_refusal(bead + " --until 5 --at 10", "--at 10: error: the run is from 0 s to 5 s; give a time within it");
  ASSERT_EQ(run_program("$T simulate " + bead + " --until 1 --out " + out("run.json")).code, 0);
  expect_refusal(out("run.json") + " --at 100", "--at 100: error: the run is from 0 s to 1 s");
  EXPECT_EQ(run_program("$T render " + out("run.json") + " --at 1 --out " + out("end.svg")).code, 0);
  EXPECT_EQ(run_program("$T render " + bead + " --at 12 --out " + out("later.svg")).code, 0);
}

TEST_F(RenderTimes, that_a_run_does_not_reach_are_not_drawn) {
  const std::string model = folder.write("fast.yaml",
                                         "tangible: 1\nname: fast\nparameters: {k: 1 N/m^3}\ncoordinates: {x: m}\n"
                                         "points: {P: {from: O, at: x*N.x}}\nparticles: {p: {at: P, mass: 1 kg}}\n"
                                         "loads: {blow: {force: k*x^3*N.x, at: P}}\ninitial: {x: 1 m}\n");
  const ProgramResult result = run_program("$T render " + model + " --at 50 --out " + out("fast.svg"));
  EXPECT_EQ(result.code, 1) << result.text;
  EXPECT_NE(result.text.find("so nothing was drawn"), std::string::npos) << result.text;
  EXPECT_FALSE(std::filesystem::exists(out("fast.svg")));
}

TEST_F(RenderTimes, of_more_pictures_than_10000_are_refused_before_the_run) {
  expect_refusal(bead + " --every 1e-7", "more than 10000 pictures\n  give --every 0.0011 or more");
  expect_refusal(bead + " --until 1e9 --every 1", "more than 10000 pictures");
  EXPECT_EQ(run_program("$T render " + bead + " --every 1e308 --out " + out("one.svg")).code, 0);
  EXPECT_TRUE(std::filesystem::exists(out("one_000.svg")));
  EXPECT_FALSE(std::filesystem::exists(out("one_001.svg")));
}

}  // namespace
}  // namespace tangible
