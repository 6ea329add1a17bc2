// SPDX-License-Identifier: Apache-2.0
// The scene of a recorded run alone, as large as the window: tangible render takes its pictures and films from here.
import { Vector3 } from 'three';
import { h } from './dom.ts';
import { toBase64 } from './protocol/base64.ts';
import type { Run } from './run/run.ts';
import { LABEL_FONT } from './scene/overlay.ts';
import { SceneView } from './scene/view.ts';
import type { LinkSettings } from './source/recorded.ts';
import { onTheme } from './theme.ts';

const KEY_EVERY = 60; // frames
const BITS_PER_PIXEL = 0.15; // of a frame
const LEAST_BITS = 4e6; // a second
const MOST_WAITING = 4; // frames in the encoder
const NO_WEBGL = 'it has no WebGL 2 here';

type Chunk = [isKey: boolean, base64: string];

interface Film {
  encoder: VideoEncoder;
  rate: number;
  count: number;
  chunks: Chunk[];
  failure: string;
}

export class Picture {
  readonly root = h('div', { class: 'picture', role: 'img' });
  readonly view: SceneView;
  private readonly sheet = document.createElement('canvas'); // the scene, and what is drawn over it
  private film: Film | null = null;

  constructor(private readonly run: Run, link: LinkSettings) {
    this.view = new SceneView(run, { ratio: window.devicePixelRatio || 1, fit: link.fit ?? 'run' });
    const { options } = this.view;
    options.shows.trace = link.trace ?? true;
    options.reducedMotion = true; // nothing depends on when it is drawn
    options.clock = () => 1000 * (run.shown?.time ?? 0);
    for (const canvas of [this.view.canvas, this.view.overlayCanvas]) this.root.append(canvas);
    this.view.canvas.className = 'scene-canvas';
    this.view.overlayCanvas.className = 'scene-overlay';
    onTheme(() => { this.view.themeChanged(); this.draw(); });
    window.addEventListener('resize', () => this.fill());
  }

  // The first drawing. Letters are drawn as those of another font until theirs is there.
  async begin({ camera, strobe, time }: LinkSettings): Promise<void> {
    await document.fonts.load(LABEL_FONT).catch(() => []);
    if (camera !== undefined) this.view.look(new Vector3(...(camera.slice(0, 3) as [number, number, number])), new Vector3(...(camera.slice(3) as [number, number, number])));
    if (strobe !== undefined && time === undefined) this.run.send({ type: 'seek', time: this.run.history.end });
    this.fill();
  }

  // What keeps it from being drawn.
  get problem(): string {
    return !this.view.canDraw ? NO_WEBGL : this.view.isDrawnWhole ? '' : `its WebGL cannot draw ${this.sheet.width} x ${this.sheet.height} pixels; give a smaller --scale or --size`;
  }

  // A PNG, in base64.
  png(time: number): string {
    this.compose(time);
    return this.sheet.toDataURL('image/png').replace(/^.*,/, '');
  }

  beginFilm(rate: number): void {
    const { width, height } = this.evenSize();
    const usual = Math.min(60, Math.max(1, rate)); // the encoder refuses others; each frame has its own time
    const film: Film = { encoder: new VideoEncoder({ output: (chunk) => film.chunks.push(read(chunk)), error: (error) => { film.failure = String(error); } }), rate, count: 0, chunks: [], failure: '' };
    film.encoder.configure({ codec: 'vp8', width, height, bitrate: Math.max(LEAST_BITS, BITS_PER_PIXEL * width * height * usual), framerate: usual });
    this.film = film;
  }

  // The next frame shows the run at this time. Returns those that are encoded, with this one or before.
  async addFrame(time: number): Promise<Chunk[]> {
    const { film, sheet } = this;
    if (film === null) throw new Error('no film has begun');
    this.compose(time);
    const { width, height } = this.evenSize();
    const frame = new VideoFrame(sheet, { timestamp: Math.round((1e6 * film.count) / film.rate), visibleRect: { x: 0, y: 0, width, height } });
    film.encoder.encode(frame, { keyFrame: film.count++ % KEY_EVERY === 0 });
    frame.close();
    while (film.encoder.encodeQueueSize > MOST_WAITING) await new Promise((done) => setTimeout(done, 5));
    return this.takeChunks();
  }

  async endFilm(): Promise<Chunk[]> {
    await this.film?.encoder.flush();
    return this.takeChunks();
  }

  private takeChunks(): Chunk[] {
    if (this.film === null || this.film.failure !== '') throw new Error(this.film?.failure ?? 'no film has begun');
    return this.film.chunks.splice(0);
  }

  // VP8 halves the lines and columns of its colours.
  private evenSize(): { width: number; height: number } {
    return { width: 2 * Math.floor(this.sheet.width / 2), height: 2 * Math.floor(this.sheet.height / 2) };
  }

  private fill(): void {
    this.view.resize(window.innerWidth, window.innerHeight);
    this.sheet.width = this.view.canvas.width;
    this.sheet.height = this.view.canvas.height;
    this.draw();
  }

  private draw(): void {
    this.view.writeNumbers();
    this.view.frame();
  }

  // What WebGL drew is there until the script ends.
  private compose(time: number): void {
    if (this.problem !== '') throw new Error(this.problem);
    this.run.send({ type: 'seek', time });
    this.draw();
    const context = this.sheet.getContext('2d')!;
    for (const canvas of [this.view.canvas, this.view.overlayCanvas]) context.drawImage(canvas, 0, 0);
  }
}

function read(chunk: EncodedVideoChunk): Chunk {
  const bytes = new Uint8Array(chunk.byteLength);
  chunk.copyTo(bytes);
  return [chunk.type === 'key', toBase64(bytes)];
}
