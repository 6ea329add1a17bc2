// SPDX-License-Identifier: Apache-2.0
// Send it: the last minute of a run as one file that opens anywhere.
import { toBase64 } from './protocol/base64.ts';
import { writeRun } from './protocol/run_file.ts';
import type { Snapshot } from './protocol/snapshot.ts';
import type { Run } from './run/run.ts';

export const RUN_PLACE = '<!--tangible-run-->';

export function embedRun(template: string, run: Uint8Array): string {
  const at = template.indexOf(RUN_PLACE);
  if (at < 0) throw new Error('the template of the shared page has no place for a run');
  const element = `<script type="text/plain" id="tangible-run">${toBase64(run)}</script>`;
  return template.slice(0, at) + element + template.slice(at + RUN_PLACE.length);
}

// Samples at which values jump: the first one after each change of mode.
export function jumpsOf(snapshots: readonly Snapshot[]): number[] {
  return snapshots.flatMap((s, k) => (k > 0 && s.mode !== snapshots[k - 1]!.mode ? [k] : []));
}

export async function shareRun(run: Run): Promise<Uint8Array<ArrayBuffer>> {
  const hello = run.hello!;
  const snapshots = run.history.toArray();
  const seen = new Set(snapshots.map((s) => s.mode));
  const begin = snapshots[0]?.time ?? 0;
  const last = snapshots.at(-1);
  const stored = hello.stored;
  return writeRun({
    title: hello.model.name.charAt(0).toUpperCase() + hello.model.name.slice(1),
    comment: `${hello.model.source ? `${hello.model.source}. ` : ''}A run of ${(run.history.end - begin).toFixed(1)} s.`,
    hello: { ...hello, viewer: undefined },
    modes: run.modes ?? undefined,
    documents: [...run.documents.values()].filter((d) => seen.has(d.mode)),
    events: run.eventsOfRun.filter((e) => e.time >= begin && e.time <= run.history.end),
    text: run.text ?? undefined,
    jumps: jumpsOf(snapshots),
    ...(stored && last ? { unexplained: last.values[stored.unexplained], energy: last.values[stored.kinetic]! + last.values[stored.potential]! } : {}),
  }, snapshots);
}
