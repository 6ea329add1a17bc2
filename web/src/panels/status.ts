// SPDX-License-Identifier: Apache-2.0
// The status line: health of the servo loop, of the connection and of the page.
import { h, replaceChildren, setAttribute, setClass, setText, svg } from '../dom.ts';
import { fixed, grouped, microseconds } from '../format.ts';
import { FLAG } from '../protocol/snapshot.ts';
import type { Run } from '../run/run.ts';
import type { Updates } from './panel.ts';
import { ServoTimes } from './servo_times.ts';

const SILENT_WITHOUT_MODEL = 5; // seconds; the answers to pings come every two

export class StatusLine implements Updates {
  readonly root = h('footer', { class: 'status', 'aria-label': 'servo loop and connection' });
  readonly servoTimes: ServoTimes;
  private readonly light = h('span', { class: 'servo-light' });
  private readonly rate = this.button('servo-rate');
  private readonly histogram = svg('svg', { class: 'histogram', width: 34, height: 14, 'aria-hidden': 'true' });
  private readonly times = h('span', { class: 'detail times' });
  private readonly missed = h('span', { class: 'detail' });
  private readonly guard = h('span', { class: 'detail' });
  private readonly page = h('span', { class: 'detail right' });
  private bars: SVGElement[] = [];
  private histogramKey = '';
  private arrivals: number[] = [];
  private behind = 0;

  constructor(private readonly run: Run) {
    this.servoTimes = new ServoTimes(run);
    const address = h('span', { class: 'mono note' }, run.source.address);
    const compute = this.button('detail compute');
    compute.append('compute', this.histogram);
    this.root.append(this.light, this.rate, compute, this.times, this.missed, this.guard, this.page, address);
    run.on('snapshot', (s) => {
      const now = performance.now();
      this.arrivals.push(now);
      this.behind = (s.flags & FLAG.heldByViewer) !== 0 && s.stamp > 0 ? Math.max(0, now - s.stamp) : 0; // of this page's hand
      while (this.arrivals.length > 0 && now - this.arrivals[0]! > 1000) this.arrivals.shift();
    });
  }

  private button(name: string): HTMLButtonElement {
    return h('button', { class: name, type: 'button', title: 'Show the computing times of the servo loop', onclick: () => this.servoTimes.show() });
  }

  update(): void {
    const servo = this.run.hello?.servo;
    const snapshot = this.run.latest;
    const silence = this.run.silence;
    const hasNoModel = this.run.connection === 'open' && !this.run.hasModel && silence < SILENT_WITHOUT_MODEL;
    const { isStale } = this.run;
    setClass(this.root, 'stale', isStale);
    this.rate.disabled = servo === undefined; // no computing times to show
    if (hasNoModel) setText(this.rate, 'no model runs');
    else if (isStale) setText(this.rate, this.run.connection === 'connecting' ? 'connecting' : `no news for ${fixed(silence, 1)} s`);
    else setText(this.rate, servo ? `Servo ${grouped(servo.rate)} Hz` : 'recorded run');
    if (!servo || snapshot === null) return;
    const at = (place: number | undefined) => (place === undefined ? undefined : snapshot.values[place]);
    const [median, p99, ticks, missed, guard] = [servo.compute_median, servo.compute_p99, servo.ticks, servo.missed, servo.guard].map(at);
    setText(this.times, median === undefined ? '' : `median ${microseconds(median)}${p99 === undefined ? '' : `, p99 ${microseconds(p99)}`}`);
    setText(this.missed, missed === undefined ? '' : `${missed > 0 ? '⚠ ' : ''}missed ${grouped(missed)} of ${grouped(ticks ?? 0)} ticks`);
    setClass(this.missed, 'bad', (missed ?? 0) > 0);
    const guardWorks = (guard ?? 0) > 0 || (snapshot.flags & 16) !== 0;
    setText(this.guard, guardWorks ? `⚠ guard at work, ${grouped(guard ?? 1)} times` : 'guard idle');
    setClass(this.guard, 'bad', guardWorks);
    setText(this.page, `page ${this.arrivals.length} Hz${this.behind > 0 ? `, ${fixed(this.behind, 0)} ms behind` : ''}`);
    this.servoTimes.update();
    this.drawHistogram((servo.histogram ?? []).map((i) => snapshot.values[i]!));
  }

  private drawHistogram(counts: number[]): void {
    const most = Math.max(1, ...counts);
    const heights = counts.map((n) => Math.max(1, Math.round((26 * n) / most) / 2)); // in half pixels: most updates then change nothing
    const key = heights.join();
    if (this.histogramKey === key) return;
    this.histogramKey = key;
    const width = 34 / Math.max(1, counts.length);
    if (this.bars.length !== counts.length) {
      this.bars = counts.map((_, k) => svg('rect', { x: k * width, width: width - 1 }));
      replaceChildren(this.histogram, ...this.bars);
    }
    heights.forEach((height, k) => {
      setAttribute(this.bars[k]!, 'y', String(14 - height));
      setAttribute(this.bars[k]!, 'height', String(height));
    });
  }
}
