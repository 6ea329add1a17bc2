// SPDX-License-Identifier: Apache-2.0
// The camera: it turns about a target, moves, zooms, follows the mechanism, and glides to named views.
import { PerspectiveCamera, Vector3 } from 'three';
import type { Snapshot } from '../protocol/snapshot.ts';
import type { WorldInfo } from '../protocol/messages.ts';
import { frameAll, type Framing } from './framing.ts';

const GLIDE_MS = 250;
const FREE = 0.2; // of half the picture: so far the mechanism moves within it
const LEAVING = 0.62; // of half the picture: a middle of the mechanism beyond it is about to leave
const LOWER = 0.06; // of half the picture: legend and banners take room at the top

export class CameraRig {
  readonly camera = new PerspectiveCamera(28, 1, 0.01, 1000);
  readonly target = new Vector3();
  isFollowing = true;
  isOwn = false; // the reader chose what is in view: nothing else changes it
  lower = LOWER;
  isStill = false; // while the hand holds: a camera that follows would carry the hand's target away
  distance = 4;
  private azimuth = -1.15;
  private elevation = 0.42;
  private readonly up: Vector3;
  private readonly east: Vector3;
  private readonly north: Vector3;
  private followed: Vector3 | null = null;
  private rest: Vector3 | null = null; // from the target to the middle of the mechanism, along the ground, when following began
  private isPlaced = false;
  private shrink = 1; // of the scene, where bars take room
  private glide: { from: number[]; to: number[]; start: number } | null = null;

  constructor(private world: WorldInfo, private bodies: readonly number[]) {
    this.up = new Vector3(...world.up).normalize();
    const helper = Math.abs(this.up.x) < 0.9 ? new Vector3(1, 0, 0) : new Vector3(0, 1, 0);
    this.east = helper.sub(this.up.clone().multiplyScalar(helper.dot(this.up))).normalize();
    this.north = new Vector3().crossVectors(this.up, this.east);
    this.camera.up.copy(this.up);
    this.home();
  }

  // The same mechanism with another text: what is followed begins where it is now.
  renew(world: WorldInfo, bodies: readonly number[]): void {
    this.world = world;
    this.bodies = bodies;
    this.followed = this.rest = null;
  }

  home(): void {
    this.target.set(...this.world.center);
    this.distance = 2.5 * this.world.size;
    if (this.world.camera) this.lookFrom(new Vector3(...this.world.camera.position), new Vector3(...this.world.camera.target));
    else if (this.world.planar && this.world.motion_normal) this.lookFrom(new Vector3(...this.world.motion_normal).multiplyScalar(this.distance).add(this.target), this.target.clone());
    this.followed = null;
    this.apply();
  }

  lookFrom(position: Vector3, target: Vector3): void {
    const offset = position.clone().sub(target);
    this.target.copy(target);
    this.distance = offset.length() || 1;
    this.elevation = Math.max(-1.55, Math.min(1.55, Math.asin(Math.max(-1, Math.min(1, offset.dot(this.up) / this.distance)))));
    this.azimuth = Math.atan2(offset.dot(this.north), offset.dot(this.east));
    this.apply();
  }

  turn(dx: number, dy: number): void {
    this.glide = null;
    this.isOwn = true;
    this.azimuth -= 0.008 * dx;
    this.elevation = Math.max(-1.55, Math.min(1.55, this.elevation + 0.008 * dy));
    this.apply();
  }

  move(dx: number, dy: number, height: number): void {
    this.isOwn = true;
    this.rest = null;
    const perPixel = this.metresPerPixel(height);
    const right = new Vector3().setFromMatrixColumn(this.camera.matrix, 0);
    const above = new Vector3().setFromMatrixColumn(this.camera.matrix, 1);
    this.target.addScaledVector(right, -dx * perPixel).addScaledVector(above, dy * perPixel);
    this.apply();
  }

  zoom(factor: number): void {
    this.isOwn = true;
    this.distance = Math.max(0.05 * this.world.size, Math.min(60 * this.world.size, this.distance * factor));
    this.apply();
  }

  // `top`: pixels that bars take there. The scene is drawn in what is left, so much smaller.
  setPicture(width: number, height: number, top: number): void {
    this.shrink = Math.max(0.5, (height - top) / height);
    const [w, h] = [width / this.shrink, height / this.shrink];
    this.camera.setViewOffset(width, height, (width - w) / 2, height - h, w, h);
  }

  metresPerPixel(height: number): number {
    return (2 * this.distance * Math.tan((this.camera.fov * Math.PI) / 360)) / (height * this.shrink);
  }

  // Views 7 (from above), 1 (from the front) and 3 (from the side), as in drawing programs.
  view(name: 'top' | 'front' | 'side', reducedMotion: boolean): void {
    const angles = { top: [-Math.PI / 2, 1.55], front: [-Math.PI / 2, 0], side: [0, 0] }[name] as [number, number];
    this.glideTo([angles[0], angles[1], this.distance, ...this.target.toArray()], reducedMotion);
  }

  // From the present direction, all of the points in the given part of the picture.
  framing(points: readonly Vector3[], fill: { x: number; y: number }): Framing | null {
    const [right, above, back] = [0, 1, 2].map((k) => new Vector3().setFromMatrixColumn(this.camera.matrix, k)) as [Vector3, Vector3, Vector3];
    const halfHeight = Math.tan((this.camera.fov * Math.PI) / 360);
    const found = frameAll(points, { right, above, back, halfHeight, aspect: this.camera.aspect }, fill);
    if (found === null) return null;
    found.distance = Math.max(found.distance, 0.3 * this.world.size);
    found.target.addScaledVector(above, this.lower * halfHeight * found.distance);
    return found;
  }

  fit({ target, distance }: Framing, reducedMotion: boolean): void {
    this.isOwn = false;
    this.glideTo([this.azimuth, this.elevation, distance, ...target.toArray()], reducedMotion);
  }

  // While the hand holds: a glide under way would carry the hand's target away, too.
  standStill(): void {
    this.isStill = true;
    this.glide = null;
  }

  get isGliding(): boolean {
    return this.glide !== null;
  }

  private glideTo(to: number[], reducedMotion: boolean): void {
    const from = [this.azimuth, this.elevation, this.distance, ...this.target.toArray()];
    to[0] = from[0]! + Math.atan2(Math.sin(to[0]! - from[0]!), Math.cos(to[0]! - from[0]!));
    this.glide = { from, to, start: reducedMotion ? -Infinity : performance.now() };
  }

  update(snapshot: Snapshot | null): void {
    const moved = snapshot !== null && snapshot.poses.length > 0 ? this.follow(snapshot) : new Vector3();
    if (this.glide === null) this.target.add(moved);
    else {
      // What is followed goes on while the camera glides.
      for (const end of [this.glide.from, this.glide.to]) moved.toArray().forEach((x, k) => { end[3 + k]! += x; });
      const part = Math.min(1, (performance.now() - this.glide.start) / GLIDE_MS);
      const eased = part * part * (3 - 2 * part);
      const now = this.glide.from.map((x, i) => x + eased * (this.glide!.to[i]! - x));
      [this.azimuth, this.elevation, this.distance] = now as [number, number, number];
      this.target.set(now[3]!, now[4]!, now[5]!);
      if (part >= 1) this.glide = null;
    }
    this.apply();
  }

  // How far the mechanism has gone since the last frame, where it is followed.
  private follow(snapshot: Snapshot): Vector3 {
    const center = centerOf(snapshot, this.bodies);
    const last = this.followed;
    this.followed = center;
    if (last === null && this.isFollowing && !this.isPlaced) this.catchUp(center);
    this.isPlaced = true;
    if (!this.isFollowing || this.isStill || this.glide !== null) this.rest = null;
    if (last === null || !this.isFollowing || this.isStill) return new Vector3();
    return this.wayAlong(center).addScaledVector(this.up, this.wayUp(center.clone().sub(last).dot(this.up), center));
  }

  // Along the ground: what swings to and fro within the picture moves, and not the picture.
  private wayAlong(center: Vector3): Vector3 {
    const away = center.clone().sub(this.target);
    away.addScaledVector(this.up, -away.dot(this.up));
    this.rest ??= away.clone();
    away.sub(this.rest);
    const free = FREE * this.distance * Math.tan((this.camera.fov * Math.PI) / 360);
    const length = away.length();
    return length > free ? away.multiplyScalar(1 - free / length) : away.set(0, 0, 0);
  }

  // Where things rise and fall, the ground stays in view: upwards the camera goes along only with what would leave the picture.
  private wayUp(rise: number, center: Vector3): number {
    const above = new Vector3().setFromMatrixColumn(this.camera.matrix, 1);
    const upright = above.dot(this.up);
    if (upright < 0.3) return rise; // seen from above
    const height = center.clone().sub(this.target).dot(above) / (this.distance * Math.tan((this.camera.fov * Math.PI) / 360));
    return Math.abs(height) > LEAVING && height * rise > 0 ? rise : 0;
  }

  // At once, seen from the direction that the model gives.
  settle({ target, distance }: Framing): void {
    this.target.copy(target);
    this.distance = distance;
    this.isPlaced = true;
    this.followed = this.rest = null;
    this.apply();
  }

  // A page may be opened when the mechanism has long left the place where it began.
  private catchUp(center: Vector3): void {
    const gone = center.clone().sub(new Vector3(...this.world.center));
    gone.addScaledVector(this.up, -gone.dot(this.up));
    if (gone.length() > 0.35 * this.world.size) this.target.add(gone);
  }

  private apply(): void {
    const flat = Math.cos(this.elevation);
    this.camera.position.copy(this.target)
      .addScaledVector(this.east, this.distance * flat * Math.cos(this.azimuth))
      .addScaledVector(this.north, this.distance * flat * Math.sin(this.azimuth))
      .addScaledVector(this.up, this.distance * Math.sin(this.elevation));
    this.camera.near = 0.02 * this.distance;
    this.camera.far = 40 * this.distance;
    this.camera.lookAt(this.target);
    this.camera.updateMatrix();
    this.camera.updateMatrixWorld();
    this.camera.updateProjectionMatrix();
  }
}

// The middle of the bodies, without poses that are fixed in the world.
export function centerOf(snapshot: Snapshot, bodies: readonly number[]): Vector3 {
  const center = new Vector3();
  const list = bodies.length > 0 ? bodies : Array.from({ length: snapshot.poses.length / 7 }, (_, k) => k);
  const p = snapshot.poses;
  for (const k of list) center.set(center.x + p[7 * k]!, center.y + p[7 * k + 1]!, center.z + p[7 * k + 2]!);
  return center.divideScalar(Math.max(1, list.length));
}
