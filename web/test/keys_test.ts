// SPDX-License-Identifier: Apache-2.0
// Facts about what is typed.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { typedNumber } from '../src/panels/adjustables.ts';
import { keyNames } from '../src/panels/keys.ts';
import { keyStep } from '../src/scene/pointer.ts';

test('shift_and_a_digit_switch_a_constraint_and_signs_are_themselves_on_every_keyboard', () => {
  assert.deepEqual(keyNames({ key: '!', code: 'Digit1', shiftKey: true }), ['Shift+1']);
  assert.deepEqual(keyNames({ key: '7', code: 'Digit7', shiftKey: false }), ['7']);
  assert.deepEqual(keyNames({ key: '/', code: 'Digit7', shiftKey: true }), ['/'], 'a German keyboard');
  assert.deepEqual(keyNames({ key: '?', code: 'Slash', shiftKey: true }), ['?']);
});

test('a_value_may_be_typed_with_its_unit_a_comma_or_a_true_minus', () => {
  assert.equal(typedNumber('2,5 kg', 'kg'), 2.5);
  assert.equal(typedNumber('3 kg·m²', 'kg*m^2'), 3);
  assert.equal(typedNumber('\u22121e-3', 'N'), -0.001);
  assert.ok(Number.isNaN(typedNumber('', 'N')) && Number.isNaN(typedNumber('two', 'N')) && Number.isNaN(typedNumber('5 kg', 'N')));
});

test('an_arrow_key_moves_the_hand_by_1_cm_or_a_hundredth_of_what_is_much_smaller', () => {
  assert.equal(keyStep(1.4), 0.01);
  assert.ok(Math.abs(keyStep(1e-3) - 1e-5) < 1e-12);
  assert.ok(Math.abs(keyStep(100) - 1) < 1e-9);
});
