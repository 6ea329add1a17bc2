// SPDX-License-Identifier: Apache-2.0
// The head of the page: where one is, the mode, the viewer that has the hand, theme, keys, share.
import { h, replaceChildren, setClass, setText } from '../dom.ts';
import { icon } from '../icons.ts';
import type { Run } from '../run/run.ts';
import type { Updates } from './panel.ts';

export interface HeadActions {
  gallery(): void;
  theme(): void;
  help(): void;
  share(): void;
}

export class Head implements Updates {
  readonly root = h('header', { class: 'head' });
  private readonly model = h('button', { class: 'model-name', type: 'button', title: 'Choose another model (G)' });
  private readonly chip = h('span', { class: 'mode-chip' });
  private readonly spoken = h('span', { class: 'only-spoken', role: 'status' }); // the mode, at most once a second
  private spokenAt = -Infinity;
  private readonly chipName = h('span', { class: 'mono' });
  private readonly chipText = h('span', {});
  private readonly hand = h('span', { class: 'hand-state' });
  private readonly handButton = h('span', { class: 'hand-button' }); // outside of the words, which may be cut off

  constructor(private readonly run: Run, actions: HeadActions) {
    this.chip.append(h('i', { class: 'chip-dot' }), this.chipName, this.chipText);
    this.model.addEventListener('click', actions.gallery);
    const button = (name: string, label: string, act: () => void) => h('button', { class: 'icon-button plain', type: 'button', 'aria-label': label, title: label, onclick: act }, icon(name, 18));
    this.root.append(
      h('a', { class: 'skip', href: '#scene' }, 'Skip to the scene'),
      h('span', { class: 'brand' }, icon('logo', 20), h('b', {}, 'Tangible')),
      h('nav', { class: 'crumbs', 'aria-label': 'place' }, h('a', { href: '#gallery' }, 'Gallery'), h('span', { class: 'note' }, '/'), this.model),
      this.chip, this.spoken, h('span', { class: 'spacer' }), this.hand, this.handButton,
      button('theme', 'Light or dark (L)', actions.theme), button('help', 'All keys (?)', actions.help),
      h('button', { class: 'button primary', type: 'button', title: 'Save this run as a page', onclick: actions.share }, icon('share', 15), h('span', {}, 'Share')));
    run.on('hello', (hello) => this.nameModel(hello.model.name));
    run.on('text', (text) => { if (!run.hasModel) this.nameModel(text.file); });
  }

  private nameModel(name: string): void {
    replaceChildren(this.model, h('b', {}, name), icon('chevron', 16));
  }

  update(): void {
    const snapshot = this.run.shown;
    if (snapshot === null) return;
    const many = this.run.changeTimes.filter((t) => performance.now() - t < 1000).length;
    setText(this.chipName, this.run.modeName(snapshot.mode));
    setText(this.chipText, many > 3 ? `${many} changes in 1 s` : this.run.freedomText(snapshot.mode));
    setClass(this.chip, 'changed', snapshot.mode !== 0 || this.run.isChangeMarked || many > 3);
    const now = performance.now();
    const words = `${this.run.modeName(snapshot.mode)}, ${this.run.freedomText(snapshot.mode)}`;
    if (words !== this.spoken.textContent && now - this.spokenAt > 1000) {
      this.spokenAt = now;
      setText(this.spoken, words);
    }
    this.updateHand();
  }

  private updateHand(): void {
    const { viewers } = this.run;
    if (viewers === null) return;
    const key = `${viewers.you}|${viewers.hand}|${viewers.count}|${(viewers.asking ?? []).join()}`;
    if (this.hand.dataset.key === key) return;
    this.hand.dataset.key = key;
    const count = viewers.count > 1 ? h('span', { class: 'note viewers' }, ` · ${viewers.count} viewers`) : null;
    if (viewers.hand === viewers.you) {
      const asking = viewers.asking?.[0];
      const give = asking === undefined ? null : h('button', { class: 'quiet', type: 'button', onclick: () => void this.run.request({ type: 'give_hand', viewer: asking }) }, `Give it to viewer ${asking}`);
      replaceChildren(this.hand, icon('hand', 17), h('b', {}, 'You hold the hand'), count);
      replaceChildren(this.handButton, give);
    } else {
      const hasAsked = (viewers.asking ?? []).includes(viewers.you);
      replaceChildren(this.hand, icon('hand', 17), h('span', {}, viewers.hand === 0 ? 'nobody holds the hand' : 'another viewer holds the hand'), count,
        hasAsked ? h('span', { class: 'note' }, 'you have asked for it') : null);
      const ask = () => void this.run.request({ type: 'ask_hand' });
      replaceChildren(this.handButton, hasAsked ? null : h('button', { class: 'quiet', type: 'button', onclick: ask }, 'Ask for it'));
    }
    setClass(this.hand, 'mine', viewers.hand === viewers.you);
    this.hand.title = this.hand.textContent ?? ''; // of which a narrow window shows a part
  }
}
