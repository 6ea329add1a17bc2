// SPDX-License-Identifier: Apache-2.0
// Facts about the numbers behind plots, labels, arrows, history and the gallery.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { RecordedCart } from '../dev/recorded_cart.ts';
import { matchingModels, tagCounts } from '../src/gallery.ts';
import { csvOf, decimate, liveWindow, modeSpans, stripsOf, withRoomFor } from '../src/panels/plot_data.ts';
import { shownEvents } from '../src/panels/timeline.ts';
import { csvField } from '../src/format.ts';
import { History } from '../src/run/history.ts';
import { ArrowScale, stepFor } from '../src/scene/arrow_scale.ts';
import { placeLabels, type Label } from '../src/scene/labels.ts';

const filled = (seconds: number) => {
  const cart = new RecordedCart(seconds);
  const history = new History(10000);
  for (const s of cart.snapshots) history.push(s);
  return { history, values: cart.header().hello.values };
};

test('values_of_one_unit_share_a_strip', () => {
  const values = [{ name: 'a', kind: 'speed', unit: 'm/s' }, { name: 'b', kind: 'speed', unit: 'rad/s' }, { name: 'c', kind: 'speed', unit: 'm/s' }];
  assert.deepEqual(stripsOf([0, 1, 2, 0], values), [{ unit: 'm/s', places: [0, 2] }, { unit: 'rad/s', places: [1] }]);
});

test('a_value_that_is_added_is_seen_where_its_unit_has_no_strip_yet', () => {
  const values = ['m/s', 'rad/s', 'N', 'm', 'N'].map((unit, k) => ({ name: `v${k}`, kind: 'output', unit }));
  assert.deepEqual(withRoomFor([0, 1, 2], [3], values, 3), [1, 2, 3], 'the oldest strip goes');
  assert.deepEqual(withRoomFor([0, 1, 2], [4], values, 3), [0, 1, 2, 4], 'a unit that is there needs no room');
  assert.deepEqual(withRoomFor([0], [1, 2], values, 3), [0, 1, 2]);
});

test('the_window_of_the_plots_has_the_time_that_is_looked_at', () => {
  assert.deepEqual(liveWindow(0, 4, null, 10), { begin: 0, end: 10 });
  assert.deepEqual(liveWindow(0, 40, 35, 10), { begin: 30, end: 40 });
  const back = liveWindow(0, 40, 12, 10);
  assert.ok(back.begin <= 12 && 12 <= back.end && back.end - back.begin === 10);
  assert.deepEqual(liveWindow(2, 62, 3, 10), { begin: 2, end: 12 });
});

test('every_peak_survives_decimation', () => {
  const { history } = filled(10);
  const peak = Math.max(...history.toArray().map((s) => s.values[4]!));
  const [times, column] = decimate(history, [4], 0, 10, 40);
  assert.equal(Math.max(...column!), peak);
  assert.ok(times!.length <= 82);
});

test('spans_of_modes_meet_without_gaps', () => {
  const { history } = filled(4);
  const spans = modeSpans(history, 0, 4);
  assert.deepEqual(spans.map((s) => s.mode), [0, 1, 0]);
  for (let k = 1; k < spans.length; ++k) assert.equal(spans[k]!.begin, spans[k - 1]!.end);
});

test('csv_has_one_row_per_sample_and_units_in_its_head', () => {
  const { history, values } = filled(1);
  const lines = csvOf(history, [4], values, csvField).trim().split('\n');
  assert.equal(lines[0], 'time_s,u1 [m/s]');
  assert.equal(lines.length, history.length + 1);
});

test('history_keeps_the_newest_and_never_grows', () => {
  const history = new History(100);
  const cart = new RecordedCart(5);
  for (const s of cart.snapshots) history.push(s);
  assert.equal(history.length, 100);
  assert.equal(history.last, cart.snapshots.at(-1));
  assert.equal(history.at(history.indexAt(4.5)).time <= 4.5, true);
  assert.equal(history.at(history.indexAt(4.5) + 1).time > 4.5, true);
});

test('the_scale_of_arrows_is_a_step_of_1_2_5_that_fits_the_view', () => {
  for (const force of [0.03, 1, 7.3, 34, 1250, 9e5]) {
    const step = stepFor(force, 530);
    const part = (50 * force) / step / 530;
    assert.ok(part >= 0.1 && part <= 0.25, `${force} N takes ${part}`);
    assert.ok([1, 2, 5].includes(Number((step / 10 ** Math.floor(Math.log10(step) + 1e-9)).toFixed(6))));
  }
});

test('every_force_takes_between_10_and_25_percent_of_every_height', () => {
  const slack = 1e-9; // of rounding, where a force is at a limit
  for (let k = 0; k <= 400; ++k) {
    const force = 10 ** (-4 + k / 50);
    for (const height of [180, 367, 530, 1080]) {
      const part = (50 * force) / stepFor(force, height) / height;
      assert.ok(part >= 0.1 - slack && part <= 0.25 + slack, `${force} N takes ${part} of ${height} pixels`);
    }
  }
});

test('the_scale_waits_a_second_before_it_changes', () => {
  const scale = new ArrowScale();
  scale.update(-3000, 10, 500);
  const first = scale.step;
  assert.ok(scale.pixels(10) >= 50 && scale.pixels(10) <= 125, 'the first arrow has its scale at once');
  scale.update(0, 1000, 500);
  scale.update(900, 1000, 500);
  assert.equal(scale.step, first);
  scale.update(1100, 1000, 500);
  assert.ok(scale.step > 100);
});

test('the_forces_of_another_mechanism_do_not_count', () => {
  const scale = new ArrowScale();
  scale.update(0, 1000, 500);
  scale.update(1100, 1000, 500);
  scale.clear();
  scale.update(1200, 1e-10, 500);
  scale.update(2300, 1e-10, 500);
  assert.ok(scale.pixels(1e-10) >= 50 && scale.pixels(1e-10) <= 125, 'within a second, and however small they are');
});

test('labels_keep_apart_and_drop_names_before_numbers', () => {
  const label = (weight: number): Label => ({ x: 100, y: 100, name: 'a_long_name_of_a_constraint', number: `${weight} N`, colour: '', weight });
  const placed = placeLabels(Array.from({ length: 20 }, (_, k) => label(k)), (t) => 7 * t.length, { width: 420, height: 240 });
  assert.ok(placed.length <= 12);
  assert.equal(placed[0]!.text, 'a_long_name_of_a_constraint  19 N', 'the largest comes first');
  assert.ok(placed.some((l) => /^\d+ N$/.test(l.text)));
  for (const a of placed) for (const b of placed) {
    if (a === b) continue;
    assert.ok(a.left >= b.left + b.width || b.left >= a.left + a.width || Math.abs(a.top - b.top) >= 18);
  }
});

test('models_are_found_by_words_and_tags', () => {
  const models = [{ id: 'shopping_cart', name: 'Shopping cart', sentence: 'Push it.', tags: ['modes'] }, { id: 'four_bar', name: 'Four-bar linkage', sentence: 'One loop.', tags: ['loop'] }];
  assert.deepEqual(matchingModels(models, 'cart push', '').map((m) => m.id), ['shopping_cart']);
  assert.deepEqual(matchingModels(models, '', 'loop').map((m) => m.id), ['four_bar']);
  assert.equal(matchingModels(models, 'bicycle', '').length, 0);
  assert.deepEqual(tagCounts(models), [['modes', 1], ['loop', 1]]);
});

test('the_time_line_shows_the_change_of_mode_among_events_of_one_instant', () => {
  const event = (number: number, time: number, kind: string, mode?: number) => ({ type: 'event' as const, number, time, kind, text: kind, ...(mode === undefined ? {} : { mode }) });
  const shown = shownEvents([event(1, 0.1, 'event'), event(2, 0.1, 'constraint', 1), event(3, 0.5, 'input'), event(4, 0.9, 'event'), event(5, 0.9, 'contact')]);
  assert.deepEqual(shown.map((e) => e.number), [2, 4]);
});

test('the_time_line_shows_the_constraint_that_an_event_switches_with_its_loss', () => {
  const event = (number: number, kind: string, mode?: number, loss?: number) => ({ type: 'event' as const, number, time: 0.1, kind, text: kind, mode, loss });
  assert.deepEqual(shownEvents([event(1, 'event', 1), event(2, 'constraint', 1, 0.5)]).map((e) => [e.number, e.loss]), [[2, 0.5]]);
  assert.deepEqual(shownEvents([event(1, 'constraint', 1, 0.5), event(2, 'event', 1)]).map((e) => e.number), [1], 'in either order');
  assert.deepEqual(shownEvents([event(1, 'event', 1), event(2, 'event', 2)]).map((e) => e.number), [1], 'of two events the first one');
});
