// SPDX-License-Identifier: Apache-2.0
// Events that the clock decides: foreseen, reached exactly, none left out, and mixed with others.
#include <numbers>

#include "simulation/inline_model.h"

namespace tangible {
namespace {

using std::numbers::pi;

// A body that a clock pushes and lets go, counts waves, and meets a mark on its way.
const char* const clockwork =
    "parameters: {T: 0.123456789 s}\n"
    "discrete: {waves: 0, marks: 0, late: 0}\n"
    "inputs: {F: 0 N}\n"
    "coordinates: {x: m}\n"
    "points:\n  P: {from: O, at: x*N.x}\n"
    "speeds: {u: x'}\n"
    "particles:\n  p: {at: P, mass: 1 kg}\n"
    "loads:\n  push: {force: F*N.x, at: P}\n"
    "events:\n"
    "  begins: {when: rises(t - T), do: [{set: {F: 2 N}}]}\n"
    "  ends: {when: rises(t - 3*T), do: [{set: {F: 0 N}}]}\n"
    "  wave: {when: crosses(sin(40 rad/s*t) - 0.5), do: [{set: {waves: waves + 1}}]}\n"
    "  mark: {when: rises(x - 0.01 m), do: [{set: {marks: marks + 1}}]}\n"
    "  lags: {when: rises(t - 0.9 s - late), do: [{set: {late: 0.05}}]}\n";

TEST(Timetable, events_come_when_the_clock_says_by_every_method) {
  for (const Method method : {Method::adaptive, Method::rk4, Method::rk2, Method::semi_implicit_euler}) {
    MovingModel model(model_file(clockwork), {}, fixed(method, 7e-3));
    model.start();
    ASSERT_EQ(describe(model.simulation.run_to(1)), std::string("ok")) << name_of(method);
    std::vector<double> begins, ends, waves, lags;
    for (const Occurrence& o : model.simulation.log().all()) {
      const std::string& name = model.simulation.system().events[o.index].name;
      (name == "begins" ? begins : name == "ends" ? ends : name == "wave" ? waves : lags).push_back(o.t);
    }
    const double T = 0.123456789;
    ASSERT_EQ(begins.size(), 1u);
    ASSERT_EQ(ends.size(), 1u);
    EXPECT_NEAR(begins[0], T, 2e-13) << name_of(method);
    EXPECT_NEAR(ends[0], 3 * T, 2e-13) << name_of(method);
    // sin(40 t) = 1/2 at (pi/6 + 2 k pi)/40 and (5 pi/6 + 2 k pi)/40
    ASSERT_EQ(waves.size(), 13u) << name_of(method);
    for (std::size_t i = 0; i < waves.size(); ++i)
      EXPECT_NEAR(waves[i], (pi / 6 * (i % 2 == 0 ? 1 : 5) + 2 * pi * double(i / 2)) / 40, 2e-13) << name_of(method);
    if (method == Method::semi_implicit_euler) continue;
    // A push of 2 N for 2 T: u = 4 T, and polynomials of second degree are exact.
    EXPECT_NEAR(model.simulation.state()[1], 4 * T, 1e-12) << name_of(method);
    EXPECT_NEAR(model.simulation.state()[0], 4 * T * T + 4 * T * (1 - 3 * T), 1e-12) << name_of(method);
  }
}

// The mark is met within the step that the clock ends; it comes first.
TEST(Timetable, what_happens_before_the_clock_strikes_is_still_located) {
  for (const Method method : {Method::adaptive, Method::rk4}) {
    MovingModel model(model_file(clockwork), {}, fixed(method, 0.3));
    model.start();
    ASSERT_EQ(describe(model.simulation.run_to(1)), std::string("ok"));
    std::vector<double> marks;
    for (const Occurrence& o : model.simulation.log().all())
      if (model.simulation.system().events[o.index].name == "mark") marks.push_back(o.t);
    ASSERT_EQ(marks.size(), 1u) << name_of(method);
    EXPECT_NEAR(marks[0], 0.123456789 + 0.1, 2e-13) << name_of(method);  // x = (t - T)^2
  }
}

// Setting what the trigger is compared with moves the event, and it comes a second time.
TEST(Timetable, follows_the_discrete_variables_in_a_trigger) {
  for (const Method method : {Method::adaptive, Method::rk4}) {
    MovingModel model(model_file(clockwork), {}, fixed(method, 1e-2));
    model.start();
    ASSERT_EQ(describe(model.simulation.run_to(1)), std::string("ok"));
    std::vector<double> lags;
    for (const Occurrence& o : model.simulation.log().all())
      if (model.simulation.system().events[o.index].name == "lags") lags.push_back(o.t);
    ASSERT_EQ(lags.size(), 2u) << name_of(method);
    EXPECT_NEAR(lags[0], 0.9, 2e-13);
    EXPECT_NEAR(lags[1], 0.95, 2e-13);
  }
}

TEST(Timetable, a_run_that_pauses_at_the_instant_goes_on) {
  for (const Method method : {Method::adaptive, Method::rk4})
    for (const double pause : {0.123456789, 0.123456789 - 1e-16, 0.123456789 + 1e-16, 0.123456789 - 1e-13}) {
      MovingModel model(model_file(clockwork), {}, fixed(method, 1e-2));
      model.start();
      ASSERT_EQ(describe(model.simulation.run_to(pause)), std::string("ok"));
      ASSERT_EQ(describe(model.simulation.run_to(1)), std::string("ok"));
      EXPECT_NEAR(model.simulation.state()[1], 4 * 0.123456789, 1e-11);
    }
}

}  // namespace
}  // namespace tangible
