# SPDX-License-Identifier: Apache-2.0
"""SymPy's KanesMethod on the common models: sympy_kane.py MODELS.json SECONDS model...

Prints model,milliseconds for frames, bodies, kanes_equations, mass_matrix_full and forcing_full; a model that takes
longer than the given seconds is left out.
"""
import json
import multiprocessing
import sys
import time

from sympy import Rational, symbols
from sympy.physics.mechanics import (KanesMethod, Point, ReferenceFrame, RigidBody, dynamicsymbols, inertia)


def derive(model):
    start = time.perf_counter()
    number = lambda x: Rational(repr(x))
    links = model["links"]
    n = len(links)
    q, u = dynamicsymbols(f"q1:{n + 1}"), dynamicsymbols(f"u1:{n + 1}")
    tau, g = symbols(f"tau1:{n + 1}"), symbols("g")
    newtonian, origin = ReferenceFrame("N"), Point("O")
    origin.set_vel(newtonian, 0)
    frames, joints, bodies, loads = [], [], [], []
    for i, link in enumerate(links):
        parent = newtonian if link["parent"] < 0 else frames[link["parent"]]
        base = origin if link["parent"] < 0 else joints[link["parent"]]
        axis = (parent.x, parent.y, parent.z)[link["axis"].index(1)]
        frame = parent.orientnew(f"B{i}", "Axis", [q[i], axis])
        frame.set_ang_vel(parent, u[i] * axis)
        vector = lambda c, f: number(c[0]) * f.x + number(c[1]) * f.y + number(c[2]) * f.z
        joint = base.locatenew(f"P{i}", vector(link["off"], parent))
        joint.v2pt_theory(base, newtonian, parent)
        center = joint.locatenew(f"C{i}", vector(link["com"], frame))
        center.v2pt_theory(joint, newtonian, frame)
        xx, yy, zz, xy, xz, yz = (number(x) for x in link["I"])
        body = RigidBody(f"body{i}", center, frame, number(link["m"]),
                         (inertia(frame, xx, yy, zz, xy, yz, xz), center))
        frames.append(frame)
        joints.append(joint)
        bodies.append(body)
        loads.append((center, -number(link["m"]) * g * newtonian.z))
        loads.append((frame, tau[i] * axis))
        if link["parent"] >= 0:
            loads.append((parent, -tau[i] * axis))
    method = KanesMethod(newtonian, q_ind=q, u_ind=u, kd_eqs=[a.diff() - b for a, b in zip(q, u)])
    method.kanes_equations(bodies, loads)
    _ = method.mass_matrix_full, method.forcing_full
    return (time.perf_counter() - start) * 1000


def main():
    limit = float(sys.argv[2])
    models = {model["name"]: model for model in json.load(open(sys.argv[1], encoding="ascii"))}
    for name in sys.argv[3:]:
        with multiprocessing.Pool(1) as pool:
            try:
                print(f"{name},{pool.apply_async(derive, (models[name],)).get(limit):.0f}", flush=True)
            except multiprocessing.TimeoutError:
                print(f"{name}: stopped after {limit:g} s", file=sys.stderr)


if __name__ == "__main__":
    main()
