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

// What a page must show as it is written: it closes a script, brings attributes that run, and is a link in LaTeX.
const HOSTILE = [
  '</script><script>window.hostile = "script"</script>', '<img src=x onerror="window.hostile = \'img\'">', '"><svg onload=window.hostile=1>',
  "' onmouseover='window.hostile=2' x='", '<a href="javascript:window.hostile=3">here</a>', '<!--tangible-run-->', '${window.hostile=4}',
];
const HOSTILE_LATEX = ['\\href{javascript:window.hostile=5}{u_1}', '\\htmlData{x=1}{u}', '\\includegraphics{https://example.org/x.png}', '\\url{javascript:window.hostile=6}', ...HOSTILE];
const WORDS = ['name', 'text', 'meaning', 'title', 'label', 'note', 'comment', 'source', 'file', 'frame', 'point', 'in', 'out', 'equation', 'definition', 'unit', 'hint'];

// All words for people are replaced by hostile ones, from each in turn; what the page looks up by name keeps its sense.
function withHostileWords(value: unknown, key = '', count = { words: 0 }): unknown {
  if (Array.isArray(value)) return value.map((v) => withHostileWords(v, key, count));
  if (value !== null && typeof value === 'object') return Object.fromEntries(Object.entries(value).map(([k, v]) => [k, withHostileWords(v, k, count)]));
  if (typeof value !== 'string') return value;
  if (key === 'latex') return HOSTILE_LATEX[count.words++ % HOSTILE_LATEX.length];
  return WORDS.includes(key) ? `${value} ${HOSTILE[count.words++ % HOSTILE.length]}` : value;
}

test('hostile_names_comments_and_messages_are_shown_as_text_and_nothing_of_them_runs', { skip }, async () => {
  const hostile = `${dist}/hostile_cart.html`;
  const header = withHostileWords(cart.header()) as ReturnType<RecordedCart['header']>;
  writeFileSync(hostile, embedRun(readFileSync(`${dist}/share.html`, 'utf8'), await writeRun(header, cart.snapshots)));
  const made = 'script, img, iframe, object, embed, link, base, form, a[href], [onerror], [onload], [onmouseover], [onclick], [src]';
  const count = async (url: string) => {
    const { page, errors } = await open(browser, url, undefined, true);
    const asked: string[] = [];
    page.on('request', (r) => asked.push(r.url()));
    await page.keyboard.press('m');
    await page.locator('.text-dialog[open]').waitFor();
    await page.keyboard.press('Escape');
    await page.keyboard.press('?');
    await page.keyboard.press('Escape');
    for (const time of [0.1, 1, 2]) {
      await page.evaluate(`window.tangible.run.send({ type: 'seek', time: ${time} })`);
      await until(page, `Math.abs(window.tangible.run.shown.time - ${time}) < 0.1 && document.querySelectorAll('.equation-line').length > 0`);
      for (const line of (await page.locator('.equation-line:visible').all()).slice(0, 4)) await line.hover({ timeout: 500 }).catch(() => undefined);
    }
    const elements = await page.locator(made).evaluateAll((all) => all.map((e) => e.tagName));
    const ran = await page.evaluate('String(window.hostile)');
    const [heading, text] = [await page.locator('h1').textContent(), await page.locator('.text-dialog').evaluate((e) => e.textContent + [...e.querySelectorAll('textarea')].map((t) => t.value).join(''))];
    await page.context().close();
    return { elements, ran, heading, text, asked, errors };
  };
  const [calm, wild] = [await count(`file://${file}#t=0.05`), await count(`file://${hostile}#t=0.05`)];
  assert.equal(wild.ran, 'undefined');
  assert.deepEqual(wild.elements, calm.elements);
  assert.equal(wild.heading, header.title);
  assert.ok(wild.text.includes(header.text!.text.slice(-20)), 'the text of the model is shown as it is');
  assert.deepEqual(wild.asked.filter((url) => !url.startsWith('data:') && !url.startsWith('blob:')), []);
  assert.deepEqual(wild.errors, []);
});

test('a_minute_of_the_cart_is_a_file_under_2_MB', async () => {
  const minute = new RecordedCart(60);
  const html = embedRun(readFileSync(`${dist}/share.html`, 'utf8'), await writeRun(minute.header(), minute.snapshots));
  assert.ok(html.length < 2e6, `${html.length} bytes`);
  assert.ok(statSync(file).size < 1.5e6);
});
