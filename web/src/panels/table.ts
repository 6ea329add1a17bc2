// SPDX-License-Identifier: Apache-2.0
// A picture as a table: for readers who cannot see it, and for those who need the numbers.
import { h, replaceChildren } from '../dom.ts';

export interface Table {
  title: string;
  columns: string[];
  rows: string[][];
}

const dialog = h('dialog', { class: 'keys table-dialog' });

function showTable(table: Table): void {
  const close = h('button', { class: 'quiet', type: 'button', onclick: () => dialog.close() }, 'Close');
  dialog.setAttribute('aria-label', table.title);
  replaceChildren(dialog, h('div', { class: 'keys-head' }, h('b', {}, table.title), close),
    h('div', { class: 'table-scroll', tabindex: 0 }, h('table', { class: 'data-table' },
      h('thead', {}, h('tr', {}, ...table.columns.map((c) => h('th', { scope: 'col' }, c)))),
      h('tbody', {}, ...table.rows.map((row) => h('tr', {}, ...row.map((cell) => h('td', { class: 'number' }, cell))))))));
  document.body.append(dialog);
  dialog.showModal();
}

export function tableButton(make: () => Table): HTMLElement {
  return h('button', { class: 'quiet', type: 'button', title: 'Show as table', 'aria-label': 'Show as table', onclick: () => showTable(make()) }, 'Table');
}
