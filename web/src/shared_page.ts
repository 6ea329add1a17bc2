// SPDX-License-Identifier: Apache-2.0
// The shared page: a recorded run with scene, equations of each mode, time line and plots. It needs no server.
import { Vector3 } from 'three';
import { copyText, download, flashWords, h, replaceChildren, setAttribute, setText } from './dom.ts';
import { compact, energyText, fixed } from './format.ts';
import { icon } from './icons.ts';
import { eventsCsv } from './panels/events.ts';
import { EquationsPanel } from './panels/equations.ts';
import { ModelText } from './panels/model_text.ts';
import { Plots } from './panels/plots.ts';
import { Timeline } from './panels/timeline.ts';
import { Transport } from './panels/transport.ts';
import { Keys } from './panels/keys.ts';
import type { EquationDocument } from './protocol/messages.ts';
import type { RecordedSource } from './source/recorded.ts';
import type { Run } from './run/run.ts';
import { SHARED_MOUSE, sharedActions } from './run_actions.ts';
import { Stage } from './scene/stage.ts';
import { onTheme, toggleTheme } from './theme.ts';

// The unexplained energy is shown relative to the largest energy of the run.
function largestEnergy(run: Run): number | undefined {
  const stored = run.source.kind === 'recorded' ? (run.source as RecordedSource).run.header.hello.stored : undefined;
  if (stored === undefined) return undefined;
  return run.history.toArray().reduce((most, s) => Math.max(most, s.values[stored.kinetic]! + s.values[stored.potential]!), 0);
}

const MOST_LETTERS = 44; // of the names of modes that have buttons

export class SharedPage {
  readonly root = h('div', { class: 'shared-page' });
  readonly stage: Stage;
  readonly equations: EquationsPanel;
  readonly plots: Plots;
  readonly transport: Transport;
  readonly keys: Keys;
  isClosed = false;
  private readonly timeline: Timeline;
  private readonly modeChoice = h('div', { class: 'segments', role: 'group', 'aria-label': 'mode whose equations are shown' });
  private readonly freedom = h('span', { class: 'note freedom' });
  private readonly holds = h('p', { class: 'shared-foot note' });
  private readonly link = h('button', { class: 'button', type: 'button' });
  private readonly linkText = h('span', {});
  private readonly copied = h('span', { class: 'note', role: 'status' });
  private readonly textDialog = h('dialog', { class: 'text-dialog', 'aria-label': 'Model text' });
  private readonly forget: (() => unknown)[];
  private chosen: number | null = null;
  private lastUpdate = 0;

  constructor(private readonly run: Run, private readonly source: RecordedSource, note: string) {
    const { header } = source.run;
    this.stage = new Stage(run);
    this.equations = new EquationsPanel(run);
    this.plots = new Plots(run);
    this.transport = new Transport(run);
    this.timeline = new Timeline(run);
    const text = new ModelText(run);
    this.textDialog.append(h('div', { class: 'keys-head' }, h('b', {}, 'Model text'), h('button', { class: 'quiet', type: 'button', onclick: () => this.textDialog.close() }, 'Close')), text.root);
    const button = (name: string, label: string, act: () => void) => h('button', { class: 'icon-button plain', type: 'button', 'aria-label': label, title: label, onclick: act }, icon(name, 18));
    this.link.append(icon('copy', 15), this.linkText);
    this.link.addEventListener('click', () => void this.copyLink());
    const textButton = h('button', { class: 'button', type: 'button', hidden: !this.hasText, onclick: () => this.showText() }, icon('file', 15), h('span', {}, 'Model text'));
    const events = h('button', { class: 'quiet', type: 'button', onclick: () => download('events.csv', eventsCsv(run.events, run.hello), 'text/csv') }, icon('csv', 15), 'Events');
    this.transport.root.append(h('span', { class: 'spacer' }), events);
    const books = header.unexplained === undefined ? '' : `Energy not explained: ${compact(header.unexplained)} J${header.energy === undefined ? '' : ` of ${energyText(largestEnergy(run) ?? header.energy) || '0 J'}`}`;
    this.root.append(
      h('header', { class: 'shared-head' }, h('div', {}, h('h1', {}, header.title), h('p', { class: 'note' }, header.comment ?? '')), h('span', { class: 'spacer' }), this.copied, this.link, textButton, button('theme', 'Light or dark (L)', () => this.toggleTheme()), button('help', 'All keys (?)', () => this.keys.show())),
      h('div', { class: 'shared-top' }, this.stage.root, h('aside', { class: 'shared-equations' }, h('div', { class: 'tab-head' }, h('b', {}, 'Equations'), this.freedom, this.modeChoice), this.equations.root, this.holds)),
      this.transport.root, this.timeline.root, this.plots.root,
      h('footer', { class: 'shared-footer note' }, h('span', { class: 'brand' }, icon('logo', 18), h('b', {}, 'Tangible')), h('span', {}, note), h('span', { class: 'spacer' }),
        h('span', {}, books), h('span', {}, `${header.steps === undefined ? '' : `${header.steps} steps, `}${header.events.length} events`)),
      this.textDialog);
    this.keys = new Keys(this.root, sharedActions(this), () => false, SHARED_MOUSE);
    this.root.append(this.keys.dialog);
    this.forget = [() => this.keys.close(), onTheme(() => {
      this.stage.view.themeChanged();
      this.plots.themeChanged();
    })];
  }

  // A link to a moment is of use where the run is part of the page.
  hideLink(): void {
    this.link.hidden = true;
  }

  setCamera(camera: number[] | undefined): void {
    if (camera !== undefined) this.stage.view.look(new Vector3(...(camera.slice(0, 3) as [number, number, number])), new Vector3(...(camera.slice(3) as [number, number, number])));
  }

  frame(now: number): void {
    this.stage.frame();
    this.plots.frame();
    this.timeline.update();
    if (now - this.lastUpdate >= 95) {
      this.lastUpdate = now;
      this.stage.update();
      this.equations.update();
      this.transport.update();
      this.plots.update();
      this.updateModes();
      setText(this.linkText, `Copy link to ${fixed(this.run.shown?.time ?? 0, 2)} s`);
    }
  }

  nudge(direction: number): void {
    this.run.send({ type: 'seek', time: (this.run.shown?.time ?? 0) + direction / 30 });
  }

  get hasText(): boolean {
    return this.source.run.header.text !== undefined;
  }

  showText(): void {
    this.textDialog.showModal();
  }

  toggleTheme(): void {
    toggleTheme();
  }

  // What it listened to keeps it alive no longer.
  close(): void {
    this.isClosed = true;
    this.forget.forEach((end) => end());
    this.plots.close();
    this.stage.view.close();
    this.root.remove();
  }

  private updateModes(): void {
    const documents = this.source.run.header.documents;
    const present = this.run.shown?.mode ?? 0;
    const shown = this.chosen ?? present;
    if (this.modeChoice.childElementCount === 0) this.buildChoice(documents);
    const list = this.modeChoice.querySelector('select');
    if (list !== null && list.value !== String(shown)) list.value = String(shown);
    for (const button of this.modeChoice.querySelectorAll('button')) setAttribute(button, 'aria-pressed', String(Number(button.dataset.mode) === shown));
    setText(this.freedom, this.run.freedomText(shown));
    setText(this.holds, shown === present ? `These hold at ${fixed(this.run.shown?.time ?? 0, 2)} s. They change where the time line changes colour.` : 'These hold where the time line shows this mode.');
  }

  // Few modes have buttons, many a list.
  private buildChoice(documents: readonly EquationDocument[]): void {
    const letters = documents.reduce((n, d) => n + d.title.length + 3, 0);
    if (documents.length <= 4 && letters <= MOST_LETTERS) {
      replaceChildren(this.modeChoice, ...documents.map((d) => h('button', { type: 'button', 'data-mode': d.mode, onclick: () => this.choose(d.mode) }, d.title)));
      return;
    }
    const list = h('select', { class: 'mode-list', 'aria-label': 'mode whose equations are shown' }, ...documents.map((d) => h('option', { value: d.mode }, d.title)));
    list.addEventListener('change', () => this.choose(Number(list.value)));
    replaceChildren(this.modeChoice, list);
  }

  private choose(mode: number): void {
    this.chosen = mode === this.run.shown?.mode ? null : mode;
    this.equations.showMode(this.chosen);
    this.updateModes();
  }

  private async copyLink(): Promise<void> {
    const { rig } = this.stage.view;
    const camera = rig === null ? '' : `&camera=${[...rig.camera.position.toArray(), ...rig.target.toArray()].map((x) => Number(x.toPrecision(6))).join(',')}`;
    const url = `${location.href.replace(/#.*/, '')}#t=${(this.run.shown?.time ?? 0).toFixed(3)}&speed=${this.run.speed}${camera}`;
    history.replaceState(null, '', url);
    flashWords(this.copied, (await copyText(url)) ? 'copied' : 'the link is in the address');
  }
}
