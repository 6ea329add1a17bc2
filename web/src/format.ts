// SPDX-License-Identifier: Apache-2.0
// Numbers and units as text: a true minus, a fixed number of decimals per quantity, no jitter.

const MINUS = '\u2212';
const SUPERSCRIPTS = '⁰¹²³⁴⁵⁶⁷⁸⁹';

export function superscript(n: number): string {
  return (n < 0 ? '⁻' : '') + String(Math.abs(n)).split('').map((d) => SUPERSCRIPTS[Number(d)]).join('');
}

const MOST_DECIMALS = 100; // toFixed refuses more

export function fixed(x: number, decimals: number): string {
  if (!Number.isFinite(x)) return '–';
  const text = Math.abs(x).toFixed(Math.min(MOST_DECIMALS, decimals));
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

// Digits behind the point for numbers up to a size: three or four digits count.
export function digitsAfterPoint(size: number): number {
  return size > 1e-12 ? digitsOfAnySize(size) : 2;
}

export function digitsOfAnySize(size: number): number {
  const order = Math.floor(Math.log10(size));
  return order >= 0 ? Math.max(0, Math.min(2, 3 - order)) : 2 - order;
}

// A size far from one is written with a power of ten: 4·10⁻⁹.
export function compact(x: number, digits = 1): string {
  if (!Number.isFinite(x)) return '–';
  if (x === 0) return '0';
  const size = Math.abs(x);
  if (size >= 1e-2 && Math.round(size) < 1e5) return fixed(x, Math.max(0, 3 - Math.max(0, Math.floor(Math.log10(size)) + 1)));
  // 9.96 with one digit is 10: one power more.
  const [whole, exponent] = x.toExponential(digits - 1).split('e') as [string, string];
  const mantissa = whole.replace('-', MINUS);
  const power = Number(exponent);
  return `${mantissa}·10${superscript(power)}`;
}

const PREFIXED = new Set(['N', 'N·m', 'J', 'W', 'm', 'm/s', 'm/s²', 's', 'N/m']);
const PREFIXES: Record<number, string> = { '-9': 'n', '-6': 'µ', '-3': 'm', 0: '', 3: 'k', 6: 'M', 9: 'G' };

export interface Scaled {
  factor: number; // by which a number in the unit is multiplied
  unit: string;
  decimals: number;
}

// Leading zeros behind the point become a prefix: 0.000012 N is 12 µN. Decimals belong to a quantity, not to one
// number, and so does the prefix.
export function scaledUnit(unit: string, decimals: number): Scaled {
  const pretty = prettyUnit(unit);
  const thousands = PREFIXED.has(pretty) ? Math.min(3, Math.floor((decimals - 1) / 3)) : 0;
  if (thousands <= 0 || decimals < decimalsFor(unit) + 2) return { factor: 1, unit: pretty, decimals };
  return { factor: 1000 ** thousands, unit: PREFIXES[-3 * thousands]! + pretty, decimals: decimals - 3 * thousands };
}

// `before` is what the same place showed last: a number that moves about a limit keeps its prefix.
export function quantity(x: number, unit: string, decimals?: number, before = ''): string {
  const scaled = scaledUnit(unit, decimals ?? decimalsFor(unit, Math.abs(x)));
  if (scaled.factor === 1 && Number.isFinite(x)) {
    const shown = Number(fixed(Math.abs(x), scaled.decimals)); // 99999.6 N is not 100000 N beside 100.0 kN
    const power = prefixPower(before, scaled.unit);
    const isLarge = shown >= limitOf(scaled.unit) || (power > 0 && shown >= 0.5 * LARGE);
    if (isLarge) return largeQuantity(x, scaled.unit, power);
  }
  const text = scaled.factor === 1 && scaled.decimals > 6 ? compact(x, 3) : fixed(scaled.factor * x, scaled.decimals);
  return scaled.unit === '' ? text : `${text} ${scaled.unit}`;
}

const LARGE = 1e5; // from here numbers need a prefix or a power of ten
const LARGE_COUNT = 1e9; // counters and angles have digits that are read one by one

const limitOf = (unit: string) => (unit === '' || unit === 'rad' ? LARGE_COUNT : LARGE);

// The power of ten of the prefix that a text has before its unit; 0 for none.
function prefixPower(text: string, unit: string): number {
  return PREFIXED.has(unit) ? [3, 6, 9].find((power) => text.endsWith(` ${PREFIXES[power]}${unit}`)) ?? 0 : 0;
}

// Nobody counts the digits of 181383401426 N: it is 181.4 GN.
// Four digits are rounded to first: 999999.6 N is 1.000 MN. A prefix that was there stays down to half of its limit.
function largeQuantity(x: number, unit: string, before: number): string {
  const size = Number(Math.abs(x).toPrecision(4));
  const own = Math.min(9, 3 * Math.floor(Math.log10(size) / 3 + 1e-9));
  const power = before > own && size >= 0.5 * 10 ** before ? before : own;
  const scaled = size / 10 ** power;
  if (!PREFIXED.has(unit) || unit === 's' || scaled >= LARGE) return `${compact(x, 3)} ${unit}`.trim();
  const decimals = Math.max(0, Math.min(3, 3 - Math.floor(Math.log10(scaled) + 1e-9)));
  return `${fixed(Math.sign(x) * scaled, decimals)} ${PREFIXES[power]}${unit}`;
}

// A name that is too long keeps its beginning and its end, which tell names of one family apart.
export function shortened(name: string, most: number): string {
  if (name.length <= most) return name;
  const end = Math.floor((most - 1) / 2);
  return `${name.slice(0, most - 1 - end)}…${name.slice(-end)}`;
}

// For an axis: the power of ten that its numbers leave out, so that they are short, and the unit with it.
export function axisPower(low: number, high: number): number {
  const size = Math.max(Math.abs(low), Math.abs(high));
  return !(size > 0) || (size >= 5e-3 && size < 1e4) ? 0 : Math.max(-12, Math.min(12, 3 * Math.floor(Math.log10(size) / 3 + 1e-9)));
}

export function axisUnit(unit: string, power: number): string {
  const pretty = prettyUnit(unit);
  if (power === 0) return pretty;
  return PREFIXED.has(pretty) && PREFIXES[power] !== undefined ? PREFIXES[power] + pretty : `10${superscript(power)} ${pretty}`.trim();
}

// A length of a scale or a step, with as many digits as it has: 0.5 m, 2 mm, 20 km.
export function roundNumber(x: number, unit: string): string {
  const size = Math.abs(x);
  const power = size === 0 || (size >= 0.01 && size < 1e4) ? 0 : Math.max(-9, Math.min(9, 3 * Math.floor(Math.log10(size) / 3 + 1e-9)));
  return `${Number((x / 10 ** power).toPrecision(3))} ${PREFIXES[power]}${unit}`;
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

// Two digits or more, with the prefix that they need; nothing for what rounding leaves.
export function energyText(joules: number): string {
  const size = Math.abs(joules);
  if (size < 5e-11) return '';
  if (size >= 1e5) return `${compact(joules, 2)} J`;
  const power = size >= 1 ? 0 : size >= 1e-3 ? -3 : size >= 1e-6 ? -6 : -9;
  const x = joules / 10 ** power;
  return `${fixed(x, power === 0 ? 2 : Math.abs(x) < 9.95 ? 1 : 0)} ${PREFIXES[power]}J`;
}

export function microseconds(seconds: number): string {
  const us = 1e6 * seconds;
  return us < 1000 ? `${fixed(us, us < 100 ? 1 : 0)} µs` : `${fixed(us / 1000, 1)} ms`;
}

// The limits of a bin of computing times: bins double, from 1 microsecond.
export function binText(bin: number, count: number): string {
  const limit = (k: number) => (2 ** k < 1000 ? `${2 ** k} µs` : `${Math.round(2 ** k / 1000)} ms`);
  if (bin === 0) return `below ${limit(0)}`;
  return bin === count - 1 ? `${limit(bin - 1)} or more` : `${limit(bin - 1)} to ${limit(bin)}`;
}

// 12726 as 12 726, with narrow spaces that do not break.
export function grouped(n: number): string {
  return Math.round(n).toString().replace(/\B(?=(\d{3})+$)/g, '\u202f');
}

const SPOKEN: Record<string, string> = {
  kg: 'kilograms', m: 'metres', N: 'newtons', 'N·m': 'newton metres', rad: 'radians', s: 'seconds', 'kg·m²': 'kilogram square metres', 'm/s': 'metres per second', J: 'joules',
};

export function spokenUnit(unit: string): string {
  const pretty = prettyUnit(unit);
  return SPOKEN[pretty] ?? pretty;
}

export function spoken(x: number, unit: string): string {
  return `${Number(x.toPrecision(4))} ${spokenUnit(unit)}`.trim();
}

// Words of the program with a true minus before numbers, and files without their folders.
export function trueMinus(text: string): string {
  return text.replace(/(^|\s)\/\S*\/(?=[^/\s]+:[\d\s])/g, '$1').replace(/(^|[\s(=])-(?=\d)/g, '$1\u2212');
}

export function csvField(text: string): string {
  return /[",\n\r]/.test(text) ? `"${text.replace(/"/g, '""')}"` : text;
}
