// SPDX-License-Identifier: Apache-2.0
// Begins the page: a recorded run where one is embedded, otherwise the live run of the server; the gallery by its route.
import { GalleryPage } from './gallery.ts';
import { fromBase64 } from './protocol/base64.ts';
import type { Command } from './protocol/messages.ts';
import { animate, beginPicture, beginRecorded, Playback } from './playback.ts';
import { Run } from './run/run.ts';
import { RunPage } from './run_page.ts';
import { listenToLongPresses } from './panels/long_press.ts';
import { LiveSource } from './source/live.ts';
import { parseLink } from './source/recorded.ts';
import type { Source } from './source/source.ts';
import { applyTheme, followSystem, toggleTheme } from './theme.ts';
import { h } from './dom.ts';
import { fixed } from './format.ts';

export function beginLive(source: Source, gallery: GalleryPage | null): { run: Run; page: RunPage; playback: Playback } {
  const run = new Run(source);
  const page = new RunPage(run);
  document.body.append(page.root);
  if (gallery !== null) document.body.append(gallery.root);
  const playback = new Playback(run, () => route());
  const route = () => {
    const isGallery = location.hash.startsWith('#gallery') && gallery !== null;
    playback.setAside(isGallery);
    document.body.dataset.page = isGallery ? 'gallery' : playback.isShown ? 'shared' : 'run';
    page.root.hidden = isGallery || playback.isShown;
    if (gallery !== null) {
      gallery.root.hidden = !isGallery;
      if (isGallery) void gallery.load();
    }
  };
  window.addEventListener('hashchange', route);
  run.start();
  route();
  animate(page);
  return { run, page, playback };
}

// A file that the reader chose comes with its name alone: the program then has no place to save it to.
function makeGallery(run: () => Run | null): GalleryPage {
  const change = (command: Command) => { void run()?.change(command); location.hash = 'run'; };
  return new GalleryPage({
    load: (id) => change({ type: 'load', model: id }),
    play: (id) => { void run()?.request({ type: 'play', recording: id }); location.hash = 'run'; },
    openFile: (file) => void file.text().then((text) => change({ type: 'model_text', text, file: file.name })),
    theme: () => toggleTheme(),
  });
}

export function begin(source?: Source): void {
  applyTheme();
  followSystem();
  listenToLongPresses(document.body);
  const embedded = document.getElementById('tangible-run');
  if (embedded !== null) {
    const note = `One file, ${fixed(document.documentElement.outerHTML.length / 1e6, 1)} MB. Works without a network.`;
    const bytes = fromBase64(embedded.textContent ?? '');
    const begun = parseLink(location.hash).picture ? beginPicture(bytes) : beginRecorded(bytes, note);
    void begun.then(expose, (error: Error) => document.body.append(h('p', { class: 'fatal', role: 'alert' }, `The run in this file cannot be read: ${error.message}.`)));
    return;
  }
  let run: Run | null = null;
  const gallery = makeGallery(() => run);
  const begun = beginLive(source ?? new LiveSource(), gallery);
  run = begun.run;
  expose({ ...begun, gallery });
}

// Tests and people at the console reach the run here.
function expose(parts: object): void {
  (window as unknown as { tangible: object }).tangible = parts;
}
