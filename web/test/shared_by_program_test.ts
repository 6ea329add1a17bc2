// SPDX-License-Identifier: Apache-2.0
// The page's own reader reads what `tangible share` wrote. Needs the program: TANGIBLE_PROGRAM.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { fromBase64 } from '../src/protocol/base64.ts';
import { readRun } from '../src/protocol/run_file.ts';

const program = process.env.TANGIBLE_PROGRAM ?? '';
const skip = existsSync(program) ? false : 'TANGIBLE_PROGRAM names no program';
const root = join(dirname(fileURLToPath(import.meta.url)), '../../..');

test('a_page_of_the_program_is_read_with_its_modes_events_and_jumps', { skip }, async () => {
  const folder = mkdtempSync(join(tmpdir(), 'tangible-'));
  const file = join(folder, 'cart.html');
  execFileSync(program, ['share', join(root, 'models/shopping_cart/cart_pushed.yaml'), '--until', '2', '--out', file]);
  const html = readFileSync(file, 'utf8');
  rmSync(folder, { recursive: true });
  const text = /<script type="text\/plain" id="tangible-run">([^<]*)<\/script>/.exec(html)![1]!;
  const { header, snapshots } = await readRun(fromBase64(text));
  assert.equal(header.title, 'Shopping cart, pushed and steered');
  assert.equal(snapshots.length, header.samples);
  assert.equal(header.documents.length, 2);
  assert.deepEqual(header.events.filter((e) => e.kind === 'event').map((e) => e.name), ['stick', 'release']);
  assert.deepEqual(header.jumps!.map((k) => snapshots[k]!.mode), [1, 0]);
  const place = (name: string) => header.hello.values.findIndex((v) => v.name === name);
  for (const s of snapshots) {
    assert.ok(Math.abs(s.values[place('t')]! - s.time) < 1e-4);
    // The basket's middle is L1 = 0.45 m before P1, along the heading q3.
    const [q1, q2, q3] = ['q1', 'q2', 'q3'].map((name) => s.values[place(name)]!) as [number, number, number];
    assert.ok(Math.abs(s.poses[0]! - (q1 + 0.45 * Math.cos(q3))) < 1e-3);
    assert.ok(Math.abs(s.poses[1]! - (q2 + 0.45 * Math.sin(q3))) < 1e-3);
    if (s.mode === 1) assert.ok(Math.abs(s.values[place('u2')]! - s.values[place('u3')]!) < 1e-3);
  }
});
