// SPDX-License-Identifier: Apache-2.0
// Facts about the list of events.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { eventsCsv, impulseText } from '../src/panels/events.ts';
import type { AdjustableInfo, ConstraintInfo, ContactInfo, Hello, RunEvent } from '../src/protocol/messages.ts';

const hello = {
  constraints: [{ name: 'caster_sticks', kind: 'switchable', rows: [2], unit: 'N*m', force: 3 }] as ConstraintInfo[],
  contacts: [{ name: 'floor', unit: 'N', normal: 4 }] as ContactInfo[],
};
const event = (name: string, impulse?: number): RunEvent => ({ type: 'event', number: 7, time: 1.5, kind: 'contact', name, text: `${name}: impact`, loss: 0.25, impulse });

test('an_impulse_has_the_unit_of_its_force_times_seconds', () => {
  assert.equal(impulseText(event('floor', 1.5), hello), 'impulse 1.50 N·s');
  assert.equal(impulseText(event('caster_sticks', -0.5), hello), 'impulse −0.500 N·m·s');
  assert.equal(impulseText(event('unknown', 1.5), hello), 'impulse 1.50');
  assert.equal(impulseText(event('floor'), hello), '');
});

test('what_rounding_leaves_of_an_impulse_is_not_shown', () => {
  const world = { size: 1, gravity: [0, 0, 0] } as unknown as Hello['world'];
  const parameters = [{ name: 'm', unit: 'kg', value: 0, default: 2 }] as AdjustableInfo[];
  assert.equal(impulseText(event('floor', -1e-14), { ...hello, world, parameters }), '');
  assert.equal(impulseText(event('floor', 1e-6), { ...hello, world, parameters }), 'impulse 1·10⁻⁶ N·s');
});

test('the_csv_of_events_has_losses_and_impulses_with_units', () => {
  const lines = eventsCsv([event('floor', 1.5), event('floor')], hello).split('\n');
  assert.equal(lines[0], 'number,time_s,kind,name,text,viewer,loss_J,impulse,impulse_unit,mode');
  assert.equal(lines[1], '7,1.5,contact,floor,floor: impact,,0.25,1.5,N*s,');
  assert.equal(lines[2], '7,1.5,contact,floor,floor: impact,,0.25,,,');
});
