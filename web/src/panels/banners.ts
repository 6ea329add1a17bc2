// SPDX-License-Identifier: Apache-2.0
// Bars in the scene: what just changed, mistakes in the text, lost connection, progress, refusals.
import { h, replaceChildren, setClass, setText } from '../dom.ts';
import { energyText, fixed } from '../format.ts';
import { icon } from '../icons.ts';
import type { Run } from '../run/run.ts';
import type { Updates } from './panel.ts';

const LOST_SECONDS = 5;

export class Banners implements Updates {
  readonly root = h('div', { class: 'banners' });
  onShowLine: (line: number) => void = () => {};
  private readonly mistake = h('div', { class: 'banner error', role: 'alert', hidden: true });
  private readonly lost = h('div', { class: 'banner error', role: 'alert', hidden: true });
  private readonly refusal = h('div', { class: 'banner error', role: 'alert', hidden: true });
  private readonly progress = h('div', { class: 'banner', role: 'status', hidden: true });
  private readonly recorded = h('div', { class: 'banner', role: 'status', hidden: true });
  private readonly change = h('div', { class: 'banner change', hidden: true });
  private readonly lostText = h('span', {});
  private refusalUntil = 0;
  private recordedUntil = 0;

  constructor(private readonly run: Run) {
    this.lost.append(icon('alert'), this.lostText, h('span', { class: 'spacer' }), h('button', { class: 'quiet', type: 'button', onclick: () => run.source.retry() }, 'Try again'));
    this.root.append(this.lost, this.mistake, this.refusal, this.progress, this.recorded, this.change);
    run.on('text', () => this.showMistake());
    run.on('problem', ({ text, hint }) => {
      replaceChildren(this.refusal, icon('alert'), h('span', {}, h('b', {}, text), hint ? ` ${hint}` : ''));
      this.refusal.hidden = false;
      this.refusalUntil = performance.now() + 6000;
    });
    run.on('progress', ({ what, part }) => {
      this.progress.hidden = part === 1;
      const bar = h('progress', part === undefined ? {} : { value: part, max: 1 });
      replaceChildren(this.progress, h('span', {}, what), bar);
    });
    run.on('recording', () => this.showRecorded());
    run.on('mode', () => this.showChange());
  }

  update(): void {
    const now = performance.now();
    if (now > this.refusalUntil) this.refusal.hidden = true;
    if (now > this.recordedUntil) this.recorded.hidden = true;
    const change = this.run.lastChange;
    if (change === null || now - change.at > 5200) this.change.hidden = true;
    else setClass(this.change, 'fresh', now - change.at < 1200);
    this.showLost();
  }

  private showRecorded(): void {
    const { recording } = this.run;
    if (recording?.state === 'failed') this.run.emit('problem', { text: 'The recording is lost.', hint: 'The events say why.' });
    const isDone = recording?.state === 'ended' && (recording.file ?? '') !== '';
    this.recorded.hidden = !isDone;
    if (!isDone) return;
    const play = () => {
      this.recorded.hidden = true;
      void this.run.request({ type: 'play', recording: recording.file });
    };
    replaceChildren(this.recorded, icon('file'), h('span', {}, 'Recorded ', h('span', { class: 'mono' }, recording.file!), recording.seconds === undefined ? '' : `, ${fixed(recording.seconds, 1)} s`),
      h('span', { class: 'spacer' }), h('button', { class: 'quiet', type: 'button', onclick: play }, 'Play'));
    this.recordedUntil = performance.now() + 20000;
  }

  private showLost(): void {
    const { connection, silence } = this.run;
    const words = connection === 'refused' ? 'This page has no right to connect. Open the link that the program printed in its terminal.'
      : connection === 'other_version' ? `${this.run.connectionText} Load the page again.`
      : silence > LOST_SECONDS ? `No news for ${fixed(silence, 0)} s. The last state stays on screen; the hand has let go.` : '';
    this.lost.hidden = words === '';
    setText(this.lostText, words);
  }

  private showMistake(): void {
    const { text } = this.run;
    const first = text?.mistakes?.[0];
    this.mistake.hidden = first === undefined;
    if (first === undefined || text === null) return;
    const since = text.running_since ? `The model read at ${text.running_since} runs on.` : 'The old model runs on.';
    replaceChildren(this.mistake, icon('alert'), h('span', {}, h('b', {}, 'The model text has a mistake'), ` in line ${first.line}. ${since}`), h('span', { class: 'spacer' }),
      h('button', { class: 'quiet', type: 'button', onclick: () => this.onShowLine(first.line) }, `Show line ${first.line}`));
  }

  private showChange(): void {
    const change = this.run.lastChange!;
    const [from, to] = [this.run.degreesOfFreedom(change.from), this.run.degreesOfFreedom(change.to)];
    const event = change.event;
    const parts: Node[] = [h('b', { class: 'number' }, `${fixed(change.time, 3)} s`)];
    const text = event?.text ?? this.run.modeName(change.to);
    if (event?.name && text.startsWith(event.name)) parts.push(h('span', {}, h('span', { class: 'mono' }, event.name), text.slice(event.name.length)));
    else parts.push(h('span', {}, text));
    if (from !== undefined && to !== undefined) parts.push(h('span', { class: 'part' }, from === to ? `${to} degrees of freedom` : `${from} → ${to} degrees of freedom`));
    if (event?.loss) parts.push(h('span', { class: 'part' }, `${energyText(event.loss)} lost`));
    replaceChildren(this.change, ...parts);
    this.change.hidden = false;
  }
}
