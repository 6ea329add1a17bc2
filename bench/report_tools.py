# SPDX-License-Identifier: Apache-2.0
"""What the reports of all suites share: tables as text and Markdown, and the section of the performance page."""
import pathlib
import platform
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parents[1]


def as_text(rows):
    widths = [max(len(row[i]) for row in rows) for i in range(len(rows[0]))]
    lines = ["  ".join(cell.ljust(width) if i < 2 else cell.rjust(width)
                       for i, (cell, width) in enumerate(zip(row, widths))).rstrip() for row in rows]
    return "\n".join(lines)


def as_markdown(rows):
    lines = ["| " + " | ".join(row) + " |" for row in rows]
    lines.insert(1, "|" + " --- |" * 2 + " ---: |" * (len(rows[0]) - 2))
    return "\n".join(lines)


def replace_section(suite, machine, tables):
    path = ROOT / "docs/explanation/performance.md"
    text = path.read_text(encoding="utf-8")
    section = f"Measured on: {machine}.\n\n" + "\n\n".join(tables)
    begin, end = f"<!-- {suite}: written by bench/run.sh -->\n", f"<!-- {suite}: end -->"
    pattern = re.escape(begin) + ".*?" + re.escape(end)
    if not re.search(pattern, text, re.DOTALL):
        sys.exit(f"report.py: {path} has lost the marks of its {suite} section")
    path.write_text(re.sub(pattern, lambda _: begin + section + "\n" + end, text, flags=re.DOTALL), encoding="utf-8")


def machine_name():
    info = pathlib.Path("/proc/cpuinfo").read_text(encoding="utf-8")
    model = re.search(r"model name\s*:\s*(.*)", info)
    cores = len(re.findall(r"^processor\s*:", info, re.MULTILINE))
    return f"{model.group(1) if model else platform.machine()}, {cores} cores, Python {platform.python_version()}"
