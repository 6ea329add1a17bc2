// SPDX-License-Identifier: Apache-2.0
// Running and recording.
#include "simulation/record.h"

#include <algorithm>
#include <cmath>

namespace tangible {
namespace {

std::string describe(const Occurrence& occurrence, const System& system) {
  const std::string name = occurrence.kind == Occurrence::Kind::event      ? system.events[occurrence.index].name
                           : occurrence.kind == Occurrence::Kind::switched ? system.rows[occurrence.index].name
                                                                           : name_of_contact(system, occurrence.index);
  switch (occurrence.kind) {
    case Occurrence::Kind::event: return "event " + name;
    case Occurrence::Kind::switched: return name + (occurrence.on ? " holds" : " is off");
    case Occurrence::Kind::impact: return "impact at " + name;
    default: return name + " " + tangible::describe(occurrence.kind);
  }
}

class Recorder {
 public:
  Recorder(SimulationLoop& simulation, const RunOptions& options)
      : simulation_(simulation), system_(simulation.system()), options_(options), state_(simulation.state().size()) {
    record_.model = system_.name;
    name_columns();
    record_declared_modes();
    every_ = options.every > 0 ? options.every : (options.until - simulation.time()) / 200;
    // Table rows are at the ends of fixed steps: none between them, and none twice.
    if (const double step = simulation.options().step; options.every <= 0 && is_fixed() && step > 0)
      every_ = std::max(1.0, std::round(every_ / step)) * step;
    first_ = simulation.time();
    // A run begins with the occurrences of the start.
    seen_ = simulation.counts().steps == 0 ? simulation.first_occurrence_of_step() : simulation.log().end();
  }

  Record run() {
    take_events();
    sample(simulation_.time());
    while (simulation_.time() < options_.until && record_.status == SimulationStatus::ok) {
      if (options_.set_inputs) options_.set_inputs(simulation_.time(), simulation_.motion());
      if (options_.should_continue && !options_.should_continue(simulation_.time())) {
        record_.interrupted = true;
        break;
      }
      record_.status = simulation_.advance(end_of_step());
      if (record_.status == SimulationStatus::ok) record_.status = simulation_.check_books();
      if (record_.status != SimulationStatus::ok) break;
      sample_step();
      if (simulation_.has_event()) record_.status = simulation_.resolve_instant();
      take_events();
    }
    // Where a run ends before its time its last state is written, too, unless it means nothing.
    const bool means = record_.status != SimulationStatus::diverged;
    if (means && simulation_.time() > record_.rows.back()[0] && simulation_.time() < options_.until)
      sample(simulation_.time());
    record_.counts = simulation_.counts();
    if (record_.status == SimulationStatus::ok && !record_.interrupted) record_events_at_end();
    record_.ledger = simulation_.ledger();
    record_.stopped_at = simulation_.time();
    if (record_.status != SimulationStatus::ok) record_.fault = simulation_.fault();
    return std::move(record_);
  }

 private:
  void name_columns() {
    record_.columns.push_back({"t", "s"});
    for (const auto* group : {&system_.q, &system_.u, &system_.z, &system_.discretes, &system_.inputs})
      record_.columns.insert(record_.columns.end(), group->begin(), group->end());
    // Outputs have names of their own: one may be that of a coordinate.
    for (const Quantity& output : system_.outputs) {
      const bool taken = output.name == "mode" ||
                         std::ranges::find(record_.columns, output.name, &Quantity::name) != record_.columns.end();
      record_.columns.push_back({taken ? "output(" + output.name + ")" : output.name, output.unit});
    }
    for (const RowDescription& row : system_.rows)
      record_.columns.push_back({"force(" + row.name + ")", row.force_unit});
    for (const Quantity& row : system_.built_in) record_.columns.push_back({"force(" + row.name + ")", row.unit});
    for (const char* name : {"kinetic", "potential", "inputs", "dissipated", "impacts", "projection", "drift"})
      record_.columns.push_back({std::string("energy ") + name, "J"});
  }

  void record_declared_modes() {
    for (const ModeDescription& mode : system_.modes) record_.declared_modes.push_back(mode.name);
    for (const EventDescription& event : system_.events)
      if (event.to_mode != absent)
        record_.declared_transitions.push_back(
            {system_.modes[event.in_mode].name, system_.modes[event.to_mode].name, "event " + event.name});
    mode_at_event_.declared = system_.initial_mode;
    if (system_.initial_mode != absent) record_.initial_mode = system_.modes[system_.initial_mode].name;
  }

  bool is_fixed() const { return simulation_.options().method != Method::adaptive; }
  double time_of(std::size_t k) const { return std::min(first_ + every_ * static_cast<double>(k), options_.until); }

  // Where the next step has to end at the latest.
  double end_of_step() {
    if (is_fixed()) return options_.until;
    while (next_breakpoint_ < options_.input_breakpoints.size() &&
           options_.input_breakpoints[next_breakpoint_] <= simulation_.time())
      ++next_breakpoint_;
    return next_breakpoint_ < options_.input_breakpoints.size()
               ? std::min(options_.input_breakpoints[next_breakpoint_], options_.until)
               : options_.until;
  }

  // All requested times up to the end of the last step.
  void sample_step() {
    const bool fixed = is_fixed();
    const double slack = fixed ? 1e-9 * every_ : 0;
    // The last row is at the end, or at an event that is as near to it as rows are to steps.
    const auto is_before_end = [&] {
      return record_.rows.back()[0] < options_.until && time_of(next_ - 1) < options_.until;
    };
    while (time_of(next_) <= simulation_.time() + slack && is_before_end()) {
      if (fixed && std::abs(time_of(next_) - simulation_.time()) > slack && simulation_.has_event()) break;
      sample(fixed ? simulation_.time() : time_of(next_));
    }
  }

  void sample(double t) {
    ++next_;
    (void)simulation_.state_at(t, state_);
    const Watch& watch = simulation_.evaluate_outputs(t, state_);
    const SystemMotion& motion = simulation_.motion();
    std::vector<double> row{t};
    const auto add = [&](std::span<const double> values) { row.insert(row.end(), values.begin(), values.end()); };
    add(std::span(state_).first(motion.energy_states_at()));
    add(simulation_.motion().discretes());
    add(simulation_.motion().inputs());
    for (std::size_t i = 0; i < system_.output_values.count; ++i) row.push_back(watch[system_.output_values[i]]);
    add(motion.forces());
    for (std::size_t i = 0; i < system_.built_in_force.count; ++i) row.push_back(watch[system_.built_in_force[i]]);
    const Ledger books = simulation_.ledger(t, state_);
    for (const double value : {books.kinetic, books.potential, books.inputs, books.dissipated, books.impacts,
                               books.projection, books.drift()})
      row.push_back(value);
    record_.rows.push_back(std::move(row));
    record_.modes.push_back(to_text(motion.mode(), system_));
    record_.redundancy.push_back(find_redundancy(record_.modes.back()));
  }

  // A run has the events that a longer one has until then: also those at its very end, on whichever side of them
  // rounding has left the last state.
  void record_events_at_end() {
    constexpr double rounding = 1e-12;
    const double end = simulation_.time();
    std::ranges::copy(simulation_.state(), state_.begin());
    const SimulationStatus status = simulation_.advance(end + rounding * (1 + std::abs(end)));
    const bool happens = status == SimulationStatus::ok && simulation_.has_event();
    if (happens) record_.status = simulation_.resolve_instant();
    if (!happens) std::ranges::copy(state_, simulation_.state().begin());
    take_events();
    simulation_.set_time(end);
  }

  // The redundant ones of the rows that were last evaluated.
  std::size_t find_redundancy(const std::string& mode) {
    const ConstrainedDynamics& embedding = simulation_.motion().embedding();
    if (embedding.redundant_rows().empty()) return absent;
    Record::Redundancy found{simulation_.time(), mode, {}, {}};
    for (const int row : embedding.redundant_rows()) found.rows.push_back(name_of(row));
    for (const int row : embedding.active_rows())
      if (!embedding.force_is_unique(row)) found.not_unique.push_back(name_of(row));
    const auto known =
        std::ranges::find_if(record_.redundancies, [&](const Record::Redundancy& r) { return r.says_the_same(found); });
    const auto at = static_cast<std::size_t>(known - record_.redundancies.begin());
    if (known == record_.redundancies.end()) record_.redundancies.push_back(std::move(found));
    return at;
  }
  const std::string& name_of(int row) const { return system_.rows[static_cast<std::size_t>(row)].name; }

  // The mode beside an occurrence is that after the instant; of several declared ones that were passed through, its
  // own.
  void take_events() {
    const OccurrenceLog& log = simulation_.log();
    if (log.end() == seen_) return;
    // Also of modes that end before the next row is due.
    (void)simulation_.evaluate_outputs(simulation_.time(), simulation_.state());
    (void)find_redundancy(to_text(simulation_.motion().mode(), system_));
    const std::size_t declared = mode_at_event_.declared;
    mode_at_event_ = simulation_.motion().mode();
    mode_at_event_.declared = declared;
    for (const Occurrence& occurrence : log.since(seen_)) {
      const bool enters =
          occurrence.kind == Occurrence::Kind::event && system_.events[occurrence.index].to_mode != absent;
      if (enters) mode_at_event_.declared = system_.events[occurrence.index].to_mode;
      record_.events.push_back({std::min(occurrence.t, options_.until), describe(occurrence, system_),
                                to_text(mode_at_event_, system_), occurrence.loss, occurrence.impulse});
    }
    seen_ = log.end();
  }

  SimulationLoop& simulation_;
  const System& system_;
  const RunOptions& options_;
  std::vector<double> state_;
  Record record_;
  Mode mode_at_event_;
  double every_ = 0, first_ = 0;
  std::size_t next_ = 0, next_breakpoint_ = 0;
  std::uint64_t seen_ = 0;  // occurrences that have been recorded
};

}  // namespace

std::size_t Record::find(const std::string& name) const {
  const auto found = std::ranges::find(columns, name, &Quantity::name);
  return found == columns.end() ? absent : static_cast<std::size_t>(found - columns.begin());
}

std::vector<double> Record::column(const std::string& name) const {
  const std::size_t at = find(name);
  std::vector<double> values;
  for (const auto& row : rows)
    if (at != absent) values.push_back(row[at]);
  return values;
}

Record run(SimulationLoop& simulation, const RunOptions& options) { return Recorder(simulation, options).run(); }

}  // namespace tangible
