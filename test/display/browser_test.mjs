#!/usr/bin/env node
// SPDX-License-Identifier: Apache-2.0
// The program and its page in a real browser: the cart's grip is dragged with the mouse. Ends with 77 where playwright-core or
// Chromium is absent, or where the program has no page.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join, resolve } from 'node:path';

const skip = (why) => { console.log(`skipped: ${why}`); process.exit(77); };
const chromium = ['/usr/bin/chromium', '/usr/bin/chromium-browser'].find((path) => existsSync(path)) ?? skip('no Chromium');
const modules = process.env.TANGIBLE_WEB_MODULES ?? 'web/node_modules';
if (!existsSync(join(modules, 'playwright-core'))) skip('no playwright-core');
const playwright = createRequire(join(resolve(modules), 'x.js'))('playwright-core');

const program = spawn(process.env.TANGIBLE_PROGRAM ?? 'build/release/tangible', ['view', 'shopping_cart', '--port', '0', '--no-browser', '--duration', '90']);
const link = await new Promise((resolve) => {
  program.stdout.once('data', (data) => resolve(String(data).split('\n')[0]));
  program.once('exit', () => skip('the program has no page'));
});
const browser = await playwright.chromium.launch({ executablePath: chromium, args: ['--no-sandbox', '--enable-unsafe-swiftshader'] });
let failed = false;
try {
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
  const errors = [];
  page.on('pageerror', (e) => errors.push(e.message));
  await page.goto(link);
  const until = async (condition) => {
    for (let k = 0; k < 300; ++k) {
      if (await page.evaluate(`Boolean(${condition})`)) return;
      await page.waitForTimeout(100);
    }
    throw new Error(`never true: ${condition}`);
  };
  await until('window.tangible && window.tangible.run.latest && window.tangible.page.stage.view.rig');
  await page.waitForTimeout(1000);
  assert.ok(!page.url().includes('token'), 'the token has left the address');
  // Where the grip is on the screen, by the matrices of the page's camera.
  const grip = () => page.evaluate(`(() => {
    const { run, page } = window.tangible, view = page.stage.view, camera = view.rig.camera, s = run.latest;
    const at = 7 * run.hello.handles[0].pose, box = view.canvas.getBoundingClientRect();
    const multiply = (m, v) => [0, 1, 2, 3].map((i) => m[i] * v[0] + m[4 + i] * v[1] + m[8 + i] * v[2] + m[12 + i] * v[3]);
    const c = multiply(camera.projectionMatrix.elements, multiply(camera.matrixWorldInverse.elements, [s.poses[at], s.poses[at + 1], s.poses[at + 2], 1]));
    return { x: box.x + (c[0] / c[3] + 1) / 2 * box.width, y: box.y + (1 - c[1] / c[3]) / 2 * box.height, world: [s.poses[at], s.poses[at + 1]],
             force: s.values[run.hello.hand.magnitude], flags: s.flags };
  })()`);
  const start = await grip();
  await page.mouse.move(start.x, start.y);
  await page.mouse.down();
  let strongest = 0;
  for (let k = 1; k <= 30; ++k) {
    await page.mouse.move(start.x - 5 * k, start.y);
    await page.waitForTimeout(30);
    strongest = Math.max(strongest, (await grip()).force);
  }
  const held = await grip();
  assert.ok((held.flags & 12) === 12, 'the hand holds, and it is this viewer\'s');
  assert.ok(strongest > 5, `the hand pulls with ${strongest} N`);
  await page.mouse.up();
  await until('window.tangible.run.latest.values[window.tangible.run.hello.hand.magnitude] === 0');
  assert.deepEqual(errors, []);
  console.log(`pulled with up to ${strongest.toFixed(1)} N`);
} catch (error) {
  failed = true;
  console.error(error);
} finally {
  await browser.close();
  program.removeAllListeners('exit');
  program.kill('SIGINT');
}
process.exit(failed ? 1 : 0);
