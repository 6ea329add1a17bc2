// SPDX-License-Identifier: Apache-2.0
// For development only: the equations of the two modes of the shopping cart, as the program prints them.
import type { EquationDocument, TextMessage } from '../src/protocol/messages.ts';

const kinematical = (last: string) => ({
  kind: 'kinematical', title: 'Kinematical equations',
  lines: [
    { latex: '\\dot{q}_{1} = u_{1} \\cos q_{3}', text: "q1' = u1*cos(q3)" }, { latex: '\\dot{q}_{2} = u_{1} \\sin q_{3}', text: "q2' = u1*sin(q3)" },
    { latex: '\\dot{q}_{3} = u_{2}', text: "q3' = u2" }, { latex: `\\dot{q}_{4} = u_{3} - u_{2}${last}`, text: `q4' = u3 - u2${last}` },
  ],
});
const front = { label: 'front_wheel', latex: '-\\sin q_{4}\\, u_{1} + L_{2} \\cos q_{4}\\, u_{2} - L_{3}\\, u_{3} = 0', text: '-sin(q4)*u1 + L2*cos(q4)*u2 - L3*u3 = 0' };
const rear = { label: 'rear_wheels', note: 'built into the speeds', text: '0 = 0' };
const short = (names: [string, string][]) =>
  names.map(([name, definition]) => ({ name: name.replace(/[_{}]/g, ''), latex: name, kind: 'short', unit: '', meaning: 'short name', value: -1, definition }));

export function documents(valueCount: number): EquationDocument[] {
  return [
    {
      type: 'document', generation: 1, mode: 0, title: 'free', degrees_of_freedom: 2, operations: 48,
      sections: [
        {
          kind: 'dynamical', title: 'Dynamical equations',
          lines: [
            { latex: '\\left(m_{B} + m_{C} z_{1}^{2}\\right) \\dot{u}_{1} + m_{C} L_{2} z_{1} z_{2}\\, \\dot{u}_{2} = F + h_{1} + m_{B} L_{1} u_{2}^{2} - m_{C} \\left(u_{1} u_{2} z_{2} - L_{2} u_{2}^{2} z_{1} + z_{3}^{2} / L_{3}\\right) z_{1}', text: "(mB + mC*z1^2)*u1' + mC*L2*z1*z2*u2' = F + h1 + mB*L1*u2^2 - mC*(u1*u2*z2 - L2*u2^2*z1 + z3^2/L3)*z1" },
            { latex: 'm_{C} L_{2} z_{1} z_{2}\\, \\dot{u}_{1} + \\left(m_{B} L_{1}^{2} + I_{B} + m_{C} L_{2}^{2} z_{2}^{2}\\right) \\dot{u}_{2} = \\tau + h_{2} - m_{B} L_{1} u_{1} u_{2} - m_{C} L_{2} \\left(u_{1} u_{2} - u_{2} z_{4} z_{1} + z_{2} z_{3}^{2} / L_{3}\\right)', text: "mC*L2*z1*z2*u1' + (mB*L1^2 + IB + mC*L2^2*z2^2)*u2' = tau + h2 - mB*L1*u1*u2 - mC*L2*(u1*u2 - u2*z4*z1 + z2*z3^2/L3)" },
          ],
        },
        {
          kind: 'short_names', title: 'Short names',
          lines: [{ latex: 'z_{1} = \\cos q_{4}', text: 'z1 = cos(q4)' }, { latex: 'z_{2} = \\sin q_{4}', text: 'z2 = sin(q4)' }, { latex: 'z_{3} = u_{1} z_{2} - L_{2} u_{2} z_{1}', text: 'z3 = u1*z2 - L2*u2*z1' }, { latex: 'z_{4} = L_{2} u_{2} z_{2} + u_{1} z_{1}', text: 'z4 = L2*u2*z2 + u1*z1' }],
        },
        { kind: 'dependent', title: 'Dependent speeds', lines: [{ latex: 'u_{3} = -\\frac{z_{3}}{L_{3}}', text: 'u3 = -z3/L3' }] },
        { kind: 'rows', title: 'Rows of the constraints', lines: [front, rear] },
        kinematical(''),
      ],
      values: [], symbols: short([['z_{1}', 'cos(q4)'], ['z_{2}', 'sin(q4)'], ['z_{3}', 'u1*z2 - L2*u2*z1'], ['z_{4}', 'L2*u2*z2 + u1*z1']]),
    },
    {
      type: 'document', generation: 1, mode: 1, title: 'caster_sticks', degrees_of_freedom: 1, operations: 14,
      sections: [
        {
          kind: 'dynamical', title: 'Dynamical equations',
          lines: [{
            latex: 'm_{11}\\, \\dot{u}_{1} = F + h_{1} - \\frac{\\tau + h_{2}}{z_{2}} \\sin q_{4}', text: "m11*u1' = F + h1 - (tau + h2)*sin(q4)/z2",
            numbers: { terms: [{ coefficient: valueCount, unit: 'kg', of: 7 }], right: valueCount + 1, unit: 'N' },
          }],
        },
        {
          kind: 'short_names', title: 'Short names',
          lines: [
            { latex: 'm_{11} = \\left(m_{C} L_{2}^{2} + m_{B} \\left(L_{1}^{2} + L_{3}^{2}\\right) + I_{B} - \\left(2 L_{2} L_{3} \\left(m_{B} + m_{C}\\right) + \\left(m_{B} \\left(L_{1}^{2} - L_{2}^{2}\\right) - m_{C} L_{3}^{2} + I_{B}\\right) z_{1}\\right) z_{1}\\right) / z_{2}^{2}', text: 'm11 = (mC*L2^2 + mB*(L1^2 + L3^2) + IB - (2*L2*L3*(mB + mC) + (mB*(L1^2 - L2^2) - mC*L3^2 + IB)*z1)*z1)/z2^2' },
            { latex: 'z_{1} = \\cos q_{4}', text: 'z1 = cos(q4)' }, { latex: 'z_{2} = L_{3} - L_{2} z_{1}', text: 'z2 = L3 - L2*z1' },
          ],
        },
        { kind: 'dependent', title: 'Dependent speeds', count: 2, lines: [{ latex: 'u_{2} = u_{3} = -\\frac{u_{1} \\sin q_{4}}{z_{2}}', text: 'u2 = u3 = -u1*sin(q4)/z2' }] },
        { kind: 'rows', title: 'Rows of the constraints', lines: [front, { label: 'caster_sticks', latex: '-u_{2} + u_{3} = 0', text: '-u2 + u3 = 0' }, rear] },
        kinematical(' = 0'),
      ],
      values: [{ name: 'm11', kind: 'output', unit: 'kg' }, { name: 'right', kind: 'output', unit: 'N' }],
      symbols: [...short([['z_{1}', 'cos(q4)'], ['z_{2}', 'L3 - L2*z1']]), { name: 'm11', latex: 'm_{11}', kind: 'short', unit: 'kg', meaning: 'mass that u1 feels', value: valueCount, definition: 'see short names' }],
      texts: { latex: 'm_{11} \\dot{u}_1 = F', c: 'double m11 = 0;' },
    },
  ];
}

export const modelText = `tangible: 1                       # version of this format
name: shopping cart
source: Gillespie, "Kane's equations for haptic display of multibody systems", example 3

parameters: {m_B: 20 kg, m_C: 1 kg, I_B: 2 kg*m^2, L1: 0.4 m, L2: 0.9 m, L3: 0.1 m}
inputs:     {F: N, tau: N*m}      # what a hand, a motor or a script sets while running
coordinates: {q1: m, q2: m, q3: rad, q4: rad}

frames:
  B: {in: N, rotate: {z: q3}}
  C: {in: B, rotate: {z: q4}}
points:
  P1: {from: O, at: q1*N.x + q2*N.y}
  Bo: {from: P1, at: L1*B.x}
  P2: {from: P1, at: L2*B.x}
  P3: {from: P2, at: -L3*C.x}
speeds:                           # the analyst's choice; left out: chosen by operation count
  u1: dot(v(P1), B.x)
  u2: dot(w(B), N.z)
  u3: dot(w(C), N.z)
bodies:
  basket: {frame: B, center: Bo, mass: m_B, inertia: {zz: I_B}}
particles:
  caster: {at: P3, mass: m_C}
loads:
  push:  {force: F*B.x, at: P1}
  twist: {torque: tau*N.z, body: basket}
constraints:
  rear_wheels:   {motion: "dot(v(P1), B.y)"}                        # = 0, always
  front_wheel:   {motion: "dot(v(P3), C.y)"}
  caster_sticks: {motion: "dot(w(C) - w(B), N.z)", active: false}   # comes and goes
handles:
  grip: {at: P1, frame: B}
initial: {q4: 20 deg, u1: 0.5}
`;

export const textMessage = (): TextMessage => ({
  type: 'text', generation: 1, text: modelText, file: 'shopping_cart.yaml', state: 'running', running_since: '14:02:11', saved: '14:02:11', origin: 'file', mistakes: [],
});
