// SPDX-License-Identifier: Apache-2.0
// What a run by the clock says of itself where it was not in time.
#include "haptics/run_warnings.h"

#include <gtest/gtest.h>

#include <cstdio>
#include <fstream>

#include "haptics/impedance_run.h"

namespace tangible {
namespace {

// A second at 1 kHz of which this many ticks were missed, with ticks of this length of work.
LoopStatistics one_second(long missed, double compute) {
  LoopStatistics loop;
  loop.tick = 1e-3;
  loop.scheduled = 1000;
  loop.missed = missed;
  loop.run = 1000 - missed;
  for (long k = 0; k < loop.run; ++k) loop.compute.add(compute), loop.period.add(1e-3);
  return loop;
}

SampleCheckCounts samples(long usable) {
  SampleCheckCounts counts;
  counts.usable = usable;
  counts.missing = usable > 0 ? 0 : 1000;
  return counts;
}

std::string warning_of(const LoopStatistics& loop, const SampleCheckCounts& counts, int priority = 0) {
  HapticRunOptions options;
  options.path = "cart.yaml";
  options.option_prefix = "--";
  options.clock.priority = priority;
  const RunTime time{1, loop};
  RunFigures figures;
  figures.time = &time;
  add_warnings(figures, counts, "udp", options);
  EXPECT_EQ(figures.completed, counts.usable > 0);
  return figures.warning;
}

bool contains(const std::string& text, const char* part) { return text.find(part) != std::string::npos; }

TEST(RunWarnings, are_silent_where_the_loop_was_in_time) {
  EXPECT_EQ(warning_of(one_second(0, 30e-6), samples(1000)), "");
  EXPECT_EQ(warning_of(one_second(5, 30e-6), samples(995)), "");
}

TEST(RunWarnings, tell_a_busy_machine_from_a_model_that_is_too_slow) {
  const std::string busy = warning_of(one_second(184, 30e-6), samples(816));
  EXPECT_TRUE(contains(busy, "cart.yaml: warning: 18.4 % of the ticks were missed")) << busy;
  EXPECT_TRUE(contains(busy, "busy with other programs")) << busy;
  EXPECT_TRUE(contains(busy, "use --realtime-priority 50")) << busy;
  EXPECT_TRUE(contains(warning_of(one_second(184, 30e-6), samples(816), 50), "was not granted"));
  const std::string slow = warning_of(one_second(500, 1.5e-3), samples(500));
  EXPECT_TRUE(contains(slow, "a tick has 1 ms")) << slow;
  EXPECT_TRUE(contains(slow, "use --rate 3") || contains(slow, "use --rate 4")) << slow;  // 0.6 of the time of a tick
}

TEST(RunWarnings, name_the_rate_of_a_device_that_keeps_another_pace) {
  LoopStatistics loop = one_second(500, 30e-6);
  loop.waits = loop.sample_spans = 499;
  loop.sample_time = 0.998;
  EXPECT_TRUE(contains(warning_of(loop, samples(500)), "use --rate 500")) << warning_of(loop, samples(500));
  loop = one_second(0, 30e-6);  // twice as fast: no tick is missed, but the model runs ahead
  loop.waits = loop.sample_spans = 999;
  loop.sample_time = 0.4995;
  EXPECT_TRUE(contains(warning_of(loop, samples(1000)), "use --rate 2000"));
  loop = one_second(900, 30e-6);  // slower than the loop waits
  loop.waits = 100;
  SampleCheckCounts slow = samples(100);
  slow.spans = 99;
  slow.spanned = 0.99;
  EXPECT_TRUE(contains(warning_of(loop, slow), "use --rate 100")) << warning_of(loop, slow);
}

TEST(RunWarnings, a_run_whose_device_sent_nothing_has_failed) {
  HapticRunOptions options;
  options.path = "models/wall/wall.yaml";
  options.held.front().device.text = "udp:port=0,mass=0.1";
  options.clock.duration = 0.05;
  std::string notice;
  options.notice = [&notice](const std::string& text) { notice = text; };
  ImpedanceRun run(options);
  run.run();
  const RunReport report = run.report();
  EXPECT_TRUE(contains(notice, "udp: waits for samples at 127.0.0.1:")) << notice;
  EXPECT_FALSE(report.completed);
  EXPECT_TRUE(contains(report.warning, "sent no usable sample")) << report.warning;
  // A device whose damping is not known is never labelled passive, also before its first sample.
  EXPECT_TRUE(contains(report_text(report), "stable with an operator, guarded")) << report_text(report);
}

// A bead that passes thousands of marks in a tick.
TEST(RunReport, tells_how_far_a_model_is_behind_whose_ticks_are_too_much_work) {
  const std::string path = ::testing::TempDir() + "many_marks.yaml";
  std::ofstream(path) << R"yaml(
tangible: 1
discrete: {next: 0.00001 m}
coordinates: {x: m}
points: {P: {from: O, at: x*N.x}}
particles: {bead: {at: P, mass: 1 kg}}
handles: {grip: {at: P, frame: N}}
events: {mark: {when: rises(x - next), do: [{set: {next: next + 0.00001 m}}]}}
initial: {x: 0 m, x': 100 m/s}
)yaml";
  HapticRunOptions options;
  options.path = path;
  options.held.front().device.text = "simulated";
  options.clock.is_virtual = true;
  options.clock.duration = 0.05;
  ImpedanceRun run(options);
  run.run();
  const RunReport report = run.report();
  EXPECT_GT(report.lag + report.given_up, 0.01);
  EXPECT_TRUE(contains(report_text(report), " s behind")) << report_text(report);
  (void)std::remove(path.c_str());
}

}  // namespace
}  // namespace tangible
