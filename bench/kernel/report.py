# SPDX-License-Identifier: Apache-2.0
"""Tables of the kernel suite: report.py <Google Benchmark JSON> <SymPy CSV>

Writes bench/results/kernel.csv, prints the tables, and replaces the kernel section of docs/explanation/performance.md.
Of repetitions the fastest counts, for every system: what disturbs a measurement only ever makes it slower.
"""
import csv
import json
import math
import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
from report_tools import ROOT, as_markdown, as_text, machine_name, replace_section  # noqa: E402

OPERATIONS = ("build", "differentiate", "substitute", "print")
GOALS = {"ginac": 3, "sympy": 300}  # times faster, on plain trees
MOST_BYTES = 64                     # per node
STEEPEST = 1.2                      # exponent of growth in time that still counts as linear: the caches end on the way


def read_google_benchmark(path):
    results = {}
    for run in json.loads(pathlib.Path(path).read_text())["benchmarks"]:
        if run["run_type"] != "iteration":
            continue
        key = tuple(run["name"].split("/")[:4])
        time = run["real_time"] / int(key[3])
        if key not in results or time < results[key]["ns_per_node"]:
            results[key] = {"ns_per_node": time, "bytes_per_node": run.get("bytes_per_node"),
                            "graph_nodes": run.get("graph_nodes")}
    return results


def read_sympy(path):
    with open(path, encoding="ascii") as file:
        return {tuple(name.split("/")): {"ns_per_node": float(time)}
                for name, time in csv.reader(file)}


def write_csv(results, machine):
    path = ROOT / "bench/results/kernel.csv"
    with open(path, "w", encoding="utf-8", newline="") as file:
        file.write(f"# {machine}\n")
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(["system", "shape", "operation", "nodes", "ns_per_node", "bytes_per_node", "graph_nodes"])
        for key, result in results.items():
            counts = [result.get(name) for name in ("bytes_per_node", "graph_nodes")]
            writer.writerow([*key, f"{result['ns_per_node']:.1f}", *("" if n is None else f"{n:.1f}" for n in counts)])


def mark(reached):
    return "PASS" if reached else "short"


def comparison(results):
    rows = [["operation", "nodes", "this kernel", "GiNaC", "SymPy", "× GiNaC", "× SymPy", "goal"]]
    for operation in OPERATIONS:
        for nodes in ("1000", "10000"):
            times = {system: results["tangible" if system == "ours" else system, "tree", operation, nodes]["ns_per_node"]
                     for system in ("ours", "ginac", "sympy")}
            ratios = {system: times[system] / times["ours"] for system in GOALS}
            rows.append([operation, f"{int(nodes):,}", *(f"{time:,.0f} ns" for time in times.values()),
                         f"{ratios['ginac']:.1f}", f"{ratios['sympy']:,.0f}",
                         mark(all(ratios[system] >= GOALS[system] for system in GOALS))])
    return rows


def growth_exponent(times):
    """Slope of log(total time) over log(nodes), least squares."""
    x = [math.log(nodes) for nodes in times]
    y = [math.log(nodes * time) for nodes, time in times.items()]
    x_mean, y_mean = sum(x) / len(x), sum(y) / len(y)
    return sum((a - x_mean) * (b - y_mean) for a, b in zip(x, y)) / sum((a - x_mean) ** 2 for a in x)


def growth(results):
    sizes = (1_000, 10_000, 100_000, 1_000_000)
    rows = [["shape", "operation", *(f"{size:,}" for size in sizes), "time", "nodes held", "most bytes", "goal"]]
    for shape in ("tree", "shared"):
        for operation in OPERATIONS:
            found = {size: results["tangible", shape, operation, str(size)] for size in sizes}
            exponent = growth_exponent({size: result["ns_per_node"] for size, result in found.items()})
            space = max(result["bytes_per_node"] for result in found.values())
            held = {size: result["graph_nodes"] / size for size, result in found.items()}
            linear = exponent <= STEEPEST and held[sizes[-1]] < 1.1 * held[sizes[0]]
            rows.append([shape, operation, *(f"{result['ns_per_node']:,.0f} ns" for result in found.values()),
                         f"n^{exponent:.2f}", f"{held[sizes[-1]]:.2f} n", f"{space:.0f}", mark(linear and space <= MOST_BYTES)])
    return rows


def main():
    results = read_google_benchmark(sys.argv[1]) | read_sympy(sys.argv[2])
    machine = machine_name()
    write_csv(results, machine)
    compared, grown = comparison(results), growth(results)
    print(f"\n{machine}\n\nplain trees, processor time per node; goals: {GOALS['ginac']} x GiNaC, {GOALS['sympy']} x SymPy\n")
    print(as_text(compared))
    print(f"\nthis kernel, time per node by size; goals: linear (nodes in proportion, time at most n^{STEEPEST}),"
          f" at most {MOST_BYTES} bytes per node\n")
    print(as_text(grown))
    replace_section("kernel", machine, [as_markdown(compared), as_markdown(grown)])


if __name__ == "__main__":
    main()
