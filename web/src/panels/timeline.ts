// SPDX-License-Identifier: Apache-2.0
// The time line of a recorded run: modes in colour, events as marks, and a slider over both.
import { h, replaceChildren, setAttribute } from '../dom.ts';
import { energyText, fixed } from '../format.ts';
import type { RunEvent } from '../protocol/messages.ts';
import type { Run } from '../run/run.ts';
import { modeSpans } from './plot_data.ts';

const LETTER = 6; // pixels, on average: a name that does not fit would be read as another one

export class Timeline {
  readonly root = h('div', { class: 'timeline' });
  private readonly spans = h('div', { class: 'timeline-spans' });
  private readonly marks = h('div', { class: 'timeline-marks' });
  private readonly knob = h('div', { class: 'timeline-knob', role: 'slider', tabindex: 0, 'aria-label': 'time' });
  private isBuilt = false;

  constructor(private readonly run: Run) {
    this.root.append(this.marks, h('div', { class: 'timeline-track' }, this.spans, this.knob));
    const track = this.spans;
    const seek = (e: PointerEvent) => {
      const box = track.getBoundingClientRect();
      const part = Math.min(1, Math.max(0, (e.clientX - box.left) / box.width));
      run.send({ type: 'seek', time: run.history.begin + part * (run.history.end - run.history.begin) });
    };
    this.root.addEventListener('pointerdown', (e) => {
      this.root.setPointerCapture(e.pointerId);
      run.send({ type: 'pause' });
      seek(e);
      this.root.onpointermove = seek;
    });
    for (const end of ['pointerup', 'pointercancel']) this.root.addEventListener(end, () => { this.root.onpointermove = null; });
    this.knob.addEventListener('keydown', (e) => this.key(e));
  }

  // The arrow keys act on the whole page; these only here.
  private key(e: KeyboardEvent): void {
    const { begin, end } = this.run.history;
    const now = this.run.shown?.time ?? begin;
    const to = { Home: begin, End: end, PageUp: now + (end - begin) / 10, PageDown: now - (end - begin) / 10 }[e.key];
    if (to === undefined) return;
    e.preventDefault();
    this.run.send({ type: 'seek', time: to });
  }

  update(): void {
    const { history, shown } = this.run;
    if (shown === null || history.length < 2) return;
    if (!this.isBuilt) this.build();
    const part = (shown.time - history.begin) / (history.end - history.begin || 1);
    this.knob.style.left = `${100 * part}%`;
    setAttribute(this.knob, 'aria-valuenow', shown.time.toFixed(2));
    setAttribute(this.knob, 'aria-valuemin', history.begin.toFixed(2));
    setAttribute(this.knob, 'aria-valuemax', history.end.toFixed(2));
    setAttribute(this.knob, 'aria-valuetext', `${fixed(shown.time, 2)} seconds`);
  }

  private build(): void {
    this.isBuilt = true;
    const { history } = this.run;
    const total = history.end - history.begin || 1;
    const percent = (t: number) => (100 * (t - history.begin)) / total;
    replaceChildren(this.spans, ...modeSpans(history, history.begin, history.end).map((s) => {
      const name = this.run.modeName(s.mode);
      const room = (this.spans.clientWidth * (percent(s.end) - percent(s.begin))) / 100;
      const piece = h('span', { class: `span${s.mode === 0 ? '' : ' changed'}`, title: name }, room > LETTER * name.length + 8 ? name : '');
      piece.style.left = `${percent(s.begin)}%`;
      piece.style.width = `${percent(s.end) - percent(s.begin)}%`;
      return piece;
    }));
    let last = -100;
    const events = shownEvents(this.run.events).slice(0, 200);
    replaceChildren(this.marks, ...events.map((e) => {
      const at = percent(e.time);
      const hasRoom = at - last > 21;
      if (hasRoom) last = at;
      const loss = energyText(e.loss ?? 0);
      const words = `${fixed(e.time, 2)} s ${e.text}${loss === '' ? '' : `, ${loss} lost`}`;
      const mark = h('span', { class: 'timeline-mark', title: words }, hasRoom && at < 88 ? words : '');
      mark.style.left = `${at}%`;
      return mark;
    }));
  }
}

// Of what happens at one instant, the change of mode is shown, or else the first event. Where an event switches a constraint, both change
// the mode: the constraint is shown, which has the loss.
export function shownEvents(events: readonly RunEvent[]): RunEvent[] {
  const shown: RunEvent[] = [];
  for (const e of events) {
    if (e.mode === undefined && e.kind !== 'event' && e.kind !== 'contact') continue;
    const last = shown.at(-1);
    if (last === undefined || last.time !== e.time) shown.push(e);
    else if (e.mode !== undefined && (last.mode === undefined || (last.kind === 'event' && e.kind !== 'event'))) shown[shown.length - 1] = e;
  }
  return shown;
}
