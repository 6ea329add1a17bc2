// SPDX-License-Identifier: Apache-2.0
// Syntax tree -> Expr, in one traversal with a stack of values.
#include "symbolic/read.h"

#include <algorithm>
#include <array>
#include <stdexcept>
#include <vector>

#include "symbolic/spelling.h"

namespace tangible {
namespace {

using enum SyntaxKind;

bool is_additive(SyntaxKind kind) { return kind == add || kind == subtract; }
bool is_multiplicative(SyntaxKind kind) { return kind == multiply || kind == divide; }

// One traversal of the post-order nodes with a stack of values. Errors of the kernel get the location of the operation.
class Builder {
 public:
  Builder(const SyntaxTree& tree, const NameResolver& resolve) : tree_(tree), resolve_(resolve) {}
  Expr build();

 private:
  void find_chains();
  void build_node(std::size_t i);
  Expr value_of(const SyntaxNode& node, std::span<const Expr> operands) const;
  [[noreturn]] void fail(const std::string& words, TextSpan where) const {
    throw SyntaxError(words, where.begin, where.end);
  }

  const SyntaxTree& tree_;
  const NameResolver& resolve_;
  std::vector<Expr> values_;
  // a + b + c parses as (a + b) + c: the inner node is absorbed, its operands wait on the stack for the outer one.
  std::vector<bool> absorbed_;
  std::vector<std::uint32_t> chain_length_;
};

// Finds sums and products that are parts of a longer one: left operands of the same sort without parentheses.
void Builder::find_chains() {
  absorbed_.assign(tree_.nodes.size(), false);
  chain_length_.assign(tree_.nodes.size(), 2);
  for (std::size_t i = 0; i < tree_.nodes.size(); ++i) {
    const SyntaxKind kind = tree_.nodes[i].kind;
    if (!is_additive(kind) && !is_multiplicative(kind)) continue;
    const std::size_t left = tree_.child_before(tree_.last_child(i));
    const SyntaxNode& inner = tree_.nodes[left];
    if (inner.grouped || (is_additive(kind) ? !is_additive(inner.kind) : !is_multiplicative(inner.kind))) continue;
    absorbed_[left] = true;
    chain_length_[i] = chain_length_[left] + 1;
  }
}

Expr Builder::build() {
  find_chains();
  for (std::size_t i = 0; i < tree_.nodes.size(); ++i) {
    try {
      build_node(i);
    } catch (const ArithmeticError& e) {
      fail(std::string("cannot be computed: ") + e.what(), tree_.nodes[i].where);
    } catch (const std::invalid_argument& e) {
      fail(e.what(), tree_.nodes[i].token);
    }
  }
  return values_.back();
}

// a - b is a + (-b) and a/b is a*b^-1: so a chain needs only its operands, whatever its operators.
void Builder::build_node(std::size_t i) {
  const SyntaxNode& node = tree_.nodes[i];
  if (is_additive(node.kind) || is_multiplicative(node.kind)) {
    if (node.kind == subtract) values_.back() = -values_.back();
    if (node.kind == divide) values_.back() = pow(values_.back(), -1);
    if (absorbed_[i]) return;
    const std::span<const Expr> operands = std::span(values_).last(chain_length_[i]);
    const Expr value = is_additive(node.kind) ? sum(operands) : product(operands);
    values_.resize(values_.size() - operands.size());
    values_.push_back(value);
    return;
  }
  const Expr value = value_of(node, std::span<const Expr>(values_).last(node.children));
  values_.resize(values_.size() - node.children);
  values_.push_back(value);
}

Expr Builder::value_of(const SyntaxNode& node, std::span<const Expr> a) const {
  switch (node.kind) {
    case number: return Expr(read_number(tree_.token(node)));
    case name: return resolve_(tree_.token(node), node.token);
    case call: return apply_function(tree_.token(node), a);
    case negate: return -a[0];
    case power: return pow(a[0], a[1]);
    case SyntaxKind::less: return tangible::less(a[0], a[1]);
    case SyntaxKind::less_equal: return tangible::less_equal(a[0], a[1]);
    case greater: return tangible::less(a[1], a[0]);
    case greater_equal: return tangible::less_equal(a[1], a[0]);
    case equal: return tangible::logical_and(tangible::less_equal(a[0], a[1]), tangible::less_equal(a[1], a[0]));
    case not_equal: return tangible::logical_or(tangible::less(a[0], a[1]), tangible::less(a[1], a[0]));
    case SyntaxKind::logical_not: return tangible::logical_not(a[0]);
    case SyntaxKind::logical_and: return tangible::logical_and(a[0], a[1]);
    case SyntaxKind::logical_or: return tangible::logical_or(a[0], a[1]);
    case quantity: {
      const std::string digits(tree_.token(node));
      const std::string unit(tree_.unit(node));
      fail("units have no meaning here; did you mean " + digits + "*" + unit + "?", node.where);
    }
    case named_argument: fail("this function has no named arguments", node.where);
    case vector: fail("a vector has no meaning in a scalar expression", node.where);
    case add:
    case subtract:
    case multiply:
    case divide: break;
  }
  throw std::logic_error("build_expression: a node without meaning");
}

// Capital letters or not.
bool is_one_of(std::string_view name, std::span<const std::string_view> words) {
  for (const std::string_view word : words) {
    bool same = word.size() == name.size();
    for (std::size_t i = 0; same && i < word.size(); ++i) same = (name[i] | 0x20) == word[i];
    if (same) return true;
  }
  return false;
}

bool is_unbounded(std::string_view name) {
  static constexpr std::array<std::string_view, 3> words = {"nan", "inf", "infinity"};
  return is_one_of(name, words);
}

bool is_letter(char c) { return static_cast<unsigned char>((c | 0x20) - 'a') < 26 || c == '_'; }
bool is_letter_or_digit(char c) { return is_letter(c) || static_cast<unsigned char>(c - '0') < 10; }

// Takes the backquotes off: `a``b` -> a`b.
std::string unquoted_name(std::string_view quoted) {
  std::string plain;
  for (std::size_t i = 1; i + 1 < quoted.size(); ++i) {
    plain += quoted[i];
    if (quoted[i] == '`') ++i;
  }
  return plain;
}

// Names mean, in this order: the definition before the expression, pi, the entry of the table.
class Reader {
 public:
  explicit Reader(const SymbolTable* symbols) : symbols_(symbols) {}
  Expr read(std::string_view text);

 private:
  Expr statement(std::string_view text, std::size_t begin, std::size_t end);
  Expr meaning(std::string_view word, TextSpan where) const;

  const SymbolTable* symbols_;
  SymbolTable defined_;
};

Expr Reader::meaning(std::string_view word, TextSpan where) const {
  const bool is_quoted = word.starts_with('`');
  const std::string plain = is_quoted ? unquoted_name(word) : std::string(word);
  if (!is_quoted) {
    if (const auto found = defined_.find(plain); found != defined_.end()) return found->second;
    if (plain == "pi") return pi();
    if (is_unbounded(plain))
      throw SyntaxError("'" + plain + "' is not a finite number; write a finite one", where.begin,
                        where.end);
  }
  if (symbols_ == nullptr) return symbol(plain);
  if (const auto found = symbols_->find(plain); found != symbols_->end()) return found->second;
  std::vector<std::string_view> known;
  for (const auto& [name_, value] : *symbols_) known.push_back(name_);
  for (const auto& [name_, value] : defined_) known.push_back(name_);
  throw SyntaxError("unknown name '" + plain + "'" + did_you_mean(plain, known), where.begin, where.end);
}

// The end of the statement that begins at a byte: a semicolon outside backquotes, or the end of the text.
std::size_t statement_end(std::string_view text, std::size_t begin) {
  bool in_quotes = false;
  for (std::size_t i = begin; i < text.size(); ++i) {
    if (text[i] == '`') in_quotes = !in_quotes;
    if (text[i] == ';' && !in_quotes) return i;
  }
  return text.size();
}

// The position of the '=' of a definition, if the statement is one; name becomes the defined name.
std::size_t definition_mark(std::string_view statement, std::string& name) {
  const std::size_t mark = statement.find('=');
  if (mark == std::string_view::npos || statement.substr(mark).starts_with("==")) return std::string_view::npos;
  const std::string_view blanks = " \t\r\n";
  const std::size_t first = statement.find_first_not_of(blanks);
  const std::size_t last = mark == 0 ? 0 : statement.find_last_not_of(blanks, mark - 1);
  if (first >= mark) return std::string_view::npos;
  const std::string_view word = statement.substr(first, last + 1 - first);
  if (!is_letter(word[0]) || !std::ranges::all_of(word, is_letter_or_digit)) return std::string_view::npos;
  name = word;
  return mark;
}

// One expression of the text; errors get locations in the whole text.
Expr Reader::statement(std::string_view text, std::size_t begin, std::size_t end) {
  try {
    return build_expression(parse_infix(text.substr(begin, end - begin)),
                            [this](std::string_view word, TextSpan where) { return meaning(word, where); });
  } catch (const SyntaxError& e) {
    throw SyntaxError(e.what(), e.begin + begin, e.end + begin);
  }
}

// Definitions, then the expression.
Expr Reader::read(std::string_view text) {
  for (std::size_t begin = 0;;) {
    const std::size_t end = statement_end(text, begin);
    if (end == text.size()) return statement(text, begin, end);
    std::string defined_name;
    const std::size_t mark = definition_mark(text.substr(begin, end - begin), defined_name);
    if (mark == std::string_view::npos)
      throw SyntaxError("a ';' ends a definition 'name = expression', and here is none before it", end, end + 1);
    if (defined_.contains(defined_name))
      throw SyntaxError("'" + defined_name + "' is defined twice", begin, begin + mark);
    const Expr value = statement(text, begin + mark + 1, end);
    defined_.emplace(std::move(defined_name), value);
    begin = end + 1;
  }
}

}  // namespace

Expr build_expression(const SyntaxTree& tree, const NameResolver& resolve) { return Builder(tree, resolve).build(); }

Expr read_expression(std::string_view text) { return Reader(nullptr).read(text); }
Expr read_expression(std::string_view text, const SymbolTable& symbols) { return Reader(&symbols).read(text); }

// As the grammar of infix.h has it, and meaning nothing else.
bool is_plain_name(std::string_view text) {
  static constexpr std::array<std::string_view, 4> reserved = {"pi", "and", "or", "not"};
  const bool may_be_reserved = (text.size() == 2 || text.size() == 3 || text.size() == 8) && is_letter(text.back());
  if (may_be_reserved && (is_unbounded(text) || std::ranges::find(reserved, text) != reserved.end())) return false;
  for (std::size_t i = 0;; ++i) {
    if (i == text.size() || !is_letter(text[i])) return false;
    while (i < text.size() && is_letter_or_digit(text[i])) ++i;
    while (i < text.size() && text[i] == '\'') ++i;
    if (i == text.size()) return true;
    if (text[i] != '.') return false;
  }
}

std::string quoted_name(std::string_view plain) {
  if (is_plain_name(plain)) return std::string(plain);
  std::string quoted = "`";
  for (const char c : plain) {
    quoted += c;
    if (c == '`') quoted += c;
  }
  return quoted + "`";
}

}  // namespace tangible
