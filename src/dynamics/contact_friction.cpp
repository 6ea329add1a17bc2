// SPDX-License-Identifier: Apache-2.0
// Friction circles, contact by contact, and the search for a second solution where friction slides.
#include <algorithm>
#include <cmath>

#include "dynamics/contact_problem.h"
#include "dynamics/friction_circle.h"
#include "dynamics/index.h"

namespace tangible {

// The exact answer of contact k to what the others do now; returns how far it moved, free of units.
double ContactProblem::update_contact(int k) {
  const ContactInput& in = inputs_[at(k)];
  SingleContact single;
  single.base = in.base;
  const bool opposes = in.friction == ContactInput::Friction::opposes_slip && tangent_count_[at(k)] > 0;
  const bool slides = in.friction == ContactInput::Friction::slides;
  single.friction = opposes ? in.coefficient : 0;
  for (int i = 0; i < 3; ++i) {
    single.free[at(i)] = rates_[at(3 * k + i)];
    for (int j = 0; j < 3; ++j) {
      single.response[at(i)][at(j)] = response(3 * k + i, 3 * k + j);
      single.free[at(i)] -= response(3 * k + i, 3 * k + j) * action(k, j);
    }
  }
  if (opposes && tangent_count_[at(k)] == 1) single.response[2][2] = single.response[1][1];  // a tangent never used
  std::array<double, 3> next{};
  if (!has_normal(k)) {
    next = {in.base, update_pressed_contact(k), 0};
  } else if (slides) {
    // The normal action carries its friction with it.
    double response_n = single.response[0][0];
    for (int t = 1; t <= 2; ++t) response_n -= single.response[0][at(t)] * in.coefficient * in.direction[at(t - 1)];
    next[0] = response_n > 0 ? std::max(0.0, -single.free[0] / response_n) : action(k, 0);
    for (int t = 1; t <= 2; ++t) next[at(t)] = -in.coefficient * in.direction[at(t - 1)] * next[0];
  } else {
    next = solve_single_contact(single);
  }
  double moved = 0;
  for (int part = 0; part < 3; ++part) {
    const double change = next[at(part)] - action(k, part);
    if (change == 0) continue;
    moved = std::max(moved, std::abs(change) / scale_[at(k)]);
    actions_[at(3 * k + part)] = next[at(part)];
    for (int i = 0; i < 3 * count_; ++i) rates_[at(i)] += response(i, 3 * k + part) * change;
  }
  return moved;
}

// Friction that stops the slip of a contact without a normal row, as far as it suffices.
double ContactProblem::update_pressed_contact(int k) const {
  const double own = response(3 * k + 1, 3 * k + 1), most = inputs_[at(k)].coefficient * inputs_[at(k)].base;
  return std::clamp(action(k, 1) - rates_[at(3 * k + 1)] / own, -most, most);
}

// Rounds over the contacts until nothing changes; not needed where the linear problem was the whole one.
ContactStatus ContactProblem::solve_friction_circles(bool needed) {
  bool any = needed;
  for (int k = 0; k < count_; ++k)
    any = any || (tangent_count_[at(k)] == 2 && inputs_[at(k)].friction == ContactInput::Friction::opposes_slip);
  if (!any) return ContactStatus::ok;
  constexpr int max_rounds = 500;
  constexpr double closed = 1e-14, close_enough = 1e-9;
  double moved = 0, size = 0;
  for (int round = 0; round < max_rounds; ++round) {
    moved = size = 0;
    for (int k = 0; k < count_; ++k) {
      if (can_respond_[at(k)] == 0) continue;
      moved = std::max(moved, update_contact(k));
      for (int part = 0; part < 3; ++part) size = std::max(size, std::abs(action(k, part)) / scale_[at(k)]);
    }
    if (moved <= closed * size) break;
  }
  evaluate_rates();
  return moved <= close_enough * size ? ContactStatus::ok : ContactStatus::not_converged;
}

// Sliding friction makes the response of the normal actions unsymmetric. Where its symmetric part stays positive
// the accelerations are unique; only otherwise is there anything to search. One vector test does not decide it, so
// Cholesky does.
bool ContactProblem::response_is_monotone() {
  for (int i = 0; i < variable_count_; ++i)
    for (int j = 0; j <= i; ++j)
      monotone_.matrix().row(i)[j] = (lcp_.M(i, j) + lcp_.M(j, i)) / 2 + (i == j ? 1e-10 : 0.0);
  return monotone_.factor(variable_count_);
}

// Every set of contacts that could keep is tried: 2^K small systems, only where friction slides so steeply that the
// response is not monotone. Two solutions with the same accelerations are one.
bool ContactProblem::has_second_solution() {
  constexpr int max_contacts = 10;
  // Friction that may stick or slip has more than two cases a contact; those are not searched.
  for (int k = 0; k < count_; ++k)
    if (inputs_[at(k)].friction == ContactInput::Friction::opposes_slip) return false;
  const int n = variable_count_;
  if (!any_slides() || n > max_contacts || response_is_monotone()) return false;
  for (unsigned kept = 0; kept < (1u << n); ++kept)
    if (is_solution_with_closed(kept)) return true;
  return false;
}

// Whether the contacts in `kept` push, the others separate, and the rates differ from those of the first solution.
bool ContactProblem::is_solution_with_closed(unsigned kept) {
  const int n = variable_count_;
  const auto in = [&](int i) { return (kept >> i & 1u) != 0; };
  for (int i = 0; i < n; ++i) {
    for (int j = 0; j < n; ++j) small_.row(i)[j] = in(i) ? (in(j) ? lcp_.M(i, j) : 0.0) : (i == j ? 1.0 : 0.0);
    small_.row(i)[n] = in(i) ? -lcp_.q(i) : 0.0;
  }
  if (solve_small_system(small_, n) == 0) return false;
  constexpr double tolerance = 1e-9;  // right sides are of size one
  bool differs = false;
  for (int i = 0; i < n; ++i) {
    if (in(i) && small_.row(i)[n] < -tolerance) return false;
    double rate = lcp_.q(i);
    double first = lcp_.q(i);
    for (int j = 0; j < n; ++j) {
      rate += lcp_.M(i, j) * small_.row(j)[n];
      first += lcp_.M(i, j) * lcp_.z(j);
    }
    if (rate < -tolerance) return false;
    differs = differs || std::abs(rate - first) > 1e-6;
  }
  return differs;
}

}  // namespace tangible
