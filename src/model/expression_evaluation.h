// SPDX-License-Identifier: Apache-2.0
// ExpressionEvaluation: the evaluation of one expression; used by expression.cpp, operators.cpp and functions.cpp
// alone.
#pragma once

#include <string>
#include <vector>

#include "model/expression.h"

namespace tangible {

class ExpressionEvaluation {
 public:
  ExpressionEvaluation(Evaluator& evaluator, const SyntaxTree& tree, const Node& node);
  // Evaluates the first `count` nodes; the value of the last one.
  Value run(std::size_t count);

 private:
  struct Slot {
    Value value;
    std::string keyword;  // of a named argument
  };

  void mark_units();
  bool mark_unit_group(std::size_t first, std::size_t last);
  void mark_words();
  Place place(TextSpan where) const;
  // Reports the error and returns nothing.
  Value fail(TextSpan where, const std::string& message, const std::string& advice = {});
  const Value& argument(const SyntaxNode& node, std::size_t i) const;
  const std::string& keyword(const SyntaxNode& node, std::size_t i) const;

  // expression.cpp: leaves
  Value visit(std::size_t index, const SyntaxNode& node);
  Value quantity(const SyntaxNode& node);
  Value name(std::size_t index, const SyntaxNode& node);
  Value unknown_name(const SyntaxNode& node, const std::string& token);
  Value rate(const SyntaxNode& node, const std::string& token);
  Value member(const SyntaxNode& node, const std::string& token, std::size_t dot);

  // operators.cpp
  Value negate(const SyntaxNode& node);
  Value add(const SyntaxNode& node);
  Value multiply(const SyntaxNode& node);
  Value divide(const SyntaxNode& node);
  Value raise(const SyntaxNode& node);
  Value compare(const SyntaxNode& node);
  Value logical(const SyntaxNode& node);
  Value no_operands(const SyntaxNode& node);

  // functions.cpp
  Value call(const SyntaxNode& node);
  bool check_arguments(const SyntaxNode& node, std::initializer_list<Value::Kind> kinds, std::size_t required);
  bool check_keywords(const SyntaxNode& node, std::initializer_list<std::string_view> allowed);
  Value call_table(const SyntaxNode& node, const std::string& name);
  Value of_number(const SyntaxNode& node, const std::string& name);
  Value of_scalars(const SyntaxNode& node, const std::string& name);
  Value of_vectors(const SyntaxNode& node, const std::string& name);
  Value of_motion(const SyntaxNode& node, const std::string& name);
  Value velocity(const SyntaxNode& node);
  Value derivative(const SyntaxNode& node);
  Value declared_mode(const SyntaxNode& node);
  Value reaction(const SyntaxNode& node, const std::string& function);
  // The frame named by a keyword or at a position; the Newtonian frame if neither is there.
  Frame frame_argument(const SyntaxNode& node, std::size_t position, std::string_view word) const;

  Evaluator& evaluator_;
  const SyntaxTree& tree_;
  const Node& node_;
  std::vector<bool> unit_chain_;     // nodes that belong to a quantity and the units after it
  std::vector<bool> after_divisor_;  // products of a divisor that is a quantity and of what may be its unit
  std::vector<bool> word_;           // names that only their function understands
  std::vector<Slot> stack_;
};

}  // namespace tangible
