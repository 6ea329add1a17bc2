// SPDX-License-Identifier: Apache-2.0
// The scene: renderer, camera, bodies, ground, traces and the drawing over them, one frame at a time.
import { Color, DirectionalLight, HemisphereLight, Line, Mesh, Raycaster, Scene, Vector2, Vector3, WebGLRenderer, type Material } from 'three';
import type { Hello } from '../protocol/messages.ts';
import type { Snapshot } from '../protocol/snapshot.ts';
import type { Run } from '../run/run.ts';
import { Bodies, lightDirection, type Hit } from './bodies.ts';
import { CameraRig, centerOf } from './camera.ts';
import type { Framing } from './framing.ts';
import { Ghosts } from './ghosts.ts';
import { Ground } from './ground.ts';
import { Overlay, type OverlayOptions } from './overlay.ts';
import { readPalette, type Palette } from './palette.ts';
import { CameraProjection, type Projection } from './projection.ts';
import { Strobe, strobeSnapshots } from './strobe.ts';
import { Traces } from './traces.ts';
import { remembered } from '../dom.ts';
import { roundNumber } from '../format.ts';

const LONGEST_FRAME_MS = 1000;
const WIDEN_EVERY_MS = 400;
// Round a picture, in pixels; scale and axes are at its foot. A small one has less.
const SIDE = 20;
const FOOT = 46;

// Without a graphics card every pixel is computed by the processor: fewer pixels then move better. The link may contain quality=full.
function wantsSpeed(): boolean {
  const chosen = /[#&]quality=(full|fast)/.exec(location.hash)?.[1] ?? remembered<string>('quality', '');
  if (chosen !== '') return chosen === 'fast';
  const gl = document.createElement('canvas').getContext('webgl2');
  const info = gl?.getExtension('WEBGL_debug_renderer_info');
  const name = info ? String(gl!.getParameter(info.UNMASKED_RENDERER_WEBGL)) : '';
  gl?.getExtension('WEBGL_lose_context')?.loseContext();
  return /swiftshader|llvmpipe|software/i.test(name);
}

// Pictures that nobody waits for: each is drawn in full, at once, with so many pixels for each of the page. All of the run is in view,
// or the instant alone.
export interface Still {
  ratio: number;
  fit: 'instant' | 'run';
}

// Nothing where the browser has no WebGL 2, or its graphics card is not allowed to draw.
function makeRenderer(canvas: HTMLCanvasElement, still: Still | null): WebGLRenderer | null {
  const isFast = still === null && wantsSpeed();
  try {
    const renderer = new WebGLRenderer({ canvas, antialias: !isFast, stencil: true });
    renderer.setPixelRatio(isFast ? 0.7 : still?.ratio ?? Math.min(2, window.devicePixelRatio));
    return renderer;
  } catch {
    return null;
  }
}

// A mechanism whose coordinates are angles alone stays where it is: its camera stands still.
function canGoAway(hello: Hello): boolean {
  const coordinates = hello.values.filter((v) => v.kind === 'coordinate');
  return coordinates.length === 0 || coordinates.some((v) => v.unit !== 'rad');
}

export class SceneView {
  readonly canvas = document.createElement('canvas');
  readonly overlayCanvas = document.createElement('canvas');
  readonly options: OverlayOptions = {
    shows: { hand: true, constraint: true, contact: true, load: true, trace: true }, target: null, marks: [], covered: null, tools: 126, gridText: '', reducedMotion: matchMedia('(prefers-reduced-motion: reduce)').matches,
    clock: () => performance.now(),
  };
  rig: CameraRig | null = null;
  needsFit = false;
  private readonly renderer: WebGLRenderer | null;
  private readonly overlay: Overlay;
  private readonly raycaster = new Raycaster();
  private readonly lamp = new DirectionalLight('#ffffff', 0.9); // beside the camera: faces towards the reader are never dark
  private scene = new Scene();
  private bodies: Bodies | null = null;
  private ground: Ground | null = null;
  private traces: Traces | null = null;
  private ghosts: Ghosts | null = null;
  private strobe: Strobe | null = null;
  private palette: Palette = readPalette();
  private modelId = '';
  private width = 1;
  private height = 1;
  private top = 0; // pixels that bars take
  private frames = 0;
  private litKey = '';
  private fence: WebGLSync | null = null;
  private renderedAt = 0;
  private widenedAt = 0;
  private readonly pixels = new CameraProjection();
  private readonly away = new Vector3();
  private size = 1; // of the mechanism as it is drawn, without floors

  constructor(private readonly run: Run, private readonly still: Still | null = null) {
    this.renderer = makeRenderer(this.canvas, still);
    this.overlay = new Overlay(this.overlayCanvas);
    if (still !== null) this.options.tools = 0;
    run.on('hello', (hello) => this.build(hello, true));
  }

  // With the next frame.
  writeNumbers(): void {
    this.overlay.isDue = true;
  }

  get worldSize(): number {
    return this.run.hello?.world.size ?? 1;
  }

  get canDraw(): boolean {
    return this.renderer !== null;
  }

  // A graphics card may draw fewer pixels than the canvas has.
  get isDrawnWhole(): boolean {
    const gl = this.renderer?.getContext();
    return gl !== undefined && !gl.isContextLost() && gl.drawingBufferWidth === this.canvas.width && gl.drawingBufferHeight === this.canvas.height;
  }

  build(hello: Hello, newCamera: boolean): void {
    this.palette = readPalette();
    this.dispose();
    this.scene = new Scene();
    this.scene.background = new Color(this.palette.scene);
    const up = new Vector3(...hello.world.up);
    const sun = new DirectionalLight('#ffffff', 1.4);
    sun.position.copy(lightDirection(up)).multiplyScalar(10);
    const sky = new HemisphereLight('#ffffff', this.palette.isDark ? '#3a4048' : '#b9c0c7', 1.7);
    sky.position.copy(up);
    this.scene.add(sun, sky, this.lamp);
    this.bodies = new Bodies(hello, this.palette);
    this.scene.add(this.bodies.root);
    this.addCopies();
    this.ground = null;
    if (hello.world.ground !== undefined) {
      this.ground = new Ground(up, hello.world.ground, this.palette);
      this.scene.add(this.ground.mesh);
    }
    this.traces = new Traces(hello, this.palette);
    this.scene.add(this.traces.root);
    // A view that the reader chose stays, through edits of the text and lost connections.
    const isSame = this.rig !== null && this.modelId === hello.model.id && this.rig.isOwn;
    this.modelId = hello.model.id;
    const poses = hello.bodies.map((b) => b.pose).filter((p) => p >= 0);
    if (this.rig === null || (newCamera && !isSame)) {
      this.rig = new CameraRig(hello.world, poses);
      this.rig.isFollowing = canGoAway(hello);
      this.needsFit = true;
    } else if (newCamera) this.rig.renew(hello.world, poses);
    this.litKey = '';
    this.resize(this.width, this.height);
  }

  private addCopies(): void {
    const { run, palette } = this;
    this.ghosts = this.strobe = null;
    if (run.source.kind !== 'recorded' || run.history.length === 0) return;
    if (run.strobe > 0) this.strobe = new Strobe(this.bodies!, run, new Color(palette.scene));
    else if (this.still === null) this.ghosts = new Ghosts(this.bodies!.parts, run, palette.isDark);
    for (const copies of [this.strobe, this.ghosts]) if (copies !== null) this.scene.add(copies.root);
  }

  // The graphics card keeps what nobody disposes of.
  private dispose(): void {
    this.bodies?.dispose();
    this.scene.traverse((object) => {
      if (!(object instanceof Mesh || object instanceof Line)) return;
      object.geometry.dispose();
      for (const material of [object.material].flat()) (material as Material).dispose();
    });
  }

  // A browser keeps few drawing contexts.
  close(): void {
    this.dispose();
    this.renderer?.dispose();
    this.renderer?.forceContextLoss();
  }

  themeChanged(): void {
    if (this.run.hello !== null) this.build(this.run.hello, false);
  }

  resize(width: number, height: number): void {
    this.width = Math.max(1, width);
    this.height = Math.max(1, height);
    this.renderer?.setSize(this.width, this.height, false);
    const ratio = this.still?.ratio ?? Math.min(2, window.devicePixelRatio);
    this.overlayCanvas.width = Math.round(this.width * ratio);
    this.overlayCanvas.height = Math.round(this.height * ratio);
    this.rig?.setPicture(this.width, this.height, this.top);
    if (this.still !== null && this.rig !== null) this.rig.lower = (SIDE - FOOT) / this.height;
  }

  // Draws the scene below bars, which take so many pixels at the top.
  leaveRoom(pixels: number): void {
    if (pixels === this.top) return;
    this.top = pixels;
    this.rig?.setPicture(this.width, this.height, pixels);
  }

  frame(): void {
    const snapshot = this.run.shown;
    if (!this.canDraw || snapshot === null || this.bodies === null || this.rig === null || this.run.hello === null) return;
    this.bodies.update(snapshot);
    if (this.needsFit && this.width > 1) this.settle(snapshot);
    this.rig.update(snapshot);
    if (performance.now() - this.widenedAt > WIDEN_EVERY_MS) this.widen();
    this.updateLight();
    if (this.ghosts !== null) {
      this.ghosts.root.visible = this.options.shows.trace;
      this.ghosts.update(snapshot, this.size);
    }
    this.strobe?.update(snapshot.time, this.rig.camera.getWorldDirection(this.away).multiplyScalar(this.rig.distance));
    if (this.traces !== null) {
      this.traces.root.visible = this.options.shows.trace;
      if (this.options.shows.trace && (this.frames % 6 === 0 || this.still !== null)) this.traces.update(this.run);
    }
    ++this.frames;
    this.lamp.position.copy(this.rig.camera.position).sub(this.rig.target);
    this.ground?.update(this.rig.target, this.rig.distance);
    this.render();
    this.options.gridText = this.ground === null ? '' : `grid ${roundNumber(this.ground.spacing, 'm')}`;
    this.options.marks = this.traces?.marks ?? [];
    this.overlay.draw(this.run, snapshot, this.projection(), this.palette, this.options);
  }

  private settle(snapshot: Snapshot): void {
    this.needsFit = false;
    const own = this.bodies!.box();
    this.size = own.isEmpty() ? this.run.hello!.world.size : own.getSize(new Vector3()).length();
    const now = this.rig!.framing(this.bodies!.corners(snapshot), this.fill);
    if (now === null) return;
    this.rig!.settle(this.still?.fit === 'instant' ? now : this.wholeRun(now) ?? now);
  }

  // Of a recorded run that stays near, all of the way is in view from the start; the camera then need not follow.
  private wholeRun(now: Framing): Framing | null {
    if (this.run.source.kind !== 'recorded' || this.run.history.length < 2) return null;
    const corners = this.cornersSince(-Infinity, false);
    if (this.strobe !== null) corners.push(...strobeSnapshots(this.run).flatMap((snapshot) => this.bodies!.corners(snapshot)));
    const all = this.rig!.framing(corners, this.still === null ? { x: 0.94, y: 0.86 } : this.fill);
    // A path and instants that are drawn are all in view.
    const isOnePicture = this.strobe !== null || (this.still !== null && this.options.shows.trace);
    if (all === null || (all.distance > 2.4 * now.distance && !isOnePicture)) return null;
    this.rig!.isFollowing = false;
    return all;
  }

  // The corners drawn since then, at up to 40 instants; relative to a camera that follows, if it does.
  private cornersSince(begin: number, isFollowed: boolean): Vector3[] {
    const { history, hello, shown } = this.run;
    const first = Math.max(0, history.indexAt(Math.max(begin, history.begin)));
    const poses = hello!.bodies.map((b) => b.pose).filter((p) => p >= 0);
    const here = centerOf(shown!, poses);
    const list: Vector3[] = [];
    for (let k = first; k < history.length; k += Math.max(1, Math.floor((history.length - first) / 40))) {
      const shift = isFollowed ? here.clone().sub(centerOf(history.at(k), poses)) : null;
      for (const corner of this.bodies!.corners(history.at(k))) list.push(shift === null ? corner : corner.add(shift));
    }
    return list;
  }

  // The camera draws back where the mechanism would leave the picture, unless the reader chose the view or the hand holds.
  private widen(): void {
    const rig = this.rig!;
    this.widenedAt = performance.now();
    if (rig.isOwn || rig.isStill || rig.isGliding || this.run.source.kind === 'recorded' || this.run.history.length < 2) return;
    const projection = this.projection();
    const isOut = (p: Vector3) => {
      const at = projection.toPixel(p);
      return at === null || at.x < 0 || at.y < 0 || at.x > this.width || at.y > this.height;
    };
    if (!this.bodies!.corners(this.run.shown!).some(isOut)) return;
    const needed = rig.framing(this.cornersSince(this.run.history.end - 8, rig.isFollowing), { x: 0.94, y: 0.9 });
    if (needed !== null) rig.fit({ ...needed, distance: Math.max(needed.distance, rig.distance) }, this.options.reducedMotion);
  }

  // The part of the picture that a mechanism at rest takes: what moves needs room, and so do legend and scale.
  private get fill(): { x: number; y: number } {
    if (this.still !== null) return { x: 0.94 * (1 - (2 * SIDE) / this.width), y: 0.94 * (1 - (SIDE + FOOT) / this.height) };
    return this.run.source.kind === 'recorded' ? { x: 0.8, y: 0.74 } : { x: 0.76, y: 0.7 };
  }

  // A new frame begins only when the last one is done: a queue of frames would block the script, and with it the hand.
  private render(): void {
    if (this.still !== null) return this.renderer!.render(this.scene, this.rig!.camera);
    const gl = this.renderer!.getContext() as WebGL2RenderingContext;
    if (this.fence !== null) {
      if (gl.getSyncParameter(this.fence, gl.SYNC_STATUS) === gl.UNSIGNALED && performance.now() - this.renderedAt < LONGEST_FRAME_MS) return;
      gl.deleteSync(this.fence);
    }
    this.renderer!.render(this.scene, this.rig!.camera);
    this.fence = gl.fenceSync(gl.SYNC_GPU_COMMANDS_COMPLETE, 0);
    this.renderedAt = performance.now();
  }

  // As the camera stands now: one object that every call brings up to date.
  projection(): Projection {
    this.pixels.update(this.rig!, this.width, this.height);
    return this.pixels;
  }

  aim(x: number, y: number): Raycaster {
    this.raycaster.setFromCamera(new Vector2((2 * x) / this.width - 1, 1 - (2 * y) / this.height), this.rig!.camera);
    return this.raycaster;
  }

  pick(x: number, y: number): Hit | null {
    return this.rig === null || this.bodies === null ? null : this.bodies.pick(this.aim(x, y));
  }

  // From a place that the reader chose.
  look(from: Vector3, target: Vector3): void {
    if (this.rig === null) return;
    this.rig.isFollowing = false;
    this.needsFit = false;
    this.rig.lookFrom(from, target);
  }

  fit(): void {
    const { shown } = this.run;
    if (shown === null || this.rig === null || this.bodies === null) return;
    const framing = this.rig.framing(this.bodies.corners(shown), this.fill);
    if (framing !== null) this.rig.fit(framing, this.options.reducedMotion);
  }

  private updateLight(): void {
    const lit = this.run.lit;
    const key = lit === null ? '' : `${lit.name}`;
    if (key === this.litKey) return;
    this.litKey = key;
    this.bodies!.light(new Set(lit?.poses ?? []), this.palette.isDark);
  }
}
