// SPDX-License-Identifier: Apache-2.0
// How soon the page can be used, and what a frame costs.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Browser } from 'playwright-core';
import { launch } from '../browser/browser.ts';
import { serve, skip, Viewer, type Served } from './program.ts';

const FIRST_FRAME_GATE_MS = 3000;
const SCRIPT_GATE_MS = 4;

let browser: Browser;
let served: Served;
before(async () => {
  if (skip) return;
  served = await serve('shopping_cart');
  browser = await launch();
});
after(async () => {
  await browser?.close();
  await served?.stop();
});

const median = (list: number[]) => [...list].sort((a, b) => a - b)[list.length >> 1]!;

// A handle takes hold when the mouse goes down on it and the snapshot says that this viewer holds.
async function millisecondsToHold(): Promise<number> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  const page = await context.newPage();
  const begin = performance.now();
  await page.goto(served.link, { waitUntil: 'commit' });
  const at = await page.waitForSelector('.handle:not([hidden])', { state: 'attached' });
  const viewer = new Viewer(page, []);
  for (;;) {
    const box = await at.boundingBox();
    if (box === null) continue; // not drawn yet
    await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
    await page.mouse.down();
    const holds = await viewer.until('(window.tangible.run.latest?.flags & 12) === 12', 300).then(() => true, () => false);
    if (holds) break;
    await page.mouse.up();
  }
  const taken = performance.now() - begin;
  await page.mouse.up();
  await context.close();
  return taken;
}

// The first look counts, unless the machine was busy with other things; then there are three more.
async function firstFairLook(look: () => Promise<{ value: number; isBusy: boolean }>, gate: number): Promise<number> {
  for (let k = 0; ; ++k) {
    const { value, isBusy } = await look();
    if (value < gate || !isBusy || k === 3) return value;
  }
}

test('from_the_link_to_a_handle_that_takes_hold_it_takes_less_than_3_s', { skip }, async () => {
  const value = await firstFairLook(async () => {
    const times: number[] = [];
    for (let k = 0; k < 5; ++k) times.push(await millisecondsToHold());
    const viewer = await Viewer.open(browser, served.link);
    const isBusy = await viewer.isMachineBusy();
    await viewer.close();
    console.log(`median ${median(times).toFixed(0)} ms of ${times.map((t) => t.toFixed(0)).join(', ')}${isBusy ? ' (busy machine)' : ''}`);
    return { value: median(times), isBusy };
  }, FIRST_FRAME_GATE_MS);
  assert.ok(value < FIRST_FRAME_GATE_MS, `median ${value} ms`);
});

test('a_frame_with_30_bodies_12_labelled_arrows_and_three_plots_takes_less_than_4_ms_of_script', { skip }, async () => {
  const viewer = await Viewer.open(browser, served.link, { width: 1440, height: 900 });
  await viewer.ask(`(() => {
    const { run } = window.tangible;
    const hello = structuredClone(run.hello);
    hello.bodies = Array.from({ length: 30 }, (_, k) => ({ name: 'body_' + k, pose: k % hello.poses.length }));
    hello.shapes = hello.bodies.map((b, k) => ({ kind: ['box', 'cylinder', 'capsule'][k % 3], pose: b.pose, position: [0.1 * (k % 6), 0.1 * Math.floor(k / 6), 0.3], size: [0.08, 0.08, 0.2], radius: 0.03, length: 0.2, body: b.name }));
    const places = ['u1', 'L1', 'L2'].map((name) => hello.values.findIndex((v) => v.name === name));
    hello.arrows = Array.from({ length: 12 }, (_, k) => ({ name: 'arrow_' + k, kind: 'load', type: 'force', point: k % hello.points.length, vector: places }));
    run.receive(hello);
    window.tangible.page.scriptTimes.length = 0;
  })()`);
  await viewer.until("document.querySelectorAll('.strip').length === 3 && document.querySelectorAll('.kind-dynamical .katex').length > 0");
  const value = await firstFairLook(async () => {
    await viewer.ask('window.tangible.page.scriptTimes.length = 0');
    await viewer.until('window.tangible.page.scriptTimes.length >= 300', 90000);
    const value = median(await viewer.ask<number[]>('window.tangible.page.scriptTimes.slice(0, 300)'));
    const isBusy = await viewer.isMachineBusy();
    console.log(`median script time per frame: ${value.toFixed(2)} ms${isBusy ? ' (busy machine)' : ''}`);
    return { value, isBusy };
  }, SCRIPT_GATE_MS);
  assert.ok(value < SCRIPT_GATE_MS, `${value} ms`);
  await viewer.close();
});
