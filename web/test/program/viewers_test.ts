// SPDX-License-Identifier: Apache-2.0
// The gallery, and several viewers of one run: one holds the hand, one leaves, one comes back, one sends nonsense.
import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import type { Browser } from 'playwright-core';
import WebSocket from 'ws';
import { launch } from '../browser/browser.ts';
import { root, serve, skip, Viewer, type Served } from './program.ts';

let browser: Browser;
let served: Served;
before(async () => {
  if (skip) return;
  served = await serve('pendulum');
  browser = await launch();
});
after(async () => {
  await browser?.close();
  await served?.stop();
});

test('the_gallery_shows_every_model_with_a_picture_and_one_click_runs_the_cart', { skip }, async () => {
  const viewer = await Viewer.open(browser, served.link);
  await viewer.page.keyboard.press('g');
  await viewer.page.locator('.gallery-card').nth(3).waitFor();
  const files = readdirSync(join(root, 'models'), { recursive: true }).filter((f) => String(f).endsWith('.yaml')).length;
  const cards = await viewer.page.locator('.gallery-card').count();
  assert.ok(cards >= 43 && cards <= files, `${cards} cards of ${files} files`);
  assert.equal(await viewer.page.locator('.gallery-card img').count(), cards);
  await viewer.page.locator('.search-box input').fill('shopping cart');
  await viewer.page.locator('.gallery-card[data-model=shopping_cart]').click();
  await viewer.until("window.tangible.run.hello.model.name === 'shopping cart' && window.tangible.run.latest && window.tangible.run.latest.time > 0.2");
  assert.deepEqual(viewer.errors, []);
  await viewer.close();
});

// The squeezer gains speed until steps of the loop are too long for it.
test('a_run_that_stops_says_why_and_begins_again', { skip }, async () => {
  const viewer = await Viewer.open(browser, served.link);
  await viewer.request({ type: 'load', model: 'squeezer' });
  const bar = viewer.page.locator('.banner.error', { hasText: 'The run stopped at' });
  await bar.waitFor();
  assert.match((await bar.textContent())!, /squeezer\.yaml/);
  await viewer.request({ type: 'speed', factor: 0.1 });
  await bar.getByRole('button', { name: 'Begin again' }).click();
  await viewer.until("window.tangible.run.latest.time < 0.15 && (window.tangible.run.latest.flags & 32) === 0");
  await viewer.request({ type: 'speed', factor: 1 });
  await viewer.request({ type: 'load', model: 'shopping_cart' });
  await viewer.until("window.tangible.run.hello.model.name === 'shopping cart'");
  await bar.waitFor({ state: 'hidden' });
  assert.deepEqual(viewer.errors, []);
  await viewer.close();
});

test('a_second_viewer_gets_the_hand_when_the_first_one_is_killed_and_a_reload_brings_the_run_back', { skip }, async () => {
  const first = await Viewer.open(browser, served.link);
  const second = await Viewer.open(browser, served.link);
  await second.page.locator('.hand-state', { hasText: 'another viewer holds the hand' }).waitFor();
  await first.take();
  assert.equal(await second.request({ type: 'pause' }), false);
  await first.kill();
  await second.page.locator('.hand-state', { hasText: 'You hold the hand' }).waitFor();
  await second.until('(window.tangible.run.latest.flags & 4) === 0');
  const before = await second.values();
  await second.page.reload();
  await second.until('window.tangible && window.tangible.run.latest');
  const after = await second.values();
  assert.ok(after.time! >= before.time!, 'the run went on');
  await second.page.locator('.hand-state', { hasText: 'You hold the hand' }).waitFor();
  await second.until('window.tangible.run.events.length > 2');
  await second.close();
});

test('nonsense_on_the_socket_is_refused_and_a_drag_goes_on', { skip }, async () => {
  const viewer = await Viewer.open(browser, served.link);
  await viewer.take();
  const cookies = (await viewer.page.context().cookies()).map((c) => `${c.name}=${c.value}`).join('; ');
  const { address } = served;
  const nonsense = ['{', '[]', '{"type":"hand","seq":1e400}', '{"type":"take","body":-7,"at":[1e308,1e308,1e308]}', '"\u0000"', '{"type":{}}', '{"type":"load","model":"../../etc/passwd"}'];
  let refused = 0;
  const socket = new WebSocket(`${address.replace('http', 'ws')}live`, { headers: { cookie: cookies, origin: address.replace(/\/$/, '') } });
  await new Promise((resolve) => socket.once('open', resolve));
  socket.on('message', (data, isBinary) => { if (!isBinary && /"error"|"ok":\s*false/.test(String(data))) ++refused; });
  const closed = new Promise<number>((resolve) => socket.once('close', (code) => resolve(code)));
  for (let k = 0; k < 60 && socket.readyState === WebSocket.OPEN; ++k) {
    socket.send(nonsense[k % nonsense.length]!);
    socket.send(Buffer.from([k, 255, 0, 1]));
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
  const code = await closed; // 1006 where what was still on its way met a closed socket
  assert.ok(code === 1008 || code === 1006, `the connection that sent it is closed with ${code}`);
  assert.ok(refused >= 5, `${refused} answers said that something is wrong`);
  const before = await viewer.values();
  await viewer.forSeconds(0.3);
  assert.equal(await viewer.ask('window.tangible.run.latest.flags & 12'), 12, 'the hand still holds');
  assert.ok((await viewer.values()).time! > before.time!);
  await viewer.letGo();
  assert.deepEqual(viewer.errors, []);
  await viewer.close();
});
