// SPDX-License-Identifier: Apache-2.0
// The recorded run of a shared page: reader and writer of its container.
import { deflate, inflate } from './base64.ts';
import type { EquationDocument, Hello, ModesMessage, RunEvent, TextMessage } from './messages.ts';
import { PROTOCOL } from './messages.ts';
import { chooseColumn, IntegerReader, readColumn, writeColumn, type Column } from './run_columns.ts';
import type { Snapshot } from './snapshot.ts';

export const RUN_MAGIC = 0x52474e54;
export const RUN_VERSION = 1;

export interface RunHeader {
  protocol: number;
  title: string;
  comment?: string;
  steps?: number;
  unexplained?: number;
  energy?: number;
  hello: Hello;
  modes?: ModesMessage;
  documents: EquationDocument[];
  events: RunEvent[];
  text?: TextMessage;
  samples: number;
  raw_length?: number;
  columns: Column[];
  jumps?: number[];
}

export interface RecordedRun {
  header: RunHeader;
  snapshots: Snapshot[];
}

export async function readRun(bytes: Uint8Array): Promise<RecordedRun> {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (bytes.length < 16 || view.getUint32(0, true) !== RUN_MAGIC) throw new Error('this is not a recorded run');
  if (view.getUint16(4, true) !== RUN_VERSION) throw new Error('the recorded run has another version than this page');
  const headerLength = view.getUint32(8, true);
  const dataLength = view.getUint32(12, true);
  if (bytes.length !== 16 + headerLength + dataLength) throw new Error('the recorded run has another length than it says');
  const header = JSON.parse(new TextDecoder().decode(await inflate(bytes.subarray(16, 16 + headerLength)))) as RunHeader;
  if (header.protocol !== PROTOCOL) throw new Error('the recorded run has another protocol than this page');
  const reader = new IntegerReader(await inflate(bytes.subarray(16 + headerLength)));
  const snapshots = allocate(header);
  for (const column of header.columns) fill(snapshots, column, readColumn(reader, header.samples, column));
  if (!reader.isAtEnd) throw new Error('the recorded run has more data than its columns say');
  for (const s of snapshots) normaliseQuaternions(s.poses);
  return { header, snapshots };
}

function allocate(header: RunHeader): Snapshot[] {
  const { hello, columns } = header;
  const largest = (what: string) => columns.reduce((n, c) => (c.what === what ? Math.max(n, (c.index ?? 0) + 1) : n), 0);
  const rowBytes = largest('rows');
  const modeValues = largest('mode_value');
  return Array.from({ length: header.samples }, (_, sequence) => ({
    flags: 0, sequence, generation: hello.generation, time: 0, serverTime: 0, stamp: 0, mode: 0, lastEvent: 0,
    values: new Float64Array(hello.values.length).fill(NaN),
    modeValues: new Float64Array(modeValues).fill(NaN),
    poses: new Float32Array(7 * hello.poses.length),
    points: new Float32Array(3 * hello.points.length),
    rows: new Uint8Array(rowBytes),
    contacts: new Uint8Array(hello.contacts.length),
  }));
}

function fill(snapshots: Snapshot[], column: Column, numbers: Float64Array): void {
  const { what, index = 0, part = 0 } = column;
  snapshots.forEach((s, k) => {
    const x = numbers[k]!;
    if (what === 'time') s.time = x;
    else if (what === 'value') s.values[index] = x;
    else if (what === 'mode_value') s.modeValues[index] = x;
    else if (what === 'pose') s.poses[7 * index + part] = x;
    else if (what === 'point') s.points[3 * index + part] = x;
    else if (what === 'mode') s.mode = x;
    else if (what === 'rows') s.rows[index] = x;
    else if (what === 'contact') s.contacts[index] = x;
    else if (what === 'flags') s.flags = x;
  });
}

function normaliseQuaternions(poses: Float32Array): void {
  for (let at = 3; at < poses.length; at += 7) {
    const length = Math.hypot(poses[at]!, poses[at + 1]!, poses[at + 2]!, poses[at + 3]!) || 1;
    for (let i = 0; i < 4; ++i) poses[at + i]! /= length;
  }
}

// A unit quaternion and its negative are the same attitude; differences are small only if the sign is kept.
function continuousPoses(snapshots: Snapshot[], poseCount: number): Float32Array[] {
  const result = snapshots.map((s) => Float32Array.from(s.poses));
  for (let p = 0; p < poseCount; ++p) {
    for (let k = 1; k < result.length; ++k) {
      const before = result[k - 1]!.subarray(7 * p + 3, 7 * p + 7);
      const now = result[k]!.subarray(7 * p + 3, 7 * p + 7);
      const dot = before[0]! * now[0]! + before[1]! * now[1]! + before[2]! * now[2]! + before[3]! * now[3]!;
      if (dot < 0) for (let i = 0; i < 4; ++i) now[i] = -now[i]!;
    }
  }
  return result;
}

function smallestAndStep(numbers: Float64Array): { low: number; step: number } {
  let low = Infinity;
  let high = -Infinity;
  for (const x of numbers) {
    if (!Number.isFinite(x)) continue;
    low = Math.min(low, x);
    high = Math.max(high, x);
  }
  if (!Number.isFinite(low)) return { low: 0, step: 1 };
  return { low, step: (high - low) / 65535 || 1 };
}

function columnsOf(hello: Hello, snapshots: Snapshot[]): [Column, Float64Array][] {
  const columns: [Column, Float64Array][] = [];
  const add = (column: Column, of: (s: Snapshot, k: number) => number) => {
    const numbers = Float64Array.from(snapshots, of);
    const scaled = column.what === 'value' || column.what === 'mode_value' ? { ...column, ...smallestAndStep(numbers) } : column;
    columns.push([chooseColumn(numbers, scaled), numbers]);
  };
  const length = 1e-5 * hello.world.size;
  const poses = continuousPoses(snapshots, hello.poses.length);
  const modeValues = snapshots.reduce((n, s) => Math.max(n, s.modeValues.length), 0);
  add({ what: 'time', step: 1e-5, low: 0 }, (s) => s.time);
  hello.values.forEach((v, index) => v.kind !== 'servo' && add({ what: 'value', index }, (s) => s.values[index]!));
  for (let index = 0; index < modeValues; ++index) add({ what: 'mode_value', index }, (s) => s.modeValues[index] ?? NaN);
  for (let index = 0; index < hello.poses.length; ++index) {
    for (let part = 0; part < 7; ++part) {
      add({ what: 'pose', index, part, step: part < 3 ? length : 2 ** -14, low: 0 }, (_, k) => poses[k]![7 * index + part]!);
    }
  }
  for (let index = 0; index < hello.points.length; ++index) {
    for (let part = 0; part < 3; ++part) add({ what: 'point', index, part, step: length, low: 0 }, (s) => s.points[3 * index + part]!);
  }
  add({ what: 'mode' }, (s) => s.mode);
  for (let index = 0; index < (snapshots[0]?.rows.length ?? 0); ++index) add({ what: 'rows', index }, (s) => s.rows[index]!);
  hello.contacts.forEach((_, index) => add({ what: 'contact', index }, (s) => s.contacts[index]!));
  add({ what: 'flags' }, (s) => s.flags & ~2);
  return columns;
}

export async function writeRun(header: Omit<RunHeader, 'samples' | 'columns' | 'protocol'>, snapshots: Snapshot[]): Promise<Uint8Array<ArrayBuffer>> {
  const columns = columnsOf(header.hello, snapshots);
  const data: number[] = [];
  for (const [column, numbers] of columns) writeColumn(data, numbers, column);
  const full: RunHeader = {
    ...header, protocol: PROTOCOL, samples: snapshots.length, raw_length: data.length, columns: columns.map(([column]) => column),
  };
  const deflatedHeader = await deflate(new TextEncoder().encode(JSON.stringify(full)));
  const deflatedData = await deflate(Uint8Array.from(data));
  const bytes = new Uint8Array(16 + deflatedHeader.length + deflatedData.length);
  const view = new DataView(bytes.buffer);
  view.setUint32(0, RUN_MAGIC, true);
  view.setUint16(4, RUN_VERSION, true);
  view.setUint32(8, deflatedHeader.length, true);
  view.setUint32(12, deflatedData.length, true);
  bytes.set(deflatedHeader, 16);
  bytes.set(deflatedData, 16 + deflatedHeader.length);
  return bytes;
}
