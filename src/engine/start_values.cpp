// SPDX-License-Identifier: Apache-2.0
// Initial values of coordinates, speeds, rates, state variables and inputs.
#include "engine/start_values.h"

#include <algorithm>

#include "engine/sum_of_magnitudes.h"
#include "symbolic/evaluate.h"

namespace tangible {
namespace {

StartKind start_kind(InitialValue::Kind kind) {
  switch (kind) {
    case InitialValue::Kind::guess: return StartKind::guess;
    case InitialValue::Kind::held: return StartKind::held;
    case InitialValue::Kind::given: return StartKind::given;
  }
  return StartKind::given;
}

Values values_at_start(const Mechanism& m, const Equations& equations, const System& system) {
  Values values;
  values[m.time()] = 0;
  for (const Parameter& p : m.parameters()) values[p.symbol] = p.value;
  for (const Discrete& d : m.discretes()) values[d.symbol] = d.value;
  for (std::size_t i = 0; i < system.nq(); ++i) values[equations.kinematical.q[i]] = system.start_q[i];
  for (std::size_t i = 0; i < m.states().size(); ++i) values[m.states()[i].symbol] = system.start_z[i];
  for (std::size_t i = 0; i < m.inputs().size(); ++i) values[m.inputs()[i].symbol] = system.start_inputs[i];
  return values;
}

void set_speeds_from_rates(const Mechanism& m, const Equations& equations, System& out) {
  const KinematicalEquations& k = equations.kinematical;
  std::vector<const InitialValue*> given(k.q.size(), nullptr);
  for (std::size_t i = 0; i < k.q.size(); ++i) given[i] = m.initials().find(k.q_rate[i].name());
  if (std::ranges::all_of(given, [](const InitialValue* rate) { return rate == nullptr; })) return;
  for (std::size_t i = 0; i < k.q.size(); ++i)
    if (given[i] != nullptr) out.start_rates.push_back({i, given[i]->value, start_kind(given[i]->kind)});
  const Values values = values_at_start(m, equations, out);
  for (std::size_t r = 0; r < out.nu(); ++r) {
    if (m.initials().find(k.u[r].name()) != nullptr) continue;
    out.start_u[r] = evaluate(k.Z[r], values);
    bool is_given = true;  // by rates that are all named: only what is named is given
    for (std::size_t i = 0; i < k.q.size(); ++i) {
      if (k.Y(r, i).is_zero()) continue;
      is_given = is_given && given[i] != nullptr;
      if (given[i] == nullptr) continue;
      out.start_u[r] += evaluate(k.Y(r, i), values) * given[i]->value;
      if (is_given) out.start_u_kind[r] = start_kind(given[i]->kind);
    }
    if (!is_given) out.start_u_kind[r] = StartKind::free;
  }
}

}  // namespace

void set_start(const Mechanism& m, const Equations& equations, System& out) {
  const auto set = [](const std::vector<Quantity>& names, std::vector<double>& values, const InitialValue& initial) {
    const auto found = std::ranges::find(names, initial.name, &Quantity::name);
    if (found == names.end()) return absent;
    const auto at = static_cast<std::size_t>(found - names.begin());
    values[at] = initial.value;
    return at;
  };
  for (const InitialValue& initial : m.initials()) {
    if (const std::size_t i = set(out.q, out.start_q, initial); i != absent)
      out.start_q_kind[i] = start_kind(initial.kind);
    if (const std::size_t i = set(out.u, out.start_u, initial); i != absent)
      out.start_u_kind[i] = start_kind(initial.kind);
    set(out.z, out.start_z, initial);
    set(out.inputs, out.start_inputs, initial);
  }
  set_speeds_from_rates(m, equations, out);
  out.potential_terms = sum_of_magnitudes(equations.energy.potential, values_at_start(m, equations, out));
}

std::string explain_built_in(const System& system, std::size_t row) {
  return system.built_in_names[row] +
         " cannot hold: of Euler parameters give values that are finite and not all zero (the squares need not add up "
         "to 1), and hold fewer of them\n";
}

}  // namespace tangible
