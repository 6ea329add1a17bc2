// SPDX-License-Identifier: Apache-2.0
// The stage: the scene with its buttons, legend, handles, banners and the card of a symbol.
import { Vector3 } from 'three';
import { h, keepFocus, remember, remembered, replaceChildren, setAttribute, setClass, setText } from '../dom.ts';
import { icon } from '../icons.ts';
import type { Run } from '../run/run.ts';
import { Banners } from '../panels/banners.ts';
import { SymbolCard } from '../panels/symbol_card.ts';
import type { Updates } from '../panels/panel.ts';
import { Hand } from './hand.ts';
import { Pointer } from './pointer.ts';
import { tracedPlaces } from './traces.ts';
import { SceneView } from './view.ts';

const NO_WEBGL = 'This browser has no WebGL 2, so the scene cannot be drawn; everything else works. Turn on hardware acceleration (or WebGL) in the settings of the browser and load the page again, or open the link in another browser.';
const KINDS = [['hand', 'Hand'], ['constraint', 'Constraints'], ['contact', 'Contacts'], ['load', 'Loads'], ['trace', 'Trace']] as const;

export class Stage implements Updates {
  readonly root = h('div', { class: 'stage', id: 'scene', role: 'application', tabindex: -1, 'aria-label': 'scene' });
  readonly view: SceneView;
  readonly hand: Hand;
  readonly banners: Banners;
  readonly card: SymbolCard;
  private readonly legend = h('div', { class: 'scene-legend', role: 'group', 'aria-label': 'arrows that are drawn' });
  private readonly handles = h('div', { class: 'handles' });
  private readonly hint = h('span', { class: 'drag-hint', hidden: true }, 'Drag me');
  private readonly empty = h('p', { class: 'scene-empty', role: 'status', hidden: true });
  private readonly follow: HTMLElement;
  private readonly views = ['top', 'front', 'side'] as const;
  private viewIndex = 0;
  private handleButtons: HTMLElement[] = [];
  private readonly handlePlace = new Vector3();

  constructor(private readonly run: Run) {
    this.view = new SceneView(run);
    this.hand = new Hand(run, this.view);
    this.banners = new Banners(run);
    this.card = new SymbolCard(run);
    const tool = (name: string, label: string, act: () => void) => h('button', { class: 'tool', type: 'button', 'aria-label': label, title: label, onclick: act }, icon(name, 17));
    this.follow = tool('follow', 'Follow the mechanism (O)', () => this.toggleFollow());
    const tools = h('div', { class: 'scene-tools' }, tool('fit', 'Fit (F)', () => this.view.fit()), this.follow, tool('view', 'From above, front, side (7 1 3)', () => this.nextView()));
    const top = h('div', { class: 'scene-top' }, this.banners.root, this.legend);
    this.root.append(this.view.canvas, this.view.overlayCanvas, this.handles, this.hint, this.empty, top, this.card.root, tools);
    setClass(this.root, 'without-scene', !this.view.canDraw);
    this.view.canvas.className = 'scene-canvas';
    this.view.overlayCanvas.className = 'scene-overlay';
    new Pointer(this.root, run, this.view, this.hand, () => this.endHint());
    new ResizeObserver(() => this.view.resize(this.root.clientWidth, this.root.clientHeight)).observe(this.root);
    run.on('hello', () => this.build());
  }

  toggleFollow(): void {
    if (this.view.rig) this.view.rig.isFollowing = !this.view.rig.isFollowing;
  }

  look(name: 'top' | 'front' | 'side'): void {
    this.view.rig?.view(name, this.view.options.reducedMotion);
  }

  toggleArrows(): void {
    const { shows } = this.view.options;
    const on = !(shows.constraint || shows.load || shows.contact);
    shows.constraint = shows.load = shows.contact = on;
    this.buildLegend();
  }

  toggleTrace(): void {
    this.view.options.shows.trace = !this.view.options.shows.trace;
    this.buildLegend();
  }

  frame(): void {
    this.hand.frame();
    this.view.frame();
    this.placeHandles();
  }

  // What stands in the place of a scene that cannot be drawn.
  private emptyWords(): string {
    if (!this.view.canDraw) return NO_WEBGL;
    const { run } = this;
    if (run.source.kind === 'recorded' || run.hasModel || run.text === null || run.connection !== 'open') return '';
    return (run.text.mistakes ?? []).length > 0 ? 'No model runs: its text has a mistake. Correct the text, here or in its file, and the model appears.' : 'The equations of the model are being derived.';
  }

  update(): void {
    const { run } = this;
    const words = this.emptyWords();
    if (this.empty.hidden !== (words === '')) this.empty.hidden = words === '';
    setText(this.empty, words);
    this.banners.update();
    this.view.writeNumbers();
    if (!this.hand.isHolding) this.view.leaveRoom(this.banners.errorHeight); // a picture that moves would carry the hand's target away
    this.card.update();
    setClass(this.root, 'has-card', !this.card.root.hidden);
    const { root: card } = this.card;
    this.view.options.covered = card.hidden ? null : { left: card.offsetLeft, top: card.offsetTop, width: card.offsetWidth, height: card.offsetHeight };
    setClass(this.root, 'stale', run.isStale && run.latest !== null);
    setClass(this.root, 'of-another', run.source.kind === 'live' && run.viewers !== null && !run.hasHand);
    setClass(this.root, 'paused', run.isPaused && run.source.kind === 'live');
    setAttribute(this.follow, 'aria-pressed', String(this.view.rig?.isFollowing ?? false));
    if (run.hello !== null && run.shown !== null) {
      setClass(this.hint, 'of-no-use', !run.hasHand || run.degreesOfFreedom(run.shown.mode) === 0); // nothing would move
      const state = run.isPaused ? 'paused' : 'running';
      const held = (run.shown.flags & 4) !== 0 ? ` The hand holds with ${run.shown.values[run.hello.hand?.magnitude ?? 0]?.toFixed(0)} newtons.` : '';
      setAttribute(this.root, 'aria-label', `Scene of ${run.hello.model.name}, ${state}, mode ${run.modeName(run.shown.mode)}, ${run.shown.time.toFixed(0)} seconds.${held} Tab reaches the handles; Enter takes hold.`);
    }
  }

  private nextView(): void {
    this.look(this.views[this.viewIndex++ % 3]!);
  }

  private build(): void {
    this.buildLegend();
    const { hello } = this.run;
    this.handleButtons = this.run.source.kind === 'recorded' ? [] : hello!.handles.map((handle, k) => {
      const button = h('button', { class: 'handle', type: 'button', 'aria-label': `handle ${handle.name}: Enter takes hold`, title: handle.name });
      button.addEventListener('keydown', (e) => {
        if (e.key !== 'Enter') return;
        e.preventDefault();
        if (this.hand.isHolding) this.hand.letGo();
        else if (this.run.hasHand) { this.hand.takeHandle(k); this.endHint(); }
      });
      button.addEventListener('pointerdown', (e) => this.dragHandle(e, k, button));
      button.addEventListener('blur', () => this.hand.letGo());
      return button;
    });
    replaceChildren(this.handles, ...this.handleButtons);
    this.hint.hidden = this.run.source.kind === 'recorded' || remembered('dragged', false) || this.handleButtons.length === 0;
  }

  private dragHandle(e: PointerEvent, index: number, button: HTMLElement): void {
    e.preventDefault();
    e.stopPropagation();
    if (!this.run.hasHand) return;
    const box = this.root.getBoundingClientRect();
    button.setPointerCapture(e.pointerId);
    this.hand.takeHandle(index, { x: e.clientX - box.left, y: e.clientY - box.top });
    this.endHint();
    const move = (m: PointerEvent) => (m.altKey ? this.hand.turn(m.movementX, m.movementY) : this.hand.leadTo(m.clientX - box.left, m.clientY - box.top));
    const up = () => {
      this.hand.letGo();
      button.removeEventListener('pointermove', move);
      button.removeEventListener('pointerup', up);
      button.removeEventListener('pointercancel', up);
    };
    button.addEventListener('pointermove', move);
    button.addEventListener('pointerup', up);
    button.addEventListener('pointercancel', up);
  }

  private placeHandles(): void {
    const { shown, hello } = this.run;
    if (shown === null || hello === null || this.view.rig === null || this.handleButtons.length === 0) return;
    const projection = this.view.projection();
    this.handleButtons.forEach((button, k) => {
      const at = projection.toPixel(this.handlePlace.fromArray(shown.poses, 7 * hello.handles[k]!.pose));
      if (button.hidden !== (at === null)) button.hidden = at === null;
      if (at === null) return;
      button.style.transform = `translate(${at.x.toFixed(1)}px, ${at.y.toFixed(1)}px)`;
      if (k === 0 && !this.hint.hidden) this.hint.style.transform = `translate(${at.x.toFixed(1)}px, ${(at.y - 34).toFixed(1)}px)`;
    });
  }

  private endHint(): void {
    if (this.hint.hidden) return;
    this.hint.hidden = true;
    remember('dragged', true);
  }

  private buildLegend(): void {
    const { shows } = this.view.options;
    const { hello } = this.run;
    const exists: Record<string, boolean> = {
      hand: this.run.source.kind === 'live' && hello?.hand !== undefined, constraint: (hello?.constraints.length ?? 0) > 0, contact: (hello?.contacts.length ?? 0) > 0,
      load: hello?.arrows.some((a) => a.kind === 'load') ?? false, trace: hello !== null && tracedPlaces(hello).length > 0,
    };
    const kinds = this.run.source.kind === 'recorded' ? KINDS.filter(([kind]) => exists[kind]) : KINDS;
    keepFocus(this.legend, () => replaceChildren(this.legend, ...kinds.map(([kind, name]) => h('button', {
      class: `legend-chip l-${kind}`, type: 'button', 'aria-pressed': String(shows[kind]), disabled: !exists[kind], title: exists[kind] ? `Show or hide: ${name.toLowerCase()}` : `This model has no ${name.toLowerCase()}.`,
      onclick: () => { shows[kind] = !shows[kind]; this.buildLegend(); },
    }, h('i', {}), name))));
  }
}
