// SPDX-License-Identifier: Apache-2.0
// The description of a model and its snapshots fit each other and the numbers of the engine.
#include <gtest/gtest.h>

#include "display/hello.h"
#include "display/shape_mesh.h"
#include "virtual_session.h"

namespace tangible {
namespace {

using nlohmann::json;

LiveModel make_live(const std::string& path) { return LiveModel(load(path), 7, live_options(1e-3)); }

TEST(Wire, a_snapshot_has_the_numbers_of_the_engine) {
  LiveModel live = make_live("models/shopping_cart/shopping_cart.yaml");
  for (int k = 0; k < 100; ++k) ASSERT_EQ(live.simulation.tick(), SimulationStatus::ok);
  live.simulation.publish();
  live.simulation.snapshots()->read(std::span(live.numbers).first(live.live_at));
  const WireLayout layout(live);
  const DecodedSnapshot s = decode_snapshot(encode_snapshot(
      layout, live, live.numbers, {.flags = 5, .sequence = 3, .generation = 7, .mode = 1, .last_event = 9}));
  EXPECT_TRUE(s.is_whole);
  EXPECT_EQ(s.flags, 5u);
  EXPECT_EQ(s.generation, 7u);
  EXPECT_EQ(s.last_event, 9u);
  EXPECT_EQ(s.time, live.simulation.time());
  ASSERT_EQ(s.values.size(), layout.values.size());
  for (const char* name : {"q1", "q4", "u1", "u3"}) {
    const auto at = std::ranges::find(layout.values, name, &WireValue::name);
    ASSERT_NE(at, layout.values.end());
    EXPECT_EQ(s.values[static_cast<std::size_t>(at - layout.values.begin())], live.simulation.value(name)) << name;
  }
  EXPECT_EQ(s.rows, (std::vector<bool>{true, false}));
  // The basket's centre is L1 = 0.4 m ahead of P1 along its heading.
  const double q1 = live.simulation.value("q1"), q2 = live.simulation.value("q2"), q3 = live.simulation.value("q3");
  EXPECT_NEAR(s.poses[0][0], q1 + 0.4 * std::cos(q3), 1e-6);
  EXPECT_NEAR(s.poses[0][1], q2 + 0.4 * std::sin(q3), 1e-6);
  EXPECT_NEAR(s.poses[0][6], std::sin(q3 / 2), 1e-6);
}

// All places that a hello mentions are there.
void expect_places(const json& hello) {
  const std::size_t values = hello["values"].size(), poses = hello["poses"].size(), points = hello["points"].size();
  for (const json& shape : hello["shapes"]) {
    EXPECT_LT(shape.value("pose", std::size_t{0}), poses) << shape;
    EXPECT_LT(shape.value("mesh", std::size_t{0}), hello["meshes"].size() + 1) << shape;
    for (const json& p : shape.value("points", json::array())) EXPECT_LT(p.get<std::size_t>(), points) << shape;
  }
  for (const json& arrow : hello["arrows"]) {
    EXPECT_LT(arrow["point"].get<std::size_t>(), points) << arrow;
    for (const json& v : arrow["vector"]) EXPECT_LT(v.get<std::size_t>(), values) << arrow;
  }
  for (const json& symbol : hello["symbols"]) {
    const std::size_t places = symbol["poses"].size() + symbol["points"].size();
    if (symbol["kind"] == "body" || symbol["kind"] == "frame" || symbol["kind"] == "point") {
      EXPECT_EQ(symbol["value"], -1) << symbol;
      EXPECT_EQ(places, 1u) << symbol;
    } else {
      EXPECT_LT(symbol["value"].get<std::size_t>(), values) << symbol;
    }
    for (const json& p : symbol["poses"]) EXPECT_LT(p.get<std::size_t>(), poses) << symbol;
    for (const json& p : symbol["points"]) EXPECT_LT(p.get<std::size_t>(), points) << symbol;
    EXPECT_FALSE(symbol["meaning"].get<std::string>().empty()) << symbol;
  }
  for (const json& value : hello["values"]) EXPECT_FALSE(value["name"].get<std::string>().empty());
  for (const json& c : hello["constraints"]) EXPECT_LT(c["force"].get<int>(), static_cast<int>(values)) << c;
  for (const json& handle : hello["handles"]) EXPECT_LT(handle["pose"].get<std::size_t>(), poses);
}

TEST(Wire, every_model_of_the_library_is_described_and_runs) {
  const ModelLibrary library("models");
  for (const LibraryModel& model : library.models()) {
    SCOPED_TRACE(model.id);
    LiveModel live = make_live(model.path.string());
    const WireLayout layout(live);
    const json hello = make_hello(live, layout, {model.id, model.path.filename().string(), true, 1000});
    expect_places(hello);
    EXPECT_FALSE(hello["shapes"].empty());
    EXPECT_GT(hello["world"]["size"].get<double>(), 0);
    EXPECT_FALSE(model.sentence.empty());
    for (int k = 0; k < 200; ++k) ASSERT_EQ(live.simulation.tick(), SimulationStatus::ok) << live.simulation.explain();
    live.simulation.publish();
    live.simulation.snapshots()->read(std::span(live.numbers).first(live.live_at));
    EXPECT_TRUE(decode_snapshot(encode_snapshot(layout, live, live.numbers, {})).is_whole);
  }
}

TEST(Wire, the_books_of_a_hello_are_those_of_the_ledger) {
  LiveModel live = make_live("models/shopping_cart/cart_pushed.yaml");
  for (int k = 0; k < 1500; ++k) ASSERT_EQ(live.simulation.tick(), SimulationStatus::ok);
  live.simulation.publish();
  live.simulation.snapshots()->read(std::span(live.numbers).first(live.live_at));
  live.numbers[live.at(LiveNumber::unexplained)] = live.simulation.energies().drift();
  const WireLayout layout(live);
  const json hello = make_hello(live, layout, {});
  const auto value = [&](const json& place) { return live.numbers[layout.values[place.get<std::size_t>()].source]; };
  double in = value(hello["stored"]["start"]);
  for (const json& entry : hello["ledger"]) in += entry["sign"].get<double>() * value(entry["value"]);
  const double out = value(hello["stored"]["kinetic"]) + value(hello["stored"]["potential"]);
  // start + sum of signs times values = kinetic + potential - unexplained, to rounding.
  EXPECT_NEAR(in, out - value(hello["stored"]["unexplained"]), 1e-12 * std::abs(out));
  EXPECT_GT(std::abs(value(hello["ledger"][1]["value"])), 1e-3);  // the push has done work
}

TEST(Wire, outlines_are_triangulated_without_loss_of_area) {
  // An L: an outline that is not convex, of area 3.
  const std::vector<std::array<double, 2>> outline{{0, 0}, {2, 0}, {2, 1}, {1, 1}, {1, 2}, {0, 2}};
  const auto triangles = triangulate(outline);
  ASSERT_EQ(triangles.size(), 4u);
  double area = 0;
  for (const auto& [i, j, k] : triangles) {
    const auto &a = outline[i], &b = outline[j], &c = outline[k];
    const double twice = (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]);
    EXPECT_GT(twice, 0);
    area += twice / 2;
  }
  EXPECT_DOUBLE_EQ(area, 3);
  EXPECT_EQ(base64_of_bytes(std::vector<unsigned char>{'f', 'o', 'o', 'b'}), "Zm9vYg==");
}

}  // namespace
}  // namespace tangible
