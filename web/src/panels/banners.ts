// SPDX-License-Identifier: Apache-2.0
// Bars in the scene: what just changed, mistakes in the text, lost connection, progress, refusals.
import { h, replaceChildren, setText } from '../dom.ts';
import { energyText, fixed } from '../format.ts';
import { icon } from '../icons.ts';
import type { RunEvent } from '../protocol/messages.ts';
import { FLAG } from '../protocol/snapshot.ts';
import type { Run } from '../run/run.ts';
import type { Updates } from './panel.ts';

const LOST_SECONDS = 5;
const STOP_WORDS = 'the run cannot go on:';

export class Banners implements Updates {
  readonly root = h('div', { class: 'banners' });
  onShowLine: (line: number) => void = () => {};
  private readonly mistake = h('div', { class: 'banner error', role: 'alert', hidden: true });
  private readonly lost = h('div', { class: 'banner error', role: 'alert', hidden: true });
  private readonly stop = h('div', { class: 'banner error', role: 'alert', hidden: true });
  private readonly refusal = h('div', { class: 'banner error', role: 'alert', hidden: true });
  private readonly progress = h('div', { class: 'banner', role: 'status', hidden: true });
  private readonly recorded = h('div', { class: 'banner', role: 'status', hidden: true });
  private readonly change = h('div', { class: 'banner change', hidden: true });
  private readonly lostText = h('span', {});
  private stopShown: RunEvent | null = null;
  private refusalUntil = 0;
  private recordedUntil = 0;

  constructor(private readonly run: Run) {
    this.lost.append(icon('alert'), this.lostText, h('span', { class: 'spacer' }), h('button', { class: 'quiet', type: 'button', onclick: () => run.source.retry() }, 'Try again'));
    this.root.append(this.lost, this.stop, this.mistake, this.refusal, this.progress, this.recorded, this.change);
    run.on('text', () => this.showMistake());
    run.on('problem', ({ text, hint }) => {
      if (!this.stop.hidden && text === 'the run has stopped') return; // the bar above says so, and why
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
    run.on('hello', () => this.showMistake());
  }

  // The room that mistakes and other lasting errors take at the top of the scene, in pixels.
  get errorHeight(): number {
    return [this.lost, this.stop, this.mistake].reduce((sum, bar) => (bar.hidden ? sum : sum + bar.offsetHeight + 10), 0);
  }

  update(): void {
    const now = performance.now();
    if (now > this.refusalUntil) this.refusal.hidden = true;
    if (now > this.recordedUntil) this.recorded.hidden = true;
    if (!this.run.isChangeMarked) this.change.hidden = true;
    this.showLost();
    this.showStop();
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
      : silence > LOST_SECONDS && !this.run.hasModel ? `No news for ${fixed(silence, 0)} s.`
      : silence > LOST_SECONDS ? `No news for ${fixed(silence, 0)} s. The last state stays on screen; the hand has let go.` : '';
    this.lost.hidden = words === '';
    setText(this.lostText, words);
  }

  // A run that cannot go on; its last event gives the reason, file and line first.
  private showStop(): void {
    const { latest, events } = this.run;
    const event = latest !== null && (latest.flags & FLAG.stopped) !== 0 ? events.filter((e) => e.text.startsWith(STOP_WORDS)).at(-1) : undefined;
    this.stop.hidden = event === undefined;
    if (event === undefined || event === this.stopShown) return;
    this.stopShown = event;
    const reason = event.text.slice(STOP_WORDS.length).trim().replace(/^\S*\//, '').replace(/\s*\n\s*/g, '; '); // the file without its folder
    replaceChildren(this.stop, icon('alert'), h('span', { class: 'stop-text', title: reason }, h('b', {}, `The run stopped at ${fixed(event.time, 3)} s.`), ` ${reason}`), h('span', { class: 'spacer' }),
      h('button', { class: 'quiet', type: 'button', onclick: () => void this.run.request({ type: 'reset' }) }, 'Begin again'));
  }

  private showMistake(): void {
    const { text } = this.run;
    const first = text?.mistakes?.[0];
    this.mistake.hidden = first === undefined;
    if (first === undefined || text === null) return;
    const since = !this.run.hasModel ? 'No model runs until it is corrected.' : text.running_since ? `The model read at ${text.running_since} runs on.` : 'The old model runs on.';
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
    if (from !== undefined && to !== undefined) parts.push(h('span', { class: 'part' }, from === to ? this.run.freedomText(to) : `${from} → ${to} degrees of freedom`));
    const loss = energyText(event?.loss ?? 0);
    if (loss !== '') parts.push(h('span', { class: 'part' }, `${loss} lost`));
    replaceChildren(this.change, ...parts);
    this.change.hidden = false;
  }
}
