// SPDX-License-Identifier: Apache-2.0
// Keys of the page and the dialog that lists them.
import { h } from '../dom.ts';

export interface KeyAction {
  keys: string[];
  shown: string;
  words: string;
  act(): void;
}

// Keys held with Ctrl, Alt or Command are the browser's. AltGr only types signs, as [ on a German keyboard; some systems report Ctrl and
// Alt with it.
function isTypedElsewhere(e: KeyboardEvent): boolean {
  return e.metaKey || ((e.ctrlKey || e.altKey) && !e.getModifierState('AltGraph'));
}

// A sign is itself wherever it is on the keyboard: / is Shift and 7 on a German one. Otherwise Shift and a digit switch a constraint.
export function keyNames(e: Pick<KeyboardEvent, 'key' | 'code' | 'shiftKey'>): string[] {
  const shifted = e.shiftKey && /^Digit\d$/.test(e.code) && !/^[/?.[\]]$/.test(e.key);
  return [shifted ? `Shift+${e.code.slice(5)}` : e.key];
}

export function keyAction(key: string, shown: string, words: string, act: () => void): KeyAction {
  return { keys: /^[A-Z]$/.test(key) ? [key, key.toLowerCase()] : [key], shown, words, act };
}

const MOUSE: readonly [string, string][] = [
  ['drag a body', 'take hold and pull'], ['drag the ground', 'turn the view'], ['right or Shift drag', 'move the view'], ['wheel', 'zoom; while holding: depth'],
  ['Alt drag', 'while holding: turn'], ['Esc', 'let go'], ['double click', 'follow or not'], ['Tab, Enter, arrows', 'take a handle and move it 1 cm, with Shift 10 cm'],
];

export class Keys {
  readonly dialog = h('dialog', { class: 'keys', 'aria-label': 'All keys' });

  // Keys of a page act while it is shown.
  constructor(private readonly root: HTMLElement, private readonly actions: KeyAction[], private readonly first: (e: KeyboardEvent) => boolean, mouse: readonly [string, string][] = MOUSE) {
    const row = (key: string, words: string) => h('tr', {}, h('td', {}, h('kbd', {}, key)), h('td', {}, words));
    this.dialog.append(
      h('div', { class: 'keys-head' }, h('b', {}, 'Keys'), h('button', { class: 'quiet', type: 'button', onclick: () => this.dialog.close() }, 'Close')),
      h('div', { class: 'keys-columns' }, h('table', {}, ...actions.filter((a) => a.shown !== '').map((a) => row(a.shown, a.words))), h('table', {}, ...mouse.map(([k, w]) => row(k, w)))));
    document.addEventListener('keydown', this.listen);
  }

  private readonly listen = (e: KeyboardEvent) => this.press(e);

  // A page that is gone keeps nothing alive.
  close(): void {
    document.removeEventListener('keydown', this.listen);
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
    if (isTypedElsewhere(e) || target.closest('textarea, select, input:not([type=range]):not([type=checkbox])') !== null) return;
    if (e.key === ' ' && target.closest('button, summary, a, input') !== null) return;
    const names = keyNames(e);
    const action = this.actions.find((a) => a.keys.some((key) => names.includes(key)));
    if (action === undefined || document.body.dataset.page === 'gallery') return;
    e.preventDefault();
    action.act();
  }
}
