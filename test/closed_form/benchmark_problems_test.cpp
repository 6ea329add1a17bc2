// SPDX-License-Identifier: Apache-2.0
// Public benchmark problems of multibody dynamics: Gonzalez, Dopico, Lugris, Cuadrado 2006 (group A), and Andrews'
// squeezer of the test set for initial value problems.
#include <boost/math/special_functions/ellint_1.hpp>
#include <boost/math/special_functions/jacobi_elliptic.hpp>

#include "simulation/inline_model.h"

namespace tangible {
namespace {

// A01: a point of 1 kg on a circle of 1 m, let go at rest beside the pivot; x and y are the coordinates.
const char* simple_pendulum = R"yaml(
name: simple pendulum in x and y
parameters: {m: 1 kg, l: 1 m, g: 9.81 m/s^2}
coordinates: {x: m, z: m}
points:
  P: {from: O, at: x*N.x + z*N.y}
speeds: {u1: x', u2: z'}
particles:
  bob: {at: P, mass: m}
gravity: -g*N.y
constraints:
  rod: {configuration: "mag(p(P)) - l"}
initial: {x: 1 m, z: 0 m}
)yaml";

// sin(th/2) = k sn(K + w t) with k = sin(45 deg), th from the lowest point.
std::pair<double, double> pendulum_at(double t) {
  const double k = std::sqrt(0.5), w = std::sqrt(9.81), K = boost::math::ellint_1(k);
  const double s = k * boost::math::jacobi_sn(k, K + std::fmod(w * t, 4 * K));
  return {2 * s * std::sqrt(1 - s * s), -(1 - 2 * s * s)};
}

TEST(SimplePendulum, formula_gives_the_published_values) {
  EXPECT_NEAR(pendulum_at(0.5).first, 0.391048791551, 1e-11);
  EXPECT_NEAR(pendulum_at(10).second, -0.961419205099, 1e-11);
}

TEST(SimplePendulum, is_where_the_elliptic_functions_say_for_2000_seconds) {
  const double allowed = 1e-3;  // at high accuracy, at 4000 times
  SimulationOptions accurate = fine();
  accurate.tolerance = 1e-11;
  for (const SimulationOptions& options : {accurate, fixed(Method::rk4, 1e-3)}) {
    MovingModel pendulum(model_file(simple_pendulum), {}, options);
    pendulum.start();
    double worst = 0;
    for (int i = 1; i <= 4000; ++i) {
      ASSERT_EQ(describe(pendulum.simulation.run_to(0.5 * i)), std::string("ok"));
      const auto [x, y] = pendulum_at(0.5 * i);
      worst = std::max(worst, std::hypot(pendulum.simulation.state()[0] - x, pendulum.simulation.state()[1] - y));
    }
    EXPECT_LT(worst, options.method == Method::adaptive ? allowed / 100 : allowed);
  }
}

// A04: counting gives no degree of freedom.
TEST(Bricard, moves_under_a_row_too_many_and_keeps_its_energy) {
  MovingModel mechanism("models/bricard/bricard.yaml", {}, fixed(Method::rk4, 1e-3));
  mechanism.start();
  double farthest = 0, open = 0, error = 0;
  for (int i = 1; i <= 1000; ++i) {
    ASSERT_EQ(describe(mechanism.simulation.run_to(0.01 * i)), std::string("ok"));
    const Ledger books = mechanism.simulation.ledger();
    error = std::max(error, std::abs(books.total() - books.start));
    farthest = std::max(farthest, std::abs(mechanism.simulation.state()[0]));
    (void)mechanism.simulation.evaluate_outputs(mechanism.simulation.time(), mechanism.simulation.state());
    open = std::max(open, mechanism.simulation.motion().rows().configuration_error());
  }
  EXPECT_GT(farthest, 0.5);
  EXPECT_LT(open, 1e-12);
  EXPECT_LT(error, 1e-9);
}

TEST(Squeezer, is_where_the_reference_of_sixteen_digits_says) {
  SimulationOptions options;
  options.tolerance = 1e-13;
  MovingModel squeezer("models/squeezer/squeezer.yaml", {}, options);
  squeezer.start();
  (void)squeezer.simulation.evaluate_outputs(0, squeezer.simulation.state());
  EXPECT_NEAR(squeezer.simulation.motion().accelerations()[0], 14222.4439199541, 1e-5);
  EXPECT_NEAR(squeezer.simulation.motion().accelerations()[1], -10666.8329399656, 1e-5);
  ASSERT_EQ(describe(squeezer.simulation.run_to(0.03)), std::string("ok"));
  const double reference[] = {15.81077119629904,  -15.75637105984298, 0.04082224013073101, -0.5347301163226948,
                              0.5244099658805304, 0.5347301163226948, 1.048080741042263,   1139.920302151208,
                              -1424.379294994111, 11.03291221937134,  19.29337464421385,   0.5735699284790808,
                              -19.29337464421385, 0.3231791658026955};
  const double fastest = 1424;
  for (std::size_t i = 0; i < 14; ++i)
    EXPECT_NEAR(squeezer.simulation.state()[i], reference[i], 1e-8 * (i < 7 ? 1 : fastest)) << i;
}

// Two wheels on springs, one of them over a bumpy road that pulls the axle along: a moving constraint, a spring whose
// end has a prescribed motion. The road does work, and the books contain it.
TEST(CarAxis, is_where_the_test_set_says_after_3_seconds) {
  MovingModel car("models/car_axis/car_axis.yaml", {}, fine());
  car.start();
  ASSERT_EQ(describe(car.simulation.run_to(3)), std::string("ok"));
  const double expected[] = {0.4934557842755629e-1,  0.4969894602303324,    0.1041742524885400e1,  0.3739110272652214,
                             -0.7705836840321485e-1, 0.7446866596327776e-2, 0.1755681574942899e-1, 0.7703410437794031};
  for (std::size_t i = 0; i < 8; ++i) EXPECT_NEAR(car.simulation.state()[i], expected[i], 1e-9) << i;
  EXPECT_LT(std::abs(car.simulation.ledger().drift()), 1e-12);
}

// Seven stars in a plane with close encounters.
TEST(Pleiades, are_where_the_test_set_says_after_3_seconds) {
  MovingModel stars("models/pleiades/pleiades.yaml", {}, fine());
  stars.start();
  ASSERT_EQ(describe(stars.simulation.run_to(3)), std::string("ok"));
  const double x[] = {0.3706139143970502, 3.237284092057233, -3.222559032418324, 0.6597091455775310,
                      0.3425581707156584, 1.562172101400631, -0.7003092922212495};
  const double y[] = {-3.943437585517392, -3.271380973972550,  5.225081843456543, -2.590612434977470,
                      1.198213693392275,  -0.2429682344935824, 1.091449240428980};
  for (std::size_t i = 0; i < 7; ++i) {
    EXPECT_NEAR(stars.simulation.state()[2 * i], x[i], 1e-6) << i;
    EXPECT_NEAR(stars.simulation.state()[2 * i + 1], y[i], 1e-6) << i;
  }
  EXPECT_LT(std::abs(stars.simulation.ledger().drift()), 1e-7);
}

}  // namespace
}  // namespace tangible
