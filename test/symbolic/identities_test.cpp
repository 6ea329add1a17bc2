// SPDX-License-Identifier: Apache-2.0
// The suite of identities from mechanics (identities.txt): right in itself, decided exactly, simplified to nothing.
#include <gtest/gtest.h>

#include <cmath>
#include <fstream>
#include <random>
#include <string>

#include "symbolic/equality.h"
#include "symbolic/evaluate.h"
#include "symbolic/graph.h"
#include "symbolic/print.h"
#include "symbolic/read.h"
#include "symbolic/simplify.h"
#include "symbolic/substitute.h"

namespace tangible {
namespace {

struct Claim {
  int line = 0;
  std::string text;
  bool equal = true;
  bool exact = true;  // algebraic and trigonometric: no line of the last section
  Expr left;
  Expr right;
};

struct Identities : testing::Test {
  Graph graph;
  GraphScope scope{graph};
  std::vector<Claim> claims = read_claims();

  static std::vector<Claim> read_claims() {
    std::vector<Claim> list;
    std::ifstream file("test/symbolic/identities.txt");
    std::string text;
    for (int line = 1; std::getline(file, text); ++line) {
      if (text.empty() || text.front() == '#') continue;
      Claim claim;
      claim.line = line;
      claim.text = text;
      if (text.starts_with("~ ")) {
        claim.exact = false;
        text.erase(0, 2);
      }
      claim.equal = text.find(" == ") != std::string::npos;
      const std::size_t sign = text.find(claim.equal ? " == " : " != ");
      claim.left = read_expression(text.substr(0, sign));
      claim.right = read_expression(text.substr(sign + 4));
      list.push_back(claim);
    }
    return list;
  }
};

TEST_F(Identities, there_are_hundreds_of_both_kinds) {
  const auto equal = std::ranges::count(claims, true, &Claim::equal);
  EXPECT_GE(equal, 250);
  EXPECT_GE(static_cast<long>(claims.size()) - equal, 150);
}

// The suite itself, checked without the code under test: values in extended precision at random points. Two sides that
// agree to 1e-13 at all of them are equal, two that differ by more than 1e-6 at one are not; nothing lies between.
TEST_F(Identities, the_suite_is_right_at_random_points) {
  std::mt19937 random(20250115);
  for (const Claim& claim : claims) {
    const Expr sides[] = {claim.left, claim.right};
    const std::vector<Expr> symbols = symbols_in(sides);
    long double largest = 0;
    int points = 0;
    for (int trial = 0; trial < 60 && points < 12; ++trial) {
      std::unordered_map<Expr, long double> values;
      for (const Expr s : symbols) values[s] = 0.2L + 1.1L * static_cast<long double>(random() % 1000003) / 1000003;
      const std::vector<long double> v = evaluate_long(sides, values);
      if (!std::isfinite(v[0]) || !std::isfinite(v[1])) continue;
      ++points;
      const long double scale = std::max({1.0L, std::fabs(v[0]), std::fabs(v[1])});
      largest = std::max(largest, std::fabs(v[0] - v[1]) / scale);
    }
    EXPECT_GE(points, 6) << claim.line << ": " << claim.text;
    if (claim.equal) {
      EXPECT_LT(largest, 1e-13L) << claim.line << ": " << claim.text;
    } else {
      EXPECT_GT(largest, 1e-6L) << claim.line << ": " << claim.text;
    }
  }
}

TEST_F(Identities, all_are_decided_and_without_doubt_where_algebra_suffices) {
  for (const Claim& claim : claims) {
    const Verdict verdict = decide_equal(claim.left, claim.right);
    EXPECT_EQ(verdict.equal, claim.equal) << claim.line << ": " << claim.text;
    if (!claim.exact) continue;
    EXPECT_NE(verdict.how, Verdict::How::numeric) << claim.line << ": " << claim.text;
    EXPECT_NE(verdict.how, Verdict::How::modular) << claim.line << ": " << claim.text;
    EXPECT_EQ(verdict.error_probability, 0) << claim.line << ": " << claim.text;
  }
}

TEST_F(Identities, the_difference_of_equal_sides_simplifies_to_zero_and_of_others_does_not) {
  for (const Claim& claim : claims) {
    if (!claim.exact) continue;
    const Expr difference = simplify(claim.left - claim.right);
    EXPECT_EQ(difference.is_zero(), claim.equal) << claim.line << ": " << claim.text << "\n  " << to_text(difference);
  }
}

TEST_F(Identities, simplification_keeps_the_value_and_never_lengthens_what_is_printed) {
  for (const Claim& claim : claims) {
    for (const Expr side : {claim.left, claim.right}) {
      const Expr simple = simplify(side);
      EXPECT_LE(to_text(simple).size(), to_text(side).size()) << claim.line << ": " << claim.text;
      EXPECT_TRUE(are_equal(simple, side)) << claim.line << ": " << claim.text << "\n  " << to_text(simple);
    }
  }
}

// A measure of how good the search is: the longer side of 93 in 100 identities comes down to the length of the shorter.
TEST_F(Identities, the_longer_side_mostly_becomes_as_short_as_the_shorter) {
  int reached = 0;
  int all = 0;
  for (const Claim& claim : claims) {
    if (!claim.exact || !claim.equal) continue;
    const bool left_longer = to_text(claim.left).size() > to_text(claim.right).size();
    const Expr longer = left_longer ? claim.left : claim.right;
    const Expr shorter = left_longer ? claim.right : claim.left;
    ++all;
    if (to_text(simplify(longer)).size() <= to_text(shorter).size()) ++reached;
  }
  EXPECT_GE(reached * 100, all * 93) << reached << " of " << all;
}

}  // namespace
}  // namespace tangible
