// SPDX-License-Identifier: Apache-2.0
// The page in windows of phones, tablets and laptops: no button is cut off, and nothing is left out without need.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import { dist, launch, open, skip, until, type Watched } from './browser.ts';

const url = `file://${dist}/dev.html`;
let browser: Browser;
let shared: Watched; // one page for tests that leave it as it was
before(async () => {
  if (skip) return;
  browser = await launch();
  shared = await open(browser, url);
});
after(async () => { await browser?.close(); });

async function resize(page: Page, width: number, height = 800): Promise<void> {
  await page.setViewportSize({ width, height });
  await page.evaluate('new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => resolve(null))))');
}

// Parts of the page cut off what is wider than themselves.
const outside = (page: Page) => page.evaluate(`['.head', '.transport', '.plots-head', '.status'].flatMap((part) => [...document.querySelectorAll(part)]).flatMap((part) => {
  const edge = Math.min(part.getBoundingClientRect().right, innerWidth) + 1;
  return [...part.querySelectorAll('button, input')].filter((e) => e.offsetWidth > 0 && e.getBoundingClientRect().right > edge).map((e) => e.textContent || e.title);
})`) as Promise<string[]>;

const isSeen = (page: Page, selector: string) => page.locator(selector).first().isVisible();
const STATES = ['running', 'paused', 'scrubbed back', 'recording', 'recording, scrubbed back', 'recording, paused'];

async function bring(page: Page, state: string): Promise<void> {
  await page.evaluate(`(async () => {
    const { run } = window.tangible;
    run.scrub(null);
    if (((run.latest.flags & 2) !== 0) !== ${state.includes('recording')}) await run.request({ type: 'record', on: ${state.includes('recording')} });
    await run.request({ type: ${state.includes('paused')} ? 'pause' : 'run' });
  })()`);
  await until(page, `((window.tangible.run.latest.flags & 2) !== 0) === ${state.includes('recording')} && window.tangible.run.isPaused === ${state.includes('paused')}`);
  if (state.includes('back')) await page.evaluate('window.tangible.run.scrub(window.tangible.run.latest.time - 0.5)');
}

test('controls_stay_within_their_part_of_the_window_in_every_state', { skip }, async () => {
  const { page } = shared;
  const before = await page.evaluate("document.querySelector('.model-name b').textContent");
  assert.equal(await page.locator('.speeds button').count(), 5, 'as many as the program offers');
  await until(page, 'window.tangible.run.latest.time > 1');
  await page.evaluate("document.querySelector('.model-name b').textContent = 'a model with a name of some length '.repeat(5)");
  for (const state of STATES) {
    await bring(page, state);
    for (const width of [390, 560, 768, 834, 1000, 1024, 1199, 1200, 1210, 1280, 1341, 1366, 1440]) {
      await resize(page, width);
      await page.evaluate('window.tangible.page.transport.update()');
      assert.deepEqual(await outside(page), [], `${state}, ${width} pixels`);
    }
  }
  await bring(page, 'running');
  await page.evaluate(`document.querySelector('.model-name b').textContent = ${JSON.stringify(before)}`);
});

test('long_times_and_recordings_of_many_minutes_are_within_the_window_too', { skip }, async () => {
  const { page } = await open(browser, url);
  await page.evaluate(`(() => {
    window.tangible.page.transport.update = () => {};
    document.querySelector('.clock').textContent = '1234.567';
    document.querySelector('.clock-words').textContent = ', back then';
    document.querySelector('.record').lastElementChild.textContent = 'Stop, 1234 s';
  })()`);
  for (const width of [390, 560, 768, 1000, 1024, 1200, 1341, 1440]) {
    await resize(page, width);
    assert.deepEqual(await outside(page), [], `${width} pixels`);
  }
  await page.context().close();
});

test('words_beside_the_clock_go_as_a_whole_where_there_is_no_room', { skip }, async () => {
  const { page } = shared;
  await bring(page, 'paused');
  const look = async (width: number) => {
    await resize(page, width);
    await page.evaluate('window.tangible.page.transport.update()');
    return page.evaluate(`(() => {
      const box = document.querySelector('.clock-box').getBoundingClientRect(), words = document.querySelector('.clock-words').getBoundingClientRect();
      return words.top >= box.bottom ? 'none' : words.right <= box.right + 1 ? 'all' : 'a part';
    })()`);
  };
  assert.equal(await look(390), 'none');
  assert.equal(await look(1280), 'all');
  for (const width of [400, 420, 440, 560, 1000, 1200]) assert.notEqual(await look(width), 'a part', `${width} pixels`);
  await bring(page, 'running');
});

test('tablets_and_double_zoom_have_what_a_phone_has_no_room_for', { skip }, async () => {
  const { page } = shared;
  const parts = ['.transport .scrub', '.status .times', '.scene-legend', '.head [aria-label^="All keys"]'];
  for (const [width, height] of [[640, 400], [768, 1024], [999, 800]] as const) {
    await resize(page, width, height);
    for (const part of parts) assert.ok(await isSeen(page, part), `${part}, ${width} pixels`);
    assert.match((await page.locator('.status').innerText()), /missed .* ticks/);
    assert.deepEqual(await outside(page), [], `${width} pixels`);
  }
  await resize(page, 390);
  for (const part of parts) assert.equal(await isSeen(page, part), false, part);
});

test('the_hand_can_be_given_away_at_every_width', { skip }, async () => {
  const { page } = shared;
  await page.evaluate("window.tangible.run.receive({ type: 'viewers', count: 2, you: 1, hand: 1, asking: [2] })");
  for (const width of [390, 640, 768, 1024, 1280]) {
    await resize(page, width);
    const give = page.locator('.hand-button button', { hasText: 'Give it to viewer 2' });
    await give.waitFor();
    assert.ok(await give.evaluate((e: HTMLElement) => e.scrollWidth <= e.clientWidth), `${width} pixels`);
    assert.deepEqual(await outside(page), [], `${width} pixels`);
  }
  await page.evaluate("window.tangible.run.receive({ type: 'viewers', count: 1, you: 1, hand: 1, asking: [] })");
});

test('buttons_without_words_have_a_name', { skip }, async () => {
  const { page } = shared;
  for (const width of [390, 768, 1024]) {
    await resize(page, width);
    await page.getByRole('button', { name: 'Share', exact: true }).waitFor();
    await page.getByRole('button', { name: 'Record', exact: true }).waitFor();
  }
  await resize(page, 390);
  await bring(page, 'recording');
  await page.getByRole('button', { name: /^Stop, \d+ s$/ }).waitFor();
  assert.ok((await page.locator('.record').boundingBox())!.width < 40, 'a phone shows the sign alone');
  await bring(page, 'running');
});

test('widths_that_a_reader_chose_leave_room_for_the_controls', { skip }, async () => {
  const { page } = await open(browser, url, { width: 1600, height: 800 });
  await page.evaluate("localStorage.setItem('tangible.width.right', '560'); localStorage.setItem('tangible.width.left', '560')");
  await page.reload();
  await until(page, 'window.tangible && window.tangible.run.latest && window.tangible.page.stage.view.rig');
  for (const [width, least] of [[1200, 556], [1280, 556], [1440, 690], [1600, 690]] as const) {
    await resize(page, width);
    const middle = (await page.locator('.stage').boundingBox())!.width;
    assert.ok(middle >= least - 1, `${middle} of ${width} pixels`);
    assert.deepEqual(await outside(page), [], `${width} pixels`);
  }
  await resize(page, 1920);
  assert.equal(Math.round((await page.locator('.columns > .right').boundingBox())!.width), 560, 'as chosen, where there is room');
  await page.evaluate('localStorage.clear()');
  await page.context().close();
});

test('figures_of_the_computing_times_are_whole_on_a_phone', { skip }, async () => {
  const { page } = shared;
  await resize(page, 390);
  await page.locator('.servo-rate').click();
  await page.locator('dialog.servo-times[open] .servo-bar').first().waitFor({ state: 'attached' });
  const cut = await page.evaluate("[...document.querySelectorAll('.servo-times dt, .servo-times dd')].filter((e) => e.scrollWidth > e.clientWidth + 1).length");
  assert.equal(cut, 0);
  const { letter, overlaps } = (await page.evaluate(`(() => {
    const texts = [...document.querySelectorAll('.servo-times svg text')].filter((t) => t.textContent !== '').map((t) => t.getBoundingClientRect());
    const overlaps = texts.filter((a) => texts.some((b) => a !== b && a.left < b.left && a.right > b.left && a.top < b.bottom && b.top < a.bottom)).length;
    return { letter: texts[0].height, overlaps };
  })()`)) as { letter: number; overlaps: number };
  assert.ok(letter >= 10, `letters of ${letter} pixels`);
  assert.equal(overlaps, 0);
  await page.keyboard.press('Escape');
});

test('shortened_names_keep_their_ends', { skip }, async () => {
  const { page } = await open(browser, url, { width: 1280, height: 800 });
  const name = 'reaction_of_the_bearing_at_the_rear_end_1';
  await page.evaluate(`(() => {
    const { run } = window.tangible, hello = structuredClone(run.hello);
    hello.generation = 2;
    hello.constraints[0].name = '${name}';
    hello.values[hello.constraints[0].force].name = '${name}';
    hello.model.id = 'another';
    run.receive(hello);
    run.take({ ...run.history.last ?? window.mock.last, generation: 2, flags: 0, sequence: 1, time: 0, serverTime: 0, stamp: 0, mode: 0, lastEvent: 0, values: new Float64Array(hello.values.length).fill(-12.5), modeValues: new Float64Array(0), poses: new Float32Array(7 * hello.poses.length), points: new Float32Array(3 * hello.points.length), rows: new Uint8Array(1), contacts: new Uint8Array(0) });
  })()`);
  for (const width of [1280, 1600, 1024]) {
    await resize(page, width);
    for (const part of ['.constraint-names .mono', '.legend-name']) {
      await until(page, `[...document.querySelectorAll('${part}')].some((e) => e.clientWidth > 0 && e.textContent.endsWith('1') && e.textContent.startsWith('r') && e.scrollWidth <= e.clientWidth)`);
    }
  }
  await page.context().close();
});
