// SPDX-License-Identifier: Apache-2.0
// Facts about the state of the page.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Command, Hello, RunEvent } from '../src/protocol/messages.ts';
import type { Snapshot } from '../src/protocol/snapshot.ts';
import { Run } from '../src/run/run.ts';
import type { Source, SourceListener } from '../src/source/source.ts';

class HandSource implements Source {
  readonly kind = 'live';
  readonly address = '';
  listener!: SourceListener;
  readonly sent: Command[] = [];
  start(listener: SourceListener): void { this.listener = listener; }
  send(command: Command): void { this.sent.push(command); }
  retry(): void {}
  stop(): void {}
}

function makeRun(): { run: Run; listener: SourceListener; sent: Command[] } {
  const source = new HandSource();
  const run = new Run(source);
  run.start();
  source.listener.message({ type: 'hello', protocol: 1, generation: 1, model: { id: 'cart', name: 'cart' } } as unknown as Hello);
  source.listener.connection('open');
  return { run, listener: source.listener, sent: source.sent };
}

const snapshot = (time: number, mode: number, lastEvent: number): Snapshot => ({
  flags: 0, sequence: 1, generation: 1, time, serverTime: time, stamp: 0, mode, lastEvent,
  values: new Float64Array(0), modeValues: new Float64Array(0), poses: new Float32Array(0), points: new Float32Array(0), rows: new Uint8Array(0), contacts: new Uint8Array(0),
});
const sticks = (number: number, time: number): RunEvent => ({ type: 'event', number, time, kind: 'constraint', name: 'caster_sticks', text: 'caster_sticks holds', mode: 1, was: 0, loss: 0.048 });

test('a_change_of_mode_has_the_time_and_the_loss_of_its_event', () => {
  const { run, listener } = makeRun();
  listener.snapshot(snapshot(12.3, 0, 4));
  listener.message(sticks(5, 12.308));
  listener.snapshot(snapshot(12.317, 1, 5));
  assert.equal(run.lastChange?.time, 12.308);
  assert.equal(run.lastChange?.event?.loss, 0.048);
});

test('an_event_that_arrives_after_its_snapshot_is_found', () => {
  const { run, listener } = makeRun();
  const times: number[] = [];
  run.on('mode', (change) => times.push(change.time));
  listener.snapshot(snapshot(12.3, 0, 4));
  listener.snapshot(snapshot(12.317, 1, 4));
  listener.message(sticks(5, 12.308));
  assert.deepEqual(times, [12.317, 12.308]);
  assert.equal(run.lastChange?.event?.number, 5);
});

test('events_of_other_times_or_modes_do_not_explain_a_change', () => {
  const { run, listener } = makeRun();
  listener.message(sticks(3, 8.1));
  listener.snapshot(snapshot(12.3, 0, 4));
  listener.snapshot(snapshot(12.317, 1, 4));
  listener.message({ ...sticks(5, 12.308), mode: 2 });
  listener.message(sticks(6, 12.4));
  assert.equal(run.lastChange?.event, undefined);
  assert.equal(run.lastChange?.time, 12.317);
});

test('a_program_that_began_again_has_its_own_events_and_history', () => {
  const { run, listener } = makeRun();
  listener.message(sticks(1, 1.5));
  listener.snapshot(snapshot(3, 1, 1));
  listener.forget();
  assert.equal(run.hasModel, false);
  listener.message({ type: 'hello', protocol: 1, generation: 1, model: { id: 'cart', name: 'cart' } } as unknown as Hello);
  assert.equal(run.latest, null);
  listener.message({ ...sticks(1, 0.5), text: 'another' });
  listener.snapshot(snapshot(0.6, 1, 1));
  assert.deepEqual(run.events.map((e) => e.text), ['another']);
  assert.equal(run.history.length, 1);
});

test('the_speed_is_that_of_the_server', () => {
  const { run, listener } = makeRun();
  const heard: number[] = [];
  run.on('speed', (factor) => heard.push(factor));
  listener.message({ type: 'speed', factor: 0.25 });
  assert.equal(run.speed, 0.25);
  assert.deepEqual(heard, [0.25]);
});

test('events_of_a_run_begin_with_its_model_or_its_reset', () => {
  const { run, listener } = makeRun();
  listener.message(sticks(1, 0.5));
  listener.message({ type: 'event', number: 2, time: 0, kind: 'model', text: 'runs four bar' });
  listener.message(sticks(3, 0.7));
  assert.deepEqual(run.eventsOfRun.map((e) => e.number), [2, 3]);
  listener.message({ type: 'event', number: 4, time: 0, kind: 'reset', text: 'begins again' });
  listener.snapshot(snapshot(0.69, 0, 4));
  listener.snapshot(snapshot(0.71, 1, 4));
  assert.ok(run.lastChange !== null && !('event' in run.lastChange), 'an event of the run before explains nothing');
  listener.message(sticks(5, 0.7));
  assert.equal(run.lastChange?.event?.number, 5);
  assert.deepEqual(run.eventsOfRun.map((e) => e.number), [4, 5]);
});

const withRows = (time: number, mode: number, rows: number): Snapshot => ({ ...snapshot(time, mode, 0), rows: Uint8Array.of(rows) });

test('a_constraint_holds_since_its_event_whatever_is_looked_at_in_between', () => {
  const { run, listener } = makeRun();
  listener.snapshot(withRows(0, 0, 1));
  listener.snapshot(withRows(12.3, 0, 1));
  listener.message(sticks(5, 12.308));
  listener.snapshot(withRows(12.317, 1, 3));
  listener.snapshot(withRows(20, 1, 3));
  assert.equal(run.heldSince('caster_sticks', [1], 20), 12.308);
  run.scrub(5);
  assert.equal(run.heldSince('caster_sticks', [1], 5), null, 'then it was off');
  run.scrub(null);
  assert.equal(run.heldSince('caster_sticks', [1], 20), 12.308);
  assert.equal(run.heldSince('front_wheel', [0], 20), 0, 'from the start');
});

test('a_page_that_opens_late_learns_from_the_events_since_when_a_constraint_holds', () => {
  const { run, listener } = makeRun();
  listener.message(sticks(5, 12.308));
  listener.snapshot(withRows(300, 1, 3));
  assert.equal(run.heldSince('caster_sticks', [1], 300), 12.308);
});

test('requests_without_a_connection_are_refused_and_say_so', async () => {
  const { run, listener, sent } = makeRun();
  const problems: string[] = [];
  run.on('problem', ({ text }) => problems.push(text));
  const waiting = run.request({ type: 'constraint', name: 'caster_sticks', active: true });
  listener.connection('lost');
  assert.equal(await waiting, false, 'the answer is lost with the connection');
  assert.equal(await run.request({ type: 'pause' }), false);
  assert.deepEqual(sent.map((c) => c.type), ['constraint']);
  assert.deepEqual(problems, ['The program is not connected.']);
});

test('what_changes_the_run_is_done_now_and_now_is_shown', () => {
  const { run, listener } = makeRun();
  for (const time of [1, 2, 3]) listener.snapshot(snapshot(time, 0, 0));
  run.scrub(1);
  assert.equal(run.shown?.time, 1);
  void run.request({ type: 'step', ticks: 1 });
  assert.equal(run.shown?.time, 3);
});

test('a_minute_of_a_server_that_is_a_little_quick_is_kept_whole', () => {
  const { run, listener } = makeRun();
  for (let k = 0; k < 67 * 70; ++k) listener.snapshot(snapshot(k / 67, 0, 0));
  assert.ok(run.history.end - run.history.begin >= 60);
});
