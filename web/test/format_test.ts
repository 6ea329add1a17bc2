// SPDX-License-Identifier: Apache-2.0
// Facts about numbers and units as text.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { axisPower, axisUnit, binText, compact, csvField, digitsAfterPoint, energyText, fixed, grouped, microseconds, prettyUnit, quantity, roundNumber, shortened, spoken, trueMinus } from '../src/format.ts';
import { fittingName } from '../src/panels/fitting_name.ts';

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
  assert.equal(compact(-9.96e-13), '−1·10⁻¹²');
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

test('losses_of_all_sizes_have_digits_that_say_something', () => {
  assert.deepEqual([1.3, 0.002, 4.4e-6, 7e-9].map(energyText), ['1.30 J', '2.0 mJ', '4.4 µJ', '7.0 nJ']);
  assert.equal(energyText(0), '');
  assert.equal(energyText(3e-11), '', 'what rounding leaves is no loss');
});

test('three_or_four_digits_of_a_number_count', () => {
  assert.deepEqual([2500, 250, 25, 2.5, 0.25, 0.0025, 0].map(digitsAfterPoint), [0, 1, 2, 2, 3, 5, 2]);
});

test('small_quantities_have_a_prefix_and_large_ones_keep_their_unit', () => {
  assert.equal(quantity(1.234e-5, 'N', 7), '12.3 µN');
  assert.equal(quantity(2e-9, 'N', 7), '0.0 µN', 'the prefix belongs to the quantity, not to one number');
  assert.equal(quantity(0.5, 'rad', 7), '0.500 rad');
  assert.equal(quantity(1e-12, 'kg*m^2', 14), '1.00·10⁻¹² kg·m²', 'a unit without a prefix');
  assert.deepEqual([0.5, 0.0005, 2e-6, 20000].map((x) => roundNumber(x, 'm')), ['0.5 m', '500 µm', '2 µm', '20 km']);
});

test('nobody_has_to_count_the_digits_of_a_large_quantity', () => {
  assert.equal(quantity(181383401426, 'N', 0), '181.4 GN');
  assert.equal(quantity(-148725251.8, 'N', 1), '\u2212148.7 MN');
  assert.equal(quantity(78301226264931, 'kg*m^2', 0), '7.83·10¹³ kg·m²');
  assert.equal(quantity(123456, 's', 3), '1.23·10⁵ s', 'nobody says kiloseconds');
  assert.equal(quantity(99999.4, 'N', 0), '99999 N');
});

test('a_large_quantity_is_rounded_before_its_prefix_is_chosen', () => {
  assert.equal(quantity(999999.6, 'N', 0), '1.000 MN');
  assert.equal(quantity(9999960, 'N', 0), '10.00 MN');
  assert.equal(quantity(9.99996e13, 'N', 0), '1.00·10¹⁴ N');
  assert.deepEqual([99999.6, 1e5].map((x) => quantity(x, 'N', 0)), ['100.0 kN', '100.0 kN']);
  assert.equal(quantity(-99999.6, 'N', 1), '\u221299999.6 N');
  assert.equal(compact(99999.6, 3), '1.00·10⁵');
});

test('counters_and_angles_keep_their_digits', () => {
  assert.equal(quantity(123456, '', 0), '123456');
  assert.equal(quantity(123456.789, 'rad', 3), '123456.789 rad');
  assert.equal(quantity(2.5e9, '1', 0), '2.50·10⁹');
});

test('a_number_that_moves_about_a_limit_keeps_its_prefix', () => {
  let text = quantity(99000, 'N', 1);
  const seen = [101000, 99000, 101000, 60000, 40000].map((x) => (text = quantity(x, 'N', 1, text)));
  assert.deepEqual(seen, ['101.0 kN', '99.00 kN', '101.0 kN', '60.00 kN', '40000.0 N']);
  assert.equal(quantity(900000, 'N', 1, '1.100 MN'), '0.900 MN');
  assert.equal(quantity(400000, 'N', 1, '1.100 MN'), '400.0 kN');
});

test('no_number_of_decimals_is_refused', () => {
  assert.equal(fixed(1e-120, 130), (0).toFixed(100));
});

test('a_name_has_as_many_letters_as_there_is_room_for_and_keeps_its_end', () => {
  assert.equal(fittingName('stiffness_of_spring_30', (text) => text.length <= 12), 'stiffn…ng_30');
  assert.equal(fittingName('short', () => true), 'short');
  assert.equal(fittingName('stiffness', () => false), 's…s');
});

test('names_of_one_family_differ_when_they_are_shortened', () => {
  assert.equal(shortened('stiffness_of_spring_30', 12), 'stiffn…ng_30');
  assert.equal(shortened('lower_edge slides', 15) === shortened('lower_edge sticks', 15), false);
  assert.equal(shortened('short', 12), 'short');
});

test('files_are_named_without_their_folders', () => {
  assert.equal(trueMinus('the run cannot go on: /somewhere/models/squeezer.yaml: error: at t = 0.2 s'), 'the run cannot go on: squeezer.yaml: error: at t = 0.2 s');
  assert.equal(trueMinus('/somewhere/cart.yaml:14:22: error'), 'cart.yaml:14:22: error');
});

test('numbers_of_an_axis_are_short_and_its_unit_says_by_how_much', () => {
  assert.equal(axisPower(-50, 20), 0);
  assert.equal(axisUnit('N', axisPower(0, 2.5e-5)), 'µN');
  assert.equal(axisUnit('N', axisPower(-4e6, 0)), 'MN');
  assert.equal(axisUnit('rad/s', axisPower(0, 3e4)), '10³ rad/s');
});

test('csv_fields_are_quoted_where_needed', () => {
  assert.equal(csvField('a,b'), '"a,b"');
  assert.equal(csvField('say "x"'), '"say ""x"""');
  assert.equal(csvField('plain'), 'plain');
});

test('bins_of_computing_times_double_and_the_last_one_is_open', () => {
  assert.deepEqual(Array.from({ length: 4 }, (_, k) => binText(k, 4)), ['below 1 µs', '1 µs to 2 µs', '2 µs to 4 µs', '4 µs or more']);
  assert.equal(binText(10, 16), '512 µs to 1 ms');
  assert.equal(binText(15, 16), '16 ms or more');
});
