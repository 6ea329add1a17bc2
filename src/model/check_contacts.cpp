// SPDX-License-Identifier: Apache-2.0
// Directions of contacts: unit vectors, at right angles, along which the gap is measured.
//
// Where symbols do not decide, numbers do, at random states on the surface (gap = 0, permanent constraints satisfied):
// a normal may be of length one there only. A direction is refused if it is wrong at all of them.
#include <algorithm>
#include <cmath>
#include <numeric>
#include <random>

#include "model/builder.h"
#include "symbolic/equality.h"
#include "symbolic/substitute.h"

namespace tangible {
namespace {

using Row = std::vector<double>;

constexpr double clearly = 1e-6;  // wrong by more than this

double dot(const Row& a, const Row& b) { return std::inner_product(a.begin(), a.end(), b.begin(), 0.0); }

void add(Row& a, double factor, const Row& b) {
  for (std::size_t j = 0; j < a.size(); ++j) a[j] += factor * b[j];
}

// Orthonormal rows that span what was added, and right sides that go with them.
class RowSpace {
 public:
  void take(Row row, double right) {
    const double size = std::sqrt(dot(row, row));
    for (std::size_t i = 0; i < rows_.size(); ++i) {
      const double share = dot(row, rows_[i]);
      add(row, -share, rows_[i]);
      right -= share * right_[i];
    }
    const double left = std::sqrt(dot(row, row));
    if (!(left > 1e-9 * size)) return;
    for (double& x : row) x /= left;
    rows_.push_back(std::move(row));
    right_.push_back(right / left);
  }
  Row without(Row row) const {
    for (const Row& own : rows_) add(row, -dot(row, own), own);
    return row;
  }
  // The shortest x with row.x = right for all of them.
  Row solve(std::size_t n) const {
    Row x(n, 0);
    for (std::size_t i = 0; i < rows_.size(); ++i) add(x, right_[i], rows_[i]);
    return x;
  }

 private:
  std::vector<Row> rows_;
  Row right_;
};

// States on the surface of a contact.
class Surface {
 public:
  Surface(const Mechanism& mechanism, const Contact& contact, Values parameters)
      : mechanism_(mechanism), values_(std::move(parameters)) {
    Substitution definitions;
    for (const Speed& speed : mechanism.speeds()) definitions[speed.symbol] = speed.definition;
    for (const Coordinate& q : mechanism.coordinates()) q_.push_back(q.symbol), rates_.push_back(q.rate);
    for (const Constraint& row : mechanism.constraints()) {
      if (row.active != Activity::permanent) continue;
      const bool motion = row.kind == ConstraintKind::motion;
      if (!motion) held_.push_back(row.expression);
      by_rate_.push_back(motion ? substitute(row.expression, definitions) : mechanism.dt(row.expression));
    }
    held_.push_back(contact.gap);
    slopes_ = jacobian(held_, q_);
    rows_ = jacobian(by_rate_, rates_);
  }

  // Calls look(values) at each state that is found.
  template <typename Look>
  void visit(Look look) {
    std::mt19937 random(20240101);
    std::uniform_real_distribution<double> uniform(-1, 1);
    for (const double reach : {1e-3, 1e-2, 0.1, 0.3, 0.6, 1.0}) {
      Values state = values_;
      const auto set = [&](Expr symbol, const std::string& name) {
        const InitialValue* initial = mechanism_.initials().find(name);
        state[symbol] = (initial == nullptr ? 0 : initial->value) + reach * uniform(random);
      };
      for (const Coordinate& q : mechanism_.coordinates()) set(q.symbol, q.name);
      const auto fill = [&](const std::vector<Expr>& list) {
        for (const Expr s : symbols_in(list))
          if (!state.contains(s)) state[s] = uniform(random);
      };
      fill(held_);
      for (const auto& row : slopes_) fill(row);
      for (const auto& row : rows_) fill(row);
      if (descend(state)) look(state);
    }
  }

  // The part of a row that permanent constraints leave.
  Row reduce(Row row, const Values& state) const {
    RowSpace span;
    for (const auto& other : rows_) span.take(evaluate(other, state), 0);
    return span.without(std::move(row));
  }
  const std::vector<Expr>& rates() const { return rates_; }
  const std::vector<Expr>& gap_slope() const { return slopes_.back(); }

 private:
  // Newton's method, by the shortest steps.
  bool descend(Values& state) const {
    constexpr int most = 40;
    for (int i = 0; i < most; ++i) {
      RowSpace span;
      const Row values = evaluate(held_, state);
      for (std::size_t k = 0; k < held_.size(); ++k) span.take(evaluate(slopes_[k], state), -values[k]);
      const Row step = span.solve(q_.size());
      double size = 0, length = 1;
      for (std::size_t j = 0; j < q_.size(); ++j) {
        size += std::abs(step[j]);
        length += std::abs(state[q_[j]] += step[j]);
      }
      if (!std::isfinite(size)) return false;
      if (size > 1e-10 * length) continue;
      return std::ranges::all_of(values, [&](double x) { return std::abs(x) <= 1e-8 * length; });
    }
    return false;
  }

  const Mechanism& mechanism_;
  Values values_;
  std::vector<Expr> q_, rates_, held_, by_rate_;
  std::vector<std::vector<Expr>> slopes_, rows_;  // of held_ by q, of by_rate_ by q'
};

// Evaluates with numbers for symbols that have none: inputs, speeds.
Row evaluate_anyhow(const std::vector<Expr>& list, Values values) {
  double next = 0.37;
  for (const Expr s : symbols_in(list))
    if (!values.contains(s)) values[s] = next = std::fmod(next * 1.7, 1.0) + 0.1;
  return evaluate(list, values);
}

// Of `at` against the other side, as the rows of a contact have it.
Vector relative_velocity(const Mechanism& mechanism, const Contact& contact) {
  const Kinematics& kinematics = mechanism.kinematics();
  const Frame N = mechanism.N();
  const Vector own = contact.fixed_in ? kinematics.velocity_fixed_in(contact.on, contact.fixed_in, N)
                                      : kinematics.velocity(contact.on, N);
  if (contact.against_frame) return own - kinematics.velocity_fixed_in(contact.on, contact.against_frame, N);
  return contact.against ? own - kinematics.velocity(contact.against, N) : own;
}

}  // namespace

// Whether an expression can have this value, by symbols and numbers.
bool Builder::can_equal_on_surface(Expr e, double value, const Contact& contact) const {
  const Expr difference = e - (value == 0 ? Expr(0) : Expr(1));
  if (is_zero(difference)) return true;
  if (const auto number = number_of(difference)) return !(std::abs(*number) > clearly);
  int wrong = 0, seen = 0;
  Surface(mechanism_, contact, parameter_values_).visit([&](const Values& state) {
    const double found = evaluate_anyhow({difference}, state)[0];
    seen += std::isfinite(found) ? 1 : 0;
    wrong += std::abs(found) > clearly ? 1 : 0;
  });
  return seen == 0 || wrong < seen;
}

// Moving `at` along the normal opens the gap at the same rate.
void Builder::check_normal_opens_gap(const Node& node, const Contact& contact) {
  constexpr std::size_t largest = 200;  // coordinates: more take long
  if (!contact.on || mechanism_.coordinates().size() > largest) return;
  Surface surface(mechanism_, contact, parameter_values_);
  const std::vector<Expr> approach{dot(relative_velocity(mechanism_, contact), contact.normal)};
  const std::vector<Expr> row = jacobian(approach, surface.rates())[0];
  int seen = 0, wrong = 0, opposite = 0;
  surface.visit([&](const Values& state) {
    const Row gap = surface.reduce(evaluate(surface.gap_slope(), state), state);
    const Row normal = surface.reduce(evaluate_anyhow(row, state), state);
    Row less = gap, more = gap;
    add(less, -1, normal);
    add(more, 1, normal);
    const double size = std::sqrt(dot(gap, gap)) + std::sqrt(dot(normal, normal));
    if (!std::isfinite(size) || size < clearly) return;
    ++seen;
    wrong += std::sqrt(dot(less, less)) > clearly * size ? 1 : 0;
    opposite += std::sqrt(dot(more, more)) <= clearly * size ? 1 : 0;
  });
  if (seen == 0 || wrong < seen) return;
  if (opposite == seen)
    diagnostics_.error(place_of_value(node), "the normal of contact '" + contact.name + "' points into the surface",
                       "moving `at` along the normal must open the gap: change the sign of the normal");
  else
    diagnostics_.error(place_of_value(node), "the normal of contact '" + contact.name + "' does not fit its gap",
                       "moving `at` along the normal must open the gap by as much: gap: \"dot(p(P), N.y)\", at: P, "
                       "normal: N.y; if what `at` touches moves, name it in `against` or `against_frame`");
}

// After everything has been read: initial values show where the surface may be.
void Builder::check_contact(const Entry& entry) {
  const Contact& contact = *mechanism_.contacts().find(entry.key);
  const std::string of = " of contact '" + entry.key + "'";
  const auto check = [&](const Node& node, Expr e, double value, const std::string& problem, const char* advice) {
    if (!can_equal_on_surface(e, value, contact)) diagnostics_.error(place_of_value(node), problem, advice);
  };
  const char* const unit = "give a vector of length one: N.x, or unit(...)";
  const Entry* normal = entry.value.find("normal");
  if (normal != nullptr)
    check(normal->value, dot(contact.normal, contact.normal), 1, "the normal" + of + " is not a unit vector", unit);
  const Entry* tangents = entry.value.find("tangents");
  std::vector<const Node*> nodes;
  if (tangents != nullptr && tangents->value.is_scalar()) nodes.push_back(&tangents->value);
  if (tangents != nullptr) {
    for (const Node& item : tangents->value.items) nodes.push_back(&item);
    for (const Entry& item : tangents->value.entries) nodes.push_back(&item.value);
  }
  for (std::size_t k = 0; k < contact.tangents.size(); ++k) {
    const Vector& tangent = contact.tangents[k];
    check(*nodes[k], dot(tangent, tangent), 1, "a tangent" + of + " is not a unit vector", unit);
    if (normal != nullptr)
      check(*nodes[k], dot(tangent, contact.normal), 0, "a tangent" + of + " is not at right angles to the normal",
            "friction acts within the surface: for normal: N.y give tangents: [N.x]");
    if (k > 0)
      check(*nodes[k], dot(tangent, contact.tangents[0]), 0,
            "the tangents" + of + " are not at right angles to each other", "give two such as [N.x, N.z]");
  }
  if (normal != nullptr && !diagnostics_.has_errors()) check_normal_opens_gap(normal->value, contact);
}

}  // namespace tangible
