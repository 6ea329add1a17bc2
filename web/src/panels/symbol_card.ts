// SPDX-License-Identifier: Apache-2.0
// The card of a symbol: meaning, value, ten seconds of history, why it is held, and its line in the model.
import { h, setText, svg } from '../dom.ts';
import { fixed, prettyUnit, quantity } from '../format.ts';
import type { SymbolInfo } from '../protocol/messages.ts';
import { rowIsActive, valueAt } from '../protocol/snapshot.ts';
import { renderInto } from '../equations/typeset.ts';
import { decimalsOfUnit } from '../run/decimals.ts';
import type { Run } from '../run/run.ts';
import type { Updates } from './panel.ts';

const SECONDS = 10;
const WIDTH = 220;
const HEIGHT = 44;

export class SymbolCard implements Updates {
  readonly root = h('div', { class: 'card symbol-card', hidden: true, role: 'tooltip' });
  onPlot: (symbol: SymbolInfo) => void = () => {};
  onLine: (line: number) => void = () => {};
  private symbol: SymbolInfo | null = null;
  private mode: number | undefined; // of a short name, which has a value in that mode alone
  private isPinned = false;
  private readonly value = h('span', { class: 'card-value number' });
  private readonly degrees = h('span', { class: 'note number' });
  private readonly path = svg('path', { class: 'card-path' });
  private readonly marks = svg('path', { class: 'card-marks' });
  private readonly foot = h('p', { class: 'card-foot' });

  constructor(private readonly run: Run) {
    run.on('symbol', ({ symbol, pinned }) => this.take(symbol, pinned));
    run.on('hello', () => this.renew());
    this.root.addEventListener('click', () => this.symbol !== null && this.canPlot(this.symbol) && this.onPlot(this.symbol));
  }

  // Another text or another model: a name that is still there stays pinned, with its new place.
  private renew(): void {
    const { symbol, run } = this;
    if (symbol === null && run.lit === null) return;
    const same = this.isPinned ? run.hello!.symbols.find((s) => s.name === symbol?.name && s.unit === symbol.unit) : undefined;
    this.close();
    if (same !== undefined) run.light(same, null, true);
  }

  // Values of one mode have no history in others.
  private canPlot(symbol: SymbolInfo): boolean {
    return symbol.value >= 0 && symbol.value < this.run.hello!.values.length;
  }

  private hasValueIn(mode: number): boolean {
    return this.mode === undefined || this.mode === mode;
  }

  close(): void {
    this.isPinned = false;
    this.root.hidden = true;
    this.symbol = null;
    if (this.run.lit !== null) this.run.light(null, null);
  }

  update(): void {
    const snapshot = this.run.shown;
    if (this.symbol === null || this.root.hidden || snapshot === null || this.symbol.value < 0) return;
    const x = this.hasValueIn(snapshot.mode) ? valueAt(snapshot, this.symbol.value) : NaN;
    const decimals = this.run.hello!.values[this.symbol.value]?.decimals ?? decimalsOfUnit(this.symbol.unit, this.run.hello!);
    setText(this.value, quantity(x, this.symbol.unit, decimals, this.value.textContent ?? ''));
    setText(this.foot, this.footText(this.symbol));
    setText(this.degrees, this.symbol.unit === 'rad' && Number.isFinite(x) ? `${fixed((180 / Math.PI) * x, 1)}°` : '');
    this.drawHistory(this.symbol.value, snapshot.time);
  }

  private take(symbol: SymbolInfo | null, pinned: boolean): void {
    if (pinned && this.isPinned && symbol === this.symbol && symbol !== null) {
      if (this.canPlot(symbol)) this.onPlot(symbol);
      this.close();
      return;
    }
    if (pinned) this.isPinned = symbol !== null;
    else if (this.isPinned) return;
    this.symbol = symbol;
    this.mode = symbol === null ? undefined : [...this.run.documents.values()].find((d) => d.symbols?.includes(symbol))?.mode;
    this.root.hidden = symbol === null;
    this.root.classList.toggle('pinned', this.isPinned);
    if (symbol !== null) this.fill(symbol);
    this.update();
  }

  private fill(symbol: SymbolInfo): void {
    const name = h('span', { class: 'card-name' });
    if (!renderInto(name, symbol.latex)) name.replaceChildren(h('span', { class: 'mono' }, symbol.name));
    const picture = svg('svg', { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, width: '100%', height: HEIGHT, preserveAspectRatio: 'none', 'aria-hidden': 'true' }, this.marks, this.path);
    const hasValue = symbol.value >= 0;
    setText(this.foot, this.footText(symbol));
    const children: (Node | null)[] = [
      h('div', { class: 'card-head' }, name, h('span', {}, symbol.meaning || symbol.kind)),
      hasValue ? h('div', { class: 'card-number' }, this.value, this.degrees) : null,
      hasValue ? picture : symbol.definition ? h('p', { class: 'mono card-definition' }, `${symbol.name} = ${symbol.definition}`) : null,
      this.foot,
    ];
    this.root.replaceChildren(...children.filter((c): c is Node => c !== null));
  }

  private footText(symbol: SymbolInfo): string {
    const parts: string[] = [];
    const held = this.heldBy(symbol);
    if (held !== '') parts.push(held);
    const kind = symbol.kind.replace('_', ' ');
    parts.push(symbol.kind === 'short' ? 'Short name.' : `${kind[0]!.toUpperCase()}${kind.slice(1)} ${symbol.name}${symbol.unit ? ` in ${prettyUnit(symbol.unit)}` : ''}${symbol.line ? `, line ${symbol.line} of the model` : ''}.`);
    if (this.mode !== undefined) parts.push(`Of the mode ${this.run.modeName(this.mode)}.`);
    if (this.isPinned && this.canPlot(symbol)) parts.push('Click to plot it.');
    return parts.join(' ');
  }

  // A constraint that holds now, comes and goes, and is about this coordinate or speed alone.
  private heldBy(symbol: SymbolInfo): string {
    const { hello, shown } = this.run;
    if (shown === null || (symbol.kind !== 'coordinate' && symbol.kind !== 'speed')) return '';
    const rate = symbol.kind === 'coordinate' ? `${symbol.name}'` : symbol.name;
    const isOn = (rows: number[]) => rows.length > 0 && rows.every((row) => rowIsActive(shown, row));
    const constraint = hello!.constraints.find((c) => c.kind === 'switchable' && c.equation === `${rate} = 0` && isOn(c.rows));
    const since = constraint === undefined ? null : this.run.heldSince(constraint.name, constraint.rows, shown.time);
    return constraint === undefined ? '' : `Held by ${constraint.name}${since === null ? '' : ` since ${fixed(since, 3)} s`}.`;
  }

  private drawHistory(place: number, end: number): void {
    const { history } = this.run;
    if (history.length < 2) return;
    const first = history.indexAt(end - SECONDS);
    const last = history.indexAt(end);
    const stride = Math.max(1, Math.floor((last - first) / 150));
    const points: { x: number; y: number; isFirst: boolean }[] = [];
    let marks = '';
    let isFirst = true;
    let mode = history.at(first).mode;
    let low = Infinity, high = -Infinity;
    for (let k = first; k <= last; k += stride) {
      const s = history.at(k);
      const y = this.hasValueIn(s.mode) ? valueAt(s, place) : NaN;
      const x = (WIDTH * (s.time - (end - SECONDS))) / SECONDS;
      if (s.mode !== mode) marks += `M${x.toFixed(1)} 0V${HEIGHT}`;
      mode = s.mode;
      if (!Number.isFinite(y)) {
        isFirst = true;
        continue;
      }
      points.push({ x, y, isFirst });
      isFirst = false;
      low = Math.min(low, y);
      high = Math.max(high, y);
    }
    // Rounding errors are not blown up to the height of the picture.
    const range = Math.max(high - low, 10 ** (1 - (this.run.hello!.values[place]?.decimals ?? 3)));
    const toY = (y: number) => HEIGHT / 2 - ((HEIGHT - 6) * (y - (low + high) / 2)) / range;
    this.path.setAttribute('d', points.map(({ x, y, isFirst: begins }) => `${begins ? 'M' : 'L'}${x.toFixed(1)} ${toY(y).toFixed(1)}`).join(''));
    this.marks.setAttribute('d', marks);
  }
}
