// SPDX-License-Identifier: Apache-2.0
// Random states, and the list of checks.
#include "engine/check_context.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <random>

namespace tangible {
namespace {

class StateMaker {
 public:
  StateMaker(const Mechanism& mechanism, const Equations& equations, unsigned seed)
      : mechanism_(mechanism), equations_(equations), random_(seed) {
    for (const InitialValue& value : mechanism.initials()) start_[value.name] = value.value;
  }

  // Every angle a multiple of a quarter turn, as in straight, folded and upright poses; or all near the start.
  Values make(bool special) {
    Values state;
    state[mechanism_.time()] = around(1, 1);
    for (const Parameter& p : mechanism_.parameters()) state[p.symbol] = p.value;
    for (const RigidBody& body : mechanism_.bodies())
      for (const MissingInertia& missing : body.missing) state[missing.symbol] = around(1, 0.5);
    for (const Input& i : mechanism_.inputs()) state[i.symbol] = around(i.value, 1);
    for (const StateVariable& z : mechanism_.states()) state[z.symbol] = around(0, 0.1);
    for (const Discrete& d : mechanism_.discretes()) state[d.symbol] = d.value;
    for (const Coordinate& q : mechanism_.coordinates()) {
      state[q.symbol] = around(start(q.name, q.value), 0.4);
      if (special && q.dimension == Dimension{} && !is_euler_parameter(q.symbol))
        state[q.symbol] = std::numbers::pi / 2 * std::uniform_int_distribution<int>(-2, 2)(random_);
    }
    normalise(state);
    const KinematicalEquations& k = equations_.kinematical;
    for (const Expr u : k.u) {
      const double u0 = start(std::string(u.name()), 0);
      state[u] = around(u0, 1 + 0.5 * std::abs(u0));
    }
    for (const Expr a : k.u_rate) state[a] = around(0, 3);
    const Rates rates = k.rates();
    for (std::size_t i = 0; i < k.q.size(); ++i) state[k.q_rate[i]] = evaluate(rates.at(k.q[i]), state);
    return state;
  }

 private:
  bool is_euler_parameter(Expr q) const {
    FrameTree& frames = mechanism_.frames();
    for (std::uint32_t i = 1; i < frames.size(); ++i) {
      const auto* e = std::get_if<EulerParameters>(&frames.orientation(frames.at(i)));
      if (e != nullptr && (e->e0 == q || e->e1 == q || e->e2 == q || e->e3 == q)) return true;
    }
    return false;
  }
  double around(double middle, double reach) {
    return middle + reach * std::uniform_real_distribution<double>(-1, 1)(random_);
  }
  double start(const std::string& name, double otherwise) const {
    const auto found = start_.find(name);
    return found == start_.end() ? otherwise : found->second;
  }
  void normalise(Values& state) const {
    FrameTree& frames = mechanism_.frames();
    for (std::uint32_t i = 1; i < frames.size(); ++i) {
      const auto* e = std::get_if<EulerParameters>(&frames.orientation(frames.at(i)));
      if (e == nullptr) continue;
      double square = 0;
      for (const Expr p : {e->e0, e->e1, e->e2, e->e3}) square += std::pow(evaluate(p, state), 2);
      for (const Expr p : {e->e0, e->e1, e->e2, e->e3})
        if (p.is(Kind::symbol)) state[p] /= std::sqrt(square);
    }
  }

  const Mechanism& mechanism_;
  const Equations& equations_;
  std::mt19937_64 random_;
  std::unordered_map<std::string, double> start_;
};

bool is_finite(const Equations& equations, const Values& state) {
  for (const auto& [symbol, value] : state)
    if (!std::isfinite(value)) return false;
  const DynamicalEquations& d = equations.dynamical;
  for (const std::vector<Expr>* list : {&d.mass.entries(), &d.active, &d.inertia_velocity})
    for (const double x : evaluate(*list, state))
      if (!std::isfinite(x)) return false;
  return true;
}

// Where speeds determine the rates of the coordinates: of Euler angles not where two axes are parallel.
bool is_regular(const Equations& equations, const Values& state) {
  for (const double divisor : evaluate(equations.kinematical.divisors, state))
    if (!(std::abs(divisor) > 1e-6)) return false;
  return true;
}

// Whether rounding does not decide the value of a row. Of a wheel that lies flat no point is the lowest: beside it the
// row and its rate change beyond all bounds, and they differ with the precision.
bool has_determined_rows(const Equations& equations, const Values& state) {
  const std::unordered_map<Expr, long double> values(state.begin(), state.end());
  for (const ConstraintRow& row : equations.rows) {
    std::vector<Expr> parts = row.a;
    parts.insert(parts.end(), {row.c, row.rate_remainder});
    const std::vector<double> numbers = evaluate(parts, state);
    const std::vector<long double> precise = evaluate_long(parts, values);
    double scale = 1e-3, error = 0;
    for (std::size_t i = 0; i < numbers.size(); ++i) {
      scale = std::max(scale, std::abs(numbers[i]));
      error = std::max(error, static_cast<double>(std::abs(numbers[i] - precise[i])));
      if (!(std::abs(numbers[i]) < 1e8) || !std::isfinite(precise[i])) return false;
    }
    if (error > 1e-9 * scale) return false;
  }
  return true;
}

}  // namespace

CheckContext make_context(const Mechanism& mechanism, const Equations& equations, const CheckOptions& options) {
  CheckContext context{mechanism, equations, {}, {}};
  StateMaker maker(mechanism, equations, options.seed);
  const auto wanted = static_cast<std::size_t>(std::max(options.states, 0));
  for (const bool special : {false, true}) {
    const std::size_t enough = special ? wanted + (wanted + 1) / 2 : wanted;
    for (std::size_t tries = 0; tries < 20 * wanted && context.states.size() < enough; ++tries) {
      Values state = maker.make(special);
      const bool serves =
          is_finite(equations, state) && is_regular(equations, state) && has_determined_rows(equations, state);
      CheckedStates& checked = context.checked;
      ++(!serves ? checked.left_out : special ? checked.quarter_turns : checked.near_start);
      if (serves) context.states.push_back(std::move(state));
    }
  }
  return context;
}

namespace {

// Of differences in time. Short also beside motions given in time, of hundreds of rad/s; but where coordinates are
// thousands of kilometres, differences of positions must stand above their rounding.
long double difference_step(const CheckContext& context, const Values& state) {
  const KinematicalEquations& k = context.equations.kinematical;
  long double fastest = 1, fastest_angle = 1, largest = 0;
  for (std::size_t i = 0; i < k.q.size(); ++i) {
    const long double rate = std::abs(state.at(k.q_rate[i]));
    const Coordinate* q = context.mechanism.coordinates().find(std::string(k.q[i].name()));
    fastest = std::max(fastest, rate);
    if (q == nullptr || q->dimension == Dimension{})
      fastest_angle = std::max(fastest_angle, rate);
    else
      largest = std::max<long double>(largest, std::abs(state.at(k.q[i])));
  }
  return std::max(1e-5L / fastest, std::min(1e-9L * largest / fastest, 1e-4L / fastest_angle));
}

}  // namespace

std::vector<double> rate_along_motion(const CheckContext& context, std::span<const Expr> list, const Values& state) {
  const KinematicalEquations& k = context.equations.kinematical;
  const long double h = difference_step(context, state);
  const auto at = [&](long double s) {
    std::unordered_map<Expr, long double> moved(state.begin(), state.end());
    moved[context.mechanism.time()] += s;
    for (std::size_t i = 0; i < k.q.size(); ++i) moved[k.q[i]] += s * state.at(k.q_rate[i]);
    return evaluate_long(list, moved);
  };
  const std::vector<long double> before2 = at(-2 * h), before = at(-h), after = at(h), after2 = at(2 * h);
  std::vector<double> rates;
  for (std::size_t i = 0; i < list.size(); ++i)
    rates.push_back(static_cast<double>((before2[i] - after2[i] + 8 * (after[i] - before[i])) / (12 * h)));
  return rates;
}

void Tally::add(const std::string& name, double error) {
  CheckResult& result = *std::ranges::find(results_, name, &CheckResult::name);
  ++result.comparisons;
  result.worst = std::max(result.worst, std::isnan(error) ? std::numeric_limits<double>::infinity() : error);
}

void Tally::compare(const std::string& name, std::span<const double> a, std::span<const double> b, double scale) {
  double worst = 0;
  for (std::size_t i = 0; i < a.size(); ++i) {
    scale = std::max({scale, std::abs(a[i]), std::abs(b[i])});
    const double error = std::abs(a[i] - b[i]);
    worst = std::isnan(error) ? std::numeric_limits<double>::infinity() : std::max(worst, error);
  }
  add(name, worst / scale);
}

Expr combine(std::span<const Expr> coefficients, std::span<const Expr> u, Expr remainder) {
  std::vector<Expr> terms{remainder};
  for (std::size_t r = 0; r < u.size(); ++r) terms.push_back(coefficients[r] * u[r]);
  return sum(terms);
}

std::vector<CheckResult> check_equations(const Mechanism& mechanism, const Equations& equations,
                                         const CheckOptions& options, CheckedStates* checked) {
  const CheckContext context = make_context(mechanism, equations, options);
  if (checked != nullptr) *checked = context.checked;
  Tally tally;
  check_kinematics(context, tally);
  check_rows(context, tally);
  check_mass(context, tally);
  check_against_lagrange(context, tally);
  check_coriolis(context, tally);
  check_power(context, tally);
  check_embedding(context, tally);
  check_recombination(context, tally);
  check_books(context, tally);
  check_substitution(context, tally);
  check_fictitious_constraint(context, tally);
  return tally.results();
}

}  // namespace tangible
