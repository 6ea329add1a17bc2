// SPDX-License-Identifier: Apache-2.0
// The scene of a shared page alone, as tangible render takes its pictures.
import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { after, before, test } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import { RecordedCart } from '../../dev/recorded_cart.ts';
import { writeRun } from '../../src/protocol/run_file.ts';
import { embedRun } from '../../src/share.ts';
import { dist, launch, openBare, skip, until } from './browser.ts';
import { lookAtPng, type Seen } from './pixels.ts';

const file = `${dist}/pictured_cart.html`;
const cart = new RecordedCart(4);
let browser: Browser;
before(async () => {
  writeFileSync(file, embedRun(readFileSync(`${dist}/share.html`, 'utf8'), await writeRun(cart.header(), cart.snapshots)));
  if (!skip) browser = await launch();
});
after(async () => { await browser?.close(); });

const size = { width: 400, height: 300 };
async function picture(settings: string, action: (page: Page) => Promise<void>): Promise<void> {
  const { page, errors } = await openBare(browser, `file://${file}#picture=1${settings}`, size);
  await until(page, 'window.tangible?.picture', 30000);
  assert.equal(await page.evaluate('window.tangible.picture.problem'), '');
  await action(page);
  assert.deepEqual(errors, []);
  await page.context().close();
}
const png = (page: Page, time: number) => page.evaluate<string>(`window.tangible.picture.png(${time})`);
const look = (page: Page, bytes: string): Promise<Seen> => lookAtPng(page, bytes, [0, 1]);

test('a_picture_has_the_scene_alone_in_the_size_of_the_window', { skip }, async () => {
  await picture('&t=1', async (page) => {
    const seen = await look(page, await png(page, 1));
    assert.deepEqual([seen.width, seen.height], [400, 300]);
    assert.ok(seen.colours > 100, `${seen.colours} colours`);
    assert.equal(await page.locator('button, .shared-page').count(), 0);
  });
});

test('a_picture_depends_on_its_time_and_not_on_when_it_is_drawn', { skip }, async () => {
  const drawn: string[] = [];
  for (const wait of [0, 700]) await picture('&t=0.5', async (page) => {
    drawn.push(await png(page, 0.5));
    await page.waitForTimeout(wait);
    drawn.push(await png(page, 0.5));
    assert.ok(await png(page, 3) !== drawn[0]);
  });
  assert.equal(new Set(drawn).size, 1);
});

test('paths_and_instants_are_drawn_where_the_link_asks_for_them', { skip }, async () => {
  const drawn: string[] = [];
  for (const settings of ['&trace=0', '&trace=1', '&trace=1&strobe=3']) await picture(`&t=4&camera=0,-9,5,2,0,0${settings}`, async (page) => { drawn.push(await png(page, 4)); });
  assert.equal(new Set(drawn).size, 3);
});

test('a_film_has_one_frame_for_each_time', { skip }, async () => {
  await picture('&t=0', async (page) => {
    const keys = await page.evaluate<boolean[]>(`(async () => {
      const { picture } = window.tangible;
      picture.beginFilm(30);
      const chunks = [];
      for (let k = 0; k < 7; ++k) chunks.push(...await picture.addFrame(k / 30));
      chunks.push(...await picture.endFilm());
      return chunks.map(([isKey]) => isKey);
    })()`);
    assert.deepEqual(keys, [true, ...Array<boolean>(6).fill(false)]);
  });
});
