#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Thirteen segments in a plane by Lagrange's equations with SymPy, in flight: writes test/oracles/runner.json.

usage: test/oracles/make_runner.py > test/oracles/runner.json

Kinetic energy and potential in coordinates; the mass matrix is the second derivative of the first, and the forcing is
-d/dt(dT/dq') + dT/dq - dV/dq + generalized forces with q'' = 0. Momenta are sums over the segments.
"""
import random

import sympy
from mpmath import mp, mpf

from newton_euler import written

M, H, g = sympy.Rational(72), sympy.Rational(89, 50), sympy.Rational(981, 100)
k, c, k_arm, c_arm, k_x, c_x, k_up, c_up = 1000, 14, 40, 2, 3000, 300, 3000, 150
y_harness, cadence = sympy.Rational(98, 100), sympy.Rational(17, 2)
t = sympy.Symbol("t")


def number(x):
    return sympy.Rational(str(x))


# name, parent, joint in the parent, mass, centre, radius of gyration; lengths in heights, masses in masses of the runner
SEGMENTS = [("pelvis", None, (0, 0), "0.142", (0, "0.05"), "0.05"), ("trunk", "pelvis", (0, "0.1"), "0.355", (0, "0.1"), "0.08"),
            ("head", "trunk", (0, "0.2"), "0.081", (0, "0.1"), "0.05")]
for s in "12":
    SEGMENTS += [("thigh_" + s, "pelvis", (0, 0), "0.1", (0, "-0.106085"), "0.079135"),
                 ("shank_" + s, "thigh_" + s, (0, "-0.245"), "0.0465", (0, "-0.106518"), "0.074292"),
                 ("foot_" + s, "shank_" + s, (0, "-0.246"), "0.0145", ("0.03", "-0.02"), "0.0722"),
                 ("upper_arm_" + s, "trunk", (0, "0.188"), "0.028", (0, "-0.081096"), "0.059892"),
                 ("forearm_" + s, "upper_arm_" + s, (0, "-0.186"), "0.022", (0, "-0.099572"), "0.068328")]
NAMES = ["x", "height", "lean"] + ["q_" + s[0] for s in SEGMENTS[1:]]
q = {n: sympy.Symbol(n) for n in NAMES}
u = {n: sympy.Symbol("u_" + n) for n in NAMES}
Q, U = [q[n] for n in NAMES], [u[n] for n in NAMES]


def rate(e):
    return sum((e.diff(a) * b for a, b in zip(Q, U)), sympy.Integer(0))


def shifted(origin, angle, at):
    x, y = (number(a) * H for a in at)
    return origin + sympy.Matrix([x * sympy.cos(angle) - y * sympy.sin(angle), x * sympy.sin(angle) + y * sympy.cos(angle)])


def mechanics():
    """Kinetic energy, potential of gravity, and the momenta: along x and y, about the mass centre."""
    places, kinetic, potential = {}, 0, 0
    parts = []
    for name, parent, at, mass, centre, gyration in SEGMENTS:
        if parent is None:
            origin, angle = sympy.Matrix([q["x"], q["height"]]), q["lean"]
        else:
            origin, angle = shifted(*places[parent], at), places[parent][1] + q["q_" + name]
        places[name] = origin, angle
        position = shifted(origin, angle, centre)
        velocity, spin = position.applyfunc(rate), rate(angle)
        m = number(mass) * M
        inertia = m * (number(gyration) * H)**2
        kinetic += m * velocity.dot(velocity) / 2 + inertia * spin**2 / 2
        potential += m * g * position[1]
        parts.append((m, position, velocity, inertia * spin))
    momentum = sum((m * v for m, _, v, _ in parts), sympy.zeros(2, 1))
    middle = sum((m * p for m, p, _, _ in parts), sympy.zeros(2, 1)) / M
    turning = sum(m * ((p - middle)[0] * v[1] - (p - middle)[1] * v[0]) + spin for m, p, v, spin in parts)
    return kinetic, potential, [middle[0], middle[1], momentum[0], momentum[1], turning]


def generalized_forces():
    forces = {"x": -k_x * q["x"] - c_x * u["x"], "height": -k_x * (q["height"] - y_harness) - c_x * u["height"],
              "lean": -k_up * (q["lean"] + number("0.1")) - c_up * u["lean"],
              "q_trunk": -k_up * q["q_trunk"] - c_up * u["q_trunk"], "q_head": -k_arm * q["q_head"] - c_arm * u["q_head"]}
    for side in (1, 2):
        phase = cadence * t + side * sympy.pi
        for joint, gain, damping, wanted in (
                ("thigh", k, c, number("0.25") + number("0.6") * sympy.sin(phase)),
                ("shank", k, c, number("-0.75") - number("0.55") * sympy.cos(phase)),
                ("foot", k * number("0.3"), c * number("0.3"), number("-0.1") - number("0.2") * sympy.cos(phase)),
                ("upper_arm", k_arm, c_arm, number("-0.1") - number("0.6") * sympy.sin(phase)),
                ("forearm", k_arm, c_arm, number("1.5") - number("0.3") * sympy.sin(phase))):
            name = "q_%s_%d" % (joint, side)
            forces[name] = gain * (wanted - q[name]) - damping * u[name]
    return [forces[n] for n in NAMES]


def main():
    mp.dps = 40
    kinetic, potential, momenta = mechanics()
    pushes = [kinetic.diff(b) for b in U]
    mass = [p.diff(b) for p in pushes for b in U]
    forcing = [f - rate(p) + kinetic.diff(a) - potential.diff(a) for f, p, a in zip(generalized_forces(), pushes, Q)]
    evaluate = sympy.lambdify([t, *Q, *U], [mass, forcing, momenta, kinetic, potential], "mpmath", cse=True)
    random.seed(13)
    quarter = float(sympy.pi / 2)
    states = []
    for i in range(10):
        angles = [random.uniform(-1, 1) for _ in NAMES]
        if i < 4:   # straight, folded and at right angles
            angles = [0.0 if i == 0 else quarter * random.randint(-2, 2) for _ in NAMES]
        speeds = [0.0 if i in (0, 1) else random.uniform(-4, 4) for _ in NAMES]
        angles[:2] = [random.uniform(-0.3, 0.3), 1 + random.uniform(0, 0.2)]
        now = random.uniform(0, 2)
        m, f, p, T, V = evaluate(mpf(now), *map(mpf, angles), *map(mpf, speeds))
        rows = mp.matrix(len(NAMES))
        for j, x in enumerate(m):
            rows[j // len(NAMES), j % len(NAMES)] = x
        second = mp.lu_solve(rows, mp.matrix(f))
        states.append({"t": now, "q": angles, "q_rate": speeds, "mass": [float(x) for x in m], "forcing": [float(x) for x in f],
                       "q_second": [float(x) for x in second], "momenta": [float(x) for x in p],
                       "kinetic": float(T), "potential": float(V)})
    print(written({
        "title": "runner in flight", "made_by": "test/oracles/make_runner.py, SymPy " + sympy.__version__,
        "conventions": "mass row by row; momenta: mass centre x, y; momentum along x, y; angular momentum about the mass centre",
        "names": NAMES, "states": states}))


main()
