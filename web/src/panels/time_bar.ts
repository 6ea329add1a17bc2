// SPDX-License-Identifier: Apache-2.0
// The bar under the plots: spans of modes in colour, and the axis of time.
import { h } from '../dom.ts';
import { readPalette } from '../scene/palette.ts';
import type { Run } from '../run/run.ts';
import { modeSpans } from './plot_data.ts';

const HEIGHT = 32;

interface BarPlace {
  left: number; // of the curves
  width: number;
  full: number; // width of the canvas
}

export class TimeBar {
  readonly canvas = h('canvas', { class: 'time-bar', 'aria-hidden': 'true' });

  constructor(private readonly run: Run) {}

  draw({ left, width, full }: BarPlace, begin: number, end: number): void {
    const ratio = Math.min(2, window.devicePixelRatio);
    if (width <= 0 || !(end > begin)) return;
    if (this.canvas.width !== Math.round(full * ratio)) {
      this.canvas.width = Math.round(full * ratio);
      this.canvas.height = Math.round(HEIGHT * ratio);
    }
    const c = this.canvas.getContext('2d')!;
    const palette = readPalette();
    c.setTransform(ratio, 0, 0, ratio, 0, 0);
    c.clearRect(0, 0, full, HEIGHT);
    const toX = (t: number) => left + (width * (t - begin)) / (end - begin);
    c.save();
    c.beginPath(); c.rect(left, 0, width, 14); c.clip();
    // A recorded run has its modes on the time line above.
    const spans = this.run.source.kind === 'recorded' ? [] : modeSpans(this.run.history, begin, end);
    for (const span of spans) {
      c.fillStyle = span.mode === 0 ? palette.line : palette.change;
      c.fillRect(toX(span.begin), 0, Math.max(1, toX(span.end) - toX(span.begin)), 14);
      const name = this.run.modeName(span.mode);
      c.font = '400 10.5px "Inter Variable", Inter, sans-serif';
      const room = Math.min(toX(span.end), left + width) - Math.max(left, toX(span.begin));
      if (room > c.measureText(name).width + 10) {
        c.fillStyle = span.mode === 0 ? palette.ink : '#15181c';
        c.textBaseline = 'middle';
        c.fillText(name, Math.max(left, toX(span.begin)) + 5, 7.5);
      }
    }
    c.restore();
    if (this.run.source.kind === 'recorded') c.translate(0, -12);
    this.drawAxis(c, toX, begin, end, palette.ink3);
  }

  private drawAxis(c: CanvasRenderingContext2D, toX: (t: number) => number, begin: number, end: number, colour: string): void {
    const rough = (end - begin) / 5;
    const power = 10 ** Math.floor(Math.log10(rough));
    const step = [1, 2, 5, 10].map((s) => s * power).find((s) => s >= rough) ?? rough;
    const decimals = Math.max(0, -Math.floor(Math.log10(step)));
    c.fillStyle = colour;
    c.font = '400 11.5px "Inter Variable", Inter, sans-serif';
    c.textAlign = 'center';
    c.textBaseline = 'middle';
    let isFirst = true;
    for (let t = Math.ceil(begin / step) * step; t <= end + 1e-9; t += step) {
      const x = toX(t);
      c.fillRect(x, 14, 1, 4);
      c.fillText(`${t.toFixed(decimals)}${isFirst ? ' s' : ''}`, x, 25);
      isFirst = false;
    }
    c.textAlign = 'left';
  }
}
