// SPDX-License-Identifier: Apache-2.0
// For development only: the description of the shopping cart, its values and its symbols.
import type { Hello, SymbolInfo, ValueInfo, Vec3 } from '../src/protocol/messages.ts';
import { cartShapes } from './cart_shapes.ts';
import { parameters } from './cart_physics.ts';

export class Values {
  readonly list: ValueInfo[] = [];
  private readonly places = new Map<string, number>();

  add(name: string, kind: string, unit: string, meaning = '', decimals?: number): number {
    this.places.set(name, this.list.length);
    this.list.push({ name, kind, unit, meaning, ...(decimals === undefined ? {} : { decimals }) });
    return this.list.length - 1;
  }

  vector(name: string, unit: string): Vec3 {
    return ['x', 'y', 'z'].map((axis) => this.add(`${name}.${axis}`, 'component', unit)) as Vec3;
  }

  place(name: string): number {
    const place = this.places.get(name);
    if (place === undefined) throw new Error(`no value ${name}`);
    return place;
  }
}

const units: Record<string, string> = { m_B: 'kg', m_C: 'kg', I_B: 'kg·m²', L1: 'm', L2: 'm', L3: 'm' };
const meanings: Record<string, string> = {
  m_B: 'mass of the basket', m_C: 'mass of the caster', I_B: 'inertia of the basket about z', L1: 'distance from P1 to Bo',
  L2: 'distance from P1 to P2', L3: 'trail of the caster', F: 'push along the basket', tau: 'torque on the basket',
  q1: 'place of P1 along x', q2: 'place of P1 along y', q3: 'heading of the basket', q4: 'angle of the caster in the basket',
  u1: 'forward speed of P1', u2: 'rate of turn of the basket', u3: 'rate of turn of the caster',
};
const latex: Record<string, string> = {
  m_B: 'm_{B}', m_C: 'm_{C}', I_B: 'I_{B}', L1: 'L_{1}', L2: 'L_{2}', L3: 'L_{3}', F: 'F', tau: '\\tau', q1: 'q_{1}', q2: 'q_{2}', q3: 'q_{3}', q4: 'q_{4}',
  u1: 'u_{1}', u2: 'u_{2}', u3: 'u_{3}',
};

function addValues(v: Values): void {
  ['q1', 'q2'].forEach((n) => v.add(n, 'coordinate', 'm', meanings[n], 3));
  ['q3', 'q4'].forEach((n) => v.add(n, 'coordinate', 'rad', meanings[n], 3));
  v.add('u1', 'speed', 'm/s', meanings.u1, 3);
  ['u2', 'u3'].forEach((n) => v.add(n, 'speed', 'rad/s', meanings[n], 3));
  ["u1'", "u2'", "u3'"].forEach((n, i) => v.add(n, 'acceleration', i === 0 ? 'm/s²' : 'rad/s²', `rate of u${i + 1}`, 3));
  for (const n of Object.keys(parameters)) v.add(n, 'parameter', units[n]!, meanings[n], n.startsWith('L') ? 3 : n === 'm_B' ? 1 : 2);
  v.add('F', 'input', 'N', meanings.F, 1);
  v.add('tau', 'input', 'N·m', meanings.tau, 1);
  v.add('h1', 'hand', 'N', 'force of the hand along u1', 1);
  v.add('h2', 'hand', 'N·m', 'torque of the hand along u2', 2);
  v.add('rear_wheels', 'constraint_force', 'N', 'force of rear_wheels', 1);
  v.add('front_wheel', 'constraint_force', 'N', 'force of front_wheel', 1);
  v.add('caster_sticks', 'constraint_force', 'N·m', 'torque of caster_sticks', 2);
  for (const n of ['start', 'kinetic', 'potential', 'unexplained']) v.add(`energy.${n}`, 'energy', 'J', n, 3);
  for (const n of ['hand', 'inputs', 'parameters', 'impacts']) v.add(`energy.${n}`, 'energy', 'J', `energy through ${n}`, 3);
  for (const n of ['force', 'torque', 'point', 'target']) v.vector(`hand.${n}`, n === 'force' ? 'N' : n === 'torque' ? 'N·m' : 'm');
  v.add('hand', 'hand', 'N', 'force of the hand', 1);
  v.add('stiffness', 'component', 'N/m');
  v.add('damping', 'component', 'N·s/m');
  for (const n of ['push', 'twist', 'rear', 'front', 'sticks']) v.vector(`arrow.${n}`, 'N');
  for (const n of ['median', 'p99', 'late', 'ticks', 'missed', 'guard', 'lag']) v.add(`servo.${n}`, 'servo', 's');
  for (let k = 0; k < 10; ++k) v.add(`servo.bin${k}`, 'servo', '');
}

function symbols(v: Values): SymbolInfo[] {
  const kinds = new Map(v.list.map((value) => [value.name, value]));
  const list: SymbolInfo[] = Object.keys(latex).map((name) => ({
    name, latex: latex[name]!, kind: kinds.get(name)!.kind, unit: kinds.get(name)!.unit, meaning: meanings[name],
    value: v.place(name), line: name.startsWith('q') ? 7 : name === 'F' || name === 'tau' ? 6 : name.startsWith('u') ? 17 : 5, poses: [0], points: [], arrows: [],
  }));
  for (const symbol of list) {
    if (symbol.name === 'q4' || symbol.name === 'u3' || symbol.name === 'm_C') symbol.poses = [1];
    if (symbol.name === 'q4') { symbol.line = 11; symbol.points = [1, 2]; }
    if (symbol.name.startsWith('L')) symbol.points = symbol.name === 'L3' ? [1, 2] : [0, 1];
  }
  ['1', '2', '3'].forEach((n) => list.push({
    name: `u${n}'`, latex: `\\dot{u}_{${n}}`, kind: 'rate', unit: n === '1' ? 'm/s²' : 'rad/s²', meaning: `rate of u${n}`, value: v.place(`u${n}'`), line: 17, poses: [0],
  }));
  ['1', '2', '3', '4'].forEach((n) => list.push({
    name: `q${n}'`, latex: `\\dot{q}_{${n}}`, kind: 'rate', unit: n < '3' ? 'm/s' : 'rad/s', meaning: `rate of q${n}`, value: -1, line: 7, poses: [0],
  }));
  ['1', '2'].forEach((n) => list.push({
    name: `h${n}`, latex: `h_{${n}}`, kind: 'hand', unit: n === '1' ? 'N' : 'N·m', meaning: v.list[v.place(`h${n}`)]!.meaning, value: v.place(`h${n}`), line: 0,
  }));
  return list;
}

export function cartHello(): { hello: Hello; values: Values } {
  const v = new Values();
  addValues(v);
  const three = (name: string): Vec3 => [v.place(`${name}.x`), v.place(`${name}.y`), v.place(`${name}.z`)];
  const list = symbols(v);
  const symbolOf = (name: string) => list.findIndex((s) => s.name === name);
  const hello: Hello = {
    type: 'hello', protocol: 1, generation: 1, viewer: 1, program: 'mock',
    model: { id: 'shopping_cart', name: 'shopping cart', file: 'shopping_cart.yaml', source: 'Gillespie, "Kane\'s equations for haptic display of multibody systems", example 3', can_save: true },
    world: { up: [0, 0, 1], gravity: [0, 0, 0], size: 1.6, center: [0.4, 0, 0.45], ground: 0 },
    values: v.list,
    poses: [{ name: 'basket', frame: 'B', point: 'Bo' }, { name: 'caster', frame: 'C', point: 'P3' }, { name: 'left wheel' }, { name: 'right wheel' }, { name: 'grip', frame: 'B' }],
    points: [{ name: 'P1' }, { name: 'P2' }, { name: 'P3' }],
    bodies: [{ name: 'basket', pose: 0, can_be_held: true }, { name: 'caster', pose: 1, can_be_held: true }],
    shapes: cartShapes(), meshes: [],
    handles: [{ name: 'grip', pose: 4, body: 'basket', directions: 3, turns: false }],
    traces: [{ point: 0, name: 'P1' }, { point: 2, name: 'P3' }],
    arrows: [
      { name: 'push', label: 'push F', kind: 'load', type: 'force', point: 0, vector: three('arrow.push'), value: v.place('F') },
      { name: 'twist', label: 'twist τ', kind: 'load', type: 'torque', point: 0, vector: three('arrow.twist'), value: v.place('tau') },
      { name: 'rear_wheels', kind: 'constraint', type: 'force', point: 0, vector: three('arrow.rear'), value: v.place('rear_wheels'), row: 0 },
      { name: 'front_wheel', kind: 'constraint', type: 'force', point: 2, vector: three('arrow.front'), value: v.place('front_wheel'), row: 1 },
      { name: 'caster_sticks', kind: 'constraint', type: 'torque', point: 1, vector: three('arrow.sticks'), value: v.place('caster_sticks'), row: 2 },
    ],
    parameters: Object.entries(parameters).map(([name, value]) => ({
      name, value: v.place(name), unit: units[name]!, meaning: meanings[name], default: value, range: [value / 4, value * 2.2] as [number, number], symbol: symbolOf(name),
    })),
    inputs: [
      { name: 'F', value: v.place('F'), unit: 'N', meaning: meanings.F, default: 0, range: [-20, 20], symbol: symbolOf('F') },
      { name: 'tau', value: v.place('tau'), unit: 'N·m', meaning: meanings.tau, default: 0, range: [-10, 10], symbol: symbolOf('tau') },
    ],
    constraints: [
      { name: 'rear_wheels', meaning: 'P1 does not slip sideways', kind: 'built_in', rows: [0], unit: 'N', force: v.place('rear_wheels') },
      { name: 'front_wheel', meaning: 'P3 does not slip sideways', kind: 'always', rows: [1], unit: 'N', force: v.place('front_wheel') },
      { name: 'caster_sticks', meaning: 'C turns with B', kind: 'switchable', rows: [2], unit: 'N·m', force: v.place('caster_sticks') },
    ],
    contacts: [],
    ledger: [
      { value: v.place('energy.hand'), name: 'hand', sign: 1, in: 'brought in by the hand', out: 'taken out by the hand', colour: 'hand' },
      { value: v.place('energy.inputs'), name: 'loads', sign: 1, in: 'brought in by loads', out: 'taken out by loads', colour: 'load' },
      { value: v.place('energy.parameters'), name: 'parameters', sign: 1, in: 'brought in by changes', out: 'taken out by changes', colour: 'lost' },
      { value: v.place('energy.impacts'), name: 'impacts', sign: -1, in: 'won in impacts', out: 'lost in impacts', colour: 'impact' },
    ],
    stored: { start: v.place('energy.start'), kinetic: v.place('energy.kinetic'), potential: v.place('energy.potential'), unexplained: v.place('energy.unexplained') },
    hand: { force: three('hand.force'), torque: three('hand.torque'), point: three('hand.point'), target: three('hand.target'), magnitude: v.place('hand'), stiffness: v.place('stiffness'), damping: v.place('damping') },
    servo: {
      rate: 1000, compute_median: v.place('servo.median'), compute_p99: v.place('servo.p99'), late_p99: v.place('servo.late'), ticks: v.place('servo.ticks'), missed: v.place('servo.missed'),
      guard: v.place('servo.guard'), lag: v.place('servo.lag'), histogram: Array.from({ length: 10 }, (_, k) => v.place(`servo.bin${k}`)),
    },
    symbols: list,
    plots: [
      { title: 'forces', values: [v.place('hand'), v.place('rear_wheels'), v.place('front_wheel')] },
      { title: 'speeds', values: [v.place('u1'), v.place('u2'), v.place('u3')] },
    ],
    first_plots: ['forces', 'speeds'],
    speeds_of_time: [0.1, 0.25, 0.5, 1, 2],
    events: { first: 1, last: 0, gone: 0 },
  };
  return { hello, values: v };
}
