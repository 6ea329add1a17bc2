# SPDX-License-Identifier: Apache-2.0
"""Do the systems compute the same?  same_results.py <postfix file> <results of bench_kernel --write-results>

Evaluates what each one printed, for the tree, its derivative and the tree after substitution, at one point in floating
point, and ends with an error where two of them differ by more than rounding: 1e-8, for sums that cancel some digits.
"""
import math
import sys

from sympy_kernel import World, build


def values_of_symbols(world):
    golden = (math.sqrt(5) - 1) / 2
    values = {name: 0.5 + (golden * k) % 1 for k, name in enumerate(sorted(world.symbols))}
    return values | {"sin": math.sin, "cos": math.cos}


def main():
    tree_path, results_path = sys.argv[1:]
    with open(tree_path, encoding="ascii") as file:
        steps = file.read().split()
    world = World(steps)
    root = build(steps, world)
    texts = {("sympy", "build"): str(root),
             ("sympy", "differentiate"): str(root.diff(world.variable)),
             ("sympy", "substitute"): str(root.subs(world.variable, world.replacement))}
    with open(results_path, encoding="ascii") as file:
        for line in file:
            system, operation, text = line.rstrip("\n").split("\t")
            texts[system, operation] = text
    values = values_of_symbols(world)
    for operation in ("build", "differentiate", "substitute"):
        results = {system: eval(text.replace("^", "**"), {"__builtins__": {}}, values)
                   for (system, done), text in texts.items() if done == operation}
        size = max(abs(result) for result in results.values())
        spread = max(results.values()) - min(results.values())
        if len(results) != 3 or not math.isfinite(size) or spread > 1e-8 * size:
            sys.exit(f"same_results.py: {operation}: the systems differ: {results}")
        print(f"  {operation}: all three give {results['sympy']:.6g}")


if __name__ == "__main__":
    main()
