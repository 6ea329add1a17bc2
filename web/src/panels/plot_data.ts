// SPDX-License-Identifier: Apache-2.0
// Numbers for plots: strips of one unit each, minimum and maximum per pixel, and spans of modes.
import { valueAt, type Snapshot } from '../protocol/snapshot.ts';
import type { ValueInfo } from '../protocol/messages.ts';

export interface Samples {
  length: number;
  at(k: number): Snapshot;
  indexAt(time: number): number;
}

export interface Strip {
  unit: string;
  places: number[];
}

export function stripsOf(places: readonly number[], values: readonly ValueInfo[]): Strip[] {
  const strips: Strip[] = [];
  for (const place of places) {
    const unit = values[place]?.unit ?? '';
    const strip = strips.find((s) => s.unit === unit);
    if (strip === undefined) strips.push({ unit, places: [place] });
    else if (!strip.places.includes(place)) strip.places.push(place);
  }
  return strips;
}

// Places with more of them: at most so many units, of which those that are added stay.
export function withRoomFor(places: readonly number[], added: readonly number[], values: readonly ValueInfo[], maxStrips: number): number[] {
  const all = [...new Set([...places, ...added])];
  const isWanted = (unit: string) => added.some((p) => (values[p]?.unit ?? '') === unit);
  const strips = stripsOf(all, values);
  const spare = strips.filter((s) => !isWanted(s.unit)).slice(0, Math.max(0, strips.length - maxStrips));
  return all.filter((p) => !spare.some((s) => s.places.includes(p)));
}

// The last seconds of a live run; while it is looked back at, those round the time that is shown.
export function liveWindow(begin: number, end: number, cursor: number | null, seconds: number): { begin: number; end: number } {
  const last = Math.max(end, seconds + (begin < seconds ? 0 : begin));
  if (cursor === null || cursor >= last - seconds) return { begin: last - seconds, end: last };
  const first = Math.max(begin, cursor - seconds / 2);
  return { begin: first, end: first + seconds };
}

// Two rows per bucket, smallest and largest, keep every peak visible however many samples fall on a pixel.
export function decimate(samples: Samples, places: readonly number[], begin: number, end: number, pixels: number): number[][] {
  const columns: number[][] = [[], ...places.map(() => [])];
  if (samples.length === 0) return columns;
  const first = samples.indexAt(begin);
  const last = Math.min(samples.length - 1, samples.indexAt(end) + 1);
  const size = Math.max(1, Math.ceil((last - first + 1) / Math.max(1, pixels)));
  for (let k = first; k <= last; k += size) {
    const stop = Math.min(last, k + size - 1);
    if (size === 1) {
      const s = samples.at(k);
      columns[0]!.push(s.time);
      places.forEach((p, i) => columns[i + 1]!.push(valueAt(s, p)));
      continue;
    }
    columns[0]!.push(samples.at(k).time, samples.at(stop).time);
    places.forEach((p, i) => columns[i + 1]!.push(...extremes(samples, p, k, stop)));
  }
  return columns;
}

function extremes(samples: Samples, place: number, from: number, to: number): [number, number] {
  let low = Infinity, high = -Infinity, lowAt = from, highAt = from;
  for (let k = from; k <= to; ++k) {
    const x = valueAt(samples.at(k), place);
    if (x < low) { low = x; lowAt = k; }
    if (x > high) { high = x; highAt = k; }
  }
  if (low > high) return [NaN, NaN];
  return lowAt <= highAt ? [low, high] : [high, low];
}

export interface ModeSpan {
  mode: number;
  begin: number;
  end: number;
}

export function modeSpans(samples: Samples, begin: number, end: number): ModeSpan[] {
  const spans: ModeSpan[] = [];
  if (samples.length === 0) return spans;
  const last = Math.min(samples.length - 1, samples.indexAt(end) + 1);
  for (let k = samples.indexAt(begin); k <= last; ++k) {
    const s = samples.at(k);
    const span = spans.at(-1);
    if (span !== undefined) span.end = s.time;
    if (span?.mode !== s.mode) spans.push({ mode: s.mode, begin: s.time, end: s.time });
  }
  return spans;
}

export function csvOf(samples: Samples, places: readonly number[], values: readonly ValueInfo[], field: (text: string) => string): string {
  const head = ['time_s', ...places.map((p) => field(`${values[p]?.name ?? p}${values[p]?.unit ? ` [${values[p]!.unit}]` : ''}`))].join(',');
  const rows: string[] = [head];
  for (let k = 0; k < samples.length; ++k) {
    const s = samples.at(k);
    rows.push([s.time, ...places.map((p) => valueAt(s, p))].join(','));
  }
  return `${rows.join('\n')}\n`;
}
