// SPDX-License-Identifier: Apache-2.0
// Contact and instant resolvers by themselves, at a single instant: no step is taken.
#include "simulation/instant_resolver.h"

#include "simulation/inline_model.h"

namespace tangible {
namespace {

// The parts that an instant needs, and no others.
struct InstantAlone {
  explicit InstantAlone(const std::string& text, const SimulationOptions& options = {})
      : model(formulate_current({model_file(text), {}})),
        system(lower_to_system(*model.mechanism, model.equations)),
        state(system, options),
        timetable(system),
        triggers(system.events, 1e-9),
        contacts(state, journal),
        roots(state, triggers, timetable, contacts),
        values(roots.count()),
        resolver(state, journal, roots, triggers, contacts) {
    for (std::size_t c = 0; c < system.contacts.size(); ++c) contacts.set_contact_state(c, ContactState::open);
    state.motion.set_mode(state.next_mode);
  }
  // A step from these triggers ended here.
  SimulationStatus resolve_from(const std::vector<double>& triggers_before) {
    bool fires = false;
    EXPECT_EQ(resolver.arm_events_at_start(values, fires), SimulationStatus::ok);
    std::ranges::copy(values.start, values.end.begin());
    std::ranges::copy(triggers_before, roots.triggers(std::span(values.start)).begin());
    return resolver.resolve(values);
  }
  std::vector<Occurrence::Kind> kinds() const {
    std::vector<Occurrence::Kind> list;
    for (const Occurrence& occurrence : journal.log.all()) list.push_back(occurrence.kind);
    return list;
  }

  CurrentFormulation model;
  System system;
  MechanismState state;
  RunJournal journal;
  Timetable timetable;
  TriggerMemory triggers;
  ContactResolver contacts;
  RootFunctions roots;
  RootValues values;
  InstantResolver resolver;
};

std::string ball_at_a_floor(const std::string& contact, double height, double speed) {
  return "coordinates: {h: m}\npoints:\n  P: {from: O, at: h*N.y}\nspeeds: {u: h'}\n"
         "particles:\n  b: {at: P, mass: 2 kg}\ngravity: -9.81 m/s^2*N.y\n"
         "contacts:\n  floor: {gap: h, " +
         contact + "}\ninitial: {h: " + std::to_string(height) + ", u: " + std::to_string(speed) + "}\n";
}

using OccurrenceKind = Occurrence::Kind;

TEST(ContactResolver, reverses_a_ball_by_its_restitution_and_books_the_loss) {
  InstantAlone instant(ball_at_a_floor("restitution: 0.5", 0, -3));
  ASSERT_EQ(instant.contacts.resolve(), SimulationStatus::ok);
  EXPECT_NEAR(instant.state.y[1], 1.5, 1e-14);
  EXPECT_EQ(instant.kinds(), (std::vector{OccurrenceKind::impact}));
  const double loss = (9 - 2.25);  // m (v^2 - (e v)^2) / 2 with m = 2
  EXPECT_NEAR(instant.journal.log[0].loss, loss, 1e-12);
  EXPECT_NEAR(instant.journal.books.impact_loss(), loss, 1e-12);
  ASSERT_EQ(instant.contacts.impact_losses().size(), 1u);
  EXPECT_EQ(instant.state.motion.mode().contacts[0], ContactState::open);
}

TEST(ContactResolver, closes_a_plastic_impact_and_keeps_the_contact) {
  InstantAlone instant(ball_at_a_floor("restitution: 0.5", 0, -3));
  instant.contacts.make_impacts_plastic(true);
  ASSERT_EQ(instant.contacts.resolve(), SimulationStatus::ok);
  EXPECT_NEAR(instant.state.y[1], 0, 1e-14);
  EXPECT_EQ(instant.kinds(), (std::vector{OccurrenceKind::impact, OccurrenceKind::closes}));
  EXPECT_EQ(instant.state.motion.mode().contacts[0], ContactState::sliding);
  EXPECT_NEAR(instant.state.motion.forces()[instant.system.contacts[0].row], 2 * 9.81, 1e-12);
}

TEST(ContactResolver, leaves_a_ball_in_flight_alone) {
  InstantAlone instant(ball_at_a_floor("restitution: 0.5", 0.1, -3));
  ASSERT_EQ(instant.contacts.resolve(), SimulationStatus::ok);
  EXPECT_EQ(instant.state.y[1], -3);
  EXPECT_TRUE(instant.kinds().empty());
}

TEST(ContactResolver, suppresses_a_rebound_that_no_tick_would_show) {
  // Back after 2 e v / g = 2e-6 s, less than a hundredth of a tick of 1 ms.
  InstantAlone fixed_steps(ball_at_a_floor("restitution: 0.5", 0, -2e-5), fixed(Method::rk4, 1e-3));
  ASSERT_EQ(fixed_steps.contacts.resolve(), SimulationStatus::ok);
  EXPECT_NE(fixed_steps.state.motion.mode().contacts[0], ContactState::open);
  InstantAlone adaptive(ball_at_a_floor("restitution: 0.5", 0, -2e-5));
  ASSERT_EQ(adaptive.contacts.resolve(), SimulationStatus::ok);
  EXPECT_EQ(adaptive.state.motion.mode().contacts[0], ContactState::open);
}

TEST(ContactResolver, refuses_a_contact_deep_inside_and_a_bad_restitution) {
  InstantAlone inside(ball_at_a_floor("restitution: 0.5", -0.1, 0));
  EXPECT_EQ(inside.contacts.resolve(), SimulationStatus::off_surface);
  EXPECT_EQ(inside.journal.fault_row, inside.system.contacts[0].row);
  InstantAlone bad(ball_at_a_floor("restitution: 1.5 + h/(1 m)", 0, -3));
  EXPECT_EQ(bad.contacts.resolve(), SimulationStatus::bad_restitution);
}

TEST(ContactResolver, leaves_a_contact_that_is_switched_off_open) {
  InstantAlone instant(ball_at_a_floor("restitution: 0.5", 0, -3));
  instant.contacts.switch_contact(instant.system.contacts[0].row, false);
  ASSERT_EQ(instant.contacts.resolve(), SimulationStatus::ok);
  EXPECT_EQ(instant.state.y[1], -3);
}

const char* const particle_in_a_plane =
    "coordinates: {x: m, z: m}\npoints:\n  P: {from: O, at: x*N.x + z*N.y}\nspeeds: {u: x', w: z'}\n"
    "particles:\n  b: {at: P, mass: 2 kg}\n";

TEST(InstantResolver, imposes_a_row_with_the_momentum_of_what_remains) {
  InstantAlone instant(std::string(particle_in_a_plane) +
                       "constraints:\n  rail: {motion: w - u, active: false}\n"
                       "events:\n  grips: {when: rises(x), do: [{activate: rail}]}\ninitial: {u: 4 m/s}\n");
  ASSERT_EQ(instant.resolve_from({-1}), SimulationStatus::ok);
  EXPECT_NEAR(instant.state.y[2], 2, 1e-14);  // along the rail: (1, 1).(4, 0) / 2
  EXPECT_NEAR(instant.state.y[3], 2, 1e-14);
  EXPECT_EQ(instant.kinds(), (std::vector{OccurrenceKind::event, OccurrenceKind::switched}));
  EXPECT_NEAR(instant.journal.log[1].loss, 8, 1e-12);  // 16 J less 8 J
  EXPECT_NEAR(instant.journal.books.impact_loss(), 8, 1e-12);
  EXPECT_EQ(instant.state.motion.mode().active[0], 1);
}

TEST(InstantResolver, fires_what_a_jump_carries_through_zero_at_the_same_instant) {
  InstantAlone instant(std::string(particle_in_a_plane) +
                       "discrete: {a: -1, b: 0}\n"
                       "events:\n  first: {when: rises(x), do: [{set: {a: 1}}]}\n"
                       "  second: {when: rises(a), do: [{set: {b: 7}}]}\ninitial: {u: 1 m/s}\n");
  ASSERT_EQ(instant.resolve_from({-1, -1}), SimulationStatus::ok);
  EXPECT_EQ(instant.kinds(), (std::vector{OccurrenceKind::event, OccurrenceKind::event}));
  EXPECT_EQ(instant.state.motion.discretes()[1], 7);
}

TEST(InstantResolver, reports_events_that_cause_each_other_without_end) {
  InstantAlone instant(std::string(particle_in_a_plane) +
                       "discrete: {a: -1}\n"
                       "events:\n  first: {when: rises(x), do: [{set: {a: 1}}]}\n"
                       "  up: {when: rises(a), do: [{set: {a: -1}}]}\n"
                       "  down: {when: falls(a), do: [{set: {a: 1}}]}\ninitial: {u: 1 m/s}\n");
  EXPECT_EQ(instant.resolve_from({-1, -1, -1}), SimulationStatus::endless_events);
}

TEST(InstantResolver, refuses_a_configuration_row_where_it_does_not_hold) {
  InstantAlone instant(std::string(particle_in_a_plane) +
                       "constraints:\n  rail: {configuration: z - 1 m, active: false}\n"
                       "events:\n  grips: {when: rises(x), do: [{activate: rail}]}\ninitial: {u: 4 m/s}\n");
  EXPECT_EQ(instant.resolve_from({-1}), SimulationStatus::off_surface);
  EXPECT_EQ(instant.journal.fault_row, 0u);
}

TEST(InstantResolver, books_the_work_of_an_impulse) {
  InstantAlone instant(std::string(particle_in_a_plane) +
                       "events:\n  blow: {when: rises(x), do: [{impulse: {vector: 6 N*s*N.x, at: P}}]}\n"
                       "initial: {u: 1 m/s}\n");
  ASSERT_EQ(instant.resolve_from({-1}), SimulationStatus::ok);
  EXPECT_NEAR(instant.state.y[2], 4, 1e-14);
  EXPECT_NEAR(instant.journal.books.ledger(16, 0, {}).inputs, 15, 1e-12);  // from 1 J to 16 J
}

}  // namespace
}  // namespace tangible
