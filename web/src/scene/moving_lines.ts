// SPDX-License-Identifier: Apache-2.0
// Shapes that hang on moving points: rods through points, and springs between two points.
import { BufferAttribute, BufferGeometry, CylinderGeometry, Group, Line, LineBasicMaterial, Mesh, MeshLambertMaterial, Quaternion, Vector3 } from 'three';
import type { ShapeInfo } from '../protocol/messages.ts';
import type { Snapshot } from '../protocol/snapshot.ts';
import { shapeColour, type Palette } from './palette.ts';

const UP = new Vector3(0, 1, 0);
const SAMPLES_PER_TURN = 16;

interface Rod {
  mesh: Mesh;
  from: number;
  to: number;
}

interface Spring {
  line: Line;
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
    const geometry = new BufferGeometry();
    geometry.setAttribute('position', new BufferAttribute(new Float32Array(3 * (turns * SAMPLES_PER_TURN + 5)), 3));
    const line = new Line(geometry, new LineBasicMaterial({ color: colour }));
    line.frustumCulled = false;
    this.springs.push({ line, from: shape.from ?? 0, to: shape.to ?? 0, radius: shape.radius ?? 0.03, turns });
    this.root.add(line);
  }

  private shapeSpring({ line, from, to, radius, turns }: Spring, snapshot: Snapshot): void {
    this.a.fromArray(snapshot.points, 3 * from);
    this.b.fromArray(snapshot.points, 3 * to);
    this.along.subVectors(this.b, this.a);
    const length = this.along.length() || 1e-9;
    this.turn.setFromUnitVectors(UP, this.along.divideScalar(length));
    const position = line.geometry.getAttribute('position') as BufferAttribute;
    const p = new Vector3();
    const count = position.count;
    const ends = Math.min(0.12 * length, 2 * radius);
    for (let k = 0; k < count; ++k) {
      const inside = k > 1 && k < count - 2;
      const phase = (k - 2) / (count - 5);
      const angle = inside ? 2 * Math.PI * turns * phase : 0;
      const height = k === 0 ? 0 : k === count - 1 ? length : ends + (length - 2 * ends) * Math.min(1, Math.max(0, phase));
      p.set(inside ? radius * Math.cos(angle) : 0, height, inside ? radius * Math.sin(angle) : 0).applyQuaternion(this.turn).add(this.a);
      position.setXYZ(k, p.x, p.y, p.z);
    }
    position.needsUpdate = true;
  }
}
