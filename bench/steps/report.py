# SPDX-License-Identifier: Apache-2.0
"""Table of the steps suite: report.py <CSV of bench_steps>

Writes bench/results/steps.csv, prints the table, and replaces the steps section of docs/explanation/performance.md.
"""
import csv
import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
from report_tools import ROOT, as_markdown, as_text, machine_name, replace_section  # noqa: E402

STEADY_GOALS = {"cart_pushed": 1000, "shopping_cart": 1000, "ten_speeds": 8000, "ten_speeds_by_angle": 8000,
                "four_bar": 1500}  # ns, of the median
CHANGE_GOAL = 30000  # ns, of the worst
CLOSED = 1e-12


def microseconds(text):
    return f"{float(text) / 1000:.2f} us" if text else "-"


def name_of(row):
    tick = float(row["tick"])
    return row["model"] if tick == 1e-3 else f"{row['model']}, ticks of {tick * 1000:g} ms"


def goal_of(row):
    goals, met = [], True
    if row["model"] in STEADY_GOALS:
        goal = STEADY_GOALS[row["model"]]
        goals.append(f"{goal / 1000:g} us")
        met = met and float(row["steady_p50"]) < goal
    if int(row["changes"]):
        goals.append(f"{CHANGE_GOAL / 1000:g} us")
        met = met and float(row["change_worst"]) < CHANGE_GOAL
    if row["model"].startswith("four_bar"):
        met = met and float(row["closure"]) < CLOSED
    return " / ".join(goals) + (" PASS" if met else " short") if goals else "-"


def main():
    with open(sys.argv[1], encoding="utf-8") as file:
        results = list(csv.DictReader(file))
    machine = machine_name()
    with open(ROOT / "bench/results/steps.csv", "w", encoding="utf-8", newline="") as file:
        file.write(f"# {machine}\n" + pathlib.Path(sys.argv[1]).read_text(encoding="utf-8"))
    rows = [["model", "speeds, rows", "steady p50", "p99.9", "worst", "changes", "change p50", "p99.9", "worst",
             "busiest tick, changes in it", "closure", "goal"]]
    for row in results:
        rows.append([name_of(row), f"{row['speeds']}, {row['rows']}",
                     *(microseconds(row[f"steady_{key}"]) for key in ("p50", "p999", "worst")), row["changes"],
                     *(microseconds(row[f"change_{key}"]) for key in ("p50", "p999", "worst")),
                     f"{microseconds(row['busiest'])}, {row['busiest_changes']}",
                     row["closure"] if float(row["closure"]) else "-", goal_of(row)])
    print(f"\n{machine}\n\none step of RK4 at 1 kHz\n")
    print(as_text(rows))
    replace_section("steps", machine, [as_markdown(rows)])


if __name__ == "__main__":
    main()
