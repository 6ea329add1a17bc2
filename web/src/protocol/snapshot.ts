// SPDX-License-Identifier: Apache-2.0
// The binary snapshot: a decoder whose views point into the received buffer, and the encoder that tests and stand-ins use.

export const SNAPSHOT_MAGIC = 0x53474e54;
export const SNAPSHOT_VERSION = 1;
export const HEADER_BYTES = 64;
export const FLAG = { paused: 1, recording: 2, held: 4, heldByViewer: 8, guard: 16, stopped: 32 } as const;

export interface Snapshot {
  flags: number;
  sequence: number;
  generation: number;
  time: number;
  serverTime: number;
  stamp: number;
  mode: number;
  lastEvent: number;
  values: Float64Array;
  modeValues: Float64Array;
  poses: Float32Array;
  points: Float32Array;
  rows: Uint8Array;
  contacts: Uint8Array;
}

export class SnapshotError extends Error {}

// Copies of typed arrays are avoided: all offsets of the layout are multiples of the element size.
export function decodeSnapshot(buffer: ArrayBuffer): Snapshot {
  if (buffer.byteLength < HEADER_BYTES) throw new SnapshotError('the snapshot is shorter than its header');
  const view = new DataView(buffer);
  if (view.getUint32(0, true) !== SNAPSHOT_MAGIC) throw new SnapshotError('the message is not a snapshot');
  if (view.getUint16(4, true) !== SNAPSHOT_VERSION) throw new SnapshotError('the snapshot has another version');
  const valueCount = view.getUint32(48, true);
  const modeValueCount = view.getUint32(52, true);
  const poseCount = view.getUint16(56, true);
  const pointCount = view.getUint16(58, true);
  const rowBytes = Math.ceil(view.getUint16(60, true) / 8);
  const contactCount = view.getUint16(62, true);
  const atModeValues = HEADER_BYTES + 8 * valueCount;
  const atPoses = atModeValues + 8 * modeValueCount;
  const atPoints = atPoses + 28 * poseCount;
  const atRows = atPoints + 12 * pointCount;
  const atContacts = atRows + rowBytes;
  if (buffer.byteLength !== atContacts + contactCount) throw new SnapshotError('the snapshot has another length than its header says');
  return {
    flags: view.getUint16(6, true),
    sequence: view.getUint32(8, true),
    generation: view.getUint32(12, true),
    time: view.getFloat64(16, true),
    serverTime: view.getFloat64(24, true),
    stamp: view.getFloat64(32, true),
    mode: view.getUint32(40, true),
    lastEvent: view.getUint32(44, true),
    values: new Float64Array(buffer, HEADER_BYTES, valueCount),
    modeValues: new Float64Array(buffer, atModeValues, modeValueCount),
    poses: new Float32Array(buffer, atPoses, 7 * poseCount),
    points: new Float32Array(buffer, atPoints, 3 * pointCount),
    rows: new Uint8Array(buffer, atRows, rowBytes),
    contacts: new Uint8Array(buffer, atContacts, contactCount),
  };
}

export function encodeSnapshot(s: Snapshot, rowCount: number): ArrayBuffer {
  const bytes =
    HEADER_BYTES + 8 * (s.values.length + s.modeValues.length) + 4 * (s.poses.length + s.points.length) + s.rows.length + s.contacts.length;
  const buffer = new ArrayBuffer(bytes);
  const view = new DataView(buffer);
  view.setUint32(0, SNAPSHOT_MAGIC, true);
  view.setUint16(4, SNAPSHOT_VERSION, true);
  view.setUint16(6, s.flags, true);
  view.setUint32(8, s.sequence, true);
  view.setUint32(12, s.generation, true);
  view.setFloat64(16, s.time, true);
  view.setFloat64(24, s.serverTime, true);
  view.setFloat64(32, s.stamp, true);
  view.setUint32(40, s.mode, true);
  view.setUint32(44, s.lastEvent, true);
  view.setUint32(48, s.values.length, true);
  view.setUint32(52, s.modeValues.length, true);
  view.setUint16(56, s.poses.length / 7, true);
  view.setUint16(58, s.points.length / 3, true);
  view.setUint16(60, rowCount, true);
  view.setUint16(62, s.contacts.length, true);
  const decoded = decodeSnapshot(buffer);
  decoded.values.set(s.values);
  decoded.modeValues.set(s.modeValues);
  decoded.poses.set(s.poses);
  decoded.points.set(s.points);
  decoded.rows.set(s.rows);
  decoded.contacts.set(s.contacts);
  return buffer;
}

export function rowIsActive(snapshot: Snapshot, row: number): boolean {
  return ((snapshot.rows[row >> 3] ?? 0) >> (row & 7)) % 2 === 1;
}

// A place at or beyond the number of values is a value of the present mode.
export function valueAt(snapshot: Snapshot, place: number): number {
  if (place < 0) return NaN;
  const count = snapshot.values.length;
  return (place < count ? snapshot.values[place] : snapshot.modeValues[place - count]) ?? NaN;
}
