# SPDX-License-Identifier: Apache-2.0
"""Tables of the native suite: report.py <CSV of bench_native>

Writes bench/results/native.csv, prints the table, and replaces the native section of docs/explanation/performance.md.
"""
import csv
import math
import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
from report_tools import ROOT, as_markdown, as_text, machine_name, replace_section  # noqa: E402


def number(row, key):
    return float(row[key])


def slope(rows, key):
    """Exponent of growth from 32 to 128 links."""
    found = {row["model"]: number(row, key) for row in rows}
    return math.log(found["chain128"] / found["chain32"]) / math.log(4)


def main():
    with open(sys.argv[1], encoding="utf-8") as file:
        results = list(csv.DictReader(file))
    machine = machine_name()
    with open(ROOT / "bench/results/native.csv", "w", encoding="utf-8", newline="") as file:
        file.write(f"# {machine}\n" + pathlib.Path(sys.argv[1]).read_text(encoding="utf-8"))
    rows = [["model", "read", "derive", "lower", "compile", "to first value", "instructions", "a call", "a lane of 8",
             "× batch", "exported C", "× C"]]
    for row in results:
        single, lane, exported = number(row, "single_ns"), number(row, "eight_ns") / 8, number(row, "exported_ns")
        rows.append([row["model"], *(f"{number(row, key + '_ms'):.2f} ms" for key in ("read", "derive", "lower", "compile", "total")),
                     f"{int(row['instructions']):,}", f"{single:,.1f} ns", f"{lane:,.1f} ns", f"{single / lane:.1f}",
                     f"{exported:,.1f} ns" if exported else "-", f"{exported / single:.2f}" if exported else "-"])
    grown = (f"Chains of 32 to 128 links: instructions grow as n^{slope(results, 'instructions'):.2f}, "
             f"compiling as n^{slope(results, 'compile_ms'):.2f}.")
    print(f"\n{machine}\n\nfrom model file to native code\n")
    print(as_text(rows))
    print(f"\n{grown}")
    replace_section("native", machine, [as_markdown(rows), grown])


if __name__ == "__main__":
    main()
