// SPDX-License-Identifier: Apache-2.0
// Inputs from files: units are converted, and errors are reported with their lines.
#include "engine/input_table.h"

#include <gtest/gtest.h>

#include <cmath>

#include "app/program.h"
#include "engine/formulation.h"
#include "engine/run_recipe.h"

namespace tangible {
namespace {

InputTable read(const std::string& text) {
  const ScratchFolder folder;
  return read_input_table(folder.write("in.csv", text));
}

// The error reported for a table, without its folder.
std::string refusal(const std::string& text) {
  const ScratchFolder folder;
  try {
    RunRecipe recipe;
    recipe.load.path = folder.write("bead.yaml", pushed_bead);
    recipe.until = 0.1;
    recipe.inputs = read_input_table(folder.write("in.csv", text));
    (void)run_recipe(recipe);
  } catch (const BadInput& error) {
    return std::string(error.what()).substr(folder.path.size() + 1);
  }
  return "";
}

TEST(InputTable, numbers_are_converted_from_the_units_of_the_head) {
  const InputTable table = read("t [ms],F [kN],tau [N*cm]\n0,1,2\n250,-3,4\n");
  ASSERT_EQ(table.rows.size(), 2U);
  EXPECT_EQ(table.names, (std::vector<std::string>{"F", "tau"}));
  const std::vector<double> expected{0.25, -3000, 0.04};
  for (std::size_t i = 0; i < 3; ++i) EXPECT_DOUBLE_EQ(table.rows[1][i], expected[i]);
}

TEST(InputTable, kilonewtons_and_milliseconds_push_as_newtons_and_seconds_do) {
  const auto speed_at_end = [](const std::string& text) {
    const ScratchFolder folder;
    RunRecipe recipe;
    recipe.load.path = folder.write("bead.yaml", pushed_bead);
    recipe.until = 0.2;
    recipe.step = 0.01;  // the table has a kink at the end of a step: each is exact
    recipe.inputs = read_input_table(folder.write("in.csv", text));
    return run_recipe(recipe).column("u_x").back();
  };
  // Impulse 50 + 100 N s on 2 kg.
  EXPECT_NEAR(speed_at_end("t [ms], F [kN]\n0, 0\n100, 1\n"), 75, 1e-9);
  EXPECT_NEAR(speed_at_end("t,F\n0,0\n0.1,1000\n"), 75, 1e-9);
}

TEST(InputTable, bends_are_where_any_column_changes_its_slope) {
  EXPECT_EQ(find_breakpoints(read("t,F,tau\n1,2,0\n2,2,0\n3,2,0\n4,3,0\n5,4,0\n6,5,1\n7,6,1\n")),
            (std::vector<double>{3, 5, 6, 7}));
  EXPECT_EQ(find_breakpoints(read("t,F\n0,5\n1,5\n")), std::vector<double>{});
  EXPECT_EQ(find_breakpoints({}), std::vector<double>{});
}

// Between two rows the force is a line, the speed a parabola and the place a cubic: with the force f at the beginning
// of a piece of length h and s its slope, m v grows by f h + s h^2/2 and m x by m v h + f h^2/2 + s h^3/6.
struct Pushed {
  double x = 0, v = 0;
};
Pushed push_by_pieces(const std::vector<std::pair<double, double>>& table, double until, double m) {
  Pushed bead;
  for (std::size_t k = 0; k < table.size(); ++k) {
    const auto [t, f] = table[k];
    const auto [end, next] = k + 1 < table.size() ? table[k + 1] : std::pair(until, f);
    const double h = end - t, s = (next - f) / h;
    bead.x += bead.v * h + (f * h * h / 2 + s * h * h * h / 6) / m;
    bead.v += (f * h + s * h * h / 2) / m;
  }
  return bead;
}

// Steps of the free bead are seconds long: it would not feel the second and the third of these pushes.
TEST(InputTable, pushes_as_its_pieces_do_however_short_they_are) {
  const std::vector<std::vector<std::pair<double, double>>> tables{
      {{0, 0}, {1, 2}, {2, -1}, {4, 3}},
      {{0, 0}, {5, 0}, {5.005, 100}, {5.01, 0}},
      {{0, 0}, {5, 0}, {5.0001, 1000}, {5.0002, -1000}, {5.0003, 0}},
      {{0, 1}, {7.3, 1}, {7.3001, -1}}};
  for (const auto& table : tables) {
    const ScratchFolder folder;
    RunRecipe recipe;
    recipe.load.path = folder.write("bead.yaml", pushed_bead);
    recipe.until = 10;
    recipe.inputs.names = {"F"};
    for (const auto& [t, f] : table) recipe.inputs.rows.push_back({t, f});
    const Record record = run_recipe(recipe);
    const Pushed bead = push_by_pieces(table, 10, 2);
    EXPECT_NEAR(record.column("x").back(), bead.x, 1e-9 * (1 + std::abs(bead.x)));
    EXPECT_NEAR(record.column("u_x").back(), bead.v, 1e-9 * (1 + std::abs(bead.v)));
    EXPECT_NEAR(record.ledger.inputs, bead.v * bead.v, 1e-9 * (1 + bead.v * bead.v));  // m v^2/2, from rest
    EXPECT_EQ(record.counts.rejected, 0);
  }
}

TEST(InputTable, files_of_spreadsheets_are_read) {
  const InputTable table = read("\xEF\xBB\xBF\"t [s]\",\"F [kg*m/(s^2)]\"\r\n0,+1\r\n\r\n1, 2 \r\n");
  EXPECT_EQ(table.names, std::vector<std::string>{"F"});
  EXPECT_EQ(table.rows, (std::vector<std::vector<double>>{{0, 1}, {1, 2}}));
}

TEST(InputTable, units_that_do_not_fit_are_refused) {
  EXPECT_EQ(refusal("t,F [m]\n0,1\n"),
            "in.csv:1: error: input F is counted in N, and [m] does not fit that\n"
            "  write a unit of the same kind, or leave it out for SI");
  EXPECT_EQ(refusal("t [kg],F\n0,1\n"), "in.csv:1: error: t is a time, and [kg] is not; write t [s] or t [ms]");
  EXPECT_NE(refusal("t,F [bla]\n0,1\n").find("in.csv:1: error: the unit [bla] of F: 'bla' is not a unit"),
            std::string::npos);
  EXPECT_EQ(refusal("t,F [N\n0,1\n"), "in.csv:1: error: the unit of F is not closed; write F [N]");
  EXPECT_EQ(refusal("t,F [SI]\n0,1\n"), "");
}

TEST(InputTable, names_that_are_unknown_or_stand_twice_are_refused) {
  EXPECT_EQ(refusal("t,f\n0,1\n"), "in.csv:1: error: the model has no input named f\n  did you mean 'F'?");
  EXPECT_NE(refusal("t,torque\n0,1\n").find("known inputs: F, tau"), std::string::npos);
  EXPECT_EQ(refusal("t,F,F\n0,1,1\n"), "in.csv:1: error: column F appears twice; remove one of them");
  EXPECT_EQ(refusal("t,F,\n0,1,\n"), "in.csv:1: error: column 3 has no name; name it, or take it away");
  EXPECT_NE(refusal("t;F\n0;1\n").find("separated by commas; found 't;F'"), std::string::npos);
  EXPECT_NE(refusal("F,t\n0,1\n").find("in.csv:1: error: expected a head with the time first"), std::string::npos);
}

TEST(InputTable, cells_that_are_no_finite_numbers_are_refused_with_their_line) {
  EXPECT_EQ(refusal("t,F\n0,1\n1,\n"), "in.csv:3: error: column F has no number here; write one in every line");
  EXPECT_EQ(refusal("t,F\n0,1\n\n1,two\n"), "in.csv:4: error: column F: 'two' is not a number");
  EXPECT_EQ(refusal("t,F\n0,1 2\n"), "in.csv:2: error: column F: '1 2' is not a number");
  for (const std::string cell : {"nan", "inf", "-inf", "1e400"})
    EXPECT_EQ(refusal("t,F\n0," + cell + "\n"),
              "in.csv:2: error: column F: " + cell + " is not a finite number that can be kept");
  EXPECT_EQ(refusal("t,F\n0,1,2\n"), "in.csv:2: error: expected 2 numbers, one for each column of the head, found 3");
}

TEST(InputTable, times_increase) {
  EXPECT_EQ(
      refusal("t [ms],F\n0,1\n20,1\n10,1\n"),
      "in.csv:4: error: t = 0.01 s comes after t = 0.02 s; times must increase: sort the lines, and give each time "
      "once");
  EXPECT_NE(refusal("t,F\n0,1\n0,2\n").find("in.csv:3: error: t = 0 s comes after t = 0 s"), std::string::npos);
}

TEST(InputTable, files_without_numbers_say_what_they_need) {
  for (const char* text : {"", "\n \r\n"})
    EXPECT_NE(refusal(text).find("in.csv: error: the file is empty; write a head such as t,F,tau"), std::string::npos);
  EXPECT_NE(refusal("t,F\n").find("in.csv:1: error: there are no numbers below the head; write a line for each time, "
                                  "such as 0,0"),
            std::string::npos);
}

}  // namespace
}  // namespace tangible
