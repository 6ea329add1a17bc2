// SPDX-License-Identifier: Apache-2.0
// Symbolic linear systems: the rank is decided modulo a prime, the solution is built from the simplest pivots.
#include "symbolic/linear_solve.h"

#include <algorithm>
#include <numeric>
#include <optional>
#include <stdexcept>

#include "symbolic/count.h"
#include "symbolic/equality.h"
#include "symbolic/independent_block.h"
#include "symbolic/minors.h"
#include "symbolic/residue_rank.h"
#include "symbolic/simplify.h"

namespace tangible {
namespace {

// A square system [A | B] with many right-hand sides, solved in place.
class SquareSystem {
 public:
  SquareSystem(Matrix a, Matrix b, const LinearSolveOptions& options)
      : a_(std::move(a)), b_(std::move(b)), options_(options), rows_(a_.rows()), columns_(a_.rows()) {
    std::iota(rows_.begin(), rows_.end(), std::size_t{0});
    std::iota(columns_.begin(), columns_.end(), std::size_t{0});
  }

  // x with A x = B, row i belonging to unknown i.
  Matrix solve() {
    while (!rows_.empty()) {
      const Pivot pivot = find_simplest_pivot();
      if (rows_.size() <= 3 && pivot.cost > 0) {
        if (!solve_orthonormal_core()) solve_core_by_cramer();
        break;
      }
      // A pivot that is no factor of the determinant may vanish where the system is regular.
      const std::optional<Pivot> factor = pivot.is_factor ? pivot : find_factor();
      if (factor)
        eliminate(*factor);
      else if (!solve_block())
        eliminate(pivot);
    }
    for (auto step = steps_.rbegin(); step != steps_.rend(); ++step) substitute_back(*step);
    return solution_;
  }

  const std::vector<Expr>& divisors() const { return divisors_; }
  bool is_exact() const { return is_exact_; }

 private:
  struct Pivot {
    std::size_t row = 0;
    std::size_t column = 0;
    std::size_t cost = 0;    // 0: dividing by it costs nothing to read
    bool is_factor = false;  // of the determinant: a number, or alone in its row or column
  };
  // Cofactors of larger systems are too many.
  static constexpr std::size_t largest_core = 6;
  static constexpr std::size_t largest_shortened = 4;

  bool is_zero(Expr e) const { return e.is_zero() || options_.is_zero(e); }

  // A number, or an entry alone in its row, is free; otherwise short entries in sparse rows and columns first.
  Pivot find_simplest_pivot() const {
    std::optional<Pivot> best;
    for (const std::size_t i : rows_) {
      for (const std::size_t j : columns_) {
        if (is_zero(a_(i, j))) continue;
        const std::size_t in_row = count_nonzero(rows_.size(), [&](std::size_t k) { return a_(i, columns_[k]); });
        const std::size_t in_column = count_nonzero(rows_.size(), [&](std::size_t k) { return a_(rows_[k], j); });
        const std::size_t fill = (in_row - 1) * (in_column - 1);
        const bool free = a_(i, j).is(Kind::number) || in_row == 1;
        const bool is_factor = free || in_column == 1;
        const Pivot pivot{i, j, free ? 0 : 1 + count_operations(a_(i, j)).total() + 4 * fill, is_factor};
        if (!best || pivot.cost < best->cost) best = pivot;
      }
    }
    if (!best) throw std::domain_error("a singular system of linear equations");
    return *best;
  }

  // An entry alone in its column; those that are numbers or alone in their row are the simplest anyway.
  std::optional<Pivot> find_factor() const {
    for (const std::size_t j : columns_) {
      std::vector<std::size_t> in_column;
      for (const std::size_t i : rows_)
        if (!is_zero(a_(i, j))) in_column.push_back(i);
      if (in_column.size() == 1) return Pivot{in_column[0], j, 1, true};
    }
    return std::nullopt;
  }

  void add_divisor(Expr e, bool is_factor) {
    is_exact_ = is_exact_ && is_factor;
    if (!e.is(Kind::number) && std::ranges::find(divisors_, e) == divisors_.end()) divisors_.push_back(e);
  }

  template <typename Entry>
  static std::size_t count_nonzero(std::size_t n, Entry entry) {
    std::size_t count = 0;
    for (std::size_t k = 0; k < n; ++k) count += entry(k).is_zero() ? 0u : 1u;
    return count;
  }

  void eliminate(const Pivot& pivot) {
    std::erase(rows_, pivot.row);
    std::erase(columns_, pivot.column);
    add_divisor(a_(pivot.row, pivot.column), pivot.is_factor);
    const Expr inverse = 1 / a_(pivot.row, pivot.column);
    for (const std::size_t i : rows_) {
      if (is_zero(a_(i, pivot.column))) continue;
      const Expr factor = a_(i, pivot.column) * inverse;
      for (const std::size_t j : columns_) a_(i, j) = options_.shorten(a_(i, j) - factor * a_(pivot.row, j));
      for (std::size_t k = 0; k < b_.columns(); ++k) b_(i, k) = options_.shorten(b_(i, k) - factor * b_(pivot.row, k));
    }
    steps_.push_back({pivot, columns_});
  }

  // Solves the smallest set of rows that contain no more unknowns than there are of them: the determinant of such a
  // block is a factor of the whole. False: it is too large for cofactors.
  bool solve_block() {
    const IndependentBlock block = find_block();
    if (block.rows.size() > largest_core) return false;
    std::vector<std::size_t> other_rows, other_columns;
    for (const std::size_t i : rows_)
      if (std::ranges::find(block.rows, i) == block.rows.end()) other_rows.push_back(i);
    for (const std::size_t j : columns_)
      if (std::ranges::find(block.columns, j) == block.columns.end()) other_columns.push_back(j);
    rows_ = block.rows;
    columns_ = block.columns;
    if (!solve_orthonormal_core()) rows_.size() <= 3 ? solve_core_by_cramer() : solve_core_by_cofactors();
    rows_ = other_rows;
    columns_ = other_columns;
    for (const std::size_t i : rows_)
      for (const std::size_t j : block.columns) move_to_right_side(i, j);
    return true;
  }

  // The inverse of a rotation is its transpose.
  bool solve_orthonormal_core() {
    if (!options_.under_identities) return false;
    std::vector<Expr> terms;
    for (std::size_t i = 0; i < rows_.size(); ++i)
      for (std::size_t l = 0; l <= i; ++l) {
        terms.clear();
        for (const std::size_t j : columns_) terms.push_back(a_(rows_[i], j) * a_(rows_[l], j));
        if (!is_zero(options_.under_identities(sum(terms)) - (i == l ? 1 : 0))) return false;
      }
    for (const std::size_t j : columns_)
      for (std::size_t k = 0; k < b_.columns(); ++k) {
        terms.clear();
        for (const std::size_t i : rows_) terms.push_back(a_(i, j) * b_(i, k));
        solution_(j, k) = options_.shorten(sum(terms));
      }
    return true;
  }

  // The unknown j is known now.
  void move_to_right_side(std::size_t i, std::size_t j) {
    if (is_zero(a_(i, j))) return;
    for (std::size_t k = 0; k < b_.columns(); ++k) b_(i, k) = options_.shorten(b_(i, k) - a_(i, j) * solution_(j, k));
    a_(i, j) = 0;
  }

  IndependentBlock find_block() const {
    return find_independent_block(rows_, columns_, [&](std::size_t i, std::size_t j) { return !is_zero(a_(i, j)); });
  }

  // x = adj(A) B / det(A) for the unknowns that are left.
  void solve_core_by_cramer() {
    const std::size_t n = rows_.size();
    Matrix core(n, n);
    for (std::size_t i = 0; i < n; ++i)
      for (std::size_t j = 0; j < n; ++j) core(i, j) = a_(rows_[i], columns_[j]);
    const Expr det = options_.shorten(determinant(core));
    if (is_zero(det)) throw std::domain_error("a singular system of linear equations");
    add_divisor(det, true);
    for (std::size_t j = 0; j < n; ++j) {
      for (std::size_t k = 0; k < b_.columns(); ++k) {
        Matrix replaced = core;
        for (std::size_t i = 0; i < n; ++i) replaced(i, j) = b_(rows_[i], k);
        solution_(columns_[j], k) = options_.shorten(determinant(replaced) / det);
      }
    }
  }

  // The same with minors that are formed once: x_j = sum over i of cofactor(i, j) b_i / det(A).
  void solve_core_by_cofactors() {
    const std::size_t n = rows_.size();
    Matrix core(n, n);
    for (std::size_t i = 0; i < n; ++i)
      for (std::size_t j = 0; j < n; ++j)
        core(i, j) = is_zero(a_(rows_[i], columns_[j])) ? 0 : a_(rows_[i], columns_[j]);
    // Results of five unknowns and more are not for reading, and shortening them takes long.
    LinearSolveOptions own = options_;
    if (n > largest_shortened) own.shorten = [](Expr e) { return e; };
    Minors minors(core, own.shorten);
    const unsigned all = (1u << n) - 1;
    const Expr det = own.shorten(minors.of(all, all));
    if (n <= largest_shortened && is_zero(det)) throw std::domain_error("a singular system of linear equations");
    add_divisor(det, true);
    std::vector<Expr> terms;
    for (std::size_t j = 0; j < n; ++j) {
      for (std::size_t k = 0; k < b_.columns(); ++k) {
        terms.clear();
        for (std::size_t i = 0; i < n; ++i) {
          if (b_(rows_[i], k).is_zero()) continue;
          const Expr term = minors.of(all & ~(1u << i), all & ~(1u << j)) * b_(rows_[i], k);
          terms.push_back((i + j) % 2 == 0 ? term : -term);
        }
        solution_(columns_[j], k) = own.shorten(sum(terms) / det);
      }
    }
  }

  struct Step {
    Pivot pivot;
    std::vector<std::size_t> later_columns;  // unknowns that this row still contains
  };

  void substitute_back(const Step& step) {
    const auto [row, column, cost, is_factor] = step.pivot;
    const Expr inverse = 1 / a_(row, column);
    std::vector<Expr> terms;
    for (std::size_t k = 0; k < b_.columns(); ++k) {
      terms.assign({b_(row, k)});
      for (const std::size_t j : step.later_columns) terms.push_back(-(a_(row, j) * solution_(j, k)));
      solution_(column, k) = options_.shorten(sum(terms) * inverse);
    }
  }

  Matrix a_;
  Matrix b_;
  const LinearSolveOptions& options_;
  std::vector<std::size_t> rows_;     // still to be used
  std::vector<std::size_t> columns_;  // still to be solved for
  std::vector<Step> steps_;
  std::vector<Expr> divisors_;
  bool is_exact_ = true;
  Matrix solution_{a_.rows(), b_.columns()};
};

LinearSolveOptions with_defaults(LinearSolveOptions options) {
  if (!options.is_zero) options.is_zero = [](Expr e) { return is_zero(e); };
  if (!options.shorten) options.shorten = [](Expr e) { return simplify(e); };
  return options;
}

std::vector<std::size_t> order_columns(std::size_t n, std::span<const std::size_t> preferred) {
  std::vector<std::size_t> order(preferred.begin(), preferred.end());
  for (std::size_t j = 0; j < n; ++j)
    if (std::ranges::find(order, j) == order.end()) order.push_back(j);
  return order;
}

// Whether every redundant row's right-hand side follows from the rows that are kept.
bool is_consistent(const Matrix& a, std::span<const Expr> b, std::span<const std::size_t> kept_rows) {
  Matrix augmented(a.rows(), a.columns() + 1);
  for (std::size_t i = 0; i < a.rows(); ++i) {
    for (std::size_t j = 0; j < a.columns(); ++j) augmented(i, j) = a(i, j);
    augmented(i, a.columns()) = b[i];
  }
  std::vector<std::size_t> all(a.columns() + 1);
  std::iota(all.begin(), all.end(), std::size_t{0});
  return find_basis(augmented, all).rows.size() == kept_rows.size();
}

}  // namespace

LinearSolution solve_linear(const Matrix& a, std::span<const Expr> b, std::span<const std::size_t> preferred,
                            const LinearSolveOptions& options) {
  const RankBasis basis = find_basis(a, order_columns(a.columns(), preferred));
  LinearSolution result;
  result.pivot_columns = basis.columns;
  for (std::size_t j = 0; j < a.columns(); ++j)
    if (!std::ranges::binary_search(basis.columns, j)) result.free_columns.push_back(j);
  for (std::size_t i = 0; i < a.rows(); ++i)
    if (!std::ranges::binary_search(basis.rows, i)) result.redundant_rows.push_back(i);
  result.consistent = result.redundant_rows.empty() || is_consistent(a, b, basis.rows);

  const std::size_t rank = basis.columns.size();
  const std::size_t free = result.free_columns.size();
  Matrix square(rank, rank);
  Matrix right(rank, free + 1);
  for (std::size_t i = 0; i < rank; ++i) {
    for (std::size_t j = 0; j < rank; ++j) square(i, j) = a(basis.rows[i], basis.columns[j]);
    for (std::size_t j = 0; j < free; ++j) right(i, j) = -a(basis.rows[i], result.free_columns[j]);
    right(i, free) = b[basis.rows[i]];
  }
  const LinearSolveOptions complete = with_defaults(options);
  SquareSystem system(std::move(square), std::move(right), complete);
  const Matrix x = system.solve();
  result.divisors = system.divisors();
  result.is_exact = system.is_exact();
  result.coefficients = Matrix(rank, free);
  for (std::size_t i = 0; i < rank; ++i) {
    for (std::size_t j = 0; j < free; ++j) result.coefficients(i, j) = x(i, j);
    result.constants.push_back(x(i, free));
  }
  return result;
}

std::vector<Expr> solve_square(const Matrix& a, std::span<const Expr> b, const LinearSolveOptions& options) {
  if (find_basis(a, order_columns(a.columns(), {})).rows.size() < a.rows())
    throw std::domain_error("a singular system of linear equations");
  Matrix right(a.rows(), 1);
  for (std::size_t i = 0; i < a.rows(); ++i) right(i, 0) = b[i];
  const LinearSolveOptions complete = with_defaults(options);
  return SquareSystem(a, std::move(right), complete).solve().entries();
}

// Laplace expansion along the first row; meant for the small systems above.
Expr determinant(const Matrix& a) {
  const std::size_t n = a.rows();
  if (n == 0) return 1;
  if (n == 1) return a(0, 0);
  std::vector<Expr> terms;
  for (std::size_t j = 0; j < n; ++j) {
    if (a(0, j).is_zero()) continue;
    Matrix minor(n - 1, n - 1);
    for (std::size_t i = 1; i < n; ++i)
      for (std::size_t k = 0; k + 1 < n; ++k) minor(i - 1, k) = a(i, k < j ? k : k + 1);
    const Expr term = a(0, j) * determinant(minor);
    terms.push_back(j % 2 == 0 ? term : -term);
  }
  return sum(terms);
}

}  // namespace tangible
