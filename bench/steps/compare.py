#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Compares the time of steps of two builds of bench_steps, old and new, taking turns on the same models."""
import argparse
import csv
import io
import pathlib
import subprocess
import sys

PIN = ["taskset", "-c", "1"]


def median_step(program, model):
    """Median over the steady steps of a run, each step the least of 20 replays, in ns; None if the run fails."""
    done = subprocess.run([*PIN, program, f"{model.stem}={model}"], capture_output=True, text=True)
    if done.returncode:
        return None
    row = next(csv.DictReader(io.StringIO(done.stdout)))
    return float(row["steady_p50"])


def compare(old, new, model, rounds):
    """The least of the medians of both programs; the order alternates, so that both see the same machine."""
    least = {old: None, new: None}
    for turn in range(rounds):
        for program in (old, new) if turn % 2 == 0 else (new, old):
            time = median_step(program, model)
            if time is None:
                return None
            least[program] = time if least[program] is None else min(least[program], time)
    return least[old], least[new]


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("old", help="bench_steps of the older version")
    parser.add_argument("new", help="bench_steps of the newer version")
    parser.add_argument("models", help="folder of models that both can read, such as models/ of the older version")
    parser.add_argument("--rounds", type=int, default=3, help="runs of each program (default: 3)")
    parser.add_argument("--limit", type=float, default=1.03, help="largest ratio new/old (default: 1.03)")
    arguments = parser.parse_args()
    print("| model | old, ns | new, ns | new/old |\n| --- | ---: | ---: | ---: |")
    slower = []
    for model in sorted(pathlib.Path(arguments.models).glob("*/*.yaml")):
        times = compare(arguments.old, arguments.new, model, arguments.rounds)
        if times is None:
            print(f"| {model.stem} | not run by both | | |", flush=True)
            continue
        ratio = times[1] / times[0]
        print(f"| {model.stem} | {times[0]:.0f} | {times[1]:.0f} | {ratio:.3f} |", flush=True)
        if ratio > arguments.limit:
            slower.append(model.stem)
    print(f"slower than {arguments.limit} times: {', '.join(slower) or 'none'}")
    return 1 if slower else 0


if __name__ == "__main__":
    sys.exit(main())
