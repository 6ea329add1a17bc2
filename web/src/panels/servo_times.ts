// SPDX-License-Identifier: Apache-2.0
// How long ticks of the servo loop take: the histogram of the status line, with its axis and numbers.
import { h, replaceChildren, setAttribute, setText, svg } from '../dom.ts';
import { binText, grouped, microseconds } from '../format.ts';
import type { Run } from '../run/run.ts';
import type { Updates } from './panel.ts';
import { tableButton, type Table } from './table.ts';

const WIDEST = 480; // a narrow window has a narrower picture, not smaller letters
const DIGIT = 7; // pixels
const LETTERS = 4; // of a number
const HEIGHT = 150;
const FOOT = 24; // for the numbers of the axis
const NAMES = ['servo loop', 'half of all ticks take less than', '99 of 100 take less than', '99 of 100 are late by less than', 'missed'];

export class ServoTimes implements Updates {
  readonly dialog = h('dialog', { class: 'servo-times', 'aria-label': 'Computing times of the servo loop' });
  private readonly picture = svg('svg', { width: '100%', role: 'img' });
  private readonly words = h('dl', { class: 'plain-list' });
  private width = 0;
  private bars: { bar: SVGElement; number: SVGElement }[] = [];
  private readonly numbers = NAMES.map(() => h('dd', { class: 'number' }));

  constructor(private readonly run: Run) {
    const close = h('button', { class: 'quiet', type: 'button', onclick: () => this.dialog.close() }, 'Close');
    this.dialog.append(h('div', { class: 'keys-head' }, h('b', {}, 'Computing time of a tick'), h('span', { class: 'panel-tools' }, tableButton(() => this.table()), close)), this.picture, this.words);
    this.words.append(...NAMES.flatMap((name, k) => [h('dt', {}, name), this.numbers[k]!]));
  }

  show(): void {
    if (this.run.hello?.servo === undefined || this.dialog.open) return;
    this.dialog.showModal();
    this.update();
  }

  private get counts(): number[] {
    return (this.run.hello?.servo?.histogram ?? []).map((place) => this.run.latest?.values[place] ?? 0);
  }

  private table(): Table {
    const { counts } = this;
    return { title: 'Computing time of a tick', columns: ['time', 'ticks'], rows: counts.map((n, k) => [binText(k, counts.length), grouped(n)]) };
  }

  update(): void {
    const { latest, hello } = this.run;
    const servo = hello?.servo;
    if (!this.dialog.open || latest === null || servo === undefined) return;
    const { counts } = this;
    const width = Math.min(WIDEST, this.dialog.clientWidth - 32 || WIDEST);
    if (this.bars.length !== counts.length || this.width !== width) this.build(counts.length, width);
    this.picture.toggleAttribute('hidden', counts.length === 0); // a server need not count
    const most = Math.max(1, ...counts);
    counts.forEach((n, k) => {
      const height = n === 0 ? 0 : Math.max(1.5, ((HEIGHT - FOOT - 18) * n) / most);
      const { bar, number } = this.bars[k]!;
      setAttribute(bar, 'y', (HEIGHT - FOOT - height).toFixed(1));
      setAttribute(bar, 'height', height.toFixed(1));
      setAttribute(number, 'y', (HEIGHT - FOOT - height - 4).toFixed(1));
      setText(number, n === 0 || this.isCovered(counts, k) ? '' : n >= 1e6 ? `${(n / 1e6).toFixed(1)} M` : n >= 1e4 ? `${Math.round(n / 1000)} k` : String(n));
    });
    setAttribute(this.picture, 'aria-label', `ticks by computing time: ${counts.map((n, k) => (n === 0 ? '' : `${binText(k, counts.length)}: ${grouped(n)}`)).filter(Boolean).join('; ')}`);
    const at = (place: number | undefined) => (place === undefined ? NaN : latest.values[place]!);
    const time = (x: number) => (Number.isFinite(x) ? microseconds(x) : '–');
    const texts = [`${grouped(servo.rate)} Hz, ${time(1 / servo.rate)} for a tick`, time(at(servo.compute_median)), time(at(servo.compute_p99)), time(at(servo.late_p99)), `${grouped(at(servo.missed) || 0)} of ${grouped(at(servo.ticks) || 0)} ticks`];
    texts.forEach((text, k) => setText(this.numbers[k]!, text));
  }

  // Where bars are narrow, the number of a taller neighbour is there instead.
  private isCovered(counts: number[], k: number): boolean {
    const isNarrow = this.width / counts.length < LETTERS * DIGIT;
    return isNarrow && counts[k]! < Math.max(counts[k - 1] ?? 0, counts[k + 1] ?? 0);
  }

  private build(count: number, whole: number): void {
    this.width = whole;
    setAttribute(this.picture, 'viewBox', `0 0 ${whole} ${HEIGHT}`);
    const width = whole / Math.max(1, count);
    const every = Math.ceil((LETTERS * DIGIT) / width); // limits that are written
    this.bars = Array.from({ length: count }, (_, k) => ({ bar: svg('rect', { x: (k * width + 1).toFixed(1), width: (width - 2).toFixed(1), class: 'servo-bar' }), number: svg('text', { x: ((k + 0.5) * width).toFixed(1), class: 'servo-number' }) }));
    const limits = Array.from({ length: count - 1 }, (_, k) => k % every !== 0 ? null : svg('text', { x: ((k + 1) * width).toFixed(1), y: HEIGHT - 8, class: 'servo-number' }, 2 ** k < 1000 ? String(2 ** k) : `${Math.round(2 ** k / 1000)}k`));
    replaceChildren(this.picture, svg('line', { x1: 0, x2: whole, y1: HEIGHT - FOOT, y2: HEIGHT - FOOT, class: 'servo-axis' }), ...this.bars.flatMap(({ bar, number }) => [bar, number]), ...limits, svg('text', { x: whole - 2, y: HEIGHT - 8, class: 'servo-number servo-unit' }, 'µs'));
  }
}
