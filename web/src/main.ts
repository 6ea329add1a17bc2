// SPDX-License-Identifier: Apache-2.0
// Begins the page: a recorded run where one is embedded, otherwise the live run of the server; the gallery by its route.
import { GalleryPage } from './gallery.ts';
import { fromBase64 } from './protocol/base64.ts';
import { readRun } from './protocol/run_file.ts';
import { History } from './run/history.ts';
import { Run } from './run/run.ts';
import { RunPage } from './run_page.ts';
import { SharedPage } from './shared_page.ts';
import { LiveSource } from './source/live.ts';
import { parseLink, RecordedSource } from './source/recorded.ts';
import type { Source } from './source/source.ts';
import { applyTheme, toggleTheme } from './theme.ts';
import { h } from './dom.ts';

interface Page {
  root: HTMLElement;
  isClosed?: boolean;
  frame(now: number): void;
}

function animate(page: Page): void {
  const tick = (now: number) => {
    if (page.isClosed) return;
    if (document.body.dataset.page !== 'gallery' && !page.root.hidden) page.frame(now);
    requestAnimationFrame(tick);
  };
  requestAnimationFrame(tick);
}

export function beginLive(source: Source, gallery: GalleryPage | null): { run: Run; page: RunPage } {
  const run = new Run(source);
  const page = new RunPage(run);
  document.body.append(page.root);
  if (gallery !== null) document.body.append(gallery.root);
  const route = () => {
    const isGallery = location.hash.startsWith('#gallery') && gallery !== null;
    document.body.dataset.page = isGallery ? 'gallery' : 'run';
    page.root.hidden = isGallery || page.isAside;
    if (gallery !== null) {
      gallery.root.hidden = !isGallery;
      if (isGallery) void gallery.load();
    }
  };
  window.addEventListener('hashchange', route);
  run.on('recorded', (message) => void showRecording(fromBase64(message.run), page, route).catch((error: Error) => run.emit('problem', { text: `The recording cannot be read: ${error.message}.` })));
  run.start();
  route();
  animate(page);
  return { run, page };
}

export async function beginRecorded(bytes: Uint8Array, fileSize: number): Promise<{ run: Run; page: SharedPage }> {
  const link = parseLink(location.hash);
  applyTheme(link.theme);
  const recorded = await readRun(bytes);
  const source = new RecordedSource(recorded, link);
  const run = new Run(source, new History(recorded.snapshots.length));
  for (const snapshot of recorded.snapshots) run.history.push(snapshot);
  run.speed = link.speed ?? 1;
  run.strobe = link.strobe ?? 0;
  const page = new SharedPage(run, source, fileSize);
  document.body.dataset.page = 'shared';
  if (link.picture) document.body.dataset.picture = '1';
  document.body.append(page.root);
  run.start();
  page.setCamera(link.camera);
  animate(page);
  return { run, page };
}

// A recording of the server takes the place of the live run until the reader goes back to it.
async function showRecording(bytes: Uint8Array, live: RunPage, route: () => void): Promise<void> {
  const { page, run } = await beginRecorded(bytes, 0);
  live.root.hidden = true;
  live.isAside = true;
  const close = () => {
    window.removeEventListener('hashchange', close);
    run.source.stop();
    page.isClosed = true;
    page.root.remove();
    live.isAside = false;
    route();
  };
  window.addEventListener('hashchange', close);
  page.root.querySelector('.shared-head')?.append(h('button', { class: 'button primary', type: 'button', onclick: close }, 'Back to the live run'));
}

function makeGallery(send: (command: { type: string; [m: string]: unknown }) => void): GalleryPage {
  return new GalleryPage({
    load: (id) => { send({ type: 'load', model: id }); location.hash = 'run'; },
    play: (id) => { send({ type: 'play', recording: id }); location.hash = 'run'; },
    openFile: (file) => void file.text().then((text) => { send({ type: 'model_text', text }); location.hash = 'run'; }),
    theme: () => toggleTheme(),
  });
}

export function begin(source?: Source): void {
  applyTheme();
  const embedded = document.getElementById('tangible-run');
  if (embedded !== null) {
    const size = document.documentElement.outerHTML.length;
    void beginRecorded(fromBase64(embedded.textContent ?? ''), size).then(expose, (error: Error) => document.body.append(h('p', { class: 'fatal', role: 'alert' }, `The run in this file cannot be read: ${error.message}.`)));
    return;
  }
  let run: Run | null = null;
  const gallery = makeGallery((command) => void run?.request(command));
  const begun = beginLive(source ?? new LiveSource(), gallery);
  run = begun.run;
  expose({ ...begun, gallery });
}

// Tests and people at the console reach the run here.
function expose(parts: object): void {
  (window as unknown as { tangible: object }).tangible = parts;
}
