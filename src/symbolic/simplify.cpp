// SPDX-License-Identifier: Apache-2.0
// Search for the shortest form, node by node, operands first.
#include "symbolic/simplify.h"

#include <algorithm>

#include "symbolic/arguments.h"
#include "symbolic/factoring.h"
#include "symbolic/normal_form.h"
#include "symbolic/print.h"
#include "symbolic/printed_length.h"
#include "symbolic/readable.h"
#include "symbolic/trigonometric_forms.h"

namespace tangible {
namespace {

// Candidates come flat ones first: of equally long ones that order decides.
bool is_better(Expr a, Expr b) { return printed_length(a) < printed_length(b); }

// Sums and products below e, not through functions, operands first.
std::vector<Expr> opened_nodes(Expr e) {
  std::vector<Expr> order;
  std::vector<Expr> stack{e};
  Memo seen;
  while (!stack.empty()) {
    const Expr node = stack.back();
    const std::size_t before = stack.size();
    if (!seen.contains(node) && is_opened(node))
      for (const Pair pair : pairs(node))
        if (is_opened(pair.first) && !seen.contains(pair.first)) stack.push_back(pair.first);
    if (stack.size() > before) continue;
    stack.pop_back();
    if (seen.contains(node)) continue;
    seen.set(node, node);
    if (is_opened(node)) order.push_back(node);
  }
  return order;
}

// Sums are worth a try, and products with a divisor or several sines, cosines and exponentials. Other products are
// multiplied out with the sum that contains them.
bool may_be_shorter(Expr e, Expr root) {
  if (e.is(Kind::sum)) return pairs(e).size() > 1 || e == root;
  int functions = 0;
  for (const Pair pair : pairs(e)) {
    if (is_opened(pair.first) && (e == root || pair.second.value().sign() < 0)) return true;
    functions += pair.first.kind() >= Kind::sin && pair.first.kind() <= Kind::exp ? 1 : 0;
  }
  return functions > 1;
}

// An expression beyond the budget, or with a number too large or a division by a hidden zero, stays as it is.
template <typename Work>
Expr guarded(Expr otherwise, Work work) {
  try {
    return work();
  } catch (const WorkLimit&) {
    return otherwise;
  } catch (const ArithmeticError&) {
    return otherwise;
  }
}

std::vector<Expr> forms_of_whole(Expr e, const SimplifyOptions& options, AngleChoice choice) {
  const Expr roots[] = {e};
  NormalForms forms(roots, options.work, choice);
  forms.set_max_terms(options.max_terms);
  return ReadableForms(forms).of(forms.of(e));
}

// One form for the whole expression, over another choice of base angles.
Expr shortest_of_whole(Expr e, const SimplifyOptions& options, AngleChoice choice) {
  return guarded(e, [&] {
    const std::vector<Expr> list = forms_of_whole(e, options, choice);
    return *std::ranges::min_element(list, {}, printed_length);
  });
}

// The arguments of functions are left as they are.
Expr simplify_opened(Expr e, const SimplifyOptions& options) {
  if (!is_opened(e)) return is_circular(e) ? shortest_of_whole(e, options, AngleChoice::whole) : e;
  const Expr roots[] = {e};
  Memo best;
  const auto best_of = [&](Expr node) { return best.contains(node) ? best.at(node) : node; };
  const auto rebuilt = [&](Expr node) {
    std::vector<Expr> operands;
    for (const Pair pair : pairs(node)) {
      operands.push_back(best_of(pair.first));
      operands.push_back(pair.second);
    }
    return std::ranges::equal(operands, node.operands()) ? node : rebuild(node.kind(), operands);
  };
  bool exhausted = false;
  NormalForms forms(roots, options.work);
  forms.set_max_terms(options.max_terms);
  ReadableForms readable(forms);
  for (const Expr node : opened_nodes(e)) {
    Expr shortest = rebuilt(node);
    if (is_better(node, shortest)) shortest = node;
    if (!exhausted && may_be_shorter(node, e)) {
      try {
        for (const Expr candidate : readable.of(forms.of(node)))
          if (is_better(candidate, shortest)) shortest = candidate;
      } catch (const WorkLimit&) {
        exhausted = forms.ring().left() == 0;
      } catch (const ArithmeticError&) {
        exhausted = true;  // a number too large, or a division by a hidden zero: left as it is
      }
    }
    best.set(node, shortest);
  }
  return best.at(e);
}

// Applies a form to the polynomial above the line and the factors below it.
template <typename Write>
Expr rewrite_polynomials(Expr e, const SimplifyOptions& options, Write write) {
  return guarded(e, [&] {
    std::size_t left = options.work;
    const Expr prepared = expand_arguments(e, left);
    const Expr roots[] = {prepared};
    NormalForms forms(roots, left);
    const RationalFunction& function = forms.of(prepared);
    std::vector<Expr> factors{write(forms, function.numerator)};
    for (const auto& [number, exponent] : function.denominator)
      factors.push_back(pow(write(forms, Polynomial(forms.fractions().factor(number))), -exponent));
    return product(factors);
  });
}

bool has_angle_sum(Expr e) {
  const Expr roots[] = {e};
  return std::ranges::any_of(nodes_below(roots), [](Expr node) {
    return is_circular(node) && read_angle(node.operands()[0]).parts.size() > 1;
  });
}

bool has_circular_divisor(Expr e) {
  const Expr roots[] = {e};
  bool circular = false;
  bool divisor = false;
  for (const Expr node : nodes_below(roots)) {
    circular = circular || is_circular(node);
    if (!node.is(Kind::product)) continue;
    for (const Pair pair : pairs(node))
      divisor = divisor || (pair.second.value().sign() < 0 && (is_opened(pair.first) || is_circular(pair.first)));
  }
  return circular && divisor;
}

// Beyond some length to_text gives names to shared parts, and PrintedLength no longer applies.
bool named_parts_are_longer(Expr a, Expr b) {
  return printed_length(b) > default_inline_nodes && to_text(a).size() > to_text(b).size();
}

}  // namespace

Expr simplify(Expr e, SimplifyOptions options) {
  Expr shortest = e;
  const auto try_form = [&](Expr candidate) {
    if (is_better(candidate, shortest) && !named_parts_are_longer(candidate, shortest)) shortest = candidate;
  };
  const Expr prepared = guarded(e, [&] {
    return rewrite_arguments(e, options.work, [&](Kind, Expr argument) { return simplify_opened(argument, options); });
  });
  try_form(guarded(e, [&] { return simplify_opened(prepared, options); }));
  // Other decompositions of angles, tried on the whole only and where there is something to read.
  SimplifyOptions little = options;
  little.work = options.work / 8;
  const bool is_short = printed_length(shortest) <= 200;
  if (is_short && has_angle_sum(shortest)) try_form(shortest_of_whole(prepared, little, AngleChoice::atoms));
  if (is_short && has_circular_divisor(shortest)) try_form(shortest_of_whole(prepared, little, AngleChoice::halves));
  // Different arguments may be alike once they are multiplied out.
  std::size_t left = options.work;
  const Expr expanded = guarded(e, [&] { return expand_arguments(e, left); });
  if (expanded != prepared && expanded != e) try_form(guarded(e, [&] { return simplify_opened(expanded, options); }));
  return shortest;
}

std::vector<Expr> short_forms(Expr e, SimplifyOptions options) {
  try {
    return forms_of_whole(e, options, AngleChoice::whole);
  } catch (const WorkLimit&) {
    return {};
  } catch (const ArithmeticError&) {
    return {};
  }
}

Expr expand(Expr e, SimplifyOptions options) {
  return rewrite_polynomials(e, options, [](NormalForms& forms, const Polynomial& p) { return forms.to_expr(p); });
}

Expr factor_common(Expr e, SimplifyOptions options) {
  return rewrite_polynomials(e, options, [](NormalForms& forms, const Polynomial& p) {
    const Expr saving = factored(forms, p, Eagerness::saving);
    const Expr eager = factored(forms, p, Eagerness::eager);
    return is_better(eager, saving) ? eager : saving;
  });
}

Expr combine_angles(Expr e, SimplifyOptions options) {
  return rewrite_polynomials(
      e, options, [](NormalForms& forms, const Polynomial& p) { return forms.to_expr(in_angle_sums(forms, p)); });
}

}  // namespace tangible
