// SPDX-License-Identifier: Apache-2.0
// Facts about the graph of modes.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sharesOfTime } from '../src/run/mode_shares.ts';
import type { ModesMessage } from '../src/protocol/messages.ts';

function message(seconds: number[], time?: number): ModesMessage {
  const modes = seconds.map((s, id) => ({ id, name: `mode ${id}`, degrees_of_freedom: 1, rows: [], seconds: s, visits: 1, declared: false }));
  return { type: 'modes', generation: 1, ...(time === undefined ? {} : { time }), modes, links: [] };
}

test('the_present_mode_has_the_time_since_the_message_too', () => {
  assert.deepEqual(sharesOfTime(message([1, 0], 1), 1, 1), [100, 0]);
  assert.deepEqual(sharesOfTime(message([1, 0], 1), 1, 4), [25, 75]);
});

test('no_share_is_below_zero_or_above_one_hundred', () => {
  assert.deepEqual(sharesOfTime(message([1, -0.03], 1), 1, 0.9), [100, 0]);
});

test('shares_of_a_recorded_run_stay_as_they_were_recorded', () => {
  assert.deepEqual(sharesOfTime(message([3, 1]), 1, 17), [75, 25]);
  assert.deepEqual(sharesOfTime(message([0]), 0, 0), [undefined]);
});
