// SPDX-License-Identifier: Apache-2.0
// Facts about the recorded run: quantisation, differences, container, interpolation.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { RecordedCart } from '../dev/recorded_cart.ts';
import { fromBase64, toBase64 } from '../src/protocol/base64.ts';
import { IntegerReader, NOT_A_NUMBER, readColumn, writeColumn, writeInteger, type Column } from '../src/protocol/run_columns.ts';
import { readRun, writeRun } from '../src/protocol/run_file.ts';
import { interpolate, parseLink, sampleBefore } from '../src/source/recorded.ts';
import { embedRun, RUN_PLACE } from '../src/share.ts';

test('integers_of_any_sign_and_size_are_read_back', () => {
  const integers = [0, -1, 1, 63, 64, -64, -65, 2 ** 31, -(2 ** 31) - 1, 2 ** 50, NOT_A_NUMBER];
  const bytes: number[] = [];
  for (const i of integers) writeInteger(bytes, i);
  const reader = new IntegerReader(Uint8Array.from(bytes));
  assert.deepEqual(integers.map(() => reader.next()), integers);
  assert.ok(reader.isAtEnd);
  assert.throws(() => reader.next(), /ends too early/);
});

test('one_byte_is_enough_up_to_63', () => {
  const bytes: number[] = [];
  writeInteger(bytes, -64);
  assert.deepEqual(bytes, [127]);
});

for (const order of [1, 2]) {
  test(`columns_of_order_${order}_keep_numbers_within_half_a_step`, () => {
    const numbers = Float64Array.from({ length: 300 }, (_, k) => 3 * Math.sin(0.05 * k) + (k === 7 ? NaN : 0));
    const column: Column = { what: 'value', index: 0, step: 1e-4, low: -3, order };
    const bytes: number[] = [];
    writeColumn(bytes, numbers, column);
    const read = readColumn(new IntegerReader(Uint8Array.from(bytes)), 300, column);
    numbers.forEach((x, k) => (Number.isNaN(x) ? assert.ok(Number.isNaN(read[k])) : assert.ok(Math.abs(read[k]! - x) <= 0.5001e-4)));
  });
}

test('second_differences_of_a_smooth_motion_take_fewer_bytes', () => {
  const numbers = Float64Array.from({ length: 600 }, (_, k) => (k / 60) ** 2);
  const size = (order: number) => {
    const bytes: number[] = [];
    writeColumn(bytes, numbers, { what: 'value', step: 1e-5, low: 0, order });
    return bytes.length;
  };
  assert.ok(size(2) < 0.6 * size(1));
});

test('base64_of_all_lengths_is_read_back', () => {
  for (const length of [0, 1, 2, 3, 70000]) {
    const bytes = Uint8Array.from({ length }, (_, k) => (k * 37) % 256);
    assert.deepEqual(fromBase64(toBase64(bytes)), bytes);
    assert.equal(toBase64(bytes), Buffer.from(bytes).toString('base64'));
  }
});

test('a_recorded_cart_is_read_back_within_its_steps', async () => {
  const cart = new RecordedCart(4);
  const bytes = await writeRun(cart.header(), cart.snapshots);
  const { header, snapshots } = await readRun(bytes);
  assert.equal(snapshots.length, cart.snapshots.length);
  const size = header.hello.world.size;
  const steps = new Map(header.columns.filter((c) => c.what === 'value' && c.step !== undefined).map((c) => [c.index!, c.step!]));
  cart.snapshots.forEach((s, k) => {
    const read = snapshots[k]!;
    assert.ok(Math.abs(read.time - s.time) <= 0.51e-5);
    s.points.forEach((x, i) => assert.ok(Math.abs(read.points[i]! - x) < 0.6e-5 * size + 1e-6));
    for (const [place, step] of steps) assert.ok(Math.abs(read.values[place]! - s.values[place]!) <= 0.51 * step);
    assert.equal(read.mode, s.mode);
    assert.deepEqual(read.rows, s.rows);
  });
  assert.deepEqual(header.events, cart.header().events);
});

test('a_minute_of_the_cart_takes_less_than_600_kB', async () => {
  const cart = new RecordedCart(60);
  const bytes = await writeRun(cart.header(), cart.snapshots);
  assert.ok(bytes.length < 600e3, `${bytes.length} bytes`);
});

test('damaged_runs_are_refused', async () => {
  const cart = new RecordedCart(0.2);
  const bytes = await writeRun(cart.header(), cart.snapshots);
  await assert.rejects(readRun(bytes.subarray(0, 10)), /not a recorded run/);
  await assert.rejects(readRun(bytes.subarray(0, bytes.length - 5)), /another length/);
  const other = bytes.slice();
  other[4] = 9;
  await assert.rejects(readRun(other), /another version/);
});

test('poses_between_samples_are_interpolated_but_not_across_a_change_of_mode', () => {
  const cart = new RecordedCart(4);
  const change = cart.snapshots.findIndex((s, k) => k > 0 && s.mode !== cart.snapshots[k - 1]!.mode);
  const [a, b] = [cart.snapshots[10]!, cart.snapshots[11]!];
  const middle = interpolate(cart.snapshots, (a.time + b.time) / 2, new Set());
  assert.ok(Math.abs(middle.points[0]! - (a.points[0]! + b.points[0]!) / 2) < 1e-6);
  const before = cart.snapshots[change - 1]!;
  const near = interpolate(cart.snapshots, before.time + 1e-4, new Set([change]));
  assert.equal(near.mode, before.mode);
  assert.equal(near.values[4], before.values[4]);
});

test('of_two_samples_at_one_time_the_second_holds', () => {
  const cart = new RecordedCart(1);
  const pair = [cart.snapshots[0]!, { ...cart.snapshots[0]!, mode: 1 }];
  assert.equal(sampleBefore(pair, pair[0]!.time), 1);
});

test('links_are_read_and_nonsense_in_them_is_ignored', () => {
  assert.deepEqual(parseLink('#t=1.62&speed=0.25&camera=1,2,3,4,5,6&play=1&theme=dark'), { time: 1.62, speed: 0.25, camera: [1, 2, 3, 4, 5, 6], play: true, theme: 'dark' });
  assert.deepEqual(parseLink('#t=abc&speed=-1&camera=1,2,x&theme=<b>'), {});
  assert.deepEqual(parseLink('#picture=1&strobe=5'), { picture: true, strobe: 5 });
  assert.deepEqual(parseLink('#picture=1&t=2&trace=0&fit=instant'), { picture: true, time: 2, trace: false, fit: 'instant' });
  assert.deepEqual(parseLink('#strobe=1e9&picture=yes&fit=all'), {});
  assert.deepEqual(parseLink('#camera=,,,,,'), {}); // eye and target would coincide
  assert.deepEqual(parseLink(''), {});
});

test('a_run_is_embedded_as_text_that_cannot_end_its_element', async () => {
  const cart = new RecordedCart(0.1);
  const header = cart.header();
  header.title = '</script><script>alert(1)</script>';
  const html = embedRun(`<body>${RUN_PLACE}</body>`, await writeRun(header, cart.snapshots));
  assert.match(html, /^<body><script type="text\/plain" id="tangible-run">[A-Za-z0-9+/=]+<\/script><\/body>$/);
});
