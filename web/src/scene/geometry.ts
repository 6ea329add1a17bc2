// SPDX-License-Identifier: Apache-2.0
// Geometry of one shape of the model in its pose: triangles with a colour, and the edges that are drawn as lines.
import {
  BoxGeometry, BufferAttribute, BufferGeometry, CapsuleGeometry, Color, CylinderGeometry, EdgesGeometry, Matrix4, PlaneGeometry, Quaternion,
  SphereGeometry, TorusGeometry, Vector3,
} from 'three';
import { fromBase64 } from '../protocol/base64.ts';
import type { Hello, ShapeInfo, Vec3 } from '../protocol/messages.ts';

export interface Piece {
  triangles: BufferGeometry;
  edges: BufferGeometry | null;
}

const AXIS = new Vector3(0, 1, 0);

// Cylinders and capsules of the protocol lie along z, those of three.js along y.
function alongZ(geometry: BufferGeometry): BufferGeometry {
  return geometry.rotateX(Math.PI / 2);
}

export function tubeSegment(a: Vector3, b: Vector3, radius: number, sides: number): BufferGeometry {
  const along = new Vector3().subVectors(b, a);
  const geometry = new CylinderGeometry(radius, radius, along.length(), sides, 1, true);
  const turn = new Quaternion().setFromUnitVectors(AXIS, along.clone().normalize());
  geometry.applyQuaternion(turn);
  return geometry.translate((a.x + b.x) / 2, (a.y + b.y) / 2, (a.z + b.z) / 2);
}

function polyline(vertices: Vec3[], radius: number, closed: boolean): BufferGeometry[] {
  const points = vertices.map((v) => new Vector3(...v));
  if (closed && points.length > 2) points.push(points[0]!);
  const sides = radius < 0.003 ? 5 : 12;
  const pieces: BufferGeometry[] = [];
  points.forEach((p, k) => {
    if (k > 0 && p.distanceTo(points[k - 1]!) > 1e-9) pieces.push(tubeSegment(points[k - 1]!, p, radius, sides));
    if (sides > 5) pieces.push(new SphereGeometry(radius, 12, 8).translate(p.x, p.y, p.z));
  });
  return pieces;
}

function meshGeometry(hello: Hello, index: number): BufferGeometry {
  const geometry = new BufferGeometry();
  const mesh = hello.meshes?.[index];
  if (mesh === undefined) return geometry;
  geometry.setAttribute('position', new BufferAttribute(new Float32Array(fromBase64(mesh.vertices).buffer), 3));
  geometry.setIndex(new BufferAttribute(new Uint32Array(fromBase64(mesh.triangles).buffer), 1));
  const flat = geometry.toNonIndexed();
  flat.computeVertexNormals();
  return flat;
}

function primitive(hello: Hello, shape: ShapeInfo): { geometries: BufferGeometry[]; hasEdges: boolean } {
  const one = (geometry: BufferGeometry, hasEdges: boolean) => ({ geometries: [geometry], hasEdges });
  const radius = shape.radius ?? 0.01;
  const length = shape.length ?? 0.1;
  const [x = 0.1, y = 0.1, z = 0.1] = shape.size ?? [];
  switch (shape.kind) {
    case 'box': return one(new BoxGeometry(x, y, z), true);
    case 'sphere': return one(new SphereGeometry(radius, 32, 20), false);
    case 'ellipsoid': return one(new SphereGeometry(1, 40, 24).scale(...(shape.radii ?? [0.1, 0.1, 0.1])), false);
    case 'cylinder': return one(alongZ(new CylinderGeometry(shape.radius_top ?? radius, radius, length, 40)), true);
    case 'capsule': return one(alongZ(new CapsuleGeometry(radius, length, 8, 24)), false);
    case 'torus': return one(new TorusGeometry(radius, shape.thickness ?? 0.2 * radius, 14, 48), false);
    case 'plane': return one(new PlaneGeometry(x, y), true);
    case 'mesh': return one(meshGeometry(hello, shape.mesh ?? 0).scale(shape.scale ?? 1, shape.scale ?? 1, shape.scale ?? 1), true);
    case 'line': return { geometries: polyline(shape.vertices ?? [], radius, shape.closed ?? false), hasEdges: false };
    default: return { geometries: [], hasEdges: false };
  }
}

export function placement(shape: ShapeInfo): Matrix4 {
  const [w, x, y, z] = shape.rotation ?? [1, 0, 0, 0];
  const position = new Vector3(...(shape.position ?? [0, 0, 0]));
  return new Matrix4().compose(position, new Quaternion(x, y, z, w), new Vector3(1, 1, 1));
}

function paint(geometry: BufferGeometry, colour: Color): void {
  const count = geometry.getAttribute('position').count;
  const colours = new Float32Array(3 * count);
  for (let i = 0; i < count; ++i) colour.toArray(colours, 3 * i);
  geometry.setAttribute('color', new BufferAttribute(colours, 3));
}

export function buildPiece(hello: Hello, shape: ShapeInfo, colour: string): Piece | null {
  const { geometries, hasEdges } = primitive(hello, shape);
  if (geometries.length === 0) return null;
  const matrix = placement(shape);
  const edges = hasEdges ? merge(geometries.map((g) => new EdgesGeometry(g, 30)), ['position']) : null;
  const triangles = merge(geometries.map((g) => (g.index ? g.toNonIndexed() : g)), ['position', 'normal']);
  triangles.applyMatrix4(matrix);
  edges?.applyMatrix4(matrix);
  paint(triangles, new Color(colour));
  return { triangles, edges };
}

// One geometry from many, with the named attributes of three numbers each: one draw call per body keeps large models fast.
export function merge(geometries: BufferGeometry[], attributes: string[]): BufferGeometry {
  const result = new BufferGeometry();
  for (const name of attributes) {
    const arrays = geometries.map((g) => g.getAttribute(name)?.array as Float32Array | undefined).filter((a) => a !== undefined);
    const total = arrays.reduce((n, a) => n + a.length, 0);
    const joined = new Float32Array(total);
    let at = 0;
    for (const array of arrays) {
      joined.set(array, at);
      at += array.length;
    }
    result.setAttribute(name, new BufferAttribute(joined, 3));
  }
  return result;
}
