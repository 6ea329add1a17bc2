// SPDX-License-Identifier: Apache-2.0
// Symbols by kind, with unit, meaning, and the slot of their values.
#include "engine/symbol_meanings.h"

#include <unordered_set>

#include "engine/unit_text.h"
#include "engine/value_layout.h"
#include "symbolic/print.h"
#include "symbolic/substitute.h"

namespace tangible {
namespace {

using MeaningKind = SymbolMeaning::Kind;

ValueCounts counts_of(const Mechanism& m, const Equations& equations) {
  ValueCounts n{m.coordinates().size(), equations.nu(),    m.states().size(),
                m.discretes().size(),   m.inputs().size(), m.parameters().size()};
  for (const ConstraintRow& row : equations.rows) n.rows += row.built_in ? 0 : 1;
  for (const Contact& contact : m.contacts()) n.rows += 1 + contact.tangents.size();
  n.built_in = equations.auxiliary.size();
  n.outputs = m.outputs().size();
  return n;
}

Dimension divided_by_time(Dimension d, int times = 1) {
  d.time -= times;
  return d;
}

class Meanings {
 public:
  Meanings(const Mechanism& m, const Equations& equations, std::span<const Expr> expressions)
      : m_(m), equations_(equations), layout_(counts_of(m, equations)) {
    for (const Expr s : symbols_in(expressions)) used_.insert(s.id());
  }

  Meanings(const Mechanism& m, const Equations& equations)
      : m_(m), equations_(equations), layout_(counts_of(m, equations)), takes_all_(true) {}

  std::vector<SymbolMeaning> all() {
    add(m_.time(), {MeaningKind::time, "s", "time", 0, layout_.time[0]});
    add_coordinates();
    add_speeds();
    add_each(m_.parameters(), MeaningKind::parameter, "parameter", layout_.parameters);
    add_each(m_.inputs(), MeaningKind::input, "input", layout_.inputs);
    add_each(m_.states(), MeaningKind::state, "state variable", layout_.z);
    add_each(m_.discretes(), MeaningKind::discrete, "discrete variable, changed by events", layout_.discretes);
    add_forces();
    return std::move(list_);
  }

 private:
  struct Entry {
    MeaningKind kind;
    std::string unit, meaning;
    int line;
    std::size_t slot;
  };
  void add(Expr symbol, const Entry& entry) {
    if (takes_all_ || used_.contains(symbol.id()))
      list_.push_back({std::string(symbol.name()), to_latex(symbol), entry.kind, entry.unit, entry.meaning, entry.line,
                       entry.slot});
  }

  // The model's meaning of a symbol, or its kind.
  std::string said(const std::string& name, const std::string& otherwise) const {
    const auto found = m_.meanings.find(name);
    return found == m_.meanings.end() ? otherwise : found->second;
  }

  void add_coordinates() {
    for (std::size_t i = 0; i < m_.coordinates().size(); ++i) {
      const Coordinate& q = m_.coordinates()[i];
      add(q.symbol, {MeaningKind::coordinate, unit_text(q.dimension, true), said(q.name, "coordinate"), q.where.line,
                     layout_.q[i]});
      add(q.rate, {MeaningKind::rate, unit_text(divided_by_time(q.dimension), true), "rate of " + q.name, q.where.line,
                   layout_.q_rate[i]});
    }
  }

  void add_speeds() {
    for (std::size_t r = 0; r < equations_.nu(); ++r) {
      const Speed& u = equations_.speeds[r];
      Dimension d = u.dimension;
      if (d == Dimension{}) d.time = -1;
      const std::string name(equations_.kinematical.u[r].name());
      add(equations_.kinematical.u[r],
          {MeaningKind::speed, unit_text(d, true), said(name, "generalized speed"), u.where.line, layout_.u[r]});
      add(equations_.kinematical.u_rate[r], {MeaningKind::acceleration, unit_text(divided_by_time(d), true),
                                             "rate of the speed " + name, u.where.line, layout_.u_rate[r]});
    }
  }

  void add_each(const auto& items, MeaningKind kind, const std::string& meaning, const Slots& slots) {
    for (std::size_t i = 0; i < items.size(); ++i)
      add(items[i].symbol, {kind, unit_text(items[i].dimension), said(std::string(items[i].symbol.name()), meaning),
                            items[i].where.line, slots[i]});
  }

  void add_forces() {
    std::size_t next = 0, next_built_in = 0;
    for (const ConstraintRow& row : equations_.rows) {
      const std::size_t slot = row.built_in ? layout_.built_in_forces[next_built_in++] : layout_.row_forces[next++];
      const Constraint* constraint = m_.constraints().find(row.name);
      add(m_.constraint_force(row.name),
          {MeaningKind::force, unit_text(constraint == nullptr ? std::nullopt : constraint->force),
           "force of " + row.name, constraint == nullptr ? 0 : constraint->where.line, slot});
    }
    for (const Contact& contact : m_.contacts())
      for (std::size_t i = 0; i <= contact.tangents.size(); ++i) {
        const std::string name = contact.row_name(i);
        add(m_.constraint_force(name), {MeaningKind::force, unit_text(contact.force), "contact force of " + name,
                                        contact.where.line, layout_.row_forces[next++]});
      }
  }

  const Mechanism& m_;
  const Equations& equations_;
  ValueLayout layout_;
  std::unordered_set<std::uint32_t> used_;
  bool takes_all_ = false;
  std::vector<SymbolMeaning> list_;
};

}  // namespace

const char* name_of(SymbolMeaning::Kind kind) {
  constexpr const char* names[] = {"coordinate", "speed", "rate",  "acceleration", "parameter", "input", "state",
                                   "discrete",   "time",  "force", "body",         "frame",     "point"};
  return names[static_cast<std::size_t>(kind)];
}

std::vector<SymbolMeaning> symbol_meanings(const Mechanism& mechanism, const Equations& equations,
                                           std::span<const Expr> expressions) {
  return Meanings(mechanism, equations, expressions).all();
}

std::vector<SymbolMeaning> symbol_meanings(const Mechanism& mechanism, const Equations& equations) {
  return Meanings(mechanism, equations).all();
}

std::vector<SymbolMeaning> place_meanings(const Mechanism& m, const Equations& equations) {
  std::vector<SymbolMeaning> list;
  const auto add = [&](const std::string& name, MeaningKind kind, const std::string& meaning, int line) {
    const char* unit = kind == MeaningKind::frame ? "1" : "m";  // of its pose
    list.push_back({name, "", kind, unit, meaning, line, SymbolMeaning::no_slot});
  };
  for (const RigidBody& body : m.bodies()) add(body.name, MeaningKind::body, "body", body.where.line);
  for (const Particle& particle : m.particles()) add(particle.name, MeaningKind::body, "particle", particle.where.line);
  for (const PartialVelocityEntry& entry : equations.partial_velocities) {
    std::string meaning = entry.is_angular ? "frame" : "point";
    for (const RigidBody& body : m.bodies()) {
      if (entry.is_angular && body.frame.name() == entry.name) meaning = "frame of " + body.name;
      if (!entry.is_angular && body.center.name() == entry.name) meaning = "mass centre of " + body.name;
    }
    for (const Particle& particle : m.particles())
      if (!entry.is_angular && particle.at.name() == entry.name) meaning = "place of " + particle.name;
    add(entry.name, entry.is_angular ? MeaningKind::frame : MeaningKind::point, meaning, 0);
  }
  return list;
}

}  // namespace tangible
