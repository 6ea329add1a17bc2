# SPDX-License-Identifier: Apache-2.0
"""Tables of the native suite: report.py <CSV of bench_native> [CSV of estimate.py]

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


def estimates(path, results):
    """What a model of processors says of batches, beside what was measured."""
    measured = {row["model"]: row for row in results}
    table = [["model", "AVX2: a call", "a lane", "× batch", "measured", "AVX-512: a call", "a lane of 8", "× batch",
              "corrected", "goal"]]
    with open(path, encoding="utf-8") as file:
        found = {row["model"]: row for row in csv.DictReader(file)}
    for model, times in measured.items():
        if model not in found:
            continue
        cycles = {key: number(found[model], key + "_cycles")
                  for key in ("avx2_single", "avx2_lane", "avx512_single", "avx512_lane")}
        narrow, wide = (cycles[f"{target}_single"] / cycles[f"{target}_lane"] for target in ("avx2", "avx512"))
        same = number(times, "same_single_ns") / number(times, "same_eight_ns") * 8
        fresh = number(times, "single_ns") / number(times, "eight_ns") * 8
        corrected = wide * fresh / narrow
        table.append([model, f"{cycles['avx2_single']:,.1f}", f"{cycles['avx2_lane']:,.1f}", f"{narrow:.1f}",
                      f"{same:.1f}", f"{cycles['avx512_single']:,.1f}", f"{cycles['avx512_lane']:,.1f}", f"{wide:.1f}",
                      f"{corrected:.1f}", f"4 {'likely' if min(wide, corrected) >= 4 else 'open'}"])
    return table


def main():
    with open(sys.argv[1], encoding="utf-8") as file:
        results = list(csv.DictReader(file))
    machine = machine_name()
    with open(ROOT / "bench/results/native.csv", "w", encoding="utf-8", newline="") as file:
        file.write(f"# {machine}\n" + pathlib.Path(sys.argv[1]).read_text(encoding="utf-8"))
    rows = [["model", "read", "derive", "lower", "passes", "allocate", "encode", "to first value", "instructions",
             "per 5,000", "goal"]]
    calls = [["model", "a call", "a lane of 8", "× batch", "goal", "exported C", "× C", "goal", "same state", "× batch",
              "× C"]]
    for row in results:
        count = int(row["instructions"])
        generated = (number(row, "allocate_ms") + number(row, "encode_ms")) / max(count, 1) * 5000
        verdict = lambda met: "PASS" if met else "short"  # noqa: E731
        rows.append([row["model"], *(f"{number(row, key + '_ms'):.2f} ms" for key in
                                     ("read", "derive", "lower", "passes", "allocate", "encode", "total")),
                     f"{count:,}", f"{generated:.2f} ms" if count >= 500 else "-",
                     f"1 ms {verdict(generated <= 1)}" if count >= 500 else "-"])
        single, lane, exported = number(row, "single_ns"), number(row, "eight_ns") / 8, number(row, "exported_ns")
        same, same_lane, same_c = (number(row, "same_" + key) for key in ("single_ns", "eight_ns", "exported_ns"))
        calls.append([row["model"], f"{single:,.1f} ns", f"{lane:,.1f} ns", f"{single / lane:.1f}",
                      f"4 {verdict(single / lane >= 4)}", f"{exported:,.1f} ns" if exported else "-",
                      f"{exported / single:.2f}" if exported else "-",
                      f"1 {verdict(exported >= single)}" if exported else "-",
                      f"{same:,.1f} ns", f"{same / same_lane * 8:.1f}", f"{same_c / same:.2f}" if same_c else "-"])
    grown = (f"Chains of 32 to 128 links: instructions grow as n^{slope(results, 'instructions'):.2f}, "
             f"generating code as n^{slope(results, 'encode_ms'):.2f}.")
    print(f"\n{machine}\n\nfrom model file to native code\n")
    print(as_text(rows))
    print()
    print(as_text(calls))
    ratios = [number(row, "single_ns") / number(row, "eight_ns") * 8 for row in results]
    mean = math.exp(sum(map(math.log, ratios)) / len(ratios))
    batches = (f"Batches of eight: {mean:.2f} times single evaluations in the geometric mean of {len(ratios)} models, "
               f"from {min(ratios):.1f} to {max(ratios):.1f}; {sum(r >= 4 for r in ratios)} of them reach 4.")
    print(f"\n{grown}\n{batches}")
    parts = [as_markdown(rows), grown, as_markdown(calls), batches]
    if len(sys.argv) > 2:
        table = estimates(sys.argv[2], results)
        print("\nestimated by llvm-mca, not measured: cycles\n\n" + as_text(table))
        parts += ["Estimated by llvm-mca, not measured (cycles):", as_markdown(table)]
    replace_section("native", machine, parts)


if __name__ == "__main__":
    main()
