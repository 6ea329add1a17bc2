// SPDX-License-Identifier: Apache-2.0
// A program of another project: it uses the installed library and nothing of the repository.
#include <tangible/tangible.h>

#include <cstdio>

int main(int argc, char** argv) {
  const tangible::Expr x = tangible::symbol("x");
  if (x + x != 2 * x) return std::puts("x + x is not 2 x"), 1;
  const auto model = tangible::read_model(argc > 1 ? argv[1] : "");
  if (!model) return std::puts(model.diagnostics.to_string().c_str()), 1;
  std::puts("x + x is 2 x, and the model is read");
}
