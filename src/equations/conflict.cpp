// SPDX-License-Identifier: Apache-2.0
// Rows a u + c = 0 contradict when a column of the c raises the rank of the a.
#include "equations/conflict.h"

#include <algorithm>
#include <numeric>

#include "equations/error.h"
#include "symbolic/residue_rank.h"
#include "symbolic/substitute.h"

namespace tangible {
namespace {

std::size_t rank(const Equations& equations, std::span<const std::size_t> rows, bool with_constants) {
  const std::size_t nu = equations.nu();
  Matrix a(rows.size(), nu + (with_constants ? 1 : 0));
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const ConstraintRow& row = equations.rows[rows[i]];
    for (std::size_t r = 0; r < nu; ++r) a(i, r) = row.a[r];
    if (with_constants) a(i, nu) = row.c;
  }
  std::vector<std::size_t> columns(a.columns());
  std::iota(columns.begin(), columns.end(), std::size_t{0});
  return find_basis(a, columns).columns.size();
}

bool contradict(const Equations& equations, std::span<const std::size_t> rows) {
  const auto constant = [&](std::size_t i) { return equations.rows[i].c.is_zero(); };
  if (std::ranges::all_of(rows, constant)) return false;  // rest satisfies them
  return rank(equations, rows, true) > rank(equations, rows, false);
}

bool changes_with_configuration(const Equations& equations, const ConstraintRow& row) {
  return std::ranges::any_of(equations.kinematical.q, [&](Expr q) {
    return depends_on(row.c, q) || std::ranges::any_of(row.a, [q](Expr entry) { return depends_on(entry, q); });
  });
}

// On the surface of its configuration constraints the rows of a conflict may agree after all.
bool may_agree_on_the_surface(const Equations& equations, std::span<const std::size_t> rows) {
  const auto is_configuration = [&](std::size_t i) { return equations.rows[i].kind == ConstraintKind::configuration; };
  const auto changes = [&](std::size_t i) { return changes_with_configuration(equations, equations.rows[i]); };
  return std::ranges::any_of(rows, is_configuration) && std::ranges::any_of(rows, changes);
}

}  // namespace

std::string conflict_message(std::span<const std::string> names) {
  if (names.size() == 1) return "the constraint '" + names[0] + "' holds in no motion; change or remove it";
  std::string list;
  for (std::size_t i = 0; i < names.size(); ++i) {
    if (i > 0) list += i + 1 == names.size() ? " and " : ", ";
    list += "'" + names[i] + "'";
  }
  return "the constraints " + list + " contradict each other: no motion satisfies them together; remove one of them" +
         " or switch it off";
}

void refuse_contradicting_rows(const Equations& equations, std::span<const std::size_t> rows) {
  if (!contradict(equations, rows)) return;
  const auto chosen = [&](const std::vector<std::size_t>& some) {
    std::vector<std::size_t> out;
    for (const std::size_t i : some) out.push_back(rows[i]);
    return out;
  };
  const std::vector<std::size_t> conflict = chosen(find_minimal_conflict(
      rows.size(), [&](const std::vector<std::size_t>& some) { return contradict(equations, chosen(some)); }));
  if (may_agree_on_the_surface(equations, conflict)) return;
  std::vector<std::string> names;
  for (const std::size_t i : conflict) names.push_back(equations.rows[i].name);
  throw EquationsError(conflict_message(names), equations.rows[conflict.back()].where);
}

}  // namespace tangible
