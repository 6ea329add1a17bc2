// SPDX-License-Identifier: Apache-2.0
// The mass matrix of a large model as a map of squares: a filled square is a nonzero entry, a click or the arrow keys open it.
import { h, setAttribute, svg } from '../dom.ts';
import type { EquationDocument } from '../protocol/messages.ts';

const MAX_WIDTH = 340;

export function matrixMap(document: EquationDocument, typeset: (element: HTMLElement, latex: string | undefined, text: string) => void): HTMLElement {
  const { size, entries } = document.matrix!;
  const cell = Math.max(3, Math.min(28, MAX_WIDTH / size));
  const byPlace = new Map(entries.map((entry) => [entry[0] * size + entry[1], entry]));
  const opened = h('div', { class: 'matrix-entry', 'aria-live': 'polite' });
  const gap = cell > 8 ? 2 : 0.6;
  const square = (row: number, column: number) => `M${(cell * column + gap / 2).toFixed(1)} ${(cell * row + gap / 2).toFixed(1)}h${(cell - gap).toFixed(1)}v${(cell - gap).toFixed(1)}h${(gap - cell).toFixed(1)}z`;
  const map = svg('svg', {
    width: cell * size + 1, height: cell * size + 1, class: 'matrix-map', role: 'img', tabindex: 0, 'aria-label': `mass matrix of ${size} rows, ${entries.length} entries are not zero; arrow keys open them`,
  });
  const chosen = svg('path', { class: 'matrix-chosen' });
  map.append(svg('rect', { x: 0.5, y: 0.5, width: cell * size, height: cell * size, class: 'matrix-frame' }),
    svg('path', { class: 'matrix-squares', d: entries.map(([row, column]) => square(row, column)).join('') }), chosen);
  let at: [number, number] = [0, 0];
  const open = (row: number, column: number) => {
    at = [Math.min(size - 1, Math.max(0, row)), Math.min(size - 1, Math.max(0, column))];
    setAttribute(chosen, 'd', square(...at));
    const entry = byPlace.get(at[0] * size + at[1]);
    const math = h('div', { class: 'math' });
    opened.replaceChildren(h('span', { class: 'note' }, `row ${at[0] + 1}, column ${at[1] + 1}${entry === undefined ? ': 0' : ''}`), math);
    if (entry !== undefined) typeset(math, entry[3], entry[2]);
  };
  map.addEventListener('click', (e) => {
    const box = map.getBoundingClientRect();
    open(Math.floor((e.clientY - box.top) / cell), Math.floor((e.clientX - box.left) / cell));
  });
  map.addEventListener('keydown', (e) => {
    const step = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] }[e.key];
    if (step === undefined) return;
    e.preventDefault();
    e.stopPropagation();
    open(at[0] + step[0]!, at[1] + step[1]!);
  });
  return h('section', { class: 'equation-section' }, h('h3', {}, 'Mass matrix', h('span', { class: 'note' }, `${size} × ${size}, ${entries.length} entries`)), map, opened);
}
