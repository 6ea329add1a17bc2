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

export interface PlacedLabel extends Label {
  text: string;
  left: number;
  top: number;
  width: number;
}

const HEIGHT = 18;
const OFFSETS: [number, number][] = [[10, 8], [10, -22], [-1, 8], [-1, -22], [10, 26], [10, -40], [-1, 26], [-1, -40], [10, 44], [-1, 44]];

interface Box {
  left: number;
  top: number;
  width: number;
}

function overlaps(a: Box, b: Box): boolean {
  return a.left < b.left + b.width + 10 && b.left < a.left + a.width + 10 && a.top < b.top + HEIGHT && b.top < a.top + HEIGHT;
}

export function placeLabels(labels: Label[], measure: (text: string) => number, view: { width: number; height: number }): PlacedLabel[] {
  const placed: PlacedLabel[] = [];
  const sorted = [...labels].sort((a, b) => b.weight - a.weight).slice(0, 12);
  for (const label of sorted) {
    const texts = label.name === '' ? [label.number] : [`${label.name}  ${label.number}`.trim(), label.number];
    const found = texts.flatMap((text) => candidates(label, text, measure(text))).find((box) => {
      const inside = box.left >= 4 && box.left + box.width <= view.width - 4 && box.top >= 4 && box.top + HEIGHT <= view.height - 4;
      return inside && !placed.some((other) => overlaps(box, other));
    });
    if (found !== undefined && found.text !== '') placed.push(found);
  }
  return placed;
}

function candidates(label: Label, text: string, width: number): PlacedLabel[] {
  return OFFSETS.map(([dx, dy]) => ({ ...label, text, width, left: dx < 0 ? label.x - width - 8 : label.x + dx, top: label.y + dy }));
}
