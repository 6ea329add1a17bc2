// SPDX-License-Identifier: Apache-2.0
// Text -> Mechanism -> Equations.
#include "engine/formulation.h"

#include <chrono>
#include <unordered_set>

#include "engine/check_built.h"
#include "engine/complete_state.h"
#include "engine/driven_rows.h"
#include "engine/lower_task.h"
#include "engine/row_choice.h"
#include "equations/coriolis.h"
#include "equations/error.h"

namespace tangible {
namespace {

// C has as many entries as the square of the speeds, each a sum over the bodies.
constexpr std::size_t max_speeds_for_coriolis = 16;

class Stopwatch {
 public:
  double milliseconds() const {
    return std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start_).count();
  }

 private:
  std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
};

ReadOptions read_options(const FormulationOptions& options) {
  return {options.set, options.set_label, options.reactions, options.all_joints};
}

std::vector<Problem> problems_of(const Diagnostics& diagnostics) {
  std::vector<Problem> list;
  for (const Diagnostic& d : diagnostics.sorted())
    list.push_back({d.severity == Severity::error, d.place.line, d.place.column, d.message, d.advice});
  return list;
}

BadInput with_location(const std::string& words, SourceLocation where, const std::string& path) {
  std::string location = path + ":";
  if (where.line > 0) location += std::to_string(where.line) + ":" + std::to_string(where.column) + ":";
  return BadInput(location + " error: " + words, {{true, where.line, where.column, words, {}}});
}

Formulation begin_formulation(const std::string& path) {
  Formulation model;
  model.path = path;
  model.graph = std::make_unique<Graph>();
  return model;
}

void take_mechanism(ReadResult& result, Formulation& model) {
  if (!result) throw BadInput(result.diagnostics.to_string(), problems_of(result.diagnostics));
  model.warnings = problems_of(result.diagnostics);
  model.warning_text = result.diagnostics.to_string();
  model.text = result.diagnostics.text();
  model.mechanism = std::make_unique<Mechanism>(*std::move(result.mechanism));
}

void derive(Formulation& model, const FormulationOptions& options) {
  const Stopwatch watch;
  try {
    if (options.drive) add_driven_rows(*model.mechanism, *options.drive);
    model.equations = derive_equations(*model.mechanism);
    if (options.coriolis && model.equations.nu() <= max_speeds_for_coriolis)
      model.coriolis = derive_coriolis_matrix(*model.mechanism, model.equations);
    if (model.mechanism->task) check_task(*model.mechanism, model.equations);
  } catch (const EquationsError& error) {
    throw with_location(error.what(), error.where, model.path);
  } catch (const MechanicsError& error) {
    throw with_location(error.what(), {}, model.path);
  }
  model.times.derive = watch.milliseconds();
}

// Along the axes of the link or frame; of a point along those of N.
void add_reaction(Mechanism& m, const std::string& name) {
  if (const Link* link = m.links().find(name); link != nullptr) {
    m.reaction_force("force(" + name + ")", link->origin, link->frame);
    m.reaction_torque("torque(" + name + ")", link->frame, link->frame);
  } else if (const Point point = m.find_point(name)) {
    m.reaction_force("force(" + name + ")", point, m.N());
  } else if (const Frame frame = m.find_frame(name)) {
    m.reaction_torque("torque(" + name + ")", frame, frame);
  } else {
    throw MechanicsError("there is no link, point or frame named '" + name + "' whose reactions could be reported");
  }
}

// The mechanism once more with auxiliary speeds at the reactions: the forces of constraints load the joints, too.
void add_row_rates(const MechanismBuilder& build, Mechanism& mechanism) {
  std::unordered_set<std::string> names;
  for (const Reaction& r : mechanism.reactions()) names.insert(r.is_torque() ? r.on.name() : r.at.name());
  if (names.empty() || (mechanism.constraints().empty() && mechanism.contacts().empty())) return;
  Mechanism second(mechanism.name());
  second.add_auxiliary_speeds(std::move(names));
  build(second);
  mechanism.set_row_rates(second);
}

}  // namespace

Formulation read_mechanism(const std::string& path, const FormulationOptions& options) {
  Formulation model = begin_formulation(path);
  const GraphScope scope(*model.graph);
  const Stopwatch watch;
  ReadResult result = read_model(path, read_options(options));
  take_mechanism(result, model);
  model.times.read = watch.milliseconds();
  return model;
}

Formulation formulate(const std::string& path, const FormulationOptions& options) {
  Formulation model = read_mechanism(path, options);
  const GraphScope scope(*model.graph);
  derive(model, options);
  return model;
}

Formulation formulate_text(const std::string& text, const std::string& name, const FormulationOptions& options) {
  Formulation model = begin_formulation(name);
  const GraphScope scope(*model.graph);
  const Stopwatch watch;
  ReadResult result = read_model_text(text, name, read_options(options));
  take_mechanism(result, model);
  model.times.read = watch.milliseconds();
  derive(model, options);
  return model;
}

Formulation formulate_mechanism(const std::string& name, const MechanismBuilder& build,
                                const FormulationOptions& options) {
  if (!options.set.empty())
    throw BadInput(name + ": error: parameters of a mechanism that is built in C++ have the values that its builder " +
                   "gives them; '" + options.set.begin()->first + "' cannot be set here");
  Formulation model = begin_formulation(name);
  const GraphScope scope(*model.graph);
  try {
    model.mechanism = std::make_unique<Mechanism>(name);
    build(*model.mechanism);
    for (const std::string& reaction : options.reactions) add_reaction(*model.mechanism, reaction);
    add_row_rates(build, *model.mechanism);
  } catch (const MechanicsError& error) {
    throw with_location(error.what(), {}, name);
  }
  derive(model, options);
  try {
    check_built(*model.mechanism, model.equations);
  } catch (const MechanicsError& error) {
    throw with_location(error.what(), {}, name);
  }
  return model;
}

Embedding embed_rows(const Formulation& model, std::span<const std::string> active_rows) {
  try {
    const std::vector<std::string> names(active_rows.begin(), active_rows.end());
    return derive_embedding(model.equations, active_rows, choose_rows(model, rows_that_hold(model.equations, names)));
  } catch (const EquationsError& error) {
    throw with_location(error.what(), error.where, model.path);
  }
}

}  // namespace tangible
