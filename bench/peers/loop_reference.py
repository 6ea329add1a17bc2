# SPDX-License-Identifier: Apache-2.0
"""Writes loop_models.json: a four-bar loop with states that close it, and accelerations in absolute coordinates.

Nothing in common with the engines: nine coordinates of three free bars, eight rows of four pins, Lagrange's multipliers.
Bars turn about y in the plane of x and z; gravity is along -z. A bar at angle s points along e(s) = (cos s, -sin s).
"""
import json
import pathlib

from mpmath import cos, lu_solve, matrix, mp, mpf, sin

mp.dps = 30
LENGTHS = (mpf("0.15"), mpf("0.45"), mpf("0.35"))  # crank, coupler, rocker
MASSES = (mpf("0.6"), mpf("1.2"), mpf("0.9"))
GROUND = mpf("0.5")  # from the pin of the crank to that of the rocker, along x
GRAVITY = mpf("9.81")
# Each pin: the bodies, with the place on them as a part of their length from their centre, and the sign of their side.
HALF = mpf(1) / 2
PINS = [[(0, -HALF, 1)], [(0, HALF, 1), (1, -HALF, -1)], [(2, -HALF, 1)], [(1, HALF, 1), (2, HALF, -1)]]


def along(s):
    return (cos(s), -sin(s))


def across(s):  # derivative of along
    return (-sin(s), -cos(s))


def close(crank):
    """Angles of coupler and rocker, by Newton's method."""
    a, b, c = LENGTHS
    s = matrix([-HALF, -mpf("1.6")])
    for _ in range(50):
        gap = matrix([a * along(crank)[k] + b * along(s[0])[k] - c * along(s[1])[k] for k in (0, 1)])
        gap[0] -= GROUND
        s -= lu_solve(matrix([[b * across(s[0])[k], -c * across(s[1])[k]] for k in (0, 1)]), gap)
    return list(s)


def rates(angles, crank_rate):
    a, b, c = LENGTHS
    rows = matrix([[b * across(angles[1])[k], -c * across(angles[2])[k]] for k in (0, 1)])
    return [crank_rate, *lu_solve(rows, matrix([-a * across(angles[0])[k] * crank_rate for k in (0, 1)]))]


def accelerations(angles, w, torques):
    """Mass matrix of nine absolute coordinates, bordered by the eight rows of the pins."""
    whole, right = matrix(17, 17), matrix(17, 1)
    for body, (m, l) in enumerate(zip(MASSES, LENGTHS)):
        for k, entry in enumerate((m, m, m * l * l / 12)):
            whole[3 * body + k, 3 * body + k] = entry
        right[3 * body + 1] = -m * GRAVITY
    right[2], right[5], right[8] = torques[0] - torques[1], torques[1], torques[2]
    for number, pin in enumerate(PINS):
        for body, part, sign in pin:
            arm = part * LENGTHS[body]
            for k in (0, 1):
                row = 9 + 2 * number + k
                for column, entry in ((3 * body + k, sign), (3 * body + 2, sign * arm * across(angles[body])[k])):
                    whole[row, column] += entry
                    whole[column, row] += entry
                right[row] += sign * arm * along(angles[body])[k] * w[body] ** 2
    solution = lu_solve(whole, right)
    return [solution[2], solution[5], solution[8]]


def state(number):
    crank = mpf(3 + 7 * number) / 10
    angles = [crank, *close(crank)]
    w = rates(angles, 4 - mpf(9 * number) / 10)
    torques = [HALF - mpf(number) / 5, mpf(3) / 10, -mpf(number) / 10]
    found = accelerations(angles, w, torques)
    relative = lambda x: [float(x[0]), float(x[1] - x[0]), float(x[2])]  # the coupler hangs on the crank
    return {"q": relative(angles), "qd": relative(w), "tau": [float(t) for t in torques], "qdd": relative(found)}


def link(parent, length, mass, offset):
    moment = float(mass * length * length / 12)
    return {"type": "R", "parent": parent, "m": float(mass), "axis": [0, 1, 0], "off": [float(x) for x in offset],
            "com": [float(length / 2), 0, 0], "I": [moment / 100, moment, moment, 0, 0, 0]}


def main():
    a, b, c = LENGTHS
    model = {"name": "four_bar",
             "links": [link(-1, a, MASSES[0], [0, 0, 0]), link(0, b, MASSES[1], [a, 0, 0]),
                       link(-1, c, MASSES[2], [GROUND, 0, 0])],
             "loop": {"links": [1, 2], "points": [[float(b), 0, 0], [float(c), 0, 0]]},
             "states": [state(k) for k in range(8)]}
    path = pathlib.Path(__file__).with_name("loop_models.json")
    path.write_text(json.dumps([model], indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
