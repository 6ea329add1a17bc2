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
TICKS = (1e-3, 1e-4, 1e-5)  # s


def mean_step(program, model, tick):
    """Time of a steady step in ns: of ten ticks at once the least of 20 replays, the median over the run; None if the
    run fails."""
    done = subprocess.run([*PIN, program, f"{model.stem}={model}@{tick}"], capture_output=True, text=True)
    if done.returncode:
        return None
    row = next(csv.DictReader(io.StringIO(done.stdout)))
    return float(row["steady_mean"])


def compare(old, new, model, tick, rounds):
    """The least of the times of both programs; the order alternates, so that both see the same machine."""
    least = {old: None, new: None}
    for turn in range(rounds):
        for program in (old, new) if turn % 2 == 0 else (new, old):
            time = mean_step(program, model, tick)
            if time is None:
                return None
            least[program] = time if least[program] is None else min(least[program], time)
    return least[old], least[new]


def compare_at_some_tick(old, new, model, rounds):
    """At 1 kHz; a motion that is too fast for that, and that one of the programs therefore refuses, at shorter ticks."""
    for tick in TICKS:
        times = compare(old, new, model, tick, rounds)
        if times is not None:
            return tick, times
    return None, None


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
        tick, times = compare_at_some_tick(arguments.old, arguments.new, model, arguments.rounds)
        name = model.stem if tick in (None, TICKS[0]) else f"{model.stem}, ticks of {tick:g} s"
        if times is None:
            print(f"| {name} | not run by both | | |", flush=True)
            continue
        ratio = times[1] / times[0]
        print(f"| {name} | {times[0]:.0f} | {times[1]:.0f} | {ratio:.3f} |", flush=True)
        if ratio > arguments.limit:
            slower.append(model.stem)
    print(f"slower than {arguments.limit} times: {', '.join(slower) or 'none'}")
    return 1 if slower else 0


if __name__ == "__main__":
    sys.exit(main())
