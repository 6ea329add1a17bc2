// SPDX-License-Identifier: Apache-2.0
// LaTeX as a person would set it.
#include <gtest/gtest.h>

#include "symbolic/graph.h"
#include "symbolic/print.h"
#include "symbolic/print_latex.h"
#include "symbolic/random_expr.h"
#include "symbolic/read.h"

namespace tangible {
namespace {

struct PrintLatex : testing::Test {
  Graph graph;
  GraphScope scope{graph};
  static std::string latex(std::string_view text) { return to_latex(read_expression(text)); }
};

TEST_F(PrintLatex, names_are_letters_with_indices_and_dots) {
  EXPECT_EQ(latex_symbol_name("q1"), "q_{1}");
  EXPECT_EQ(latex_symbol_name("q1'"), "\\dot{q}_{1}");
  EXPECT_EQ(latex_symbol_name("u12''"), "\\ddot{u}_{12}");
  EXPECT_EQ(latex_symbol_name("m_B"), "m_{B}");
  EXPECT_EQ(latex_symbol_name("tau"), "\\tau");
  EXPECT_EQ(latex_symbol_name("theta2'"), "\\dot{\\theta}_{2}");
  EXPECT_EQ(latex_symbol_name("omega_AB"), "\\omega_{\\mathit{AB}}");
  EXPECT_EQ(latex_symbol_name("mass"), "\\mathit{mass}");
  EXPECT_EQ(latex_symbol_name("I_B_zz"), "I_{B,\\mathit{zz}}");
  EXPECT_EQ(latex_symbol_name("F_c1"), "F_{c1}");
  EXPECT_EQ(latex_symbol_name("link.tip"), "\\mathit{link}_{\\mathit{tip}}");
  EXPECT_EQ(latex_symbol_name("50% {a}"), "\\text{50\\% \\{a\\}}");
}

TEST_F(PrintLatex, fractions_roots_and_powers_are_set) {
  EXPECT_EQ(latex("x/y"), "\\frac{x}{y}");
  EXPECT_EQ(latex("(a + b)/(c - d)"), "\\frac{a + b}{c - d}");
  EXPECT_EQ(latex("3*m*L^2/4"), "\\frac{3 \\, m \\, L^{2}}{4}");
  EXPECT_EQ(latex("-1/2"), "-\\frac{1}{2}");
  EXPECT_EQ(latex("sqrt(x^2 + 1)"), "\\sqrt{x^{2} + 1}");
  EXPECT_EQ(latex("x^(2/3)"), "x^{2/3}");
  EXPECT_EQ(latex("(a + b)^x"), "\\left(a + b\\right)^{x}");
  EXPECT_EQ(latex("sin(q1)^2*exp(-t)"), "\\sin^{2}\\left(q_{1}\\right) \\, \\mathrm{e}^{-t}");
}

TEST_F(PrintLatex, functions_and_cases_are_set) {
  EXPECT_EQ(latex("abs(x)*sign(y)"), "\\left|x\\right| \\, \\operatorname{sgn}\\left(y\\right)");
  EXPECT_EQ(latex("atan2(y, x) + pi"), "\\operatorname{atan2}\\left(y, x\\right) + \\pi");
  EXPECT_EQ(latex("if(a <= b and not c, 1, log(x))"),
            "\\begin{cases} 1 & \\text{if } a \\le b \\land \\left(\\lnot c\\right) \\\\ "
            "\\ln\\left(x\\right) & \\text{otherwise} \\end{cases}");
}

TEST_F(PrintLatex, what_is_shared_gets_lines_of_its_own) {
  const Expr shared = read_expression("sin(x + y)");
  EXPECT_EQ(to_latex(shared * (shared + 1), 0),
            "\\begin{aligned}\nz_{1} &= \\sin\\left(x + y\\right) \\\\\n& \\left(z_{1} + 1\\right) \\, "
            "z_{1}\n\\end{aligned}");
}

// Whatever is printed, TeX's groups, \left and \right, \begin and \end match.
TEST(PrintLatexProperty, groups_are_balanced) {
  EXPECT_TRUE(rc::check([] {
    Graph graph;
    GraphScope scope(graph);
    const std::string text = to_latex(cook(*recipes(80), {.safe = false}), *rc::gen::element<std::size_t>(0, 10'000));
    const auto count = [&](std::string_view part) {
      int found = 0;
      for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) ++found;
      return found;
    };
    RC_ASSERT(count("{") == count("}"));
    RC_ASSERT(count("\\left(") == count("\\right)"));
    RC_ASSERT(count("\\left|") == count("\\right|"));
    RC_ASSERT(count("\\begin{") == count("\\end{"));
  }));
}

}  // namespace
}  // namespace tangible
