// SPDX-License-Identifier: Apache-2.0
// Ranks of parts of the rows at assembled states.
#include "engine/row_choice.h"

#include <algorithm>
#include <numeric>

#include "dynamics/matrix_solvers.h"
#include "engine/assembled_states.h"
#include "engine/evaluate_state.h"

namespace tangible {
namespace {

using Picks = std::vector<Eigen::Index>;
constexpr double rank_share = 1e-7;  // of rows of length one: what is less is taken for rounding

// The rows at assembled states, each of length one, or zero where it vanishes.
class RowNumbers {
 public:
  RowNumbers(const Equations& equations, std::span<const std::size_t> rows, const AssembledStates& states) {
    for (const Values& state : states.near) add(equations, rows, state);
    const std::size_t near = general_.size();
    for (const Values& state : states.far) add(equations, rows, state);
    scale_rows();
    // A mechanism that is put together otherwise may be stiff: its rank is not that of the one which is meant.
    for (std::size_t i = 0; i < near; ++i) rank_ = std::max(rank_, rank_of(general_[i]));
    std::erase_if(general_, [&](const Eigen::MatrixXd& a) { return rank_of(a) != rank_; });
  }

  bool empty() const { return general_.empty(); }
  Eigen::Index rank() const { return rank_; }
  Eigen::Index count() const { return general_[0].rows(); }

  // At more than half of the general states.
  bool are_independent(const Picks& rows, const Picks& columns) const {
    const auto wanted = static_cast<Eigen::Index>(std::min(rows.size(), columns.size()));
    const auto count = std::ranges::count_if(
        general_, [&](const Eigen::MatrixXd& a) { return rank_of(Eigen::MatrixXd(a(rows, columns))) == wanted; });
    return 2 * static_cast<std::size_t>(count) > general_.size();
  }

  // Whether the rows that are not used are the same combinations of those that are at every state; if not, there may
  // be states where they determine what the others do not.
  bool are_fixed_combinations(const Picks& used, const Picks& others) const {
    if (others.empty()) return true;
    Eigen::MatrixXd first;
    for (const Eigen::MatrixXd& a : general_) {
      const Eigen::MatrixXd basis = a(used, Eigen::all).transpose();
      const Eigen::MatrixXd combination =
          RankRevealingQr(basis).solve(Eigen::MatrixXd(a(others, Eigen::all).transpose()));
      if (first.size() == 0) first = combination;
      if (!((combination - first).cwiseAbs().maxCoeff() < 1e-7)) return false;
    }
    return true;
  }

 private:
  void add(const Equations& equations, std::span<const std::size_t> rows, const Values& state) {
    Eigen::MatrixXd a(rows.size(), equations.nu());
    for (std::size_t i = 0; i < rows.size(); ++i)
      a.row(static_cast<Eigen::Index>(i)) = evaluate_vector(equations.rows[rows[i]].a, state).transpose();
    if (a.allFinite()) general_.push_back(std::move(a));
  }

  // By one factor for each row: combinations of rows stay what they are.
  void scale_rows() {
    if (general_.empty()) return;
    Eigen::VectorXd largest = Eigen::VectorXd::Constant(general_[0].rows(), 1e-300);
    for (const Eigen::MatrixXd& a : general_) largest = largest.cwiseMax(a.rowwise().norm());
    for (Eigen::MatrixXd& a : general_) a = largest.cwiseInverse().asDiagonal() * a;
  }

  static Eigen::Index rank_of(const Eigen::MatrixXd& a) {
    if (a.size() == 0) return 0;
    return RankRevealingQr(a.transpose()).rank(rank_share);
  }

  std::vector<Eigen::MatrixXd> general_;
  Eigen::Index rank_ = 0;
};

Picks first_picks(std::size_t n) {
  Picks all(n);
  std::iota(all.begin(), all.end(), Eigen::Index{0});
  return all;
}

// As many as the rank allows, those before others.
Picks pick_rows(const RowNumbers& numbers, const Picks& columns) {
  Picks chosen;
  for (Eigen::Index i = 0; i < numbers.count(); ++i) {
    if (static_cast<Eigen::Index>(chosen.size()) == numbers.rank()) break;
    chosen.push_back(i);
    if (!numbers.are_independent(chosen, columns)) chosen.pop_back();
  }
  return chosen;
}

Picks pick_dependent_speeds(const RowNumbers& numbers, const Picks& rows, std::size_t nu) {
  Picks chosen;
  for (auto r = static_cast<Eigen::Index>(nu); r-- > 0 && chosen.size() < rows.size();) {
    chosen.push_back(r);
    if (!numbers.are_independent(rows, chosen)) chosen.pop_back();
  }
  return chosen;
}

// Whether a row follows from others, with its constant and what is left of its rate, also where nothing is assembled.
bool follows_anywhere(const Formulation& model, const std::vector<std::size_t>& used, std::size_t row) {
  const Equations& equations = model.equations;
  std::vector<std::size_t> all = used;
  all.push_back(row);
  for (Values state : scattered_states(model)) {
    Eigen::MatrixXd a(all.size(), equations.nu() + 2);
    for (std::size_t i = 0; i < all.size(); ++i) {
      const ConstraintRow& held = equations.rows[all[i]];
      std::vector<Expr> parts = held.a;
      parts.insert(parts.end(), {held.c, held.rate_remainder});
      a.row(static_cast<Eigen::Index>(i)) = evaluate_vector(parts, state).transpose();
    }
    if (!a.allFinite()) continue;
    RankRevealingQr qr(a.rowwise().normalized().transpose());
    if (static_cast<std::size_t>(qr.rank(rank_share)) == all.size()) return false;
  }
  return true;
}

bool has_configuration_rows(const Equations& equations, std::span<const std::size_t> rows) {
  return std::ranges::any_of(rows,
                             [&](std::size_t i) { return equations.rows[i].kind == ConstraintKind::configuration; });
}

}  // namespace

RowChoice choose_rows(const Formulation& model, std::span<const std::size_t> rows) {
  const Equations& equations = model.equations;
  RowChoice choice;
  if (rows.size() < 2) return choice;
  const std::vector<std::size_t> independent = independent_rows(equations, rows);
  const bool has_spare_rows = independent.size() < rows.size();
  if (!has_spare_rows && !has_configuration_rows(equations, rows)) return choice;
  const RowNumbers numbers(equations, rows, assembled_states(model, rows));
  if (numbers.empty()) return choice;
  const Picks columns = first_picks(equations.nu());
  const Picks used = pick_rows(numbers, columns);
  if (static_cast<Eigen::Index>(used.size()) < numbers.rank()) return choice;
  Picks others;
  for (const Eigen::Index i : first_picks(rows.size()))
    if (std::ranges::find(used, i) == used.end()) others.push_back(i);
  for (const Eigen::Index i : used) choice.used.push_back(rows[static_cast<std::size_t>(i)]);
  for (const Eigen::Index i : others)
    if (!follows_anywhere(model, choice.used, rows[static_cast<std::size_t>(i)]))
      choice.closed.push_back(rows[static_cast<std::size_t>(i)]);
  choice.rows_take_turns = !choice.closed.empty() || !numbers.are_fixed_combinations(used, others);
  const Picks dependent = pick_dependent_speeds(numbers, used, equations.nu());
  if (dependent.size() == used.size()) choice.dependent.assign(dependent.begin(), dependent.end());
  return choice;
}

std::size_t rank_when_assembled(const Formulation& model, std::span<const std::size_t> rows) {
  const std::size_t symbolic = independent_rows(model.equations, rows).size();
  if (rows.size() < 2 || !has_configuration_rows(model.equations, rows)) return symbolic;
  const RowNumbers numbers(model.equations, rows, assembled_states(model, rows));
  return numbers.empty() ? symbolic : std::min(symbolic, static_cast<std::size_t>(numbers.rank()));
}

}  // namespace tangible
