// SPDX-License-Identifier: Apache-2.0
// Whether phi and psi satisfy Algorithm 1 of Faulring et al., tested in numbers near the start of the model.
#include <algorithm>
#include <cmath>
#include <random>

#include "engine/lower_task.h"
#include "engine/lower_watch.h"
#include "engine/start_values.h"
#include "engine/system_expressions.h"
#include "equations/error.h"
#include "simulation/task_numbers.h"

namespace tangible {
namespace {

constexpr int samples = 6;
constexpr double spread = 0.1;      // m, rad: how far samples lie from the start
constexpr double violation = 1e-8;  // of a constraint that holds to rounding where Newton's method ended

// Sizes, names and start values alone.
System names_and_start(const Mechanism& m, const Equations& equations) {
  System out;
  for (const Parameter& p : m.parameters()) out.parameters.push_back(p.value);
  for (const Coordinate& q : m.coordinates()) out.q.push_back({q.name, ""});
  for (const Speed& u : equations.speeds) out.u.push_back({u.name, ""});
  for (const StateVariable& z : m.states()) out.z.push_back({z.name, ""});
  for (const Discrete& d : m.discretes()) out.discretes.push_back({d.name, ""});
  for (const Input& i : m.inputs()) out.inputs.push_back({i.name, ""});
  out.start_q.assign(out.nq(), 0);
  for (std::size_t i = 0; i < out.nq(); ++i) out.start_q[i] = m.coordinates()[i].value;
  out.start_u.assign(out.nu(), 0);
  out.start_z.assign(out.nz(), 0);
  out.start_inputs.assign(out.inputs.size(), 0);
  out.start_q_kind.assign(out.nq(), StartKind::free);
  out.start_u_kind.assign(out.nu(), StartKind::free);
  set_start(m, equations, out);
  return out;
}

class TaskCheck {
 public:
  TaskCheck(const Mechanism& m, const Equations& equations)
      : m_(m),
        task_(*m.task),
        equations_(equations),
        system_(names_and_start(m, equations)),
        numbers_(std::make_shared<const TaskProgram>(lower_task(m, equations)), system_),
        inputs_(system_.at_input() + system_.inputs.size()) {
    std::ranges::copy(system_.parameters, inputs_.begin());
    for (const ConstraintRow& row : equations.rows)
      if (!row.built_in && row.active == Activity::permanent && row.kind == ConstraintKind::configuration)
        held_.push_back(&row);
  }

  void run() {
    check_phi();
    if (task_.z.empty()) return;
    lower_rows();
    check_psi();
  }

 private:
  void set_coordinates(std::span<const double> q) {
    std::ranges::copy(q, inputs_.begin() + static_cast<std::ptrdiff_t>(system_.at_q()));
  }
  // A number of -1 to 1, the same in every run.
  double draw() { return std::uniform_real_distribution<double>(-1, 1)(generator_); }

  void check_phi() {
    const std::size_t nu = system_.nu();
    PivotedQr qr(numbers_.nx(), nu);
    std::size_t rank = 0;
    std::vector<double> seen(nu);
    for (int k = 0; k < samples; ++k) {
      std::vector<double> q = system_.start_q;
      for (double& x : q) x += k * spread * draw();
      set_coordinates(q);
      numbers_.place(inputs_);
      const std::span<const double> j = numbers_.jacobian();
      rank = std::max(rank, qr.factor(j, numbers_.nx(), nu));
      for (std::size_t i = 0; i < j.size(); ++i) seen[i % nu] = std::max(seen[i % nu], std::abs(j[i]));
    }
    if (rank == nu) return;
    std::string blind;
    for (std::size_t r = 0; r < nu; ++r)
      if (seen[r] < 1e-12) blind += (blind.empty() ? "" : ", ") + system_.u[r].name;
    throw EquationsError("d phi/dq of `task` has rank " + std::to_string(rank) + ", and needs " + std::to_string(nu) +
                             " (the number of speeds): x = phi(q) does not distinguish all motions of the mechanism" +
                             (blind.empty() ? "" : "; no function of `x` depends on " + blind) +
                             "\n  add functions of the coordinates to `x` that do, or remove coordinates that nothing "
                             "needs",
                         task_.where);
  }

  // Values and coefficients of the configuration constraints.
  void lower_rows() {
    OutputList list;
    for (const ConstraintRow* row : held_) list.add("value", row->configuration);
    for (const ConstraintRow* row : held_) list.add("coefficients", row->a);
    rows_.emplace(compile(lower_to_program(list.list(), simulation_inputs(m_, equations_, Stage::input))));
  }

  void find_coordinates(const std::vector<double>& z) {
    numbers_.place_parameters(z, std::vector<double>(z.size()));
    if (numbers_.program().gives_coordinates()) return set_coordinates(numbers_.psi_coordinates());
    if (!equations_.kinematical.built_in.empty())
      throw EquationsError(
          "there are more coordinates than speeds (" + equations_.kinematical.built_in.front() +
              " is built into the speeds), and psi of `task` gives x: q cannot be found from x\n  let psi give the "
              "coordinates: psi: {" +
              system_.q.front().name + ": ..., ...}",
          task_.psi_where);
    const std::vector<double> x(numbers_.psi_position().begin(), numbers_.psi_position().end());
    std::vector<double> q(system_.nq());
    numbers_.place(inputs_);
    const TaskStatus status = numbers_.coordinates_of(x, q);
    if (status != TaskStatus::ok)
      throw EquationsError("x = psi(z) of `task` is not reached by phi(q): " + std::string(describe(status)) +
                               "\n  give values of `z` where the model begins, near those of `initial`; psi must keep "
                               "to what the mechanism can do",
                           task_.psi_where);
    set_coordinates(q);
  }

  void check_psi() {
    set_coordinates(system_.start_q);
    std::size_t psi_rank = 0, held = 0;
    PivotedQr psi_qr(numbers_.nx(), numbers_.nz()), row_qr(std::max<std::size_t>(held_.size(), 1), system_.nu());
    for (int k = 0; k < samples; ++k) {
      std::vector<double> z = numbers_.program().start_z;
      for (double& value : z) value += (k == 0 ? 0 : spread) * draw();
      find_coordinates(z);
      psi_rank = std::max(psi_rank, psi_qr.factor(numbers_.psi_jacobian(), numbers_.nx(), numbers_.nz()));
      check_rows(z);
      if (!held_.empty())
        held = std::max(held, row_qr.factor(rows_->outputs().subspan(held_.size()), held_.size(), system_.nu()));
    }
    if (psi_rank < numbers_.nz())
      throw EquationsError("d psi/dz of `task` has rank " + std::to_string(psi_rank) + ", and z has " +
                               std::to_string(numbers_.nz()) + " parameters\n  leave out those that move nothing",
                           task_.psi_where);
    if (numbers_.nz() + held != system_.nu())
      throw EquationsError("z of `task` has " + std::to_string(numbers_.nz()) + " parameters, but the " +
                               std::to_string(system_.nu()) + " speeds and " + std::to_string(held) +
                               " independent configuration constraints leave " + std::to_string(system_.nu() - held) +
                               "\n  psi must reach every configuration near it that the constraints allow",
                           task_.psi_where);
  }

  void check_rows(const std::vector<double>& z) {
    std::ranges::copy(inputs_, rows_->inputs().begin());
    rows_->run();
    for (std::size_t i = 0; i < held_.size(); ++i) {
      const double value = rows_->outputs()[i];
      if (std::abs(value) <= violation) continue;
      std::string at;
      for (std::size_t k = 0; k < z.size(); ++k)
        at += (at.empty() ? "" : ", ") + task_.z[k].name + " = " + std::to_string(z[k]);
      throw EquationsError("psi of `task` does not keep the constraint '" + held_[i]->name + "': at " + at +
                               " it is off by " + std::to_string(value) +
                               "\n  psi(z) must satisfy all configuration constraints for every z",
                           task_.psi_where);
    }
  }

  const Mechanism& m_;
  const TaskMap& task_;
  const Equations& equations_;
  System system_;
  TaskNumbers numbers_;
  std::vector<double> inputs_;  // of the motion program
  std::vector<const ConstraintRow*> held_;
  std::optional<Evaluation> rows_;
  std::mt19937 generator_{1};
};

}  // namespace

void check_task(const Mechanism& mechanism, const Equations& equations) { TaskCheck(mechanism, equations).run(); }

}  // namespace tangible
