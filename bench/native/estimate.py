# SPDX-License-Identifier: Apache-2.0
"""Cycles of machine code by llvm-mca's models of processors: estimate.py FOLDER

Reads FOLDER/MODEL.TARGET.LANES.code, written by bench_native, and prints a CSV: for AVX2 on a Zen 3 and for AVX-512 on an
Ice Lake server the cycles of a single evaluation and of a lane of a batch, and bytes of the code. Where the code calls
functions, nothing is said. Calls follow each other with one state, as in the measured columns "same state".

A model of the execution units, and no measurement. Left out: caches and the memory behind them; fetching and decoding;
that what is loaded may just have been stored (sines of single evaluations, spills); frequencies.
"""
import concurrent.futures
import csv
import os
import pathlib
import re
import subprocess
import sys
import tempfile

PROCESSORS = {"avx2": "znver3", "avx512": "icelake-server"}
SIMULATED = 20000  # instructions at least, so that a run's beginning and end do not count
INSTRUCTION = re.compile(r"^ *([0-9a-f]+):\t(.*?) *(?:#.*)?$", re.MULTILINE)


def disassemble(file):
    """What is executed, up to the return, and its bytes; None if it calls functions."""
    text = subprocess.run(["objdump", "-D", "-b", "binary", "-m", "i386:x86-64", "--no-show-raw-insn", file],
                          check=True, capture_output=True, text=True).stdout
    instructions = []
    for address, instruction in INSTRUCTION.findall(text):
        name = instruction.split()[0]
        if name.startswith("ret"):
            return instructions, int(address, 16) + 1
        if name.startswith("call"):
            return None
        # Jumps lead to the slow path of large angles and are not taken.
        instructions.append(f"{name} slow" if name.startswith("j") else instruction)
    raise ValueError(f"{file}: no return")


def cycles(instructions, processor):
    """Of one run among many that follow each other."""
    times = max(4, SIMULATED // max(len(instructions), 1))
    with tempfile.NamedTemporaryFile("w", suffix=".s") as source:
        source.write("\n".join(instructions) + "\n")
        source.flush()
        text = subprocess.run(["llvm-mca", f"-mcpu={processor}", f"-iterations={times}", "-instruction-info=0",
                               "-resource-pressure=0", source.name], check=True, capture_output=True, text=True).stdout
    return float(re.search(r"Total Cycles: +(\d+)", text)[1]) / times


def estimate(file):
    """Model, target, whether a batch, cycles of a lane, bytes; or None."""
    model, target, lanes, _ = file.name.rsplit(".", 3)
    found = disassemble(file)
    if found is None or not found[0]:
        return None
    instructions, size = found
    kind = "single" if lanes == "1" else "lane"
    return model, f"{target}_{kind}", cycles(instructions, PROCESSORS[target]) / int(lanes), size


def main():
    files = sorted(pathlib.Path(sys.argv[1]).glob("*.code"))
    rows = {}
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        for found in filter(None, pool.map(estimate, files)):
            model, kind, count, size = found
            rows.setdefault(model, {"model": model}).update({f"{kind}_cycles": f"{count:.2f}", f"{kind}_bytes": size})
    kinds = [f"{target}_{kind}" for target in PROCESSORS for kind in ("single", "lane")]
    writer = csv.DictWriter(sys.stdout, ["model", *(f"{kind}_{what}" for kind in kinds for what in ("cycles", "bytes"))])
    writer.writeheader()
    writer.writerows(row for row in rows.values() if len(row) == 9)


if __name__ == "__main__":
    main()
