// SPDX-License-Identifier: Apache-2.0
// A run that is recorded in the page plays in the page: beside the live run, and in a program that is started with it.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import { launch, openBare, until } from '../browser/browser.ts';
import { program, root, serve, skip, Viewer, type Served } from './program.ts';

const SMALL = { width: 1200, height: 700 };
const folder = mkdtempSync(join(tmpdir(), 'tangible-'));
const shown = 'window.tangible.playback.shown';
let browser: Browser;
before(async () => {
  if (!skip) browser = await launch();
});
after(async () => {
  await browser?.close();
  rmSync(folder, { recursive: true });
});

const ask = <T>(page: Page, expression: string) => page.evaluate(expression) as Promise<T>;

// What a page knows of q1 at a time, between its samples.
const coordinate = (run: string, time: number) => `(() => {
  const { history } = ${run}, k = Math.min(history.length - 2, Math.max(0, history.indexAt(${time}))), a = history.at(k), b = history.at(k + 1);
  const at = ${run}.hello.values.findIndex((v) => v.name === 'q1');
  return a.values[at] + (${time} - a.time) / (b.time - a.time) * (b.values[at] - a.values[at]);
})()`;

test('what_is_recorded_in_the_page_plays_there_as_it_was_and_the_live_run_goes_on', { skip }, async () => {
  const served: Served = await serve('shopping_cart', '--recordings', folder);
  const viewer = await Viewer.open(browser, served.link, SMALL);
  const { page } = viewer;
  await viewer.until('window.tangible.run.hasHand');
  await page.keyboard.press('k');
  await viewer.until('(window.tangible.run.latest.flags & 2) !== 0');
  await viewer.forSeconds(0.8);
  await page.keyboard.press('k');
  await page.locator('.banner', { hasText: 'Recorded shopping_cart_1.run' }).getByRole('button', { name: 'Play' }).click();
  await viewer.until(`${shown} !== null && ${shown}.run.history.length > 10`);
  const [begin, end] = await ask<[number, number]>(page, `[${shown}.run.history.begin, ${shown}.run.history.end]`);
  assert.ok(end - begin > 0.5 && end - begin < 10, `${end - begin} s are recorded`);
  for (const part of [0.25, 0.5, 0.75]) {
    const time = begin + part * (end - begin);
    const [played, lived] = [await ask<number>(page, coordinate(`${shown}.run`, time)), await ask<number>(page, coordinate('window.tangible.run', time))];
    assert.ok(Math.abs(played - lived) < 2e-3, `q1 at ${time} s: ${played} played, ${lived} lived`); // samples 1/60 s apart at 1 m/s: curvature, and rounding
  }
  const time = await ask<number>(page, 'window.tangible.run.latest.time');
  await page.getByRole('button', { name: 'Back to the live run' }).click();
  assert.equal(await page.locator('.shared-page').count(), 0);
  await viewer.until(`window.tangible.run.latest.time > ${time + 0.1}`);
  await page.locator('.run-page .clock').waitFor({ state: 'visible' });
  await page.keyboard.press('g');
  await page.locator('.tab', { hasText: 'Recordings' }).click();
  await page.locator('.gallery-card', { hasText: 'shopping_cart_1.run' }).click();
  await page.locator('.shared-footer', { hasText: 'Recording shopping_cart_1.run' }).waitFor();
  assert.deepEqual(viewer.errors, []);
  await viewer.close();
  await served.stop();
});

test('a_program_started_with_a_recorded_run_plays_it_and_the_gallery_leads_to_a_model', { skip }, async () => {
  assert.deepEqual(readdirSync(folder).filter((f) => f.endsWith('.run')), ['shopping_cart_1.run']);
  const served = await serve(join(folder, 'shopping_cart_1.run'), '--recordings', folder);
  const { page, errors } = await openBare(browser, served.link, SMALL);
  await until(page, `window.tangible && ${shown} !== null`, 20000);
  assert.equal(await ask(page, 'window.tangible.run.hello'), null);
  await until(page, `${shown}.run.isPaused && ${shown}.run.shown.time >= ${shown}.run.history.end - 1e-9`, 20000);
  await page.locator('.shared-page .scrub').evaluate((e: HTMLInputElement) => { e.value = '0.5'; e.dispatchEvent(new Event('input')); });
  const middle = await ask<number>(page, `(${shown}.run.shown.time - ${shown}.run.history.begin) / (${shown}.run.history.end - ${shown}.run.history.begin)`);
  assert.ok(Math.abs(middle - 0.5) < 1e-6, `the time line is at ${middle}`);
  await until(page, "document.querySelectorAll('.kind-dynamical .equation-line .katex').length === 2");
  await page.reload();
  await until(page, `window.tangible && ${shown} !== null`, 20000);
  await page.getByRole('button', { name: 'Models' }).click();
  await page.locator('.gallery-card[data-model=pendulum]').click();
  await until(page, 'window.tangible.run.latest !== null && window.tangible.run.latest.time > 0.1');
  assert.equal(await page.locator('.shared-page').count(), 0);
  await page.locator('.run-page .clock').waitFor({ state: 'visible' });
  assert.deepEqual(errors, []);
  await page.context().close();
  await served.stop();
});

test('a_run_that_the_program_simulated_plays_in_the_viewer', { skip }, async () => {
  const file = join(folder, 'run.json');
  execFileSync(program, ['simulate', 'models/shopping_cart/cart_pushed.yaml', '--until', '1', '--out', file], { cwd: root, stdio: 'ignore' });
  const served = await serve(file);
  const { page, errors } = await openBare(browser, served.link, SMALL);
  await until(page, `window.tangible && ${shown} !== null`, 20000);
  assert.ok(Math.abs((await ask<number>(page, `${shown}.run.history.end`)) - 1) < 1e-6);
  assert.deepEqual(errors, []);
  await page.context().close();
  await served.stop();
});
