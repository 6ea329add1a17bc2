#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Draws the pictures of docs/explanation/displays.md: the same hand on the same wall, cart and disk, by both displays.

    tools/displays.py [PROGRAM]      PROGRAM: the built tangible, build/dev/tangible unless given
"""
import json
import pathlib
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
PROGRAM = pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else ROOT / "build/dev/tangible").resolve()
DEVICE = "simulated:mass=0.5,damping=2,max_force=40"
CASES = {  # name: model, device, script, seconds, what the other settings are
    "wall": ("models/wall/wall.yaml", DEVICE + ",freedoms=x", "examples/hands/press_the_stop.yaml", 2.4),
    "cart": ("models/shopping_cart/shopping_cart.yaml", DEVICE + ",freedoms=x+y", "examples/hands/pull_the_cart.yaml", 3.5),
    "disk": ("models/upright_rolling_disk/upright_rolling_disk.yaml",
             DEVICE + ",freedoms=x+y+z+turn_x+turn_y+turn_z,rotary_inertia=0.005,rotary_damping=0.01,max_torque=4",
             "examples/hands/steer_the_disk.yaml", 3.0),
}
COLORS = {"impedance": "#c2571a", "admittance": "#0b6fb8"}


def run(case, display, folder):
    """Samples of a run, and its report."""
    model, device, script, seconds = CASES[case]
    record = folder / f"{case}_{display}.txt"
    command = [PROGRAM, "run", model, "--device", device + ",force_sensor=1", "--script", script, "--display", display,
               "--virtual-time", "--duration", str(seconds), "--record", record, "--format", "json"]
    done = subprocess.run([str(word) for word in command], cwd=ROOT, capture_output=True, text=True, check=True)
    rows = [[float(word) for word in line.split()] for line in record.read_text().splitlines()[2:]]
    return rows, json.loads(done.stdout)


def panel(curves, top, title, unit):
    """Curves of (time, value, color) in a panel; returns SVG."""
    left, width, height = 70, 560, 120
    times = [t for points, _ in curves for t, _ in points]
    values = [v for points, _ in curves for _, v in points]
    t1, low, high = max(times), min(values + [0]), max(values + [0])
    if high - low < 1e-12:
        high = low + 1
    margin = 0.06 * (high - low)
    low, high = low - margin, high + margin

    def x(t):
        return left + width * t / t1

    def y(v):
        return top + height * (high - v) / (high - low)

    out = [f'<text x="{left}" y="{top - 8}">{title}, {unit}</text>',
           f'<path d="M{left} {y(0):.1f}H{left + width}" stroke="#c9ced6"/>']
    for value in (low + margin, high - margin):
        out.append(f'<text x="{left - 6}" y="{y(value) + 4:.1f}" text-anchor="end" fill="#667">{value:.3g}</text>')
    for points, color in curves:
        step = max(1, len(points) // 600)
        path = "L".join(f"{x(t):.1f} {y(v):.1f}" for t, v in points[::step])
        out.append(f'<path d="M{path}" fill="none" stroke="{color}" stroke-width="1.6"/>')
    out.append(f'<text x="{left + width}" y="{top + height + 16}" text-anchor="end" fill="#667">{t1:.1f} s</text>')
    return "\n".join(out)


def draw(case, folder):
    runs = {display: run(case, display, folder)[0] for display in COLORS}
    place, force = [], []
    axis = 2 if case == "disk" else 0  # the disk is pushed sideways, along y
    for display, rows in runs.items():
        place.append(([(r[0], 1e3 * r[1 + axis]) for r in rows], COLORS[display]))
        force.append(([(r[0], r[14 + axis]) for r in rows], COLORS[display]))
    legend = "".join(f'<text x="{300 + 150 * i}" y="22" fill="{c}">{d}</text>' for i, (d, c) in enumerate(COLORS.items()))
    svg = (f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 660 390" font-family="sans-serif" font-size="13" '
           f'fill="#22272e"><rect width="660" height="390" fill="#fff"/><text x="70" y="22" font-size="15">{case}</text>{legend}\n'
           + panel(place, 60, "place of the hand", "mm") + "\n" + panel(force, 240, "force of the hand", "N") + "</svg>\n")
    (ROOT / f"docs/pictures/displays_{case}.svg").write_text(svg)


def main():
    with tempfile.TemporaryDirectory() as name:
        for case in CASES:
            draw(case, pathlib.Path(name))
    subprocess.run([str(PROGRAM), "stability", "--format", "svg", "--out", "docs/pictures/displays_map.svg"], cwd=ROOT, check=True)


if __name__ == "__main__":
    main()
