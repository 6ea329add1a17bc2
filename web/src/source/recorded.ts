// SPDX-License-Identifier: Apache-2.0
// A recorded run plays in the page: it answers the same commands as a server, with interpolated snapshots.
import type { Command } from '../protocol/messages.ts';
import type { RecordedRun } from '../protocol/run_file.ts';
import { FLAG, type Snapshot } from '../protocol/snapshot.ts';
import type { Source, SourceListener } from './source.ts';

export interface LinkSettings {
  time?: number;
  speed?: number;
  camera?: number[];
  play?: boolean;
  theme?: string;
  picture?: boolean;
  strobe?: number;
  trace?: boolean;
  fit?: 'instant' | 'run';
}

export function parseLink(fragment: string): LinkSettings {
  const parts = new URLSearchParams(fragment.replace(/^#/, ''));
  const settings: LinkSettings = {};
  const number = (name: string) => (parts.has(name) && parts.get(name)!.trim() !== '' ? Number(parts.get(name)) : NaN);
  if (Number.isFinite(number('t'))) settings.time = number('t');
  if (number('speed') > 0 && Number.isFinite(number('speed'))) settings.speed = number('speed');
  const camera = (parts.get('camera') ?? '').split(',').map(Number);
  const isApart = [0, 1, 2].some((i) => camera[i] !== camera[i + 3]); // from where it looks, and where to
  if (camera.length === 6 && camera.every(Number.isFinite) && isApart) settings.camera = camera;
  if (parts.has('play')) settings.play = parts.get('play') !== '0';
  const theme = parts.get('theme');
  if (theme === 'dark' || theme === 'light') settings.theme = theme;
  if (parts.get('picture') === '1') settings.picture = true;
  const strobe = number('strobe');
  if (Number.isInteger(strobe) && strobe >= 1 && strobe <= 100) settings.strobe = strobe;
  if (parts.has('trace')) settings.trace = parts.get('trace') !== '0';
  const fit = parts.get('fit');
  if (fit === 'instant' || fit === 'run') settings.fit = fit;
  return settings;
}

// Index of the last sample at or before the time. Where two samples have the same time, the second one holds from there on.
export function sampleBefore(snapshots: Snapshot[], time: number): number {
  let low = 0;
  let high = snapshots.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (snapshots[middle]!.time <= time) low = middle;
    else high = middle - 1;
  }
  return low;
}

function mix(a: Float32Array, b: Float32Array, part: number): Float32Array {
  return Float32Array.from(a, (x, i) => x + part * (b[i]! - x));
}

export function interpolate(snapshots: Snapshot[], time: number, jumps: Set<number>): Snapshot {
  const k = sampleBefore(snapshots, time);
  const a = snapshots[k]!;
  const b = snapshots[k + 1];
  if (b === undefined || b.time <= a.time || jumps.has(k + 1) || a.mode !== b.mode) return { ...a, time: Math.max(time, a.time) };
  const part = Math.min(1, Math.max(0, (time - a.time) / (b.time - a.time)));
  const poses = mix(a.poses, b.poses, part);
  for (let at = 3; at < poses.length; at += 7) {
    const length = Math.hypot(poses[at]!, poses[at + 1]!, poses[at + 2]!, poses[at + 3]!) || 1;
    for (let i = 0; i < 4; ++i) poses[at + i]! /= length;
  }
  const values = a.values.map((x, i) => x + part * (b.values[i]! - x));
  const modeValues = a.modeValues.map((x, i) => x + part * (b.modeValues[i]! - x));
  return { ...a, time, poses, points: mix(a.points, b.points, part), values, modeValues };
}

export class RecordedSource implements Source {
  readonly kind = 'recorded';
  readonly address = 'recorded';
  readonly duration: number;
  readonly begin: number;
  private readonly jumps: Set<number>;
  private listener: SourceListener | null = null;
  private time: number;
  private speed: number;
  private isPaused: boolean;
  private lastFrame = 0;
  private sequence = 0;
  private frame = 0;

  constructor(readonly run: RecordedRun, link: LinkSettings) {
    this.jumps = new Set(run.header.jumps ?? []);
    this.begin = run.snapshots[0]?.time ?? 0;
    this.duration = (run.snapshots.at(-1)?.time ?? 0) - this.begin;
    this.time = Math.min(this.begin + this.duration, Math.max(this.begin, link.time ?? this.begin));
    this.speed = link.speed ?? 1;
    this.isPaused = !(link.play ?? link.time === undefined);
  }

  start(listener: SourceListener): void {
    const { header } = this.run;
    this.listener = listener;
    listener.connection('open');
    listener.message(header.hello);
    if (header.text) listener.message(header.text);
    if (header.modes) listener.message(header.modes);
    for (const document of header.documents) listener.message(document);
    for (const event of header.events) listener.message(event);
    const tick = (now: number) => {
      this.advance(this.lastFrame > 0 ? Math.min(0.1, (now - this.lastFrame) / 1000) : 0);
      this.lastFrame = now;
      this.frame = requestAnimationFrame(tick);
    };
    this.frame = requestAnimationFrame(tick);
    this.publish();
  }

  send(command: Command): void {
    const end = this.begin + this.duration;
    if (command.type === 'pause') this.isPaused = true;
    else if (command.type === 'run') {
      if (this.time >= end) this.time = this.begin;
      this.isPaused = false;
    } else if (command.type === 'speed') this.speed = Number(command.factor);
    else if (command.type === 'reset') this.time = this.begin;
    else if (command.type === 'step') this.time = Math.min(end, this.time + Number(command.ticks ?? 1) / 60);
    else if (command.type === 'seek') this.time = Math.min(end, Math.max(this.begin, Number(command.time)));
    this.publish();
  }

  get speedOfTime(): number {
    return this.speed;
  }

  retry(): void {}

  stop(): void {
    cancelAnimationFrame(this.frame);
  }

  private advance(seconds: number): void {
    if (this.isPaused) return;
    const end = this.begin + this.duration;
    this.time = Math.min(end, this.time + this.speed * seconds);
    if (this.time >= end) this.isPaused = true;
    this.publish();
  }

  private publish(): void {
    const snapshot = interpolate(this.run.snapshots, this.time, this.jumps);
    const flags = (snapshot.flags & ~FLAG.paused) | (this.isPaused ? FLAG.paused : 0);
    this.listener?.snapshot({ ...snapshot, time: this.time, sequence: ++this.sequence, flags });
  }
}
