// SPDX-License-Identifier: Apache-2.0
// Facts about recorded runs: what is written is what was simulated, within the stated steps.
#include "display/recorded_run.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "display/run_columns.h"
#include "display/run_reader.h"
#include "simulation/record.h"

namespace tangible {
namespace {

struct SharedRun {
  explicit SharedRun(const Model& model, double until) : live(model, 1, SimulationOptions{.ports = 1}) {
    SampleOptions options;
    options.until = until;
    samples = std::make_unique<RunSamples>(sample_run(live, options));
    container = encode_run(live, *samples, {"id", "file.yaml", "", ""});
    read = RunReader(container).read();
  }
  std::vector<double> numbers(std::size_t slot) const {
    std::vector<double> out;
    for (const auto& sample : samples->numbers) out.push_back(sample[slot]);
    return out;
  }

  LiveModel live;
  std::unique_ptr<RunSamples> samples;
  std::string container;
  ReadRun read;
};

const Model& pushed_cart() {
  static const Model model = load("models/shopping_cart/cart_pushed.yaml");
  return model;
}

double worst(const std::vector<double>& a, const std::vector<double>& b) {
  EXPECT_EQ(a.size(), b.size());
  double out = 0;
  for (std::size_t k = 0; k < std::min(a.size(), b.size()); ++k) out = std::max(out, std::abs(a[k] - b[k]));
  return out;
}

TEST(recorded_run, values_are_read_back_within_their_steps) {
  const SharedRun run(pushed_cart(), 2);
  const WireLayout layout(run.live);
  EXPECT_LE(worst(run.read.column("time"), run.numbers(0)), 0.51e-5);
  for (std::size_t i = 0; i < layout.values.size(); ++i) {
    if (std::string(layout.values[i].kind) == "servo") continue;
    const std::vector<double> numbers = run.numbers(layout.values[i].source);
    const auto [low, high] = std::ranges::minmax(numbers);
    EXPECT_LE(worst(run.read.column("value", static_cast<int>(i)), numbers), 0.51 * (high - low) / 65535)
        << layout.values[i].name;
  }
}

TEST(recorded_run, equations_have_terms_of_a_hand_only_where_one_pulls) {
  SharedRun run(pushed_cart(), 0.1);
  const auto first_line = [](const ReadRun& read) {
    return read.header["documents"][0]["sections"][0]["lines"][0]["text"].get<std::string>();
  };
  EXPECT_EQ(first_line(run.read).find("h1"), std::string::npos) << first_line(run.read);
  run.samples->numbers[3][run.live.hand_forces_at()] = 2;
  const ReadRun pulled = RunReader(encode_run(run.live, *run.samples, {"id", "file.yaml", "", ""})).read();
  EXPECT_EQ(first_line(pulled), first_line(run.read) + " + h1");
}

TEST(recorded_run, poses_are_read_back_within_their_steps) {
  const SharedRun run(pushed_cart(), 2);
  const WireLayout layout(run.live);
  const SnapshotLayout& at = run.live.simulation.snapshot_layout();
  for (std::size_t i = 0; i < layout.poses.size(); ++i) {
    const std::size_t slot = at.poses[SnapshotLayout::pose_size * layout.poses[i]];
    for (std::size_t part = 0; part < 3; ++part)
      EXPECT_LE(worst(run.read.column("pose", static_cast<int>(i), static_cast<int>(part)), run.numbers(slot + part)),
                0.51e-5 * run.live.size);
    // A quaternion and its negative are the same attitude.
    for (std::size_t k = 0; k < run.samples->numbers.size(); ++k) {
      double same = 0;
      for (std::size_t part = 3; part < 7; ++part)
        same += run.samples->numbers[k][slot + part] *
                run.read.column("pose", static_cast<int>(i), static_cast<int>(part))[k];
      EXPECT_NEAR(std::abs(same), 1, 4 * 0.51 / 16384);
    }
  }
}

TEST(recorded_run, samples_are_those_of_the_record_of_the_same_run) {
  const SharedRun run(pushed_cart(), 2);
  SimulationLoop loop(pushed_cart().system());
  ASSERT_EQ(loop.start(), SimulationStatus::ok);
  RunOptions options;
  options.until = 2;
  options.every = 0.25;
  const Record record = tangible::run(loop, options);
  const std::vector<double> times = run.read.column("time");
  for (const std::vector<double>& row : record.rows) {
    const auto at = std::ranges::find_if(times, [&](double t) { return std::abs(t - row[0]) < 1e-5; });
    ASSERT_NE(at, times.end()) << row[0];
    const auto& sample = run.samples->numbers[static_cast<std::size_t>(at - times.begin())];
    // The port adds a state to the error estimate: steps differ, within the tolerance of 1e-10.
    for (std::size_t q = 0; q < 4; ++q) EXPECT_NEAR(sample[1 + q], row[1 + q], 1e-7) << row[0];
  }
}

TEST(recorded_run, modes_rows_and_events_are_those_of_the_run) {
  const SharedRun run(pushed_cart(), 2);
  const std::vector<double> mode = run.read.column("mode"), time = run.read.column("time");
  const std::vector<double> rows = run.read.column("rows", 0);
  for (std::size_t k = 0; k < time.size(); ++k)
    if (std::abs(time[k] - 0.15) > 1e-4 && std::abs(time[k] - 1.2) > 1e-4) {
      EXPECT_EQ(mode[k], time[k] > 0.15 && time[k] < 1.2 ? 1 : 0) << time[k];
      EXPECT_EQ(rows[k], mode[k] == 1 ? 3 : 1) << time[k];
    }
  std::vector<std::string> names;
  for (const nlohmann::json& event : run.read.header["events"])
    if (event["kind"] == "event") names.push_back(event["name"].get<std::string>());
  EXPECT_EQ(names, (std::vector<std::string>{"stick", "release"}));
}

TEST(recorded_run, numbers_jump_where_jumps_are_listed) {
  const SharedRun run(pushed_cart(), 2);
  const std::vector<double> time = run.read.column("time"), mode = run.read.column("mode");
  const auto jumps = run.read.header["jumps"].get<std::vector<std::size_t>>();
  ASSERT_EQ(jumps.size(), 2u);
  for (const std::size_t k : jumps) {
    EXPECT_EQ(time[k], time[k - 1]);
    EXPECT_NE(mode[k], mode[k - 1]);
  }
}

TEST(recorded_run, every_mode_has_its_equations) {
  const SharedRun run(pushed_cart(), 2);
  const nlohmann::json& documents = run.read.header["documents"];
  ASSERT_EQ(documents.size(), 2u);
  EXPECT_EQ(documents[0]["degrees_of_freedom"], 2);
  EXPECT_EQ(documents[1]["degrees_of_freedom"], 1);
  EXPECT_EQ(run.read.header["modes"]["modes"][1]["degrees_of_freedom"], 1);
}

TEST(recorded_run, names_cannot_end_the_script_that_carries_them) {
  const SharedRun run(load_text(R"yaml(tangible: 1
name: "</script><img src=x onerror=alert(1)>"
parameters: {m: 2 kg}
coordinates: {x: m}
points: {P: {from: O, at: x*N.x}}
particles: {bead: {at: P, mass: m}}
)yaml"),
                      0.1);
  const std::string page = embed_run("<p><!--tangible-run--></p>", run.container);
  EXPECT_TRUE(page.starts_with("<p><script type=\"text/plain\" id=\"tangible-run\">"));
  EXPECT_TRUE(page.ends_with("</script></p>"));
  EXPECT_EQ(page.find("</script"), page.rfind("</script"));
  EXPECT_EQ(page.find("onerror"), std::string::npos);
  EXPECT_EQ(run.read.header["hello"]["model"]["name"], "</script><img src=x onerror=alert(1)>");
}

TEST(recorded_run, a_page_without_a_place_for_a_run_is_refused) {
  EXPECT_THROW(embed_run("<p></p>", "run"), std::runtime_error);
}

TEST(recorded_run, integers_of_any_sign_are_folded_as_documented) {
  std::string bytes;
  append_integer(bytes, 0);
  append_integer(bytes, -1);
  append_integer(bytes, 63);
  append_integer(bytes, -65);
  EXPECT_EQ(bytes, std::string("\x00\x01\x7e\x81\x01", 5));
}

TEST(recorded_run, what_is_not_a_number_has_an_integer_of_its_own) {
  std::string bytes;
  RunColumn column{"value", 0};
  const std::vector<double> numbers{1, std::nan(""), 2};
  fit_range(column, numbers);
  append_column(bytes, column, numbers);
  EXPECT_EQ(column.low, 1);
  EXPECT_NEAR(column.step, 1.0 / 65535, 1e-18);
  std::string expected;
  append_integer(expected, 0);
  append_integer(expected, not_a_number);
  append_integer(expected, 65535 - not_a_number);
  EXPECT_EQ(bytes, expected);
}

// Those with the most values and poses: the page takes 0.7 MB, and base64 a third more than the run.
TEST(recorded_run, a_minute_of_the_largest_models_leaves_room_for_the_page_in_2_MB) {
  for (const char* path :
       {"models/four_bar/four_bar_absolute.yaml", "models/seven_revolute_arm/seven_revolute_arm.yaml",
        "models/stewart_platform/stewart_platform.yaml", "models/n_four_bar/n_four_bar.yaml"}) {
    const SharedRun run(load(path), 60);
    EXPECT_LT(static_cast<double>(run.container.size()) * 4 / 3, 1.25e6) << path;
  }
}

}  // namespace
}  // namespace tangible
