// SPDX-License-Identifier: Apache-2.0
// Programs of models: shown, exported, and the same by every back end.
#include <gtest/gtest.h>

#include <cmath>
#include <filesystem>

#include "engine/model_program.h"
#include "engine/starting_inputs.h"
#include "extent.h"
#include "formulated.h"
#include "program/compiled_c.h"
#include "program/emit_c.h"
#include "program/evaluation.h"
#include "program/program_file.h"

namespace tangible {
namespace {

CurrentFormulation wrist() { return formulate_current({"models/spherical_wrist/spherical_wrist.yaml", {}}); }

TEST(ModelProgram, native_code_and_interpreter_give_the_same_accelerations) {
  for (const char* path : {"models/spherical_wrist/spherical_wrist.yaml", "models/shopping_cart/shopping_cart.yaml",
                           "models/seven_revolute_arm/seven_revolute_arm.yaml"}) {
    const CurrentFormulation model = formulate_current({path, {}});
    const Program program = model_program(model, {"accelerations", {}, {}});
    Evaluation native(program);
    Evaluation interpreted(program, Backend::interpreter);
    std::vector<double> inputs = initial_inputs(model, program);
    for (std::size_t i = 0; i < inputs.size(); ++i)
      if (program.inputs[i].stage >= Stage::configuration) inputs[i] += 0.1 * static_cast<double>(i % 7) + 0.05;
    std::ranges::copy(inputs, native.inputs().begin());
    std::ranges::copy(inputs, interpreted.inputs().begin());
    native.run();
    interpreted.run();
    for (std::size_t i = 0; i < native.outputs().size(); ++i) {
      EXPECT_TRUE(std::isfinite(native.outputs()[i])) << path;
      EXPECT_EQ(native.outputs()[i], interpreted.outputs()[i]) << path << ", output " << i;
    }
  }
}

TEST(ModelProgram, exported_c_keeps_the_names_of_the_model) {
  const CurrentFormulation model = wrist();
  const Program program = model_program(model, {"accelerations", {}, {}});
  const std::vector<CFile> files = emit_c(program, {"spherical_wrist", "wrist", initial_inputs(model, program)});
  ASSERT_EQ(files.size(), 4u);
  EXPECT_EQ(files[0].name, "spherical_wrist.h");
  EXPECT_NE(files[0].text.find("q1  (configuration)"), std::string::npos) << files[0].text;
  EXPECT_NE(files[1].text.find("const double q1 = in["), std::string::npos);
}

// The example of a closed loop is no set of zeros, at which its rows depend on each other.
TEST(ExportedC, begins_where_the_assembled_mechanism_does) {
  const CurrentFormulation model = formulate_current({"models/four_bar/four_bar.yaml", {}});
  const Program program = model_program(model, {"accelerations", {}, {}});
  const StartingInputs start = starting_inputs(model, program);
  EXPECT_TRUE(start.is_assembled);
  Evaluation evaluation(program, Backend::interpreter);
  std::ranges::copy(start.values, evaluation.inputs().begin());
  evaluation.run();
  const std::span<const double> out = evaluation.outputs();
  ASSERT_EQ(out.size(), 3u);  // u1', regularity, violation
  EXPECT_TRUE(std::isfinite(out[0]));
  EXPECT_GT(out[1], 0.1);
  EXPECT_LT(out[2], 1e-9);
  const CExport how{"four_bar", "bars", start.values, "At the start.", start.units};
  const std::vector<CFile> files = emit_c(program, how);
  EXPECT_NE(files[0].text.find("f1  (configuration, rad)"), std::string::npos) << files[0].text;
  EXPECT_NE(files[0].text.find("u1  (state, rad/s)"), std::string::npos) << files[0].text;
  EXPECT_NE(files[2].text.find("printed. At the start. */"), std::string::npos) << files[2].text;
  // What cannot be assembled can still be exported.
  const CurrentFormulation apart = formulate_current({"models/four_bar/four_bar.yaml", {"d=5 m"}});
  EXPECT_FALSE(starting_inputs(apart, model_program(apart, {"accelerations", {}, {}})).is_assembled);
}

// By default each model by one of the compilers, in turn.
TEST(ExportedC, of_every_model_of_the_library_compiles_without_a_warning) {
  namespace fs = std::filesystem;
  int models = 0;
  for (const auto& entry : fs::recursive_directory_iterator("models")) {
    if (entry.path().extension() != ".yaml") continue;
    const CurrentFormulation model = formulate_current({entry.path().string(), {}});
    const Program program = model_program(model, {"accelerations", {}, {}});
    if (program.outputs.empty()) continue;  // the constraints leave no speed free
    const TemporaryFolder folder;
    folder.write(emit_c(program, {"model", model.equations.name, initial_inputs(model, program)}));
    int number = models++;
    for (const char* compiler : {"gcc", "clang"}) {
      if (!is_tested(number++, 2)) continue;
      int status = 0;
      const std::string said = output_of("cd " + folder.path().string() + " && " + compiler + " " + strict_c +
                                             " -c model.c && " + compiler + " " + strict_c + " -c example.c",
                                         status);
      EXPECT_EQ(status, 0) << entry.path() << ", " << compiler << ": " << said;
    }
  }
}

TEST(ModelProgram, a_saved_program_of_a_model_comes_back) {
  const CurrentFormulation model = wrist();
  const Program program = model_program(model, {"mass", {}, {}});
  EXPECT_EQ(load_program(save_program(program)).to_text(), program.to_text());
}

}  // namespace
}  // namespace tangible
