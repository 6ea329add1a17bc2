#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Velocities and accelerations by SymPy's physics.vector, as numbers: writes test/oracles/sympy_kinematics.json.

usage: tools/make_kinematics_oracle.py > test/oracles/sympy_kinematics.json

The two mechanisms are built again, word for word, in test/mechanics/sympy_test.cpp.
"""
import json
import random

import sympy
from sympy.physics.vector import ReferenceFrame, Point, dynamicsymbols

t = dynamicsymbols._t
L1, L2, r = sympy.symbols("L1 L2 r")
PARAMETERS = {L1: 0.7, L2: 0.4, r: 0.25}


def leaning_disk(q):
    """A disk turned by yaw, lean and spin whose lowest point rolls anywhere; q = x, y, yaw, lean, spin."""
    N = ReferenceFrame("N")
    A = N.orientnew("A", "Axis", [q[2], N.z])
    B = A.orientnew("B", "Axis", [q[3], A.x])
    C = B.orientnew("C", "Axis", [q[4], B.y])
    O = Point("O")
    P = O.locatenew("P", q[0] * N.x + q[1] * N.y)
    center = P.locatenew("Co", r * B.z)
    rim = center.locatenew("R", r * C.x)
    return N, O, {"B": B, "C": C}, {"Co": center, "R": rim}


def arm_on_platform(q):
    """A platform with 3-1-3 Euler angles, a slider on it, a link turned about a slanted axis; q = 3 angles, slide, angle."""
    N = ReferenceFrame("N")
    A = N.orientnew("A", "Body", q[:3], "313")
    slanted = (A.x + 2 * A.y - 2 * A.z) / 3
    B = A.orientnew("B", "Axis", [q[4], slanted])
    O = Point("O")
    S = O.locatenew("S", L1 * A.y + q[3] * A.x)
    T = S.locatenew("T", L2 * B.z + q[3] ** 2 * N.x)
    return N, O, {"A": A, "B": B}, {"S": S, "T": T}


def rows(make, count, seed):
    q = list(dynamicsymbols("q1:%d" % (count + 1)))
    N, O, frames, points = make(q)
    rates = {}
    for order in (2, 1, 0):
        for i, s in enumerate(q):
            rates[s.diff(t, order) if order else s] = sympy.Symbol("q%d" % (i + 1) + "'" * order)

    def evaluator(vector):
        matrix = vector.to_matrix(N).subs(PARAMETERS)
        for derivative, symbol in rates.items():
            matrix = matrix.subs(derivative, symbol)
        return sympy.lambdify([list(rates.values())], matrix, "mpmath")

    quantities = {}
    for name, frame in frames.items():
        quantities["w " + name] = evaluator(frame.ang_vel_in(N))
        quantities["alpha " + name] = evaluator(frame.ang_vel_in(N).dt(N))
    for name, point in points.items():
        v = point.pos_from(O).dt(N)
        quantities["v " + name] = evaluator(v)
        quantities["a " + name] = evaluator(v.dt(N))
    dice = random.Random(seed)
    states = []
    for _ in range(5):
        values = {s.name: dice.uniform(-2, 2) for s in rates.values()}
        arguments = [sympy.Float(values[s.name], 30) for s in rates.values()]
        results = {k: [float(x) for x in f(arguments)] for k, f in quantities.items()}
        states.append({"values": values, "in_N": results})
    return states


print(json.dumps({
    "title": "Velocities and accelerations by SymPy %s, sympy.physics.vector" % sympy.__version__,
    "made_by": "tools/make_kinematics_oracle.py",
    "conventions": "all vectors in components of N; q1' is the first, q1'' the second time derivative of q1",
    "parameters": {k.name: v for k, v in PARAMETERS.items()},
    "leaning_disk": rows(leaning_disk, 5, 1),
    "arm_on_platform": rows(arm_on_platform, 5, 2),
}, indent=1))
