// SPDX-License-Identifier: Apache-2.0
// Facts about the decimals of quantities: small mechanisms have numbers, large ones no noise.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { quantity } from '../src/format.ts';
import type { Hello } from '../src/protocol/messages.ts';
import { energyScale } from '../src/panels/energy.ts';
import { decimalsOfUnit, fillDecimals, scalesOf, typicalSize } from '../src/run/decimals.ts';

const hello = (size: number, kg: number, gravity = 0) => ({
  world: { up: [0, 0, 1], size, center: [0, 0, 0], gravity: [0, 0, -gravity] }, inputs: [{ name: 'F', value: 3, unit: 'N', default: 0 }],
  parameters: [{ name: 'm', value: 2, unit: 'kg', default: kg }],
  values: [{ name: 'x', kind: 'coordinate', unit: 'm' }, { name: 'wall', kind: 'constraint_force', unit: 'N' }, { name: 'm', kind: 'parameter', unit: 'kg' },
    { name: 'F', kind: 'input', unit: 'N' }, { name: 'compute', kind: 'servo', unit: 's' }, { name: 'q', kind: 'coordinate', unit: 'rad' }],
}) as unknown as Hello;

test('sizes_follow_from_mass_length_and_time_of_the_mechanism', () => {
  const scales = scalesOf(hello(2, 3, 9.81));
  const time = Math.sqrt(2 / 9.81);
  const close = (unit: string, size: number) => assert.ok(Math.abs(typicalSize(unit, scales)! / size - 1) < 1e-12, unit);
  close('N', 3 * 9.81);
  close('kg*m^2', 12);
  close('m/s', 2 / time);
  close('m/s/s', 9.81);
  close('rad', 1);
  assert.equal(typicalSize('m^3/(kg*s^2)', scales), undefined);
});

test('a_mechanism_of_usual_size_has_the_usual_decimals', () => {
  for (const model of [hello(1.4, 20), hello(1, 1, 9.81)]) assert.deepEqual(['N', 'N*m', 'm', 'J', 'm/s', 'rad'].map((u) => decimalsOfUnit(u, model)), [1, 2, 3, 3, 2, 3]);
});

test('forces_of_a_mechanism_of_a_millimetre_are_not_all_zeros', () => {
  const small = hello(1e-3, 1e-6, 9.81);
  fillDecimals(small);
  const [x, wall, m, F, compute, q] = small.values.map((v) => v.decimals);
  assert.match(quantity(9.81e-6, 'N', wall), /^9\.8\d* µN$/);
  assert.match(quantity(2.5e-4, 'm', x), /^0\.25 mm$/);
  assert.equal(quantity(1e-6, 'kg', m), '1.00·10⁻⁶ kg');
  assert.equal(F, wall, 'an input that is zero at first has those of its unit');
  assert.match(quantity(8e-6, 's', compute), /^8\.\d µs$/);
  assert.equal(q, 3);
});

test('energies_that_are_only_rounding_are_zero_and_those_of_a_small_mechanism_are_not', () => {
  const usual = { factor: 1, unit: 'J', decimals: 3 };
  for (const largest of [0, 1e-33, 1e-12, 1e-200, 0.5]) assert.deepEqual(energyScale(largest, 10), usual, String(largest));
  assert.deepEqual(energyScale(2e-7, 1e-7), { factor: 1e6, unit: 'µJ', decimals: 3 });
  const least = energyScale(1e-150, 1e-150);
  assert.ok(least.decimals <= 6, 'however small a mechanism is');
  assert.equal(energyScale(5e6, 1e-7).unit, 'MJ');
});

test('a_crane_has_no_tenths_of_a_newton', () => {
  assert.equal(decimalsOfUnit('N', hello(50, 20000, 9.81)), 0);
});
