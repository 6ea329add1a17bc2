// SPDX-License-Identifier: Apache-2.0
// For development only: the shopping cart integrated by hand, so that the page has something to show without the program.

export interface CartState {
  t: number;
  q: number[]; // q1, q2, q3, q4
  u: number[]; // u1, u2, u3
}

export const parameters = { m_B: 20, m_C: 1, I_B: 2, L1: 0.4, L2: 0.9, L3: 0.1 };
export type Parameters = typeof parameters;

export interface Loads {
  F: number;
  tau: number;
  force: [number, number]; // hand, world components
  at: [number, number]; // in B from P1
}

export interface Rates {
  udot: number[];
  front: number;
  sticks: number;
  rear: number;
}

function solve(a: number[][], b: number[]): number[] {
  const n = b.length;
  for (let c = 0; c < n; ++c) {
    let best = c;
    for (let r = c + 1; r < n; ++r) if (Math.abs(a[r]![c]!) > Math.abs(a[best]![c]!)) best = r;
    [a[c], a[best]] = [a[best]!, a[c]!];
    [b[c], b[best]] = [b[best]!, b[c]!];
    for (let r = c + 1; r < n; ++r) {
      const f = a[r]![c]! / a[c]![c]!;
      for (let k = c; k < n; ++k) a[r]![k]! -= f * a[c]![k]!;
      b[r]! -= f * b[c]!;
    }
  }
  for (let r = n - 1; r >= 0; --r) {
    for (let k = r + 1; k < n; ++k) b[r]! -= a[r]![k]! * b[k]!;
    b[r]! /= a[r]![r]!;
  }
  return b;
}

export function massMatrix(p: Parameters, q4: number): number[][] {
  const s = Math.sin(q4), c = Math.cos(q4);
  const m13 = p.m_C * p.L3 * s, m23 = -p.m_C * p.L2 * p.L3 * c;
  return [[p.m_B + p.m_C, 0, m13], [0, p.m_B * p.L1 ** 2 + p.m_C * p.L2 ** 2 + p.I_B, m23], [m13, m23, p.m_C * p.L3 ** 2]];
}

export function rates(p: Parameters, state: CartState, isSticking: boolean, loads: Loads): Rates {
  const [, , q3, q4] = state.q as [number, number, number, number];
  const [u1, u2, u3] = state.u as [number, number, number];
  const s = Math.sin(q4), c = Math.cos(q4);
  const fx = loads.force[0] * Math.cos(q3) + loads.force[1] * Math.sin(q3);
  const fy = -loads.force[0] * Math.sin(q3) + loads.force[1] * Math.cos(q3);
  const h1 = fx, h2 = loads.at[0] * fy - loads.at[1] * fx;
  const f = [
    u2 ** 2 * (p.m_B * p.L1 + p.m_C * p.L2) - p.m_C * p.L3 * u3 ** 2 * c + loads.F + h1,
    loads.tau - p.m_C * p.L2 * p.L3 * u3 ** 2 * s - u1 * u2 * (p.m_B * p.L1 + p.m_C * p.L2) + h2,
    p.m_C * p.L3 * u2 * (p.L2 * u2 * s + u1 * c),
  ];
  const rows = [[-s, p.L2 * c, -p.L3]];
  const drift = [(u3 - u2) * (-c * u1 - p.L2 * s * u2)];
  if (isSticking) { rows.push([0, -1, 1]); drift.push(0); }
  const m = massMatrix(p, q4);
  const n = 3 + rows.length;
  const a = Array.from({ length: n }, () => new Array<number>(n).fill(0));
  for (let i = 0; i < 3; ++i) for (let j = 0; j < 3; ++j) a[i]![j] = m[i]![j]!;
  rows.forEach((row, r) => row.forEach((x, i) => { a[i]![3 + r] = -x; a[3 + r]![i] = x; }));
  const x = solve(a, [...f, ...drift.map((d) => -d)]);
  const udot = x.slice(0, 3);
  const ay = u1 * u2 + p.L2 * udot[1]! - p.L3 * udot[2]! * c + p.L3 * u3 ** 2 * s;
  const rear = p.m_B * (udot[1]! * p.L1 + u1 * u2) + p.m_C * ay - x[3]! * c - fy;
  return { udot, front: x[3]!, sticks: isSticking ? x[4]! : 0, rear };
}

export function step(p: Parameters, state: CartState, h: number, isSticking: boolean, loads: Loads): CartState {
  const derivative = (s: CartState) => {
    const [u1, u2, u3] = s.u as [number, number, number];
    return { q: [u1 * Math.cos(s.q[2]!), u1 * Math.sin(s.q[2]!), u2, u3 - u2], u: rates(p, s, isSticking, loads).udot };
  };
  const shifted = (d: { q: number[]; u: number[] }, k: number): CartState => ({
    t: state.t + k, q: state.q.map((x, i) => x + k * d.q[i]!), u: state.u.map((x, i) => x + k * d.u[i]!),
  });
  const k1 = derivative(state);
  const k2 = derivative(shifted(k1, h / 2));
  const k3 = derivative(shifted(k2, h / 2));
  const k4 = derivative(shifted(k3, h));
  const sum = (a: number[], b: number[], c: number[], d: number[]) => a.map((x, i) => (x + 2 * b[i]! + 2 * c[i]! + d[i]!) / 6);
  return shifted({ q: sum(k1.q, k2.q, k3.q, k4.q), u: sum(k1.u, k2.u, k3.u, k4.u) }, h);
}

// Speeds after rows are imposed: the smallest change in the kinetic metric (Gauss), as a plastic impact.
export function project(p: Parameters, state: CartState, isSticking: boolean): CartState {
  const q4 = state.q[3]!;
  const s = Math.sin(q4), c = Math.cos(q4);
  const rows = [[-s, p.L2 * c, -p.L3]];
  if (isSticking) rows.push([0, -1, 1]);
  const m = massMatrix(p, q4);
  const n = 3 + rows.length;
  const a = Array.from({ length: n }, () => new Array<number>(n).fill(0));
  for (let i = 0; i < 3; ++i) for (let j = 0; j < 3; ++j) a[i]![j] = m[i]![j]!;
  rows.forEach((row, r) => row.forEach((x, i) => { a[i]![3 + r] = -x; a[3 + r]![i] = x; }));
  const momentum = m.map((row) => row.reduce((sum, x, i) => sum + x * state.u[i]!, 0));
  return { ...state, u: solve(a, [...momentum, ...rows.map(() => 0)]).slice(0, 3) };
}

export function kineticEnergy(p: Parameters, state: CartState): number {
  const m = massMatrix(p, state.q[3]!);
  let sum = 0;
  for (let i = 0; i < 3; ++i) for (let j = 0; j < 3; ++j) sum += 0.5 * m[i]![j]! * state.u[i]! * state.u[j]!;
  return sum;
}
