// SPDX-License-Identifier: Apache-2.0
// A minute of any library model is a file under 2 MB. Takes minutes: one of the slow tests. TANGIBLE_MODELS picks some by name.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { program, root } from './program.ts';

const LARGEST_BYTES = 2e6;
const folder = mkdtempSync(join(tmpdir(), 'tangible-'));
after(() => rmSync(folder, { recursive: true }));

const wanted = process.env.TANGIBLE_MODELS?.split(',');
const models = readdirSync(join(root, 'models')).flatMap((id) => readdirSync(join(root, 'models', id)).filter((f) => f.endsWith('.yaml')).map((f) => join('models', id, f)));

for (const model of models.filter((m) => wanted === undefined || wanted.some((name) => m.includes(name)))) {
  test(`a_minute_of_${model.replace(/.*\/|\.yaml/g, '')}_is_under_2_MB`, { skip: existsSync(program) ? false : `there is no ${program}` }, () => {
    const file = join(folder, 'page.html');
    rmSync(file, { force: true });
    const ended = spawnSync(program, ['share', model, '--until', '60', '--out', file], { cwd: root, timeout: 120000, killSignal: 'SIGINT', encoding: 'utf8' });
    assert.ok(existsSync(file), `no page was written: ${ended.stderr}`); // of a run that stops early, or is interrupted, there is a page until then
    const { size } = statSync(file);
    console.log(`${model}: ${(size / 1e6).toFixed(2)} MB`);
    assert.ok(size < LARGEST_BYTES, `${size} bytes`);
  });
}
