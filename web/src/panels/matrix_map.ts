// SPDX-License-Identifier: Apache-2.0
// The mass matrix of a large model as a map of squares: a filled square is a nonzero entry, a click opens it.
import { h, svg } from '../dom.ts';
import type { EquationDocument } from '../protocol/messages.ts';

const MAX_WIDTH = 340;

export function matrixMap(document: EquationDocument, typeset: (element: HTMLElement, latex: string | undefined, text: string) => void): HTMLElement {
  const { size, entries } = document.matrix!;
  const cell = Math.max(3, Math.min(28, Math.floor(MAX_WIDTH / size)));
  const opened = h('div', { class: 'matrix-entry' });
  const nonzero = entries.length;
  const map = svg('svg', { width: cell * size + 1, height: cell * size + 1, class: 'matrix-map', role: 'img', 'aria-label': `mass matrix of ${size} rows, ${nonzero} entries are not zero` });
  map.append(svg('rect', { x: 0.5, y: 0.5, width: cell * size, height: cell * size, class: 'matrix-frame' }));
  let chosen: Element | null = null;
  for (const [row, column, text, latex] of entries) {
    const square = svg('rect', { x: cell * column + 1.5, y: cell * row + 1.5, width: cell - 2, height: cell - 2, class: 'matrix-square' }, svg('title', {}, `row ${row + 1}, column ${column + 1}`));
    square.addEventListener('click', () => {
      chosen?.classList.remove('chosen');
      square.classList.add('chosen');
      chosen = square;
      const math = h('div', { class: 'math' });
      opened.replaceChildren(h('span', { class: 'note' }, `row ${row + 1}, column ${column + 1}`), math);
      typeset(math, latex, text);
    });
    map.append(square);
  }
  return h('section', { class: 'equation-section' }, h('h3', {}, 'Mass matrix', h('span', { class: 'note' }, `${size} × ${size}, ${nonzero} entries`)), map, opened);
}
