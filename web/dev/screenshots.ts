// SPDX-License-Identifier: Apache-2.0
// Takes the pictures of the viewer for the docs: `node dist/dev/screenshots.mjs FOLDER`, with the program named by TANGIBLE_PROGRAM.
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type { Browser } from 'playwright-core';
import { launch } from '../test/browser/browser.ts';
import { program, root, serve, Viewer, type Point, type Served } from '../test/program/program.ts';

const folder = resolve(process.argv[2] ?? 'docs/pictures');
const DESKTOP = { width: 1440, height: 900 };
const TABLET = { width: 1024, height: 768 };

// Draws one frame with four pixels for one and no further one: without a graphics card the page draws few, so that it stays quick.
// False where the hand should hold and does not.
function freeze(viewer: Viewer, wantsHand = true): Promise<boolean> {
  return viewer.ask(`(() => {
    const { run, page } = window.tangible, { stage } = page;
    if (${wantsHand} && (run.latest.flags & 8) === 0) return false;
    for (const part of page.updates ?? []) part.update();
    page.plots.frames = 0; // else the curves end up to three frames before the scene
    page.plots.frame();
    page.isClosed = true;
    stage.view.renderer.setPixelRatio(2);
    stage.view.resize(stage.root.clientWidth, stage.root.clientHeight);
    stage.view.fence = null;
    stage.frame();
    return true;
  })()`);
}

async function shot(viewer: Viewer, name: string): Promise<void> {
  await viewer.page.waitForTimeout(800);
  await freeze(viewer, false);
  await viewer.page.screenshot({ path: join(folder, `viewer_${name}.png`) });
}

// The pixel nearest to the given one at which a body is drawn.
function nearestBody(viewer: Viewer, at: { x: number; y: number }): Promise<{ x: number; y: number }> {
  return viewer.ask(`(() => {
    const { view } = window.tangible.page.stage, box = view.canvas.getBoundingClientRect();
    for (let r = 0; r < 60; ++r) for (let k = 0; k < 16; ++k) {
      const x = ${at.x} + r * Math.cos(k * Math.PI / 8), y = ${at.y} + r * Math.sin(k * Math.PI / 8);
      if (view.pick(x - box.x, y - box.y) !== null) return { x, y };
    }
    return { x: ${at.x}, y: ${at.y} };
  })()`);
}

// Leads the hand from where it is, evenly in so many seconds of the model: many small steps of the mouse, which tests cannot make so quickly.
function glide(viewer: Viewer, [x, y, z]: Point, seconds: number): Promise<void> {
  return viewer.ask(`new Promise((resolve) => {
    const { run, page: { stage: { hand } } } = window.tangible, start = run.latest.time, from = hand.target.clone();
    const go = () => {
      const part = Math.min(1, (run.latest.time - start) / ${seconds});
      const at = hand.pointerFor({ x: from.x + part * (${x} - from.x), y: from.y + part * (${y} - from.y), z: from.z + part * (${z} - from.z) });
      hand.leadTo(at.x, at.y);
      if (part < 1) setTimeout(go, 8); else resolve(null);
    };
    go();
  })`);
}

// The moment that the page is made for: the hand pulls the corner of the basket, the caster has just stuck, and a symbol is asked for.
async function pullAndStick(viewer: Viewer): Promise<void> {
  const stick = (active: boolean) => viewer.request({ type: 'constraint', name: 'caster_sticks', active });
  await viewer.page.mouse.up();
  await stick(false);
  await viewer.request({ type: 'input', name: 'F', value: 0 });
  await viewer.reset();
  await viewer.until("document.querySelectorAll('.kind-dynamical .katex').length === 2");
  await viewer.forSeconds(0.8);
  await stick(true);
  await viewer.forSeconds(1);
  await stick(false);
  // The cart is brought to rest before the hand takes it, so that its force begins at zero.
  await viewer.request({ type: 'input', name: 'F', value: -10 });
  await viewer.until("window.tangible.run.latest.values[window.tangible.run.hello.values.findIndex((v) => v.name === 'u1')] < 0.03");
  await viewer.request({ type: 'input', name: 'F', value: 0 });
  await viewer.ask('window.tangible.page.stage.view.needsFit = true; window.tangible.page.stage.view.frame(); window.tangible.page.stage.view.rig.zoom(1.12); window.tangible.page.stage.view.rig.move(-200, 10, window.tangible.page.stage.root.clientHeight)');
  const { q1, q2, q3 } = await viewer.values();
  const corner: Point = [q1! + 0.95 * Math.cos(q3!) + 0.25 * Math.sin(q3!), q2! + 0.95 * Math.sin(q3!) - 0.25 * Math.cos(q3!), 0.93];
  const from = await nearestBody(viewer, await viewer.pixel(corner));
  await viewer.page.mouse.move(from.x, from.y);
  await viewer.page.mouse.down();
  const pull = (ahead: number, aside: number, seconds: number) => glide(viewer, [corner[0] + ahead * Math.cos(q3!) + aside * Math.sin(q3!), corner[1] + ahead * Math.sin(q3!) - aside * Math.cos(q3!), corner[2]], seconds);
  await viewer.until('(window.tangible.run.latest.flags & 8) !== 0');
  await pull(0.1, 0.03, 0.5);
  await viewer.request({ type: 'input', name: 'F', value: -12 });
  await viewer.forSeconds(0.4);
  await stick(true);
  await viewer.until("document.querySelectorAll('.kind-dynamical .equation-line .katex').length === 1");
  await viewer.ask("document.querySelector('.kind-dynamical .sym-coordinate, .kind-short_names .sym-coordinate')?.dispatchEvent(new PointerEvent('pointerover', { bubbles: true }))");
  await pull(0.28, 0.05, 0.3);
}

async function runPictures(browser: Browser): Promise<void> {
  for (const [name, size, theme] of [['run_light', DESKTOP, 'light'], ['run_dark', DESKTOP, 'dark'], ['run_tablet', TABLET, 'light']] as const) {
    // On a busy machine the page may be silent for 200 ms, and the hand lets go, or the loop may miss a tick: then once more.
    for (let attempt = 0; attempt < 8; ++attempt) {
      const served = await serve('shopping_cart');
      const viewer = await Viewer.open(browser, served.link, size);
      await viewer.until('window.tangible.run.hasHand');
      if (theme === 'dark') await viewer.page.keyboard.press('l');
      const isHeld = await pullAndStick(viewer).then(() => freeze(viewer), () => false);
      const missed = await viewer.ask<number>('window.tangible.run.latest.values[window.tangible.run.hello.servo.missed]');
      if (isHeld) await viewer.page.screenshot({ path: join(folder, `viewer_${name}.png`) });
      await viewer.page.mouse.up();
      await viewer.close();
      await served.stop();
      if (isHeld && missed === 0) break;
      console.log(`${name}: ${isHeld ? `${missed} ticks were missed` : 'the hand let go'}`);
    }
  }
}

async function errorPicture(browser: Browser, served: Served): Promise<void> {
  const viewer = await Viewer.open(browser, served.link, DESKTOP);
  await viewer.until('window.tangible.run.hasHand');
  await viewer.reset();
  await viewer.forSeconds(2);
  await viewer.page.keyboard.press('m');
  await viewer.page.locator('.code-input').evaluate((e: HTMLTextAreaElement) => { e.value = e.value.replace('at: L1*B.x', 'at: m_B*B.x'); e.dispatchEvent(new Event('input')); });
  await viewer.page.locator('.mistake').first().waitFor();
  await viewer.page.locator('.banner.error button', { hasText: 'Show line' }).click();
  await shot(viewer, 'error_light');
  await viewer.request({ type: 'revert' });
  await viewer.until('(window.tangible.run.text.mistakes ?? []).length === 0');
  await viewer.close();
}

async function galleryPicture(browser: Browser, served: Served): Promise<void> {
  const viewer = await Viewer.open(browser, served.link, DESKTOP);
  await viewer.page.keyboard.press('g');
  await viewer.page.locator('.gallery-card').nth(12).waitFor();
  await viewer.page.waitForTimeout(1500);
  await viewer.page.screenshot({ path: join(folder, 'viewer_gallery_light.png') });
  await viewer.close();
}

async function sharedPicture(browser: Browser): Promise<void> {
  const place = mkdtempSync(join(tmpdir(), 'tangible-'));
  const file = join(place, 'cart.html');
  execFileSync(program, ['share', 'models/shopping_cart/cart_pushed.yaml', '--until', '4', '--out', file], { cwd: root });
  const viewer = await Viewer.open(browser, `file://${file}#t=1.62`, DESKTOP);
  await viewer.page.waitForTimeout(1500);
  await shot(viewer, 'share_light');
  await viewer.close();
  rmSync(place, { recursive: true });
}

mkdirSync(folder, { recursive: true });
const served = await serve('shopping_cart');
const browser = await launch();
try {
  const wanted = process.argv[3] ?? '';
  if ('share'.startsWith(wanted)) await sharedPicture(browser);
  if ('gallery'.startsWith(wanted)) await galleryPicture(browser, served);
  if ('error'.startsWith(wanted)) await errorPicture(browser, served);
  if ('run'.startsWith(wanted)) await runPictures(browser);
} finally {
  await browser.close();
  await served.stop();
}
