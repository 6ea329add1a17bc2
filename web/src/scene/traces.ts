// SPDX-License-Identifier: Apache-2.0
// Paths of points over the last minute. The part that was drawn in another mode than the first keeps the colour of changes.
import { BufferAttribute, BufferGeometry, Color, Group, Line, LineBasicMaterial, LineDashedMaterial, Vector3 } from 'three';
import type { Hello } from '../protocol/messages.ts';
import type { Run } from '../run/run.ts';
import type { Palette } from './palette.ts';

const MAX_SAMPLES = 1200;

interface Place {
  isPose: boolean;
  index: number;
}

// A model that names no traces gets the path of its first handle, or of its first body.
export function tracedPlaces(hello: Hello): Place[] {
  const named = (hello.traces ?? []).map(({ point }) => ({ isPose: false, index: point }));
  const pose = hello.handles[0]?.pose ?? hello.bodies[0]?.pose;
  return named.length > 0 || pose === undefined || pose < 0 ? named : [{ isPose: true, index: pose }];
}

interface Trace {
  place: Place;
  line: Line;
}

// Where the first path was when the mode changed.
export interface PathMark {
  time: number;
  place: Vector3;
}

const MAX_MARKS = 4;
// Marks closer than this part of the model's size to a later one would cover each other.
const MARKS_APART = 0.25;

export class Traces {
  readonly root = new Group();
  marks: PathMark[] = [];
  private readonly traces: Trace[] = [];
  private readonly plain: Color;
  private readonly changed: Color;

  constructor(hello: Hello, palette: Palette) {
    this.plain = new Color(palette.ink3);
    this.changed = new Color(palette.change);
    for (const [k, place] of tracedPlaces(hello).entries()) {
      const geometry = new BufferGeometry();
      geometry.setAttribute('position', new BufferAttribute(new Float32Array(3 * MAX_SAMPLES), 3));
      geometry.setAttribute('color', new BufferAttribute(new Float32Array(3 * MAX_SAMPLES), 3));
      if (k > 0) geometry.setAttribute('lineDistance', new BufferAttribute(new Float32Array(MAX_SAMPLES), 1));
      const size = hello.world.size;
      const material = k === 0 ? new LineBasicMaterial({ vertexColors: true }) : new LineDashedMaterial({ vertexColors: true, dashSize: 0.012 * size, gapSize: 0.012 * size });
      const line = new Line(geometry, material);
      line.frustumCulled = false;
      this.traces.push({ place, line });
      this.root.add(line);
    }
  }

  // Every few frames is enough: a path grows by millimetres in that time.
  update(run: Run): void {
    const end = run.shown?.time ?? 0;
    const { history } = run;
    const last = history.length === 0 ? -1 : history.indexAt(end);
    const stride = Math.max(1, Math.ceil((last + 1) / (MAX_SAMPLES - 1)));
    this.mark(run, last);
    for (const { place: { isPose, index }, line } of this.traces) {
      const at = (isPose ? 7 : 3) * index;
      const position = line.geometry.getAttribute('position') as BufferAttribute;
      const colour = line.geometry.getAttribute('color') as BufferAttribute;
      const distance = line.geometry.getAttribute('lineDistance') as BufferAttribute | undefined;
      let count = 0;
      for (let k = 0; k <= last; k += stride) {
        const s = history.at(k === last || k + stride <= last ? k : last);
        const numbers = isPose ? s.poses : s.points;
        position.setXYZ(count, numbers[at]!, numbers[at + 1]!, numbers[at + 2]!);
        const c = s.mode === 0 ? this.plain : this.changed;
        colour.setXYZ(count, c.r, c.g, c.b);
        if (distance !== undefined) distance.setX(count, count === 0 ? 0 : distance.getX(count - 1) + stepLength(position, count));
        ++count;
      }
      line.geometry.setDrawRange(0, count);
      position.needsUpdate = colour.needsUpdate = true;
      if (distance !== undefined) distance.needsUpdate = true;
    }
  }

  // The latest changes of mode on the first path, so far apart that marks can be distinguished.
  private mark(run: Run, last: number): void {
    this.marks = [];
    const first = this.traces[0]?.place;
    if (first === undefined) return;
    const at = (first.isPose ? 7 : 3) * first.index;
    const apart = MARKS_APART * run.hello!.world.size;
    for (let k = last; k > 0 && this.marks.length < MAX_MARKS; --k) {
      const s = run.history.at(k);
      if (s.mode === run.history.at(k - 1).mode) continue;
      const place = new Vector3().fromArray(first.isPose ? s.poses : s.points, at);
      if (this.marks.some((other) => other.place.distanceTo(place) < apart)) continue;
      this.marks.push({ time: run.causeOf(s)?.time ?? s.time, place });
    }
  }
}

function stepLength(position: BufferAttribute, k: number): number {
  return Math.hypot(position.getX(k) - position.getX(k - 1), position.getY(k) - position.getY(k - 1), position.getZ(k) - position.getZ(k - 1));
}
