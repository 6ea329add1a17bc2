// SPDX-License-Identifier: Apache-2.0
// Facts about what is typed.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { gridOf, inputRange, rangeFor, typedNumber, widened } from '../src/panels/adjustables.ts';
import { keyNames } from '../src/panels/keys.ts';
import type { AdjustableInfo, WorldInfo } from '../src/protocol/messages.ts';
import { sharedActions } from '../src/run_actions.ts';
import { keyStep } from '../src/scene/pointer.ts';
import type { SharedPage } from '../src/shared_page.ts';

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

const world: WorldInfo = { up: [0, 0, 1], gravity: [0, 0, -9.81], size: 2, center: [0, 0, 0] };
const cart: AdjustableInfo = { name: 'm', value: 0, unit: 'kg', default: 20 };
const input = (unit: string, value = 0): AdjustableInfo => ({ name: 'F', value: 1, unit, default: value });

test('an_input_without_a_range_goes_both_ways_about_as_far_as_the_weight_of_the_mechanism', () => {
  assert.deepEqual(inputRange(input('N'), { world, parameters: [cart] }), [-200, 200], '20 kg weigh 196 N');
  assert.deepEqual(inputRange(input('N*m'), { world, parameters: [cart] }), [-500, 500], '392 N m');
  const small = inputRange(input('N'), { world: { ...world, size: 0.01 }, parameters: [{ ...cart, default: 1e-4 }] });
  assert.ok(Math.abs(small[1] - 1e-3) < 1e-12, `a tenth of a gram: ${small[1]}`);
  assert.deepEqual(inputRange(input('N'), { world: { ...world, gravity: undefined }, parameters: [cart] }), [-50, 50], 'without gravity 2 m within a second');
});

test('an_input_with_a_value_or_an_unknown_unit_has_a_range_of_its_own', () => {
  assert.deepEqual(inputRange(input('N', -4), { world, parameters: [cart] }), [-12, 12]);
  assert.deepEqual(inputRange(input('V'), { world, parameters: [cart] }), [-10, 10]);
});

test('a_value_beyond_the_ends_of_a_slider_moves_them', () => {
  assert.deepEqual(widened([2, 60], 80), [2, 120]);
  assert.deepEqual(widened([2, 60], 1), [0.5, 60], 'a mass stays positive');
  assert.deepEqual(widened([-60, -2], -1), [-60, -0.5]);
  assert.deepEqual(widened([-10, 10], 20), [-30, 30], 'zero stays in the middle');
  assert.deepEqual(widened([2, 60], 60), [2, 60]);
});

test('the_ends_of_a_slider_are_round_and_come_back', () => {
  const first: [number, number] = [2, 60];
  const far = rangeFor(first, first, 1e9);
  assert.deepEqual(far, [2, 1.5e9]);
  assert.deepEqual(rangeFor(first, far, 20), first);
  assert.deepEqual(rangeFor(first, far, 1000), [2, 1500], 'a thousand could not be found among a billion');
  assert.deepEqual(rangeFor(first, [2, 120], 70), [2, 120], 'ends do not follow each value');
  assert.deepEqual(rangeFor(first, first, 71.234567), [2, 110]);
  assert.deepEqual(rangeFor([-10, 10], [-10, 10], -31), [-47, 47]);
});

test('a_value_that_is_no_number_moves_no_end', () => {
  assert.deepEqual(rangeFor([2, 60], [2, 120], 1.5e308), [2, 120]);
  for (const x of [NaN, Infinity, -Infinity]) {
    assert.deepEqual(rangeFor([2, 60], [2, 120], x), [2, 120]);
    assert.deepEqual(widened([2, 60], x), [2, 60]);
  }
});

test('a_slider_steps_through_round_values', () => {
  assert.deepEqual(gridOf([0.025, 60]), { min: 0, max: 60, step: 0.1 });
  assert.deepEqual(gridOf([2, 1.5e9]), { min: 0, max: 1.5e9, step: 1e6 });
  assert.deepEqual(gridOf([-10, 10]), { min: -10, max: 10, step: 0.1 });
  assert.deepEqual(gridOf([0.3, 0.7]), { min: 0.3, max: 0.7, step: 0.001 });
});

// Every key of the shared page writes what it does into `done`.
function sharedKeys(hasText: boolean): { press(key: string): string[]; shown: string[] } {
  const done: string[] = [];
  const note = (path: string): unknown => new Proxy(() => undefined, {
    get: (_, name) => note(`${path}${path === '' ? '' : '.'}${String(name)}`), apply: (_, __, parts) => void done.push(`${path}(${parts.join()})`),
  });
  const page = new Proxy({}, { get: (_, name) => (name === 'hasText' ? hasText : note(String(name))) }) as SharedPage;
  const actions = sharedActions(page);
  const press = (key: string) => {
    done.length = 0;
    for (const action of actions.filter((a) => a.keys.includes(key))) action.act();
    return [...done];
  };
  return { press, shown: actions.map((a) => a.shown) };
}

test('each_key_of_the_shared_page_does_one_thing', () => {
  const { press } = sharedKeys(true);
  assert.deepEqual([' ', '.', 'r', 'ArrowLeft', 'ArrowRight', '[', ']'].map(press), [['transport.toggle()'], ['transport.step()'], ['transport.reset()'], ['nudge(-1)'], ['nudge(1)'], ['transport.changeSpeed(-1)'], ['transport.changeSpeed(1)']]);
  assert.deepEqual(['F', 'o', '7', '1', '3', 'a', 'T'].map(press), [['stage.view.fit()'], ['stage.toggleFollow()'], ['stage.look(top)'], ['stage.look(front)'], ['stage.look(side)'], ['stage.toggleArrows()'], ['stage.toggleTrace()']]);
  assert.deepEqual(['m', '/', 'l', '?', 'Escape'].map(press), [['showText()'], ['equations.focusSearch()'], ['toggleTheme()'], ['keys.show()'], ['stage.card.close()']]);
});

test('a_shared_page_has_no_keys_for_what_a_record_cannot_do', () => {
  const { press, shown } = sharedKeys(true);
  for (const key of ['k', 's', 'g', 'b', 'Shift+1']) assert.deepEqual(press(key), []);
  assert.ok(shown.includes('M'));
  assert.deepEqual(sharedKeys(false).press('m'), [], 'a record without the text of its model');
  assert.ok(!sharedKeys(false).shown.includes('M'));
});
