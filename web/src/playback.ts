// SPDX-License-Identifier: Apache-2.0
// Recorded runs: one that is embedded in the page, or one that the server sends, which takes the place of the live run.
import { h } from './dom.ts';
import { Picture } from './picture.ts';
import { fromBase64 } from './protocol/base64.ts';
import type { RecordedMessage } from './protocol/messages.ts';
import { readRun } from './protocol/run_file.ts';
import { History } from './run/history.ts';
import { Run } from './run/run.ts';
import { SharedPage } from './shared_page.ts';
import { parseLink, RecordedSource, type LinkSettings } from './source/recorded.ts';
import { applyTheme } from './theme.ts';

interface Page {
  root: HTMLElement;
  isClosed?: boolean;
  frame(now: number): void;
}

export function animate(page: Page): void {
  const tick = (now: number) => {
    if (page.isClosed) return;
    if (document.body.dataset.page !== 'gallery' && !page.root.hidden) page.frame(now);
    requestAnimationFrame(tick);
  };
  requestAnimationFrame(tick);
}

interface Shown {
  run: Run;
  page: SharedPage;
}

// All of the run is its history.
async function openRecorded(bytes: Uint8Array, link: LinkSettings): Promise<{ run: Run; source: RecordedSource }> {
  applyTheme(link.theme);
  const recorded = await readRun(bytes);
  const source = new RecordedSource(recorded, link);
  const run = new Run(source, new History(recorded.snapshots.length));
  for (const snapshot of recorded.snapshots) {
    run.history.push(snapshot);
    run.spans.note(snapshot);
  }
  run.speed = link.speed ?? 1;
  run.strobe = link.strobe ?? 0;
  return { run, source };
}

// The scene alone.
export async function beginPicture(bytes: Uint8Array): Promise<{ run: Run; picture: Picture }> {
  const link = parseLink(location.hash);
  const { run } = await openRecorded(bytes, { ...link, play: false });
  const picture = new Picture(run, link);
  document.body.dataset.page = 'picture';
  document.body.append(picture.root);
  run.start();
  await picture.begin(link);
  return { run, picture };
}

// `note` is shown at the foot of the page.
export async function beginRecorded(bytes: Uint8Array, note: string): Promise<Shown> {
  const link = parseLink(location.hash);
  const { run, source } = await openRecorded(bytes, link);
  const page = new SharedPage(run, source, note);
  document.body.dataset.page = 'shared';
  document.body.append(page.root);
  run.start();
  page.setCamera(link.camera);
  animate(page);
  return { run, page };
}

// A program that was started with a recorded run has no live one: then only the models of the gallery lead away from it.
export class Playback {
  shown: Shown | null = null;
  private message: RecordedMessage | null = null;
  private hadLiveRun = false;

  constructor(private readonly live: Run, private readonly route: () => void) {
    live.on('recorded', (message) => void this.show(message).catch((error: Error) => {
      live.emit('problem', { text: `The recording cannot be read: ${error.message}.` });
      this.route();
    }));
    live.on('hello', () => { if (this.shown !== null && !this.hadLiveRun) this.close(); });
  }

  get isShown(): boolean {
    return this.shown !== null;
  }

  // The gallery is shown in its place, or no longer.
  setAside(isAside: boolean): void {
    if (this.shown === null) return;
    if (isAside && this.hadLiveRun) return this.end();
    this.shown.page.root.hidden = isAside;
  }

  private async show(message: RecordedMessage): Promise<void> {
    // After a lost connection the server sends again what is here already.
    if (this.shown !== null && this.message?.run === message.run) return;
    this.message = message;
    this.end();
    const shown = await beginRecorded(fromBase64(message.run), `Recording ${message.name ?? ''}`);
    if (this.message !== message) {
      end(shown);
      return;
    }
    this.shown = shown;
    this.hadLiveRun = this.live.hello !== null;
    const back = this.hadLiveRun ? h('button', { class: 'button primary', type: 'button', onclick: () => this.close() }, 'Back to the live run')
      : h('button', { class: 'button primary', type: 'button', onclick: () => { location.hash = 'gallery'; } }, 'Models');
    shown.page.root.querySelector('.shared-head')?.append(back);
    shown.page.hideLink();
    this.route();
  }

  private close(): void {
    this.end();
    this.route();
  }

  private end(): void {
    if (this.shown !== null) end(this.shown);
    this.shown = null;
  }
}

function end({ run, page }: Shown): void {
  run.source.stop();
  page.close();
}
