// SPDX-License-Identifier: Apache-2.0
// Equations of large models: the panel is filled at once, no script runs long, nothing scrolls sideways, a symbol is found.
import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import type { Browser } from 'playwright-core';
import { launch, scriptTimes, traced } from '../browser/browser.ts';
import { root, serve, skip, Viewer } from './program.ts';

const LONGEST_SCRIPT_MS = 50;
const FILLED_WITHIN_MS = 1000;

const CHAIN_OF_64 = `tangible: 1
name: chain of 64 links
parameters: {links: 64, m: 0.1 kg, l: 0.1 m, g: 9.81 m/s^2}
points:
  P0: {from: O, at: 0*N.x}
repeat:
  each:
    for: i
    from: 1
    to: links
    add:
      coordinates: {q$i: rad}
      frames:
        L$i: {in: N, rotate: {z: q$i}}
      points:
        P$i: {from: P$(i-1), at: l*L$i.x}
        C$i: {from: P$(i-1), at: l/2*L$i.x}
      speeds: {u$i: q$i'}
      bodies:
        link_$i: {frame: L$i, center: C$i, mass: m, inertia: {zz: m*l^2/12}}
      loads:
        weight_$i: {force: -m*g*N.y, at: C$i}
`;

const folder = mkdtempSync(join(tmpdir(), 'tangible-'));
let browser: Browser;
before(async () => {
  if (!skip) browser = await launch();
});
after(async () => {
  await browser?.close();
  rmSync(folder, { recursive: true });
});

// The document is given to a page that stands idle once more, as a new one: what it costs is then told apart from the start of the page.
const GIVE_AGAIN = `new Promise((resolve) => {
  const { run } = window.tangible;
  const text = JSON.stringify(run.document(run.latest.mode));
  const begin = performance.now();
  window.setTimeout(() => {
    run.receive(JSON.parse(text));
    const look = () => {
      const box = document.querySelector('.equations-scroll');
      const lines = [...box.querySelectorAll('.equation-line')].filter((e) => e.getBoundingClientRect().top < box.getBoundingClientRect().bottom);
      const isFilled = lines.length > 0 && lines.every((e) => e.closest('details:not([open])') !== null || e.textContent.trim() !== '');
      if (!isFilled && performance.now() - begin < 5000) { window.setTimeout(look, 10); return; }
      const filled = performance.now() - begin;
      window.setTimeout(() => resolve({ filled, lines: lines.length, isWide: box.scrollWidth > box.clientWidth }), 500);
    };
    window.setTimeout(look, 0); // its questions lay out the page: that is not the cost of the page
  }, 0);
})`;

async function isReadable(model: string, symbol: string): Promise<void> {
  const served = await serve(model);
  try {
    const viewer = await Viewer.open(browser, served.link, { width: 1440, height: 900 });
    await viewer.until('window.tangible.run.document(window.tangible.run.latest.mode)', 60000);
    await viewer.page.waitForTimeout(300);
    let seen = { filled: 0, lines: 0, isWide: false };
    const scripts = scriptTimes(await traced(browser, viewer.page, async () => {
      seen = await viewer.ask(GIVE_AGAIN);
    }), 'look');
    console.log(`${model.replace(/.*\//, '')}: filled after ${seen.filled.toFixed(0)} ms, longest of ${scripts.length} scripts ${scripts[0]?.toFixed(0)} ms`);
    assert.ok(seen.lines > 0, 'there are lines');
    assert.ok(seen.filled < FILLED_WITHIN_MS, `the panel is filled after ${seen.filled} ms`);
    assert.ok(scripts.length > 0, 'the trace has scripts');
    assert.ok(scripts[0]! < LONGEST_SCRIPT_MS, `a script ran ${scripts[0]} ms`);
    assert.equal(seen.isWide, false, 'nothing scrolls sideways');
    await viewer.page.locator('.equation-search input').fill(symbol);
    await viewer.until("/^[1-9]/.test(document.querySelector('.equation-search .note').textContent)");
    const found = await viewer.ask<string[]>("[...document.querySelectorAll('.equation-line')].filter((e) => e.checkVisibility() || (e.closest('details') !== null && e.closest('[hidden]') === null)).map((e) => e.dataset.text)");
    const missed = found.find((text) => text.length < 2000 && !text.includes(symbol)); // an element keeps the first 2000 characters of its line
    assert.ok(found.length > 0 && missed === undefined, `${found.length} lines, one without ${symbol}: ${missed}`);
    assert.deepEqual(viewer.errors, []);
    await viewer.close();
  } finally {
    await served.stop();
  }
}

test('the_equations_of_the_seven_revolute_arm_are_readable', { skip }, () => isReadable('seven_revolute_arm', 'q7'));
test('the_equations_of_the_stewart_platform_are_readable', { skip }, () => isReadable('stewart_platform', 'u1'));
test('the_equations_of_20_four_bars_are_readable', { skip }, () => {
  const file = join(folder, 'n_four_bar_20.yaml');
  writeFileSync(file, readFileSync(join(root, 'models/n_four_bar/n_four_bar.yaml'), 'utf8').replace('windows: 5', 'windows: 20'));
  return isReadable(file, 'a17');
});
test('the_equations_of_a_chain_of_64_are_readable', { skip }, () => {
  const file = join(folder, 'chain.yaml');
  writeFileSync(file, CHAIN_OF_64);
  return isReadable(file, 'q63');
});
