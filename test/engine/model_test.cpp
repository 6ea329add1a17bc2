// SPDX-License-Identifier: Apache-2.0
// Models are values: copied, moved, freed in any order, used from several threads; documents and snapshots carry no
// graph.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>
#include <thread>

#include "engine/simulation.h"

namespace tangible {
namespace {

constexpr const char* cart = "models/shopping_cart/shopping_cart.yaml";
constexpr const char* pendulum = "models/double_pendulum/double_pendulum.yaml";

TEST(Model, two_live_side_by_side_and_are_freed_in_any_order) {
  for (const bool first_goes_first : {true, false}) {
    std::optional<Model> a = load(cart), b = load(pendulum);
    const std::string text_a = a->equations().text(), text_b = b->equations().text();
    Model moved = std::move(*a);
    const Model copy = moved;
    (first_goes_first ? a : b).reset();
    if (!first_goes_first) {
      EXPECT_EQ(moved.equations().text(), text_a);
    } else {
      EXPECT_EQ(b->equations().text(), text_b);
    }
    EXPECT_EQ(copy.equations().text(), text_a);
  }
}

TEST(Model, a_simulation_outlives_the_model_it_was_made_from) {
  std::optional<Simulation> run;
  {
    const Model model = load(cart);
    run.emplace(model);
  }
  EXPECT_EQ(run->advance_to(0.1), SimulationStatus::ok);
}

TEST(Model, documents_are_made_in_one_thread_while_others_run) {
  const Model model = load(cart);
  const std::string text = model.equations({"caster_sticks"}).text();
  std::vector<std::thread> threads;
  std::vector<std::string> documents(2);
  std::vector<double> results(2);
  for (std::size_t k = 0; k < 2; ++k)
    threads.emplace_back([&, k] {
      Simulation run(model, {.method = Method::rk4});
      for (int i = 0; i < 10; ++i) documents[k] = model.equations({"caster_sticks"}).text();
      (void)run.port("grip");
      EXPECT_EQ(run.advance_to(1), SimulationStatus::ok);
      results[k] = run.value("q1");
    });
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(documents[0], text);
  EXPECT_EQ(documents[1], text);
  EXPECT_EQ(results[0], results[1]);
}

TEST(Model, errors_have_file_line_and_advice) {
  try {
    (void)load_text("tangible: 1\ncoordinates: {x: m}\nparticles:\n  P: {at: Q, mass: 1 kg}\n", "bad.yaml");
    FAIL();
  } catch (const BadInput& error) {
    EXPECT_EQ(std::string(error.what()).find("bad.yaml:4:"), 0U) << error.what();
    ASSERT_FALSE(error.problems.empty());
    EXPECT_EQ(error.problems.front().line, 4);
  }
}

TEST(Model, symbols_of_a_document_have_meaning_unit_and_slot) {
  const Model model = load(cart);
  const EquationsDocument document = model.equations({"caster_sticks"});
  EXPECT_EQ(document.degrees_of_freedom, 1U);
  const SnapshotLayout layout = model.snapshot_layout(1);
  Simulation run(model, {.method = Method::rk4});
  run.publish();
  std::vector<double> numbers(run.snapshot_layout().size);
  run.snapshots()->read(numbers);
  for (const SymbolMeaning& symbol : document.symbols) {
    EXPECT_FALSE(symbol.meaning.empty()) << symbol.name;
    EXPECT_FALSE(symbol.unit.empty()) << symbol.name;
    if (symbol.has_pose()) continue;
    ASSERT_LT(symbol.slot, layout.values.size) << symbol.name;
    if (symbol.name == "m_B") {
      EXPECT_EQ(numbers[symbol.slot], 20.0);
    }
    if (symbol.name == "u1") {
      EXPECT_EQ(numbers[symbol.slot], run.value("u1"));
    }
    if (symbol.name == "q4") {
      EXPECT_EQ(numbers[symbol.slot], run.value("q4"));
    }
  }
}

// P1 and B of the table of partial velocities, and the basket, are where the snapshot has them.
TEST(Model, names_of_the_table_of_partial_velocities_have_meaning_and_pose) {
  const Model model = load(cart);
  Simulation run(model, {.method = Method::rk4, .ports = 1});
  run.publish();
  std::vector<double> numbers(run.snapshot_layout().size);
  run.snapshots()->read(numbers);
  const ModelDescription& description = model.description();
  std::map<std::pair<std::string, SymbolMeaning::Kind>, std::size_t> known;
  for (std::size_t s = 0; s < description.symbols.size(); ++s) {
    const SymbolMeaning& symbol = description.symbols[s];
    if (symbol.has_pose()) known[{symbol.name, symbol.kind}] = s;
  }
  const EquationsDocument document = model.equations();
  for (const std::string& column : document.partial_velocities.columns) {
    using MeaningKind = SymbolMeaning::Kind;
    const MeaningKind kind = column[0] == 'w' ? MeaningKind::frame : MeaningKind::point;
    const auto found = known.find({column.substr(2), kind});
    ASSERT_NE(found, known.end()) << column;
    EXPECT_FALSE(description.symbols[found->second].meaning.empty()) << column;
    EXPECT_EQ(description.symbol_frames[found->second].size(), 1U) << column;
    EXPECT_TRUE(std::ranges::any_of(document.symbols, [&](const SymbolMeaning& symbol) {
      return symbol.name == column.substr(2) && symbol.kind == kind;
    })) << column;
  }
  const auto pose = [&](const char* name, SymbolMeaning::Kind kind) {
    const std::size_t frame = description.symbol_frames.at(known.at({name, kind})).at(0);
    return Snapshot{numbers}.pose(run.snapshot_layout(), frame);
  };
  const Vec3 p1 = pose("P1", SymbolMeaning::Kind::point).position;
  EXPECT_NEAR(p1.x, run.value("q1"), 1e-12);
  EXPECT_NEAR(p1.y, run.value("q2"), 1e-12);
  EXPECT_NEAR(2 * std::atan2(pose("B", SymbolMeaning::Kind::frame).orientation.z,
                             pose("B", SymbolMeaning::Kind::frame).orientation.w),
              run.value("q3"), 1e-12);
  const Pose basket = pose("basket", SymbolMeaning::Kind::body);
  EXPECT_EQ(basket.position, run.port("basket").pose().position);
}

}  // namespace
}  // namespace tangible
