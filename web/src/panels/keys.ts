// SPDX-License-Identifier: Apache-2.0
// Keys of the page and the dialog that lists them.
import { h } from '../dom.ts';

export interface KeyAction {
  keys: string[];
  shown: string;
  words: string;
  act(): void;
}

export class Keys {
  readonly dialog = h('dialog', { class: 'keys', 'aria-label': 'All keys' });

  // Keys of a page act while it is shown.
  constructor(private readonly root: HTMLElement, private readonly actions: KeyAction[], private readonly first: (e: KeyboardEvent) => boolean) {
    const mouse: [string, string][] = [
      ['drag a body', 'take hold and pull'], ['drag the ground', 'turn the view'], ['right or Shift drag', 'move the view'], ['wheel', 'zoom; while holding: depth'],
      ['Alt drag', 'while holding: turn'], ['Esc', 'let go'], ['double click', 'follow or not'], ['Tab, Enter, arrows', 'take a handle and move it 1 cm, with Shift 10 cm'],
    ];
    const row = (key: string, words: string) => h('tr', {}, h('td', {}, h('kbd', {}, key)), h('td', {}, words));
    this.dialog.append(
      h('div', { class: 'keys-head' }, h('b', {}, 'Keys'), h('button', { class: 'quiet', type: 'button', onclick: () => this.dialog.close() }, 'Close')),
      h('div', { class: 'keys-columns' }, h('table', {}, ...actions.filter((a) => a.shown !== '').map((a) => row(a.shown, a.words))), h('table', {}, ...mouse.map(([k, w]) => row(k, w)))));
    document.addEventListener('keydown', (e) => this.press(e));
  }

  show(): void {
    if (this.dialog.open) this.dialog.close();
    else this.dialog.showModal();
  }

  // Plain keys act outside of text fields only.
  private press(e: KeyboardEvent): void {
    if (this.root.hidden || !this.root.isConnected) return;
    if (this.first(e)) return e.preventDefault();
    if (document.querySelector('dialog[open]') !== null) return;
    const target = e.target as HTMLElement;
    if (e.ctrlKey || e.metaKey || e.altKey || target.closest('textarea, select, input:not([type=range]):not([type=checkbox])') !== null) return;
    if (e.key === ' ' && target.closest('button, summary, a') !== null) return;
    const action = this.actions.find((a) => a.keys.includes(e.shiftKey && /^Digit/.test(e.code) ? `Shift+${e.code.slice(5)}` : e.key));
    if (action === undefined || document.body.dataset.page === 'gallery') return;
    e.preventDefault();
    action.act();
  }
}
