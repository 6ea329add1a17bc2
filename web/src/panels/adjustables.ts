// SPDX-License-Identifier: Apache-2.0
// Parameters and inputs: sliders with units, live while the model runs.
import { visibleLength } from '../equations/loosen.ts';
import { renderInto } from '../equations/typeset.ts';
import { h, replaceChildren, setAttribute, setText } from '../dom.ts';
import { scalesOf, typicalSize } from '../run/decimals.ts';
import { niceStep } from '../scene/ground.ts';
import { compact, decimalsFor, fixed, prettyUnit, shortened, spoken } from '../format.ts';
import type { AdjustableInfo, Hello } from '../protocol/messages.ts';
import type { Run } from '../run/run.ts';
import { panel, type Panel, type Updates } from './panel.ts';

type Range = [number, number];

interface Row {
  info: AdjustableInfo;
  slider: HTMLInputElement;
  number: HTMLElement;
  field: HTMLInputElement;
  decimals: number;
  first: Range; // of the slider, before values beyond it came
  range: Range;
  isHeld: boolean; // by a pointer, under which the ends stay
  lastTouch: number;
  written: number; // the value that is on screen; NaN: none of a snapshot
}

const LONGEST_SYMBOL = 10; // letters for which there is room beside a slider
const LONGEST_NAME = 12;
const HOLD_MS = 400; // a slider that was just moved is not moved back by an older snapshot

export class AdjustablesPanel implements Updates {
  readonly panel: Panel;
  private rows: Row[] = [];

  constructor(private readonly run: Run, private readonly kind: 'parameter' | 'input') {
    const defaults = h('button', { class: 'quiet', type: 'button', onclick: () => this.takeDefaults() }, 'Defaults');
    this.panel = kind === 'parameter' ? panel('parameters', 'Parameters', defaults) : panel('inputs', 'Inputs');
    run.on('hello', (hello) => this.build(kind === 'parameter' ? hello.parameters : hello.inputs));
  }

  update(): void {
    const snapshot = this.run.shown;
    if (snapshot === null) return;
    const now = performance.now();
    for (const row of this.rows) {
      const { info, slider, number, lastTouch } = row;
      if (now - lastTouch < HOLD_MS) continue;
      const value = snapshot.values[info.value]!;
      if (value === row.written) continue;
      row.written = value;
      if (!row.isHeld) setRange(row, rangeFor(row.first, row.range, value));
      this.show(row, value);
      if (Number.isFinite(value) && Number(slider.value) !== value) slider.value = String(value);
      setAttribute(slider, 'aria-valuetext', spoken(value, info.unit));
      setText(number, this.text(row, value));
    }
  }

  private show({ slider }: Row, value: number): void {
    const [low, high] = [Number(slider.min), Number(slider.max)];
    const part = high > low && Number.isFinite(value) ? (100 * (value - low)) / (high - low) : 0;
    slider.style.setProperty('--part', `${Math.min(100, Math.max(0, part))}%`);
  }

  // Far from one a number takes less room with a power of ten.
  private text({ info, decimals }: Row, value: number): string {
    const size = Math.abs(info.default);
    return size > 0 && (size < 1e-2 || size >= 1e5) ? compact(value, 2) : fixed(value, decimals);
  }

  private takeDefaults(): void {
    for (const { info } of this.rows) {
      if (this.run.latest?.values[info.value] !== info.default) void this.run.request({ type: this.kind, name: info.name, value: info.default });
    }
  }

  private send(row: Row, value: number): void {
    row.lastTouch = performance.now();
    row.written = NaN;
    this.show(row, value);
    setText(row.number, this.text(row, value));
    void this.run.request({ type: this.kind, name: row.info.name, value });
  }

  private build(list: AdjustableInfo[]): void {
    this.panel.root.hidden = list.length === 0;
    this.rows = [];
    replaceChildren(this.panel.body, h('div', { class: 'adjustables' }, ...list.map((info) => this.makeRow(info))));
  }

  private makeRow(info: AdjustableInfo): HTMLElement {
    const { hello } = this.run;
    const [low, high] = info.range ?? (this.kind === 'input' ? inputRange(info, hello!) : suggestedRange(info.default));
    const decimals = hello!.values[info.value]?.decimals ?? decimalsFor(info.unit, Math.abs(info.default));
    const symbol = info.symbol === undefined ? undefined : hello!.symbols[info.symbol];
    const name = h('span', { class: 'adjustable-name', title: `${info.name}: ${info.meaning ?? ''}` });
    const isLong = symbol !== undefined && visibleLength(symbol.latex) > LONGEST_SYMBOL;
    if (symbol === undefined || isLong || !renderInto(name, symbol.latex)) name.replaceChildren(h('span', { class: 'mono' }, shortened(info.name, LONGEST_NAME)));
    const slider = h('input', { type: 'range', 'aria-label': info.meaning || info.name, class: `slider ${this.kind}` });
    const number = h('button', { class: 'number edit', type: 'button', title: 'Type a value' });
    const field = h('input', { type: 'text', class: 'number-field', hidden: true, 'aria-label': `value of ${info.name}` });
    const ends: Range = [low, high];
    const row: Row = { info, slider, number, field, decimals, first: ends, range: ends, isHeld: false, lastTouch: 0, written: NaN };
    setRange(row, ends);
    slider.addEventListener('input', () => this.send(row, within(row.range, Number(slider.value))));
    slider.addEventListener('pointerdown', () => { row.isHeld = true; });
    const ending = () => { row.isHeld = false; };
    for (const end of ['pointerup', 'pointercancel', 'lostpointercapture']) slider.addEventListener(end, ending);
    number.addEventListener('click', () => this.edit(row));
    if (symbol !== undefined) {
      name.addEventListener('pointerenter', () => this.run.light(symbol, name));
      name.addEventListener('pointerleave', () => this.run.light(null, null));
    }
    if (this.kind === 'input' && low < 0 && high > 0) slider.classList.add('centred');
    this.rows.push(row);
    return h('div', { class: 'adjustable' }, name, slider, number, field, h('span', { class: 'unit' }, prettyUnit(info.unit)));
  }

  private edit(row: Row): void {
    const { field, number } = row;
    field.hidden = false;
    number.hidden = true;
    field.value = String(this.run.latest?.values[row.info.value] ?? '');
    field.focus();
    field.select();
    const end = (take: boolean) => {
      field.onblur = field.onkeydown = null;
      const value = typedNumber(field.value, row.info.unit);
      if (take && Number.isFinite(value)) this.send(row, value);
      else if (take && field.value.trim() !== '') this.run.emit('problem', { text: `${field.value.trim()} is not a number.`, hint: `${row.info.name} is as it was.` });
      field.hidden = true;
      number.hidden = false;
    };
    field.onblur = () => end(true);
    field.onkeydown = (e) => {
      e.stopPropagation();
      if (e.key !== 'Enter' && e.key !== 'Escape') return;
      e.preventDefault(); // Enter would press the button that gets the focus
      end(e.key === 'Enter');
      number.focus();
    };
  }
}

// As people write it: with a comma or a true minus, and with the unit behind it or without.
export function typedNumber(text: string, unit: string): number {
  const plain = text.replace(/\u2212/g, '-').replace(',', '.').trim();
  const ending = [unit, prettyUnit(unit)].find((u) => u !== '' && plain.endsWith(u)) ?? '';
  const digits = plain.slice(0, plain.length - ending.length).trim();
  return digits === '' ? NaN : Number(digits);
}

// Both directions: about as far as the weight of the mechanism, or, without gravity, as what moves it by its own size in a second.
export function inputRange(info: AdjustableInfo, hello: Pick<Hello, 'world' | 'parameters'>): Range {
  const typical = typicalSize(info.unit, scalesOf(hello));
  const isKnown = typical !== undefined && typical > 0 && Number.isFinite(typical);
  const most = info.default !== 0 ? 3 * Math.abs(info.default) : isKnown ? niceStep(typical) : 10;
  return [-most, most];
}

// A range that a value is within: zero stays in the middle where it was, and no positive range begins to have negative values.
export function widened([low, high]: Range, value: number): Range {
  if (!Number.isFinite(value) || (value >= low && value <= high)) return [low, high];
  const room = 0.5 * Math.abs(value);
  if (low === -high) {
    const most = -roundDown(-Math.abs(value) - room);
    return [-most, most];
  }
  return value > high ? [low, -roundDown(-value - room)] : [roundDown(value - room), high];
}

const MUCH_WIDER = 4;
const LARGEST = 1e300; // beyond it an end of a range would be infinite

// For a value that the server has confirmed: the first range as soon as the value is within it, else one about the
// value. A range that has the value already stays, unless it is so wide that the slider could not find the value.
export function rangeFor(first: Range, present: Range, value: number): Range {
  if (!(Math.abs(value) < LARGEST)) return present;
  const needed = widened(first, value);
  const isInFirst = value >= first[0] && value <= first[1];
  const isMuchWider = present[1] - present[0] > MUCH_WIDER * (needed[1] - needed[0]);
  return isInFirst || isMuchWider || within(present, value) !== value ? needed : present;
}

function within([low, high]: Range, value: number): number {
  return Math.min(high, Math.max(low, value));
}

// Two digits, away from zero for negative numbers: no end of a range has more.
function roundDown(x: number): number {
  const step = 10 ** (Math.floor(Math.log10(Math.abs(x))) - 1);
  return x === 0 ? 0 : Number((Math.floor(x / step + 1e-9) * step).toPrecision(2));
}

// What a slider steps through begins at its lower end. Its ends are multiples of the step, so that round values are
// among them.
export function gridOf([low, high]: Range): { min: number; max: number; step: number } {
  const step = stepOf(low, high);
  const multiple = (count: number) => Number((count * step).toPrecision(12));
  return { min: multiple(Math.floor(low / step + 1e-9)), max: multiple(Math.ceil(high / step - 1e-9)), step };
}

function setRange(row: Row, range: Range): void {
  row.range = range;
  for (const [name, end] of Object.entries(gridOf(range))) setAttribute(row.slider, name, String(end));
}

function suggestedRange(value: number): Range {
  return value === 0 ? [-10, 10] : value > 0 ? [0.1 * value, 3 * value] : [3 * value, -3 * value];
}

function stepOf(low: number, high: number): number {
  return Number((10 ** Math.floor(Math.log10((high - low) / 200 || 1))).toPrecision(1));
}
