// SPDX-License-Identifier: Apache-2.0
// The bodies of the mechanism: shapes merged by pose, moved by snapshots, with edges and a shadow on the ground.
import {
  Box3, BufferGeometry, Color, DoubleSide, EqualStencilFunc, Group, IncrementStencilOp, KeepStencilOp, LineBasicMaterial, LineSegments, Matrix4, Mesh,
  MeshBasicMaterial, MeshLambertMaterial, Quaternion, Raycaster, Vector3,
} from 'three';
import type { Hello, ShapeInfo } from '../protocol/messages.ts';
import type { Snapshot } from '../protocol/snapshot.ts';
import { buildPiece, merge, type Piece } from './geometry.ts';
import { MovingLines } from './moving_lines.ts';
import { shapeColour, type Palette } from './palette.ts';

interface PoseGroup {
  pose: number;
  body: string | undefined;
  group: Group;
  mesh: Mesh<BufferGeometry, MeshLambertMaterial>;
  shadow: Mesh | null;
  isPlane: boolean;
}

export interface Hit {
  body: number;
  point: Vector3;
  distance: number;
}

export class Bodies {
  readonly root = new Group();
  readonly moving: MovingLines;
  private readonly groups: PoseGroup[] = [];
  private readonly materials = new Map<string, MeshLambertMaterial>(); // shared: changing materials is what a frame costs most
  private readonly shadowMatrix = new Matrix4();

  constructor(private readonly hello: Hello, palette: Palette) {
    const byGroup = new Map<string, ShapeInfo[]>();
    const movingShapes: ShapeInfo[] = [];
    for (const shape of hello.shapes) {
      if (shape.kind === 'spring' || (shape.kind === 'line' && shape.points)) movingShapes.push(shape);
      else {
        const key = `${shape.pose ?? -1}|${shape.body ?? ''}|${shape.opacity ?? 1}`;
        byGroup.set(key, [...(byGroup.get(key) ?? []), shape]);
      }
    }
    this.setShadowMatrix();
    const shadowMaterial = makeShadowMaterial(palette);
    const edgeMaterial = new LineBasicMaterial({ color: palette.isDark ? '#c3ccd6' : '#3a424c' });
    for (const shapes of byGroup.values()) this.addGroup(shapes, palette, shadowMaterial, edgeMaterial);
    this.moving = new MovingLines(movingShapes, palette);
    this.root.add(this.moving.root);
  }

  update(snapshot: Snapshot): void {
    for (const { pose, group, shadow } of this.groups) {
      if (pose < 0) continue;
      const at = 7 * pose;
      const p = snapshot.poses;
      group.position.set(p[at]!, p[at + 1]!, p[at + 2]!);
      group.quaternion.set(p[at + 4]!, p[at + 5]!, p[at + 6]!, p[at + 3]!);
      if (shadow !== null) {
        group.updateMatrix();
        shadow.matrix.multiplyMatrices(this.shadowMatrix, group.matrix);
        shadow.matrixWorldNeedsUpdate = true;
      }
    }
    this.moving.update(snapshot);
  }

  // A lit body is drawn in ink: darker on the light ground, brighter on the dark one.
  light(poses: ReadonlySet<number>, isDark: boolean): void {
    for (const { pose, mesh } of this.groups) mesh.material = this.material(mesh.material.opacity, poses.has(pose) ? (isDark ? 'bright' : 'dark') : 'plain');
  }

  // The box round everything that is drawn, planes left out.
  box(): Box3 {
    const box = new Box3();
    const one = new Box3();
    for (const { group, mesh, isPlane } of this.groups) {
      if (isPlane) continue;
      group.updateMatrix();
      mesh.geometry.computeBoundingBox();
      box.union(one.copy(mesh.geometry.boundingBox!).applyMatrix4(group.matrix));
    }
    this.moving.root.updateMatrixWorld(true);
    return box.union(one.setFromObject(this.moving.root));
  }

  // The corners of the boxes round all bodies as they are in a snapshot, planes left out.
  corners(snapshot: Snapshot): Vector3[] {
    const list: Vector3[] = [];
    const turn = new Quaternion();
    for (const { pose, mesh, isPlane } of this.groups) {
      if (isPlane) continue;
      if (mesh.geometry.boundingBox === null) mesh.geometry.computeBoundingBox();
      const { min, max } = mesh.geometry.boundingBox!;
      const p = snapshot.poses, at = 7 * pose;
      if (pose >= 0) turn.set(p[at + 4]!, p[at + 5]!, p[at + 6]!, p[at + 3]!);
      for (let k = 0; k < 8; ++k) {
        const corner = new Vector3((k & 1) === 0 ? min.x : max.x, (k & 2) === 0 ? min.y : max.y, (k & 4) === 0 ? min.z : max.z);
        if (pose >= 0) corner.applyQuaternion(turn).add(new Vector3(p[at]!, p[at + 1]!, p[at + 2]!));
        list.push(corner);
      }
    }
    for (const point of this.moving.points) list.push(new Vector3().fromArray(snapshot.points, 3 * point));
    return list;
  }

  // All that moves, where it is in a snapshot, and its shadows. What does not change its form is shared.
  copyAt(snapshot: Snapshot): { shapes: Group; shadows: Group } {
    this.update(snapshot);
    const shapes = new Group();
    const shadows = new Group();
    for (const { pose, group, shadow } of this.groups) {
      if (pose >= 0) shapes.add(group.clone());
      if (shadow !== null) shadows.add(shadow.clone());
    }
    for (const line of this.moving.root.children) {
      const own = (line as Mesh).clone();
      own.geometry = own.geometry.clone();
      shapes.add(own);
    }
    return { shapes, shadows };
  }

  get parts(): { pose: number; geometry: BufferGeometry }[] {
    return this.groups.map(({ pose, mesh }) => ({ pose, geometry: mesh.geometry }));
  }

  pick(raycaster: Raycaster): Hit | null {
    const meshes = this.groups.filter((g) => this.bodyOf(g) >= 0);
    const hits = raycaster.intersectObjects(meshes.map((g) => g.mesh), false);
    const hit = hits[0];
    if (hit === undefined) return null;
    const group = meshes.find((g) => g.mesh === hit.object)!;
    return { body: this.bodyOf(group), point: hit.point, distance: hit.distance };
  }

  dispose(): void {
    this.root.traverse((object) => {
      if (object instanceof Mesh || object instanceof LineSegments) object.geometry.dispose();
    });
    for (const material of this.materials.values()) material.dispose();
  }

  private material(opacity: number, look: 'plain' | 'dark' | 'bright'): MeshLambertMaterial {
    const key = `${look} ${opacity}`;
    let material = this.materials.get(key);
    if (material === undefined) {
      material = new MeshLambertMaterial({
        vertexColors: true, side: DoubleSide, transparent: opacity < 1, opacity, depthWrite: opacity >= 1, polygonOffset: true, polygonOffsetFactor: 1, polygonOffsetUnits: 1,
        color: look === 'dark' ? '#3c434b' : '#ffffff', emissive: look === 'bright' ? '#70777f' : '#000000',
      });
      this.materials.set(key, material);
    }
    return material;
  }

  private bodyOf(group: PoseGroup): number {
    const { bodies } = this.hello;
    const byName = group.body === undefined ? -1 : bodies.findIndex((b) => b.name === group.body);
    const index = byName >= 0 ? byName : bodies.findIndex((b) => b.pose === group.pose && group.pose >= 0);
    return index >= 0 && bodies[index]!.can_be_held !== false ? index : -1;
  }

  private addGroup(shapes: ShapeInfo[], palette: Palette, shadowMaterial: MeshBasicMaterial, edgeMaterial: LineBasicMaterial): void {
    const pieces = shapes.map((s) => buildPiece(this.hello, s, shapeColour(s.colour, palette.isDark))).filter((p): p is Piece => p !== null);
    if (pieces.length === 0) return;
    const opacity = shapes[0]!.opacity ?? 1;
    const mesh = new Mesh(merge(pieces.map((p) => p.triangles), ['position', 'normal', 'color']), this.material(opacity, 'plain'));
    mesh.frustumCulled = false; // nearly all of a mechanism is in view
    const group = new Group();
    group.add(mesh);
    const edges = pieces.map((p) => p.edges).filter((e): e is BufferGeometry => e !== null);
    if (edges.length > 0) {
      const lines = new LineSegments(merge(edges, ['position']), edgeMaterial);
      lines.frustumCulled = false;
      group.add(lines);
    }
    for (const child of group.children) child.matrixAutoUpdate = false; // they stand still in their group
    const pose = shapes[0]!.pose ?? -1;
    let shadow: Mesh | null = null;
    if (this.hello.world.ground !== undefined && opacity >= 1 && pose >= 0) {
      shadow = new Mesh(mesh.geometry, shadowMaterial);
      shadow.matrixAutoUpdate = false;
      shadow.frustumCulled = false;
      this.root.add(shadow);
    }
    this.groups.push({ pose, body: shapes[0]!.body, group, mesh, shadow, isPlane: shapes.every((s) => s.kind === 'plane') });
    this.root.add(group);
  }

  // Projects along the light onto the plane up . x = ground: x - light (up . x - ground) / (up . light).
  private setShadowMatrix(): void {
    const up = new Vector3(...this.hello.world.up);
    const light = lightDirection(up);
    const ground = (this.hello.world.ground ?? 0) + 1e-4 * this.hello.world.size;
    const s = 1 / up.dot(light);
    const e = this.shadowMatrix.elements;
    const l = light.toArray();
    const u = up.toArray();
    for (let row = 0; row < 3; ++row) {
      for (let column = 0; column < 3; ++column) e[4 * column + row] = (row === column ? 1 : 0) - s * l[row]! * u[column]!;
      e[12 + row] = s * l[row]! * ground;
    }
  }
}

// The light comes from above, from the left and from behind the camera's usual place.
export function lightDirection(up: Vector3): Vector3 {
  const turn = new Quaternion().setFromUnitVectors(new Vector3(0, 0, 1), up);
  return new Vector3(-0.35, -0.25, 1).normalize().applyQuaternion(turn);
}

function makeShadowMaterial(palette: Palette): MeshBasicMaterial {
  const material = new MeshBasicMaterial({
    color: new Color(palette.isDark ? '#000000' : '#20262c'), transparent: true, opacity: palette.isDark ? 0.35 : 0.09, depthWrite: false, side: DoubleSide,
    forceSinglePass: true, // else three.js draws back and front apart, and looks for the program of the material at each
  });
  // The stencil darkens each pixel once, however many faces project onto it.
  material.stencilWrite = true;
  material.stencilFunc = EqualStencilFunc;
  material.stencilRef = 0;
  material.stencilZPass = IncrementStencilOp;
  material.stencilFail = KeepStencilOp;
  return material;
}
