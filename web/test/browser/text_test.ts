// SPDX-License-Identifier: Apache-2.0
// The page where something is missing or disputed: edits and a file that changed, a model with mistakes, a browser without WebGL.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Browser } from 'playwright-core';
import { dist, launch, open, openBare, skip, until } from './browser.ts';

const url = `file://${dist}/dev.html`;
let browser: Browser;
before(async () => {
  if (!skip) browser = await launch();
});
after(async () => { await browser?.close(); });

test('edits_and_a_change_on_disk_are_decided_by_the_reader_with_the_keyboard', { skip }, async () => {
  const { page, errors } = await open(browser, url);
  await page.keyboard.press('m');
  const area = page.locator('.code-input');
  await area.press('Control+Home');
  await area.pressSequentially('# mine\n');
  await until(page, "window.tangible.run.text.text.startsWith('# mine')");
  const change = (text: string) => page.evaluate(`window.mock.server.changeFile(${JSON.stringify(text)})`);
  await change('# the first of the file\n');
  await page.locator('.code-notice', { hasText: 'shopping_cart.yaml changed on disk' }).waitFor();
  await area.pressSequentially('x');
  assert.match(await area.inputValue(), /^# mine\nx/);
  assert.ok(await page.locator('.code-head button', { hasText: 'Save' }).isDisabled());

  await page.keyboard.press('Shift+Tab');
  await page.keyboard.press('Shift+Tab');
  assert.equal(await page.evaluate('document.activeElement.textContent'), 'Keep mine');
  await page.keyboard.press('Enter');
  await until(page, "window.tangible.run.text.text.startsWith('# mine\\nx')");
  assert.ok(await page.locator('.code-notice').isHidden());

  await change('# the second of the file\n');
  await page.locator('.code-notice').waitFor();
  await page.keyboard.press('Shift+Tab');
  assert.equal(await page.evaluate('document.activeElement.textContent'), 'Take the file’s');
  await page.keyboard.press('Enter');
  assert.equal(await area.inputValue(), '# the second of the file\n');
  assert.deepEqual(errors, []);
  await page.context().close();
});

test('a_model_with_a_mistake_from_the_beginning_shows_its_text_and_appears_when_it_is_corrected', { skip }, async () => {
  const { page, errors } = await openBare(browser, `${url}?mistake`);
  await page.locator('.banner.error', { hasText: 'No model runs until it is corrected' }).waitFor();
  await page.locator('.scene-empty', { hasText: 'its text has a mistake' }).waitFor();
  await page.locator('.mistake', { hasText: 'wrong dimension' }).waitFor();
  assert.equal(await page.locator('.model-name').textContent(), 'shopping_cart.yaml');
  assert.ok(await page.locator('.transport').isHidden(), 'there is nothing to play');
  const area = page.locator('.code-input');
  await area.fill((await area.inputValue()).replace('at: m_B*B.x', 'at: L1*B.x'));
  await until(page, 'window.tangible.run.latest !== null');
  await page.locator('.transport').waitFor();
  await page.locator('.scene-empty').waitFor({ state: 'hidden' });
  assert.ok(await page.locator('.banner.error:visible').count() === 0);
  assert.deepEqual(errors, []);
  await page.context().close();
});

test('without_webgl_the_page_says_so_and_everything_else_works', { skip }, async () => {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  const page = await context.newPage();
  const errors: string[] = [];
  page.on('pageerror', (e) => errors.push(e.message));
  await page.addInitScript(`{
    const get = HTMLCanvasElement.prototype.getContext;
    HTMLCanvasElement.prototype.getContext = function (kind, ...rest) { return kind.startsWith('webgl') ? null : get.call(this, kind, ...rest); };
  }`);
  await page.goto(url);
  await page.locator('.scene-empty', { hasText: 'This browser has no WebGL' }).waitFor();
  await page.locator('.kind-dynamical .katex').first().waitFor();
  await page.keyboard.press('Shift+1');
  await until(page, 'window.tangible.run.latest.mode === 1');
  for (const key of ['l', 'f', 'o', '7', 'a', 't', 'Space']) await page.keyboard.press(key);
  await until(page, 'window.tangible.run.isPaused');
  await page.locator('.stage').click({ position: { x: 200, y: 300 } });
  assert.deepEqual(errors, []);
  await context.close();
});
