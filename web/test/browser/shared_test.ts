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

test('a_shared_page_plays_by_itself_and_ends', { skip }, async () => {
  const { page } = await open(browser, `file://${file}#speed=20`);
  await until(page, 'window.tangible.run.isPaused && window.tangible.run.shown.time > 3.9', 20000);
  await page.context().close();
});

test('a_shared_page_lists_its_keys_and_obeys_them', { skip }, async () => {
  const { page, errors } = await open(browser, `file://${file}#t=1`);
  await page.keyboard.press('?');
  const keys = page.locator('dialog.keys[open]');
  await keys.locator('td', { hasText: 'from the beginning' }).waitFor();
  assert.equal(await keys.locator('td', { hasText: 'hold' }).count(), 0, 'a recorded body cannot be held');
  await page.keyboard.press('Escape');
  await page.keyboard.press('m');
  await page.locator('.text-dialog[open]').waitFor();
  await page.keyboard.press('Escape');
  await page.keyboard.press('r');
  await until(page, 'window.tangible.run.shown.time === 0');
  await page.locator('.shared-head [aria-label^="All keys"]').click();
  await keys.waitFor();
  assert.deepEqual(errors, []);
  await page.context().close();
});

test('a_minute_of_the_cart_is_a_file_under_2_MB', async () => {
  const minute = new RecordedCart(60);
  const html = embedRun(readFileSync(`${dist}/share.html`, 'utf8'), await writeRun(minute.header(), minute.snapshots));
  assert.ok(html.length < 2e6, `${html.length} bytes`);
  assert.ok(statSync(file).size < 1.5e6);
});
