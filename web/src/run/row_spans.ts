// SPDX-License-Identifier: Apache-2.0
// Which rows held since when: the rows of the run from one change of mode to the next.
import type { Snapshot } from '../protocol/snapshot.ts';

const MOST = 2000;

interface Span {
  begin: number;
  seen: number; // time of the first snapshot in it
  rows: Uint8Array;
}

const isOn = (rows: Uint8Array, row: number) => ((rows[row >> 3] ?? 0) >> (row & 7)) % 2 === 1;

export class RowSpans {
  private spans: Span[] = [];

  clear(): void {
    this.spans = [];
  }

  // A recorded run may be shown in any order: what is earlier is known already.
  note(snapshot: Snapshot): void {
    const last = this.spans.at(-1);
    if (last !== undefined && (snapshot.time < last.seen || last.rows.every((byte, k) => byte === snapshot.rows[k]))) return;
    this.spans.push({ begin: snapshot.time, seen: snapshot.time, rows: snapshot.rows.slice() });
    if (this.spans.length > MOST) this.spans.shift();
  }

  // The event of a change is a little before the first snapshot after it.
  correct(seen: number, time: number): void {
    const span = this.spans.find((s) => Math.abs(s.seen - seen) < 1e-9);
    if (span !== undefined) span.begin = time;
  }

  // Since when all of these rows hold without a break, at a time at which they do. `isOldest`: perhaps since earlier.
  since(rows: readonly number[], time: number): { time: number; isOldest: boolean } | null {
    let k = this.spans.length - 1;
    while (k > 0 && this.spans[k]!.begin > time + 1e-9) --k;
    if (k < 0 || !rows.every((row) => isOn(this.spans[k]!.rows, row))) return null;
    while (k > 0 && rows.every((row) => isOn(this.spans[k - 1]!.rows, row))) --k;
    return { time: this.spans[k]!.begin, isOldest: k === 0 };
  }
}
