// SPDX-License-Identifier: Apache-2.0
// Messages to viewers and the effects of their commands, in virtual time.
#include <gtest/gtest.h>

#include <fstream>

#include "virtual_session.h"

namespace tangible {
namespace {

using nlohmann::json;

// Holds the grip and pulls it by `way` along x and y of N for some time.
void drag(VirtualSession& s, std::uint32_t viewer, const ListedViewer& seen, std::array<double, 2> way,
          double seconds) {
  s.run(0.05);
  const std::size_t pose = seen.last("hello")["handles"][0]["pose"].get<std::size_t>();
  const std::array<float, 7> start = seen.snapshot().poses[pose];
  s.say(viewer, {{"type", "take"}, {"id", 77}, {"handle", "grip"}});
  ASSERT_TRUE(s.wait([&] { return !seen.reply(77).is_null(); }));
  static int sequence = 0;
  for (const double end = s.now + seconds; s.now < end;) {
    s.say(viewer, {{"type", "hand"},
                   {"seq", ++sequence},
                   {"stamp", sequence},
                   {"position", {start[0] + way[0], start[1] + way[1], start[2]}}});
    s.run(0.016);
  }
}

double distance(const std::array<float, 7>& a, const std::array<float, 7>& b) {
  return std::hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]);
}

TEST(Session, a_viewer_gets_the_model_in_the_order_of_the_protocol) {
  VirtualSession s;
  ListedViewer viewer;
  s.join(viewer);
  ASSERT_TRUE(s.wait([&] { return !viewer.last("document").is_null() && !viewer.snapshots.empty(); }));
  std::vector<std::string> types;
  for (std::size_t k = 0; k < 4; ++k) types.push_back(viewer.texts[k]["type"]);
  EXPECT_EQ(types, (std::vector<std::string>{"hello", "viewers", "modes", "text"}));
  EXPECT_EQ(viewer.last("hello")["generation"], 1);
  EXPECT_EQ(viewer.last("document")["degrees_of_freedom"], 2);
  EXPECT_EQ(viewer.last("modes")["modes"][0]["degrees_of_freedom"], 2);
  EXPECT_EQ(viewer.last("text")["state"], "running");
}

// Rods in space, each on the one before, in angles that couple all of them: hours of work.
std::string endless_model() {
  std::string coordinates, frames, points, bodies;
  for (int k = 1; k <= 400; ++k) {
    const std::string n = std::to_string(k), before = std::to_string(k - 1);
    coordinates += "  a" + n + ": rad\n";
    frames += "  R" + n + ": {in: " + (k == 1 ? "N" : "R" + before) + ", rotate: {x: a" + n + " + sin(a1)*a2}}\n";
    points += "  P" + n + ": {from: " + (k == 1 ? "O" : "P" + before) + ", at: cos(a1*a" + n + ")*1 m*R" + n + ".z}\n";
    bodies += "  r" + n + ": {frame: R" + n + ", center: P" + n + ", mass: 1 kg, inertia: {xx: 1 kg*m^2}}\n";
  }
  return "tangible: 1\ncoordinates:\n" + coordinates + "frames:\n" + frames + "points:\n" + points + "bodies:\n" +
         bodies;
}

TEST(Session, a_model_whose_derivation_has_no_end_gives_way_to_the_next_one) {
  VirtualSession s;
  ListedViewer viewer;
  const std::uint32_t me = s.join(viewer);
  s.run(0.05);
  s.say(me, {{"type", "model_text"}, {"id", 3}, {"text", endless_model()}});
  EXPECT_FALSE(s.wait([&] { return viewer.last("text")["state"] != "formulating"; }, 0.5));
  s.open("models/pendulum/pendulum.yaml");
  EXPECT_TRUE(s.wait([&] { return viewer.last("hello")["model"]["id"] == "pendulum"; }, 20));
}

TEST(Session, a_grip_that_is_pulled_by_a_metre_is_there_after_two_seconds) {
  VirtualSession s;
  ListedViewer viewer;
  const std::uint32_t me = s.join(viewer);
  s.run(0.05);
  const std::size_t pose = viewer.last("hello")["handles"][0]["pose"].get<std::size_t>();
  const std::array<float, 7> start = viewer.snapshot().poses[pose];
  drag(s, me, viewer, {1, 0}, 2.0);
  const std::array<float, 7> end = viewer.snapshot().poses[pose];
  EXPECT_NEAR(distance(start, end), 1.0, 0.05);
  EXPECT_NEAR(end[0] - start[0], 1.0, 0.05);
  // The effective mass along the heading is about 21 kg; the coupler's frequency is 5 rad/s.
  EXPECT_NEAR(value_of(viewer, "hand.stiffness"), 525, 60);
  EXPECT_NEAR(value_of(viewer, "hand.damping"), 210, 25);
  EXPECT_EQ(viewer.snapshot().flags & flag_own_hand, flag_own_hand);
  s.say(me, {{"type", "release"}, {"id", 5}});
  s.run(0.02);
  EXPECT_EQ(value_of(viewer, "hand"), 0);
  EXPECT_EQ(value_of(viewer, "hand.force.x"), 0);
}

TEST(Session, the_work_of_the_hand_is_in_the_books) {
  VirtualSession s;
  ListedViewer viewer;
  drag(s, s.join(viewer), viewer, {1, 0.2}, 0.5);
  double most = 0;
  const auto kinetic = static_cast<std::size_t>(place_of(viewer.last("hello"), "kinetic energy"));
  for (const std::string& snapshot : viewer.snapshots) most = std::max(most, decode_snapshot(snapshot).values[kinetic]);
  EXPECT_GT(most, 10);
  EXPECT_GT(std::abs(value_of(viewer, "work of the hand")), 0.1);
  // Errors of integration alone: the caster turns through a tenth of a radian per step, and RK4 errs by its fifth
  // power.
  EXPECT_LT(std::abs(value_of(viewer, "unexplained energy")), 1e-6 * most);
}

TEST(Session, a_mouse_that_falls_silent_lets_go) {
  VirtualSession s;
  ListedViewer viewer;
  drag(s, s.join(viewer), viewer, {1, 0}, 0.1);
  EXPECT_GT(value_of(viewer, "hand"), 1);
  s.run(0.195);
  s.run(0.005 + 2.0 / 60);  // five ticks, and until the next snapshot
  EXPECT_EQ(value_of(viewer, "hand"), 0);
  EXPECT_TRUE(viewer.has_event("hand", "silent"));
}

TEST(Session, a_viewer_that_vanishes_in_mid_drag_lets_go) {
  VirtualSession s;
  ListedViewer viewer, other;
  const std::uint32_t me = s.join(viewer), witness = s.join(other);
  drag(s, me, viewer, {1, 0}, 0.1);
  EXPECT_GT(value_of(other, "hand"), 1);
  s.session.leave(me);
  for (int k = 0; k < 5; ++k) s.tick();
  other.snapshots.clear();
  s.run(2.0 / 60);
  ASSERT_FALSE(other.snapshots.empty());
  const DecodedSnapshot first = decode_snapshot(other.snapshots.front());
  EXPECT_EQ(first.values[static_cast<std::size_t>(place_of(other.last("hello"), "hand"))], 0);
  EXPECT_EQ(first.flags & flag_held, 0u);
  EXPECT_EQ(other.last("viewers")["hand"], witness);
}

TEST(Session, a_caster_that_sticks_leaves_one_dynamical_equation) {
  VirtualSession s;
  ListedViewer viewer;
  const std::uint32_t me = s.join(viewer);
  ASSERT_TRUE(s.wait([&] { return !viewer.last("document").is_null(); }));
  EXPECT_EQ(viewer.last("document")["sections"][0]["lines"].size(), 2u);
  s.say(me, {{"type", "constraint"}, {"id", 3}, {"name", "caster_sticks"}, {"active", true}});
  ASSERT_TRUE(s.wait([&] { return viewer.last("document")["mode"] == 1; }));
  EXPECT_EQ(viewer.last("document")["sections"][0]["lines"].size(), 1u);
  s.run(0.2);
  EXPECT_EQ(viewer.snapshot().mode, 1u);
  EXPECT_EQ(viewer.last("modes")["modes"][1]["degrees_of_freedom"], 1);
  EXPECT_EQ(viewer.last("modes")["links"].size(), 1u);
  EXPECT_TRUE(viewer.has_event("constraint", "caster_sticks holds"));
  EXPECT_EQ(viewer.last("event")["viewer"], me);
  EXPECT_EQ(viewer.reply(3)["ok"], true);
}

// The first dynamical equation that the page shows, with the numbers that it shows.
void expect_first_equation(const ListedViewer& viewer) {
  const auto v = [&](const char* name) { return value_of(viewer, name); };
  const double c = std::cos(v("q4")), s = std::sin(v("q4")), slip = v("u1") * s - v("L2") * v("u2") * c;
  const double left = (v("m_C") * c * c + v("m_B")) * v("u1'") + v("m_C") * v("L2") * c * s * v("u2'");
  const double right =
      v("m_B") * v("L1") * v("u2") * v("u2") -
      v("m_C") * (v("u1") * v("u2") * s - v("L2") * v("u2") * v("u2") * c + slip * slip / v("L3")) * c + v("F");
  EXPECT_NEAR(left, right, 1e-9);
}

TEST(Session, a_heavier_basket_is_accelerated_as_the_equation_says) {
  VirtualSession s;
  ListedViewer viewer;
  const std::uint32_t me = s.join(viewer);
  s.say(me, {{"type", "pause"}});
  s.say(me, {{"type", "input"}, {"id", 1}, {"name", "F"}, {"value", 10}});
  s.run(0.1);
  expect_first_equation(viewer);
  const double before = value_of(viewer, "u1'");
  const double energy = value_of(viewer, "kinetic energy");
  s.say(me, {{"type", "parameter"}, {"id", 2}, {"name", "m_B"}, {"value", 40}});
  s.run(0.1);
  EXPECT_EQ(value_of(viewer, "m_B"), 40);
  expect_first_equation(viewer);
  EXPECT_GT(before / value_of(viewer, "u1'"), 1.8);
  EXPECT_NEAR(value_of(viewer, "energy of parameter changes"), value_of(viewer, "kinetic energy") - energy, 1e-9);
  EXPECT_TRUE(viewer.has_event("parameter", "m_B"));
}

TEST(Session, what_cannot_be_is_refused_with_a_reply) {
  VirtualSession s;
  ListedViewer viewer;
  const std::uint32_t me = s.join(viewer);
  s.say(me, {{"type", "parameter"}, {"id", 1}, {"name", "m_D"}, {"value", 1}});
  s.say(me, {{"type", "take"}, {"id", 2}, {"handle", "nose"}});
  s.say(me, {{"type", "constraint"}, {"id", 3}, {"name", "rear_wheels"}, {"active", false}});
  s.say(me, {{"type", "load"}, {"id", 4}, {"model", "../../etc/passwd"}});
  s.say(me, {{"type", "take"}, {"id", 5}, {"body", 99}, {"at", {0, 0, 0}}});
  for (int id = 1; id <= 5; ++id) EXPECT_EQ(viewer.reply(id)["ok"], false) << id;
  s.run(0.1);
  EXPECT_EQ(viewer.closed, 0);
}

// A slider that changes nothing would lie.
TEST(Session, a_parameter_that_gives_a_number_of_repetitions_is_neither_offered_nor_changed) {
  VirtualSession s("models/pendulum_on_cart/pendulum_on_cart.yaml");
  ListedViewer viewer;
  const std::uint32_t me = s.join(viewer);
  const nlohmann::json offered = viewer.last("hello")["parameters"];
  EXPECT_FALSE(offered.empty());
  for (const nlohmann::json& parameter : offered) EXPECT_NE(parameter["name"], "links");
  s.say(me, {{"type", "parameter"}, {"id", 1}, {"name", "links"}, {"value", 5}});
  EXPECT_EQ(viewer.reply(1)["ok"], false);
  s.run(0.1);
  EXPECT_EQ(value_of(viewer, "links"), 3);
}

TEST(Session, garbage_is_counted_and_ends_the_connection_after_twenty) {
  VirtualSession s;
  ListedViewer viewer, other;
  const std::uint32_t me = s.join(viewer);
  s.join(other);
  for (const char* text : {"", "{", "[]", "1e999", "{\"type\": 3}", "\xff\xfe", "{\"type\":\"hand\"}", "null"})
    s.session.receive(me, text, s.now);
  EXPECT_EQ(viewer.closed, 0);
  for (int k = 0; k < 20; ++k) s.session.receive(me, "garbage", s.now);
  EXPECT_EQ(viewer.closed, 1008);
  EXPECT_EQ(other.closed, 0);
  EXPECT_GE(s.session.counts().refused, 20u);
}

TEST(Session, a_flood_is_refused_beyond_its_burst) {
  VirtualSession s;
  ListedViewer viewer;
  const std::uint32_t me = s.join(viewer);
  for (int k = 0; k < 420; ++k) s.say(me, {{"type", "ping"}, {"id", k + 1}});
  EXPECT_FALSE(viewer.reply(399).is_null());
  EXPECT_EQ(viewer.last("error")["text"], "there are more than 200 messages a second");
}

TEST(Session, only_the_viewer_with_the_hand_commands_and_the_hand_passes_on) {
  VirtualSession s;
  ListedViewer first, second;
  const std::uint32_t a = s.join(first), b = s.join(second);
  s.say(b, {{"type", "pause"}, {"id", 1}});
  EXPECT_EQ(second.reply(1)["ok"], false);
  s.say(b, {{"type", "ask_hand"}});
  EXPECT_EQ(first.last("viewers")["asking"], json::array({b}));
  s.say(a, {{"type", "give_hand"}, {"viewer", b}});
  EXPECT_EQ(first.last("viewers")["hand"], b);
  s.session.leave(b);
  EXPECT_EQ(first.last("viewers")["hand"], a);
}

TEST(Session, the_hand_lets_go_exactly_once_for_each_hold_also_when_its_viewer_leaves) {
  VirtualSession s;
  ListedViewer first, second;
  const std::uint32_t a = s.join(first);
  s.join(second);
  const auto count = [&second] {
    return std::ranges::count_if(second.texts, [](const json& m) { return m.value("text", "") == "the hand lets go"; });
  };
  s.say(a, {{"type", "release"}, {"id", 1}});
  ASSERT_TRUE(s.wait([&] { return !first.reply(1).is_null(); }));
  EXPECT_EQ(count(), 0) << "nothing was held";
  drag(s, a, first, {0.1, 0}, 0.05);
  s.session.leave(a);
  s.run(0.1);
  EXPECT_EQ(count(), 1);
}

TEST(Session, a_request_for_equations_has_a_reply) {
  VirtualSession s;
  ListedViewer viewer;
  const std::uint32_t me = s.join(viewer);
  s.say(me, {{"type", "document"}, {"id", 1}, {"mode", 0}});
  EXPECT_EQ(viewer.reply(1)["ok"], true);
}

TEST(Session, a_mistake_in_the_text_leaves_the_old_model_running) {
  VirtualSession s;
  ListedViewer viewer;
  const std::uint32_t me = s.join(viewer);
  const std::string text = viewer.last("text")["text"];
  std::string wrong = text;
  wrong.replace(wrong.find("m_B: 20 kg"), 10, "m_B: 20 xg");
  s.say(me, {{"type", "model_text"}, {"id", 1}, {"text", wrong}});
  ASSERT_TRUE(s.wait([&] { return viewer.last("text")["state"] == "mistake"; }));
  EXPECT_EQ(viewer.last("text")["mistakes"][0]["line"], 5);
  EXPECT_EQ(viewer.last("hello")["generation"], 1);
  std::string heavier = text;
  heavier.replace(heavier.find("m_B: 20 kg"), 10, "m_B: 33 kg");
  s.say(me, {{"type", "model_text"}, {"id", 2}, {"text", heavier}});
  ASSERT_TRUE(s.wait([&] { return viewer.last("hello")["generation"] == 2; }));
  EXPECT_EQ(viewer.last("text")["state"], "edited");
  s.run(0.1);
  EXPECT_EQ(viewer.snapshot().generation, 2u);
  EXPECT_EQ(value_of(viewer, "m_B"), 33);
}

TEST(Session, a_saved_file_is_taken_and_a_changed_one_is_not_overwritten) {
  const std::filesystem::path folder =
      std::filesystem::temp_directory_path() / ("tangible_save_" + std::to_string(getpid()));
  std::filesystem::create_directories(folder);
  const std::filesystem::path path = folder / "cart.yaml";
  std::filesystem::copy_file("models/shopping_cart/shopping_cart.yaml", path,
                             std::filesystem::copy_options::overwrite_existing);
  VirtualSession s(path.string());
  ListedViewer viewer;
  const std::uint32_t me = s.join(viewer);
  std::string text = viewer.last("text")["text"];
  text.replace(text.find("m_B: 20 kg"), 10, "m_B: 21 kg");
  s.say(me, {{"type", "save"}, {"id", 1}, {"text", text}});
  EXPECT_EQ(viewer.reply(1)["ok"], true);
  EXPECT_EQ(read_text(path, 1 << 20), text);
  ASSERT_TRUE(s.wait([&] { return viewer.last("hello")["generation"] == 2; }));
  std::ofstream(path, std::ios::app) << "# by another program\n";
  s.say(me, {{"type", "save"}, {"id", 2}, {"text", text}});
  EXPECT_EQ(viewer.reply(2)["ok"], false);
  EXPECT_NE(read_text(path, 1 << 20), text);
  // The file is watched: what the other program wrote is taken.
  std::filesystem::last_write_time(path, std::filesystem::file_time_type::clock::now() + std::chrono::seconds(2));
  EXPECT_TRUE(s.wait([&] { return viewer.last("hello")["generation"] == 3; }));
  std::filesystem::remove_all(folder);
}

TEST(Session, reset_begins_again_and_pause_stands_still) {
  VirtualSession s;
  ListedViewer viewer;
  const std::uint32_t me = s.join(viewer);
  s.run(0.5);
  s.say(me, {{"type", "pause"}});
  s.run(0.1);
  const double paused_at = viewer.snapshot().time;
  s.run(0.1);
  EXPECT_EQ(viewer.snapshot().time, paused_at);
  EXPECT_EQ(viewer.snapshot().flags & flag_paused, flag_paused);
  s.say(me, {{"type", "step"}, {"ticks", 3}});
  s.run(0.1);
  EXPECT_NEAR(viewer.snapshot().time, paused_at + 0.003, 1e-12);
  s.say(me, {{"type", "reset"}, {"id", 4}});
  ASSERT_TRUE(s.wait([&] { return !viewer.reply(4).is_null(); }));
  s.run(0.1);
  EXPECT_EQ(viewer.snapshot().time, 0);
  EXPECT_NEAR(value_of(viewer, "q1"), 0, 1e-12);
}

TEST(Session, a_viewer_that_returns_gets_the_events_it_missed) {
  VirtualSession s;
  ListedViewer viewer, again;
  const std::uint32_t me = s.join(viewer);
  for (int k = 0; k < 4; ++k) {
    s.say(me, {{"type", "input"}, {"id", k + 1}, {"name", "F"}, {"value", k}});
    s.run(0.05);
  }
  const int last = viewer.last("event")["number"];
  s.join(again, static_cast<std::uint32_t>(last - 2));
  int count = 0;
  for (const json& m : again.texts) count += m["type"] == "event" ? 1 : 0;
  EXPECT_EQ(count, 2);
  EXPECT_EQ(again.last("hello")["events"]["gone"], 0);
}

TEST(Session, a_silent_viewer_is_closed_once) {
  VirtualSession s;
  ListedViewer viewer;
  s.join(viewer);
  s.run(11);
  EXPECT_EQ(viewer.closed, 1001);
  EXPECT_EQ(s.session.counts().closed, 1u);
}

TEST(Session, the_speed_is_sent_to_all_after_a_change_and_to_viewers_that_come_later) {
  VirtualSession s;
  ListedViewer first, second, later;
  const std::uint32_t me = s.join(first);
  s.join(second);
  EXPECT_EQ(first.last("speed")["factor"], 1);
  s.say(me, {{"type", "speed"}, {"id", 1}, {"factor", 0.25}});
  s.run(0.05);
  EXPECT_EQ(first.reply(1)["ok"], true);
  EXPECT_EQ(first.last("speed")["factor"], 0.25);
  EXPECT_EQ(second.last("speed")["factor"], 0.25);
  s.join(later);
  EXPECT_EQ(later.last("speed")["factor"], 0.25);
  // Another model keeps it.
  const std::size_t before = first.texts.size();
  s.open("models/four_bar/four_bar.yaml");
  ASSERT_TRUE(s.wait([&] { return first.last("hello")["generation"] == 2; }));
  bool is_sent = false;
  for (std::size_t k = before; k < first.texts.size(); ++k)
    is_sent = is_sent || (first.texts[k]["type"] == "speed" && first.texts[k]["factor"] == 0.25);
  EXPECT_TRUE(is_sent);
}

}  // namespace
}  // namespace tangible
