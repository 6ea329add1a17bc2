// SPDX-License-Identifier: Apache-2.0
// Plots: strips of chosen values over the last seconds; groups, hold, zoom, CSV and PNG.
import { download, h, keepFocus, replaceChildren, setAttribute, setText } from '../dom.ts';
import { csvField, fixed, prettyUnit } from '../format.ts';
import { icon } from '../icons.ts';
import { readPalette } from '../scene/palette.ts';
import type { Hello } from '../protocol/messages.ts';
import { valueAt } from '../protocol/snapshot.ts';
import type { Run } from '../run/run.ts';
import { csvOf, liveWindow, modeSpans, stripsOf, withRoomFor } from './plot_data.ts';
import { tableButton, type Table } from './table.ts';
import { AXIS_WIDTH, PlotStrip, type StripListener } from './plot_strip.ts';
import { TimeBar } from './time_bar.ts';

const LIVE_SECONDS = 10;
const MAX_STRIPS = 3;
const LEGEND_WIDTH = 176;
const TABLE_ROWS = 10;

// Groups for a model that suggests none.
function usualGroups(hello: Hello): { title: string; values: number[] }[] {
  const of = (...kinds: string[]) => hello.values.flatMap((v, k) => (kinds.includes(v.kind) ? [k] : []));
  const isForce = (k: number) => hello.values[k]!.unit === 'N';
  const forces = [...(hello.hand ? [hello.hand.magnitude] : []), ...of('constraint_force', 'contact_force').filter(isForce).slice(0, 3)];
  const groups = [{ title: 'forces', values: forces }, { title: 'speeds', values: of('speed').slice(0, 4) }, { title: 'coordinates', values: of('coordinate').slice(0, 4) }, { title: 'outputs', values: of('output').slice(0, 4) }];
  return groups.filter((g) => g.values.length > 0);
}

export class Plots implements StripListener {
  readonly root = h('section', { class: 'plots', 'aria-label': 'Plots' });
  private readonly chips = h('span', { class: 'chips' });
  private readonly note = h('span', { class: 'note' });
  private readonly holdButton = h('button', { class: 'quiet', type: 'button', 'aria-pressed': 'false' }, 'Hold');
  private readonly area = h('div', { class: 'strips' });
  private readonly menu = h('div', { class: 'menu plot-menu', hidden: true });
  private readonly bar: TimeBar;
  private places: number[] = [];
  private strips: PlotStrip[] = [];
  private window: { begin: number; end: number } | null = null;
  private size = { width: 0, height: 0 }; // of the area; zero where the plots are not shown
  private frames = 0;
  private isDue = true;
  private changeTimes: { time: number; isFirst: boolean }[] = [];
  private readonly closeMenu: (e: Event) => void;
  private shown: { id: string; names: string[] } | null = null; // of the model before

  constructor(private readonly run: Run) {
    this.bar = new TimeBar(run);
    const add = h('button', { class: 'quiet', type: 'button', 'aria-haspopup': 'true', onclick: () => this.toggleMenu() }, icon('plus', 14), 'Add');
    const csv = h('button', { class: 'quiet', type: 'button', onclick: () => this.exportCsv() }, icon('csv', 15), 'CSV');
    const png = h('button', { class: 'quiet', type: 'button', onclick: () => this.exportPng() }, 'PNG');
    this.holdButton.addEventListener('click', () => this.toggleHold());
    const head = h('div', { class: 'plots-head' }, h('b', {}, 'Plots'), this.chips, add, h('span', { class: 'spacer' }), this.note, this.holdButton, tableButton(() => this.table()), csv, png, this.menu);
    this.root.append(head, this.area, this.bar.canvas);
    run.on('hello', () => this.takeFirst());
    run.on('reset', () => { this.window = null; });
    new ResizeObserver(() => this.resize()).observe(this.area);
    this.closeMenu = (e) => { if (!this.menu.contains(e.target as Node) && !add.contains(e.target as Node)) this.menu.hidden = true; };
    document.addEventListener('pointerdown', this.closeMenu);
    this.menu.addEventListener('keydown', (e) => {
      if (e.key !== 'Escape') return;
      e.stopPropagation();
      this.menu.hidden = true;
      add.focus();
    });
  }

  close(): void {
    document.removeEventListener('pointerdown', this.closeMenu);
    for (const strip of this.strips) strip.destroy();
    this.strips = [];
  }

  // The last choice is always shown: where no strip is left for its unit, it replaces the oldest strip.
  add(...places: number[]): void {
    const { hello } = this.run;
    if (hello === null) return;
    const known = places.filter((p) => p >= 0 && p < hello.values.length);
    this.choose(withRoomFor(this.places, known, hello.values, this.maxStrips));
  }

  remove(...places: number[]): void {
    this.choose(this.places.filter((p) => !places.includes(p)));
  }

  private choose(places: number[]): void {
    this.places = places;
    this.rebuild();
    this.markMenu();
  }

  private get maxStrips(): number {
    return this.size.height > 0 && this.size.height < 130 ? 2 : MAX_STRIPS;
  }

  zoom(begin: number, end: number): void {
    this.window = { begin, end };
  }

  back(): void {
    this.window = null;
  }

  changes(): { time: number; isFirst: boolean }[] {
    return this.changeTimes;
  }

  cursor(): number | null {
    return this.run.source.kind === 'recorded' ? (this.run.shown?.time ?? null) : this.run.scrubTime;
  }

  themeChanged(): void {
    this.rebuild();
  }

  // Ten times a second: with the next curves numbers are written, too.
  update(): void {
    this.isDue = true;
  }

  // Called at every frame; curves are drawn at every fourth. Nothing here asks for a layout of the page.
  frame(): void {
    if (this.frames++ % 4 !== 0 || this.run.shown === null || this.size.width === 0) return;
    const window = this.presentWindow();
    const spans = modeSpans(this.run.history, window.begin, window.end);
    this.changeTimes = spans.slice(1).map((s) => ({ time: s.begin, isFirst: s.mode === 0 }));
    for (const strip of this.strips) strip.update(window, this.isDue);
    this.isDue = false;
    const width = this.chartWidth() - AXIS_WIDTH;
    this.bar.draw({ left: AXIS_WIDTH, width, full: this.size.width }, window.begin, window.end);
    setText(this.note, this.window !== null || window.end < this.run.history.end ? `${fixed(window.begin, 2)} to ${fixed(window.end, 2)} s` : this.run.source.kind === 'recorded' ? '' : `last ${LIVE_SECONDS} s`);
    setAttribute(this.holdButton, 'aria-pressed', String(this.window !== null));
  }

  private presentWindow(): { begin: number; end: number } {
    if (this.window !== null) return this.window;
    const { history, scrubTime } = this.run;
    if (this.run.source.kind === 'recorded') return { begin: history.begin, end: Math.max(history.end, history.begin + 1e-3) };
    return liveWindow(history.begin, history.end, scrubTime, LIVE_SECONDS);
  }

  private toggleHold(): void {
    this.window = this.window === null ? this.presentWindow() : null;
  }

  // The same model again, after a lost connection or an edit of its text, keeps the curves that the reader chose, by their names.
  private takeFirst(): void {
    const { hello } = this.run;
    hello!.plots ??= usualGroups(hello!);
    const { id } = hello!.model;
    const wasShown = this.shown?.id === id ? this.shown.names : null;
    this.shown = null;
    if (wasShown !== null) {
      this.window = null;
      this.choose(wasShown.map((name) => hello!.values.findIndex((v) => v.name === name)).filter((p) => p >= 0));
      return;
    }
    const groups = hello!.plots;
    const first = hello!.first_plots ?? groups.slice(0, 2).map((g) => g.title);
    this.places = groups.filter((g) => first.includes(g.title)).flatMap((g) => g.values);
    if (this.places.length === 0) this.places = hello!.values.flatMap((v, k) => (v.kind === 'speed' ? [k] : [])).slice(0, 3);
    const { history } = this.run;
    if (this.run.source.kind === 'recorded') this.places = this.places.filter((p) => Array.from({ length: history.length }, (_, k) => history.at(k).values[p]!).some((x) => x !== 0));
    this.window = null;
    this.choose(this.places);
  }

  private buildChips(): void {
    keepFocus(this.chips, () => replaceChildren(this.chips, ...(this.run.hello!.plots ?? []).slice(0, 4).map((group) => {
      const isOn = group.values.some((v) => this.places.includes(v));
      return h('button', { class: 'chip', type: 'button', 'aria-pressed': String(isOn), onclick: () => (isOn ? this.remove(...group.values) : this.add(...group.values)) }, group.title);
    })));
  }

  private chartWidth(): number {
    return Math.max(80, this.size.width - LEGEND_WIDTH);
  }

  private resize(): void {
    this.size = { width: this.area.clientWidth, height: this.area.clientHeight };
    this.rebuild();
  }

  private rebuild(): void {
    const { hello } = this.run;
    if (hello === null) return;
    this.shown = { id: hello.model.id, names: this.places.map((p) => hello.values[p]!.name) };
    for (const strip of this.strips) strip.destroy();
    this.buildChips();
    const room = this.size.height;
    const strips = stripsOf(this.places, hello.values).slice(0, this.maxStrips);
    if (strips.length === 0 || room < 30) {
      this.strips = [];
      replaceChildren(this.area, h('p', { class: 'empty' }, 'Click a symbol to plot it.'));
      return;
    }
    const weights = strips.map((s, k) => (k === 0 && strips.length > 1 ? 1.35 : 0.7 + 0.15 * s.places.length));
    const total = weights.reduce((a, b) => a + b, 0);
    this.strips = strips.map((s, k) => new PlotStrip(this.run, s, Math.floor((room * weights[k]!) / total), this.chartWidth(), this));
    replaceChildren(this.area, ...this.strips.map((s) => s.root));
    this.frames = 0;
    this.isDue = true;
  }

  private toggleMenu(): void {
    this.menu.hidden = !this.menu.hidden;
    if (this.menu.hidden) return;
    const groups = new Map<string, HTMLElement[]>();
    this.run.hello!.values.forEach((value, place) => {
      if (value.kind === 'component') return;
      const check = h('input', { type: 'checkbox', 'data-place': place });
      check.addEventListener('change', () => (check.checked ? this.add(place) : this.remove(place)));
      const row = h('label', { class: 'menu-row' }, check, h('span', { class: 'mono' }, value.name), h('span', { class: 'note' }, [value.meaning ?? '', prettyUnit(value.unit)].filter(Boolean).join(', ')));
      groups.set(value.kind, [...(groups.get(value.kind) ?? []), row]);
    });
    replaceChildren(this.menu, ...[...groups].map(([kind, rows]) => h('fieldset', {}, h('legend', {}, kind.replace('_', ' ')), ...rows)));
    this.markMenu();
    this.menu.querySelector('input')?.focus();
  }

  private markMenu(): void {
    for (const check of this.menu.querySelectorAll('input')) check.checked = this.places.includes(Number(check.dataset.place));
  }

  // The values of the strips, at ten instants of their window.
  private table(): Table {
    const { history, hello } = this.run;
    const { begin, end } = this.presentWindow();
    const infos = this.places.map((p) => hello!.values[p]!);
    const times = Array.from({ length: TABLE_ROWS }, (_, k) => begin + ((k + 1) * (end - begin)) / TABLE_ROWS).filter((t) => t >= history.begin && t <= history.end + 0.02);
    const rows = times.map((t) => {
      const s = history.at(history.indexAt(t));
      return [fixed(s.time, 3), this.run.modeName(s.mode), ...this.places.map((p, k) => fixed(valueAt(s, p), infos[k]!.decimals ?? 3))];
    });
    return { title: 'Plots', columns: ['time, s', 'mode', ...infos.map((v) => `${v.name}${v.unit ? `, ${prettyUnit(v.unit)}` : ''}`)], rows };
  }

  private exportCsv(): void {
    download(`${this.run.hello!.model.id}.csv`, csvOf(this.run.history, this.places, this.run.hello!.values, csvField), 'text/csv');
  }

  private exportPng(): void {
    const canvases = [...this.strips.map((s) => s.chart.ctx.canvas), this.bar.canvas];
    const ratio = window.devicePixelRatio;
    const width = Math.max(...canvases.map((c) => c.width), ratio * this.size.width);
    const out = h('canvas', { width, height: canvases.reduce((n, c) => n + c.height, 0) });
    const c = out.getContext('2d')!;
    c.fillStyle = readPalette().panel;
    c.fillRect(0, 0, out.width, out.height);
    let y = 0;
    canvases.forEach((canvas, k) => {
      c.drawImage(canvas, 0, y);
      this.strips[k]?.drawLegend(c, { x: canvas.width + 8 * ratio, y, ratio });
      y += canvas.height;
    });
    out.toBlob((blob) => blob && download(`${this.run.hello!.model.id}.png`, blob, 'image/png'));
  }
}
