// SPDX-License-Identifier: Apache-2.0
// For development only: writes a shared page of the cart from the built template. Usage: node dist/dev/write_shared.mjs OUT.html [seconds]
import { readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { writeRun } from '../src/protocol/run_file.ts';
import { embedRun } from '../src/share.ts';
import { RecordedCart } from './recorded_cart.ts';

const dist = join(dirname(fileURLToPath(import.meta.url)), '..');
const cart = new RecordedCart(Number(process.argv[3] ?? 4));
const template = readFileSync(join(dist, 'share.html'), 'utf8');
const html = embedRun(template, await writeRun(cart.header(), cart.snapshots));
writeFileSync(process.argv[2] ?? join(dist, 'shared_cart.html'), html);
