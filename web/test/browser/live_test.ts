// SPDX-License-Identifier: Apache-2.0
// The page behind HTTP and a WebSocket, with the stand-in server in a process of its own.
import assert from 'node:assert/strict';
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { after, before, test } from 'node:test';
import type { Browser } from 'playwright-core';
import { dist, launch, open, skip, until } from './browser.ts';

const port = 8500 + (process.pid % 400);
const address = `http://127.0.0.1:${port}/`;
let browser: Browser;
let server: ChildProcess;

async function startServer(token = 'development'): Promise<ChildProcess> {
  const child = spawn(process.execPath, [`${dist}/dev/mock_http.mjs`, String(port), token], { stdio: ['ignore', 'pipe', 'inherit'] });
  await once(child.stdout!, 'data');
  return child;
}

before(async () => {
  if (skip) return;
  server = await startServer();
  browser = await launch();
});
after(async () => {
  await browser?.close();
  server?.kill();
});

test('a_page_without_the_token_says_what_to_do', { skip }, async () => {
  const context = await browser.newContext();
  const page = await context.newPage();
  await page.goto(address);
  await page.locator('.banner.error', { hasText: 'Open the link that the program printed' }).waitFor();
  await context.close();
});

test('the_page_comes_back_by_itself_when_the_server_does', { skip }, async () => {
  const { page } = await open(browser, `${address}#token=development`);
  server.kill();
  await once(server, 'exit');
  await page.locator('.stage.stale').waitFor();
  server = await startServer();
  await page.locator('.stage:not(.stale)').waitFor({ timeout: 15000 });
  await page.context().close();
});

test('the_link_of_a_program_that_began_again_works_in_the_same_tab', { skip }, async () => {
  const { page } = await open(browser, `${address}#token=development`);
  await page.keyboard.press('r');
  await until(page, "window.tangible.run.events.some((e) => e.kind === 'reset')");
  server.kill();
  await once(server, 'exit');
  server = await startServer('second');
  await page.locator('.banner.error', { hasText: 'Open the link that the program printed' }).waitFor({ timeout: 15000 });
  await page.evaluate("location.hash = 'token=second'"); // what a browser does with a link that differs in its fragment alone
  await page.locator('.stage:not(.stale)').waitFor();
  assert.equal(page.url(), address, 'the token is not in the address');
  assert.deepEqual(await page.evaluate('window.tangible.run.events'), []);
  await page.keyboard.press('r');
  await until(page, "window.tangible.run.events.some((e) => e.number === 1 && e.kind === 'reset')");
  await page.context().close();
  server.kill();
  await once(server, 'exit');
  server = await startServer();
});

test('a_file_opened_in_the_browser_cannot_be_saved_over_another', { skip }, async () => {
  const { page } = await open(browser, `${address}#token=development`);
  const text = (await page.evaluate('window.tangible.run.text.text')) as string;
  await page.keyboard.press('g');
  await page.locator('input[type=file]').setInputFiles({ name: 'arm.yaml', mimeType: 'text/yaml', buffer: Buffer.from(`# an arm\n${text}`) });
  await until(page, "window.tangible.run.text.file === 'arm.yaml'");
  await page.keyboard.press('m');
  const save = page.locator('.code-head button', { hasText: 'Save' });
  assert.ok(await save.isDisabled());
  assert.match((await save.getAttribute('title'))!, /opened in the browser.*cannot save/);
  assert.equal(await page.locator('.code-input').inputValue(), `# an arm\n${text}`);
  await page.context().close();
});

test('a_speed_of_time_is_shown_after_a_reload_and_to_other_viewers', { skip }, async () => {
  const { page } = await open(browser, `${address}#token=development`);
  const other = await open(browser, `${address}#token=development`);
  await page.locator('.speeds button', { hasText: '0.25×' }).click();
  const isShown = "document.querySelector('.speeds [aria-pressed=true]')?.dataset.speed === '0.25'";
  await until(other.page, isShown);
  await page.reload();
  await until(page, `window.tangible && window.tangible.run.latest && ${isShown}`);
  await page.locator('.speeds button', { hasText: '1×' }).last().click();
  await page.context().close();
  await other.page.context().close();
});

test('the_gallery_shows_names_as_text_and_filters_them', { skip }, async () => {
  const { page, errors } = await open(browser, `${address}#token=development`);
  await page.keyboard.press('g');
  await page.locator('.gallery-card').nth(3).waitFor();
  assert.equal(await page.locator('.gallery-card').count(), 4);
  assert.equal(await page.locator('.gallery-name b', { hasText: '<img src=x onerror=alert(1)>' }).count(), 1);
  await page.locator('.search-box input').fill('linkage');
  assert.equal(await page.locator('.gallery-card').count(), 1);
  await page.locator('.search-box input').fill('bicycle');
  await page.locator('.empty', { hasText: 'No model has this name or tag' }).waitFor();
  assert.deepEqual(errors.filter((e) => e.startsWith('dialog')), []);
  await page.context().close();
});

test('the_share_button_makes_a_page_that_opens', { skip }, async () => {
  const { page } = await open(browser, `${address}#token=development`);
  await until(page, 'window.tangible.run.history.length > 20');
  const [file] = await Promise.all([page.waitForEvent('download'), page.locator('.button.primary').click()]);
  const path = `${dist}/downloaded.html`;
  await file.saveAs(path);
  const shared = await open(browser, `file://${path}`);
  assert.ok(((await shared.page.evaluate('window.tangible.run.history.length')) as number) > 20);
  assert.deepEqual(shared.errors, []);
  await shared.page.context().close();
  await page.context().close();
});
