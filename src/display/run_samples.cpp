// SPDX-License-Identifier: Apache-2.0
// The loop of simulation/record.cpp, with snapshots instead of columns.
#include "display/run_samples.h"

#include <algorithm>
#include <cmath>

#include "display/occurrence_json.h"

namespace tangible {
namespace {

class Sampler {
 public:
  Sampler(LiveModel& live, const SampleOptions& options)
      : live_(live), loop_(live.simulation.loop()), options_(options), out_(live), every_(options.every) {
    first_ = loop_.time();
    if (is_fixed()) every_ = std::max(1.0, std::round(every_ / loop_.options().step)) * loop_.options().step;
  }

  RunSamples run() {
    noted_ = loop_.log().end();
    sample();
    while (loop_.time() < options_.until && out_.status == SimulationStatus::ok) {
      if (options_.should_continue && !options_.should_continue(loop_.time())) {
        out_.interrupted = true;
        break;
      }
      out_.status = loop_.advance(end_of_step());
      if (out_.status != SimulationStatus::ok) break;
      sample_step();
      if (loop_.has_event()) pass_event();
    }
    if (loop_.time() > last_) sample();
    if (out_.status != SimulationStatus::ok) explain();
    out_.steps = loop_.counts().steps;
    out_.end = loop_.time();
    return std::move(out_);
  }

 private:
  bool is_fixed() const { return loop_.options().method != Method::adaptive; }
  double time_of(std::size_t k) const { return std::min(first_ + every_ * static_cast<double>(k), options_.until); }

  double end_of_step() {
    if (is_fixed()) return options_.until;
    while (next_breakpoint_ < options_.input_breakpoints.size() &&
           options_.input_breakpoints[next_breakpoint_] <= loop_.time())
      ++next_breakpoint_;
    return next_breakpoint_ < options_.input_breakpoints.size()
               ? std::min(options_.input_breakpoints[next_breakpoint_], options_.until)
               : options_.until;
  }

  // All times up to the end of the last step; a fixed step is sampled at its end.
  void sample_step() {
    const double slack = is_fixed() ? 1e-9 * every_ : 0;
    while (time_of(next_) <= loop_.time() + slack && last_ < options_.until) {
      const double t = time_of(next_);
      ++next_;
      if (is_fixed() || t >= loop_.time()) {
        if (loop_.time() > last_) sample();
      } else if (t > last_) {
        sample_within(t);
      }
      if (t >= options_.until) break;
    }
  }

  // Before and after: numbers may jump there.
  void pass_event() {
    if (loop_.time() > last_) sample();
    out_.status = loop_.resolve_instant();
    if (out_.status == SimulationStatus::ok) {
      out_.jumps.push_back(out_.numbers.size());
      sample();
    }
    take_events();
  }

  void take_events() {
    const std::uint32_t was = out_.graph.current();
    const SystemMotion& motion = std::as_const(loop_).motion();
    const ModeKey now = key_of(motion.mode());
    const bool changes = out_.status == SimulationStatus::ok && out_.graph.number_of(now) != was;
    if (changes) {
      out_.graph.enter(now, loop_.time(), motion.embedding().independent_speeds().size());
      out_.modes.back() = out_.graph.current();
    }
    for (const Occurrence& occurrence : loop_.log().since(noted_)) {
      nlohmann::json event = occurrence_json(occurrence, live_.model());
      event["type"] = "event";
      event["number"] = out_.events.size() + 1;
      if (changes) {
        event["mode"] = out_.graph.current();
        event["was"] = was;
      }
      out_.events.push_back(std::move(event));
    }
    noted_ = loop_.log().end();
  }

  // The state of the loop is that of the time for as long as it is written down.
  void sample_within(double t) {
    const double end = loop_.time();
    kept_.assign(loop_.state().begin(), loop_.state().end());
    state_.resize(kept_.size());
    (void)loop_.state_at(t, state_);
    std::ranges::copy(state_, loop_.state().begin());
    loop_.set_time(t);
    sample();
    std::ranges::copy(kept_, loop_.state().begin());
    loop_.set_time(end);
  }

  void sample() {
    live_.simulation.publish();
    std::vector<double> numbers(live_.numbers.size(), 0.0);
    live_.simulation.snapshots()->read(std::span(numbers).first(live_.live_at));
    numbers[live_.at(LiveNumber::unexplained)] = loop_.ledger().drift();
    last_ = loop_.time();
    out_.numbers.push_back(std::move(numbers));
    out_.modes.push_back(out_.graph.current());
  }

  void explain() {
    out_.reason = live_.model().explain(loop_, out_.status, false);
    out_.events.push_back({{"type", "event"},
                           {"number", out_.events.size() + 1},
                           {"kind", "mistake"},
                           {"time", loop_.time()},
                           {"text", "the run cannot go on: " + out_.reason}});
  }

  LiveModel& live_;
  SimulationLoop& loop_;
  const SampleOptions& options_;
  RunSamples out_;
  double every_, first_ = 0, last_ = -INFINITY;
  std::size_t next_ = 1, next_breakpoint_ = 0;
  std::uint64_t noted_ = 0;  // occurrences that are among the events
  std::vector<double> state_, kept_;
};

}  // namespace

RunSamples sample_run(LiveModel& live, const SampleOptions& options) { return Sampler(live, options).run(); }

}  // namespace tangible
