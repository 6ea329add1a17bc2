// SPDX-License-Identifier: Apache-2.0
// The ground: a grid of fine lines that fades with distance. Its spacing follows the size of the view in steps of 1, 2, 5.
import { Color, DoubleSide, Mesh, PlaneGeometry, Quaternion, ShaderMaterial, Vector3 } from 'three';
import type { Palette } from './palette.ts';

const VERTEX = `
varying vec2 place;
uniform float extent;
uniform vec2 middle;
void main() {
  place = position.xy * extent + middle;
  gl_Position = projectionMatrix * modelViewMatrix * vec4(place, 0.0, 1.0);
}`;
const FRAGMENT = `
varying vec2 place;
uniform float extent, spacing;
uniform vec2 middle;
uniform vec3 colour;
uniform float strength;
float lines(float every) {
  vec2 at = place / every;
  vec2 width = fwidth(at);
  vec2 near = abs(fract(at - 0.5) - 0.5) / width;
  return (1.0 - min(min(near.x, near.y), 1.0)) * (1.0 - smoothstep(0.25, 0.7, max(width.x, width.y)));
}
void main() {
  float fade = 1.0 - smoothstep(0.25, 1.0, length(place - middle) / extent);
  float alpha = max(0.5 * lines(spacing), lines(5.0 * spacing)) * fade * strength;
  gl_FragColor = vec4(colour, alpha);
  #include <colorspace_fragment>
}`;

export function niceStep(x: number): number {
  const power = 10 ** Math.floor(Math.log10(x));
  const rest = x / power;
  return power * (rest < 1.5 ? 1 : rest < 3.5 ? 2 : rest < 7.5 ? 5 : 10);
}

export class Ground {
  readonly mesh: Mesh<PlaneGeometry, ShaderMaterial>;
  spacing = 0.5;
  private readonly inverse: Quaternion;
  private readonly local = new Vector3();

  constructor(up: Vector3, height: number, palette: Palette) {
    const material = new ShaderMaterial({
      vertexShader: VERTEX, fragmentShader: FRAGMENT, transparent: true, depthWrite: false, side: DoubleSide,
      uniforms: {
        extent: { value: 10 }, spacing: { value: 0.5 }, middle: { value: [0, 0] }, colour: { value: new Color(palette.isDark ? '#566070' : '#aab2bc') }, strength: { value: palette.isDark ? 0.75 : 0.8 },
      },
    });
    this.mesh = new Mesh(new PlaneGeometry(2, 2), material);
    this.mesh.quaternion.setFromUnitVectors(new Vector3(0, 0, 1), up);
    this.mesh.position.copy(up).multiplyScalar(height);
    this.mesh.frustumCulled = false;
    this.mesh.renderOrder = -2;
    this.inverse = this.mesh.quaternion.clone().invert();
  }

  update(target: Vector3, distance: number): void {
    const { uniforms } = this.mesh.material;
    const local = this.local.copy(target).sub(this.mesh.position).applyQuaternion(this.inverse);
    this.spacing = niceStep(distance / 9);
    uniforms.middle!.value[0] = local.x;
    uniforms.middle!.value[1] = local.y;
    uniforms.extent!.value = 4 * distance;
    uniforms.spacing!.value = this.spacing;
  }
}
