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

test('the_grip_dragged_1_m_along_the_heading_is_there_after_2_s', { skip }, async () => {
  await cart.pulling(async () => {
    await cart.reset();
    await cart.forSeconds(1.5); // the caster trails: P1 moves along its heading and in no other direction
    const from = await cart.take();
    const { q3 } = await cart.values();
    const goal: Point = [from[0] + Math.cos(q3!), from[1] + Math.sin(q3!), from[2]];
    await cart.lead(goal);
    await cart.until(`window.tangible.run.latest.values[window.tangible.run.hello.hand.magnitude] > 10`);
    await theForceIsTheOneInTheEquations();
    await cart.forSeconds(2);
    const end = await cart.handle();
    const books = await cart.values();
    const target = [books['hand.target.x']!, books['hand.target.y']!] as const;
    const miss = Math.hypot(end[0] - target[0], end[1] - target[1]);
    assert.ok(miss < 0.05, `the grip is ${miss} m from where the mouse is`);
    // A pixel of the small window is up to three centimetres of the floor, which is seen at a flat angle.
    const aside = Math.hypot(target[0] - goal[0], target[1] - goal[1]);
    assert.ok(aside < 0.15, `the mouse is ${aside} m from where it was led`);
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
    const from = await cart.take();
    const { q3 } = await cart.values();
    await cart.lead([from[0] - 0.5 * Math.sin(q3!), from[1] + 0.5 * Math.cos(q3!), from[2]]);
    for (let k = 0; k < 8; ++k) {
      await cart.forSeconds(0.1);
      const v = await cart.values();
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
  await cart.until(`window.tangible.run.hello.generation > ${generation} && window.tangible.run.latest && window.tangible.run.latest.values[window.tangible.run.hello.parameters[0].value] === 25`);
  assert.deepEqual(cart.errors, []);
});
