// SPDX-License-Identifier: Apache-2.0
// Response of the contacts to each other, and the linear complementarity problem.
#include "dynamics/contact_problem.h"

#include <cmath>

#include "dynamics/index.h"

namespace tangible {

namespace {
constexpr double rounding = 1e-9;  // of a rate, against what it is made of
}  // namespace

ContactProblem::ContactProblem(int speeds, int contacts)
    : capacity_(contacts),
      inputs_(at(contacts)),
      tangent_count_(at(contacts)),
      rows_(at(3 * contacts)),
      scale_(at(contacts)),
      can_respond_(at(contacts)),
      motion_(3 * contacts, speeds),
      response_(3 * contacts, 3 * contacts),
      actions_(at(3 * contacts)),
      rates_(at(3 * contacts)),
      rate_sizes_(at(contacts)),
      variables_(at(6 * contacts)),
      lcp_(6 * contacts),
      monotone_(6 * contacts),
      small_(contacts, contacts + 1) {}

ContactStatus ContactProblem::assemble(ConstrainedDynamics& dynamics, std::span<const TouchingContact> contacts) {
  if (static_cast<int>(contacts.size()) > capacity_) return ContactStatus::too_many_contacts;
  count_ = static_cast<int>(contacts.size());
  const int n = dynamics.speeds();
  for (int k = 0; k < count_; ++k) {
    const TouchingContact& contact = contacts[at(k)];
    tangent_count_[at(k)] = contact.tangent_count();
    rows_[at(3 * k)] = contact.normal;
    for (int t = 0; t < 2; ++t) rows_[at(3 * k + t + 1)] = t < tangent_count_[at(k)] ? contact.tangents[at(t)] : -1;
  }
  for (int i = 0; i < 3 * count_; ++i)
    if (rows_[at(i)] >= 0) dynamics.evaluate_response({dynamics.row(rows_[at(i)]), at(n)}, {motion_.row(i), at(n)});
  for (int i = 0; i < 3 * count_; ++i) {
    std::fill_n(response_.row(i), 3 * count_, 0.0);
    if (rows_[at(i)] < 0) continue;
    for (int j = 0; j < 3 * count_; ++j)
      if (rows_[at(j)] >= 0) response_.row(i)[j] = dot(dynamics.row(rows_[at(i)]), motion_.row(j), n);
  }
  for (int k = 0; k < count_; ++k) {
    // Without the bilateral rows the response would be about this; a trace of it is rounding.
    const int leading = has_normal(k) ? 3 * k : 3 * k + 1;
    const double* a = dynamics.row(rows_[at(leading)]);
    double free = 0;
    for (int j = 0; j < n; ++j)
      if (dynamics.mass()[at(j * n + j)] > 0) free += a[j] * a[j] / dynamics.mass()[at(j * n + j)];
    const double own = response(leading, leading);
    can_respond_[at(k)] = own > 1e-12 * free && own > 0;
    scale_[at(k)] = can_respond_[at(k)] != 0 ? 1 / std::sqrt(own) : 1;
    inputs_[at(k)] = ContactInput{};
  }
  return ContactStatus::ok;
}

ContactStatus ContactProblem::solve() {
  list_variables();
  fill_lcp();
  const LcpStatus status = lcp_.solve(variable_count_);
  const bool solved = status == LcpStatus::solved;
  // Without sliding friction there always is a solution; if rounding hid it, it is sought contact by contact.
  if (!solved && any_slides())
    return status == LcpStatus::no_solution ? ContactStatus::no_solution : ContactStatus::not_converged;
  read_solution();
  evaluate_rates();
  ContactStatus result = solve_friction_circles(!solved);
  for (int k = 0; k < count_; ++k)
    if (can_respond_[at(k)] == 0 && rate(k, 0) < -rounding * rate_size(k)) result = ContactStatus::jammed;
  if (result == ContactStatus::ok && has_second_solution()) return ContactStatus::two_solutions;
  return result;
}

bool ContactProblem::any_slides() const {
  for (int k = 0; k < count_; ++k)
    if (inputs_[at(k)].friction == ContactInput::Friction::slides) return true;
  return false;
}

void ContactProblem::add_variable(Variable::Kind kind, int contact, std::array<double, 3> action_weights,
                                  std::array<double, 3> rate_weights) {
  variables_[at(variable_count_++)] = {kind, contact, action_weights, rate_weights};
}

// A normal action for each contact; friction that opposes slip adds its two signs for each tangent, and a slack that is
// the slip itself: slack + v_t against F+, slack - v_t against F-, mu N - F+ - F- against the slack.
void ContactProblem::list_variables() {
  using Kind = Variable::Kind;
  variable_count_ = 0;
  for (int k = 0; k < count_; ++k) {
    if (can_respond_[at(k)] == 0) continue;
    const ContactInput& in = inputs_[at(k)];
    std::array<double, 3> action_weights{1, 0, 0};
    if (in.friction == ContactInput::Friction::slides)
      action_weights = {1, -in.coefficient * in.direction[0], -in.coefficient * in.direction[1]};
    if (has_normal(k)) add_variable(Kind::normal, k, action_weights, {1, 0, 0});
    if (in.friction != ContactInput::Friction::opposes_slip || tangent_count_[at(k)] == 0) continue;
    for (int t = 1; t <= tangent_count_[at(k)]; ++t)
      for (const double sign : {1.0, -1.0}) {
        std::array<double, 3> direction{};
        direction[at(t)] = sign;
        add_variable(Kind::friction, k, direction, direction);
      }
    add_variable(Kind::slack, k, {}, {});
  }
}

double ContactProblem::entry(const Variable& a, const Variable& b) const {
  double sum = 0;
  for (int i = 0; i <= tangent_count_[at(a.contact)]; ++i)
    for (int j = 0; j <= tangent_count_[at(b.contact)]; ++j)
      sum += a.rate_weights[at(i)] * response(3 * a.contact + i, 3 * b.contact + j) * b.action_weights[at(j)];
  sum *= scale_[at(a.contact)] * scale_[at(b.contact)];
  if (a.contact != b.contact) return sum;
  using Kind = Variable::Kind;
  if (a.kind == Kind::friction && b.kind == Kind::slack) sum += 1;
  if (a.kind == Kind::slack && b.kind == Kind::friction) sum -= 1;
  if (a.kind == Kind::slack && b.kind == Kind::normal) sum += inputs_[at(a.contact)].coefficient;
  return sum;
}

// The rate complementary to a variable while only the base actions act.
double ContactProblem::free_rate(const Variable& a) const {
  const ContactInput& own = inputs_[at(a.contact)];
  if (a.kind == Variable::Kind::slack) return own.coefficient * own.base / scale_[at(a.contact)];
  double sum = 0;
  for (int i = 0; i < 3; ++i) {
    if (a.rate_weights[at(i)] == 0) continue;
    double rate = own.free[at(i)];
    for (int k = 0; k < count_; ++k) rate += response(3 * a.contact + i, 3 * k) * inputs_[at(k)].base;
    sum += a.rate_weights[at(i)] * rate;
  }
  return sum * scale_[at(a.contact)];
}

// Right sides of like size, so that the solver's tolerances mean the same for a feather and a ship.
void ContactProblem::fill_lcp() {
  double largest = 0;
  for (int i = 0; i < variable_count_; ++i) {
    lcp_.q(i) = free_rate(variables_[at(i)]);
    largest = std::max(largest, std::abs(lcp_.q(i)));
    for (int j = 0; j < variable_count_; ++j) lcp_.M(i, j) = entry(variables_[at(i)], variables_[at(j)]);
  }
  size_ = largest > 0 ? largest : 1;
  for (int i = 0; i < variable_count_; ++i) lcp_.q(i) /= size_;
}

void ContactProblem::read_solution() {
  std::fill_n(actions_.begin(), 3 * count_, 0.0);
  for (int k = 0; k < count_; ++k) actions_[at(3 * k)] = inputs_[at(k)].base;
  for (int i = 0; i < variable_count_; ++i) {
    const Variable& variable = variables_[at(i)];
    const double value = lcp_.z(i) * size_ * scale_[at(variable.contact)];
    for (int part = 0; part < 3; ++part)
      actions_[at(3 * variable.contact + part)] += variable.action_weights[at(part)] * value;
  }
}

void ContactProblem::evaluate_rates() {
  for (int k = 0; k < count_; ++k) {
    double size = 0;
    for (int part = 0; part < 3; ++part) {
      double rate = inputs_[at(k)].free[at(part)];
      size += std::abs(rate);
      for (int j = 0; j < 3 * count_ && part <= tangent_count_[at(k)]; ++j) {
        const double change = response(3 * k + part, j) * actions_[at(j)];
        rate += change;
        size += std::abs(change);
      }
      rates_[at(3 * k + part)] = rate;
    }
    rate_sizes_[at(k)] = size;
  }
}

// A contact that neither pushes nor moves stays; so do all legs of a table, however they share its weight.
ContactResult ContactProblem::result(int k) const {
  ContactResult result;
  result.normal = action(k, 0);
  result.tangential = {action(k, 1), action(k, 2)};
  if (rate(k, 0) > rounding * rate_size(k)) return result;
  const ContactInput& in = inputs_[at(k)];
  if (in.friction == ContactInput::Friction::slides) {
    result.motion = ContactMotion::slips;
    result.slip_direction = in.direction;
    return result;
  }
  const double slip = std::hypot(rate(k, 1), rate(k, 2));
  const bool slips = slip > rounding * rate_size(k);
  result.motion = slips || in.friction == ContactInput::Friction::none ? ContactMotion::slips : ContactMotion::sticks;
  if (slips) result.slip_direction = {rate(k, 1) / slip, rate(k, 2) / slip};
  return result;
}

void ContactProblem::add_loads(const ConstrainedDynamics& dynamics, std::span<const TouchingContact> contacts,
                               std::span<double> load) const {
  const auto add = [&](int row, double action) {
    for (int j = 0; j < dynamics.speeds(); ++j) load[at(j)] += dynamics.row(row)[j] * action;
  };
  for (int k = 0; k < count_; ++k) {
    if (has_normal(k)) add(contacts[at(k)].normal, action(k, 0));
    for (int t = 0; t < contacts[at(k)].tangent_count(); ++t) add(contacts[at(k)].tangents[at(t)], action(k, t + 1));
  }
}

}  // namespace tangible
