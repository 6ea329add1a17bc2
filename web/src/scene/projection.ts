// SPDX-License-Identifier: Apache-2.0
// From points of the scene to pixels of the picture.
import { Matrix4 } from 'three';
import type { CameraRig } from './camera.ts';
import type { Pixel } from './draw.ts';

export interface Projection {
  toPixel(p: { x: number; y: number; z: number }): Pixel | null; // null: not between the near and the far plane
  metresPerPixel: number;
  width: number;
  height: number;
  axes: [Pixel, Pixel, Pixel]; // of the world, one metre long, as they are seen
}

export class CameraProjection implements Projection {
  width = 1;
  height = 1;
  metresPerPixel = 1;
  readonly axes: [Pixel, Pixel, Pixel] = [{ x: 0, y: 0 }, { x: 0, y: 0 }, { x: 0, y: 0 }];
  private readonly whole = new Matrix4();

  update(rig: CameraRig, width: number, height: number): void {
    const { camera } = rig;
    this.width = width;
    this.height = height;
    this.metresPerPixel = rig.metresPerPixel(height);
    this.whole.multiplyMatrices(camera.projectionMatrix, camera.matrixWorldInverse);
    const e = camera.matrixWorldInverse.elements; // by columns: a column is an axis of the world in the frame of the camera
    for (let k = 0; k < 3; ++k) {
      this.axes[k]!.x = e[4 * k]!;
      this.axes[k]!.y = -e[4 * k + 1]!;
    }
  }

  toPixel({ x, y, z }: { x: number; y: number; z: number }): Pixel | null {
    const e = this.whole.elements;
    const w = e[3]! * x + e[7]! * y + e[11]! * z + e[15]!;
    const depth = (e[2]! * x + e[6]! * y + e[10]! * z + e[14]!) / w;
    if (!(depth >= -1 && depth <= 1)) return null;
    const right = (e[0]! * x + e[4]! * y + e[8]! * z + e[12]!) / w;
    const above = (e[1]! * x + e[5]! * y + e[9]! * z + e[13]!) / w;
    return { x: (0.5 + right / 2) * this.width, y: (0.5 - above / 2) * this.height };
  }
}
