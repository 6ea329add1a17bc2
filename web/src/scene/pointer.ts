// SPDX-License-Identifier: Apache-2.0
// Actions of the pointer in the scene: hold a body, turn, move and zoom the camera; one or two fingers likewise.
import { Vector3 } from 'three';
import type { Run } from '../run/run.ts';
import { niceStep } from './ground.ts';
import type { Hand } from './hand.ts';
import type { SceneView } from './view.ts';

type Gesture = 'none' | 'hold' | 'turn' | 'move' | 'pinch';

// Buttons and cards over the scene are no part of it.
const isControl = (target: EventTarget | null) => (target as Element).closest('button, a, .card, .banner') !== null;

export class Pointer {
  private gesture: Gesture = 'none';
  private readonly fingers = new Map<number, { x: number; y: number }>();
  private spread = 0;

  constructor(private readonly element: HTMLElement, private readonly run: Run, private readonly view: SceneView, private readonly hand: Hand, private readonly onFirstDrag: () => void) {
    element.addEventListener('pointerdown', (e) => this.down(e));
    element.addEventListener('pointermove', (e) => this.move(e));
    element.addEventListener('pointerup', (e) => this.up(e));
    element.addEventListener('pointercancel', (e) => this.up(e));
    element.addEventListener('wheel', (e) => this.wheel(e), { passive: false });
    element.addEventListener('contextmenu', (e) => e.preventDefault());
    element.addEventListener('dblclick', (e) => {
      if (this.view.rig !== null && !isControl(e.target)) this.view.rig.isFollowing = !this.view.rig.isFollowing;
    });
  }

  private place(e: { clientX: number; clientY: number }): { x: number; y: number } {
    const box = this.element.getBoundingClientRect();
    return { x: e.clientX - box.left, y: e.clientY - box.top };
  }

  private down(e: PointerEvent): void {
    if (this.view.rig === null || this.run.latest === null || isControl(e.target)) return;
    this.element.setPointerCapture(e.pointerId);
    const at = this.place(e);
    this.fingers.set(e.pointerId, at);
    if (this.fingers.size === 2) {
      this.hand.letGo();
      this.gesture = 'pinch';
      this.spread = this.fingerSpread();
      return;
    }
    const wantsMove = e.button === 2 || e.button === 1 || e.shiftKey;
    const hit = wantsMove ? null : this.view.pick(at.x, at.y);
    if (hit !== null && this.canHold()) {
      this.gesture = 'hold';
      this.hand.takeBody(hit.body, hit.point, at);
      this.onFirstDrag();
    } else this.gesture = wantsMove ? 'move' : 'turn';
    this.setCursor(at.x, at.y);
  }

  private canHold(): boolean {
    return this.run.hasHand && this.run.connection === 'open' && this.run.scrubTime === null;
  }

  private move(e: PointerEvent): void {
    if (this.view.rig === null) return;
    const at = this.place(e);
    const before = this.fingers.get(e.pointerId);
    if (before === undefined) {
      this.setCursor(at.x, at.y);
      return;
    }
    const dx = at.x - before.x, dy = at.y - before.y;
    this.fingers.set(e.pointerId, at);
    if (this.gesture === 'hold') {
      if (e.altKey) this.hand.turn(dx, dy);
      else this.hand.leadTo(at.x, at.y);
    } else if (this.gesture === 'turn') this.view.rig.turn(dx, dy);
    else if (this.gesture === 'move') this.view.rig.move(dx, dy, this.element.clientHeight);
    else if (this.gesture === 'pinch') {
      this.view.rig.move(dx / 2, dy / 2, this.element.clientHeight);
      const spread = this.fingerSpread();
      if (spread > 0 && this.spread > 0) this.view.rig.zoom(this.spread / spread);
      this.spread = spread;
    }
  }

  private up(e: PointerEvent): void {
    this.fingers.delete(e.pointerId);
    if (this.gesture === 'hold') this.hand.letGo();
    if (this.fingers.size === 0) this.gesture = 'none';
    else if (this.gesture === 'pinch') this.gesture = 'turn'; // with the finger that stays
    this.setCursor(this.place(e).x, this.place(e).y);
  }

  private wheel(e: WheelEvent): void {
    if (this.view.rig === null) return;
    e.preventDefault();
    const pixels = e.deltaMode === 1 ? 16 * e.deltaY : e.deltaY;
    if (this.hand.isHolding) this.hand.deepen(pixels);
    else this.view.rig.zoom(Math.exp(0.0012 * pixels));
  }

  private fingerSpread(): number {
    const [a, b] = [...this.fingers.values()];
    return a === undefined || b === undefined ? 0 : Math.hypot(a.x - b.x, a.y - b.y);
  }

  private setCursor(x: number, y: number): void {
    let cursor = 'default';
    if (this.gesture === 'hold') cursor = 'grabbing';
    else if (this.gesture === 'none' && this.run.source.kind === 'live' && this.view.pick(x, y) !== null) cursor = this.canHold() ? 'grab' : 'not-allowed';
    else if (this.gesture !== 'none') cursor = 'move';
    if (this.element.style.cursor !== cursor) this.element.style.cursor = cursor;
  }
}

// 1 cm for what is as large as a piece of furniture; about a hundredth of a mechanism of quite another size.
export function keyStep(size: number): number {
  return size >= 0.2 && size <= 8 ? 0.01 : niceStep(0.01 * size);
}

// Keys move the hand along the axes of the screen by one step, with Shift by ten.
export function handKey(e: KeyboardEvent, hand: Hand, view: SceneView): boolean {
  if (!hand.isHolding) return false;
  if (e.key === 'Escape') {
    hand.letGo();
    return true;
  }
  const matrix = view.rig!.camera.matrixWorld;
  const columns: Record<string, [number, number]> = {
    ArrowRight: [0, 1], ArrowLeft: [0, -1], ArrowUp: [1, 1], ArrowDown: [1, -1], PageUp: [2, -1], PageDown: [2, 1],
  };
  const column = columns[e.key];
  if (column === undefined) return false;
  hand.shift(new Vector3().setFromMatrixColumn(matrix, column[0]).multiplyScalar(column[1] * (e.shiftKey ? 10 : 1) * keyStep(view.worldSize)));
  return true;
}
