// SPDX-License-Identifier: Apache-2.0
// What `tangible render` wrote as PNG and film, by its pixels: the scene of the viewer, shaded, at the times asked for.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import { launch } from '../browser/browser.ts';
import { lookAtFilm, lookAtPng, type Hues, type Seen } from '../browser/pixels.ts';
import { program, root, skip, Viewer } from './program.ts';

const BRASS: Hues = [36, 50]; // the bob of the pendulum; nothing else in its scene has such a hue
const folder = mkdtempSync(join(tmpdir(), 'tangible-'));
const path = (name: string) => join(folder, name);
const run = (...words: string[]) => execFileSync(program, words, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] });
const render = (name: string, ...words: string[]) => run('render', 'pendulum', '--size', '480x270', '--scale', '1', '--out', path(name), ...words);
let browser: Browser;
let page: Page;
before(async () => {
  if (skip) return;
  browser = await launch();
  page = await browser.newPage();
});
after(async () => {
  await browser?.close();
  rmSync(folder, { recursive: true });
});
const look = (name: string): Promise<Seen> => lookAtPng(page, readFileSync(path(name)), BRASS);

test('pictures_show_a_shaded_bob_that_moved_between_their_times', { skip }, async () => {
  assert.equal(render('swing.png', '--until', '0.6', '--every', '0.6').trim().split('\n').length, 2);
  const [first, later] = [await look('swing_000.png'), await look('swing_001.png')];
  for (const seen of [first, later]) {
    assert.deepEqual([seen.width, seen.height], [480, 270]);
    assert.equal(seen.spots.length, 1);
    assert.ok(seen.colours > 200, `${seen.colours} colours: a line drawing has one for each face`);
    assert.ok(Math.min(...seen.corner) > 230, 'light paper');
  }
  assert.ok(first.spots[0]!.x - later.spots[0]!.x > 50, `from ${first.spots[0]!.x} to ${later.spots[0]!.x}`);
});

test('a_picture_agrees_with_the_shared_page_at_the_same_time', { skip }, async () => {
  run('share', 'pendulum', '--until', '0.6', '--out', path('page.html'));
  const viewer = await Viewer.open(browser, `file://${path('page.html')}#t=0.6`);
  // Which direction the bob has from the pivot, as both show it: the camera is turned alike, but for its distance.
  const angle = (from: { x: number; y: number }, to: { x: number; y: number }) => Math.atan2(to.y - from.y, to.x - from.x);
  const [pivot, bob] = await viewer.ask<{ x: number; y: number }[]>(`(() => {
    const { run, page: { stage: { view } } } = window.tangible;
    view.frame();
    const at = view.projection();
    const { poses, bodies } = run.hello;
    const place = 7 * bodies[0].pose;
    return [{ ...at.toPixel({ x: 0, y: 0, z: 0 }) }, { ...at.toPixel({ x: run.shown.poses[place], y: run.shown.poses[place + 1], z: run.shown.poses[place + 2] }) }];
  })()`);
  await viewer.close();
  render('whole.png', '--until', '0.6', '--every', '0.3'); // the same framing at three times: the pivot is where lines of bobs meet
  const seen = [await look('whole_000.png'), await look('whole_001.png'), await look('whole_002.png')].map((s) => s.spots[0]!);
  const centre = circleThrough(seen[0]!, seen[1]!, seen[2]!);
  assert.ok(Math.abs(angle(pivot!, bob!) - angle(centre, seen[2]!)) < 0.12, 'perspective turns the circle into an ellipse: within 7 degrees');
});

function circleThrough(a: { x: number; y: number }, b: { x: number; y: number }, c: { x: number; y: number }): { x: number; y: number } {
  const [bx, by, cx, cy] = [b.x - a.x, b.y - a.y, c.x - a.x, c.y - a.y];
  const d = 2 * (bx * cy - by * cx);
  return { x: a.x + (cy * (bx * bx + by * by) - by * (cx * cx + cy * cy)) / d, y: a.y + (bx * (cx * cx + cy * cy) - cx * (bx * bx + by * by)) / d };
}

test('a_strobe_shows_every_instant_and_earlier_ones_paler', { skip }, async () => {
  render('strobe.png', '--until', '0.6', '--strobe', '4');
  const { spots } = await look('strobe.png');
  assert.equal(spots.length, 4);
  const inTime = [...spots].sort((a, b) => b.x - a.x); // it swings to the left
  for (let k = 1; k < 4; ++k) assert.ok(inTime[k]!.lightness < inTime[k - 1]!.lightness - 3, `${inTime.map((s) => s.lightness)}`);
});

test('the_dark_theme_has_dark_paper', { skip }, async () => {
  render('dark.png', '--at', '0.2', '--theme', 'dark');
  const seen = await look('dark.png');
  assert.ok(Math.max(...seen.corner) < 40, `${seen.corner}`);
  assert.equal(seen.spots.length, 1);
});

test('a_film_has_its_frames_and_the_bob_is_in_them_where_pictures_show_it', { skip }, async () => {
  const words = ['--until', '0.6', '--every', '0.05'];
  assert.match(render('film.webm', ...words), /: 13 frames\n$/);
  render('still.png', ...words);
  const frames = await lookAtFilm(page, readFileSync(path('film.webm')), BRASS);
  assert.ok(frames.length >= 6, `${frames.length} frames were seen while it played`);
  for (const { time, seen } of frames) {
    const number = Math.round(time / 0.05);
    assert.ok(Math.abs(time - 0.05 * number) < 0.002, `a frame at ${time} s`);
    const { spots } = await look(`still_${String(number).padStart(3, '0')}.png`);
    assert.deepEqual([seen.width, seen.height, seen.spots.length], [480, 270, 1]);
    const away = Math.hypot(seen.spots[0]!.x - spots[0]!.x, seen.spots[0]!.y - spots[0]!.y);
    assert.ok(away < 2, `${away} pixels away at ${time} s`); // the encoder blurs the rim
  }
});
