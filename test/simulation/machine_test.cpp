// SPDX-License-Identifier: Apache-2.0
// Machines of modes that are declared in full, beside the same written with events.
#include "simulation/inline_model.h"
#include "simulation/record.h"

namespace tangible {
namespace {

const std::string brake_by_events = R"(
parameters: {J: 0.2 kg*m^2, T_b: 1.5 N*m, T_m: 2 N*m, t_on: 1 s, t_drive: 4 s}
discrete: {braking: false, standing: false, way: 1}
coordinates: {q1: rad}
define:
  drive: select(t > t_drive, T_m*(t - t_drive)/(1 s), 0)
  friction: select(braking, select(standing, 0, T_b*way), 0)
frames:
  W: {in: N, rotate: {z: q1}}
speeds: {u1: q1'}
bodies:
  wheel: {frame: W, center: O, mass: 1 kg, inertia: {zz: J}}
loads:
  motor: {torque: drive*N.z, body: wheel}
  brake: {torque: -friction*N.z, body: wheel}
constraints:
  stands: {motion: q1', active: false}
events:
  applied: {when: rises(t - t_on), do: [{set: {braking: true}}]}
  stops: {when: crosses(u1), if: braking and not standing, do: [{activate: stands}, {set: {standing: true}}]}
  slips: {when: rises(abs(force(stands)) - T_b), if: standing,
          do: [{set: {way: -sign(force(stands)), standing: false}}, {deactivate: stands}]}
initial: {u1: 12 rad/s}
)";

TEST(Machine, moves_as_the_same_thing_written_with_events) {
  for (const SimulationOptions& options : {fine(), fixed(Method::rk4, 1e-3), fixed(Method::rk2, 1e-3)}) {
    MovingModel declared("models/brake/brake.yaml", {}, options);
    MovingModel events(model_file(brake_by_events), {}, options);
    declared.start();
    events.start();
    for (const double t : {0.5, 1.5, 3.0, 4.5, 4.8, 6.0}) {
      ASSERT_EQ(describe(declared.simulation.run_to(t)), std::string("ok"));
      ASSERT_EQ(describe(events.simulation.run_to(t)), std::string("ok"));
      EXPECT_NEAR(declared.simulation.state()[0], events.simulation.state()[0], 1e-12) << t;
      EXPECT_NEAR(declared.simulation.state()[1], events.simulation.state()[1], 1e-12) << t;
    }
  }
}

Record record_of(MovingModel& model, double until) {
  model.start();
  RunOptions options;
  options.until = until;
  return run(model.simulation, options);
}

std::vector<std::string> names_of_events(const Record& record) {
  std::vector<std::string> names;
  for (const Record::Event& event : record.events) names.push_back(event.what);
  return names;
}

TEST(Machine, gives_its_names_to_modes_and_events_of_the_record) {
  MovingModel model("models/brake/brake.yaml", {}, fine());
  const Record record = record_of(model, 6);
  EXPECT_EQ(record.modes.front(), "turns");
  EXPECT_EQ(record.modes.back(), "slips");
  EXPECT_EQ(names_of_events(record), (std::vector<std::string>{"event turns -> slips", "event slips -> stands",
                                                               "shoe holds", "event stands -> slips", "shoe is off"}));
  EXPECT_EQ(record.events[2].mode, "stands");
  EXPECT_EQ(record.declared_modes, (std::vector<std::string>{"turns", "slips", "stands"}));
  EXPECT_EQ(record.declared_transitions.size(), 3u);
  EXPECT_EQ(record.initial_mode, "turns");
}

// A particle along x, at 1 m/s, with two stops to choose from.
std::string particle(const std::string& modes, const std::string& more = "") {
  return "discrete: {count: 0}\n"
         "coordinates: {x: m}\n"
         "points:\n  P: {from: O, at: x*N.x}\n"
         "speeds: {u1: x'}\n"
         "particles:\n  bob: {at: P, mass: 1 kg}\n"
         "constraints:\n"
         "  halt: {motion: x'}\n" +
         std::string(modes.find("tie") == std::string::npos ? "" : "  tie: {configuration: x - 9 m}\n") + "modes:\n" +
         modes + more + "initial: {u1: 1 m/s}\n";
}

TEST(Machine, conditions_that_hold_on_entering_act_at_once_crossings_wait) {
  MovingModel model(model_file(particle("  a: {to: {b: t >= 2 s}}\n"
                                        "  b: {to: {c: x > 1 m, a: rises(x - 1 m)}}\n"
                                        "  c: {to: {d: rises(x - 1 m), e: rises(x - 3 m)}}\n"
                                        "  d: {active: halt}\n  e: {active: halt}\n")),
                    {}, fine());
  const Record record = record_of(model, 4);
  EXPECT_EQ(names_of_events(record),
            (std::vector<std::string>{"event a -> b", "event b -> c", "event c -> e", "halt holds"}));
  EXPECT_NEAR(record.events[1].t, 2, 1e-12);
  EXPECT_NEAR(record.column("x").back(), 3, 1e-12);
}

const std::string chain =
    "  a: {to: {b: t >= 1 s}}\n"
    "  b: {to: {c: {when: x < 5 m, HOLD do: [{set: {count: count + 1}}]}}}\n"
    "  c: {active: [halt, tie], to: {d: {when: t > 2 s}}}\n"
    "  d: {active: [tie]}\n";

std::string chain_with(const std::string& hold) {
  std::string text = chain;
  return text.replace(text.find("HOLD "), 5, hold);
}

TEST(Machine, passes_through_several_modes_in_one_instant) {
  MovingModel model(model_file(particle(chain_with("hold: tie, "))), {}, fine());
  const Record record = record_of(model, 3);
  EXPECT_EQ(record.status, SimulationStatus::ok);
  ASSERT_EQ(record.events.size(), 6u);
  EXPECT_EQ(record.events[0].t, record.events[1].t);
  EXPECT_EQ(record.events[0].mode, "b");
  EXPECT_EQ(record.events[1].mode, "c");
  EXPECT_EQ(record.column("count").back(), 1);
  EXPECT_EQ(record.modes.back(), "d");
  EXPECT_NEAR(record.column("x").back(), 1, 1e-12);
}

TEST(Machine, a_row_that_comes_on_away_from_its_surface_needs_hold) {
  MovingModel model(model_file(particle(chain_with(""))), {}, fine());
  model.start();
  EXPECT_EQ(model.simulation.run_to(3), SimulationStatus::off_surface);
  EXPECT_EQ(model.simulation.fault(), "tie");
}

TEST(Machine, leaves_at_the_start_what_asks_to_be_left_there) {
  MovingModel model(model_file(particle("  a: {active: halt, to: {b: x < 1 m}}\n  b: {to: {a: x > 2 m}}\n")), {},
                    fine());
  const Record record = record_of(model, 3);
  EXPECT_EQ(record.modes.front(), "b");
  EXPECT_EQ(record.initial_mode, "a");
  // The halt took the speed before it went: rows active at the start act before any transition.
  EXPECT_NEAR(record.column("x").back(), 0, 1e-12);
}

TEST(Machine, takes_the_first_of_two_ways_that_open_together) {
  MovingModel model(model_file(particle("  a: {to: {b: x > 1 m, c: x > 1 m}}\n  b: {active: halt}\n  c: {}\n")), {},
                    fine());
  const Record record = record_of(model, 3);
  EXPECT_EQ(record.modes.back(), "b");
  EXPECT_EQ(names_of_events(record), (std::vector<std::string>{"event a -> b", "halt holds"}));
  EXPECT_NEAR(record.column("x").back(), 1, 1e-12);
}

TEST(Machine, does_not_see_what_happens_in_other_modes) {
  MovingModel model(
      model_file(particle("  a: {to: {b: t > 2 s}}\n  b: {to: {c: rises(x - 1 m)}}\n  c: {active: halt}\n")), {},
      fine());
  const Record record = record_of(model, 4);
  EXPECT_EQ(record.modes.back(), "b");
  EXPECT_NEAR(record.column("x").back(), 4, 1e-12);
}

TEST(Machine, goes_from_a_mode_to_itself_without_touching_its_rows) {
  MovingModel model(model_file(particle("  a: {to: {a: [{when: rises(x - 1 m), do: [{set: {count: count + 1}}]},\n"
                                        "            {when: x > 2 m, do: [{set: {count: count + 10}}]}], b: t > 3 s}}\n"
                                        "  b: {active: halt}\n")),
                    {}, fine());
  const Record record = record_of(model, 4);
  EXPECT_EQ(record.column("count").back(), 11);
  EXPECT_EQ(names_of_events(record),
            (std::vector<std::string>{"event a -> a", "event a -> a, 2", "event a -> b", "halt holds"}));
}

TEST(Machine, that_turns_in_a_circle_at_one_instant_is_told) {
  MovingModel model(model_file(particle("  a: {to: {b: x > 1 m}}\n  b: {active: halt, to: {a: x > 0 m}}\n")), {},
                    fine());
  model.start();
  EXPECT_EQ(model.simulation.run_to(3), SimulationStatus::endless_events);
}

TEST(Machine, leaves_contacts_to_themselves) {
  MovingModel model(model_file(particle("  a: {to: {b: t > 3 s}}\n  b: {active: halt}\n",
                                        "contacts:\n  wall: {gap: 2 m - x, enabled: mode(a)}\n")),
                    {}, fine());
  const Record record = record_of(model, 4);
  EXPECT_NEAR(record.column("x").back(), 2, 1e-12);
  EXPECT_EQ(record.modes[160], "b");
  EXPECT_EQ(record.modes[140], "a+wall");
}

TEST(Machine, says_in_expressions_which_mode_it_is_in) {
  MovingModel model(model_file(particle("  a: {to: {b: rises(t - 1 s)}}\n  b: {to: {a: t > 2 s}}\n",
                                        "outputs: {inside: \"select(mode(b), 7, 3)\"}\n")),
                    {}, fine());
  const Record record = record_of(model, 3);
  const std::vector<double> inside = record.column("inside"), t = record.column("t");
  for (std::size_t i = 0; i < t.size(); ++i) {
    const bool at_an_edge = std::abs(t[i] - 1) < 1e-9 || std::abs(t[i] - 2) < 1e-9;
    EXPECT_TRUE(at_an_edge || inside[i] == (t[i] > 1 && t[i] < 2 ? 7 : 3)) << t[i];
  }
}

}  // namespace
}  // namespace tangible
