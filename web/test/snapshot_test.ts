// SPDX-License-Identifier: Apache-2.0
// Facts about the binary snapshot.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { decodeSnapshot, encodeSnapshot, HEADER_BYTES, rowIsActive, SnapshotError, valueAt, type Snapshot } from '../src/protocol/snapshot.ts';

const example = (): Snapshot => ({
  flags: 5, sequence: 4000000001, generation: 3, time: 12.308, serverTime: 99.5, stamp: 4711.25, mode: 1, lastEvent: 41,
  values: Float64Array.of(1.5, -2, NaN), modeValues: Float64Array.of(23.06), poses: Float32Array.of(1, 2, 3, 1, 0, 0, 0), points: Float32Array.of(4, 5, 6),
  rows: Uint8Array.of(0b101, 0b1), contacts: Uint8Array.of(0, 2),
});

test('a_snapshot_that_was_encoded_is_decoded_bit_for_bit', () => {
  const decoded = decodeSnapshot(encodeSnapshot(example(), 9));
  assert.deepEqual(decoded, example());
});

test('fields_stand_at_the_documented_offsets', () => {
  const view = new DataView(encodeSnapshot(example(), 9));
  assert.equal(String.fromCharCode(view.getUint8(0), view.getUint8(1), view.getUint8(2), view.getUint8(3)), 'TNGS');
  assert.equal(view.getUint16(4, true), 1);
  assert.equal(view.getFloat64(16, true), 12.308);
  assert.equal(view.getUint32(40, true), 1);
  assert.equal(view.getUint16(60, true), 9);
  assert.equal(view.getFloat64(HEADER_BYTES + 8, true), -2);
  assert.equal(view.byteLength, HEADER_BYTES + 3 * 8 + 8 + 28 + 12 + 2 + 2);
});

test('rows_are_bits_with_the_lowest_first', () => {
  const active = Array.from({ length: 9 }, (_, row) => rowIsActive(example(), row));
  assert.deepEqual(active, [true, false, true, false, false, false, false, false, true]);
});

test('places_beyond_the_values_are_values_of_the_mode', () => {
  assert.equal(valueAt(example(), 1), -2);
  assert.equal(valueAt(example(), 3), 23.06);
  assert.ok(Number.isNaN(valueAt(example(), 4)));
  assert.ok(Number.isNaN(valueAt(example(), -1)));
});

test('damaged_snapshots_are_refused', () => {
  const buffer = encodeSnapshot(example(), 9);
  assert.throws(() => decodeSnapshot(buffer.slice(0, 20)), SnapshotError);
  assert.throws(() => decodeSnapshot(buffer.slice(0, buffer.byteLength - 1)), SnapshotError);
  new DataView(buffer).setUint16(4, 2, true);
  assert.throws(() => decodeSnapshot(buffer), /another version/);
  new DataView(buffer).setUint32(0, 7, true);
  assert.throws(() => decodeSnapshot(buffer), /not a snapshot/);
});
