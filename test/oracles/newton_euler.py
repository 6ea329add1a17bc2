# SPDX-License-Identifier: Apache-2.0
"""Newton's and Euler's equations of separate bodies with all joints as rows, and multipliers, in 50 digits and more.

No generalized speeds, no partial velocities, nothing embedded: every body has six velocities in the Newtonian frame, and every
joint, loop and contact is a set of rows in them,

    M v' - A^T lambda = F - (0, w x I w),    A v' = -A' v.

The place of bodies and joints is a function of coordinates q; rates along a motion are central differences with steps
of 1e-20, of which 40 digits are right at least.
"""
import json

from mpmath import mp, matrix, mpf, cos, sin, zeros, lu_solve, norm

mp.dps = 70
STEP = mpf(10) ** -20


def vec(*xs):
    return matrix([mpf(x) for x in xs])


def cross(a, b):
    return vec(a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0])


def dot(a, b):
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]


def unit(a):
    return a / mp.sqrt(dot(a, a))


def turn(axis, angle):
    """Components in the turned frame to components in the frame that it is turned in."""
    c, s = cos(angle), sin(angle)
    return {"x": matrix([[1, 0, 0], [0, c, -s], [0, s, c]]), "y": matrix([[c, 0, s], [0, 1, 0], [-s, 0, c]]),
            "z": matrix([[c, -s, 0], [s, c, 0], [0, 0, 1]])}[axis]


def along(rotation, axis):
    return rotation[:, "xyz".index(axis)]


def difference(f, q, rate):
    """d/dt f(q) along q' = rate."""
    ahead = [a + STEP * b for a, b in zip(q, rate)]
    behind = [a - STEP * b for a, b in zip(q, rate)]
    return (f(ahead) - f(behind)) / (2 * STEP)


def least_squares(left, right):
    """More equations than unknowns, which all can be satisfied."""
    found = lu_solve(left.T * left, left.T * right)
    assert norm(left * found - right) < mpf(10) ** -15 * (1 + norm(right))
    return found


class System:
    """masses: (mass, inertia matrix in the body's axes) of each body; pose(q): (mass centre, rotation) of each body;
    rows(q): of a list of rows, each a map from body to (coefficients of v, of w); forces(q, v): (force, torque) of each body."""

    def __init__(self, masses, pose, rows, forces):
        self.masses, self.pose, self.rows, self.forces = masses, pose, rows, forces

    def velocities(self, q, rate):
        out = zeros(6 * len(self.masses), 1)
        for i in range(len(self.masses)):
            v = difference(lambda x: self.pose(x)[i][0], q, rate)
            spin = difference(lambda x: self.pose(x)[i][1], q, rate) * self.pose(q)[i][1].T
            for k, x in enumerate(list(v) + [spin[2, 1], spin[0, 2], spin[1, 0]]):
                out[6 * i + k] = x
        return out

    def jacobian(self, q):
        columns = [self.velocities(q, [mpf(k == i) for k in range(len(q))]) for i in range(len(q))]
        out = zeros(6 * len(self.masses), len(q))
        for i, column in enumerate(columns):
            out[:, i] = column
        return out

    def row_matrix(self, q):
        rows = self.rows(q)
        out = zeros(len(rows), 6 * len(self.masses))
        for r, row in enumerate(rows):
            for body, (a, b) in row.items():
                for k in range(3):
                    out[r, 6 * body + k] += a[k]
                    out[r, 6 * body + 3 + k] += b[k]
        return out

    def complete(self, q, given):
        """The rates of all coordinates from those given by index, as the rows demand."""
        a = self.row_matrix(q) * self.jacobian(q)
        rest = [i for i in range(len(q)) if i not in given]
        right = -sum((a[:, i] * given[i] for i in given), zeros(a.rows, 1))
        left = zeros(a.rows, len(rest))
        for k, i in enumerate(rest):
            left[:, k] = a[:, i]
        found = least_squares(left, right)
        rate = [given.get(i, mpf(0)) for i in range(len(q))]
        for k, i in enumerate(rest):
            rate[i] = found[k]
        return rate

    def second_rates(self, q, rate):
        """q'' and the multipliers of the rows."""
        n = 6 * len(self.masses)
        v = self.velocities(q, rate)
        a = self.row_matrix(q)
        system, right = zeros(n + a.rows), zeros(n + a.rows, 1)
        for i, ((mass, inertia), (_, rotation), (force, torque)) in enumerate(
                zip(self.masses, self.pose(q), self.forces(q, v))):
            turned = rotation * inertia * rotation.T
            w = v[6 * i + 3:6 * i + 6, 0]
            gyro = cross(w, turned * w)
            for k in range(3):
                system[6 * i + k, 6 * i + k] = mass
                right[6 * i + k] = force[k]
                right[6 * i + 3 + k] = torque[k] - gyro[k]
                for m in range(3):
                    system[6 * i + 3 + k, 6 * i + 3 + m] = turned[k, m]
        rate_of_rows = difference(self.row_matrix, q, rate) * v
        for r in range(a.rows):
            right[n + r] = -rate_of_rows[r]
            for k in range(n):
                system[n + r, k] = a[r, k]
                system[k, n + r] = -a[r, k]
        solved = lu_solve(system, right)
        jacobian = self.jacobian(q)
        bias = difference(lambda x: self.velocities(x, rate), q, rate)
        return least_squares(jacobian, solved[:n, 0] - bias), solved[n:, 0]


def pin(i, center_i, j, center_j, point, directions):
    """Rows: the points of bodies i and j (None: the ground) at `point` move alike along the directions."""
    out = []
    for d in directions:
        row = {i: (d, cross(point - center_i, d))}
        if j is not None:
            row[j] = (-d, -cross(point - center_j, d))
        out.append(row)
    return out


def alike(i, j, directions):
    """Rows: bodies i and j (None: the ground) turn alike about the directions."""
    nothing = vec(0, 0, 0)
    return [{i: (nothing, d), **({j: (nothing, -d)} if j is not None else {})} for d in directions]


def as_numbers(xs):
    return [float(x) for x in xs]


def written(data):
    """JSON with a line for each entry, and for each state."""
    lines = []
    for key, value in data.items():
        text = "[\n  " + ",\n  ".join(json.dumps(x) for x in value) + "]" if key == "states" else json.dumps(value)
        lines.append(json.dumps(key) + ": " + text)
    return "{" + ",\n ".join(lines) + "}"
