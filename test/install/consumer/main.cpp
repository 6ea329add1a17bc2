// SPDX-License-Identifier: Apache-2.0
// A program somebody else might write: it sees the installed library and nothing of the repository.
#include <tangible/tangible.h>

#include <cstdio>

int main() {
  const tangible::Expr x = tangible::symbol("x");
  const bool sums_meet = x + x == 2 * x;
  std::puts(sums_meet ? "x + x is 2 x" : "x + x is not 2 x");
  return sums_meet ? 0 : 1;
}
