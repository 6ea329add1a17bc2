// SPDX-License-Identifier: Apache-2.0
// Numbers and units as text: a true minus, a fixed number of decimals per quantity, no jitter.

const MINUS = '\u2212';
const SUPERSCRIPTS = '⁰¹²³⁴⁵⁶⁷⁸⁹';

export function superscript(n: number): string {
  return (n < 0 ? '⁻' : '') + String(Math.abs(n)).split('').map((d) => SUPERSCRIPTS[Number(d)]).join('');
}

export function fixed(x: number, decimals: number): string {
  if (!Number.isFinite(x)) return '–';
  const text = Math.abs(x).toFixed(decimals);
  const isZero = Number(text) === 0;
  return (x < 0 && !isZero ? MINUS : '') + text;
}

const DECIMALS: Record<string, number> = {
  N: 1, 'N·m': 2, 'm/s': 2, 'rad/s': 2, m: 3, rad: 3, kg: 2, 'kg·m²': 2, J: 3, W: 1, s: 3, 'm/s²': 2, 'rad/s²': 2,
};

export function decimalsFor(unit: string, size = 1): number {
  const usual = DECIMALS[prettyUnit(unit)] ?? 3;
  if (size > 0 && size < 0.1) return Math.min(9, usual + Math.ceil(-Math.log10(size)) - 1);
  if (size >= 10000) return 0;
  if (size >= 100) return Math.min(usual, 4 - Math.floor(Math.log10(size))); // five digits are enough to tell values apart
  return usual;
}

// A size far from one is written with a power of ten: 4·10⁻⁹.
export function compact(x: number, digits = 1): string {
  if (!Number.isFinite(x)) return '–';
  if (x === 0) return '0';
  const size = Math.abs(x);
  if (size >= 1e-2 && size < 1e5) return fixed(x, Math.max(0, 3 - Math.max(0, Math.floor(Math.log10(size)) + 1)));
  const power = Math.floor(Math.log10(size));
  const mantissa = (x / 10 ** power).toFixed(digits - 1).replace('-', MINUS);
  return `${mantissa}·10${superscript(power)}`;
}

export function quantity(x: number, unit: string, decimals?: number): string {
  const text = fixed(x, decimals ?? decimalsFor(unit, Math.abs(x)));
  return prettyUnit(unit) === '' ? text : `${text} ${prettyUnit(unit)}`;
}

const prettyUnits = new Map<string, string>(); // a run has few units, and writes them many times a second

// kg*m^2 of the model file becomes kg·m².
export function prettyUnit(unit: string): string {
  let pretty = prettyUnits.get(unit);
  if (pretty === undefined) {
    pretty = makePretty(unit);
    prettyUnits.set(unit, pretty);
  }
  return pretty;
}

function makePretty(unit: string): string {
  if (unit === '1') return '';
  return unit.replace(/\/s\/s/g, '/s^2').replace(/\*/g, '·').replace(/\^(-?\d+)/g, (_, n: string) => superscript(Number(n)));
}

export function energyText(joules: number): string {
  return Math.abs(joules) < 1 ? `${fixed(1000 * joules, Math.abs(joules) < 0.001 ? 3 : 0)} mJ` : `${fixed(joules, 2)} J`;
}

export function microseconds(seconds: number): string {
  const us = 1e6 * seconds;
  return us < 1000 ? `${fixed(us, us < 100 ? 1 : 0)} µs` : `${fixed(us / 1000, 1)} ms`;
}

// 12726 as 12 726, with narrow spaces that do not break.
export function grouped(n: number): string {
  return Math.round(n).toString().replace(/\B(?=(\d{3})+$)/g, '\u202f');
}

const SPOKEN: Record<string, string> = {
  kg: 'kilograms', m: 'metres', N: 'newtons', 'N·m': 'newton metres', rad: 'radians', s: 'seconds', 'kg·m²': 'kilogram square metres', 'm/s': 'metres per second', J: 'joules',
};

export function spoken(x: number, unit: string): string {
  const pretty = prettyUnit(unit);
  return `${Number(x.toPrecision(4))} ${SPOKEN[pretty] ?? pretty}`.trim();
}

// Words of the program with a true minus before numbers, and files without their folders.
export function trueMinus(text: string): string {
  return text.replace(/(^|\s)\/\S*\/(?=[^/\s]+:\d)/g, '$1').replace(/(^|[\s(=])-(?=\d)/g, '$1\u2212');
}

export function csvField(text: string): string {
  return /[",\n\r]/.test(text) ? `"${text.replace(/"/g, '""')}"` : text;
}
