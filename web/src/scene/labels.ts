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

const HEIGHT = 18;
const MOST = 12;
const OFFSETS: [number, number][] = [[10, 8], [10, -22], [-1, 8], [-1, -22], [10, 26], [10, -40], [-1, 26], [-1, -40], [10, 44], [-1, 44]];

// Sorts the labels, and looks for a free place for the first 12 of them; a label without room for its name gets its number alone.
export function placeLabels(labels: Label[], measure: (text: string) => number, view: { width: number; height: number }): PlacedLabel[] {
  const placed: PlacedLabel[] = [];
  labels.sort((a, b) => b.weight - a.weight);
  for (let k = 0; k < labels.length && k < MOST; ++k) {
    const label = labels[k]!;
    const found = (label.name === '' ? null : placeText(label, `${label.name}  ${label.number}`.trim(), measure, view, placed)) ?? placeText(label, label.number, measure, view, placed);
    if (found !== null) placed.push(found);
  }
  return placed;
}

function placeText(label: Label, text: string, measure: (text: string) => number, view: { width: number; height: number }, placed: PlacedLabel[]): PlacedLabel | null {
  if (text === '') return null;
  const width = measure(text);
  for (const [dx, dy] of OFFSETS) {
    const left = dx < 0 ? label.x - width - 8 : label.x + dx;
    const top = label.y + dy;
    const isInside = left >= 4 && left + width <= view.width - 4 && top >= 4 && top + HEIGHT <= view.height - 4;
    if (isInside && isFree(left, top, width, placed)) return { text, colour: label.colour, left, top, width };
  }
  return null;
}

function isFree(left: number, top: number, width: number, placed: PlacedLabel[]): boolean {
  for (const other of placed) {
    if (left < other.left + other.width + 10 && other.left < left + width + 10 && top < other.top + HEIGHT && other.top < top + HEIGHT) return false;
  }
  return true;
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
