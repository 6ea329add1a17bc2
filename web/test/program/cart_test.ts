// SPDX-License-Identifier: Apache-2.0
// The program and its page in a real browser: the cart is pulled, switched, made heavier and rewritten.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Browser } from 'playwright-core';
import { launch } from '../browser/browser.ts';
import type { EquationDocument } from '../../src/protocol/messages.ts';
import { accelerations } from './displayed.ts';
import { serve, skip, Viewer, type Point, type Served } from './program.ts';

let browser: Browser;
let served: Served;
let cart: Viewer;
before(async () => {
  if (skip) return;
  served = await serve('shopping_cart');
  browser = await launch();
  cart = await Viewer.open(browser, served.link);
});
after(async () => {
  await browser?.close();
  await served?.stop();
});

// The hand's part of the first dynamical equation: the partial velocity of the grip with respect to u1 is B.x.
function handTerm(v: Record<string, number>): number {
  return v['hand.force.x']! * Math.cos(v.q3!) + v['hand.force.y']! * Math.sin(v.q3!);
}

const document = (mode: string) => cart.ask<EquationDocument>(`window.tangible.run.document(window.tangible.run.modes.modes.find((m) => m.name === '${mode}').id)`);

test('the_token_leaves_the_address_and_the_canvas_is_not_blank', { skip }, async () => {
  assert.ok(!cart.page.url().includes('token'));
  const colours = await cart.ask<number>(`(() => {
    const { view } = window.tangible.page.stage;
    view.fence = null;
    view.frame();
    const gl = view.canvas.getContext('webgl2');
    const pixels = new Uint8Array(4 * gl.drawingBufferWidth * gl.drawingBufferHeight);
    gl.readPixels(0, 0, gl.drawingBufferWidth, gl.drawingBufferHeight, gl.RGBA, gl.UNSIGNED_BYTE, pixels);
    const seen = new Set();
    for (let i = 0; i < pixels.length; i += 4) seen.add(pixels[i] + 256 * pixels[i + 1] + 65536 * pixels[i + 2]);
    return seen.size;
  })()`);
  assert.ok(colours > 50, `${colours} colours`);
});

// So many metres along the heading of the cart, and to its left, from where the grip is in the same snapshot.
async function placeBeforeTheGrip(along: number, left = 0): Promise<Point> {
  const [x, y, z, q3] = await cart.ask<[number, number, number, number]>(`(() => {
    const { latest, hello } = window.tangible.run, at = 7 * hello.handles[0].pose;
    return [...latest.poses.slice(at, at + 3), latest.values[hello.values.findIndex((v) => v.name === 'q3')]];
  })()`);
  return [x + along * Math.cos(q3) - left * Math.sin(q3), y + along * Math.sin(q3) + left * Math.cos(q3), z];
}

test('the_grip_dragged_1_m_along_the_heading_is_there_after_2_s', { skip }, async () => {
  await cart.pulling(async () => {
    await cart.reset();
    await cart.forSeconds(1.5); // the caster trails: P1 moves along its heading and in no other direction
    await cart.take();
    const goal = await placeBeforeTheGrip(1);
    await cart.lead(goal);
    await cart.until(`window.tangible.run.latest.values[window.tangible.run.hello.hand.magnitude] > 10`);
    await theForceIsTheOneInTheEquations();
    await cart.forSeconds(2);
    const end = await cart.handle();
    const books = await cart.values();
    const miss = Math.hypot(end[0] - goal[0], end[1] - goal[1]);
    console.log(`the grip is ${(1000 * miss).toFixed(1)} mm from its goal`);
    assert.ok(miss < 0.05, `the grip is ${miss} m from its goal`);
    assert.ok(books.hand! > 0 && Math.abs(books['work of the hand']!) > 1, `the hand did ${books['work of the hand']} J`);
    assert.ok(Math.abs(books['unexplained energy']!) < 1e-6 * books['kinetic energy']! + 1e-6, `${books['unexplained energy']} J are not explained`);
    await cart.page.locator('.energy-list', { hasText: /by the hand/ }).waitFor();
  });
  assert.equal((await cart.values()).hand, 0);
});

// What the accelerations of a snapshot leave for the hand in the displayed equation is the force that the page shows.
async function theForceIsTheOneInTheEquations(): Promise<void> {
  const v = await cart.values();
  const force = Math.hypot(v['hand.force.x']!, v['hand.force.y']!, v['hand.force.z']!);
  assert.ok(force > 1, `the hand pulls with ${force} N`);
  assert.ok(Math.abs(force - v.hand!) < 1e-9 * force, 'its magnitude is that of its components');
  const free = await document('free');
  const hasHand = free.sections[0]!.lines[0]!.text.includes('h1');
  const [u1] = accelerations(free, { ...v, F: v.F! + (hasHand ? 0 : handTerm(v)), h1: handTerm(v), h2: 0 }, ["u1'", "u2'"]);
  assert.ok(Math.abs(u1! - v["u1'"]!) < 1e-6 * Math.abs(u1!), `${u1} from the equation, ${v["u1'"]} in the snapshot`);
  const shown = await cart.ask<[string, number]>(`(() => {
    const { page, run } = window.tangible;
    page.handPanel.update();
    return [page.handPanel.panel.root.textContent, run.shown.values[run.hello.hand.magnitude]];
  })()`);
  assert.ok(shown[0].includes(`${shown[1].toFixed(1)} N`), `${shown[1]} N is not in "${shown[0]}"`);
}

test('a_sideways_pull_leaves_the_rear_wheels_without_lateral_speed', { skip }, async () => {
  await cart.pulling(async () => {
    await cart.reset();
    await cart.take();
    await cart.lead(await placeBeforeTheGrip(0, 0.5));
    await cart.until(`window.tangible.run.latest.values[window.tangible.run.hello.hand.magnitude] > 1`);
    for (const v of await cart.watch(0.8, ['q3', "q1'", "q2'", 'hand'])) {
      const lateral = -Math.sin(v.q3!) * v["q1'"]! + Math.cos(v.q3!) * v["q2'"]!;
      assert.ok(Math.abs(lateral) < 1e-9, `${lateral} m/s`);
      assert.ok(v.hand! > 0.1, 'while the hand pulls');
    }
  });
});

test('a_caster_that_sticks_takes_the_dynamical_equations_from_two_to_one_and_moves_the_graph_of_modes', { skip }, async () => {
  await cart.reset();
  await cart.until("document.querySelectorAll('.kind-dynamical .equation-line .katex').length === 2");
  await cart.page.locator('.constraint-row', { hasText: 'caster_sticks' }).click();
  await cart.until("document.querySelectorAll('.kind-dynamical .equation-line .katex').length === 1");
  await cart.until("document.querySelector('.mode-box.current .mode-name')?.textContent === 'caster_sticks'");
  await cart.page.locator('.mode-chip', { hasText: '1 degree of freedom' }).waitFor();
  await cart.page.locator('.event', { hasText: 'caster_sticks holds' }).first().waitFor();
  await cart.page.locator('.constraint-row', { hasText: 'caster_sticks' }).click();
  await cart.until("document.querySelectorAll('.kind-dynamical .equation-line .katex').length === 2");
});

test('a_heavier_basket_accelerates_as_the_displayed_equation_predicts_and_the_books_note_the_jump', { skip }, async () => {
  await cart.reset();
  await cart.forSeconds(1.5); // the caster has turned behind the cart
  const setMass = async (value: number) => {
    await cart.page.locator('.slider.parameter').first().evaluate((e: HTMLInputElement, x) => { e.value = String(x); e.dispatchEvent(new Event('input')); }, value);
    await cart.until(`Math.abs(window.tangible.run.latest.values[window.tangible.run.hello.parameters[0].value] - ${value}) < 0.5`);
    return cart.values();
  };
  const before = await cart.values();
  const heavy = await setMass(40);
  const jump = 0.5 * (heavy.m_B! - before.m_B!) * (heavy.u1! ** 2 + (heavy.L1! * heavy.u2!) ** 2);
  const booked = heavy['energy of parameter changes']! - before['energy of parameter changes']!;
  assert.ok(Math.abs(booked - jump) < 0.01 * jump, `${booked} J booked, ${jump} J by the masses`);
  assert.ok(Math.abs(heavy['unexplained energy']!) < 1e-9, `${heavy['unexplained energy']} J`);
  await cart.page.locator('.energy-list', { hasText: 'changed parameters' }).waitFor();
  await cart.request({ type: 'input', name: 'F', value: 12 });
  await cart.forSeconds(0.1);
  const free = await document('free');
  const slow = await cart.values();
  const light = await setMass(20);
  const predicted = [slow, light].map((v) => accelerations(free, { h1: 0, h2: 0, ...v }, ["u1'", "u2'"])[0]!);
  assert.ok(predicted[1]! > 1.5 * predicted[0]!, 'the force is the same, the mass is not');
  const ratio = light["u1'"]! / slow["u1'"]!;
  assert.ok(Math.abs(ratio / (predicted[1]! / predicted[0]!) - 1) < 0.01, `${ratio} instead of ${predicted[1]! / predicted[0]!}`);
});

test('a_mistake_in_the_text_is_shown_at_its_line_and_a_right_text_runs', { skip }, async () => {
  await cart.page.keyboard.press('m');
  const edit = (from: string, to: string) => cart.page.locator('.code-input').evaluate((e: HTMLTextAreaElement, [a, b]) => { e.value = e.value.replace(a!, b!); e.dispatchEvent(new Event('input')); }, [from, to]);
  const generation = await cart.ask<number>('window.tangible.run.hello.generation');
  await edit('at: L1*B.x', 'at: m_B*B.x');
  await cart.page.locator('.mistake', { hasText: 'dimension' }).waitFor();
  await cart.page.locator('.banner.error', { hasText: 'The model text has a mistake' }).waitFor();
  assert.equal(await cart.page.locator('.badge').textContent(), '1');
  assert.equal(await cart.ask('window.tangible.run.hello.generation'), generation, 'the old model runs on');
  const time = await cart.ask<number>('window.tangible.run.latest.time');
  await cart.until(`window.tangible.run.latest.time > ${time + 0.1}`);
  await edit('at: m_B*B.x', 'at: L1*B.x');
  await edit('m_B: 20 kg', 'm_B: 25 kg');
  await cart.page.locator('.mistake').waitFor({ state: 'detached' });
  await cart.until(`window.tangible.run.hello.generation > ${generation} && window.tangible.run.latest && window.tangible.run.latest.values[window.tangible.run.hello.parameters[0].value] === 25`, 30000);
  assert.deepEqual(cart.errors, []);
});

const BEAD = `tangible: 1
name: bead on a circle
parameters: {m: 1 kg, l: 1 m, g: 9.81 m/s^2}
coordinates: {x: m, h: m}
points:
  P: {from: O, at: x*N.x + h*N.y}
speeds: {u1: x', u2: h'}
particles:
  bead: {at: P, mass: m}
gravity: -g*N.y
constraints:
  circle: {configuration: x^2 + h^2 - l^2}
initial: {x: 1, h: 0, u1: 0}
`;

// u2 = -x u1 / h: the bead begins where h is zero, and falls.
test('equations_that_divide_by_zero_are_said_not_to_hold_there', { skip }, async () => {
  await cart.page.keyboard.press('Escape');
  await cart.request({ type: 'model_text', text: BEAD });
  await cart.until("window.tangible.run.hello.model.name === 'bead on a circle' && window.tangible.run.latest !== null", 20000);
  await cart.page.locator('.tab[data-tab=equations]').click();
  await cart.page.locator('.kind-dynamical ~ .condition .katex').waitFor();
  await cart.request({ type: 'pause' });
  await cart.request({ type: 'reset' });
  await cart.until('window.tangible.run.latest.time === 0');
  const broken = cart.page.locator('.equation-section.not-here');
  await broken.locator('.condition-state', { hasText: 'does not hold here: h is 0' }).first().waitFor();
  assert.equal(await broken.count(), 2, 'dynamical equations and dependent speeds');
  assert.equal(await cart.page.locator('.numbers:visible').count(), 0, 'there are no numbers of an equation that does not hold');
  await cart.request({ type: 'run' });
  await cart.page.locator('.numbers', { hasText: /^now .* = / }).waitFor({ state: 'visible' });
  assert.equal(await broken.count(), 0);
  const sides = await cart.ask<[number, number]>(`(() => {
    const { run } = window.tangible, { numbers } = run.document(0).sections[0].lines[0], s = run.latest;
    const at = (place) => place < s.values.length ? s.values[place] : s.modeValues[place - s.values.length];
    return [numbers.terms.reduce((sum, t) => sum + at(t.coefficient) * at(t.of), 0), at(numbers.right)];
  })()`);
  assert.ok(Math.abs(sides[0] - sides[1]) < 1e-6 * Math.abs(sides[1]) + 1e-9, `${sides[0]} on the left, ${sides[1]} on the right`);
  assert.deepEqual(cart.errors, []);
});
