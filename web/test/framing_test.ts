// SPDX-License-Identifier: Apache-2.0
// The camera comes as near as the picture allows, whatever the shape of the mechanism.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Vector3 } from 'three';
import type { Snapshot } from '../src/protocol/snapshot.ts';
import { CameraRig } from '../src/scene/camera.ts';
import { frameAll } from '../src/scene/framing.ts';

const lens = { right: new Vector3(1, 0, 0), above: new Vector3(0, 1, 0), back: new Vector3(0, 0, 1), halfHeight: 0.25, aspect: 1.5 };

// Places in the picture, from -1 to 1.
function seen(points: Vector3[], fill: { x: number; y: number }): { x: number[]; y: number[] } {
  const { target, distance } = frameAll(points, lens, fill)!;
  const depth = (p: Vector3) => distance - (p.z - target.z);
  return {
    x: points.map((p) => (p.x - target.x) / (lens.halfHeight * lens.aspect * depth(p))),
    y: points.map((p) => (p.y - target.y) / (lens.halfHeight * depth(p))),
  };
}

const box = (x: number, y: number, z: number) => [-1, 1].flatMap((a) => [-1, 1].flatMap((b) => [-1, 1].map((c) => new Vector3(3 + a * x, 2 + b * y, c * z - 7))));

test('a_wide_thing_fills_the_width_and_a_tall_one_the_height', () => {
  const wide = seen(box(4, 1, 1), { x: 0.8, y: 0.7 });
  assert.ok(Math.abs(Math.max(...wide.x) - 0.8) < 1e-12 && Math.abs(Math.min(...wide.x) + 0.8) < 1e-12);
  assert.ok(Math.max(...wide.y) < 0.7);
  const tall = seen(box(1, 4, 1), { x: 0.8, y: 0.7 });
  assert.ok(Math.abs(Math.max(...tall.y) - 0.7) < 1e-12);
  assert.ok(Math.max(...tall.x) < 0.8);
});

test('points_near_the_camera_are_in_view_too', () => {
  const points = [...box(1, 1, 0.1), new Vector3(3, 2, 1)];
  const { x, y } = seen(points, { x: 1, y: 1 });
  for (const place of [...x, ...y]) assert.ok(Math.abs(place) <= 1 + 1e-12, String(place));
});

test('without_points_there_is_nothing_to_frame', () => assert.equal(frameAll([], lens, { x: 1, y: 1 }), null));

const poses = (x: number, z: number): Snapshot => ({ poses: Float32Array.of(x, 0, z, 1, 0, 0, 0) }) as unknown as Snapshot;

test('a_camera_that_follows_goes_along_the_ground_and_keeps_it_in_view_while_things_rise_and_fall', () => {
  const rig = new CameraRig({ up: [0, 0, 1], size: 1, center: [0, 0, 0.5] }, [0]);
  rig.settle({ target: new Vector3(0, 0, 0.5), distance: 4 });
  rig.update(poses(0, 1));
  rig.update(poses(0, 0.1));
  assert.ok(Math.abs(rig.target.z - 0.5) < 1e-6, 'a ball that falls within the picture');
  rig.update(poses(3, 0.1));
  assert.ok(Math.abs(rig.target.x - 3) < 0.25, 'a cart that drives away');
  const { x } = rig.target;
  for (let k = 0; k < 50; ++k) rig.update(poses(3 - 0.15 * (1 - Math.cos(k)), 0.1));
  assert.ok(Math.abs(rig.target.x - x) < 1e-9, 'a block that swings on its spring');
  for (let z = 0; z > -20; z -= 0.1) rig.update(poses(3, z));
  assert.ok(rig.target.z < -17, 'a bird that slides down a long pole');
});
