// SPDX-License-Identifier: Apache-2.0
// Meaningless words on the command line are refused, with advice.
#include <gtest/gtest.h>

#include "app/program.h"

namespace tangible {
namespace {

struct CommandLine : testing::Test {
  void SetUp() override {
    if (!program_is_built()) GTEST_SKIP() << "the program is not built";
    model = folder.write("bead.yaml", pushed_bead);
  }
  ProgramResult simulate(const std::string& options) {
    return run_program("cd " + folder.path + " && $T simulate bead.yaml --until 0.2 " + options);
  }
  void expect_refusal(const std::string& options, const std::string& words) {
    const ProgramResult result = simulate(options);
    EXPECT_EQ(result.code, 2) << options;
    EXPECT_NE(result.text.find(words), std::string::npos) << options << "\n" << result.text;
  }
  ScratchFolder folder;
  std::string model;
};

TEST_F(CommandLine, options_that_contradict_each_other_are_refused) {
  expect_refusal("--method adaptive --step 1e-3", "--step 0.001: error: the adaptive method chooses its steps");
  expect_refusal("--tolerance 1e-6 --step 1e-3", "--tolerance 1e-06: error: it belongs to the adaptive method");
  expect_refusal("--set m=1 --set 'm=2 kg'", "--set m=2 kg: error: m is set twice, before this to 1");
  expect_refusal("--method rk4", "--method rk4: error: needs a step, such as --step 1e-3");
  EXPECT_EQ(simulate("--method adaptive --tolerance 1e-6").code, 0);
  EXPECT_EQ(simulate("--method rk2 --step 1e-3").code, 0);
}

TEST_F(CommandLine, a_model_of_the_library_has_a_name_in_every_command) {
  for (const char* words : {"equations pendulum", "show pendulum", "simulate pendulum --until 0.1", "assemble four_bar",
                            "share pendulum --until 0.1 --out pendulum.html", "render pendulum --at 0 --out p.svg",
                            "run pendulum --virtual-time --duration 0.05"}) {
    const ProgramResult result = run_program("cd " + folder.path + " && $T " + words);
    EXPECT_EQ(result.code, 0) << words << "\n" << result.text;
  }
  const ProgramResult misspelt = run_program("$T share pendulm --out " + folder.path + "/x.html");
  EXPECT_EQ(misspelt.code, 2);
  EXPECT_EQ(misspelt.text,
            "pendulm: error: there is no such file, and no model of that name in the library\n"
            "  did you mean 'pendulum'?\n");
  // A file comes first, and a path is only a path.
  folder.write("pendulum", pushed_bead);
  const std::string file = run_program("cd " + folder.path + " && $T equations pendulum").text;
  EXPECT_TRUE(file.starts_with("bead\n")) << file;
  EXPECT_EQ(run_program("$T equations ./pendulum").code, 2);
}

TEST_F(CommandLine, numbers_that_would_never_end_are_refused) {
  expect_refusal("--step 1e-300", "--step 1e-300: error: 2e+299 steps until 0.2 s would never end; give at least");
  expect_refusal("--step 1e-17", "--step 2e-11");
  expect_refusal("--tolerance 1e-30", "--tolerance 1e-30: error: ");
  expect_refusal("--tolerance 2", "--tolerance 2: error: ");
  for (const char* bad : {"nan", "inf", "-1", "0", "1e400", "two", "''"})
    expect_refusal("--step " + std::string(bad), "must be a number above zero");
}

TEST_F(CommandLine, files_are_named_as_what_they_will_be) {
  expect_refusal("--plot a.png", "--plot a.png: error: the picture is SVG; give a name that ends in .svg");
  expect_refusal("--out a.txt", "--out a.txt: error: the name must end in .csv or .json");
  EXPECT_FALSE(std::filesystem::exists(folder.path + "/a.png"));
}

// The library of the build is found beside the program.
TEST_F(CommandLine, a_folder_of_models_here_hides_no_model_of_the_library) {
  std::filesystem::create_directories(folder.path + "/models/own");
  const auto run_here = [&](const std::string& words) { return run_program("cd " + folder.path + " && $T " + words); };
  EXPECT_EQ(run_here("simulate pendulum --until 0.1").code, 0);
  folder.write("models/own/own_bead.yaml", pushed_bead);
  EXPECT_EQ(run_here("simulate own_bead --until 0.1").code, 0);
  for (const char* words : {"simulate pendulum --until 0.1", "view shopping_cart --no-browser --port 0 --duration 3"}) {
    const ProgramResult result = run_here(words);
    if (result.text.find("built without the page") != std::string::npos) continue;
    EXPECT_EQ(result.code, 0) << words << result.text;
  }
  const ProgramResult unknown = run_here("simulate own_bed --until 0.1");
  EXPECT_EQ(unknown.code, 2);
  EXPECT_NE(unknown.text.find("did you mean 'own_bead'?"), std::string::npos) << unknown.text;
}

TEST_F(CommandLine, no_file_is_written_twice_or_over_what_is_read) {
  folder.write("in.csv", "t,F\n0,1\n");
  expect_refusal("--out a.csv --out ./a.csv", "--out ./a.csv: error: the same file is given twice");
  expect_refusal("--input in.csv --out in.csv", "--out in.csv: error: would overwrite what is read as --input");
  EXPECT_EQ(std::filesystem::file_size(folder.path + "/in.csv"), 8U);
}

TEST_F(CommandLine, what_cannot_be_written_is_an_error) {
  std::filesystem::create_symlink("/dev/full", folder.path + "/full.csv");
  const ProgramResult full = simulate("--out full.csv --out good.csv");
  EXPECT_EQ(full.code, 1);
  EXPECT_NE(full.text.find("full.csv: error: cannot be written: No space left on device"), std::string::npos);
  EXPECT_NE(full.text.find("ran to t = 0.2 s"), std::string::npos);
  EXPECT_GT(std::filesystem::file_size(folder.path + "/good.csv"), 1000U);  // the other one is not lost
  for (const char* command : {"simulate", "equations", "check", "assemble", "show"})
    EXPECT_EQ(run_program(std::string("$T ") + command + " " + model + " > /dev/full").code, 1) << command;
}

TEST_F(CommandLine, unknown_commands_are_named_with_what_may_be_meant) {
  const ProgramResult near = run_program("$T simulat " + model);
  EXPECT_EQ(near.code, 2);
  EXPECT_NE(near.text.find("unknown command 'simulat'\n  did you mean 'simulate'?"), std::string::npos) << near.text;
  const ProgramResult far = run_program("$T frob");
  EXPECT_NE(far.text.find("unknown command 'frob'\n  known commands: equations"), std::string::npos) << far.text;
  EXPECT_NE(run_program("$T " + model).text.find("tangible simulate " + model), std::string::npos);
  EXPECT_NE(run_program("$T").text.find("no command is given"), std::string::npos);
}

TEST_F(CommandLine, unknown_options_are_named_with_what_may_be_meant) {
  expect_refusal("--unti 3", "tangible simulate: error: unknown option '--unti'\n  did you mean '--until'?");
  expect_refusal("--bogus", "unknown option '--bogus'\n  tangible simulate --help lists the options");
  expect_refusal("bead.yaml", "'bead.yaml' is one argument too many");
  EXPECT_NE(run_program("$T --bogus").text.find("tangible: error: unknown option '--bogus'"), std::string::npos);
  EXPECT_EQ(run_program("$T --version").code, 0);
  EXPECT_EQ(run_program("$T -h").code, 0);
}

TEST_F(CommandLine, names_of_files_that_are_empty_are_refused) {
  for (const char* option : {"--plot", "--input", "--out"}) EXPECT_EQ(simulate(std::string(option) + " ''").code, 2);
}

TEST_F(CommandLine, options_of_machine_code_need_it) {
  EXPECT_EQ(run_program("$T show " + model + " --lanes 4").code, 2);
  EXPECT_NE(run_program("$T show " + model + " --target avx2").text.find("add --stage machine"), std::string::npos);
}

// A model without anything in it has no equations, and nothing is wrong with them.
TEST_F(CommandLine, nothing_can_be_done_with_nothing) {
  const std::string bare = folder.write("bare.yaml", "tangible: 1\n");
  for (const char* command : {"simulate", "equations", "check", "assemble", "modes", "show"})
    EXPECT_EQ(run_program(std::string("$T ") + command + " " + bare).code, 0) << command;
}

TEST_F(CommandLine, states_that_are_no_states_are_told) {
  const auto told = [&](const std::string& text) {
    folder.write("states.json", text);
    const ProgramResult result = run_program("cd " + folder.path + " && $T evaluate bead.yaml --states states.json");
    EXPECT_EQ(result.code, 2) << text << result.text;
    return result.text;
  };
  EXPECT_EQ(told("").find("states.json:1: error: not JSON: the file is empty"), 0U);
  EXPECT_EQ(told("{\n\"states\": [").find("states.json:2: error: not JSON: the file ends too early"), 0U);
  EXPECT_EQ(told("{\n states: []}").find("states.json:2: error: not JSON: it cannot be read on"), 0U);
  EXPECT_EQ(told("{\"states\": [{\"t\": 1e400}]}").find("states.json: error: a number in it is too large"), 0U);
  EXPECT_EQ(told("{\"states\": [{\"t\": \"x\"}]}").find("states.json: states[0]: error: t is not a number"), 0U);
  EXPECT_NE(told("{\"states\": [{\"q\": 3}]}").find("`q` must be an object"), std::string::npos);
  EXPECT_NE(told("{\"states\": [{\"q\": {\"xx\": 3}}]}").find("no q named xx\n  did you mean 'x'?"), std::string::npos);
  EXPECT_NE(told("{\"states\": [{\"input\": {}}]}").find("did you mean 'inputs'?"), std::string::npos);
  EXPECT_NE(run_program("$T evaluate " + model + " --states " + folder.path).text.find("this is a folder"),
            std::string::npos);
}

TEST_F(CommandLine, states_of_bodies_that_cannot_be_are_refused) {
  const auto evaluate = [&](const std::string& states) {
    folder.write("states.json", states);
    folder.write("top.yaml",
                 "tangible: 1\nparameters: {m: 2 kg, I: 1 kg*m^2, K: 0.5 kg*m^2}\ncoordinates: {q: rad, x: m}\n"
                 "frames: {B: {in: N, rotate: {z: q}}}\npoints: {P: {from: O, at: x*N.x}}\n"
                 "bodies: {top: {frame: B, center: O, mass: 1 kg, inertia: {xx: I, yy: I, zz: 1, xy: K}}}\n"
                 "particles: {bob: {at: P, mass: m - 1 kg}}\n");
    return run_program("cd " + folder.path + " && $T evaluate top.yaml --states states.json");
  };
  EXPECT_EQ(evaluate("{\"states\": [{\"parameters\": {\"m\": 1.5, \"K\": -1}}]}").code, 0);
  const ProgramResult all = evaluate("{\"parameters\": {\"m\": -2}, \"states\": [{}]}");
  EXPECT_EQ(all.code, 2);
  EXPECT_EQ(all.text.find("states.json: error: the mass of particle 'bob' is negative\n  check the values"), 0U)
      << all.text;
  const ProgramResult one = evaluate("{\"states\": [{}, {\"parameters\": {\"m\": 0.5}}]}");
  EXPECT_EQ(one.code, 2);
  EXPECT_EQ(one.text.find("states.json: states[1]: error: the mass of particle 'bob' is negative"), 0U) << one.text;
  const ProgramResult thin = evaluate("{\"states\": [{\"parameters\": {\"K\": 1.01}}]}");
  EXPECT_EQ(thin.code, 2);
  EXPECT_EQ(thin.text.find("states.json: states[0]: error: the inertia of body 'top' is not positive definite"), 0U)
      << thin.text;
}

TEST_F(CommandLine, the_help_of_a_command_shows_no_examples_of_others) {
  for (const std::string command :
       {"equations", "evaluate", "check", "show", "export", "simulate", "assemble", "replay", "modes", "completion"}) {
    const std::string text = run_program("$T " + command + " --help").text;
    const std::size_t example = text.find("\n  tangible ");
    if (example != std::string::npos && command != "replay") {
      EXPECT_EQ(text.substr(example + 3).find("tangible " + command), 0U) << command << text;
    }
  }
  EXPECT_NE(run_program("$T replay --help").text.find("\n  tangible replay motion.json"), std::string::npos);
}

TEST_F(CommandLine, control_c_keeps_what_was_computed_and_is_told_to_the_shell) {
  // A run that would take hours; the signal comes once it has begun.
  const ProgramResult result =
      run_program("cd " + folder.path +
                  " && $T simulate bead.yaml --until 1e5 --step 1e-5 --every 0.01 --out a.csv & "
                  "sleep 1; kill -INT $!; wait $!");
  EXPECT_EQ(result.code, 130) << result.text;
  EXPECT_NE(result.text.find("interrupted at t = "), std::string::npos) << result.text;
  EXPECT_NE(result.text.find(" s of 100000 s; a.csv holds the motion until then"), std::string::npos) << result.text;
  EXPECT_GT(std::filesystem::file_size(folder.path + "/a.csv"), 1000U);
}

}  // namespace
}  // namespace tangible
