// SPDX-License-Identifier: Apache-2.0
// The last seconds of a run: a ring of snapshots of bounded capacity, so that memory stays flat.
import type { Snapshot } from '../protocol/snapshot.ts';

export class History {
  private readonly ring: Snapshot[] = [];
  private first = 0;

  constructor(readonly capacity: number) {}

  get length(): number {
    return this.ring.length;
  }

  at(k: number): Snapshot {
    return this.ring[(this.first + k) % this.ring.length]!;
  }

  get last(): Snapshot | undefined {
    return this.ring.length > 0 ? this.at(this.ring.length - 1) : undefined;
  }

  get begin(): number {
    return this.ring.length > 0 ? this.at(0).time : 0;
  }

  get end(): number {
    return this.last?.time ?? 0;
  }

  push(snapshot: Snapshot): void {
    if (this.ring.length < this.capacity) {
      this.ring.push(snapshot);
      return;
    }
    this.ring[this.first] = snapshot;
    this.first = (this.first + 1) % this.capacity;
  }

  clear(): void {
    this.ring.length = 0;
    this.first = 0;
  }

  // Index of the last snapshot at or before the time.
  indexAt(time: number): number {
    let low = 0;
    let high = this.ring.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (this.at(middle).time <= time) low = middle;
      else high = middle - 1;
    }
    return low;
  }

  toArray(): Snapshot[] {
    return Array.from({ length: this.ring.length }, (_, k) => this.at(k));
  }
}
