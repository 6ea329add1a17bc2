// SPDX-License-Identifier: Apache-2.0
// Shared parts get a name, others are written in place.
#include <algorithm>
#include <limits>
#include <set>

#include "symbolic/print.h"
#include "symbolic/print_c.h"
#include "symbolic/print_page.h"

namespace tangible {
namespace {

const PrintDialect& dialect_of(Dialect dialect) {
  switch (dialect) {
    case Dialect::latex: return latex_dialect;
    case Dialect::c: return c_dialect;
    case Dialect::text: break;
  }
  return text_dialect;
}

bool is_leaf(Expr e) { return e.kind() <= Kind::symbol; }

// 2*x and x^2 are as short as any name.
bool is_worth_a_name(Expr e) {
  if (is_leaf(e)) return false;
  const bool single = (e.is(Kind::sum) || e.is(Kind::product)) && pairs(e).size() == 1;
  return !single || !is_leaf(pairs(e)[0].first);
}

// Coefficients and exponents belong to their node: they are no operands of their own.
template <typename Visit>
void for_each_written_operand(Expr e, Visit visit) {
  const auto operands = e.operands();
  const std::size_t stride = e.is(Kind::sum) || e.is(Kind::product) ? 2 : 1;
  for (std::size_t i = 0; i < operands.size(); i += stride) visit(operands[i]);
}

// Nodes that writing out takes, everything written as often as it is used; saturates.
std::uint64_t written_size(std::span<const Expr> nodes, std::span<const Expr> roots) {
  constexpr std::uint64_t limit = std::numeric_limits<std::uint32_t>::max();
  Memo size;
  for (const Expr e : nodes) {
    std::uint64_t total = 1;
    for_each_written_operand(e, [&](Expr operand) { total += size.number_at(operand); });
    size.set_number(e, static_cast<std::uint32_t>(std::min(total, limit)));
  }
  std::uint64_t total = 0;
  for (const Expr root : roots) total += size.number_at(root);
  return total;
}

// Nodes that are used more than once, operands before users.
std::vector<Expr> shared_nodes(std::span<const Expr> nodes, std::span<const Expr> roots) {
  Memo uses;
  const auto use = [&](Expr e) { uses.set_number(e, uses.contains(e) ? uses.number_at(e) + 1 : 1); };
  for (const Expr e : nodes) for_each_written_operand(e, use);
  for (const Expr root : roots) use(root);
  std::vector<Expr> shared;
  for (const Expr e : nodes)
    if (uses.contains(e) && uses.number_at(e) > 1 && is_worth_a_name(e)) shared.push_back(e);
  return shared;
}

// z, or zz and so on where a symbol is called z1.
std::string free_prefix(std::span<const Expr> nodes) {
  std::set<std::size_t> taken;  // numbers of z before the digits
  for (const Expr e : nodes) {
    if (!e.is(Kind::symbol)) continue;
    const std::string_view name = e.name();
    const std::size_t letters = std::min(name.find_first_not_of('z'), name.size());
    if (name.find_first_not_of("0123456789", letters) == std::string_view::npos) taken.insert(letters);
  }
  std::string prefix = "z";
  while (taken.contains(prefix.size())) prefix += 'z';
  return prefix;
}

// One pass if the expression is short enough; only longer ones are examined as a whole.
std::string on_one_line(Expr e, Dialect dialect, std::size_t inline_nodes) {
  if (dialect != Dialect::c) {
    const PrintNames none;
    if (auto text = Page(dialect_of(dialect), none).write_within(e, inline_nodes)) return *std::move(text);
  }
  const NamedExpr result{"", e};
  const Listing listing = list_expressions(std::span(&result, 1), dialect, inline_nodes);
  if (listing.intermediates.empty()) return listing.results[0].text;
  return to_string(listing);
}

}  // namespace

Listing list_expressions(std::span<const NamedExpr> results, Dialect dialect, std::size_t inline_nodes) {
  std::vector<Expr> roots;
  for (const NamedExpr& result : results) roots.push_back(result.value);
  const std::vector<Expr> nodes = nodes_below(roots);
  PrintNames names;
  std::vector<Expr> shared;
  if (written_size(nodes, roots) > inline_nodes) shared = shared_nodes(nodes, roots);
  if (!shared.empty()) {
    names.prefix = free_prefix(nodes);
    names.numbers.emplace();
  }
  for (std::size_t i = 0; i < shared.size(); ++i)
    names.numbers->set_number(shared[i], static_cast<std::uint32_t>(i + 1));
  if (dialect == Dialect::c) names.symbols = c_identifiers(nodes, results);
  const PrintDialect& written = dialect_of(dialect);
  Listing listing{dialect, {}, {}, {}};
  for (const auto& [e, identifier] : names.symbols) listing.symbols.push_back({identifier, e});
  std::ranges::sort(listing.symbols, {}, [](const NamedExpr& named) { return named.value.id(); });
  Page page(written, names);
  for (const Expr e : shared)
    listing.intermediates.push_back(
        {written.intermediate_name(names.prefix, names.numbers->number_at(e)), e, page.write_definition(e)});
  for (const NamedExpr& result : results)
    listing.results.push_back({result.name, result.value, page.write(result.value)});
  return listing;
}

std::string to_string(const Listing& listing) {
  std::string out;
  const bool latex = listing.dialect == Dialect::latex;
  if (latex) out += "\\begin{aligned}\n";
  const char* equals = latex ? " &= " : " = ";
  const char* end = latex ? " \\\\\n" : ";\n";
  for (const Listing::Line& line : listing.intermediates)
    out += (listing.dialect == Dialect::c ? "const double " : "") + line.name + equals + line.text + end;
  for (const Listing::Line& line : listing.results) {
    if (line.name.empty())
      out += (latex ? "& " : "") + line.text + (latex ? "\n" : "");
    else
      out += (latex ? latex_dialect.symbol_name(line.name) : line.name) + equals + line.text + end;
  }
  if (latex) out += "\\end{aligned}";
  return out;
}

std::string to_text(Expr e, std::size_t inline_nodes) { return on_one_line(e, Dialect::text, inline_nodes); }
std::string to_latex(Expr e, std::size_t inline_nodes) { return on_one_line(e, Dialect::latex, inline_nodes); }
std::string to_c(Expr e, std::size_t inline_nodes) { return on_one_line(e, Dialect::c, inline_nodes); }

}  // namespace tangible
