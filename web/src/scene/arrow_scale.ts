// SPDX-License-Identifier: Apache-2.0
// One linear scale for all forces: steps of 1, 2, 5 that keep the largest force of the last seconds at 10 to 25 % of the view's height.

const WINDOW_MS = 5000;
const WAIT_MS = 1000;

// Newtons per 50 pixels for which the largest force takes between 10 and 25 % of the height.
export function stepFor(largest: number, height: number): number {
  if (!(largest > 0)) return 10;
  const ideal = (50 * largest) / (Math.sqrt(0.1 * 0.25) * height); // neighbours of 1, 2, 5 differ by 2.5 at most, and so do both limits
  const power = 10 ** Math.floor(Math.log10(ideal));
  const candidates = [1, 2, 5, 10].map((s) => s * power);
  return candidates.reduce((best, c) => (Math.abs(Math.log(c / ideal)) < Math.abs(Math.log(best / ideal)) ? c : best));
}

export class ArrowScale {
  step = 10;
  private readonly seen: { at: number; size: number }[] = []; // of the window, each larger than all that came after it
  private wanted = 10;
  private wantedSince = 0;
  private wasEmpty = true;

  update(now: number, largest: number, height: number): void {
    let last = this.seen.pop();
    while (last !== undefined && last.size <= largest) last = this.seen.pop();
    if (last !== undefined) this.seen.push(last);
    this.seen.push({ at: now, size: largest });
    while (now - this.seen[0]!.at > WINDOW_MS) this.seen.shift();
    const peak = this.seen[0]!.size;
    const isFirst = this.wasEmpty && peak > 0; // no arrow is there that could jump
    this.wasEmpty = !(peak > 0);
    if (!(peak > 0)) return;
    const part = (50 * peak) / this.step / height;
    const wanted = part >= 0.1 && part <= 0.25 ? this.step : stepFor(peak, height);
    if (wanted !== this.wanted) {
      this.wanted = wanted;
      this.wantedSince = now;
    }
    if (wanted !== this.step && (isFirst || now - this.wantedSince > WAIT_MS)) this.step = wanted;
  }

  // Another mechanism has other forces.
  clear(): void {
    this.seen.length = 0;
    this.wasEmpty = true;
  }

  pixels(newtons: number): number {
    return (50 * newtons) / this.step;
  }
}
