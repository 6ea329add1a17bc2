// SPDX-License-Identifier: Apache-2.0
// Where the equations of a section hold: they divide by expressions that can be zero.
import { compact } from '../format.ts';
import type { Divisor, SectionCondition } from '../protocol/messages.ts';
import { valueAt, type Snapshot } from '../protocol/snapshot.ts';

const LONGEST_LATEX = 400;
const LONGEST_TEXT = 300; // of which nobody reads more

// A condition whose number is not sent counts as met; one whose value is not a number does not.
export function isMet(condition: SectionCondition | undefined, snapshot: Snapshot): boolean {
  if (condition === undefined || condition.regularity < 0) return true;
  return valueAt(snapshot, condition.regularity) > condition.least;
}

// "sin(f2 - f3) is 0": of several divisors the one that is nearest to zero.
export function reasonText(condition: SectionCondition, snapshot: Snapshot): string {
  const size = (d: Divisor) => Math.abs(valueAt(snapshot, d.value));
  const known = condition.not_zero.filter((d) => d.value >= 0 && Number.isFinite(size(d)));
  const least = known.reduce<Divisor | null>((best, d) => (best === null || size(d) < size(best) ? d : best), null);
  if (least === null) return 'the rows do not determine the dependent speeds';
  return `${least.text} is ${size(least) <= condition.least ? '0' : compact(valueAt(snapshot, least.value))}`;
}

// The condition itself; without LaTeX where that would be too long to be read.
export function conditionLine(condition: SectionCondition): { latex?: string; text: string } {
  const divisors = condition.not_zero.map((d) => (d.text.length > LONGEST_TEXT ? 'a divisor that is too long to be written out' : d.text));
  const text = `for ${divisors.filter((d, k) => divisors.indexOf(d) === k).map((d) => `${d} not 0`).join(', ')}`;
  const parts = condition.not_zero.map((d) => d.latex);
  const latex = parts.every((part) => part !== undefined) ? `\\text{for } ${parts.map((part) => `${part} \\neq 0`).join(',\\; ')}` : undefined;
  return latex !== undefined && latex.length <= LONGEST_LATEX ? { latex, text } : { text };
}
