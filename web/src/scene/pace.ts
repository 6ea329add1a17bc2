// SPDX-License-Identifier: Apache-2.0
// Bounds how often something is sent, whatever the rate of the screen: turns that come too early are left out.
export class Pace {
  private due = -Infinity;

  // `slack`: a turn that is early by less is on time, as frames are never quite even.
  constructor(private readonly interval: number, private readonly slack = 0.1 * interval) {}

  // Whether it is time, in milliseconds of any clock that does not go back. Over long times turns are one interval apart or more.
  isDue(now: number): boolean {
    if (now < this.due - this.slack) return false;
    this.due = Math.max(this.due + this.interval, now);
    return true;
  }
}
