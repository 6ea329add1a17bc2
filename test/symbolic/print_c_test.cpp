// SPDX-License-Identifier: Apache-2.0
// C: it compiles without a warning and computes the same numbers.
#include <dlfcn.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <random>

#include "symbolic/graph.h"
#include "symbolic/print.h"
#include "symbolic/print_c.h"
#include "symbolic/random_expr.h"
#include "symbolic/read.h"

namespace tangible {
namespace {

struct PrintC : testing::Test {
  Graph graph;
  GraphScope scope{graph};
  Expr x = symbol("x"), y = symbol("y"), z = symbol("z");
};

TEST_F(PrintC, numbers_are_doubles) {
  EXPECT_EQ(to_c(x / 3 + Rational(3, 4)), "x/3.0 + 3.0/4.0");
  EXPECT_EQ(to_c(Expr(-2)), "-2.0");
  EXPECT_EQ(to_c(2 * x * pi()), "2.0*3.14159265358979323846*x");
  EXPECT_EQ(to_c(pow(Expr(10), 30) * x), "1e+30*x");
  EXPECT_EQ(to_c(x / pow(Expr(10), 30)), "1e-30*x");
  EXPECT_EQ(to_c(pow(Expr(10), 400) + x), "x + HUGE_VAL");
}

TEST_F(PrintC, pow_stands_only_where_it_is_needed) {
  EXPECT_EQ(to_c(pow(x, 2)), "x*x");
  EXPECT_EQ(to_c(y / pow(x, 3)), "y/(x*x*x)");
  EXPECT_EQ(to_c(pow(x, 7)), "pow(x, 7.0)");
  EXPECT_EQ(to_c(pow(x + y, 2)), "pow(x + y, 2.0)");
  EXPECT_EQ(to_c(1 / sqrt(x)), "1.0/(sqrt(x))");
  EXPECT_EQ(to_c(pow(x, Rational(2, 3))), "pow(x, 2.0/3.0)");
  EXPECT_EQ(to_c(pow(x, y)), "pow(x, y)");
}

TEST_F(PrintC, truth_values_are_numbers_or_conditions_as_the_place_asks) {
  EXPECT_EQ(to_c(less(x, y)), "(x < y ? 1.0 : 0.0)");
  EXPECT_EQ(to_c(select(less(x, y), x, y)), "(x < y ? x : y)");
  EXPECT_EQ(to_c(select(logical_and(less(x, y), z), x, logical_not(z))),
            "((z != 0.0) && (x < y) ? x : (!(z != 0.0) ? 1.0 : 0.0))");
  EXPECT_EQ(to_c(read_expression("min(x, abs(y))*sign(z)")), "fmin(x, fabs(y))*sign_of(z)");
}

TEST_F(PrintC, symbols_become_identifiers) {
  EXPECT_EQ(c_identifier("q1'"), "q1_dot");
  EXPECT_EQ(c_identifier("q1''"), "q1_ddot");
  EXPECT_EQ(c_identifier("B.x"), "B_x");
  EXPECT_EQ(c_identifier("double"), "double_");
  EXPECT_EQ(c_identifier("y0"), "y0_");
  EXPECT_EQ(c_identifier("2 words"), "s2_words");
  EXPECT_EQ(to_c(read_expression("a.b + 2*a_b")), "a_b + 2.0*a_b_2");
}

TEST_F(PrintC, a_listing_tells_which_identifier_is_which_symbol) {
  const NamedExpr result{"x", sin(x * symbol("q'")) + sin(x * symbol("q'")) * y};
  const Listing listing = list_expressions(std::span(&result, 1), Dialect::c);
  ASSERT_EQ(listing.symbols.size(), 3u);
  EXPECT_EQ(listing.symbols[0].name, "x_2");  // x is the result
  EXPECT_EQ(listing.symbols[2].name, "q_dot");
  EXPECT_EQ(to_string(listing), "const double z1 = sin(x_2*q_dot);\nx = y*z1 + z1;\n");
}

// A C function that computes all expressions, inline or by a listing.
std::string c_function(const std::string& name, std::span<const NamedExpr> results, std::size_t inline_nodes) {
  const Listing listing = list_expressions(results, Dialect::c, inline_nodes);
  std::string code = "void " + name + "(const double* in, double* out) {\n";
  for (const NamedExpr& s : listing.symbols) {
    const std::string_view symbol_name = s.value.name();  // x3 or x3'
    const int index = 2 * (symbol_name[1] - '1') + (symbol_name.size() > 2 ? 1 : 0);
    code += "  const double " + s.name + " = in[" + std::to_string(index) + "];\n";
  }
  return code + to_string(listing) + "}\n";
}

using CompiledFunction = void (*)(const double*, double*);

TEST_F(PrintC, compiled_it_computes_what_the_expressions_say) {
  if (std::system("command -v cc > /dev/null") != 0) GTEST_SKIP() << "no C compiler";
  std::mt19937 random(20);
  std::vector<Expr> values;
  std::vector<NamedExpr> results;
  for (int i = 0; i < 100; ++i) {
    Recipe recipe(10 + random() % 40);
    for (auto& entry : recipe) entry = static_cast<std::uint16_t>(random());
    values.push_back(cook(recipe));
    results.push_back({"out[" + std::to_string(i) + "]", values.back()});
  }
  const auto folder = std::filesystem::temp_directory_path() / ("tangible_print_c_" + std::to_string(getpid()));
  std::filesystem::create_directories(folder);
  const std::string base = (folder / "batch").string();
  std::ofstream(base + ".c") << "#include <math.h>\n"
                             << c_helpers() << c_function("by_listing", results, 0)
                             << c_function("in_line", results, 1'000'000);
  const std::string command =
      "cc -std=c11 -pedantic -Wall -Wextra -Wno-unused-function -Werror -O0 -ffp-contract=off "
      "-shared -fPIC -o " +
      base + ".so " + base + ".c -lm";
  ASSERT_EQ(std::system(command.c_str()), 0);
  void* library = dlopen((base + ".so").c_str(), RTLD_NOW);
  ASSERT_NE(library, nullptr) << dlerror();
  for (std::uint32_t seed = 0; seed < 5; ++seed) {
    const Values at = random_values(seed);
    std::vector<double> in;
    for (int i = 1; i <= 4; ++i)
      for (const char* prime : {"", "'"}) in.push_back(at.at(symbol("x" + std::to_string(i) + prime)));
    const std::vector<double> expected = evaluate(values, at);
    for (const char* name : {"by_listing", "in_line"}) {
      std::vector<double> out(values.size());
      reinterpret_cast<CompiledFunction>(dlsym(library, name))(in.data(), out.data());
      for (std::size_t i = 0; i < out.size(); ++i)
        EXPECT_NEAR(out[i], expected[i], 1e-11 * std::max(1.0, std::abs(expected[i]))) << to_text(values[i]);
    }
  }
  dlclose(library);
  std::filesystem::remove_all(folder);
}

}  // namespace
}  // namespace tangible
