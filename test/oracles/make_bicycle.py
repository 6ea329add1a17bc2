#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The benchmark bicycle by two roads that are not Kane's: writes test/oracles/bicycle.json.

usage: test/oracles/make_bicycle.py > test/oracles/bicycle.json

1. The matrices of the linearized equations by the formulas of Meijaard, Papadopoulos, Ruina and Schwab (2007), appendix A.
   They are compared with the digits printed there before anything is written.
2. Accelerations far from upright from Newton's and Euler's equations of four separate bodies (newton_euler.py).
"""
import random

import sympy
from mpmath import mp, matrix, mpf, cos, findroot, pi, sin, tan, zeros

from newton_euler import System, alike, along, as_numbers, pin, turn, unit, vec, written

g = mpf("9.81")
w, c, tilt = mpf("1.02"), mpf("0.08"), pi / 10
r_R, m_R, I_Rx, I_Ry = mpf("0.3"), mpf(2), mpf("0.0603"), mpf("0.12")
x_B, z_B, m_B = mpf("0.3"), mpf("-0.9"), mpf(85)
I_B = matrix([["9.2", 0, "2.4"], [0, 11, 0], ["2.4", 0, "2.8"]])
x_H, z_H, m_H = mpf("0.9"), mpf("-0.7"), mpf(4)
I_H = matrix([["0.05892", 0, "-0.00756"], [0, "0.06", 0], ["-0.00756", 0, "0.00708"]])
r_F, m_F, I_Fx, I_Fy = mpf("0.35"), mpf(3), mpf("0.1405"), mpf("0.28")

PRINTED = {
    "M": [["80.81722", "2.31941332208709"], ["2.31941332208709", "0.29784188199686"]],
    "K0": [["-80.95", "-2.59951685249872"], ["-2.59951685249872", "-0.80329488458618"]],
    "K2": [["0", "76.59734589573222"], ["0", "2.65431523794604"]],
    "C1": [["0", "33.86641391492494"], ["-0.85035641456978", "1.68540397397560"]],
}


def linearized():
    """Appendix A: (A 1) to (A 26)."""
    m_T = m_R + m_B + m_H + m_F
    x_T = (x_B * m_B + x_H * m_H + w * m_F) / m_T
    z_T = (-r_R * m_R + z_B * m_B + z_H * m_H - r_F * m_F) / m_T
    I_Txx = I_Rx + I_B[0, 0] + I_H[0, 0] + I_Fx + m_R * r_R**2 + m_B * z_B**2 + m_H * z_H**2 + m_F * r_F**2
    I_Txz = I_B[0, 2] + I_H[0, 2] - m_B * x_B * z_B - m_H * x_H * z_H + m_F * w * r_F
    I_Tzz = I_Rx + I_B[2, 2] + I_H[2, 2] + I_Fx + m_B * x_B**2 + m_H * x_H**2 + m_F * w**2
    m_A = m_H + m_F
    x_A = (x_H * m_H + w * m_F) / m_A
    z_A = (z_H * m_H - r_F * m_F) / m_A
    I_Axx = I_H[0, 0] + I_Fx + m_H * (z_H - z_A)**2 + m_F * (r_F + z_A)**2
    I_Axz = I_H[0, 2] - m_H * (x_H - x_A) * (z_H - z_A) + m_F * (w - x_A) * (r_F + z_A)
    I_Azz = I_H[2, 2] + I_Fx + m_H * (x_H - x_A)**2 + m_F * (w - x_A)**2
    u_A = (x_A - w - c) * cos(tilt) - z_A * sin(tilt)
    s, k = sin(tilt), cos(tilt)
    I_All = m_A * u_A**2 + I_Axx * s**2 + 2 * I_Axz * s * k + I_Azz * k**2
    I_Alx = -m_A * u_A * z_A + I_Axx * s + I_Axz * k
    I_Alz = m_A * u_A * x_A + I_Axz * s + I_Azz * k
    mu = c / w * k
    S_R, S_F = I_Ry / r_R, I_Fy / r_F
    S_T = S_R + S_F
    S_A = m_A * u_A + mu * m_T * x_T
    M = matrix([[I_Txx, I_Alx + mu * I_Txz], [I_Alx + mu * I_Txz, I_All + 2 * mu * I_Alz + mu**2 * I_Tzz]])
    K0 = matrix([[m_T * z_T, -S_A], [-S_A, -S_A * s]])
    K2 = matrix([[0, (S_T - m_T * z_T) / w * k], [0, (S_A + S_F * s) / w * k]])
    C1 = matrix([[0, mu * S_T + S_F * k + I_Txz / w * k - mu * m_T * z_T],
                 [-(mu * S_T + S_F * k), I_Alz / w * k + mu * (S_A + I_Tzz / w * k)]])
    found = {"M": M, "K0": K0, "K2": K2, "C1": C1}
    for name, printed in PRINTED.items():
        for i in range(2):
            for j in range(2):
                assert abs(found[name][i, j] - mpf(printed[i][j])) < 1e-13, (name, i, j, found[name][i, j])
    return found


def eigenvalues(found, v):
    """Of M q'' + v C1 q' + (g K0 + v^2 K2) q = 0."""
    inverse = found["M"]**-1
    stiffness, damping = -inverse * (g * found["K0"] + v**2 * found["K2"]), -inverse * (v * found["C1"])
    system = zeros(4)
    for i in range(2):
        system[i, 2 + i] = 1
        for j in range(2):
            system[2 + i, j], system[2 + i, 2 + j] = stiffness[i, j], damping[i, j]
    return sorted(mp.eig(system, right=False), key=lambda x: (mp.re(x), mp.im(x)))


def frames(q):
    A = turn("z", q[2])
    L = A * turn("x", q[3])
    B = L * turn("y", q[4])
    S = B * turn("y", tilt)
    H = S * turn("z", q[5]) * turn("y", -tilt)
    return A, L, B, S, H


def points(q):
    A, L, B, S, H = frames(q)
    P = vec(q[0], q[1], 0)
    Ro = P - r_R * along(L, "z")
    K = Ro + (w + c) * along(B, "x") + r_R * along(B, "z")
    Fo = K - c * along(H, "x") - r_F * along(H, "z")
    y = along(H, "y")
    Q = Fo + r_F * unit(vec(0, 0, 1) - y[2] * y)
    return P, Ro, K, Fo, Q


def pose(q):
    A, L, B, S, H = frames(q)
    P, Ro, K, Fo, Q = points(q)
    return [(Ro + x_B * along(B, "x") + (z_B + r_R) * along(B, "z"), B),
            (K + (x_H - w - c) * along(H, "x") + z_H * along(H, "z"), H),
            (Ro, B * turn("y", q[6])), (Fo, H * turn("y", q[7]))]


def rows(q):
    A, L, B, S, H = frames(q)
    P, Ro, K, Fo, Q = points(q)
    places = [p for p, _ in pose(q)]
    world = [vec(1, 0, 0), vec(0, 1, 0), vec(0, 0, 1)]
    return (pin(1, places[1], 0, places[0], K, world) + alike(1, 0, [along(S, "x"), along(S, "y")]) +
            pin(2, Ro, 0, places[0], Ro, world) + alike(2, 0, [along(B, "x"), along(B, "z")]) +
            pin(3, Fo, 1, places[1], Fo, world) + alike(3, 1, [along(H, "x"), along(H, "z")]) +
            pin(2, Ro, None, None, P, world) + pin(3, Fo, None, None, Q, world))


def state(q, speeds, torques):
    """q without pitch; lean, steer and wheel rates; lean and steer torques."""
    q = list(map(mpf, q))
    q[4] = findroot(lambda pitch: points(q[:4] + [pitch] + q[5:])[4][2], mpf(0))
    nothing = vec(0, 0, 0)

    def forces(at, v):
        A, L, B, S, H = frames(at)
        steer = torques[1] * along(S, "z")
        weights = [vec(0, 0, m * g) for m in (m_B, m_H, m_R, m_F)]
        return list(zip(weights, [torques[0] * along(A, "x") - steer, steer, nothing, nothing]))

    masses = [(m_B, I_B), (m_H, I_H), (m_R, mp.diag([I_Rx, I_Ry, I_Rx])), (m_F, mp.diag([I_Fx, I_Fy, I_Fx]))]
    system = System(masses, pose, rows, forces)
    rate = system.complete(q, {3: mpf(speeds[0]), 5: mpf(speeds[1]), 6: mpf(speeds[2])})
    second, _ = system.second_rates(q, rate)
    return {"q": as_numbers(q), "q_rate": as_numbers(rate), "torques": as_numbers(torques), "q_second": as_numbers(second)}


def main():
    found = linearized()
    random.seed(7)
    quarter = pi / 2
    cases = [([0, 0, 0, 0, 0, 0, 0, 0], [0, 0, "-15"], [0, 0]),                      # upright and straight
             ([0, 0, quarter, 0, 0, 0, 0, 0], ["0.5", 0, "-15"], [0, 0]),
             ([0, 0, quarter, "0.1", 0, "0.2", 0, 0], ["0.3", "0.4", "-12"], [0, 0]),
             ([0, 0, "0.3", "0.1", 0, "0.2", 0, 0], ["0.3", "0.4", "-12"], [0, 0]),   # the same at another yaw
             ([0, 0, -2 * quarter, "0.1", 0, "0.2", 0, 0], ["0.3", "0.4", "-12"], [0, 0]),
             ([0, 0, 0, "0.2", 0, quarter, 0, 0], ["0.1", "0.2", "-3"], [0, 0]),       # steered by a right angle
             ([0, 0, quarter, "-0.4", 0, "-0.3", quarter, 2 * quarter], [0, 0, 0], [0, 0])]
    for _ in range(6):
        q = [random.uniform(-1, 1) * s for s in (2, 2, 3, 0.6, 0, 0.8, 3, 3)]
        cases.append((q, [random.uniform(-1, 1), random.uniform(-1, 1), random.uniform(-20, 0)],
                      [random.uniform(-5, 5), random.uniform(-1, 1)]))
    speeds = {}
    for v in range(11):
        values = eigenvalues(found, mpf(v))
        speeds[str(v)] = [[float(mp.re(x)), float(mp.im(x))] for x in values]
    print(written({
        "title": "benchmark bicycle", "made_by": "test/oracles/make_bicycle.py, mpmath of SymPy " + sympy.__version__,
        "conventions": "x forward, y right, z down; q: rear contact, yaw, lean, pitch, steer, rear wheel, front wheel; torques: lean, steer",
        "printed": {k: [[float(x) for x in row] for row in m] for k, m in PRINTED.items()},
        "eigenvalues": speeds, "states": [state(*case) for case in cases]}))


main()
