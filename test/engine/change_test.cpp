// SPDX-License-Identifier: Apache-2.0
// Changes between steps: parameters, constraints, inputs. Each leaves books that close, or is refused.
#include <gtest/gtest.h>

#include <functional>

#include "engine/simulation.h"

namespace tangible {
namespace {

SimulationOptions rk4() {
  SimulationOptions options;
  options.method = Method::rk4;
  return options;
}

TEST(Change, of_a_mass_books_the_jump_of_energy) {
  Simulation run(load("models/shopping_cart/shopping_cart.yaml"), rk4());
  ASSERT_EQ(run.advance_to(0.5), SimulationStatus::ok);
  const double before = run.energies().total();
  ASSERT_EQ(run.set_parameter("m_B", 40), SimulationStatus::ok);
  const Ledger books = run.energies();
  EXPECT_GT(books.parameters, 0.1);
  EXPECT_NEAR(books.total(), before + books.parameters, 1e-12);
  ASSERT_EQ(run.advance_to(1), SimulationStatus::ok);
  EXPECT_NEAR(run.energies().drift(), 0, 1e-10);
}

TEST(Change, of_a_length_closes_its_loop_again) {
  Simulation run(load("models/four_bar/four_bar.yaml"), rk4());
  ASSERT_EQ(run.advance_to(0.2), SimulationStatus::ok);
  std::string length;
  for (const auto& p : run.model().description().parameters)
    if (p.unit == "m" && length.empty()) length = p.name;
  ASSERT_FALSE(length.empty());
  const double old = run.value(length);
  ASSERT_EQ(run.set_parameter(length, 1.01 * old), SimulationStatus::ok);
  EXPECT_LT(run.loop().motion().rows().configuration_error(), 1e-10);
  ASSERT_EQ(run.advance_to(0.4), SimulationStatus::ok);
  EXPECT_LT(run.loop().motion().rows().configuration_error(), 1e-10);
}

TEST(Change, that_no_configuration_allows_is_refused_and_changes_nothing) {
  Simulation run(load("models/four_bar/four_bar.yaml"), rk4());
  ASSERT_EQ(run.advance_to(0.2), SimulationStatus::ok);
  std::string length;
  for (const auto& p : run.model().description().parameters)
    if (p.unit == "m" && length.empty()) length = p.name;
  const double old = run.value(length);
  const std::vector<double> state(run.loop().state().begin(), run.loop().state().end());
  EXPECT_NE(run.set_parameter(length, 100 * old), SimulationStatus::ok);
  EXPECT_NE(run.set_parameter(length, NAN), SimulationStatus::ok);
  EXPECT_EQ(run.value(length), old);
  EXPECT_TRUE(std::ranges::equal(run.loop().state(), state));
  EXPECT_EQ(run.advance_to(0.3), SimulationStatus::ok);
}

TEST(Change, of_a_constraint_takes_speed_by_an_impulse_and_books_the_loss) {
  Simulation run(load("models/shopping_cart/shopping_cart.yaml"), rk4());
  ASSERT_EQ(run.advance_to(0.3), SimulationStatus::ok);
  const double before = run.energies().total(), slip = run.value("u3") - run.value("u2");
  EXPECT_FALSE(run.is_active("caster_sticks"));
  ASSERT_EQ(run.set_constraint("caster_sticks", true), SimulationStatus::ok);
  EXPECT_TRUE(run.is_active("caster_sticks"));
  const Ledger books = run.energies();
  EXPECT_GT(books.impacts, 0);
  EXPECT_NEAR(books.total(), before - books.impacts, 1e-12);
  EXPECT_NEAR(run.value("u2"), run.value("u3"), 1e-12);
  // An impulse works with the mean of the speeds before and after; the other rows do not move.
  const Occurrence& switched = run.loop().log()[run.loop().log().end() - 1];
  ASSERT_EQ(switched.kind, Occurrence::Kind::switched);
  EXPECT_LT(switched.impulse * slip, 0);
  EXPECT_NEAR(-switched.impulse * slip / 2, switched.loss, 1e-12);
  EXPECT_NEAR(switched.loss, books.impacts, 1e-12);
  ASSERT_EQ(run.advance_to(0.6), SimulationStatus::ok);
  ASSERT_EQ(run.set_constraint("caster_sticks", false), SimulationStatus::ok);
  EXPECT_FALSE(run.is_active("caster_sticks"));
  ASSERT_EQ(run.advance_to(1), SimulationStatus::ok);
  EXPECT_NEAR(run.energies().drift(), 0, 1e-9);
}

// A bead slides on a floor. `press` would drive it into the floor, and so would `track` with w below zero.
const char* const bead_on_floor = R"yaml(
tangible: 1
parameters: {m: 1 kg, w: 0 m/s}
discrete: {presses: 0}
coordinates: {x: m, h: m}
points:
  P: {from: O, at: x*N.x + h*N.y}
particles:
  bead: {at: P, mass: m}
speeds: {ux: x', uh: h'}
gravity: -9.81*N.y
constraints:
  press: {motion: uh + 1 m/s, active: false}
  track: {motion: uh - w, active: false}
contacts:
  floor: {gap: h, at: P, tangents: [N.x], friction: 0.2}
events:
  counts: {when: falls(uh + 0.5 m/s), do: [{set: {presses: presses + 1}}]}
handles:
  grip: {at: P, frame: N}
initial: {x': 2 m/s}
)yaml";

struct RunImage {
  explicit RunImage(Simulation& run)
      : state(run.loop().state().begin(), run.loop().state().end()),
        mode(run.mode()),
        presses(run.value("presses")),
        w(run.value("w")),
        books(run.energies()),
        occurrences(run.loop().log().end()),
        events(run.loop().counts().events) {}
  std::vector<double> state;
  std::string mode;
  double presses, w;
  Ledger books;
  std::uint64_t occurrences;
  long events;
};

void expect_same(const RunImage& a, const RunImage& b) {
  EXPECT_EQ(a.state, b.state);
  EXPECT_EQ(a.mode, b.mode);
  EXPECT_EQ(a.presses, b.presses);
  EXPECT_EQ(a.w, b.w);
  EXPECT_EQ(a.books.total(), b.books.total());
  EXPECT_EQ(a.books.impacts, b.books.impacts);
  EXPECT_EQ(a.books.inputs, b.books.inputs);
  EXPECT_EQ(a.books.parameters, b.books.parameters);
  EXPECT_EQ(a.occurrences, b.occurrences);
  EXPECT_EQ(a.events, b.events);
}

// The run goes on as one to which nothing was done.
using Action = std::function<SimulationStatus(Simulation&)>;
void expect_undone(const Action& prepare, const Action& change, SimulationStatus reason) {
  for (const Method method : {Method::rk4, Method::adaptive}) {
    const Model model = load_text(bead_on_floor);
    Simulation run(model, {.method = method}), untouched(model, {.method = method});
    for (Simulation* each : {&run, &untouched}) {
      ASSERT_EQ(each->advance_to(0.1), SimulationStatus::ok);
      ASSERT_EQ(prepare(*each), SimulationStatus::ok);
    }
    const RunImage before(run);
    EXPECT_EQ(change(run), reason);
    expect_same(before, RunImage(run));
    EXPECT_EQ(run.status(), SimulationStatus::ok);
    for (Simulation* each : {&run, &untouched}) ASSERT_EQ(each->advance_to(2), SimulationStatus::ok);
    EXPECT_NEAR(run.value("ux"), 0, 1e-12);  // friction has stopped it
    EXPECT_NEAR(run.value("x"), untouched.value("x"), 1e-12);
    EXPECT_EQ(run.loop().log().end(), untouched.loop().log().end());
  }
}

SimulationStatus nothing(Simulation&) { return SimulationStatus::ok; }

TEST(Change, of_a_constraint_whose_instant_is_jammed_is_undone) {
  expect_undone(
      nothing, [](Simulation& run) { return run.set_constraint("press", true); }, SimulationStatus::jammed);
}

TEST(Change, of_a_parameter_that_jams_a_contact_is_undone) {
  expect_undone([](Simulation& run) { return run.set_constraint("track", true); },
                [](Simulation& run) { return run.set_parameter("w", -1); }, SimulationStatus::inconsistent_rows);
}

// Also what evaluations remember of states that were tried: a wheel of 300 km, a loop that cannot be closed.
TEST(Change, that_is_refused_leaves_the_bits_of_all_that_follows) {
  const struct {
    const char* path;
    const char* parameter;
    double factor;
  } changes[] = {{"bicycle/bicycle", "r_R", 1e6},           {"bicycle/bicycle", "r_F", 1e6},
                 {"car_axis/car_axis", "L", 1e6},           {"tippe_top/tippe_top", "ecc", 1e6},
                 {"four_bar/four_bar_absolute", "a", 0},    {"slider_crank/slider_crank", "a", 1e6},
                 {"sliding_ladder/sliding_ladder", "l", 0}, {"two_arms/two_arms", "l_u", 0}};
  for (const auto& [path, parameter, factor] : changes) {
    const Model model = load("models/" + std::string(path) + ".yaml");
    for (const Method method : {Method::rk4, Method::adaptive, Method::implicit}) {
      Simulation run(model, {.method = method}), untouched(model, {.method = method});
      for (Simulation* each : {&run, &untouched}) ASSERT_EQ(each->advance_to(0.1), SimulationStatus::ok) << path;
      ASSERT_NE(run.set_parameter(parameter, factor * run.value(parameter)), SimulationStatus::ok) << path;
      for (Simulation* each : {&run, &untouched}) ASSERT_EQ(each->advance_to(0.2), SimulationStatus::ok) << path;
      EXPECT_TRUE(std::ranges::equal(run.loop().state(), untouched.loop().state()))
          << path << " " << parameter << " " << name_of(method);
    }
  }
}

// Forces and accelerations of a mode that has none would be those of the mode before.
TEST(Change, that_leaves_a_motion_undetermined_is_undone) {
  const Model model = load_text(R"yaml(
tangible: 1
coordinates: {x: m, z: m}
points:
  P: {from: O, at: x*N.x}
  Q: {from: P, at: z*N.x}
particles: {p: {at: P, mass: 1 kg}, q: {at: Q, mass: 0 kg}}
loads: {pull: {force: 3 N*N.x, at: Q}}
constraints:
  glue: {motion: z', active: true}
  pin: {configuration: z, active: false}
)yaml");
  for (const Method method : {Method::rk4, Method::adaptive}) {
    Simulation run(model, {.method = method}), untouched(model, {.method = method});
    for (Simulation* each : {&run, &untouched}) ASSERT_EQ(each->advance_to(0.1), SimulationStatus::ok);
    EXPECT_EQ(run.set_constraint("glue", false), SimulationStatus::singular_mass);
    EXPECT_TRUE(run.is_active("glue"));
    EXPECT_NEAR(run.force("glue"), -3, 1e-12);
    for (Simulation* each : {&run, &untouched}) ASSERT_EQ(each->advance_to(0.2), SimulationStatus::ok);
    EXPECT_TRUE(std::ranges::equal(run.loop().state(), untouched.loop().state()));
    // The other way round, it is held at all times.
    EXPECT_EQ(run.set_constraint("pin", true), SimulationStatus::ok);
    EXPECT_EQ(run.set_constraint("glue", false), SimulationStatus::ok);
    EXPECT_EQ(run.advance_to(0.3), SimulationStatus::ok);
  }
}

// Speeds that no motion has under the rows are not accepted any more than a loop that stays open.
TEST(Change, of_a_parameter_leaves_rows_that_the_speeds_satisfy_or_is_refused) {
  const struct {
    const char* path;
    const char* parameter;
    double factor;
  } changes[] = {{"grasping_robot/grasping_robot", "L", 0},
                 {"stewart_platform/stewart_platform", "R_b", 0},
                 {"stewart_platform/stewart_platform", "R_p", 0},
                 {"stewart_platform/stewart_platform", "R_p", 1.01},
                 {"four_bar/four_bar_absolute", "a", 1.01}};
  int made = 0;
  for (const auto& [path, parameter, factor] : changes) {
    Simulation run(load("models/" + std::string(path) + ".yaml"), rk4());
    ASSERT_EQ(run.advance_to(0.1), SimulationStatus::ok) << path;
    if (run.set_parameter(parameter, factor * run.value(parameter)) == SimulationStatus::ok) ++made;
    EXPECT_LT(run.loop().motion().rows().motion_error(), 1e-10) << path << " " << parameter;
  }
  EXPECT_EQ(made, 2);
}

TEST(Change, of_what_always_holds_is_refused_with_the_reason) {
  Simulation run(load("models/shopping_cart/shopping_cart.yaml"), rk4());
  for (const char* name : {"rear_wheels", "front_wheel"}) try {
      (void)run.set_constraint(name, false);
      FAIL() << name;
    } catch (const BadInput& error) {
      EXPECT_NE(std::string(error.what()).find("cannot be switched by hand"), std::string::npos);
    }
  EXPECT_THROW((void)run.set_constraint("nothing", true), BadInput);
}

// Latches with `hold` keep what they find, by hand as by their conditions.
TEST(Change, of_a_latch_that_holds_keeps_its_present_value) {
  const Model model = load_text(R"yaml(
tangible: 1
coordinates: {x: m, h: m}
points:
  P: {from: O, at: x*N.x + h*N.y}
particles:
  bead: {at: P, mass: 1 kg}
speeds: {ux: x', uh: h'}
constraints:
  cruise: {motion: ux, when: t > 100 s, hold: true}
  level:  {configuration: h, when: t > 100 s, hold: true}
initial: {ux: 2 m/s, h: 0.3 m}
)yaml");
  Simulation run(model, rk4());
  ASSERT_EQ(run.set_constraint("cruise", true), SimulationStatus::ok);
  ASSERT_EQ(run.set_constraint("level", true), SimulationStatus::ok);
  EXPECT_EQ(run.energies().impacts, 0);
  run.port("bead").hold({{3, 5, 0}, {}});
  ASSERT_EQ(run.advance_to(1), SimulationStatus::ok);
  EXPECT_NEAR(run.value("x"), 2, 1e-12);
  EXPECT_NEAR(run.value("h"), 0.3, 1e-12);
  EXPECT_NEAR(run.force("cruise"), -3, 1e-12);
  EXPECT_NEAR(run.force("level"), -5, 1e-12);
}

TEST(Change, of_a_constraint_of_several_rows_reports_an_impulse_for_each_and_the_loss_once) {
  const Model model = load_text(R"yaml(
tangible: 1
coordinates: {x: m, h: m}
points:
  P: {from: O, at: x*N.x + h*N.y}
particles:
  bead: {at: P, mass: 2 kg}
speeds: {ux: x', uh: h'}
constraints:
  grab: {loop: [O, P], along: {x: N.x, y: N.y}, active: false}
initial: {ux: 3 m/s, uh: -1 m/s}
)yaml");
  Simulation run(model, rk4());
  const std::uint64_t before = run.loop().log().end();
  ASSERT_EQ(run.set_constraint("grab", true), SimulationStatus::ok);
  std::vector<double> impulses, losses;
  for (const Occurrence& o : run.loop().log().since(before))
    if (o.kind == Occurrence::Kind::switched) {
      impulses.push_back(o.impulse);
      losses.push_back(o.loss);
    }
  ASSERT_EQ(impulses.size(), 2U);
  EXPECT_NEAR(impulses[0], -6, 1e-12);
  EXPECT_NEAR(impulses[1], 2, 1e-12);
  EXPECT_NEAR(losses[0], 10, 1e-12);
  EXPECT_EQ(losses[1], 0);
}

}  // namespace
}  // namespace tangible
