// SPDX-License-Identifier: Apache-2.0
// The state of the page: messages of the source, the shown snapshot, and the selection. Panels listen to it.
import type {
  Command, EquationDocument, Hello, ModesMessage, ProgressMessage, RecordedMessage, RecordingMessage, RunEvent, ServerMessage, SymbolInfo, TextMessage,
  ViewersMessage,
} from '../protocol/messages.ts';
import { FLAG, type Snapshot } from '../protocol/snapshot.ts';
import type { ConnectionState, Source } from '../source/source.ts';
import { normalise } from '../equations/normalise.ts';
import { fillDecimals } from './decimals.ts';
import { Emitter } from './emitter.ts';
import { History } from './history.ts';
import { RowSpans } from './row_spans.ts';

export const HISTORY_SECONDS = 60;
const MOST_PER_SECOND = 72; // a server sends 60 snapshots a second, and some more where its clock and the page's differ
const STALE_SECONDS = 0.25; // without news: what is shown is old
const FRESH_MS = 800; // then the colour fades for 400 ms
const MARKED_MS = 5200;
const STILL_MS = 2000; // without motion: on, then off

// Readers may ask their system for less motion.
const isStill = () => typeof matchMedia === 'function' && matchMedia('(prefers-reduced-motion: reduce)').matches;

// Lists of hello that may be absent where a model has nothing of the kind.
const BEGINNINGS = ['model', 'reset']; // kinds of events
const LISTS = ['values', 'poses', 'points', 'bodies', 'shapes', 'handles', 'arrows', 'parameters', 'inputs', 'constraints', 'contacts', 'ledger', 'symbols'];

export interface ModeChange {
  at: number; // wall clock, ms
  time: number;
  from: number;
  to: number;
  event?: RunEvent;
  between: [number, number]; // times of the snapshots before and after
}

type Topics = {
  hello: Hello;
  snapshot: Snapshot;
  modes: ModesMessage;
  document: EquationDocument;
  event: RunEvent;
  viewers: ViewersMessage;
  text: TextMessage;
  progress: ProgressMessage;
  recording: RecordingMessage;
  problem: { text: string; hint?: string };
  connection: ConnectionState;
  mode: ModeChange;
  symbol: { symbol: SymbolInfo | null; anchor: Element | null; pinned: boolean };
  scrub: number | null;
  speed: number;
  reset: null;
  recorded: RecordedMessage;
  forgotten: null;
  another: boolean; // this page asks for another model; false: it was refused
};

// Whether an event led to a change of mode. The snapshot with the new mode may arrive before the event does, so that only
// their times decide.
function isCause(event: RunEvent, change: ModeChange): boolean {
  const [before, after] = change.between;
  return event.mode === change.to && event.time > before - 1e-9 && event.time < after + 1e-9;
}

interface Pending {
  resolve: (ok: boolean) => void;
}

export class Run extends Emitter<Topics> {
  hello: Hello | null = null;
  latest: Snapshot | null = null;
  modes: ModesMessage | null = null;
  documents = new Map<number, EquationDocument>();
  events: RunEvent[] = [];
  eventsGone = 0;
  viewers: ViewersMessage | null = null;
  text: TextMessage | null = null;
  connection: ConnectionState = 'connecting';
  connectionText = '';
  lastNews = performance.now();
  lastChange: ModeChange | null = null;
  changeTimes: number[] = [];
  scrubTime: number | null = null;
  speed = 1;
  recording: RecordingMessage | null = null;
  strobe = 0; // instants of a recorded run that are drawn at once; 0: pale copies at changes of mode
  lit: SymbolInfo | null = null;
  heldName = ''; // the part that this viewer holds
  readonly spans = new RowSpans();
  private isForgotten = false; // what is known of the model is of another run of the program
  private nextId = 1;
  private readonly pending = new Map<number, Pending>();

  constructor(readonly source: Source, readonly history = new History(HISTORY_SECONDS * MOST_PER_SECOND)) {
    super();
  }

  start(): void {
    this.source.start({
      message: (message) => this.receive(message),
      snapshot: (snapshot) => this.take(snapshot),
      connection: (state, text) => {
        this.connection = state;
        this.connectionText = text ?? '';
        if (state !== 'open') this.giveUp();
        this.emit('connection', state);
      },
      forget: () => this.forget(),
    });
  }

  // The drawn snapshot: the newest, or one of the last minute while the time line is scrubbed.
  get shown(): Snapshot | null {
    if (this.scrubTime === null || this.history.length === 0) return this.latest;
    return this.history.at(this.history.indexAt(this.scrubTime));
  }

  // A program whose model has a mistake from the beginning sends its text alone.
  get hasModel(): boolean {
    return this.hello !== null && !this.isForgotten;
  }

  get isPaused(): boolean {
    return ((this.latest?.flags ?? 0) & FLAG.paused) !== 0;
  }

  get hasHand(): boolean {
    return this.source.kind === 'live' && this.viewers !== null && this.viewers.hand === this.viewers.you;
  }

  get canControl(): boolean {
    return this.source.kind === 'recorded' || this.hasHand;
  }

  get silence(): number {
    return this.source.kind === 'recorded' ? 0 : (performance.now() - this.lastNews) / 1000;
  }

  // Nothing was heard for so long that what is shown is old, and a hand has let go.
  get isStale(): boolean {
    return this.source.kind === 'live' && (this.connection !== 'open' || this.silence > STALE_SECONDS);
  }

  // Milliseconds since the mode changed last.
  get changeAge(): number {
    return this.lastChange === null ? Infinity : performance.now() - this.lastChange.at;
  }

  // What changed is amber at first, then it keeps a line at its side for a while.
  get isChangeFresh(): boolean {
    return this.changeAge < (isStill() ? STILL_MS : FRESH_MS);
  }

  get isChangeMarked(): boolean {
    return this.changeAge < (isStill() ? STILL_MS : MARKED_MS);
  }

  modeName(id: number): string {
    return this.modes?.modes.find((m) => m.id === id)?.name ?? `mode ${id}`;
  }

  degreesOfFreedom(id: number): number | undefined {
    return this.modes?.modes.find((m) => m.id === id)?.degrees_of_freedom ?? this.documents.get(id)?.degrees_of_freedom;
  }

  freedomText(id: number): string {
    const count = this.degreesOfFreedom(id);
    return count === undefined ? '' : `${count} ${count === 1 ? 'degree' : 'degrees'} of freedom`;
  }

  document(id: number): EquationDocument | undefined {
    return this.documents.get(id);
  }

  send(command: Command): void {
    this.source.send(command);
  }

  // Resolves to true when the server accepts; a refusal is shown by itself. What changes the run is done now, and so now is shown.
  request(command: Command): Promise<boolean> {
    if (this.source.kind === 'recorded') {
      this.source.send(command);
      return Promise.resolve(true);
    }
    if (this.connection !== 'open') {
      this.emit('problem', { text: 'The program is not connected.', hint: 'Nothing was changed.' });
      return Promise.resolve(false);
    }
    if (this.scrubTime !== null && command.type !== 'speed') this.scrub(null);
    const id = this.nextId++;
    return new Promise((resolve) => {
      this.pending.set(id, { resolve });
      this.source.send({ ...command, id });
    });
  }

  // Answers that a lost connection owes never come.
  private giveUp(): void {
    const waiting = [...this.pending.values()];
    this.pending.clear();
    for (const { resolve } of waiting) resolve(false);
  }

  // Asks for another model, in place of the present one.
  async change(command: Command): Promise<boolean> {
    this.emit('another', true);
    const isTaken = await this.request(command);
    if (!isTaken) this.emit('another', false);
    return isTaken;
  }

  scrub(time: number | null): void {
    this.scrubTime = time;
    this.emit('scrub', time);
  }

  light(symbol: SymbolInfo | null, anchor: Element | null, pinned = false): void {
    this.lit = symbol;
    this.emit('symbol', { symbol, anchor, pinned });
  }

  private take(snapshot: Snapshot): void {
    if (this.hello === null || snapshot.generation !== this.hello.generation) return;
    this.lastNews = performance.now();
    const before = this.latest;
    this.latest = snapshot;
    if (before !== null && snapshot.time < before.time - 1e-9 && this.source.kind === 'live') {
      this.history.clear();
      this.spans.clear();
      this.emit('reset', null);
    }
    if (this.source.kind === 'live') this.spans.note(snapshot);
    if (this.source.kind === 'live' && (this.history.length === 0 || snapshot.time > this.history.end)) this.history.push(snapshot);
    if (before !== null && before.generation === snapshot.generation && before.mode !== snapshot.mode) this.noteChange(before, snapshot);
    this.emit('snapshot', snapshot);
  }

  // Events since the model was loaded or began again: only their times are times of this run.
  get eventsOfRun(): RunEvent[] {
    let first = this.events.length - 1;
    while (first > 0 && !BEGINNINGS.includes(this.events[first]!.kind)) --first;
    return this.events.slice(Math.max(0, first));
  }

  // Since when the rows of a constraint have held at the shown time, as far as this page can know.
  heldSince(name: string, rows: readonly number[], time: number): number | null {
    const found = this.spans.since(rows, time);
    if (found === null || !found.isOldest) return found?.time ?? null;
    // It held when this page opened: an event says since when, or it has held from the start.
    const switched = this.eventsOfRun.filter((e) => e.name === name && e.kind === 'constraint' && e.mode !== undefined && e.time <= found.time + 1e-9).at(-1);
    if (switched !== undefined) return switched.time;
    return this.eventsGone === 0 && this.source.kind === 'live' ? 0 : found.time;
  }

  // The event that led to the mode of this snapshot, the first one in it.
  causeOf(first: Snapshot): RunEvent | undefined {
    return this.eventsOfRun.find((e) => e.mode === first.mode && Math.abs(e.time - first.time) < 0.05);
  }

  private noteChange(before: Snapshot, now: Snapshot): void {
    const at = performance.now();
    this.changeTimes = this.changeTimes.filter((t) => at - t < 1000);
    this.changeTimes.push(at);
    const change: ModeChange = { at, time: now.time, from: before.mode, to: now.mode, between: [before.time, now.time] };
    this.explain(change, this.source.kind === 'live' ? this.eventsOfRun.find((e) => isCause(e, change)) : this.causeOf(now));
    this.lastChange = change;
    if (!this.documents.has(now.mode)) this.send({ type: 'document', mode: now.mode });
    this.emit('mode', change);
  }

  private explain(change: ModeChange, event: RunEvent | undefined): void {
    if (event === undefined) return;
    change.event = event;
    change.time = event.time;
    this.spans.correct(change.between[1], event.time);
  }

  // Another run of the program: its events count from one, and its model may have the same name and generation.
  private forget(): void {
    this.events = [];
    this.eventsGone = 0;
    this.isForgotten = true;
    this.emit('forgotten', null);
  }

  private receive(message: ServerMessage): void {
    if (message.type !== 'reply' || !this.hasModel) this.lastNews = performance.now(); // snapshots show whether a model runs
    switch (message.type) {
      case 'hello': return this.greet(message);
      case 'modes': this.modes = message; return this.emit('modes', message);
      case 'document':
        if (message.generation === this.hello?.generation) this.documents.set(message.mode, normalise(message, this.modes?.modes.find((m) => m.id === message.mode), this.hello.constraints));
        return this.emit('document', message);
      case 'event': return this.log(message);
      case 'viewers': this.viewers = message; return this.emit('viewers', message);
      case 'text': this.text = message; return this.emit('text', message);
      case 'speed': this.speed = message.factor; return this.emit('speed', message.factor);
      case 'progress': return this.emit('progress', message);
      case 'recording': this.recording = message; return this.emit('recording', message);
      case 'recorded': return this.emit('recorded', message);
      case 'error': return this.emit('problem', { text: message.text });
      case 'reply': {
        const pending = this.pending.get(message.id);
        this.pending.delete(message.id);
        if (!message.ok && message.error && message.id !== 0) this.emit('problem', message.error);
        return pending?.resolve(message.ok);
      }
      default: return;
    }
  }

  private greet(hello: Hello): void {
    for (const list of LISTS) (hello as unknown as Record<string, unknown>)[list] ??= [];
    const isNewModel = this.isForgotten || this.hello?.generation !== hello.generation || this.hello.model.id !== hello.model.id;
    fillDecimals(hello);
    this.hello = hello;
    this.isForgotten = false;
    this.eventsGone += hello.events?.gone ?? 0;
    if (isNewModel) {
      this.documents.clear();
      if (this.source.kind === 'live') this.history.clear();
      this.spans.clear();
      this.latest = null;
      this.lastChange = null;
      this.scrubTime = null;
    }
    this.emit('hello', hello);
  }

  private log(event: RunEvent): void {
    if (this.events.some((e) => e.number === event.number)) return;
    this.events.push(event);
    if (this.events.length > 2000) this.events.splice(0, this.events.length - 2000);
    const change = this.lastChange;
    if (change !== null && !change.event && isCause(event, change)) {
      this.explain(change, event);
      this.emit('mode', change);
    }
    this.emit('event', event);
  }
}
