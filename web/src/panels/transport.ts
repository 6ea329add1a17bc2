// SPDX-License-Identifier: Apache-2.0
// Transport: reset, pause, step, clock, speed, the time line of the last minute, record.
import { h, replaceChildren, setAttribute, setClass, setText } from '../dom.ts';
import { fixed } from '../format.ts';
import { icon } from '../icons.ts';
import { FLAG } from '../protocol/snapshot.ts';
import type { Run } from '../run/run.ts';
import type { Updates } from './panel.ts';

const SPEEDS = [0.1, 0.25, 0.5, 1, 2]; // of a server that names none

export class Transport implements Updates {
  readonly root = h('div', { class: 'transport', role: 'toolbar', 'aria-label': 'time' });
  private readonly play = h('button', { class: 'icon-button inverted', type: 'button', 'aria-label': 'Pause', title: 'Pause (Space)' }, icon('pause'));
  private readonly stepButton = h('button', { class: 'icon-button', type: 'button', 'aria-label': 'Step', title: 'Step (.)', disabled: true }, icon('step'));
  private readonly clock = h('span', { class: 'clock number' });
  private readonly clockUnit = h('span', { class: 'note' }, 's');
  private readonly clockWords = h('span', { class: 'note clock-words' }); // left out where there is no room
  private readonly speeds = h('div', { class: 'segments speeds', role: 'group', 'aria-label': 'speed of time' });
  private readonly memory = h('span', { class: 'note memory' });
  private readonly slider = h('input', { type: 'range', class: 'slider scrub', min: 0, max: 1, step: 'any', value: 1, 'aria-label': 'time line of the last minute' });
  private readonly record = h('button', { class: 'record', type: 'button', 'aria-pressed': 'false', title: 'Record (K)' }, h('span', { class: 'record-dot' }), h('span', {}, 'Record'));
  private speedList = SPEEDS;
  private isSliding = false; // the pointer holds the thumb

  constructor(private readonly run: Run) {
    const reset = h('button', { class: 'icon-button', type: 'button', 'aria-label': 'Reset', title: 'Reset (R)', onclick: () => this.reset() }, icon('reset'));
    this.play.addEventListener('click', () => this.toggle());
    this.stepButton.addEventListener('click', () => this.step());
    this.slider.addEventListener('pointerdown', () => { this.isSliding = true; });
    for (const end of ['pointerup', 'pointercancel']) this.slider.addEventListener(end, () => { this.isSliding = false; });
    this.slider.addEventListener('input', () => this.scrubTo(Number(this.slider.value)));
    this.record.addEventListener('click', () => this.toggleRecord());
    const isLive = run.source.kind === 'live';
    this.root.append(reset, this.play, this.stepButton, h('span', { class: 'clock-box' }, h('span', { class: 'clock-time' }, this.clock, this.clockUnit), this.clockWords), this.speeds, this.slider, this.memory);
    if (isLive) this.root.append(this.record);
    run.on('hello', (hello) => this.buildSpeeds(hello.speeds_of_time ?? SPEEDS));
    run.on('speed', () => this.showSpeed());
  }

  toggle(): void {
    if (this.run.scrubTime !== null) return this.goLive();
    return void this.run.request({ type: this.run.isPaused ? 'run' : 'pause' });
  }

  step(): void {
    if (this.run.isPaused) void this.run.request({ type: 'step', ticks: 1 });
  }

  reset(): void {
    this.run.scrub(null);
    void this.run.request({ type: 'reset' });
  }

  changeSpeed(direction: number): void {
    const at = Math.max(0, this.speedList.indexOf(this.run.speed));
    this.setSpeed(this.speedList[Math.min(this.speedList.length - 1, Math.max(0, at + direction))]!);
  }

  toggleRecord(): void {
    const isOn = ((this.run.latest?.flags ?? 0) & FLAG.recording) !== 0;
    void this.run.request({ type: 'record', on: !isOn });
  }

  update(): void {
    const { run } = this;
    const snapshot = run.shown;
    if (snapshot === null) return;
    const stands = run.isPaused || run.scrubTime !== null;
    setText(this.clock, fixed(snapshot.time, 3));
    const isRecorded = run.source.kind === 'recorded';
    setText(this.clockUnit, isRecorded ? `of ${fixed(run.history.end, run.history.end < 10 ? 1 : 0)} s` : 's');
    setText(this.clockWords, isRecorded ? '' : run.scrubTime !== null ? ', back then' : run.isPaused ? ', paused' : '');
    if (this.play.dataset.stands !== String(stands)) {
      this.play.dataset.stands = String(stands);
      replaceChildren(this.play, icon(stands ? 'play' : 'pause'));
      setAttribute(this.play, 'aria-label', stands ? 'Run' : 'Pause');
      setAttribute(this.play, 'title', stands ? 'Run (Space)' : 'Pause (Space)');
    }
    this.stepButton.disabled = !run.isPaused;
    setAttribute(this.stepButton, 'title', run.isPaused ? 'Step (.)' : 'Step (.): possible while the run is paused');
    const isRecording = (snapshot.flags & FLAG.recording) !== 0;
    setClass(this.record, 'on', isRecording);
    setAttribute(this.record, 'aria-pressed', String(isRecording));
    setText(this.record.lastElementChild!, isRecording ? `Stop, ${fixed(run.recording?.seconds ?? 0, 0)} s` : run.recording?.state === 'writing' ? 'Writing' : 'Record');
    this.updateSlider(snapshot.time);
    this.showSpeed();
  }

  // Another viewer, or another page before this one, may have chosen a speed for which there is no button yet.
  private showSpeed(): void {
    const { speed } = this.run;
    if (this.speedList.length > 0 && !this.speedList.includes(speed)) this.buildSpeeds([...this.speedList, speed].sort((a, b) => a - b));
    for (const button of this.speeds.children) setAttribute(button, 'aria-pressed', String(Number((button as HTMLElement).dataset.speed) === speed));
  }

  private updateSlider(time: number): void {
    const { history } = this.run;
    const begin = history.begin, end = history.end;
    this.memory.hidden = this.run.source.kind === 'recorded' || this.run.isPaused || this.run.scrubTime !== null; // beside the clock there are more words then
    if (!this.memory.hidden) setText(this.memory, `${fixed(end - begin, 1)} s in memory`);
    setAttribute(this.slider, 'title', `${fixed(end - begin, 1)} s in memory`);
    const part = end > begin ? (time - begin) / (end - begin) : 1;
    if (!this.isSliding) this.slider.value = String(part); // memory moves on under a thumb that nobody holds
    this.slider.style.setProperty('--part', `${100 * part}%`);
    setAttribute(this.slider, 'aria-valuetext', `${fixed(time, 2)} seconds`);
  }

  scrubTo(part: number): void {
    const { history } = this.run;
    const time = history.begin + part * (history.end - history.begin);
    if (this.run.source.kind === 'recorded') return this.run.send({ type: 'seek', time });
    return part >= 0.999 ? this.goLive() : this.run.scrub(time);
  }

  private goLive(): void {
    this.run.scrub(null);
  }

  private setSpeed(factor: number): void {
    if (this.run.canControl) this.run.speed = factor; // else the server refuses it
    void this.run.request({ type: 'speed', factor });
    this.showSpeed();
  }

  private buildSpeeds(list: number[]): void {
    this.speedList = list;
    replaceChildren(this.speeds, ...list.map((s) => h('button', { type: 'button', 'data-speed': s, 'aria-pressed': String(s === this.run.speed), onclick: () => this.setSpeed(s) }, `${s}×`)));
  }
}
