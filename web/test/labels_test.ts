// SPDX-License-Identifier: Apache-2.0
// Facts about what is written and drawn over the scene.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { splits } from '../src/panels/plot_strip.ts';
import { springTurns } from '../src/scene/draw.ts';
import { torqueSweep } from '../src/scene/overlay.ts';
import { crosses, placeLabels, type Label } from '../src/scene/labels.ts';

const view = { width: 700, height: 500 };
const measure = (text: string) => 7 * text.length;
const label = (x: number, y: number, name: string, weight = 1): Label => ({ x, y, name, number: '12.0 N', colour: '', weight });

test('a_label_lies_beside_its_arrow_whatever_the_direction_of_the_arrow', () => {
  for (let angle = 0; angle < 2 * Math.PI; angle += 0.1) {
    for (const length of [20, 100, 180]) {
      const from = { x: 350, y: 250 }, to = { x: 350 + length * Math.cos(angle), y: 250 + length * Math.sin(angle) };
      const [placed] = placeLabels([label((from.x + to.x) / 2, (from.y + to.y) / 2, 'push')], measure, view, { segments: [{ from, to }], boxes: [] });
      assert.equal(placed!.text, 'push  12.0 N');
      assert.ok(!crosses({ from, to }, placed!), `at ${angle} rad, ${length} pixels`);
    }
  }
});

test('two_arrows_at_one_foot_have_labels_that_neither_crosses', () => {
  const foot = { x: 400, y: 300 };
  const segments = [{ from: foot, to: { x: 300, y: 292 } }, { from: foot, to: { x: 310, y: 420 } }];
  const labels = segments.map(({ from, to }, k) => label((from.x + to.x) / 2, (from.y + to.y) / 2, `force_${k}`, k));
  const placed = placeLabels(labels, measure, view, { segments, boxes: [] });
  assert.equal(placed.length, 2);
  for (const box of placed) for (const segment of segments) assert.ok(!crosses(segment, box));
});

test('a_label_keeps_away_from_the_newtons_of_the_hand', () => {
  const box = { left: 405, top: 305, width: 60 };
  const [placed] = placeLabels([label(400, 300, 'push')], measure, view, { segments: [], boxes: [box] });
  assert.ok(placed!.top + 18 <= box.top || placed!.top >= box.top + 18 || placed!.left + placed!.width <= box.left || placed!.left >= box.left + box.width);
});

test('a_label_is_not_hidden_by_the_card_of_a_symbol', () => {
  const card = { left: 405, top: 200, width: 250, height: 180 };
  const [placed] = placeLabels([label(390, 290, 'caster_sticks')], measure, view, { segments: [], boxes: [card] });
  assert.ok(placed!.left + placed!.width <= card.left || placed!.left >= card.left + card.width || placed!.top + 18 <= card.top || placed!.top >= card.top + card.height);
});

test('a_label_stays_on_its_side_while_its_arrow_turns', () => {
  const sides = new Map<string, number>();
  let hops = 0;
  let before: [number, number] | null = null;
  // An arrow that swings to and fro through the place where the label would lie first.
  for (let k = 0; k < 200; ++k) {
    const angle = 0.35 + 0.3 * Math.sin(0.5 * k);
    const from = { x: 350, y: 250 }, to = { x: 350 + 120 * Math.cos(angle), y: 250 + 120 * Math.sin(angle) };
    const [placed] = placeLabels([label(350, 250, 'push')], measure, view, { segments: [{ from, to }], boxes: [] }, sides);
    const now: [number, number] = [placed!.left, placed!.top];
    if (before !== null && Math.hypot(now[0] - before[0], now[1] - before[1]) > 5) ++hops;
    before = now;
  }
  assert.ok(hops <= 1, `${hops} hops`);
});

test('the_sweep_of_a_torque_is_linear_up_to_270_degrees', () => {
  assert.equal(torqueSweep(0), 0);
  assert.ok(Math.abs(torqueSweep(0.2) - 2 * torqueSweep(0.1)) < 1e-12);
  assert.equal(torqueSweep(0.25), 1.5 * Math.PI);
  assert.equal(torqueSweep(3), 1.5 * Math.PI);
});

test('turns_of_a_short_spring_can_be_told_apart', () => {
  for (let length = 0; length < 400; ++length) {
    const turns = springTurns(length);
    assert.ok(turns === 0 || (length - 18) / turns >= 9, `${turns} turns in ${length} pixels`);
  }
  assert.equal(springTurns(30), 0);
  assert.equal(springTurns(400), 14);
});

test('an_axis_has_two_numbers_or_more_and_room_for_each', () => {
  for (let k = 0; k < 300; ++k) {
    const low = -(10 ** (Math.sin(k) * 2)), high = low + 10 ** (3 * Math.cos(1.7 * k)) * 3;
    for (const pixels of [44, 80, 130]) {
      const list = splits(low, high, pixels);
      assert.ok(list.length >= 2 && list.length <= Math.max(2, pixels / 24), `${list.length} from ${low} to ${high} on ${pixels} pixels`);
      assert.ok(list.every((x) => x >= low && x <= high));
    }
  }
  assert.deepEqual(splits(-0.43, 0.26, 45), [-0.4, 0]);
});
