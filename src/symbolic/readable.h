// SPDX-License-Identifier: Apache-2.0
// Short forms of a rational function.
#pragma once

#include <map>

#include "symbolic/cancel.h"
#include "symbolic/normal_form.h"

namespace tangible {

class ReadableForms {
 public:
  explicit ReadableForms(NormalForms& forms) : forms_(forms) {}

  // Cancelled, then written flat and with common factors outside, sines and cosines as below: candidates of which the
  // caller takes the shortest. Throws WorkLimit.
  std::vector<Expr> of(const RationalFunction& function);

 private:
  void put_forms(const Quotient& quotient, std::vector<Expr>& list);
  void put_square(const Polynomial& p, Expr divisor, std::vector<Expr>& list);
  Expr write_divisor(const Quotient::Divisor& divisor);
  // Among sines, cosines, squares joined and angles combined, the choice that prints shortest, made for each
  // coefficient (the factors that are neither sine nor cosine) apart.
  Polynomial in_shortest_circular_forms(const Polynomial& p);
  const Polynomial& shortest_circular_form(const Polynomial& p);

  // The order in which polynomials are kept, of no other meaning.
  struct Before {
    bool operator()(const Polynomial& a, const Polynomial& b) const;
  };
  NormalForms& forms_;
  std::map<Polynomial, Polynomial, Before> shortest_;  // earlier results
};

}  // namespace tangible
