// SPDX-License-Identifier: Apache-2.0
// The list of events, newest first, with an export as CSV.
import { download, h, replaceChildren, setClass, setText } from '../dom.ts';
import { compact, csvField, energyText, fixed, prettyUnit, trueMinus } from '../format.ts';
import type { Hello, RunEvent } from '../protocol/messages.ts';
import { scalesOf, typicalSize } from '../run/decimals.ts';
import type { Run } from '../run/run.ts';
import { panel, type Panel, type Updates } from './panel.ts';

const SHOWN = 200;

// The unit of the impulse of an event: that of the force of its constraint or contact, times seconds.
export function impulseUnit(event: RunEvent, hello: Pick<Hello, 'constraints' | 'contacts'> | null): string {
  const force = [...(hello?.constraints ?? []), ...(hello?.contacts ?? [])].find((c) => c.name === event.name)?.unit;
  return force === undefined || force === '' ? '' : `${force}*s`;
}

// What rounding leaves of an impulse is none.
export function impulseText(event: RunEvent, hello: (Pick<Hello, 'constraints' | 'contacts'> & Partial<Pick<Hello, 'world' | 'parameters'>>) | null): string {
  if (event.impulse === undefined || event.impulse === 0) return '';
  const { world, parameters } = hello ?? {};
  const typical = world === undefined || parameters === undefined ? undefined : typicalSize(impulseUnit(event, hello), scalesOf({ world, parameters }));
  if (typical !== undefined && Math.abs(event.impulse) < 1e-9 * typical) return '';
  return `impulse ${compact(event.impulse)} ${prettyUnit(impulseUnit(event, hello))}`.trim();
}

export function eventsCsv(events: readonly RunEvent[], hello: Pick<Hello, 'constraints' | 'contacts'> | null): string {
  const rows = events.map((e) => {
    const unit = e.impulse === undefined ? '' : impulseUnit(e, hello);
    return [e.number, e.time, e.kind, e.name ?? '', e.text, e.viewer ?? '', e.loss ?? '', e.impulse ?? '', unit, e.mode ?? ''].map((x) => csvField(String(x))).join(',');
  });
  return `${['number,time_s,kind,name,text,viewer,loss_J,impulse,impulse_unit,mode', ...rows].join('\n')}\n`;
}

export class EventsPanel implements Updates {
  readonly panel: Panel;
  private readonly list = h('ol', { class: 'events' });
  private readonly gone = h('p', { class: 'empty', hidden: true });
  private isDirty = true;
  private rows = new Map<number, HTMLElement>();

  constructor(private readonly run: Run) {
    const csv = h('button', { class: 'quiet', type: 'button', onclick: () => download('events.csv', eventsCsv(run.events, run.hello), 'text/csv') }, 'CSV');
    this.panel = panel('events', 'Events', csv);
    this.panel.body.append(this.list, this.gone);
    run.on('event', () => { this.isDirty = true; });
    for (const topic of ['hello', 'forgotten'] as const) run.on(topic, () => { this.isDirty = true; });
  }

  update(): void {
    if (this.isDirty) this.build();
    const marked = this.run.isChangeMarked ? this.run.lastChange?.event?.number : undefined;
    for (const [number, row] of this.rows) {
      setClass(row, 'changed', number === marked);
      setClass(row, 'fresh', number === marked && this.run.isChangeFresh);
    }
  }

  private build(): void {
    this.isDirty = false;
    // Of missed ticks the last event is enough: the status line has their total.
    const lastMissed = this.run.events.filter((e) => e.kind === 'missed').at(-1);
    const newest = this.run.events.filter((e) => e.kind !== 'missed' || e === lastMissed).slice(-SHOWN).reverse();
    const first = this.run.eventsOfRun[0]?.number ?? 0;
    this.rows = new Map(newest.map((e) => [e.number, this.makeRow(e, e.number < first)]));
    replaceChildren(this.list, ...this.rows.values());
    this.gone.hidden = this.run.eventsGone === 0;
    setText(this.gone, `${this.run.eventsGone} earlier events are gone`);
  }

  private makeRow(e: RunEvent, isOfEarlierRun: boolean): HTMLElement {
    const who = e.viewer === undefined ? '' : e.viewer === this.run.viewers?.you ? 'you' : `viewer ${e.viewer}`;
    const joules = energyText(e.loss ?? 0);
    const loss = joules === '' ? '' : `${joules} lost`;
    const text = h('span', { class: 'event-text' });
    const name = e.name ?? '';
    const words = trueMinus(e.text);
    const at = name === '' ? -1 : words.indexOf(name);
    if (at >= 0) text.append(words.slice(0, at), h('span', { class: 'mono' }, name), words.slice(at + name.length));
    else text.append(words);
    const impulse = impulseText(e, this.run.hello);
    const note = [who, loss === '' ? impulse : loss].filter(Boolean).join('; '); // the tooltip and the CSV have both
    const row = h('li', { class: `event kind-${e.kind.replace(/[^a-z_]/g, '')}` }, h('span', { class: 'number event-time' }, fixed(e.time, 3)), ' ', text, ' ', h('span', { class: 'note' }, note));
    row.title = [row.textContent, loss === '' ? '' : impulse].filter(Boolean).join('; ');
    if (isOfEarlierRun) {
      setClass(row, 'earlier', true);
      row.title += ' (of an earlier run)';
    } else {
      row.addEventListener('click', () => this.jump(e.time));
    }
    return row;
  }

  private jump(time: number): void {
    if (this.run.source.kind === 'recorded') this.run.send({ type: 'seek', time });
    else if (this.run.isPaused && time >= this.run.history.begin) this.run.scrub(time);
  }
}
