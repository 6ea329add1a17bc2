// SPDX-License-Identifier: Apache-2.0
// A panel: a titled part of a column that folds, and remembers that per browser.
import { h, remember, remembered } from '../dom.ts';

export interface Panel {
  root: HTMLElement;
  body: HTMLElement;
  note: HTMLElement;
}

export function panel(name: string, title: string, note: HTMLElement = h('span', { class: 'panel-note' })): Panel {
  const body = h('div', { class: 'panel-body' });
  const isFolded = remembered(`fold.${name}`, false);
  const button = h('button', { class: 'panel-title', 'aria-expanded': String(!isFolded), type: 'button' }, title);
  const root = h('section', { class: `panel panel-${name}`, 'aria-label': title }, h('div', { class: 'panel-head' }, button, note), body);
  root.classList.toggle('folded', isFolded);
  button.addEventListener('click', () => {
    const folded = root.classList.toggle('folded');
    button.setAttribute('aria-expanded', String(!folded));
    remember(`fold.${name}`, folded);
  });
  return { root, body, note };
}

export interface Updates {
  update(): void; // ten times a second
}
