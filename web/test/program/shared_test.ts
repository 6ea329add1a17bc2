// SPDX-License-Identifier: Apache-2.0
// What `tangible share` wrote, opened from a disk with the network off: against the record it was made from.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import type { Browser } from 'playwright-core';
import { launch } from '../browser/browser.ts';
import { program, root, skip, Viewer } from './program.ts';

interface Record_ {
  columns: { name: string }[];
  rows: number[][];
  modes: string[];
  events: { t: number; what: string }[];
}

const folder = mkdtempSync(join(tmpdir(), 'tangible-'));
const file = join(folder, 'cart.html');
const run = (...words: string[]) => execFileSync(program, words, { cwd: root, stdio: ['ignore', 'ignore', 'inherit'] });
let browser: Browser;
let record: Record_;
before(async () => {
  if (skip) return;
  run('simulate', 'models/shopping_cart/cart_pushed.yaml', '--until', '2', '--every', '0.01', '--out', join(folder, 'run.json'));
  run('share', join(folder, 'run.json'), '--out', file);
  record = JSON.parse(readFileSync(join(folder, 'run.json'), 'utf8')) as Record_;
  browser = await launch();
});
after(async () => {
  await browser?.close();
  rmSync(folder, { recursive: true });
});

// By how much a quaternion differs from a turn about z, whatever its sign.
function turnApart(turn: number[], angle: number): number {
  const [w, x, y, z] = turn as [number, number, number, number];
  const [c, s] = [Math.cos(angle / 2), Math.sin(angle / 2)], sign = Math.sign(w * c + z * s);
  return Math.hypot(sign * w - c, x, y, sign * z - s);
}

test('a_shared_page_without_network_shows_pose_value_events_and_equations_of_the_record', { skip }, async () => {
  const page = await Viewer.openOffline(browser, `file://${file}#t=0.05&play=0`);
  const column = (name: string) => record.columns.findIndex((c) => c.name === name);
  const modes: string[] = [];
  for (const time of [0.1, 0.7, 1.6]) {
    const row = record.rows.findIndex((r) => Math.abs(r[0]! - time) < 1e-9);
    const recorded = (name: string) => record.rows[row]![column(name)]!;
    await page.ask(`window.tangible.run.send({ type: 'seek', time: ${time} })`);
    const v = await page.values();
    for (const name of ['q1', 'q2', 'q3', 'q4', 'u1', 'u2']) assert.ok(Math.abs(v[name]! - recorded(name)) < 2e-4, `${name} at ${time} s: ${v[name]} shown, ${recorded(name)} recorded`);
    // The basket's middle is L1 = 0.45 m before P1, along the heading q3.
    const [x, y, , ...turn] = await page.pose('basket');
    assert.ok(Math.hypot(x! - recorded('q1') - 0.45 * Math.cos(recorded('q3')), y! - recorded('q2') - 0.45 * Math.sin(recorded('q3'))) < 1e-3, `the basket is at ${x}, ${y}`);
    assert.ok(turnApart(turn, recorded('q3')) < 1e-3, `the basket is turned by ${turn}, q3 is ${recorded('q3')}`);
    // The caster is L3 behind its pivot, and this L2 before P1.
    const caster = await page.pose('caster');
    const [L2, L3] = [v.L2!, v.L3!], heading = recorded('q3'), wheel = heading + recorded('q4');
    const miss = Math.hypot(caster[0]! - recorded('q1') - L2 * Math.cos(heading) + L3 * Math.cos(wheel), caster[1]! - recorded('q2') - L2 * Math.sin(heading) + L3 * Math.sin(wheel));
    assert.ok(miss < 1e-3, `the caster is ${miss} m from where the record has it`);
    assert.ok(turnApart((await page.pose('C')).slice(3), wheel) < 1e-3, 'the caster is turned as in the record');
    const mode = record.modes[row]!;
    modes.push(mode);
    await page.until(`document.querySelectorAll('.kind-dynamical .equation-line .katex').length === ${mode === 'free' ? 2 : 1}`);
    await page.until(`document.querySelector('.segments [aria-pressed=true][data-mode]')?.textContent === '${mode}'`);
  }
  assert.ok(new Set(modes).size > 1, `all of these times are in the mode ${modes[0]}`);
  const shown = await page.ask<{ time: number; text: string }[]>('window.tangible.run.events.map((e) => ({ time: e.time, text: e.text }))');
  const name = (words: string) => words.replace('event ', '').split(' ')[0]!;
  assert.deepEqual(shown.map((e) => name(e.text)), record.events.map((e) => name(e.what)));
  shown.forEach((e, k) => assert.ok(Math.abs(e.time - record.events[k]!.t) < 1e-6));
  // The plotted curve of a force passes through what was recorded.
  const plotted = await page.ask<{ name: string; x: number[]; y: number[] }[]>(`window.tangible.page.plots.strips.flatMap((s) => s.strip.places.map((p, k) => ({
    name: window.tangible.run.hello.values[p].name, x: [...s.chart.data[0]], y: [...s.chart.data[k + 1]] })))`);
  const curve = plotted.find((c) => column(c.name) >= 0 || column(`force(${c.name})`) >= 0)!;
  const place = Math.max(column(curve.name), column(`force(${curve.name})`));
  const rows = record.rows.filter((_, k) => record.modes[k] === record.modes[k - 1] && record.modes[k] === record.modes[k + 1]);
  const range = Math.max(...rows.map((r) => r[place]!)) - Math.min(...rows.map((r) => r[place]!));
  let compared = 0;
  curve.x.forEach((t, k) => {
    const row = rows.find((r) => Math.abs(r[0]! - t) < 1e-4);
    if (row === undefined || !Number.isFinite(curve.y[k]!)) return;
    ++compared;
    assert.ok(Math.abs(curve.y[k]! - row[place]!) < 0.01 * range, `${curve.name} at ${t} s: ${curve.y[k]} plotted, ${row[place]} recorded`);
  });
  assert.ok(compared >= 3, `${compared} points of ${curve.name} compared`);
  assert.deepEqual(page.errors, []);
  await page.close();
});

test('time_speed_and_camera_of_a_link_are_obeyed', { skip }, async () => {
  const page = await Viewer.open(browser, `file://${file}#t=1.62&speed=0.25&camera=3,-4,2,1,0,0.5`);
  const state = await page.ask<{ time: number; speed: number; camera: number[]; target: number[]; shown: string }>(`(() => {
    const { run, page } = window.tangible;
    page.transport.update();
    return { time: run.shown.time, speed: run.speed, camera: page.stage.view.rig.camera.position.toArray(), target: page.stage.view.rig.target.toArray(), shown: document.querySelector('.speeds [aria-pressed=true]').textContent };
  })()`);
  assert.equal(state.time, 1.62);
  assert.equal(state.speed, 0.25);
  assert.equal(state.shown, '0.25×');
  [3, -4, 2].forEach((x, i) => assert.ok(Math.abs(state.camera[i]! - x) < 1e-6));
  [1, 0, 0.5].forEach((x, i) => assert.ok(Math.abs(state.target[i]! - x) < 1e-6, `it looks at ${state.target}`));
  await page.page.keyboard.press('Space');
  const [begin, from] = [Date.now(), await page.ask<number>('window.tangible.run.shown.time')];
  await page.until('window.tangible.run.shown.time > 1.7');
  const rate = ((await page.ask<number>('window.tangible.run.shown.time')) - from) / ((Date.now() - begin) / 1000);
  assert.ok(rate < 0.3, `it plays at ${rate} of real time`);
  await page.close();
});
