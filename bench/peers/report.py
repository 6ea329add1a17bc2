# SPDX-License-Identifier: Apache-2.0
"""Tables of the peers suite: report.py <CSV of bench_peers>

Writes bench/results/peers.csv and peers.svg, prints the table, and replaces the peers section of
docs/explanation/performance.md. Engines that Debian does not package enter by their ratio to MuJoCo 2.2.2 (on the
longest chain to KDL), measured once on another machine, times what MuJoCo took in this run; they are marked so.
"""
import csv
import math
import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
from report_tools import ROOT, as_markdown, as_text, machine_name, replace_section  # noqa: E402

# ns per call on that other machine, all measured side by side.
ELSEWHERE = {
    "mujoco": {"2R": 529, "wrist": 783, "arm3": 781, "arm7": 1854, "chain4": 1014, "chain8": 2160, "chain16": 4958,
               "chain32": 13989, "chain64": 52202, "humanoid": 8130},
    "kdl": {"chain128": 809633},
    "RBDL": {"2R": 238, "wrist": 399, "arm3": 399, "arm7": 1044, "chain4": 558, "chain8": 1204, "chain16": 2494,
             "chain32": 5097, "chain64": 10399, "chain128": 20906, "humanoid": 4119},
    "Pinocchio": {"2R": 271, "wrist": 437, "arm3": 436, "arm7": 1110, "chain4": 608, "chain8": 1290, "chain16": 2645,
                  "chain32": 5460, "chain64": 10959, "chain128": 22078, "humanoid": 4722},
    "CppADCodeGen": {"2R": 29.3, "wrist": 51.2, "arm3": 68.4, "arm7": 291, "chain4": 129, "chain8": 374,
                     "chain16": 1582},
}
# Times faster than the fastest general engine, and than generated code.
GOALS = {"2R": 8, "wrist": 8, "arm7": 3.5, "chain16": 2.5, "chain32": 2.5, "chain128": 2, "humanoid": 2}
GENERATED_GOAL = 1.3


def read(path):
    times = {}
    with open(path, encoding="ascii") as file:
        for row in csv.DictReader(file):
            times.setdefault(row["model"], {})[row["engine"]] = float(row["ns"])
    return times


def scaled(engine, model, times):
    """The time of an engine that is not here, by its ratio to one that is."""
    if model not in ELSEWHERE[engine]:
        return None
    for yardstick in ("mujoco", "kdl"):
        if yardstick in times and model in ELSEWHERE[yardstick]:
            return ELSEWHERE[engine][model] / ELSEWHERE[yardstick][model] * times[yardstick]
    return None


def table(results):
    rows = [["model", "tangible", "MuJoCo", "Simbody", "KDL", "RBDL*", "Pinocchio*", "CppADCodeGen*", "× fastest engine",
             "goal", "× generated", "goal"]]
    for model, times in results.items():
        ours = times["tangible"]
        others = {name: scaled(name, model, times) for name in ("RBDL", "Pinocchio", "CppADCodeGen")}
        engines = [times.get(name) for name in ("mujoco", "simbody", "kdl")] + [others["RBDL"], others["Pinocchio"]]
        ratio = min(time for time in engines if time) / ours
        generated = others["CppADCodeGen"] / ours if others["CppADCodeGen"] else None
        goal = GOALS.get(model)
        rows.append([model, f"{ours:,.1f} ns", *(f"{time:,.0f} ns" if time else "-" for time in engines[:3] + engines[3:]),
                     f"{others['CppADCodeGen']:,.1f} ns" if generated else "-", f"{ratio:.1f}",
                     f"{goal:g} {'PASS' if ratio >= goal else 'short'}" if goal else "-",
                     f"{generated:.2f}" if generated else "-",
                     f"{GENERATED_GOAL} {'PASS' if generated >= GENERATED_GOAL else 'short'}" if generated else "-"])
    return rows


def plot(results, path):
    """Time over the length of the chain, both logarithmic."""
    width, height, left, bottom = 640, 400, 70, 350
    chains = {model: times for model, times in results.items() if model.startswith("chain")}
    colours = {"tangible": "#c22", "mujoco": "#27a", "simbody": "#777", "kdl": "#4a4"}
    x = lambda n: left + (math.log2(n) - 2) * 100
    y = lambda ns: bottom - (math.log10(ns) - 1.5) * 70
    parts = [f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" font-family="sans-serif" font-size="12">',
             '<rect width="100%" height="100%" fill="white"/>',
             f'<text x="{left}" y="20" font-size="14">Forward dynamics of a spatial chain, time per call</text>']
    for exponent in range(2, 7):
        parts.append(f'<line x1="{left}" x2="{x(128)}" y1="{y(10**exponent)}" y2="{y(10**exponent)}" stroke="#ddd"/>'
                     f'<text x="{left - 8}" y="{y(10**exponent) + 4}" text-anchor="end">{10**exponent / 1000:g} µs</text>')
    for model in chains:
        n = int(model[5:])
        parts.append(f'<text x="{x(n)}" y="{bottom + 24}" text-anchor="middle">{n}</text>')
    for engine, colour in colours.items():
        points = [(x(int(m[5:])), y(t[engine])) for m, t in chains.items() if engine in t]
        parts.append(f'<polyline fill="none" stroke="{colour}" stroke-width="2" points="{" ".join(f"{a:.1f},{b:.1f}" for a, b in points)}"/>'
                     f'<text x="{points[-1][0] + 6:.1f}" y="{points[-1][1] + 4:.1f}" fill="{colour}">{engine}</text>')
    parts.append(f'<text x="{x(22)}" y="{bottom + 44}" text-anchor="middle">links</text></svg>')
    path.write_text("\n".join(parts), encoding="utf-8")


def slope(results, first, last):
    """How the time grows with the length of the chain: exponent between two of them."""
    ratio = results[f"chain{last}"]["tangible"] / results[f"chain{first}"]["tangible"]
    return math.log(ratio) / math.log(last / first)


def main():
    results = read(sys.argv[1])
    machine = machine_name()
    (ROOT / "bench/results").mkdir(exist_ok=True)
    with open(ROOT / "bench/results/peers.csv", "w", encoding="utf-8", newline="") as file:
        file.write(f"# {machine}\n")
        file.write(pathlib.Path(sys.argv[1]).read_text(encoding="ascii"))
    plot(results, ROOT / "bench/results/peers.svg")
    rows = table(results)
    growth = f"Chains of 32 to 128 links: time grows as n^{slope(results, 32, 128):.2f}."
    print(f"\n{machine}\n\nforward dynamics, state and torques in, accelerations out; * scaled, see the page\n")
    print(as_text(rows))
    print(f"\n{growth}")
    replace_section("peers", machine, [as_markdown(rows), growth])


if __name__ == "__main__":
    main()
