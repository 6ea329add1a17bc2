#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The two-circle roller by geometry and a quadrature, without equations of motion: writes test/oracles/two_circle_roller.json.

usage: test/oracles/make_two_circle_roller.py > test/oracles/two_circle_roller.json

The first rim has the points C1 + r (cos a, sin a, 0), the second C2 + r (cos b, 0, sin b). Their tangents at the points
of contact meet on the common line of both planes, which gives 1/cos a - 1/cos b = l/r (Dirnboeck, Stachel 1997, for l = r).
The body has one degree of freedom: it turns about the line of contacts, so T = I w^2/2 with I about that line, and the
normal of the plane turns in the body at the rate w. Time follows from the energy by quadrature.
"""
import sympy
from mpmath import cos, mp, mpf, pi, quad, sin, sqrt

from newton_euler import cross, dot, unit, vec, written

mp.dps = 40
r, m, g = mpf("0.1"), mpf("0.3"), mpf("9.81")


class Roller:
    """In axes of the body at C1: e_1 along the centres, the first disc in the plane of e_1 and e_2, the second of e_1 and e_3."""

    def __init__(self, l):
        self.l = l
        self.inertia = [m * r**2 / 4, 3 * m * r**2 / 8 + m * l**2 / 4, 3 * m * r**2 / 8 + m * l**2 / 4]

    def other(self, a):
        """cos b."""
        return 1 / (1 / cos(a) - self.l / r) if abs(cos(a)) > mpf(10)**-35 else mpf(0)

    def contacts(self, a):
        k = self.other(a)
        return vec(r * cos(a), r * sin(a), 0), vec(self.l + r * k, 0, r * sqrt(1 - k**2))

    def normal(self, a):
        """Out of the body, through the plane: across both tangents."""
        k = self.other(a)
        s = sqrt(1 - k**2)
        n = unit(cross(vec(-sin(a), cos(a), 0), vec(-s, 0, k)))
        p, _ = self.contacts(a)
        return n if dot(n, p - vec(self.l / 2, 0, 0)) > 0 else -n

    def height(self, a):
        p, _ = self.contacts(a)
        return dot(self.normal(a), p - vec(self.l / 2, 0, 0))

    def inertia_about_line(self, a):
        p, q = self.contacts(a)
        e = unit(q - p)
        arm = vec(self.l / 2, 0, 0) - p
        distance = dot(arm, arm) - dot(arm, e)**2
        return sum(i * x**2 for i, x in zip(self.inertia, e)) + m * distance

    def turn_per_angle(self, a):
        h = mpf(10)**-13
        n = (self.normal(a + h) - self.normal(a - h)) / (2 * h)
        return sqrt(dot(n, n))

    def speed(self, a, energy):
        return sqrt(2 * (energy - m * g * self.height(a)) / self.inertia_about_line(a))

    def time(self, begin, end, energy):
        return abs(quad(lambda a: self.turn_per_angle(a) / self.speed(a, energy), [begin, end]))


def case(l, w, angles):
    """Starts at a = angles[0] with the angular velocity w about the line of contacts; passes the other angles."""
    body = Roller(l)
    begin = angles[0]
    energy = m * g * body.height(begin) + body.inertia_about_line(begin) * w**2 / 2
    out = {"l": float(l), "w": float(w), "states": []}
    time = mpf(0)
    for i, a in enumerate(angles):
        if i > 0:
            time += body.time(angles[i - 1], a, energy)
        p, q = body.contacts(a)
        out["states"].append({"a": float(a), "cos_b": float(body.other(a)), "time": float(time), "height": float(body.height(a)),
                              "w": float(body.speed(a, energy)), "inertia": float(body.inertia_about_line(a)),
                              "between": float(sqrt(dot(q - p, q - p)))})
    return out


def main():
    angles = [pi - mpf(x) / 10 for x in (5, 7, 9, 11, 13, 14, 17)]
    level, oloid = case(sqrt(2) * r, mpf(5), angles), case(r, mpf(9), angles)
    assert all(abs(s["height"] - float(r / sqrt(2))) < 1e-16 for s in level["states"])
    assert all(abs(s["between"] - float(sqrt(3) * r)) < 1e-16 for s in oloid["states"])
    print(written({
        "title": "two-circle roller", "made_by": "test/oracles/make_two_circle_roller.py, mpmath of SymPy " + sympy.__version__,
        "conventions": "a: angle of the contact on the first rim, at its centre, from the direction towards the other centre",
        "level": level, "oloid": oloid}))


main()
