// SPDX-License-Identifier: Apache-2.0
// The page with the stand-in server inside: what is drawn, dragged, switched, typed.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import { dist, launch, open, scriptTimes, skip, traced, until, type Watched } from './browser.ts';

const url = `file://${dist}/dev.html`;
let browser: Browser;
let shared: Watched; // one page for tests that leave it as it was
before(async () => {
  if (skip) return;
  browser = await launch();
  shared = await open(browser, url);
});
after(async () => { await browser?.close(); });

// Lines are typeset when they come into view: the queue is empty after two frames.
const isTypeset = async (page: Page) => {
  await page.evaluate('new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => resolve(null))))');
  await until(page, 'window.tangible.page.equations.queue.isIdle');
};

test('no_equation_is_wider_than_its_panel', { skip }, async () => {
  const { page } = shared;
  for (const [width, mode] of [[1440, 0], [1440, 1], [1024, 1], [1024, 0]] as const) {
    await page.setViewportSize({ width, height: 900 });
    const isSticking = (await page.evaluate('window.tangible.run.latest.mode')) === 1;
    if (isSticking !== (mode === 1)) await page.keyboard.press('Shift+1');
    await until(page, `document.querySelectorAll('.kind-dynamical .katex').length === ${2 - mode}`);
    await isTypeset(page);
    const wide = await page.evaluate("[...document.querySelectorAll('.equations-scroll .katex-base')].filter((b) => b.getBoundingClientRect().right > document.querySelector('.equations-scroll').getBoundingClientRect().right + 1).length");
    assert.equal(wide, 0);
    assert.equal(await page.locator('.equations-scroll .plain-equation').count(), 0);
  }
  await page.setViewportSize({ width: 1440, height: 900 });
});

test('hovering_a_symbol_shows_its_value_and_lights_it', { skip }, async () => {
  const { page } = shared;
  await page.locator('.sym-coordinate').first().waitFor();
  await page.evaluate("document.querySelector('.sym-coordinate').dispatchEvent(new PointerEvent('pointerover', { bubbles: true }))");
  await page.locator('.symbol-card', { hasText: 'angle of the caster in the basket' }).waitFor();
  await until(page, "/rad/.test(document.querySelector('.card-value').textContent)");
  assert.equal(await page.evaluate("window.tangible.run.lit.name"), 'q4');
  await page.keyboard.press('Escape');
});

test('a_silent_server_is_said_to_be_silent_and_comes_back', { skip }, async () => {
  const { page } = await open(browser, url);
  await page.evaluate('window.mock.isSilent = true');
  await page.locator('.stage.stale').waitFor();
  await page.locator('.servo-rate', { hasText: 'no news for' }).waitFor();
  assert.equal(await page.locator('.banner.error:visible').count(), 0, 'not before 5 s');
  await page.evaluate('window.tangible.run.lastNews -= 4500'); // the rest of the 5 s is waited for
  await page.locator('.banner.error', { hasText: 'No news' }).waitFor({ timeout: 9000 });
  await page.locator('button', { hasText: 'Try again' }).click();
  await page.locator('.stage:not(.stale)').waitFor();
  await page.context().close();
});

test('the_last_minute_can_be_scrubbed_and_the_run_goes_on_from_now', { skip }, async () => {
  const { page } = shared;
  await until(page, 'window.tangible.run.latest.time > 1');
  await page.locator('.scrub').evaluate((e: HTMLInputElement) => { e.value = '0.2'; e.dispatchEvent(new Event('input')); });
  const [shown, latest] = (await page.evaluate('[window.tangible.run.shown.time, window.tangible.run.latest.time]')) as [number, number];
  assert.ok(shown < 0.5 * latest);
  await page.keyboard.press('Space');
  await until(page, 'window.tangible.run.shown === window.tangible.run.latest');
});

test('what_was_recorded_is_played_and_scrubbed_in_the_same_viewer', { skip }, async () => {
  const { page, errors } = shared;
  await page.keyboard.press('k');
  await page.locator('.record', { hasText: 'Stop' }).click();
  await page.locator('.banner', { hasText: 'Recorded run_1' }).locator('button', { hasText: 'Play' }).click();
  await page.locator('.shared-page h1', { hasText: 'Shopping cart, pushed and steered' }).waitFor();
  const before = (await page.evaluate('window.tangible.run.isPaused')) as boolean;
  await page.locator('.shared-page .scrub').evaluate((e: HTMLInputElement) => { e.value = '0.5'; e.dispatchEvent(new Event('input')); });
  await page.keyboard.press('Space');
  await until(page, "Math.abs(parseFloat(document.querySelector('.shared-page .clock').textContent) - 2) < 1");
  assert.equal(await page.evaluate('window.tangible.run.isPaused'), before, 'keys act on the run that is shown');
  await page.locator('button', { hasText: 'Back to the live run' }).click();
  await page.locator('.run-page').waitFor();
  assert.equal(await page.locator('.shared-page').count(), 0);
  assert.deepEqual(errors, []);
});

test('plots_and_modes_are_there_as_tables', { skip }, async () => {
  const { page } = shared;
  await until(page, 'window.tangible.run.latest.time > 1.2');
  await page.locator('.plots button', { hasText: 'Table' }).click();
  await page.locator('dialog[open] th', { hasText: 'u1, m/s' }).waitFor();
  assert.ok((await page.locator('dialog[open] tbody tr').count()) >= 1);
  await page.locator('dialog[open] button', { hasText: 'Close' }).click();
  await page.locator('.panel-modes button', { hasText: 'Table' }).click();
  assert.equal(await page.locator('dialog[open] tbody tr td').first().textContent(), 'free');
  await page.locator('dialog[open] button', { hasText: 'Close' }).click();
});

test('names_and_formulas_of_a_hostile_model_stay_text', { skip }, async () => {
  const { page, errors } = await open(browser, url);
  await page.evaluate(`(() => {
    const { run } = window.tangible;
    const bad = '</script><img src=x onerror=alert(1)>';
    const hello = structuredClone(run.hello);
    hello.generation = 2;
    hello.model.name = bad;
    hello.constraints[0].name = bad;
    hello.constraints[0].meaning = bad;
    hello.parameters[0].meaning = '" onmouseover="alert(1)';
    hello.symbols[0].meaning = bad;
    const document = structuredClone(run.document(0));
    document.generation = 2;
    document.sections[0].lines[0] = { latex: '\\\\href{javascript:alert(1)}{x} + \\\\htmlData{a=b}{y} + \\\\includegraphics{http://example.org/a.png}', text: bad };
    document.sections[0].lines[1] = { latex: 'x = \\\\text{' + bad + '}', text: bad };
    const listener = { greet: run.receive.bind(run) };
    listener.greet(hello);
    listener.greet(document);
    listener.greet({ type: 'event', number: 9999, time: 1, kind: 'note', name: bad, text: bad });
    listener.greet({ ...run.text, text: bad, file: bad, mistakes: [{ line: 1, column: 1, text: bad, hint: bad }] });
    run.take({ ...window.tangible.run.history.last ?? window.mock.last, generation: 2, flags: 0, sequence: 1, time: 0, serverTime: 0, stamp: 0, mode: 0, lastEvent: 0, values: new Float64Array(hello.values.length), modeValues: new Float64Array(0), poses: new Float32Array(35), points: new Float32Array(9), rows: new Uint8Array(1), contacts: new Uint8Array(0) });
  })()`);
  await until(page, "document.querySelector('.model-name').textContent.includes('</script>') && document.querySelector('.event') !== null");
  await isTypeset(page);
  assert.equal(await page.locator('img, .equations a, script[src]').count(), 0);
  assert.equal(await page.locator('[onerror], [onmouseover]').count(), 0);
  assert.ok((await page.locator('.model-name').textContent())!.includes('</script>'));
  assert.deepEqual(errors.filter((e) => e.startsWith('dialog')), []);
  await page.context().close();
});

test('equations_of_a_large_model_are_typeset_without_long_tasks_or_sideways_scrolling', { skip }, async () => {
  const { page, errors } = shared;
  const receiveLargeDocument = `(() => {
    const { run } = window.tangible;
    const term = (i, j) => 'm_{C} L_{' + (1 + j % 3) + '} \\\\left(\\\\sin\\\\left(q_{4}\\\\right) u_{1} - \\\\frac{L_{2} u_{2}^{2}}{L_{3}}\\\\right) \\\\dot{u}_{' + (1 + i % 3) + '}';
    const lines = Array.from({ length: 64 }, (_, i) => ({ latex: Array.from({ length: 20 }, (_, j) => term(i, j)).join(' + ') + ' = F', text: 'mC*L1*u1 and x' + i + ' = F', operations: 20, unknown: i % 3 }));
    const entries = Array.from({ length: 64 * 3 }, (_, k) => [Math.floor(k / 3), Math.min(63, Math.max(0, Math.floor(k / 3) + (k % 3) - 1)), 'm_C*L2', 'm_{C} L_{2}']);
    const dependent = Array.from({ length: 40 }, (_, i) => ({ latex: 'u_{3} = ' + term(i, i) + ' + ' + term(i, i + 1), text: 'u3 = ' + i }));
    run.receive({ type: 'document', generation: 1, mode: 0, title: 'chain', degrees_of_freedom: 64, operations: 1900, matrix: { size: 64, entries }, symbols: [], values: [],
      sections: [{ kind: 'dynamical', title: 'Dynamical equations', lines }, { kind: 'dependent', title: 'Dependent speeds', lines: dependent }] });
  })()`;
  const scripts = scriptTimes(await traced(browser, page, async () => {
    await page.evaluate(receiveLargeDocument);
    await page.locator('.matrix-map').waitFor();
    await page.locator('.folded-equation').first().locator('summary').click();
    await page.locator('.folded-equation .katex').first().waitFor();
    await page.locator('.matrix-map').click({ position: { x: 2, y: 2 } });
    await page.locator('.matrix-entry .katex').waitFor();
  }));
  assert.ok(scripts.length > 0 && scripts[0]! < 50, `one script took ${scripts[0]} ms`);
  const overflow = await page.evaluate("document.querySelector('.equations-scroll').scrollWidth > document.querySelector('.equations-scroll').clientWidth");
  assert.equal(overflow, false);
  await page.locator('.equation-search input').fill('x17');
  assert.equal(await page.locator('.folded-equation:visible').count(), 1);
  assert.deepEqual(errors, []);
});
