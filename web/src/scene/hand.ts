// SPDX-License-Identifier: Apache-2.0
// The hand: pointer and keyboard take hold of a body or a handle, lead a target, and let go.
import { Plane, Quaternion, Vector3 } from 'three';
import { FLAG } from '../protocol/snapshot.ts';
import type { Run } from '../run/run.ts';
import type { Pixel } from './draw.ts';
import { Pace } from './pace.ts';
import type { SceneView } from './view.ts';

const KEEP_ALIVE_MS = 50;
const MOST_PER_SECOND = 120; // the server takes 200 messages a second, of all kinds

export class Hand {
  isHolding = false;
  readonly target = new Vector3();
  private readonly rotation = new Quaternion();
  private readonly plane = new Plane();
  private readonly grab = { x: 0, y: 0 }; // from the pointer to the taken point when it was pressed, in pixels
  private sequence = 0;
  private timer = 0;
  private lastSent = 0;
  private readonly pace = new Pace(1000 / MOST_PER_SECOND);
  private wasHeld = false;

  constructor(private readonly run: Run, private readonly view: SceneView) {
    run.on('connection', (state) => state !== 'open' && this.end());
    run.on('hello', () => this.end());
  }

  takeBody(body: number, point: Vector3, pointer: Pixel): void {
    const pose = this.run.hello!.bodies[body]!.pose;
    const at = this.toPose(pose, point);
    this.run.heldName = this.run.hello!.bodies[body]!.name;
    this.begin(point, pointer);
    void this.run.request({ type: 'take', body, at: at.toArray() }).then((ok) => !ok && this.end());
    this.sendPose();
  }

  // Without a pointer: by the keyboard.
  takeHandle(index: number, pointer: Pixel | null = null): void {
    const handle = this.run.hello!.handles[index]!;
    const point = new Vector3().fromArray(this.run.latest!.poses, 7 * handle.pose);
    this.run.heldName = handle.name;
    this.begin(point, pointer);
    void this.run.request({ type: 'take', handle: handle.name }).then((ok) => !ok && this.end());
    this.sendPose();
  }

  // The target follows the pointer within a plane through the grabbed point, beside it where it was taken beside it: a press at the
  // rim of a handle pulls at nothing by itself.
  leadTo(x: number, y: number): void {
    if (!this.isHolding) return;
    const hit = this.view.aim(x + this.grab.x, y + this.grab.y).ray.intersectPlane(this.plane, new Vector3());
    if (hit !== null) this.target.copy(hit);
  }

  shift(by: Vector3): void {
    if (!this.isHolding) return;
    this.target.add(by);
    this.plane.setFromNormalAndCoplanarPoint(this.plane.normal, this.target);
  }

  deepen(pixels: number): void {
    const direction = this.view.rig!.camera.getWorldDirection(new Vector3());
    const normal = this.plane.normal;
    const axis = Math.abs(direction.dot(normal)) > 0.99 ? direction : normal.clone().multiplyScalar(Math.sign(normal.dot(direction)));
    this.shift(axis.multiplyScalar(-0.001 * pixels * this.run.hello!.world.size));
  }

  turn(dx: number, dy: number): void {
    const matrix = this.view.rig!.camera.matrixWorld;
    const right = new Vector3().setFromMatrixColumn(matrix, 0);
    const above = new Vector3().setFromMatrixColumn(matrix, 1);
    const step = new Quaternion().setFromAxisAngle(above, 0.008 * dx).multiply(new Quaternion().setFromAxisAngle(right, 0.008 * dy));
    this.rotation.premultiply(step);
  }

  letGo(): void {
    if (!this.isHolding) return;
    this.run.send({ type: 'release' });
    this.end();
  }

  // Called at every frame, each with the newest target; the timer serves pages whose frames are held back.
  frame(): void {
    if (!this.isHolding) return;
    if (this.run.isStale) return this.end(); // the server lets go of a hand that is silent, and so does the page
    const isHeld = ((this.run.latest?.flags ?? 0) & FLAG.heldByViewer) !== 0;
    if (this.wasHeld && !isHeld) this.end(); // the server has let go
    else if (this.pace.isDue(performance.now())) this.sendPose();
    this.wasHeld = this.isHolding && isHeld;
  }

  // Where the pointer has to be for a target.
  pointerFor(target: { x: number; y: number; z: number }): Pixel | null {
    const at = this.view.projection().toPixel(target);
    return at === null ? null : { x: at.x - this.grab.x, y: at.y - this.grab.y };
  }

  private begin(point: Vector3, pointer: Pixel | null): void {
    this.isHolding = true;
    this.wasHeld = false;
    this.view.rig!.standStill();
    this.target.copy(point);
    const at = pointer === null ? null : this.view.projection().toPixel(point);
    this.grab.x = at === null ? 0 : at.x - pointer!.x;
    this.grab.y = at === null ? 0 : at.y - pointer!.y;
    this.rotation.identity();
    this.view.options.target = this.target;
    const direction = this.view.rig!.camera.getWorldDirection(new Vector3());
    const { motion_normal } = this.run.hello!.world;
    const normal = motion_normal ? new Vector3(...motion_normal) : null;
    const isUsable = normal !== null && Math.abs(normal.dot(direction)) > 0.15;
    this.plane.setFromNormalAndCoplanarPoint(isUsable ? normal! : direction, point);
    window.clearInterval(this.timer);
    this.timer = window.setInterval(() => performance.now() - this.lastSent > KEEP_ALIVE_MS && this.sendPose(), KEEP_ALIVE_MS);
  }

  private end(): void {
    this.isHolding = false;
    if (this.view.rig !== null) this.view.rig.isStill = false;
    this.view.options.target = null;
    window.clearInterval(this.timer);
  }

  private sendPose(): void {
    this.lastSent = performance.now();
    const { w, x, y, z } = this.rotation;
    this.run.send({ type: 'hand', seq: ++this.sequence, stamp: this.lastSent, position: this.target.toArray(), rotation: [w, x, y, z] });
  }

  private toPose(pose: number, point: Vector3): Vector3 {
    const p = this.run.latest!.poses;
    const at = 7 * pose;
    const origin = new Vector3().fromArray(p, at);
    const turn = new Quaternion(p[at + 4], p[at + 5], p[at + 6], p[at + 3]);
    return point.clone().sub(origin).applyQuaternion(turn.invert());
  }
}
