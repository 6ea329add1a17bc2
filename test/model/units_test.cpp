// SPDX-License-Identifier: Apache-2.0
// Units against their definitions in the SI brochure.
#include "model/units.h"

#include <gtest/gtest.h>

namespace tangible {
namespace {

TEST(Unit, prefixes_are_powers_of_ten) {
  EXPECT_EQ(find_unit("cm")->factor, Rational(1, 100));
  EXPECT_EQ(find_unit("km")->factor, Rational(1000));
  EXPECT_EQ(find_unit("kg")->factor, Rational(1));
  EXPECT_EQ(find_unit("g")->factor, Rational(1, 1000));
  EXPECT_EQ(find_unit("MPa")->factor, Rational(1000000));
  EXPECT_EQ(find_unit("us")->factor, Rational(1, 1000000));
}

TEST(Unit, derived_units_have_the_dimension_of_their_definition) {
  EXPECT_EQ(parse_unit("N").dimension, parse_unit("kg*m/s^2").dimension);
  EXPECT_EQ(parse_unit("J").dimension, parse_unit("N*m").dimension);
  EXPECT_EQ(parse_unit("W").dimension, parse_unit("J/s").dimension);
  EXPECT_EQ(parse_unit("V").dimension, parse_unit("W/A").dimension);
  EXPECT_EQ(parse_unit("Ohm").dimension, parse_unit("V/A").dimension);
  EXPECT_EQ(parse_unit("H").dimension, parse_unit("V*s/A").dimension);
  EXPECT_EQ(parse_unit("Pa").dimension, parse_unit("N/m^2").dimension);
  EXPECT_EQ(parse_unit("rad").dimension, parse_unit("1").dimension);
}

TEST(Unit, angles_convert_exactly) {
  EXPECT_EQ(parse_unit("deg").in_si() * Expr(180), pi());
  EXPECT_EQ(parse_unit("rev").in_si(), Expr(2) * pi());
  EXPECT_EQ(parse_unit("rpm").in_si() * Expr(30), pi());
  EXPECT_EQ(parse_unit("deg^2").in_si() * Expr(180 * 180), pi() * pi());
  EXPECT_EQ(parse_unit("deg/deg").in_si(), Expr(1));
}

TEST(Unit, products_and_powers_are_read) {
  EXPECT_EQ(parse_unit("g*cm^2").factor, Rational(1, 10000000));
  EXPECT_EQ(parse_unit(" km / h ").factor, Rational(5, 18));
  EXPECT_EQ(parse_unit("m*s^-2").dimension, dimension::acceleration());
  EXPECT_EQ(parse_unit("1/s").dimension, dimension::rate());
}

TEST(Unit, a_group_in_parentheses_is_divided_by_as_a_whole) {
  EXPECT_EQ(parse_unit("kg/(m*s)").dimension, parse_unit("kg/m/s").dimension);
  EXPECT_EQ(parse_unit("N/(cm*ms)^2").factor, Rational(1, 1) / (Rational(1, 10000) * Rational(1, 1000000)));
  EXPECT_EQ(parse_unit("1/(kg*s^3)").dimension, parse_unit("kg^-1*s^-3").dimension);
}

std::size_t error_at(const char* text) {
  try {
    parse_unit(text);
  } catch (const UnitError& error) {
    return error.at;
  }
  return 999;
}

TEST(Unit, mistakes_are_told_at_their_place) {
  EXPECT_EQ(error_at("kilo"), 0U);
  EXPECT_EQ(error_at("kg/(m*s"), 3U);
  EXPECT_EQ(error_at("kg/m)"), 4U);
  EXPECT_EQ(error_at("kg/((m))"), 4U);
  EXPECT_EQ(error_at("kg/()"), 4U);
  EXPECT_EQ(error_at("kg*lightyear"), 3U);
  EXPECT_EQ(error_at("kg m"), 3U);
  EXPECT_EQ(error_at("kg^"), 3U);
  EXPECT_EQ(error_at("kg^99999999999999999999"), 3U);
  EXPECT_EQ(error_at(""), 0U);
  EXPECT_EQ(error_at("kg/"), 3U);
}

TEST(Dimension, prints_as_a_unit) {
  EXPECT_EQ(dimension::torque().to_string(), "kg*m^2/s^2");
  EXPECT_EQ(dimension::none().to_string(), "1");
  EXPECT_EQ(dimension::rate().to_string(), "1/s");
  EXPECT_EQ(dimension::length().power(Rational(1, 2)).to_string(), "m^(1/2)");
  EXPECT_EQ(dimension::force().describe(), "N (force)");
}

TEST(Dimension, powers_and_products_follow_the_exponents) {
  EXPECT_EQ((dimension::torque() / dimension::inertia()).power(Rational(1, 2)), dimension::rate());
  EXPECT_TRUE((dimension::length() / dimension::length()).is_none());
}

TEST(Dimension, an_exponent_beyond_all_integers_stays_the_largest) {
  const UnitDimension huge = dimension::time().power(power(Rational(-10), 27));
  EXPECT_EQ(huge.integers()[2], -1'000'000);
  EXPECT_NE(huge, dimension::time().power(-1'000'000));
}

}  // namespace
}  // namespace tangible
