// SPDX-License-Identifier: Apache-2.0
// Facts about documents as the page shows them.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { joinEqual, normalise } from '../src/equations/normalise.ts';
import type { ConstraintInfo, EquationDocument, EquationLine } from '../src/protocol/messages.ts';

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

test('speeds_with_equal_right_sides_are_read_as_one_line', () => {
  const lines = ['u2', 'u3', 'u4', 'u5'].map((u) => ({ text: `${u} = ${u === 'u3' ? '-u1' : 'L*u1'}` }));
  assert.deepEqual(joinEqual(lines), [{ text: 'u2 = u4 = u5 = L*u1' }, { text: 'u3 = -u1' }]);
  assert.equal(lines[0]!.text, 'u2 = L*u1', 'the message stays as it was');
});

test('joined_lines_keep_at_most_one_mark_of_alignment', () => {
  const join = (sign: string) => joinEqual([2, 3].map((k) => ({ text: `u${k} = 0`, latex: `u_{${k}} ${sign} 0` })));
  assert.deepEqual(join('&='), [{ text: 'u2 = u3 = 0', latex: 'u_{2} &= u_{3} = 0' }]);
  assert.deepEqual(join('='), [{ text: 'u2 = u3 = 0', latex: 'u_{2} = u_{3} = 0' }]);
});

test('lines_that_differ_in_more_than_their_left_side_stay_apart', () => {
  const stay = (...lines: EquationLine[]) => assert.deepEqual(joinEqual(lines), lines);
  stay({ text: 'u2 = u1', latex: 'u_{2} &= u_{1}' }, { text: 'u3 = u1', latex: 'u_{3} &= u_{9}' });
  stay({ text: 'u2 = u1', latex: 'u_{2} &= u_{1}' }, { text: 'u3 = u1' });
  stay({ text: 'u2 = u1', label: 'a' }, { text: 'u3 = u1', label: 'b' });
  stay({ text: 'u2 = u1', note: 'left out' }, { text: 'u3 = u1', note: 'left out' });
  stay({ text: 'left out' }, { text: 'left out' });
});

test('a_section_of_dependent_speeds_counts_the_speeds_and_not_its_lines', () => {
  const lines = [{ text: 'u2 = u1' }, { text: 'u3 = u1' }];
  const joined = normalise({ ...document, sections: [{ kind: 'dependent', title: 'Dependent speeds', lines }] }, undefined, []);
  const [section] = joined.sections;
  assert.deepEqual([section!.lines.length, section!.count], [1, 2]);
  assert.equal(normalise(joined, undefined, []).sections[0]!.count, 2, 'also in a document that was put in order before');
  const [rows] = normalise({ ...document, sections: [{ kind: 'other', title: 'Others', lines }] }, undefined, []).sections;
  assert.equal(rows!.lines.length, 2, 'other sections keep their lines');
});
