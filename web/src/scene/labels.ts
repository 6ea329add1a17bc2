// SPDX-License-Identifier: Apache-2.0
// Labels in the scene: they keep apart from each other, and drop names before numbers.

export interface Label {
  x: number;
  y: number;
  name: string;
  number: string;
  colour: string;
  weight: number; // the largest are placed first
  mono?: boolean;
}

export interface PlacedLabel {
  text: string;
  colour: string;
  left: number;
  top: number;
  width: number;
}

export interface Segment {
  from: { x: number; y: number };
  to: { x: number; y: number };
}

export interface Box {
  left: number;
  top: number;
  width: number;
  height?: number; // that of a label
}

// What is drawn already: labels lie on it only where there is no other place.
export interface Drawn {
  segments: readonly Segment[];
  boxes: readonly Box[];
}

const HEIGHT = 18;
const MOST = 12;
const OFFSETS: [number, number][] = [[10, 8], [10, -22], [-1, 8], [-1, -22], [10, 26], [10, -40], [-1, 26], [-1, -40], [10, 44], [-1, 44], [22, -9], [-22, -9], [40, -9], [-40, -9]];
const NEAR = 4; // so many sides are right beside the place: a label that had to go farther comes back when it can

type Size = { width: number; height: number };

interface Written {
  label: Label;
  text: string;
  width: number;
}

// Sorts the labels, and looks for a free place for the first 12 of them, beside all arrows if there is one; a label without room for its
// name gets its number alone.
// `sides`: where each label lay before. It stays there as long as nothing is in its way.
export function placeLabels(labels: Label[], measure: (text: string) => number, view: Size, drawn: Drawn = { segments: [], boxes: [] }, sides = new Map<string, number>()): PlacedLabel[] {
  const placed: PlacedLabel[] = [];
  labels.sort((a, b) => b.weight - a.weight);
  for (let k = 0; k < labels.length && k < MOST; ++k) {
    const label = labels[k]!;
    const place = (text: string) => placeText({ label, text, width: measure(text) }, view, placed, drawn, sides);
    const found = (label.name === '' ? null : place(`${label.name}  ${label.number}`.trim())) ?? place(label.number);
    if (found !== null) placed.push(found);
  }
  return placed;
}

// The first place that no arrow crosses; if each is crossed, the first one that is free of labels.
function placeText({ label, text, width }: Written, view: Size, placed: PlacedLabel[], drawn: Drawn, sides: Map<string, number>): PlacedLabel | null {
  if (text === '') return null;
  let second: PlacedLabel | null = null;
  let secondSide = -1;
  const before = label.name === '' ? -1 : sides.get(label.name) ?? -1;
  for (let k = before >= 0 && before < NEAR ? -1 : 0; k < OFFSETS.length; ++k) {
    const side = k < 0 ? before : k;
    const [dx, dy] = OFFSETS[side]!;
    const left = dx < 0 ? label.x - width - 7 + dx : label.x + dx;
    const top = label.y + dy;
    const isInside = left >= 4 && left + width <= view.width - 4 && top >= 4 && top + HEIGHT <= view.height - 4;
    if (!isInside || !isFree(left, top, width, placed) || !isFree(left, top, width, drawn.boxes)) continue;
    const here = { text, colour: label.colour, left, top, width };
    if (!drawn.segments.some((s) => crosses(s, here))) {
      sides.set(label.name, side);
      return here;
    }
    if (second === null) {
      second = here;
      secondSide = side;
    }
  }
  if (second !== null) sides.set(label.name, secondSide);
  return second;
}

function isFree(left: number, top: number, width: number, taken: readonly Box[]): boolean {
  for (const other of taken) {
    if (left < other.left + other.width + 10 && other.left < left + width + 10 && top < other.top + (other.height ?? HEIGHT) && other.top < top + HEIGHT) return false;
  }
  return true;
}

// Whether a segment has a part within the box of a label: the parts within its left, right, top and bottom sides have one in common.
export function crosses({ from, to }: Segment, box: { left: number; top: number; width: number }): boolean {
  let first = 0, last = 1;
  const within = (start: number, step: number, low: number, high: number) => {
    if (step === 0) return start >= low && start <= high;
    const a = (low - start) / step, b = (high - start) / step;
    first = Math.max(first, Math.min(a, b));
    last = Math.min(last, Math.max(a, b));
    return first <= last;
  };
  return within(from.x, to.x - from.x, box.left - 2, box.left + box.width + 2) && within(from.y, to.y - from.y, box.top + 1, box.top + HEIGHT - 1);
}

// Widths of texts, with all digits as wide as the widest: a label whose number counts on keeps its place, and is measured once.
export class TextWidths {
  private readonly known = new Map<string, number>();

  constructor(private readonly measure: (text: string) => number) {
    void document.fonts?.ready.then(() => this.known.clear());
  }

  of = (text: string): number => {
    const key = text.replace(/\d/g, '0');
    let width = this.known.get(key);
    if (width === undefined) {
      if (this.known.size > 500) this.known.clear();
      width = this.measure(key);
      this.known.set(key, width);
    }
    return width;
  };
}
