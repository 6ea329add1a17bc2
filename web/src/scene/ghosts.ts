// SPDX-License-Identifier: Apache-2.0
// Pale copies of the mechanism where it was at each change of mode: a recorded run shows its path at a glance.
import { Group, Mesh, MeshBasicMaterial, Quaternion, Vector3, type BufferGeometry } from 'three';
import type { Snapshot } from '../protocol/snapshot.ts';
import type { Run } from '../run/run.ts';

const MAX_GHOSTS = 4;

export interface GhostPart {
  pose: number;
  geometry: BufferGeometry;
}

// Copies closer than this part of the mechanism's size to another one would only blur the picture.
const APART = 0.6;

export function ghostTimes(run: Run): number[] {
  const { history } = run;
  const times: number[] = [];
  for (let k = 0; k < history.length && times.length < MAX_GHOSTS; ++k) {
    if (k === 0 || history.at(k).mode !== history.at(k - 1).mode) times.push(history.at(k).time);
  }
  return times;
}

export class Ghosts {
  readonly root = new Group();
  private readonly copies: { group: Group; place: Vector3 }[] = [];

  constructor(parts: GhostPart[], run: Run, isDark: boolean) {
    const material = new MeshBasicMaterial({ color: isDark ? '#2a3038' : '#d3d8dd', transparent: true, opacity: 0.55, depthWrite: true });
    for (const time of ghostTimes(run)) {
      const snapshot = run.history.at(run.history.indexAt(time));
      const group = new Group();
      for (const { pose, geometry } of parts) {
        if (pose < 0) continue;
        const mesh = new Mesh(geometry, material);
        place(mesh, snapshot, pose);
        group.add(mesh);
      }
      this.copies.push({ group, place: new Vector3().fromArray(snapshot.poses, 0) });
      this.root.add(group);
    }
  }

  // A ghost at the pose of the mechanism is hidden.
  update(snapshot: Snapshot, size: number): void {
    const now = new Vector3().fromArray(snapshot.poses, 0);
    const shown: Vector3[] = [now];
    for (const { group, place: at } of this.copies) {
      group.visible = shown.every((other) => other.distanceTo(at) > APART * size);
      if (group.visible) shown.push(at);
    }
  }
}

function place(mesh: Mesh, snapshot: Snapshot, pose: number): void {
  const p = snapshot.poses;
  const at = 7 * pose;
  mesh.position.set(p[at]!, p[at + 1]!, p[at + 2]!);
  mesh.quaternion.copy(new Quaternion(p[at + 4], p[at + 5], p[at + 6], p[at + 3]));
}
