// SPDX-License-Identifier: Apache-2.0
// How many decimals the quantities of a model have: the same for all times, so that no number jitters, and so many that those of a
// small mechanism are not all zeros.
import { decimalsFor, prettyUnit } from '../format.ts';
import type { AdjustableInfo, Hello, ValueInfo } from '../protocol/messages.ts';

const MOST = 12;
const SERVO_SECONDS = 1e-5; // computing times

// Sizes for which the usual decimals of a unit are meant; 1 for all others.
const USUAL_SIZE: Record<string, number> = { N: 10, kg: 10 };

interface Scales {
  mass: number;
  length: number;
  time: number;
}

// Mass, length and time in SI units that make up a unit: its powers of them.
const POWERS: Record<string, [number, number, number]> = {
  kg: [1, 0, 0], m: [0, 1, 0], s: [0, 0, 1], N: [1, 1, -2], J: [1, 2, -2], W: [1, 2, -3], Pa: [1, -1, -2], Hz: [0, 0, -1], rad: [0, 0, 0], '1': [0, 0, 0],
};

// Of the mechanism: its heaviest parameter, or a body of its size that is lighter than water; the time that gravity takes over its
// length, or a second.
export function scalesOf({ world, parameters }: Pick<Hello, 'world' | 'parameters'>): Scales {
  const length = world?.size > 0 ? world.size : 1;
  const masses = (parameters ?? []).filter((p) => p.unit === 'kg').map((p) => Math.abs(p.default)).filter((m) => m > 0);
  const gravity = Math.hypot(...(world?.gravity ?? [0, 0, 0]));
  return { mass: masses.length > 0 ? Math.max(...masses) : 10 * length ** 3, length, time: gravity > 0 ? Math.sqrt(length / gravity) : 1 };
}

// What a quantity of the unit measures in a mechanism of these scales; undefined for units that are not made of them.
export function typicalSize(unit: string, { mass, length, time }: Scales): number | undefined {
  let size = 1;
  let sign = 1;
  for (const part of prettyUnit(unit).match(/[·/]|[^·/]+/g) ?? []) {
    if (part === '·') continue; // a*b/c*d is (a b d)/c only where the file says so: a slash divides by the next factor alone
    if (part === '/') { sign = -1; continue; }
    const [, name, power] = /^([A-Za-z1]+)([⁻⁰¹²³⁴⁵⁶⁷⁸⁹]*)$/.exec(part) ?? [];
    const powers = name === undefined ? undefined : POWERS[name];
    if (powers === undefined) return undefined;
    const n = sign * (power === '' ? 1 : Number([...power!].map((c) => (c === '⁻' ? '-' : String('⁰¹²³⁴⁵⁶⁷⁸⁹'.indexOf(c)))).join('')));
    size *= mass ** (n * powers[0]) * length ** (n * powers[1]) * time ** (n * powers[2]);
    sign = 1;
  }
  return size;
}

function decimalsOfSize(unit: string, size: number | undefined): number {
  const usual = decimalsFor(unit);
  if (size === undefined || !(size > 0) || !Number.isFinite(size)) return usual;
  const orders = Math.log10(size / (USUAL_SIZE[prettyUnit(unit)] ?? 1));
  if (orders < -1) return Math.min(MOST, usual + Math.ceil(-orders - 1 - 1e-9));
  return Math.max(0, usual - Math.max(0, Math.floor(orders + 1e-9) - 2));
}

export function decimalsOfUnit(unit: string, hello: Pick<Hello, 'world' | 'parameters'>): number {
  return decimalsOfSize(unit, typicalSize(unit, scalesOf(hello)));
}

// Fills in what the server left open: parameters and inputs by their own sizes, all others by that of the mechanism.
export function fillDecimals(hello: Hello): void {
  const scales = scalesOf(hello);
  const own = new Map<ValueInfo, AdjustableInfo>();
  for (const info of [...hello.parameters, ...hello.inputs]) {
    const value = hello.values[info.value];
    if (value !== undefined) own.set(value, info);
  }
  for (const value of hello.values) {
    if (value.decimals !== undefined) continue;
    const adjustable = own.get(value);
    if (adjustable !== undefined && adjustable.default !== 0) value.decimals = decimalsFor(value.unit, Math.abs(adjustable.default));
    else value.decimals = decimalsOfSize(value.unit, value.kind === 'servo' && value.unit === 's' ? SERVO_SECONDS : typicalSize(value.unit, scales));
  }
}
