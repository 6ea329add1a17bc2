// SPDX-License-Identifier: Apache-2.0
// The shared page, opened from a disk with the network off.
import assert from 'node:assert/strict';
import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { after, before, test } from 'node:test';
import type { Browser } from 'playwright-core';
import { RecordedCart } from '../../dev/recorded_cart.ts';
import { writeRun } from '../../src/protocol/run_file.ts';
import { embedRun } from '../../src/share.ts';
import { dist, launch, open, skip, until } from './browser.ts';

const file = `${dist}/shared_cart.html`;
const cart = new RecordedCart(4);
let browser: Browser;
before(async () => {
  writeFileSync(file, embedRun(readFileSync(`${dist}/share.html`, 'utf8'), await writeRun(cart.header(), cart.snapshots)));
  if (!skip) browser = await launch();
});
after(async () => { await browser?.close(); });

test('a_shared_page_shows_pose_value_and_equations_of_the_record_at_three_times', { skip }, async () => {
  const { page, errors } = await open(browser, `file://${file}#t=0.05&play=0`);
  await page.context().setOffline(true);
  for (const k of [3, 40, 150]) {
    const s = cart.snapshots[k]!;
    await page.evaluate(`window.tangible.run.send({ type: 'seek', time: ${s.time} })`);
    const [x, u1, mode] = (await page.evaluate('[window.tangible.run.shown.poses[0], window.tangible.run.shown.values[4], window.tangible.run.shown.mode]')) as [number, number, number];
    assert.ok(Math.abs(x - s.poses[0]!) < 1e-4);
    assert.ok(Math.abs(u1 - s.values[4]!) < 1e-3);
    assert.equal(mode, s.mode);
    await until(page, `document.querySelectorAll('.kind-dynamical .katex').length === ${s.mode === 0 ? 2 : 1}`);
  }
  assert.equal(await page.locator('.timeline-mark').count(), 2);
  assert.deepEqual(errors, []);
  await page.context().close();
});

test('time_speed_camera_and_theme_of_a_link_are_obeyed', { skip }, async () => {
  const { page } = await open(browser, `file://${file}#t=1.62&speed=0.25&camera=3,-4,2,1,0,0.5&theme=dark`);
  await page.waitForTimeout(500);
  const state = (await page.evaluate(`(() => {
    const { run, page } = window.tangible;
    return { time: run.shown.time, paused: run.isPaused, speed: run.speed, camera: page.stage.view.rig.camera.position.toArray(), theme: document.documentElement.dataset.theme };
  })()`)) as { time: number; paused: boolean; speed: number; camera: number[]; theme: string };
  assert.equal(state.time, 1.62);
  assert.equal(state.paused, true);
  assert.equal(state.speed, 0.25);
  [3, -4, 2].forEach((x, i) => assert.ok(Math.abs(state.camera[i]! - x) < 1e-6));
  assert.equal(state.theme, 'dark');
  await page.context().close();
});

test('a_shared_page_plays_by_itself_and_ends', { skip }, async () => {
  const { page } = await open(browser, `file://${file}#speed=20`);
  await until(page, 'window.tangible.run.isPaused && window.tangible.run.shown.time > 3.9', 20000);
  await page.context().close();
});

test('a_minute_of_the_cart_is_a_file_under_2_MB', async () => {
  const minute = new RecordedCart(60);
  const html = embedRun(readFileSync(`${dist}/share.html`, 'utf8'), await writeRun(minute.header(), minute.snapshots));
  assert.ok(html.length < 2e6, `${html.length} bytes`);
  assert.ok(statSync(file).size < 1.5e6);
});
