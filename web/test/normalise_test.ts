// SPDX-License-Identifier: Apache-2.0
// Facts about documents as the page shows them.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { normalise } from '../src/equations/normalise.ts';
import type { ConstraintInfo, EquationDocument } from '../src/protocol/messages.ts';

const constraint = (name: string, row: number): ConstraintInfo => ({ name, kind: 'switchable', rows: [row], unit: 'N', force: -1 });
const document: EquationDocument = {
  type: 'document', generation: 1, mode: 0, title: 'free', degrees_of_freedom: 2,
  sections: [
    { kind: 'dynamical', title: 'Dynamical equations with front_wheel, close.x embedded', lines: [] },
    { kind: 'rows', title: 'Constraint rows', lines: [{ label: 'rear_wheels (built into the speeds)', text: '0 = 0' }, { label: 'front_wheel', text: 'a' }, { label: 'caster_sticks (comes and goes)', text: 'b' }] },
  ],
};
const constraints = [constraint('front_wheel', 0), constraint('caster_sticks', 1)];

test('rows_that_do_not_hold_in_the_mode_are_left_out', () => {
  const free = normalise(document, { id: 0, name: 'free', degrees_of_freedom: 2, rows: [0] }, constraints);
  assert.deepEqual(free.sections[1]!.lines.map((l) => l.label), ['rear_wheels', 'front_wheel']);
  const sticks = normalise(document, { id: 1, name: 'caster_sticks', degrees_of_freedom: 1, rows: [0, 1] }, constraints);
  assert.deepEqual(sticks.sections[1]!.lines.map((l) => l.label), ['rear_wheels', 'front_wheel', 'caster_sticks']);
});

test('remarks_in_labels_become_notes', () => {
  const [rear] = normalise(document, undefined, constraints).sections[1]!.lines;
  assert.equal(rear!.note, 'built into the speeds');
});

test('the_title_of_dynamical_equations_is_the_same_in_all_modes', () => {
  assert.equal(normalise(document, undefined, []).sections[0]!.title, 'Dynamical equations');
});
