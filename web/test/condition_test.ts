// SPDX-License-Identifier: Apache-2.0
// Written equations that divide by zero are known not to hold.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { conditionLine, isMet, reasonText } from '../src/equations/condition.ts';
import type { SectionCondition } from '../src/protocol/messages.ts';
import type { Snapshot } from '../src/protocol/snapshot.ts';

const where: SectionCondition = { not_zero: [{ text: 'h', latex: 'h', value: 1 }, { text: 'sin(q)', latex: '\\sin q', value: 2 }], regularity: 3, least: 1e-6 };
const at = (...modeValues: number[]) => ({ values: new Float64Array(1), modeValues: new Float64Array(modeValues) }) as unknown as Snapshot;

test('a_section_holds_where_its_regularity_is_above_the_least', () => {
  assert.equal(isMet(where, at(0.3, 0.4, 0.2)), true);
  assert.equal(isMet(where, at(0.3, 0, 0)), false);
  assert.equal(isMet(where, at(0.3, 1e-7, 1e-7)), false);
  assert.equal(isMet(where, at(0.3, 0.4, NaN)), false, 'what is not a number does not hold');
  assert.equal(isMet(undefined, at()), true);
  assert.equal(isMet({ ...where, regularity: -1 }, at()), true, 'numbers that are not sent cannot tell');
});

test('the_divisor_nearest_to_zero_is_the_reason', () => {
  assert.equal(reasonText(where, at(0.3, 0, 0)), 'sin(q) is 0');
  assert.equal(reasonText(where, at(-2e-5, 0.5, 1e-8)), 'h is −2·10⁻⁵');
  assert.equal(reasonText({ ...where, not_zero: [] }, at(0, 0, 0)), 'the rows do not determine the dependent speeds');
});

test('a_condition_is_written_below_its_equations', () => {
  assert.deepEqual(conditionLine(where), { latex: '\\text{for } h \\neq 0,\\; \\sin q \\neq 0', text: 'for h not 0, sin(q) not 0' });
  assert.equal(conditionLine({ ...where, not_zero: [{ text: 'h', value: 1 }] }).latex, undefined);
});

test('a_divisor_that_nobody_would_read_is_said_to_be_long', () => {
  const long = { text: 'sin(q) + '.repeat(50), value: 1 };
  assert.equal(conditionLine({ ...where, not_zero: [long, long, { text: 'h', value: 1 }] }).text, 'for a divisor that is too long to be written out not 0, h not 0');
});
