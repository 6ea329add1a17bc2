// SPDX-License-Identifier: Apache-2.0
// The parts of a model: a formulation behind a mutex, and numbers that never change.
#include "engine/model.h"

#include <algorithm>
#include <mutex>
#include <optional>

#include "engine/build.h"
#include "engine/describe_model.h"
#include "engine/equations_report.h"
#include "engine/explain_stop.h"
#include "engine/formulation.h"
#include "engine/lower_port.h"
#include "engine/lower_scene.h"
#include "engine/lower_system.h"
#include "engine/lower_task.h"
#include "engine/mode_rows.h"
#include "engine/write_readable.h"
#include "equations/error.h"
#include "model/names.h"

namespace tangible {
namespace {

FormulationOptions formulation_options(const LoadOptions& options) {
  FormulationOptions out;
  out.set = options.set;
  out.reactions = options.reactions;
  out.drive = options.drive;
  return out;
}

System lower(const Formulation& model, bool derivatives) {
  try {
    return lower_to_system(*model.mechanism, model.equations, {.derivatives = derivatives});
  } catch (const EquationsError& error) {
    const std::string line = error.where.line > 0 ? ":" + std::to_string(error.where.line) : "";
    throw BadInput(model.path + line + ": error: " + error.what(),
                   {{true, error.where.line, error.where.column, error.what(), ""}});
  } catch (const std::invalid_argument& error) {  // of a mechanism built in C++: the reader knows all symbols
    throw BadInput(model.path + ": error: " + error.what() + "\n  a mechanism declares its symbols: parameter(), " +
                   "input(), coordinate(), ...");
  }
}

}  // namespace

// Everything that touches an expression locks the mutex and makes the graph current.
struct Model::Data {
  explicit Data(Formulation&& taken) : formulation(std::move(taken)) {
    const GraphScope scope(*formulation.graph);
    system = std::make_shared<const System>(lower(formulation, false));
    scene = lower_scene(*formulation.mechanism, formulation.equations, ValueLayout(value_counts(*system)));
    description = describe_model(formulation, *system, scene);
  }

  Formulation formulation;
  std::shared_ptr<const System> system;
  Scene scene;
  ModelDescription description;
  mutable std::mutex mutex;
  mutable std::unique_ptr<const System> with_derivatives;
  mutable std::map<std::string, std::shared_ptr<const PortProgram>, std::less<>> ports;
  mutable std::shared_ptr<const TaskProgram> task;
};

Model::Model(Formulation&& formulation) : data_(std::make_shared<const Data>(std::move(formulation))) {}

const std::string& Model::name() const { return data_->description.name; }
const ModelDescription& Model::description() const { return data_->description; }
const std::vector<Problem>& Model::warnings() const { return data_->formulation.warnings; }
std::shared_ptr<const Code> Model::scene() const { return data_->scene.code; }

const System& Model::system(Method method) const {
  if (method != Method::implicit) return *data_->system;
  const std::lock_guard lock(data_->mutex);
  if (!data_->with_derivatives) {
    const GraphScope scope(*data_->formulation.graph);
    data_->with_derivatives = std::make_unique<const System>(lower(data_->formulation, true));
  }
  return *data_->with_derivatives;
}

SnapshotLayout Model::snapshot_layout(std::size_t ports, std::size_t external_rows) const {
  return SnapshotLayout(value_counts(*data_->system), {data_->scene.frames.size(), data_->scene.arrows.size(),
                                                       data_->system->contacts.size(), ports, external_rows});
}

EquationsDocument Model::equations() const { return equations({}); }

EquationsDocument Model::equations(const std::vector<std::string>& active) const {
  const std::lock_guard lock(data_->mutex);
  const Formulation& model = data_->formulation;
  const GraphScope scope(*model.graph);
  const Embedding embedding = embed_rows(model, rows_of_mode(model, active));
  return make_document({*model.mechanism, model.equations, embedding});
}

EquationsDocument Model::equations_of_rows(const std::vector<std::string>& rows) const {
  const std::lock_guard lock(data_->mutex);
  const Formulation& model = data_->formulation;
  const GraphScope scope(*model.graph);
  const Embedding embedding = embed_rows(model, rows);
  return make_document({*model.mechanism, model.equations, embedding});
}

ReadableEquations Model::readable_equations(const std::vector<std::string>& rows, bool has_hand) const {
  const std::lock_guard lock(data_->mutex);
  const Formulation& model = data_->formulation;
  const GraphScope scope(*model.graph);
  const Embedding embedding = embed_rows(model, rows);
  return write_readable({*model.mechanism, model.equations, embedding}, has_hand);
}

std::shared_ptr<const PortProgram> Model::port(const std::string& name) const {
  const std::lock_guard lock(data_->mutex);
  if (const auto known = data_->ports.find(name); known != data_->ports.end()) return known->second;
  const Formulation& model = data_->formulation;
  const GraphScope scope(*model.graph);
  std::vector<std::string> names;
  for (const PortSite& site : port_sites(*model.mechanism)) {
    names.push_back(site.name);
    if (site.name != name) continue;
    auto program = std::make_shared<PortProgram>(lower_port(*model.mechanism, model.equations, site));
    program->system = data_->system;
    return data_->ports.emplace(name, std::move(program)).first->second;
  }
  throw BadInput(model.path + ": error: there is no handle, body or particle named '" + name + "'\n  " +
                 suggestion(name, names, "handles and bodies"));
}

std::shared_ptr<const TaskProgram> Model::task() const {
  const std::lock_guard lock(data_->mutex);
  const Formulation& model = data_->formulation;
  if (data_->task) return data_->task;
  if (!model.mechanism->task)
    throw BadInput(model.path + ": error: the model has no `task`, which defines the coordinates of the device\n  add" +
                   " `task: {x: {x1: ...}}`, functions of the coordinates that distinguish its motions");
  const GraphScope scope(*model.graph);
  data_->task = std::make_shared<const TaskProgram>(lower_task(*model.mechanism, model.equations));
  return data_->task;
}

std::string Model::explain(SimulationLoop& loop, SimulationStatus status, bool at_start) const {
  if (status == SimulationStatus::ok) return "";
  const std::lock_guard lock(data_->mutex);
  const GraphScope scope(*data_->formulation.graph);
  return at_start ? explain_start(data_->formulation, loop, status) : explain_stop(data_->formulation, loop, status);
}

Model load(const std::string& path, const LoadOptions& options) {
  return Model(formulate(path, formulation_options(options)));
}
Model load_text(const std::string& text, const std::string& name, const LoadOptions& options) {
  return Model(formulate_text(text, name, formulation_options(options)));
}
Model build(const std::string& name, const MechanismBuilder& builder, const LoadOptions& options) {
  return Model(formulate_mechanism(name, builder, formulation_options(options)));
}

}  // namespace tangible
