// SPDX-License-Identifier: Apache-2.0
// The hand: what it holds, its coupler, how far the spring is stretched; or the viewer that has it.
import { h, replaceChildren, setAttribute, setText } from '../dom.ts';
import { compact, quantity, shortened } from '../format.ts';
import { decimalsOfUnit } from '../run/decimals.ts';
import type { Run } from '../run/run.ts';
import { panel, type Panel, type Updates } from './panel.ts';

export class HandPanel implements Updates {
  readonly panel: Panel = panel('hand', 'Hand');
  private readonly holds = h('dd', {});
  private readonly coupler = h('dd', { class: 'number' });
  private readonly stretch = h('dd', { class: 'number' });
  private readonly words = h('p', { class: 'empty' });
  private readonly list: HTMLElement;

  constructor(private readonly run: Run) {
    this.panel.note.classList.add('hand-force', 'number');
    this.list = h('dl', { class: 'plain-list' }, h('dt', {}, 'holds'), this.holds, h('dt', {}, 'coupler'), this.coupler, h('dt', {}, 'stretched by'), this.stretch);
    run.on('hello', (hello) => { this.panel.root.hidden = hello.hand === undefined; });
  }

  update(): void {
    const { shown, hello } = this.run;
    const hand = hello?.hand;
    if (shown === null || hand === undefined) return;
    const isHeld = (shown.flags & 4) !== 0;
    const content = isHeld ? this.list : this.words;
    if (this.panel.body.firstElementChild !== content) replaceChildren(this.panel.body, content);
    setText(this.panel.note, quantity(isHeld ? shown.values[hand.magnitude]! : 0, 'N', hello!.values[hand.magnitude]?.decimals ?? 1));
    if (!isHeld) return setText(this.words, this.run.hasHand ? 'Drag a body to take hold.' : 'Another viewer holds the hand.');
    const at = (places: [number, number, number]) => places.map((i) => shown.values[i]!);
    const [p, t] = [at(hand.point), at(hand.target)];
    const held = (shown.flags & 8) !== 0 ? this.run.heldName : 'another viewer';
    setText(this.holds, shortened(held, 30));
    setAttribute(this.holds, 'title', held);
    const k = hand.stiffness === undefined ? NaN : shown.values[hand.stiffness]!;
    const b = hand.damping === undefined ? NaN : shown.values[hand.damping]!;
    setText(this.coupler, `${compact(k, 2)} N/m, ${compact(b, 2)} N·s/m`);
    return setText(this.stretch, quantity(Math.hypot(p[0]! - t[0]!, p[1]! - t[1]!, p[2]! - t[2]!), 'm', Math.max(2, decimalsOfUnit('m', hello!) - 1)));
  }
}
