// SPDX-License-Identifier: Apache-2.0
// One strip of the plots: curves of one unit over time, with names and values at their ends.
import uPlot from 'uplot';
import { h, replaceChildren, setText } from '../dom.ts';
import { axisPower, axisUnit, decimalsFor, quantity, spokenUnit } from '../format.ts';
import { readPalette, type Palette } from '../scene/palette.ts';
import { valueAt } from '../protocol/snapshot.ts';
import type { Run } from '../run/run.ts';
import { showFittingName } from './fitting_name.ts';
import type { Strip } from './plot_data.ts';
import { decimate } from './plot_data.ts';

export const AXIS_WIDTH = 38;
const UNIT_HEIGHT = 13; // above the numbers of the axis, where no curve runs
const DASHES: number[][] = [[], [4, 3], [1.5, 3], [8, 3, 2, 3]];

export interface StripWindow {
  begin: number;
  end: number;
}

export interface StripListener {
  zoom(begin: number, end: number): void;
  back(): void;
  remove(place: number): void;
  changes(): { time: number; isFirst: boolean }[];
  cursor(): number | null;
}

export class PlotStrip {
  readonly root = h('div', { class: 'strip' });
  readonly chart: uPlot;
  private readonly legend = h('ul', { class: 'legend' });
  private readonly numbers: HTMLElement[] = [];
  private readonly box = h('div', { class: 'strip-chart' });

  constructor(private readonly run: Run, readonly strip: Strip, height: number, width: number, private readonly listener: StripListener) {
    const palette = readPalette();
    const styles = this.styles(palette);
    this.chart = new uPlot(this.options(palette, styles, height, width), [[], ...strip.places.map(() => [])] as unknown as uPlot.AlignedData, this.box);
    this.buildLegend(styles);
    const names = strip.places.map((p) => run.hello!.values[p]!.name).join(', ');
    this.box.setAttribute('role', 'img');
    this.box.setAttribute('aria-label', `curves over time of ${names}${strip.unit ? ` in ${spokenUnit(strip.unit)}` : ''}; the button Table shows their numbers`);
    this.legend.style.maxHeight = `${height}px`;
    this.root.append(this.box, this.legend);
    this.chart.over.addEventListener('dblclick', () => listener.back());
  }

  resize(width: number, height: number): void {
    this.chart.setSize({ width, height });
    this.legend.style.maxHeight = `${height}px`;
  }

  update(window: StripWindow, writesNumbers: boolean): void {
    const pixels = Math.max(50, this.chart.width / 2);
    const data = decimate(this.run.history, this.strip.places, window.begin, window.end, pixels);
    this.chart.setData(data as unknown as uPlot.AlignedData, false);
    this.chart.setScale('x', { min: window.begin, max: window.end });
    const shown = this.run.shown;
    if (shown === null || !writesNumbers) return;
    this.strip.places.forEach((place, k) => {
      const info = this.run.hello!.values[place]!;
      const number = this.numbers[k]!;
      const decimals = info.decimals ?? decimalsFor(info.unit);
      setText(number, quantity(valueAt(shown, place), info.unit, decimals, number.textContent ?? ''));
    });
  }

  // Beside the curves of a picture that is saved: names, values and styles of their lines.
  drawLegend(c: CanvasRenderingContext2D, { x, y, ratio }: { x: number; y: number; ratio: number }): void {
    const palette = readPalette();
    const step = 15 * ratio;
    let top = y + Math.max(8 * ratio, (this.chart.ctx.canvas.height - step * this.strip.places.length) / 2);
    c.save();
    c.font = `500 ${12 * ratio}px "Inter Variable", Inter, sans-serif`;
    c.textBaseline = 'middle';
    c.lineWidth = 1.5 * ratio;
    this.styles(palette).forEach(({ colour, dash }, k) => {
      c.strokeStyle = c.fillStyle = colour;
      c.setLineDash(dash.map((d) => ratio * d));
      c.beginPath(); c.moveTo(x, top); c.lineTo(x + 16 * ratio, top); c.stroke();
      const info = this.run.hello!.values[this.strip.places[k]!]!;
      c.fillText(`${info.name}  ${this.numbers[k]!.textContent ?? ''}`, x + 24 * ratio, top);
      top += step;
    });
    c.restore();
  }

  destroy(): void {
    this.chart.destroy();
  }

  private styles(palette: Palette): { colour: string; dash: number[] }[] {
    const used = new Map<string, number>();
    return this.strip.places.map((place) => {
      const kind = this.run.hello!.values[place]!.kind;
      const colour = kind === 'hand' ? palette.hand : kind === 'constraint_force' ? palette.constraint : kind === 'contact_force' ? palette.contact
        : kind === 'load' || kind === 'input' ? palette.load : palette.ink;
      const count = used.get(colour) ?? 0;
      used.set(colour, count + 1);
      return { colour, dash: DASHES[count % DASHES.length]! };
    });
  }

  private buildLegend(styles: { colour: string; dash: number[] }[]): void {
    const rows = this.strip.places.map((place, k) => {
      const info = this.run.hello!.values[place]!;
      const { colour, dash } = styles[k]!;
      const line = h('canvas', { width: 40, height: 4, class: 'legend-line', 'aria-hidden': 'true' });
      const c = line.getContext('2d')!;
      c.strokeStyle = colour;
      c.lineWidth = 3;
      c.setLineDash(dash.map((d) => 2 * d));
      c.beginPath(); c.moveTo(0, 2); c.lineTo(40, 2); c.stroke();
      const number = h('span', { class: 'number' });
      this.numbers.push(number);
      const name = h('button', { class: 'legend-name', type: 'button', title: `${info.name}${info.meaning ? `: ${info.meaning}` : ''}. Click to take it off the plot.`, onclick: () => this.listener.remove(place), 'aria-label': info.name });
      showFittingName(name, info.name);
      const row = h('li', {}, line, name, number);
      row.style.color = colour;
      return row;
    });
    replaceChildren(this.legend, ...rows);
  }

  private options(palette: Palette, styles: { colour: string; dash: number[] }[], height: number, width: number): uPlot.Options {
    return {
      width, height, legend: { show: false }, pxAlign: false,
      padding: [UNIT_HEIGHT, 0, 4, 0],
      cursor: { drag: { x: true, y: false, setScale: false }, points: { show: false }, y: false },
      scales: { x: { time: false }, y: { range: (_u, low, high) => niceRange(low, high, this.smallestSpan()) } },
      series: [{}, ...styles.map(({ colour, dash }) => ({ stroke: colour, width: 1.5, dash, points: { show: false }, spanGaps: false }))],
      axes: [
        { show: false },
        {
          size: AXIS_WIDTH, stroke: palette.ink3, font: '11.5px "Inter Variable", Inter, sans-serif', gap: 4, ticks: { show: false }, grid: { stroke: palette.line, width: 1 },
          splits: (_u, _axis, low, high) => splits(low, high, this.chart?.height ?? height), values: (u, list) => list.map((x) => Number((x / 10 ** powerOf(u)).toPrecision(6)).toString().replace('-', '\u2212')),
        },
      ],
      hooks: {
        setSelect: [(u) => { if (u.select.width > 4) this.listener.zoom(u.posToVal(u.select.left, 'x'), u.posToVal(u.select.left + u.select.width, 'x')); u.setSelect({ left: 0, top: 0, width: 0, height: 0 }, false); }],
        draw: [(u) => { this.drawMarks(u, palette, axisUnit(this.strip.unit, powerOf(u))); this.drawCursor(u, palette); }],
      },
    };
  }

  // Rounding errors are not blown up to the height of a strip.
  private smallestSpan(): number {
    return 10 ** (1 - Math.max(...this.strip.places.map((p) => this.run.hello!.values[p]!.decimals ?? decimalsFor(this.strip.unit))));
  }

  private drawMarks(u: uPlot, palette: Palette, unit: string): void {
    const c = u.ctx;
    const ratio = uPlot.pxRatio;
    c.save();
    c.font = `${10.5 * ratio}px "Inter Variable", Inter, sans-serif`;
    c.textAlign = 'left';
    c.textBaseline = 'alphabetic';
    c.fillStyle = palette.ink3;
    const left = u.bbox.left - 4 * ratio - c.measureText(unit).width; // right-aligned with the numbers, as far as there is room
    c.fillText(unit, Math.max(ratio, left), 9 * ratio);
    c.lineWidth = ratio;
    c.setLineDash([2 * ratio, 2 * ratio]);
    for (const { time, isFirst } of this.listener.changes()) {
      const x = u.valToPos(time, 'x', true);
      if (x < u.bbox.left || x > u.bbox.left + u.bbox.width) continue;
      c.strokeStyle = isFirst ? palette.ink3 : palette.change;
      c.beginPath(); c.moveTo(x, u.bbox.top); c.lineTo(x, u.bbox.top + u.bbox.height + 4 * ratio); c.stroke();
    }
    c.restore();
  }

  private drawCursor(u: uPlot, palette: Palette): void {
    const time = this.listener.cursor();
    if (time === null) return;
    const x = u.valToPos(time, 'x', true);
    if (x < u.bbox.left - 1 || x > u.bbox.left + u.bbox.width + 1) return;
    const c = u.ctx;
    c.save();
    c.strokeStyle = palette.ink;
    c.lineWidth = 1.5 * uPlot.pxRatio;
    c.setLineDash([]);
    c.beginPath(); c.moveTo(x, 0); c.lineTo(x, u.ctx.canvas.height); c.stroke();
    c.restore();
  }
}

const powerOf = (u: uPlot) => axisPower(u.scales.y!.min ?? 0, u.scales.y!.max ?? 0);

function niceRange(from: number, to: number, smallest: number): [number, number] {
  const grow = Math.max(0, smallest - (to - from)) / 2;
  const [low, high] = [from - grow, to + grow];
  if (!Number.isFinite(low) || !Number.isFinite(high)) return [-1, 1];
  const lowest = Math.min(0, low), highest = Math.max(0, high);
  const room = 0.08 * (highest - lowest);
  if (highest - lowest < 1e-15) return [-1, 1];
  return [low < 0 ? lowest - room : lowest - 0.5 * room, high > 0 ? highest + room : highest + 0.5 * room];
}

// Numbers of an axis of so many pixels: two or more, for one alone is no scale, and no more than there is room for.
export function splits(low: number, high: number, pixels: number): number[] {
  const most = Math.max(2, Math.floor(pixels / 24));
  const power = 10 ** Math.floor(Math.log10(high - low));
  const lists = [5, 2, 1, 0.5, 0.2, 0.1].map((s) => multiples(s * power, low, high)).filter((list) => list.length >= 2);
  // Three where they fit, else two; and if the next step has too many, its two farthest.
  return lists.find((list) => list.length >= 3 && list.length <= most) ?? lists.find((list) => list.length <= most) ?? farthest(lists[0] ?? []);
}

// Zero, where it is one of them, and what is farthest from it.
function farthest(list: number[]): number[] {
  if (list.length === 0) return list;
  const first = list[0]!, last = list.at(-1)!;
  if (!list.includes(0) || first === 0 || last === 0) return [first, last];
  return -first > last ? [first, 0] : [0, last];
}

function multiples(step: number, low: number, high: number): number[] {
  const list: number[] = [];
  for (let k = Math.ceil(low / step); k * step <= high; ++k) list.push(k === 0 ? 0 : k * step);
  return list;
}
