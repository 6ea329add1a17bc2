# SPDX-License-Identifier: Apache-2.0
"""SymPy on the same plain trees: sympy_kernel.py <nodes>=<postfix file>... > results.csv

Processor time of the work alone, best of a few repetitions. SymPy remembers results in caches; they are emptied before
each repetition, so that it works instead of remembering, as the others do.
"""
import sys
import time

import sympy
from sympy.core.cache import clear_cache


class World:
    def __init__(self, steps):
        self.variable = sympy.Symbol("x")
        self.symbols = {name: sympy.Symbol(name) for name in steps if name[0] == "a"}
        self.symbols["x"] = self.variable
        self.integers = {step: sympy.Integer(step[1:]) for step in steps if step[0] == "^"}
        self.replacement = sympy.sin(self.symbols["a0"]) + self.symbols["a1"]


def build(steps, world):
    stack = []
    for step in steps:
        if step == "+":
            right = stack.pop()
            stack[-1] = stack[-1] + right
        elif step == "*":
            right = stack.pop()
            stack[-1] = stack[-1] * right
        elif step == "sin":
            stack[-1] = sympy.sin(stack[-1])
        elif step == "cos":
            stack[-1] = sympy.cos(stack[-1])
        elif step[0] == "^":
            stack[-1] = stack[-1] ** world.integers[step]
        else:
            stack.append(world.symbols[step])
    return stack[0]


def best_seconds(work, repetitions):
    best = float("inf")
    for _ in range(repetitions):
        clear_cache()
        start = time.process_time()
        work()
        best = min(best, time.process_time() - start)
    return best


def main():
    sys.setrecursionlimit(100_000)
    for argument in sys.argv[1:]:
        nodes, path = argument.split("=")
        with open(path, encoding="ascii") as file:
            steps = file.read().split()
        world = World(steps)
        root = build(steps, world)
        operations = {
            "build": lambda: build(steps, world),
            "differentiate": lambda: root.diff(world.variable),
            "substitute": lambda: root.subs(world.variable, world.replacement),
            "print": lambda: str(root),
        }
        for operation, work in operations.items():
            seconds = best_seconds(work, 5 if int(nodes) <= 1000 else 3)
            print(f"sympy/tree/{operation}/{nodes},{seconds * 1e9 / int(nodes):.1f}", flush=True)


if __name__ == "__main__":
    main()
