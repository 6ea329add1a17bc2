// SPDX-License-Identifier: Apache-2.0
// Operator precedence with an explicit stack: infix tokens -> post-order nodes.
#include "symbolic/infix.h"

#include <algorithm>
#include <charconv>
#include <limits>

#include "symbolic/infix_tokens.h"

namespace tangible {
namespace {

enum class Open : std::uint8_t { none, parenthesis, call, vector };

// An operator that waits for its right operand, or a bracket that waits for its partner.
struct Waiting {
  Open open = Open::none;
  SyntaxKind kind = SyntaxKind::add;
  bool prefix = false;
  bool silent = false;           // unary plus leaves no node
  std::uint32_t children = 0;    // arguments complete so far, of a bracket
  std::uint32_t first_node = 0;  // number of nodes before the bracket
  TextSpan token;                // the operator, the bracket, or the name of the function
  TextSpan bracket;
};

// Larger binds tighter; the levels of the grammar in infix.h from top to bottom.
int precedence(SyntaxKind kind) {
  switch (kind) {
    case SyntaxKind::named_argument: return 0;
    case SyntaxKind::logical_or: return 1;
    case SyntaxKind::logical_and: return 2;
    case SyntaxKind::logical_not: return 3;
    case SyntaxKind::add:
    case SyntaxKind::subtract: return 5;
    case SyntaxKind::multiply:
    case SyntaxKind::divide: return 6;
    case SyntaxKind::negate: return 7;
    case SyntaxKind::power: return 8;
    default: return 4;  // comparisons
  }
}

bool is_comparison(SyntaxKind kind) { return kind >= SyntaxKind::less && kind <= SyntaxKind::not_equal; }

// Shunting yard (Dijkstra 1961): operands become nodes at once, operators wait on a stack until one that binds less
// tight, a closing bracket, a comma or the end completes them. Two states alternate: an operand is expected, or an
// operator after one. Nodes come out in post-order, so that the operands of an operator are the last subtrees made.
class Parser {
 public:
  explicit Parser(std::string_view text) : tokens_(text) { tree_.text = text; }
  SyntaxTree parse();

 private:
  bool take_operand(const Token& token);  // false when the text ended
  bool take_operator(const Token& token);
  void take_number(const Token& token);
  void take_name(const Token& token);
  void take_prefix(const Token& token, SyntaxKind kind);
  void take_binary(const Token& token);
  void close(const Token& token);
  void finish_argument();
  void reduce();
  void reduce_above(int level, bool equal_too);
  void finish_text();

  [[noreturn]] void fail_missing_operand(const Token& found) const;
  [[noreturn]] void fail_missing_operator(const Token& found) const;
  [[noreturn]] void fail_unclosed(const Waiting& open) const;
  [[noreturn]] void fail(const std::string& words, TextSpan span) const {
    throw SyntaxError(words, span.begin, span.end);
  }
  std::string quoted(TextSpan span) const { return "'" + std::string(tree_.view(span)) + "'"; }
  bool inside_open() const { return !stack_.empty() && stack_.back().open != Open::none; }
  std::uint32_t node_count() const { return static_cast<std::uint32_t>(tree_.nodes.size()); }
  void add_leaf(SyntaxKind kind, TextSpan span) {
    tree_.nodes.push_back({kind, false, 1, 0, node_count(), span, span, {}});
  }

  Tokens tokens_;
  SyntaxTree tree_;
  std::vector<Waiting> stack_;
  bool want_operand_ = true;
};

SyntaxTree Parser::parse() {
  for (;;) {
    const Token token = tokens_.next();
    if (!(want_operand_ ? take_operand(token) : take_operator(token))) break;
  }
  return std::move(tree_);
}

// Where an operand is expected: one, a prefix operator, or a bracket that opens.
bool Parser::take_operand(const Token& token) {
  switch (token.kind) {
    case TokenKind::number: take_number(token); return true;
    case TokenKind::name: take_name(token); return true;
    case TokenKind::logical_not: take_prefix(token, SyntaxKind::logical_not); return true;
    case TokenKind::open_parenthesis:
    case TokenKind::open_bracket: {
      const Open open = token.kind == TokenKind::open_bracket ? Open::vector : Open::parenthesis;
      stack_.push_back({open, SyntaxKind::vector, false, false, 0, node_count(), token.span, token.span});
      return true;
    }
    case TokenKind::op:
      if (token.op != SyntaxKind::add && token.op != SyntaxKind::subtract) fail_missing_operand(token);
      take_prefix(token, SyntaxKind::negate);
      stack_.back().silent = token.op == SyntaxKind::add;
      return true;
    case TokenKind::close_parenthesis:
    case TokenKind::close_bracket:
      // f() and [] are complete, f(a,) is not.
      if (!inside_open() || stack_.back().open == Open::parenthesis || stack_.back().children != 0)
        fail_missing_operand(token);
      close(token);
      return true;
    case TokenKind::colon:
      fail("a ':' is allowed only after the name of an argument in a call, as in v(P, in: A)", token.span);
    case TokenKind::end_of_text:
    case TokenKind::comma: break;
  }
  fail_missing_operand(token);
}

// A number, with the unit that directly follows it.
void Parser::take_number(const Token& token) {
  add_leaf(SyntaxKind::number, token.span);
  want_operand_ = false;
  Tokens ahead = tokens_;
  const char c = tokens_.peek_character();
  if (!((c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_')) return;
  const Token unit = ahead.next();
  if (unit.kind != TokenKind::name) return;  // and, or
  if (ahead.peek_character() == '(') fail_missing_operator(unit);
  SyntaxNode& node = tree_.nodes.back();
  node.kind = SyntaxKind::quantity;
  node.unit = unit.span;
  node.where.end = unit.span.end;
  tokens_ = ahead;
  const Token power = ahead.next();
  if (power.kind != TokenKind::op || power.op != SyntaxKind::power) return;
  Token exponent = ahead.next();
  const bool minus = exponent.kind == TokenKind::op && exponent.op == SyntaxKind::subtract;
  if (minus || (exponent.kind == TokenKind::op && exponent.op == SyntaxKind::add)) exponent = ahead.next();
  const std::string_view digits = tree_.view(exponent.span);
  int value = 0;
  const auto result = std::from_chars(digits.data(), digits.data() + digits.size(), value);
  if (exponent.kind != TokenKind::number || result.ec != std::errc{} || result.ptr != digits.data() + digits.size() ||
      value > 99)
    fail("the exponent of the unit " + quoted(unit.span) + " has to be an integer below 100",
         {power.span.begin, exponent.span.end});
  node.unit_exponent = static_cast<std::int16_t>(minus ? -value : value);
  node.where.end = exponent.span.end;
  tokens_ = ahead;
}

// A name alone, a function with its bracket, or an argument's name with its colon.
void Parser::take_name(const Token& token) {
  const char c = tokens_.peek_character();
  if (c == '(') {
    const Token bracket = tokens_.next();
    stack_.push_back({Open::call, SyntaxKind::call, false, false, 0, node_count(), token.span, bracket.span});
  } else if (c == ':' && !stack_.empty() && stack_.back().open == Open::call) {
    tokens_.next();
    take_prefix(token, SyntaxKind::named_argument);
  } else {
    add_leaf(SyntaxKind::name, token.span);
    want_operand_ = false;
  }
}

// A prefix operator needs nothing completed before it: 2^-3. But a + not b < c would leave it open what not covers.
void Parser::take_prefix(const Token& token, SyntaxKind kind) {
  if (kind == SyntaxKind::logical_not && !stack_.empty() && !inside_open() &&
      precedence(stack_.back().kind) > precedence(kind))
    fail("put parentheses around " + quoted(token.span) + " and its operand after " + quoted(stack_.back().token),
         token.span);
  stack_.push_back({Open::none, kind, true, false, 0, 0, token.span, {}});
}

// After an operand: a binary operator, what ends an argument or a bracket, or the end.
bool Parser::take_operator(const Token& token) {
  switch (token.kind) {
    case TokenKind::op: take_binary(token); return true;
    case TokenKind::close_parenthesis:
    case TokenKind::close_bracket: close(token); return true;
    case TokenKind::comma:
      finish_argument();
      if (stack_.empty() || stack_.back().open == Open::parenthesis)
        fail("a ',' is allowed only between the arguments of a call or the components of a vector", token.span);
      want_operand_ = true;
      return true;
    case TokenKind::end_of_text: finish_text(); return false;
    case TokenKind::colon:
      fail("a ':' is allowed only after the name of an argument in a call, as in v(P, in: A)", token.span);
    default: fail_missing_operator(token);
  }
}

// Left associative: operators as tight as this one are complete. Powers are not: a^b^c is a^(b^c).
void Parser::take_binary(const Token& token) {
  const int level = precedence(token.op);
  reduce_above(level, token.op != SyntaxKind::power);
  const SyntaxNode& left = tree_.nodes.back();
  if (is_comparison(token.op) && is_comparison(left.kind) && !left.grouped)
    fail("comparisons do not chain: write a < b and b < c", token.span);
  stack_.push_back({Open::none, token.op, false, false, 0, 0, token.span, {}});
  want_operand_ = true;
}

// Completes the operators on top of the stack that bind tighter than a level, or as tight.
void Parser::reduce_above(int level, bool equal_too) {
  while (!stack_.empty() && !inside_open()) {
    const int top = precedence(stack_.back().kind);
    if (top < level || (top == level && !equal_too)) return;
    reduce();
  }
}

// The operator on top of the stack takes the last one or two subtrees as its operands.
void Parser::reduce() {
  const Waiting top = stack_.back();
  stack_.pop_back();
  if (top.silent) return;
  const SyntaxNode& right = tree_.nodes.back();
  SyntaxNode node{top.kind, false, 1, 1, right.first, {top.token.begin, right.where.end}, top.token, {}};
  if (!top.prefix) {
    const SyntaxNode& left = tree_.nodes[right.first - 1];
    node.children = 2;
    node.first = left.first;
    node.where.begin = left.where.begin;
  }
  tree_.nodes.push_back(node);
}

// Completes all operators back to the bracket, and counts one more argument for it.
void Parser::finish_argument() {
  reduce_above(0, true);
  if (!stack_.empty()) ++stack_.back().children;
}

// A pair of parentheses marks its subtree as a group; calls and vectors become nodes over their arguments.
void Parser::close(const Token& token) {
  if (!want_operand_) finish_argument();
  if (stack_.empty()) fail("this " + quoted(token.span) + " closes nothing", token.span);
  const Waiting open = stack_.back();
  const bool bracket = token.kind == TokenKind::close_bracket;
  if (bracket != (open.open == Open::vector))
    fail("this " + quoted(token.span) + " cannot close the " + quoted(open.bracket) + " before it", token.span);
  stack_.pop_back();
  want_operand_ = false;
  if (open.open == Open::parenthesis) {
    tree_.nodes.back().grouped = true;
    tree_.nodes.back().where = {open.token.begin, token.span.end};
    return;
  }
  tree_.nodes.push_back(
      {open.kind, false, 1, open.children, open.first_node, {open.token.begin, token.span.end}, open.token, {}});
}

// After the last operator only a bracket without a partner can be left on the stack.
void Parser::finish_text() {
  reduce_above(0, true);
  if (!stack_.empty()) fail_unclosed(stack_.back());
}

void Parser::fail_unclosed(const Waiting& open) const {
  fail("this " + quoted(open.bracket) + " is never closed", open.bracket);
}

// Reports after which token the operand is missing, and which token was found instead.
void Parser::fail_missing_operand(const Token& found) const {
  if (stack_.empty() && found.kind == TokenKind::end_of_text) fail("the expression is empty", found.span);
  const bool at_end = found.kind == TokenKind::end_of_text;
  if (inside_open() && stack_.back().children == 0 && at_end) fail_unclosed(stack_.back());
  const std::string where = stack_.empty()                ? "at the beginning"
                            : !inside_open()              ? "after " + quoted(stack_.back().token)
                            : stack_.back().children != 0 ? "after the ','"
                                                          : "after the " + quoted(stack_.back().bracket);
  fail("an operand is missing " + where + (at_end ? "" : ": found " + quoted(found.span)), found.span);
}

void Parser::fail_missing_operator(const Token& found) const {
  fail("an operator is missing before " + quoted(found.span) + "; did you mean '*'?", found.span);
}

}  // namespace

std::vector<std::size_t> SyntaxTree::children(std::size_t node) const {
  std::vector<std::size_t> list(nodes[node].children);
  std::size_t child = last_child(node);
  for (std::size_t i = list.size(); i-- > 0; child = child_before(child)) list[i] = child;
  return list;
}

SyntaxTree parse_infix(std::string_view text) {
  if (text.size() >= std::numeric_limits<std::uint32_t>::max())
    throw SyntaxError("an expression has at most 4 billion bytes", 0, text.size());
  return Parser(text).parse();
}

}  // namespace tangible
