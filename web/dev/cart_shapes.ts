// SPDX-License-Identifier: Apache-2.0
// For development only: the shapes of the shopping cart.
import type { ShapeInfo, Vec3 } from '../src/protocol/messages.ts';

// Poses: 0 basket (frame B at Bo, 0.4 m before the rear axle), 1 caster (frame C at P3), 2 left rear wheel, 3 right rear wheel.
export function cartShapes(): ShapeInfo[] {
  const x0 = -0.4; // rear axle in the pose of the basket
  const bar = (vertices: Vec3[], radius = 0.012, extra: Partial<ShapeInfo> = {}): ShapeInfo => ({
    kind: 'line', pose: 0, body: 'basket', radius, colour: 'dark', vertices: vertices.map(([x, y, z]) => [x + x0, y, z]), ...extra,
  });
  const shapes: ShapeInfo[] = [];
  for (const y of [-0.22, 0.22]) {
    shapes.push(bar([[0, y, 0.09], [0.9, 0.6 * y, 0.16], [0.98, 0.5 * y, 0.3]]));
    shapes.push(bar([[0, y, 0.09], [-0.13, y, 0.98]]));
    shapes.push(bar([[0.06, y, 0.1], [0.06, 0.8 * y, 0.36]], 0.009));
    shapes.push(bar([[0.62, 0.7 * y, 0.14], [0.66, 0.7 * y, 0.34]], 0.008));
  }
  shapes.push(bar([[0.9, -0.13, 0.16], [0.9, 0.13, 0.16]]));
  shapes.push(bar([[0, -0.22, 0.09], [0, 0.22, 0.09]], 0.01));
  shapes.push(bar([[-0.13, -0.25, 0.98], [-0.13, 0.25, 0.98]], 0.02, { colour: '#15181c', name: 'grip' }));
  const top: Vec3[] = [[-0.06, -0.27, 0.78], [1.0, -0.2, 0.7], [1.0, 0.2, 0.7], [-0.06, 0.27, 0.78]];
  const bottom: Vec3[] = [[0.04, -0.19, 0.36], [0.86, -0.14, 0.34], [0.86, 0.14, 0.34], [0.04, 0.19, 0.36]];
  shapes.push(bar(top, 0.012, { closed: true }));
  shapes.push(bar(bottom, 0.008, { closed: true }));
  for (let k = 0; k < 4; ++k) shapes.push(bar([top[k]!, bottom[k]!], 0.007));
  const between = (a: Vec3, b: Vec3, s: number): Vec3 => [a[0] + s * (b[0] - a[0]), a[1] + s * (b[1] - a[1]), a[2] + s * (b[2] - a[2])];
  const wire: Partial<ShapeInfo> = { colour: 'grey' };
  for (const s of [0.17, 0.33, 0.5, 0.67, 0.83]) shapes.push(bar(top.map((v, k) => between(v, bottom[k]!, s)), 0.0022, { ...wire, closed: true }));
  for (let k = 0; k < 4; ++k) {
    const next = (k + 1) % 4;
    const count = k % 2 === 0 ? 14 : 6;
    for (let i = 1; i < count; ++i) shapes.push(bar([between(top[k]!, top[next]!, i / count), between(bottom[k]!, bottom[next]!, i / count)], 0.0022, wire));
  }
  for (let i = 1; i < 14; ++i) shapes.push(bar([between(bottom[0]!, bottom[1]!, i / 14), between(bottom[3]!, bottom[2]!, i / 14)], 0.0022, wire));
  const wheel = (pose: number, radius: number, position: Vec3, body: string): ShapeInfo[] => {
    const rotation: [number, number, number, number] = [Math.SQRT1_2, Math.SQRT1_2, 0, 0];
    return [
      { kind: 'torus', pose, body, position, rotation, radius: 0.78 * radius, thickness: 0.22 * radius, colour: '#2a2f36' },
      { kind: 'cylinder', pose, body, position, rotation, radius: 0.68 * radius, length: 0.2 * radius, colour: 'light' },
      { kind: 'cylinder', pose, body, position, rotation, radius: 0.22 * radius, length: 0.5 * radius, colour: 'dark' },
    ];
  };
  shapes.push(...wheel(2, 0.09, [0, 0, 0], 'basket'), ...wheel(3, 0.09, [0, 0, 0], 'basket'));
  shapes.push(...wheel(1, 0.065, [0, 0, 0.065], 'caster'));
  shapes.push({ kind: 'line', pose: 1, body: 'caster', radius: 0.009, colour: 'dark', vertices: [[0, 0.03, 0.065], [0.1, 0.02, 0.16], [0.1, 0, 0.2]] });
  shapes.push({ kind: 'line', pose: 1, body: 'caster', radius: 0.009, colour: 'dark', vertices: [[0, -0.03, 0.065], [0.1, -0.02, 0.16]] });
  return shapes;
}
