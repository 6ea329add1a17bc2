# SPDX-License-Identifier: Apache-2.0
"""Tables of the formulation suite: report.py <CSV of bench_formulation> <CSV of sympy_kane.py>

Writes bench/results/formulation.csv, prints the table, and replaces the formulation section of
docs/explanation/performance.md.
"""
import csv
import math
import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
from report_tools import ROOT, as_markdown, as_text, machine_name, replace_section  # noqa: E402

SEEDS = {"disk_on_ramp", "spherical_wrist", "spherical_wrist_rates", "shopping_cart", "two_revolute_robot",
         "revolute_prismatic_robot", "grasping_robot", "upright_rolling_disk", "disk_on_sphere", "two_links_on_a_circle",
         "three_link_arm_zyx", "three_link_arm_zyy", "four_bar", "four_bar_absolute", "double_pendulum",
         "faulring_rigid_body"}
GOALS = {**{name: 10 for name in SEEDS}, "pendulum_on_cart, 10 links": 30, "seven_revolute_arm": 50, "arm7": 50,
         "chain32": 1000}  # milliseconds
STEEPEST = 3.0             # exponent of growth along chains


def growth(times):
    """Slope of log(time) over log(links), least squares."""
    chains = [(int(name[5:]), time) for name, time in times.items() if name.startswith("chain")]
    x, y = [math.log(n) for n, _ in chains], [math.log(time) for _, time in chains]
    x_mean, y_mean = sum(x) / len(x), sum(y) / len(y)
    return sum((a - x_mean) * (b - y_mean) for a, b in zip(x, y)) / sum((a - x_mean) ** 2 for a in x)


def main():
    with open(sys.argv[1], encoding="utf-8") as file:
        lines = file.read().splitlines()[1:]
    ours = {}
    for line in lines:
        name, read, derive, nodes = line.rsplit(",", 3)
        ours[name] = (float(read), float(derive), int(nodes))
    with open(sys.argv[2], encoding="ascii") as file:
        sympy = {name: float(time) for name, time in csv.reader(file)}
    machine = machine_name()
    with open(ROOT / "bench/results/formulation.csv", "w", encoding="utf-8", newline="") as file:
        file.write(f"# {machine}\n")
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(["model", "read_ms", "derive_ms", "nodes", "sympy_ms"])
        for name, times in ours.items():
            writer.writerow([name, *times, sympy.get(name, "")])
    rows = [["model", "read", "equations", "nodes", "goal", "SymPy", "× SymPy"]]
    for name, (read, derive, nodes) in ours.items():
        goal = GOALS.get(name)
        reached = f"{goal} ms {'PASS' if derive < goal else 'short'}" if goal else "-"
        rows.append([name, f"{read:.2f} ms", f"{derive:.2f} ms", f"{nodes:,}", reached,
                     f"{sympy[name]:,.0f} ms" if name in sympy else "-",
                     f"{sympy[name] / derive:,.0f}" if name in sympy else "-"])
    slope = growth({name: times[1] for name, times in ours.items()})
    grown = f"Chains of 4 to 128 links: time grows as n^{slope:.2f} (goal: at most n^{STEEPEST:g})."
    print(f"\n{machine}\n\nfrom model file to equations of motion\n")
    print(as_text(rows))
    print(f"\n{grown}")
    replace_section("formulation", machine, [as_markdown(rows), grown])


if __name__ == "__main__":
    main()
