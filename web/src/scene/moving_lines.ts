// SPDX-License-Identifier: Apache-2.0
// Shapes that hang on moving points: rods through points, and springs between two points.
import { BufferAttribute, BufferGeometry, CylinderGeometry, DoubleSide, Group, Mesh, MeshLambertMaterial, Quaternion, Vector3 } from 'three';
import type { ShapeInfo } from '../protocol/messages.ts';
import type { Snapshot } from '../protocol/snapshot.ts';
import { shapeColour, type Palette } from './palette.ts';

const UP = new Vector3(0, 1, 0);
const SAMPLES_PER_TURN = 16;
const SIDES = 6;

interface Rod {
  mesh: Mesh;
  from: number;
  to: number;
}

interface Spring {
  mesh: Mesh;
  from: number;
  to: number;
  radius: number;
  turns: number;
}

export class MovingLines {
  readonly root = new Group();
  private readonly rods: Rod[] = [];
  private readonly springs: Spring[] = [];
  private readonly a = new Vector3();
  private readonly b = new Vector3();
  private readonly along = new Vector3();
  private readonly turn = new Quaternion();

  constructor(shapes: ShapeInfo[], palette: Palette) {
    for (const shape of shapes) {
      const colour = shapeColour(shape.colour ?? 'dark', palette.isDark);
      if (shape.kind === 'spring') this.addSpring(shape, colour);
      else this.addRods(shape, colour);
    }
  }

  // Through which they run.
  get points(): number[] {
    return [...new Set([...this.rods, ...this.springs].flatMap(({ from, to }) => [from, to]))];
  }

  update(snapshot: Snapshot): void {
    for (const { mesh, from, to } of this.rods) {
      this.a.fromArray(snapshot.points, 3 * from);
      this.b.fromArray(snapshot.points, 3 * to);
      this.along.subVectors(this.b, this.a);
      const length = this.along.length();
      mesh.visible = length > 1e-9;
      mesh.position.addVectors(this.a, this.b).multiplyScalar(0.5);
      mesh.scale.set(1, length, 1);
      if (length > 0) mesh.quaternion.setFromUnitVectors(UP, this.along.divideScalar(length));
    }
    for (const spring of this.springs) this.shapeSpring(spring, snapshot);
  }

  private addRods(shape: ShapeInfo, colour: string): void {
    const points = [...(shape.points ?? [])];
    if (shape.closed && points.length > 2) points.push(points[0]!);
    const radius = shape.radius ?? 0.01;
    const material = new MeshLambertMaterial({ color: colour });
    for (let k = 1; k < points.length; ++k) {
      const mesh = new Mesh(new CylinderGeometry(radius, radius, 1, 16), material);
      this.rods.push({ mesh, from: points[k - 1]!, to: points[k]! });
      this.root.add(mesh);
    }
  }

  private addSpring(shape: ShapeInfo, colour: string): void {
    const turns = shape.turns ?? 8;
    const samples = turns * SAMPLES_PER_TURN + 5;
    const geometry = new BufferGeometry();
    geometry.setAttribute('position', new BufferAttribute(new Float32Array(3 * samples * SIDES), 3));
    geometry.setAttribute('normal', new BufferAttribute(new Float32Array(3 * samples * SIDES), 3));
    geometry.setIndex(tubeIndex(samples));
    const mesh = new Mesh(geometry, new MeshLambertMaterial({ color: colour, side: DoubleSide }));
    mesh.frustumCulled = false;
    this.springs.push({ mesh, from: shape.from ?? 0, to: shape.to ?? 0, radius: shape.radius ?? 0.03, turns });
    this.root.add(mesh);
  }

  // A wire along a helix; its cross-sections lie in the plane of the radius and the axis, which suffices for close coils.
  private shapeSpring({ mesh, from, to, radius, turns }: Spring, snapshot: Snapshot): void {
    this.a.fromArray(snapshot.points, 3 * from);
    this.b.fromArray(snapshot.points, 3 * to);
    this.along.subVectors(this.b, this.a);
    const length = this.along.length() || 1e-9;
    this.turn.setFromUnitVectors(UP, this.along.divideScalar(length));
    const position = mesh.geometry.getAttribute('position') as BufferAttribute;
    const normal = mesh.geometry.getAttribute('normal') as BufferAttribute;
    const samples = turns * SAMPLES_PER_TURN + 5;
    const wire = 0.14 * radius;
    const ends = Math.min(0.12 * length, 2 * radius);
    const center = new Vector3(), out = new Vector3(), side = new Vector3();
    for (let k = 0; k < samples; ++k) {
      const isInside = k > 1 && k < samples - 2;
      const phase = (k - 2) / (samples - 5);
      const angle = 2 * Math.PI * turns * Math.min(1, Math.max(0, phase));
      const height = k === 0 ? 0 : k === samples - 1 ? length : ends + (length - 2 * ends) * Math.min(1, Math.max(0, phase));
      out.set(Math.cos(angle), 0, Math.sin(angle)).applyQuaternion(this.turn);
      const across = isInside ? this.along : side.crossVectors(this.along, out);
      center.copy(this.a).addScaledVector(this.along, height).addScaledVector(out, isInside ? radius : 0);
      for (let i = 0; i < SIDES; ++i) {
        const c = Math.cos((2 * Math.PI * i) / SIDES), s = Math.sin((2 * Math.PI * i) / SIDES);
        const [x, y, z] = [c * out.x + s * across.x, c * out.y + s * across.y, c * out.z + s * across.z];
        position.setXYZ(k * SIDES + i, center.x + wire * x, center.y + wire * y, center.z + wire * z);
        normal.setXYZ(k * SIDES + i, x, y, z);
      }
    }
    position.needsUpdate = normal.needsUpdate = true;
  }
}

function tubeIndex(samples: number): number[] {
  const index: number[] = [];
  for (let k = 0; k + 1 < samples; ++k) {
    for (let i = 0; i < SIDES; ++i) {
      const a = k * SIDES + i, b = k * SIDES + ((i + 1) % SIDES);
      index.push(a, b, a + SIDES, b, b + SIDES, a + SIDES);
    }
  }
  return index;
}
