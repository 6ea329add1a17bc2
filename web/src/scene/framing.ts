// SPDX-License-Identifier: Apache-2.0
// The nearest place of a camera from which all of the given points are in view.
import { Vector3 } from 'three';

export interface Lens {
  right: Vector3;
  above: Vector3;
  back: Vector3; // from the target to the camera
  halfHeight: number; // tangent of half the angle of view, from top to bottom
  aspect: number;
}

export interface Framing {
  target: Vector3;
  distance: number;
}

// A point with coordinates (x, y, z) along right, above and back is in view from c + d back where |x - c_x| <= t (d - z), and the
// same for y: the two sides of the picture give c_x and the least d, and so do top and bottom. `fill` is the part of the picture used.
export function frameAll(points: readonly Vector3[], lens: Lens, fill: { x: number; y: number }): Framing | null {
  const tx = fill.x * lens.halfHeight * lens.aspect;
  const ty = fill.y * lens.halfHeight;
  const most = { right: -Infinity, left: -Infinity, above: -Infinity, below: -Infinity, z: -Infinity, minusZ: -Infinity };
  for (const p of points) {
    const x = p.dot(lens.right), y = p.dot(lens.above), z = p.dot(lens.back);
    if (!Number.isFinite(x + y + z)) continue;
    most.right = Math.max(most.right, x + tx * z);
    most.left = Math.max(most.left, -x + tx * z);
    most.above = Math.max(most.above, y + ty * z);
    most.below = Math.max(most.below, -y + ty * z);
    most.z = Math.max(most.z, z);
    most.minusZ = Math.max(most.minusZ, -z);
  }
  const deep = most.z + most.minusZ;
  const reach = Math.max((most.right + most.left) / (2 * tx), (most.above + most.below) / (2 * ty), most.z + 0.1 * deep); // not inside it
  if (!Number.isFinite(reach)) return null;
  // The camera turns about the middle in depth, too.
  const depth = (most.z - most.minusZ) / 2;
  const target = new Vector3().addScaledVector(lens.right, (most.right - most.left) / 2).addScaledVector(lens.above, (most.above - most.below) / 2).addScaledVector(lens.back, depth);
  return { target, distance: reach - depth };
}
