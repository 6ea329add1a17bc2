// SPDX-License-Identifier: Apache-2.0
// Names for what is long, terms of the hand, and the program of the numbers.
#include "engine/write_readable.h"

#include <algorithm>
#include <map>

#include "engine/programs.h"
#include "engine/symbol_meanings.h"
#include "engine/unit_text.h"
#include "engine/value_layout.h"
#include "equations/constrained_motion.h"
#include "symbolic/printed_length.h"
#include "symbolic/substitute.h"

namespace tangible {
namespace {

// Characters: what is longer gets a name.
constexpr std::size_t longest_coefficient = 32, longest_right = 120, longest_definition = 400, longest_entry = 2'000;
constexpr std::size_t max_equations_in_lines = 6;  // beyond, the mass matrix is a map
constexpr std::size_t max_numbers = 600;           // in a snapshot

Dimension speed_dimension(const Speed& speed) {
  Dimension d = speed.dimension;
  if (d == Dimension{}) d.time = -1;
  return d;
}

Dimension quotient(const Dimension& a, const Dimension& b) {
  return {a.length - b.length, a.mass - b.mass, a.time - b.time, a.current - b.current, a.temperature - b.temperature};
}

class Writer {
 public:
  explicit Writer(const EquationsReport& report)
      : report_(report), k_(report.equations.kinematical), size_(report.embedding.independent.size()) {
    for (const Expr s : symbols_in(all_expressions())) taken_.push_back(std::string(s.name()));
  }

  ReadableEquations write(bool has_hand) {
    if (has_hand) add_hand();
    for (std::size_t r = 0; r < size_; ++r) add_line(r);
    define_names();
    if (size_ > max_equations_in_lines) add_matrix();
    add_guards();
    compile();
    return std::move(out_);
  }

 private:
  std::vector<Expr> all_expressions() const {
    std::vector<Expr> list = forcing(report_.equations, report_.embedding);
    for (std::size_t r = 0; r < size_; ++r)
      for (std::size_t s = 0; s < size_; ++s) list.push_back(report_.embedding.mass(r, s));
    list.insert(list.end(), k_.u_rate.begin(), k_.u_rate.end());
    return list;
  }

  // m11, or mm11 where the model has a symbol of that name.
  std::string free_name(const std::string& letter, const std::string& number) const {
    std::string name = letter + number;
    for (std::string letters = letter; std::ranges::find(taken_, name) != taken_.end();)
      name = (letters += letter) + number;
    return name;
  }
  std::string pair_name(std::size_t r, std::size_t s) const {
    const std::string a = std::to_string(r + 1), b = std::to_string(s + 1);
    return free_name("m", size_ > 9 ? a + "_" + b : a + b);
  }

  std::size_t add_output(const std::string& name, Expr value) {
    outputs_.push_back({name, value});
    return outputs_.size() - 1;
  }

  Dimension force_dimension(std::size_t r) const {
    constexpr Dimension power{.length = 2, .mass = 1, .time = -3};
    return quotient(power, speed_dimension(report_.equations.speeds[report_.embedding.independent[r]]));
  }

  // T^T h with T = [1; D]: dependent speeds carry the hand's force over to the independent ones, Gillespie (44).
  void add_hand() {
    const Embedding& e = report_.embedding;
    for (std::size_t r = 0; r < k_.u.size(); ++r) hand_.push_back(symbol("hand[" + std::to_string(r + 1) + "]"));
    for (std::size_t r = 0; r < size_; ++r) {
      Expr h = hand_[e.independent[r]];
      for (std::size_t s = 0; s < e.dependent.size(); ++s) h += e.D(s, r) * hand_[e.dependent[s]];
      const std::string name = free_name("h", std::to_string(e.independent[r] + 1));
      terms_.push_back(symbol(name));
      embedded_hand_.push_back(h);
      out_.hand.push_back({name, to_latex(symbol(name)), "generalized force of the hand", "",
                           unit_text(force_dimension(r), true), add_output(name, h)});
    }
  }

  Expr named(const std::string& name, Expr value, std::size_t longest) {
    const bool is_long = lengths_.of(value) > longest;
    if (!is_long) return value;
    if (std::ranges::find(results_, name, &NamedExpr::name) == results_.end()) results_.push_back({name, value});
    return symbol(name);
  }

  void add_line(std::size_t r) {
    const Embedding& e = report_.embedding;
    const Expr force = forcing(report_.equations, e)[r];
    Statement statement{"", {}, 0};
    ReadableEquations::Line line;
    line.unknown = e.independent[r];
    line.unit = unit_text(force_dimension(r), true);
    for (std::size_t s = 0; s < size_; ++s) {
      const Expr entry = e.mass(r, s);
      if (entry.is_zero()) continue;
      const auto [low, high] = std::minmax(r, s);
      const bool is_symmetric = e.mass(low, high) == e.mass(high, low);
      const std::string name = is_symmetric ? pair_name(low, high) : pair_name(r, s);
      statement.left.push_back({named(name, entry, longest_coefficient), k_.u_rate[e.independent[s]]});
      Dimension rate = speed_dimension(report_.equations.speeds[e.independent[s]]);
      rate.time -= 1;
      line.left.push_back({place_of(name, entry), 0, unit_text(quotient(force_dimension(r), rate), true)});
      rates_.push_back(k_.u_rate[e.independent[s]]);
    }
    const Expr right = named(free_name("f", std::to_string(r + 1)), force, longest_right);
    const bool has_hand = !terms_.empty();
    statement.right = has_hand && right.is_zero() ? terms_[r] : right;
    line.text = to_text(statement);
    line.latex = to_latex(statement);
    if (has_hand && !right.is_zero()) {
      line.text += " + " + to_text(terms_[r]);
      line.latex += " + " + to_latex(terms_[r]);
    }
    line.right = add_output("right", has_hand ? force + embedded_hand_[r] : force);
    out_.lines.push_back(std::move(line));
  }

  // Entries on both sides of the diagonal are computed once.
  std::size_t place_of(const std::string& name, Expr entry) {
    const auto [found, is_new] = places_.try_emplace(entry.id(), outputs_.size());
    if (is_new) add_output(name, entry);
    return found->second;
  }

  void define_names() {
    const bool is_short = std::ranges::all_of(
        results_, [this](const NamedExpr& n) { return lengths_.of(n.value) <= longest_definition; });
    if (is_short) {
      for (const NamedExpr& n : results_)
        out_.names.push_back(
            {n.name, to_latex(symbol(n.name)), to_text(n.value), to_latex(n.value), "", place_of(n.name, n.value)});
      return;
    }
    const Listing text = list_expressions(results_, Dialect::text), latex = list_expressions(results_, Dialect::latex);
    const auto add = [this](const std::vector<Listing::Line>& plain, const std::vector<Listing::Line>& typeset) {
      for (std::size_t i = 0; i < plain.size(); ++i)
        out_.names.push_back({plain[i].name, to_latex(symbol(plain[i].name)), plain[i].text,
                              i < typeset.size() ? typeset[i].text : "", "", place_of(plain[i].name, plain[i].value)});
    };
    add(text.intermediates, latex.intermediates);
    add(text.results, latex.results);
  }

  void add_matrix() {
    const Matrix& mass = report_.embedding.mass;
    for (std::size_t r = 0; r < size_; ++r)
      for (std::size_t s = 0; s < size_; ++s) {
        if (mass(r, s).is_zero()) continue;
        const bool is_long = lengths_.of(mass(r, s)) > longest_entry;
        out_.matrix.push_back({r, s, is_long ? "too long to be written out: see the short names" : to_text(mass(r, s)),
                               is_long ? "" : to_latex(mass(r, s))});
      }
  }

  // Printed equations divide by these. That of the rows is relative to what the rows can be; that of the kinematical
  // equations is the least divisor.
  void add_guards() {
    const Embedding& e = report_.embedding;
    for (const Expr d : e.divisors) out_.embedded.divisors.push_back(place_of("divisor", d));
    if (!e.holds_everywhere())
      out_.embedded.regularity = add_output("regularity", embedding_regularity(report_.equations, e));
    for (const Expr d : k_.divisors) out_.kinematical.divisors.push_back(place_of("divisor", d));
    if (k_.divisors.empty()) return;
    Expr least = abs(k_.divisors.front());
    for (const Expr d : k_.divisors) least = min(least, abs(d));
    out_.kinematical.regularity = add_output("least divisor", least);
  }

  void compile() {
    std::vector<Expr> used;
    for (const LowerOutput& output : outputs_) used.push_back(output.value);
    used.insert(used.end(), rates_.begin(), rates_.end());
    std::map<std::string, std::size_t> slots;
    for (const SymbolMeaning& m : symbol_meanings(report_.mechanism, report_.equations, used)) slots[m.name] = m.slot;
    std::size_t next = 0;
    for (ReadableEquations::Line& line : out_.lines)
      for (ReadableEquations::Term& term : line.left) term.of = slots.at(std::string(rates_[next++].name()));
    if (outputs_.size() > max_numbers) return forget_numbers();
    std::vector<LowerInput> inputs;
    used.resize(outputs_.size());
    for (const Expr s : symbols_in(used)) {
      if (std::ranges::find(hand_, s) != hand_.end()) continue;
      const auto found = slots.find(std::string(s.name()));
      if (found == slots.end()) return forget_numbers();
      inputs.push_back({s, Stage::state});
      out_.inputs.push_back(found->second);
    }
    out_.first_hand = inputs.size();
    for (const Expr h : hand_) inputs.push_back({h, Stage::state});
    out_.code = tangible::compile(lower_to_program(outputs_, inputs));
  }

  void forget_numbers() {
    constexpr std::size_t none = ReadableEquations::none;
    for (auto* list : {&out_.names, &out_.hand})
      for (ReadableEquations::Name& name : *list) name.value = none;
    for (ReadableEquations::Line& line : out_.lines) {
      line.right = none;
      line.left.clear();
    }
    out_.embedded = out_.kinematical = {};
  }

  const EquationsReport& report_;
  const KinematicalEquations& k_;
  std::size_t size_;
  std::vector<std::string> taken_;
  PrintedLength lengths_;
  std::vector<Expr> hand_, terms_, embedded_hand_, rates_;
  std::vector<NamedExpr> results_;
  std::vector<LowerOutput> outputs_;
  std::map<std::uint32_t, std::size_t> places_;  // of outputs, by expression
  ReadableEquations out_;
};

}  // namespace

ReadableEquations write_readable(const EquationsReport& report, bool has_hand) {
  return Writer(report).write(has_hand);
}

}  // namespace tangible
