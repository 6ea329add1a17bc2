// SPDX-License-Identifier: Apache-2.0
// The report in C compiles and computes the equations; the report in LaTeX is well formed; shells complete.
#include <gtest/gtest.h>

#include <array>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <sstream>

#include "app/command.h"
#include "engine/equations_report.h"
#include "formulated.h"
#include "symbolic/evaluate.h"

namespace tangible {
namespace {

std::string run(const std::string& command) {
  std::string text;
  std::array<char, 256> piece{};
  FILE* pipe = popen((command + " 2>&1").c_str(), "r");
  while (pipe != nullptr && fgets(piece.data(), static_cast<int>(piece.size()), pipe) != nullptr) text += piece.data();
  const int status = pclose(pipe);
  EXPECT_EQ(status, 0) << command << "\n" << text;
  return text;
}

Embedding embedding_of(const Formulation& model) {
  std::vector<std::string> active;
  for (const ConstraintRow& row : model.equations.rows)
    if (row.active == Activity::permanent) active.push_back(row.name);
  return derive_embedding(model.equations, active);
}

// A C program that calls the function at x_i = 0.3 + 0.1 i for everything and prints what it gives.
std::string main_of(const EquationsReport& report, const std::string& function) {
  const std::size_t nq = report.equations.nq(), p = report.embedding.independent.size();
  std::ostringstream out;
  out << "\n#include <stdio.h>\nint main(void) {\n  double x[4][64], rates[64], mass[256], forcing[64];\n"
      << "  for (int i = 0; i < 256; ++i) x[i / 64][i % 64] = 0.3 + 0.1 * (i % 7) + 0.01 * (i / 64);\n  " << function
      << "(0.5, x[0], x[1], x[2], x[3], rates, mass, forcing);\n"
      << "  for (int i = 0; i < " << nq << "; ++i) printf(\"%.17g\\n\", rates[i]);\n"
      << "  for (int i = 0; i < " << p * p << "; ++i) printf(\"%.17g\\n\", mass[i]);\n"
      << "  for (int i = 0; i < " << p << "; ++i) printf(\"%.17g\\n\", forcing[i]);\n  return 0;\n}\n";
  return out.str();
}

// The same numbers by evaluation.
std::vector<double> expected(const EquationsReport& report) {
  Values values{{report.mechanism.time(), 0.5}};
  const auto give = [&](std::size_t array, std::size_t i, Expr symbol) {
    values[symbol] = 0.3 + 0.1 * static_cast<double>((array * 64 + i) % 7) + 0.01 * static_cast<double>(array);
  };
  for (std::size_t i = 0; i < report.mechanism.parameters().size(); ++i)
    give(0, i, report.mechanism.parameters()[i].symbol);
  for (std::size_t i = 0; i < report.equations.nq(); ++i) give(1, i, report.equations.kinematical.q[i]);
  for (std::size_t i = 0; i < report.equations.nu(); ++i) give(2, i, report.equations.kinematical.u[i]);
  for (std::size_t i = 0; i < report.mechanism.inputs().size(); ++i) give(3, i, report.mechanism.inputs()[i].symbol);
  std::vector<Expr> all = report.equations.kinematical.rate;
  all.insert(all.end(), report.embedding.mass.entries().begin(), report.embedding.mass.entries().end());
  for (std::size_t r = 0; r < report.embedding.independent.size(); ++r)
    all.push_back(report.embedding.active_force[r] + report.embedding.inertia_velocity[r]);
  return evaluate(all, values);
}

void expect_same_numbers_from_c(const std::string& name, const std::string& function) {
  const CurrentFormulation model = formulate_current({"models/" + name + "/" + name + ".yaml", {}});
  const Embedding embedding = embedding_of(model);
  const EquationsReport report{*model.mechanism, model.equations, embedding, false};
  const std::string stem = testing::TempDir() + "unit_" + name;
  {
    std::ofstream file(stem + ".c");
    write_c(file, report);
    file << main_of(report, function);
  }
  run("cc -std=c99 -Wall -Wextra -pedantic -Werror -O1 -o " + stem + " " + stem + ".c -lm");
  std::istringstream printed(run(stem));
  for (const double number : expected(report)) {
    double ours = 0;
    ASSERT_TRUE(printed >> ours) << name;
    EXPECT_NEAR(ours, number, 1e-12 * std::max(1.0, std::abs(number))) << name;
  }
}

TEST(CUnit, of_the_cart_computes_its_equations) {
  expect_same_numbers_from_c("shopping_cart", "shopping_cart_equations");
}
// Its coordinate is called q and its speed u, which the arrays must not be.
TEST(CUnit, of_the_pendulum_computes_its_equations) { expect_same_numbers_from_c("pendulum", "pendulum_equations"); }
TEST(CUnit, of_a_free_body_computes_its_equations) {
  expect_same_numbers_from_c("free_rigid_body", "free_rigid_body_equations");
}

TEST(Latex, has_the_table_of_partial_velocities_and_balanced_environments) {
  const CurrentFormulation model = formulate_current({"models/shopping_cart/shopping_cart.yaml", {}});
  const Embedding embedding = embedding_of(model);
  const std::string text = make_document({*model.mechanism, model.equations, embedding}).latex();
  EXPECT_NE(text.find("\\mathbf{v}^{\\text{P3}}_{r}"), std::string::npos) << text;
  EXPECT_NE(text.find("with rear\\_wheels, front\\_wheel embedded"), std::string::npos) << text;
  int open = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '\\') {
      ++i;  // an escaped brace does not count
      continue;
    }
    open += text[i] == '{' ? 1 : text[i] == '}' ? -1 : 0;
    ASSERT_GE(open, 0);
  }
  EXPECT_EQ(open, 0);
  for (const std::string environment : {"align", "array"}) {
    const auto count = [&](const std::string& what) {
      std::size_t n = 0;
      for (std::size_t at = text.find(what); at != std::string::npos; at = text.find(what, at + 1)) ++n;
      return n;
    };
    EXPECT_GT(count("\\begin{" + environment + "}"), 0u);
    EXPECT_EQ(count("\\begin{" + environment + "}"), count("\\end{" + environment + "}"));
  }
}

// Completions are made from the commands themselves, so that none can be forgotten.
struct Completion : testing::Test {
  std::string of(const char* shell) {
    CLI::App app{"tangible"};
    int code = 0;
    add_equations_command(app, code);
    add_evaluate_command(app, code);
    add_check_command(app, code);
    add_completion_command(app);
    testing::internal::CaptureStdout();
    app.parse(std::string("completion ") + shell);
    return testing::internal::GetCapturedStdout();
  }
};

TEST_F(Completion, bash_completes_commands_options_and_formats) {
  const std::string path = testing::TempDir() + "completion.bash";
  std::ofstream(path) << of("bash");
  const auto complete = [&](const std::string& words, int index) {
    return run("bash -c 'source " + path + "; COMP_WORDS=(" + words + "); COMP_CWORD=" + std::to_string(index) +
               "; _tangible; echo \"${COMPREPLY[@]}\"'");
  };
  EXPECT_EQ(complete("tangible e", 1), "equations evaluate\n");
  EXPECT_EQ(complete("tangible equations --re", 2), "--reactions\n");
  EXPECT_EQ(complete("tangible equations --format l", 3), "latex\n");
  EXPECT_EQ(complete("tangible check --se", 2), "--seed --set\n");
}

TEST_F(Completion, zsh_and_fish_know_every_command_and_option) {
  for (const char* shell : {"zsh", "fish"}) {
    const std::string text = of(shell);
    for (const char* word : {"equations", "evaluate", "check", "completion", "intermediates", "states", "seed"})
      EXPECT_NE(text.find(word), std::string::npos) << shell << " " << word;
  }
}

TEST(Help, every_command_shows_an_example) {
  CLI::App app{"tangible"};
  int code = 0;
  add_equations_command(app, code);
  add_evaluate_command(app, code);
  add_check_command(app, code);
  add_completion_command(app);
  for (CLI::App* command : app.get_subcommands([](CLI::App*) { return true; }))
    EXPECT_NE(command->help().find("Example"), std::string::npos) << command->get_name();
}

}  // namespace
}  // namespace tangible
