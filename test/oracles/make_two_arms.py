#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Two arms that hold one box: five separate bodies, pins and a grip, by multipliers: writes test/oracles/two_arms.json.

usage: test/oracles/make_two_arms.py > test/oracles/two_arms.json
"""
import random

import sympy
from mpmath import cos, findroot, mp, mpf, pi, sin

from newton_euler import System, alike, as_numbers, pin, turn, vec, written

m_u, m_f, m_b, l_u, l_f, d, h, g = map(mpf, ("2.1", "1.6", "3", "0.3", "0.27", "0.4", "0.1", "9.81"))
k, c = mpf(150), mpf(3)
rest = [-pi / 2 - pi / 4, 95 * pi / 180, None, -pi / 2 + pi / 4, -95 * pi / 180]
X, Y, Z = vec(1, 0, 0), vec(0, 1, 0), vec(0, 0, 1)


def bones(q):
    """Absolute angles, and shoulders, elbows, hands and the right grip."""
    a = [q[0], q[0] + q[1], q[0] + q[1] + q[2], q[3], q[3] + q[4]]
    out = [vec(cos(x), sin(x), 0) for x in a]
    S1, S2 = vec(-d / 2, 0, 0), vec(d / 2, 0, 0)
    E1, E2 = S1 + l_u * out[0], S2 + l_u * out[3]
    H1, H2 = E1 + l_f * out[1], E2 + l_f * out[4]
    return a, out, S1, E1, H1, H1 + d * out[2], S2, E2, H2


def pose(q):
    a, out, S1, E1, H1, G, S2, E2, H2 = bones(q)
    box = H1 + d / 2 * out[2] + h * vec(-out[2][1], out[2][0], 0)
    places = [S1 + l_u / 2 * out[0], E1 + l_f / 2 * out[1], box, S2 + l_u / 2 * out[3], E2 + l_f / 2 * out[4]]
    return [(p, turn("z", x)) for p, x in zip(places, a)]


def rows(q):
    a, out, S1, E1, H1, G, S2, E2, H2 = bones(q)
    p = [place for place, _ in pose(q)]
    space = [X, Y, Z]
    joints = [(0, None, S1), (1, 0, E1), (2, 1, H1), (3, None, S2), (4, 3, E2)]
    rows = []
    for i, j, at in joints:
        rows += pin(i, p[i], j, p[j] if j is not None else None, at, space) + alike(i, j, [X, Y])
    return rows + pin(2, p[2], 4, p[4], G, [X, Y])   # the last two: on the box, against the right hand


def state(q, given, torques):
    """Angles, of which those of the right arm are corrected; some rates; torques of the shoulders."""
    q = list(map(mpf, q))

    def gap(shoulder, elbow):
        places = bones(q[:3] + [shoulder, elbow])
        return [places[5][0] - places[8][0], places[5][1] - places[8][1]]

    if any(abs(x) > 1e-30 for x in gap(q[3], q[4])):
        q[3:] = list(findroot(gap, (q[3], q[4])))

    def forces(at, v):
        spin = [v[6 * i + 5] for i in range(5)]
        rates = [spin[0], spin[1] - spin[0], None, spin[3], spin[4] - spin[3]]
        joint = [0 if r is None else -k * (at[i] - r) - c * rates[i] for i, r in enumerate(rest)]
        torque = [joint[0] - joint[1] + torques[0], joint[1], mpf(0), joint[3] - joint[4] + torques[1], joint[4]]
        return [(-m * g * Y, t * Z) for m, t in zip((m_u, m_f, m_b, m_u, m_f), torque)]

    masses = [(m_u, m_u * l_u**2 / 12), (m_f, m_f * l_f**2 / 12), (m_b, m_b * (d**2 + 4 * h**2) / 12),
              (m_u, m_u * l_u**2 / 12), (m_f, m_f * l_f**2 / 12)]
    system = System([(m, mp.diag([J, J, J])) for m, J in masses], pose, rows, forces)
    rate = system.complete(q, given)
    second, multipliers = system.second_rates(q, rate)
    return {"q": as_numbers(q), "q_rate": as_numbers(rate), "torques": as_numbers(torques),
            "q_second": as_numbers(second), "grip": as_numbers(multipliers[len(multipliers) - 2:])}


def main():
    random.seed(11)
    quarter = pi / 2
    upright = [quarter, 0, -quarter, quarter, 0]
    hanging = [-quarter, 0, quarter, -quarter, 0]
    bent = [0, quarter, -quarter, 0, quarter]
    cases = [(upright, {0: mpf(0), 1: mpf(0), 3: mpf(0)}, [0, 0]),
             (upright, {0: mpf(1), 1: mpf("-0.5"), 3: mpf("0.7")}, [3, -2]),
             (hanging, {0: mpf(0), 1: mpf(0), 3: mpf(0)}, [0, 0]),
             (hanging, {0: mpf("-0.4"), 1: mpf("0.9"), 3: mpf("1.3")}, [0, 5]),
             (bent, {0: mpf(0), 1: mpf(0), 2: mpf(0)}, [1, 1]),
             (bent, {0: mpf(2), 1: mpf(-1), 2: mpf("0.5")}, [0, 0])]
    for _ in range(8):
        q = [-2.3 + random.uniform(-0.2, 0.2), 1.66 + random.uniform(-0.1, 0.1), 0.7 + random.uniform(-0.1, 0.1), -0.8, -1.66]
        cases.append((q, {i: mpf(random.uniform(-2, 2)) for i in range(3)}, [random.uniform(-9, 9), random.uniform(-9, 9)]))
    print(written({
        "title": "two arms that hold one box", "made_by": "test/oracles/make_two_arms.py, mpmath of SymPy " + sympy.__version__,
        "conventions": "q as in models/two_arms; torques: left and right motor; grip: force on the box at its right grip, along x and y",
        "states": [state(*case) for case in cases]}))


main()
