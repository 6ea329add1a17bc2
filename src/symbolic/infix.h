// SPDX-License-Identifier: Apache-2.0
// Infix text -> syntax tree: the structure of the text without its meaning.
//
// The kernel's reader (read.h) and the model file's language of vectors and units both build on this grammar:
//
//   expression = disjunction
//   disjunction = conjunction { ("or" | "||") conjunction }
//   conjunction = negation { ("and" | "&&") negation }
//   negation    = ("not" | "!") negation | comparison
//   comparison  = sum [ ("<" | "<=" | ">" | ">=" | "==" | "!=") sum ]
//   sum         = term { ("+" | "-") term }
//   term        = factor { ("*" | "/") factor }
//   factor      = ("-" | "+") factor | power
//   power       = operand [ ("^" | "**") factor ]                 right associative; -x^2 is -(x^2), 2^-3 is allowed
//   operand     = number | quantity | name | call | vector | "(" expression ")"
//   quantity    = number name [ "^" [ "-" | "+" ] digits ]        3 m, 15 deg; 20 kg*m^2 is (20 kg)*m^2
//   call        = name "(" [ argument { "," argument } ] ")"
//   argument    = [ name ":" ] expression                         v(P, in: A)
//   vector      = "[" [ expression { "," expression } ] "]"
//   number      = ( digits [ "." [ digits ] ] | "." digits ) [ ("e" | "E") [ "-" | "+" ] digits ]
//   name        = word { "'" } { "." ( word { "'" } | digits ) }  q1', B.x, link.tip, pin.2
//               | "`" any text, a backquote in it doubled "`"
//   word        = ( letter | "_" ) { letter | digit | "_" }       but not: and, or, not
//
// Parsing keeps its own stack and takes time in proportion to the text: a million nested parentheses are fine.
#pragma once

#include <cstdint>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace tangible {

// The error, and the bytes [begin, end) of the text that caused it.
struct SyntaxError : std::runtime_error {
  SyntaxError(const std::string& words, std::size_t begin_byte, std::size_t end_byte)
      : std::runtime_error(words), begin(begin_byte), end(end_byte) {}
  std::size_t begin;
  std::size_t end;
};

// Counted from 1, columns in bytes.
struct LineColumn {
  std::size_t line = 1;
  std::size_t column = 1;
};
LineColumn line_and_column(std::string_view text, std::size_t byte);
// "file:line:column: error: words", then the line of the text and a caret under the error.
std::string describe(const SyntaxError& error, std::string_view text, std::string_view file);

enum class SyntaxKind : std::uint8_t {
  number,          // token: its digits
  quantity,        // token: its digits, unit: the name of the unit, unit_exponent: 1 unless written
  name,            // token: the name with its dots and primes
  call,            // token: the name of the function; children: the arguments
  named_argument,  // token: the name; child: the value. Only as a child of a call
  vector,          // children: the components
  negate,
  add,
  subtract,
  multiply,
  divide,
  power,
  less,
  less_equal,
  greater,
  greater_equal,
  equal,
  not_equal,
  logical_not,
  logical_and,
  logical_or,  // token of all these: the operator
};

struct TextSpan {
  std::uint32_t begin = 0;
  std::uint32_t end = 0;
};

struct SyntaxNode {
  SyntaxKind kind = SyntaxKind::number;
  bool grouped = false;            // written in parentheses: (a + b) + c keeps its group apart
  std::int16_t unit_exponent = 1;  // of a quantity
  std::uint32_t children = 0;
  std::uint32_t first = 0;  // index of the first node of the subtree; of a leaf, its own
  TextSpan where;           // the whole subtree with its parentheses
  TextSpan token;           // the operator, name or number itself
  TextSpan unit;            // of a quantity
};

// All nodes in post-order: children before parents, the root last. Traverse it once from front to back with a stack of
// values, taking node.children of them off at each node.
struct SyntaxTree {
  std::string text;
  std::vector<SyntaxNode> nodes;

  const SyntaxNode& root() const { return nodes.back(); }
  std::size_t root_index() const { return nodes.size() - 1; }
  std::string_view view(TextSpan span) const {
    return std::string_view(text).substr(span.begin, span.end - span.begin);
  }
  std::string_view token(const SyntaxNode& node) const { return view(node.token); }
  std::string_view unit(const SyntaxNode& node) const { return view(node.unit); }
  // Indices of the children of a node, from left to right.
  std::vector<std::size_t> children(std::size_t node) const;
  // The last child of a node that has any, and the child before a given one.
  std::size_t last_child(std::size_t node) const { return node - 1; }
  std::size_t child_before(std::size_t child) const { return nodes[child].first - 1; }
};

// Throws SyntaxError.
SyntaxTree parse_infix(std::string_view text);

}  // namespace tangible
