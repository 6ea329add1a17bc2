// SPDX-License-Identifier: Apache-2.0
// The energy books: what came in and what became of it, as two bars of one scale and as numbers.
import { h, replaceChildren, setText } from '../dom.ts';
import { axisPower, axisUnit, compact, digitsOfAnySize, fixed, scaledUnit, type Scaled } from '../format.ts';
import type { Snapshot } from '../protocol/snapshot.ts';
import type { Run } from '../run/run.ts';
import { scalesOf, typicalSize } from '../run/decimals.ts';
import { panel, type Panel, type Updates } from './panel.ts';

interface Entry {
  label: string;
  colour: string;
  joules: number;
  isIn: boolean;
}

// `smallest`, in J: less would be written as zero.
export function booksOf(run: Run, snapshot: Snapshot, seen: Set<string>, smallest = 5e-4): Entry[] {
  const { ledger, stored } = run.hello!;
  const entries: Entry[] = [];
  if (stored) {
    const start = snapshot.values[stored.start]!;
    entries.push({ label: 'at the start', colour: 'lost', joules: Math.abs(start), isIn: start >= 0 });
  }
  const moved = ledger.map((entry) => {
    const joules = entry.sign * snapshot.values[entry.value]!;
    const isIn = joules >= 0 ? true : false;
    const label = isIn ? entry.in : entry.out;
    if (Math.abs(joules) >= smallest) seen.add(label);
    return { label, colour: entry.colour, joules: Math.abs(joules), isIn };
  });
  entries.push(...moved.filter((e) => e.isIn && seen.has(e.label)));
  if (stored) {
    const kinetic = snapshot.values[stored.kinetic]!;
    const potential = snapshot.values[stored.potential]!;
    entries.push({ label: 'kinetic, now', colour: 'kinetic', joules: kinetic, isIn: false });
    if (potential !== 0) entries.push({ label: 'potential, now', colour: 'potential', joules: Math.abs(potential), isIn: potential < 0 });
  }
  entries.push(...moved.filter((e) => !e.isIn && seen.has(e.label)));
  return entries;
}

const MOST_DECIMALS = 15; // nanojoules with six

// The largest energy so far has three digits or more: books of a small mechanism are not all zeros. What is nothing
// beside the energies that are typical of the mechanism is left by rounding, and stays zero.
export function energyScale(largest: number, typical: number): Scaled {
  const power = largest >= 1e4 ? axisPower(0, largest) : 0;
  if (power > 0) return { factor: 10 ** -power, unit: axisUnit('J', power), decimals: 3 };
  const digits = largest > 1e-9 * typical ? digitsOfAnySize(largest) : 0;
  return scaledUnit('J', Math.min(MOST_DECIMALS, Math.max(3, digits)));
}

export class EnergyPanel implements Updates {
  readonly panel: Panel = panel('energy', 'Energy');
  private readonly barIn = h('span', { class: 'bar' });
  private readonly barOut = h('span', { class: 'bar' });
  private readonly list = h('dl', { class: 'energy-list' });
  private readonly unexplained = h('dd', { class: 'number' });
  private shape = '';
  private scale: Scaled = scaledUnit('J', 3);
  private largest = 0; // in J
  private typical = 1; // energy of the mechanism, in J
  private readonly seen = new Set<string>();
  private numbers: HTMLElement[] = [];
  private pieces: HTMLElement[] = [];

  constructor(private readonly run: Run) {
    const bars = h('div', { class: 'energy-bars', role: 'img', 'aria-label': 'energy that came in, and what became of it' },
      h('span', { class: 'note' }, 'in'), this.barIn, h('span', { class: 'note' }, 'out'), this.barOut);
    this.panel.body.append(bars, this.list);
    run.on('hello', (hello) => {
      this.shape = '';
      this.seen.clear();
      this.largest = 0;
      this.typical = typicalSize('J', scalesOf(hello)) ?? 1;
      this.panel.root.hidden = hello.stored === undefined && hello.ledger.length === 0;
    });
  }

  update(): void {
    const snapshot = this.run.shown;
    if (snapshot === null || this.panel.root.hidden) return;
    this.rescale(snapshot);
    const { factor, decimals } = this.scale;
    const smallest = (0.5 * 10 ** -decimals) / factor;
    const books = booksOf(this.run, snapshot, this.seen, smallest);
    const shape = books.map((e) => `${e.label}${e.isIn}`).join('|');
    if (shape !== this.shape) this.rebuild(books, shape);
    const total = Math.max(sum(books, true), sum(books, false), smallest);
    books.forEach((entry, k) => {
      setText(this.numbers[k]!, fixed(factor * entry.joules, decimals));
      this.pieces[k]!.style.width = `${(100 * entry.joules) / total}%`;
    });
    const place = this.run.hello!.stored?.unexplained;
    if (place !== undefined) setText(this.unexplained, compact(factor * snapshot.values[place]!));
  }

  private rescale(snapshot: Snapshot): void {
    const { stored, ledger } = this.run.hello!;
    const places = [...(stored === undefined ? [] : [stored.start, stored.kinetic, stored.potential]), ...ledger.map((e) => e.value)];
    for (const place of places) this.largest = Math.max(this.largest, Math.abs(snapshot.values[place]!) || 0);
    this.scale = energyScale(this.largest, this.typical);
    setText(this.panel.note, this.scale.unit);
  }

  private rebuild(books: Entry[], shape: string): void {
    this.shape = shape;
    this.numbers = books.map(() => h('dd', { class: 'number' }));
    this.pieces = books.map((e) => h('span', { class: `piece c-${e.colour}` }));
    replaceChildren(this.barIn, ...this.pieces.filter((_, k) => books[k]!.isIn));
    replaceChildren(this.barOut, ...this.pieces.filter((_, k) => !books[k]!.isIn));
    const rows = (isIn: boolean) => books.flatMap((e, k) => (e.isIn === isIn ? [h('dt', {}, h('i', { class: `dot c-${e.colour}` }), e.label), this.numbers[k]!] : []));
    replaceChildren(this.list, ...rows(true), h('span', { class: 'rule' }), ...rows(false), h('dt', { class: 'note' }, 'not explained'), this.unexplained);
  }
}

function sum(books: Entry[], isIn: boolean): number {
  return books.reduce((total, e) => (e.isIn === isIn ? total + Math.abs(e.joules) : total), 0);
}
