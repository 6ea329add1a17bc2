// SPDX-License-Identifier: Apache-2.0
// phi, psi, the scripted hand and the metrics lowered, with the derivatives that Faulring (14) to (16) need.
#include "engine/lower_task.h"

#include "engine/lower_watch.h"
#include "engine/system_expressions.h"
#include "engine/unit_text.h"
#include "symbolic/differentiate.h"

namespace tangible {
namespace {

// Force times velocity is a power.
Dimension conjugate(Dimension x) {
  return {.length = 2 - x.length,
          .mass = 1 - x.mass,
          .time = -2 - x.time,
          .current = -x.current,
          .temperature = -x.temperature};
}

class TaskLowering {
 public:
  TaskLowering(const Mechanism& m, const Equations& equations)
      : m_(m), task_(*m.task), equations_(equations), in_speeds_(m, equations) {}

  TaskProgram lower() {
    for (const TaskCoordinate& x : task_.x) {
      out_.x.push_back({x.name, unit_text(x.dimension, true)});
      out_.force_units.push_back(unit_text(conjugate(x.dimension)));
    }
    lower_phi();
    if (!task_.z.empty()) lower_psi();
    if (task_.has_hand) lower_hand();
    lower_metrics();
    return std::move(out_);
  }

 private:
  void lower_phi() {
    OutputList list;
    std::vector<Expr> position, jacobian, constants, remainders;
    for (const TaskCoordinate& x : task_.x) {
      const Expr rate = total_time_derivative(x.phi, in_speeds_.rates());
      const RowExpressions row = row_of(rate, equations_, in_speeds_.rates());
      position.push_back(x.phi);
      jacobian.insert(jacobian.end(), row.a.begin(), row.a.end());
      constants.push_back(row.c);
      remainders.push_back(row.rate_remainder);
    }
    out_.position = list.add("x", position);
    out_.jacobian = list.add("J", jacobian);
    out_.constants = list.add("c", constants);
    out_.remainders = list.add("remainder", remainders);
    out_.ways = list.add("W", equations_.kinematical.W.entries());
    out_.phi = compile(lower_to_program(list.list(), motion_inputs()));
  }

  // Where psi gives the coordinates, x is phi of them.
  std::vector<Expr> psi() const {
    std::vector<Expr> values;
    Substitution of_z;
    for (std::size_t i = 0; i < task_.coordinates_of_z.size(); ++i)
      of_z[equations_.kinematical.q[i]] = task_.coordinates_of_z[i];
    for (const TaskCoordinate& x : task_.x) values.push_back(of_z.empty() ? x.psi : substitute(x.phi, of_z));
    return values;
  }

  void lower_psi() {
    const std::vector<Expr> position = psi();
    Rates rates;
    std::vector<LowerInput> inputs = parameters();
    for (const TaskParameter& z : task_.z) inputs.push_back({z.symbol, Stage::configuration});
    for (const TaskParameter& z : task_.z) {
      inputs.push_back({z.rate, Stage::state});
      rates[z.symbol] = z.rate;
      out_.z.push_back({z.name, unit_text(z.dimension, true)});
      out_.start_z.push_back(z.start);
    }
    std::vector<Expr> jacobian, remainders;
    for (const Expr x : position) {
      std::vector<Expr> terms;
      for (const TaskParameter& z : task_.z) {
        jacobian.push_back(differentiate(x, z.symbol));
        terms.push_back(total_time_derivative(jacobian.back(), rates) * z.rate);
      }
      remainders.push_back(sum(terms));
    }
    OutputList list;
    out_.psi_position = list.add("x", position);
    out_.psi_jacobian = list.add("psi_z", jacobian);
    out_.psi_remainders = list.add("remainder", remainders);
    out_.psi_coordinates = list.add("q", task_.coordinates_of_z);
    out_.psi = compile(lower_to_program(list.list(), inputs));
  }

  void lower_hand() {
    std::vector<LowerInput> inputs = parameters();
    inputs.push_back({m_.time(), Stage::configuration});
    for (const TaskCoordinate& x : task_.x) inputs.push_back({x.symbol, Stage::configuration});
    for (const TaskCoordinate& x : task_.x) inputs.push_back({x.rate, Stage::state});
    OutputList list;
    for (const TaskCoordinate& x : task_.x) list.add("force on " + x.name, x.hand);
    out_.hand = compile(lower_to_program(list.list(), inputs));
    if (task_.release) out_.release = *task_.release;
  }

  void lower_metrics() {
    std::vector<LowerInput> inputs = motion_inputs();
    for (const TaskCoordinate& x : task_.x) inputs.push_back({x.symbol, Stage::input});
    for (const TaskCoordinate& x : task_.x) inputs.push_back({x.rate, Stage::input});
    for (const TaskCoordinate& x : task_.x) inputs.push_back({x.force, Stage::input});
    OutputList list;
    for (const TaskMetric& metric : task_.metrics) {
      out_.metrics.push_back({metric.name, unit_text(metric.dimension)});
      list.add(metric.name, in_speeds_(metric.value));
    }
    out_.watch = compile(lower_to_program(list.list(), inputs));
  }

  std::vector<LowerInput> parameters() const {
    std::vector<LowerInput> inputs;
    for (const Parameter& p : m_.parameters()) inputs.push_back({p.symbol, Stage::parameter});
    return inputs;
  }
  std::vector<LowerInput> motion_inputs() const { return simulation_inputs(m_, equations_, Stage::input); }

  const Mechanism& m_;
  const TaskMap& task_;
  const Equations& equations_;
  SpeedSubstitution in_speeds_;
  TaskProgram out_;
};

}  // namespace

TaskProgram lower_task(const Mechanism& mechanism, const Equations& equations) {
  return TaskLowering(mechanism, equations).lower();
}

}  // namespace tangible
