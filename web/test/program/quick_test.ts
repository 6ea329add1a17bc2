// SPDX-License-Identifier: Apache-2.0
// How soon the page can be used, and what a frame costs.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Browser } from 'playwright-core';
import { launch, traced } from '../browser/browser.ts';
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

interface Taken {
  wall: number;
  processor: number;
}

// Of all processes of the browser together, in milliseconds: as if they had come one after the other on one processor.
async function processorTime(): Promise<number> {
  const session = await browser.newBrowserCDPSession();
  const { processInfo } = await session.send('SystemInfo.getProcessInfo');
  await session.detach();
  return 1000 * processInfo.reduce((sum, p) => sum + p.cpuTime, 0);
}

// A handle takes hold when the mouse goes down on it and the snapshot says that this viewer holds.
async function untilItHolds(): Promise<Taken> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  const page = await context.newPage();
  const used = await processorTime();
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
  const taken = { wall: performance.now() - begin, processor: (await processorTime()) - used };
  await page.mouse.up();
  await context.close();
  return taken;
}

// The clock on the wall decides. Where the machine is busy with other things, the processor time of the browser may decide
// instead: a machine with nothing else to do would take no longer than that. There are three more looks then.
test('from_the_link_to_a_handle_that_takes_hold_it_takes_less_than_3_s', { skip }, async () => {
  const blank = new Viewer(await (await browser.newContext()).newPage(), []);
  let value = Infinity;
  for (let look = 0; look < 4 && value >= FIRST_FRAME_GATE_MS; ++look) {
    const taken: Taken[] = [];
    for (let k = 0; k < 5; ++k) taken.push(await untilItHolds());
    const wall = median(taken.map((t) => t.wall)), processor = median(taken.map((t) => t.processor));
    const busy = wall >= FIRST_FRAME_GATE_MS && await blank.isMachineBusy();
    console.log(`median ${wall.toFixed(0)} ms of ${taken.map((t) => t.wall.toFixed(0)).join(', ')}; processor time ${processor.toFixed(0)} ms${busy ? ' (busy machine)' : ''}`);
    value = busy ? Math.min(wall, processor) : wall;
    if (!busy) break;
  }
  await blank.close();
  assert.ok(value < FIRST_FRAME_GATE_MS, `median ${value} ms`);
});

// What the script of each frame took of the processor. Frames that draw no picture, because the last one is not done yet, are the cheap
// ones: they are left out.
async function scriptOfFrames(viewer: Viewer, count: number): Promise<number[]> {
  const pictures = () => viewer.ask<number>('window.tangible.page.stage.view.renderer.info.render.frame');
  let drawnNow = 0;
  const trace = await traced(browser, viewer.page, async () => {
    const [begin, drawn] = [await viewer.ask<number>('window.tangible.page.frames'), await pictures()];
    await viewer.until(`window.tangible.page.frames >= ${begin + count}`, 90000);
    drawnNow = (await pictures()) - drawn;
  });
  const times = trace.filter((e) => e.name === 'FireAnimationFrame' && e.tdur !== undefined).map((e) => e.tdur! / 1000);
  assert.ok(times.length >= count, `${times.length} frames are in the trace`);
  assert.ok(drawnNow >= 50, `${drawnNow} pictures were drawn`);
  console.log(`${times.length} frames, ${drawnNow} of them with a picture`);
  return times.sort((a, b) => b - a).slice(0, drawnNow);
}

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
  })()`);
  await viewer.until("document.querySelectorAll('.strip').length === 3 && document.querySelectorAll('.kind-dynamical .katex').length > 0");
  const value = median(await scriptOfFrames(viewer, 300));
  console.log(`median script time per frame: ${value.toFixed(2)} ms`);
  assert.ok(value < SCRIPT_GATE_MS, `${value} ms`);
  await viewer.close();
});
