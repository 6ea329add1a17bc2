// SPDX-License-Identifier: Apache-2.0
// The overlay of the scene in pixels: arrows of forces and torques, the spring of the hand, labels, rings, lit points.
import { Vector3 } from 'three';
import type { ArrowInfo, Hello } from '../protocol/messages.ts';
import { rowIsActive, type Snapshot } from '../protocol/snapshot.ts';
import type { ModeChange, Run } from '../run/run.ts';
import { decimalsFor, fixed, quantity } from '../format.ts';
import { ArrowScale } from './arrow_scale.ts';
import { arrow, axes, drawLabel, ring, scaleBar, springPath, tag, torqueArc, type Pixel } from './draw.ts';
import { placeLabels, TextWidths, type Box, type Label, type Segment } from './labels.ts';
import type { Palette } from './palette.ts';
import type { Projection } from './projection.ts';
import type { PathMark } from './traces.ts';

export interface OverlayOptions {
  shows: Record<'hand' | 'constraint' | 'contact' | 'load' | 'trace', boolean>;
  target: Vector3 | null;
  marks: readonly PathMark[];
  gridText: string;
  reducedMotion: boolean;
  covered: Box | null; // by the card of a symbol
  tools: number; // pixels that buttons take in the corner, beside the axes
  clock: () => number; // ms, for what depends on the last seconds
}

// What of an arrow does not change while a model runs.
interface ArrowLook {
  unit: string;
  decimals: number;
  smallest: number; // a force that would be written as zero is not drawn
}

const LARGEST_PART = 0.25; // of the height: the largest force of the last seconds takes no more

// The sweep of the arc of a torque is linear: the largest torque of the last seconds takes up to 270 degrees.
export function torqueSweep(part: number): number {
  return 1.5 * Math.PI * Math.min(1, part / LARGEST_PART);
}

export const LABEL_FONT = '600 12px "Inter Variable", Inter, sans-serif';

export class Overlay {
  private readonly context: CanvasRenderingContext2D;
  private readonly forces = new ArrowScale();
  private readonly torques = new ArrowScale();
  private readonly foot = new Vector3();
  private readonly vector = new Vector3();
  private readonly widths: TextWidths;
  private readonly labels: Label[] = [];
  private readonly drawn = { segments: [] as Segment[], boxes: [] as Box[] };
  private looks = new Map<ArrowInfo, ArrowLook>();
  private lookedAt: Hello | null = null;
  private readonly numbers = new Map<object, string>(); // of arrows, contacts and the hand, as they are written
  private readonly places = new Map<string, number>(); // of labels: where there is room they stay on their side
  isDue = true; // the numbers are written anew in the next frame
  private arcs: Pixel[] = []; // centres of the torques drawn so far: those at one place get wider and wider arcs

  constructor(private readonly canvas: HTMLCanvasElement) {
    this.context = canvas.getContext('2d')!;
    this.widths = new TextWidths((text) => this.context.measureText(text).width);
  }

  draw(run: Run, snapshot: Snapshot, view: Projection, palette: Palette, options: OverlayOptions): void {
    const c = this.context;
    const ratio = this.canvas.width / view.width || 1;
    c.setTransform(ratio, 0, 0, ratio, 0, 0);
    c.clearRect(0, 0, view.width, view.height);
    c.font = LABEL_FONT;
    c.lineCap = 'round';
    c.lineJoin = 'round';
    const { labels } = this;
    labels.length = 0;
    this.drawn.segments.length = this.drawn.boxes.length = 0;
    this.arcs.length = 0;
    if (this.lookedAt !== run.hello) this.look(run.hello!);
    this.updateScales(run, snapshot, view.height, options.clock());
    this.drawRing(run, view, palette, options);
    if (options.shows.trace) this.drawMarks(options.marks, view, palette, labels);
    for (const info of run.hello!.arrows) {
      if (options.shows[info.kind] && this.isActive(info, snapshot)) this.drawArrow(info, snapshot, view, palette, labels, run);
    }
    if (options.shows.contact) this.drawContacts(run, snapshot, view, palette, labels);
    if (options.shows.hand) this.drawHand(run, snapshot, view, palette, options.target);
    this.keepCorners(view, options.tools);
    if (options.covered !== null) this.drawn.boxes.push(options.covered);
    this.drawLit(run, snapshot, view, palette, labels);
    this.isDue = false;
    for (const label of placeLabels(labels, this.widths.of, view, this.drawn, this.places)) drawLabel(c, label, palette);
    scaleBar(c, view, run.hello!.arrows.some((a) => a.type === 'force') ? this.forces.step : null, options.gridText, palette);
    axes(c, view, options.tools, palette);
  }

  // Numbers change ten times a second, with those of the panels: none could be read otherwise.
  private numberOf(key: object, x: number, unit: string, decimals: number | undefined): string {
    let text = this.numbers.get(key);
    if (text === undefined || this.isDue) this.numbers.set(key, text = quantity(x, unit, decimals, text));
    return text;
  }

  private isActive(info: ArrowInfo, snapshot: Snapshot): boolean {
    if (info.row !== undefined && !rowIsActive(snapshot, info.row)) return false;
    return info.contact === undefined || (snapshot.contacts[info.contact] ?? 0) > 0;
  }

  private size(vector: [number, number, number], snapshot: Snapshot): number {
    const { values } = snapshot;
    const x = values[vector[0]] ?? 0, y = values[vector[1]] ?? 0, z = values[vector[2]] ?? 0;
    return Math.sqrt(x * x + y * y + z * z) || 0;
  }

  private look(hello: Hello): void {
    if (this.lookedAt?.model.id !== hello.model.id) for (const scale of [this.forces, this.torques]) scale.clear();
    this.lookedAt = hello;
    this.looks.clear();
    this.numbers.clear();
    this.places.clear();
    for (const info of hello.arrows) {
      const value = info.value === undefined ? undefined : hello.values[info.value];
      const unit = value?.unit ?? (info.type === 'force' ? 'N' : 'N·m');
      const decimals = value?.decimals ?? decimalsFor(unit);
      this.looks.set(info, { unit, decimals, smallest: 0.5 * 10 ** -decimals });
    }
  }

  private updateScales(run: Run, snapshot: Snapshot, height: number, now: number): void {
    let force = 0;
    let torque = 0;
    for (const info of run.hello!.arrows) {
      if (!this.isActive(info, snapshot)) continue;
      const size = this.size(info.vector, snapshot);
      if (size < this.looks.get(info)!.smallest) continue;
      if (info.type === 'force') force = Math.max(force, size);
      else torque = Math.max(torque, size);
    }
    this.forces.update(now, force, height);
    this.torques.update(now, torque, height);
  }

  private drawArrow(info: ArrowInfo, snapshot: Snapshot, view: Projection, palette: Palette, labels: Label[], run: Run): void {
    const size = this.size(info.vector, snapshot);
    const { unit, decimals, smallest } = this.looks.get(info)!;
    if (size < smallest) return;
    this.foot.fromArray(snapshot.points, 3 * info.point);
    this.vector.set(snapshot.values[info.vector[0]]!, snapshot.values[info.vector[1]]!, snapshot.values[info.vector[2]]!);
    const from = view.toPixel(this.foot);
    if (from === null) return;
    const colour = palette[info.kind];
    const number = this.numberOf(info, info.value === undefined ? size : snapshot.values[info.value]!, unit, decimals);
    const isLit = run.lit?.arrows?.includes(run.hello!.arrows.indexOf(info)) ?? false;
    if (info.type === 'torque') {
      const sweep = torqueSweep(this.torques.pixels(size) / view.height);
      const radius = 30 + 10 * this.arcs.filter((at) => Math.hypot(at.x - from.x, at.y - from.y) < 20).length;
      this.arcs.push(from);
      const tip = torqueArc(this.context, { center: this.foot, axis: this.vector.normalize(), radius: radius * view.metresPerPixel, sweep }, view, { colour, width: isLit ? 4 : 2.5, foot: info.kind });
      if (tip !== null) labels.push({ ...tip, name: info.label ?? info.name, number, colour, weight: size });
      return;
    }
    const length = this.forces.pixels(size);
    const cut = length > 0.4 * view.height;
    const shown = cut ? 0.4 * view.height : length;
    const to = view.toPixel(this.vector.multiplyScalar((shown * view.metresPerPixel) / size).add(this.foot));
    if (to === null) return;
    arrow(this.context, from, to, { colour, width: isLit ? 4 : 2.5, foot: info.kind, isDot: length < 6, isCut: cut });
    this.drawn.segments.push({ from, to });
    labels.push({ x: (from.x + to.x) / 2, y: (from.y + to.y) / 2, name: info.label ?? info.name, number, colour, weight: size });
  }

  // Rings on the path, with the times at which the mode changed. Forces are labelled first.
  private drawMarks(marks: readonly PathMark[], view: Projection, palette: Palette, labels: Label[]): void {
    for (const { time, place } of marks) {
      const at = view.toPixel(place);
      if (at === null) continue;
      ring(this.context, at, 4.5, palette.change, 2, false, palette.scene);
      labels.push({ ...at, name: '', number: `${fixed(time, 2)} s`, colour: palette.ink3, weight: 0 });
    }
  }

  private drawContacts(run: Run, snapshot: Snapshot, view: Projection, palette: Palette, labels: Label[]): void {
    run.hello!.contacts.forEach((contact, k) => {
      const own = run.hello!.arrows.find((a) => a.contact === k);
      if ((snapshot.contacts[k] ?? 0) === 0 || contact.point === undefined || own?.type === 'torque') return;
      const at = view.toPixel(this.foot.fromArray(snapshot.points, 3 * contact.point));
      if (at === null) return;
      ring(this.context, at, 4, palette.contact, 1, true);
      if (own === undefined) labels.push({ ...at, name: contact.name, number: this.numberOf(contact, snapshot.values[contact.normal]!, contact.unit, run.hello!.values[contact.normal]?.decimals), colour: palette.contact, weight: 1 });
    });
  }

  private drawHand(run: Run, snapshot: Snapshot, view: Projection, palette: Palette, localTarget: Vector3 | null): void {
    const { hand, world } = run.hello!;
    if (hand === undefined || (snapshot.flags & 4) === 0) return;
    const read = (places: [number, number, number]) => new Vector3(...(places.map((i) => snapshot.values[i]!) as [number, number, number]));
    const point = read(hand.point);
    const target = localTarget ?? read(hand.target);
    const from = view.toPixel(point);
    const to = view.toPixel(target);
    if (from === null || to === null) return;
    const c = this.context;
    if (world.ground !== undefined) {
      const up = new Vector3(...world.up);
      const shadow = view.toPixel(target.clone().addScaledVector(up, world.ground - target.dot(up)));
      if (shadow !== null) {
        c.strokeStyle = palette.hand;
        c.lineWidth = 1;
        c.setLineDash([2, 3]);
        c.beginPath(); c.moveTo(to.x, to.y); c.lineTo(shadow.x, shadow.y); c.stroke();
        c.setLineDash([]);
        c.globalAlpha = 0.25; c.fillStyle = palette.hand;
        c.beginPath(); c.ellipse(shadow.x, shadow.y, 6, 3, 0, 0, 7); c.fill();
        c.globalAlpha = 1;
      }
    }
    springPath(c, from, to, palette.hand);
    ring(c, from, 5, palette.hand, 2.5, false, palette.scene);
    ring(c, to, 7, palette.hand, 1.5, false, palette.hand, 0.25);
    const newtons = snapshot.values[hand.magnitude]!;
    const text = this.numberOf(hand, newtons, 'N', run.hello!.values[hand.magnitude]?.decimals);
    // Above the spring, and never out of the picture.
    const half = c.measureText(text).width / 2 + 14;
    const x = Math.min(view.width - half, Math.max(half, (from.x + to.x) / 2));
    const y = Math.min(view.height - 16, Math.max(16, Math.min(from.y, to.y) - 24));
    const width = tag(c, { x, y }, text, palette.hand, palette.isDark ? '#1b1016' : '#ffffff');
    this.drawn.segments.push({ from, to });
    this.drawn.boxes.push({ left: x - width / 2, top: y - 9, width });
  }

  // Labels keep away from the scale and the axes.
  private keepCorners({ width, height }: Projection, tools: number): void {
    for (const top of [height - 78, height - 60, height - 42]) this.drawn.boxes.push({ left: width - 79 - tools, top, width: 78 });
    this.drawn.boxes.push({ left: 8, top: height - 34, width: 175 });
  }

  // A ring opens for 0.6 s where a change of mode took place.
  private drawRing(run: Run, view: Projection, palette: Palette, options: OverlayOptions): void {
    const change = run.lastChange;
    const place = change === null ? null : this.placeOf(change, run);
    if (!change || place === null || options.reducedMotion || run.changeTimes.length > 3) return;
    const age = (performance.now() - change.at) / 600;
    const center = view.toPixel(place);
    if (center === null || age > 8) return;
    const radius = (0.18 * run.hello!.world.size) / view.metresPerPixel;
    if (age < 1) ring(this.context, center, radius * Math.sqrt(age), palette.change, 2.5, false, palette.change, 0.15 * (1 - age));
  }

  // The position of a change: that of the event, or that of the force of its constraint.
  private placeOf(change: ModeChange, run: Run): Vector3 | null {
    const { event } = change;
    if (event?.place !== undefined) return this.foot.set(...event.place);
    const info = run.hello!.arrows.find((a) => a.name === event?.name);
    return info === undefined || run.shown === null ? null : this.foot.fromArray(run.shown.points, 3 * info.point);
  }

  // The hand acts where it holds; while it holds nothing, its handles show where it may.
  private drawLitHand(run: Run, snapshot: Snapshot, view: Projection, palette: Palette, labels: Label[]): void {
    const { hand, handles } = run.hello!;
    const isHeld = hand !== undefined && (snapshot.flags & 4) !== 0;
    const places = isHeld ? [new Vector3(...hand.point.map((i) => snapshot.values[i]!))] : handles.map((h) => new Vector3().fromArray(snapshot.poses, 7 * h.pose));
    places.forEach((place, k) => {
      const at = view.toPixel(place);
      if (at === null) return;
      ring(this.context, at, 9, palette.hand, 2.5, false);
      labels.push({ ...at, name: isHeld ? 'hand' : handles[k]!.name, number: '', colour: palette.hand, weight: 1e9 });
    });
  }

  private drawLit(run: Run, snapshot: Snapshot, view: Projection, palette: Palette, labels: Label[]): void {
    const lit = run.lit;
    if (lit === null) return;
    if (lit.kind === 'hand') this.drawLitHand(run, snapshot, view, palette, labels);
    const names: Label[] = [];
    // One label for all that is at one place.
    const name = (at: Pixel, text: string, weight: number) => {
      const other = names.find((l) => Math.hypot(l.x - at.x, l.y - at.y) < 4);
      if (other === undefined) names.push({ ...at, name: text, number: '', colour: palette.ink, weight });
      else if (!other.name.split(', ').includes(text)) other.name += `, ${text}`;
    };
    for (const point of lit.points ?? []) {
      const at = view.toPixel(this.foot.fromArray(snapshot.points, 3 * point));
      if (at === null) continue;
      ring(this.context, at, 5, palette.ink, 2, false, palette.scene);
      name(at, run.hello!.points[point]!.name, 1e9);
    }
    for (const pose of lit.poses ?? []) {
      const at = view.toPixel(this.foot.fromArray(snapshot.poses, 7 * pose));
      const isBody = run.hello!.bodies.some((b) => b.pose === pose);
      if (at !== null && isBody) name(at, run.hello!.poses[pose]!.name, 1e8);
    }
    labels.push(...names);
  }
}
