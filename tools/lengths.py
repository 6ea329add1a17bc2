#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Prints how long the programs and the printed equations of each model are, by two versions of the program.

    tools/lengths.py BEFORE AFTER [MODELS]      BEFORE, AFTER: two built programs; MODELS: a folder, models unless given

Programs are counted in instructions after all passes, printed equations in characters. Both programs read the same
files; a model that one of them cannot read is left out. A number that grew by more than 5 % is bold.
"""
import pathlib
import re
import subprocess
import sys

PROGRAMS = ("mass", "accelerations", "forces")


def run(program, *arguments):
    done = subprocess.run([program, *arguments], capture_output=True, text=True)
    return done.stdout if done.returncode == 0 else ""


def instructions(program, model, name):
    counts = re.findall(r"; after .*: (\d+) instructions", run(program, "show", model, "--program", name, "--counts"))
    return int(counts[-1]) if counts else 0


def characters(program, model):
    text = run(program, "equations", model)
    return len(re.sub(r"\s+", "", text.split("\nOperations")[0]))


def cell(before, after):
    if before == after:
        return str(after)
    text = f"{before} → {after}"
    return f"**{text}**" if after > 1.05 * before else text


def main():
    if len(sys.argv) < 3:
        sys.exit(__doc__)
    before, after = sys.argv[1:3]
    folder = pathlib.Path(sys.argv[3] if len(sys.argv) > 3 else "models")
    print("| model | " + " | ".join(f"`{name}`" for name in PROGRAMS) + " | printed |")
    print("| --- |" + " ---: |" * (len(PROGRAMS) + 1))
    for model in sorted(folder.rglob("*.yaml")):
        lengths = [(instructions(before, model, name), instructions(after, model, name)) for name in PROGRAMS]
        lengths.append((characters(before, model), characters(after, model)))
        if 0 in lengths[-1]:
            print(f"{model}: left out, one of the programs cannot read it", file=sys.stderr)
            continue
        print(f"| `{model.stem}` | " + " | ".join(cell(*pair) for pair in lengths) + " |", flush=True)


if __name__ == "__main__":
    main()
