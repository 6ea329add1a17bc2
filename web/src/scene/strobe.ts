// SPDX-License-Identifier: Apache-2.0
// Several instants of a recorded run in one picture: copies of all that moves, shaded as the mechanism is, earlier ones paler.
import { Color, Group, Line, Mesh, MeshBasicMaterial, Vector3, type Material } from 'three';
import type { Snapshot } from '../protocol/snapshot.ts';
import type { Run } from '../run/run.ts';
import type { Bodies } from './bodies.ts';

const PALEST = 0.3; // of its own colour has the first copy
const STRONGEST = 0.75;
const BEHIND = 2e-4; // of the camera's distance: faces in one plane would flicker

// At equal times from the start to the end, each the nearest sample.
export function strobeSnapshots({ history, strobe }: Run): Snapshot[] {
  return Array.from({ length: strobe }, (_, k) => {
    const time = history.begin + ((history.end - history.begin) * k) / Math.max(1, strobe - 1);
    const at = history.indexAt(time);
    const next = history.at(Math.min(history.length - 1, at + 1));
    return next.time - time < time - history.at(at).time ? next : history.at(at);
  });
}

// Mixes what is drawn with the colour of the paper, behind all that depends on light.
function faded(material: Material, paper: Color, part: number): Material {
  const copy = material.clone();
  copy.onBeforeCompile = (shader) => {
    shader.uniforms.paper = { value: paper.clone().convertLinearToSRGB() };
    shader.uniforms.part = { value: part };
    shader.fragmentShader = `uniform vec3 paper;\nuniform float part;\n${shader.fragmentShader}`.replace('#include <fog_fragment>', '#include <fog_fragment>\n  gl_FragColor.rgb = mix(paper, gl_FragColor.rgb, part);');
  };
  copy.customProgramCacheKey = () => 'faded';
  return copy;
}

interface Copy {
  time: number;
  shapes: Group;
  shadows: Group;
}

export class Strobe {
  readonly root = new Group();
  private readonly copies: Copy[];

  constructor(bodies: Bodies, run: Run, paper: Color) {
    const snapshots = strobeSnapshots(run);
    this.copies = snapshots.map((snapshot, k) => {
      const copy = bodies.copyAt(snapshot);
      fade(copy.shapes, paper, PALEST + ((STRONGEST - PALEST) * k) / Math.max(1, snapshots.length - 1));
      this.root.add(copy.shapes, copy.shadows);
      return { time: snapshot.time, ...copy };
    });
  }

  // The mechanism itself stands in the place of the copy of its instant; of two copies in one plane the later one is seen.
  update(time: number, away: Vector3): void {
    const { copies } = this;
    copies.forEach(({ time: at, shapes, shadows }, k) => {
      shapes.visible = shadows.visible = Math.abs(at - time) > 1e-6;
      shapes.position.copy(away).multiplyScalar(BEHIND * (copies.length - k));
    });
  }
}

function fade(group: Group, paper: Color, part: number): void {
  const known = new Map<Material, Material>();
  group.traverse((object) => {
    if (!(object instanceof Mesh || object instanceof Line) || object.material instanceof MeshBasicMaterial) return;
    const own = object.material as Material;
    if (!known.has(own)) known.set(own, faded(own, paper, part));
    object.material = known.get(own)!;
  });
}
