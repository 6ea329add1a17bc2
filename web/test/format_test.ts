// SPDX-License-Identifier: Apache-2.0
// Facts about numbers and units as text.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { compact, csvField, energyText, fixed, grouped, microseconds, prettyUnit, quantity, spoken } from '../src/format.ts';

test('negative_numbers_have_a_true_minus_and_zero_has_none', () => {
  assert.equal(fixed(-4.2, 1), '−4.2');
  assert.equal(fixed(-0.04, 1), '0.0');
  assert.equal(fixed(-0, 2), '0.00');
});

test('a_number_that_is_none_is_a_dash', () => {
  assert.equal(fixed(NaN, 2), '–');
  assert.equal(quantity(Infinity, 'N'), '– N');
});

test('quantities_have_units_and_decimals_of_their_kind', () => {
  assert.equal(quantity(7.54, 'N'), '7.5 N');
  assert.equal(quantity(0.8213, 'N·m'), '0.82 N·m');
  assert.equal(quantity(20, 'kg', 1), '20.0 kg');
});

test('small_remainders_are_written_with_a_power_of_ten', () => {
  assert.equal(compact(4e-9), '4·10⁻⁹');
  assert.equal(compact(-9.4e-11, 2), '−9.4·10⁻¹¹');
  assert.equal(compact(0), '0');
  assert.equal(compact(12.5), '12.5');
  assert.equal(compact(5e-9, 2), '5.0·10⁻⁹');
  assert.equal(quantity(0.3, '1'), '0.300');
});

test('units_of_the_model_file_are_written_as_people_do', () => {
  assert.equal(prettyUnit('kg*m^2'), 'kg·m²');
  assert.equal(prettyUnit('s^-1'), 's⁻¹');
  assert.equal(prettyUnit('rad/s/s'), 'rad/s²');
  assert.equal(quantity(0.8213, 'N*m'), '0.82 N·m');
});

test('energies_times_and_counts_read_well', () => {
  assert.equal(energyText(0.048), '48 mJ');
  assert.equal(energyText(2.5), '2.50 J');
  assert.equal(microseconds(4.2e-6), '4.2 µs');
  assert.equal(grouped(12726), '12\u202f726');
  assert.equal(spoken(20, 'kg'), '20 kilograms');
});

test('csv_fields_are_quoted_where_needed', () => {
  assert.equal(csvField('a,b'), '"a,b"');
  assert.equal(csvField('say "x"'), '"say ""x"""');
  assert.equal(csvField('plain'), 'plain');
});
