// SPDX-License-Identifier: Apache-2.0
// Facts about how often the page speaks.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Pace } from '../src/scene/pace.ts';

// Turns taken in ten seconds of a screen that draws so many frames a second, each up to a fifth of a frame late.
function turnsAt(rate: number): { count: number; longest: number } {
  const pace = new Pace(1000 / 120);
  const times: number[] = [];
  for (let k = 0; k < 10 * rate; ++k) {
    const now = (1000 / rate) * (k + 0.2 * ((k * 0.618) % 1));
    if (pace.isDue(now)) times.push(now);
  }
  return { count: times.length, longest: Math.max(...times.slice(1).map((t, k) => t - times[k]!)) };
}

test('a_quick_screen_sends_120_times_a_second_and_no_more', () => {
  for (const rate of [144, 165, 240, 360, 500]) {
    const { count, longest } = turnsAt(rate);
    assert.ok(count <= 1210, `${count} at ${rate} Hz`); // 1200 in ten seconds, and those that the slack lets through early
    assert.ok(count >= 1100, `${count} at ${rate} Hz`); // a late frame delays the next turn
    assert.ok(longest < 1000 / 120 + 2400 / rate, `${longest} ms at ${rate} Hz`);
  }
});

test('a_screen_of_60_or_120_hertz_sends_at_every_frame', () => {
  for (const rate of [30, 60]) assert.equal(turnsAt(rate).count, 10 * rate);
  assert.ok(turnsAt(120).count > 1100);
});
