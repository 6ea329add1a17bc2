// SPDX-License-Identifier: Apache-2.0
// Pieces of the drawing over the scene, in pixels.
import { Vector3 } from 'three';
import { roundNumber } from '../format.ts';
import type { PlacedLabel } from './labels.ts';
import type { Palette } from './palette.ts';

export interface Pixel {
  x: number;
  y: number;
}

type Context = CanvasRenderingContext2D;

export interface ArrowStyle {
  colour: string;
  width: number;
  foot: 'constraint' | 'contact' | 'load';
  isDot: boolean;
  isCut: boolean;
}

function head(c: Context, tip: Pixel, angle: number, size: number): void {
  c.beginPath();
  c.moveTo(tip.x, tip.y);
  c.lineTo(tip.x - size * Math.cos(angle - 0.42), tip.y - size * Math.sin(angle - 0.42));
  c.lineTo(tip.x - size * Math.cos(angle + 0.42), tip.y - size * Math.sin(angle + 0.42));
  c.closePath();
  c.fill();
}

// The foot shows the kind without colour: plain for constraints, a bar for contacts, a dot for loads.
function drawFoot(c: Context, at: Pixel, angle: number, kind: ArrowStyle['foot']): void {
  if (kind === 'load') { c.beginPath(); c.arc(at.x, at.y, 3.5, 0, 7); c.fill(); }
  if (kind === 'contact') crossBar(c, at, angle, 6);
}

export function arrow(c: Context, from: Pixel, to: Pixel, style: ArrowStyle): void {
  c.strokeStyle = c.fillStyle = style.colour;
  c.lineWidth = style.width;
  if (style.isDot) {
    c.beginPath(); c.arc(from.x, from.y, 2.5, 0, 7); c.fill();
    return;
  }
  const angle = Math.atan2(to.y - from.y, to.x - from.x);
  const length = Math.hypot(to.x - from.x, to.y - from.y);
  const size = Math.min(11, 0.6 * length);
  c.beginPath();
  c.moveTo(from.x, from.y);
  c.lineTo(to.x - 0.7 * size * Math.cos(angle), to.y - 0.7 * size * Math.sin(angle));
  c.stroke();
  head(c, to, angle, size);
  drawFoot(c, from, angle, style.foot);
  if (style.isCut) {
    for (const part of [0.45, 0.53]) crossBar(c, { x: from.x + part * (to.x - from.x), y: from.y + part * (to.y - from.y) }, angle + 0.35, 6);
  }
}

function crossBar(c: Context, at: Pixel, angle: number, half: number): void {
  c.beginPath();
  c.moveTo(at.x - half * Math.sin(angle), at.y + half * Math.cos(angle));
  c.lineTo(at.x + half * Math.sin(angle), at.y - half * Math.cos(angle));
  c.stroke();
}

export interface Arc {
  center: Vector3;
  axis: Vector3;
  radius: number;
  sweep: number;
}

// Under 6 pixels a dot stands for it, as for a force.
export function torqueArc(c: Context, arc: Arc, view: { toPixel(p: Vector3): Pixel | null }, { colour, width, foot }: Pick<ArrowStyle, 'colour' | 'width' | 'foot'>): Pixel | null {
  const helper = Math.abs(arc.axis.z) < 0.9 ? new Vector3(0, 0, 1) : new Vector3(1, 0, 0);
  const e1 = new Vector3().crossVectors(arc.axis, helper).normalize();
  const e2 = new Vector3().crossVectors(arc.axis, e1);
  const pixels: Pixel[] = [];
  const count = 24;
  for (let k = 0; k <= count; ++k) {
    const angle = -0.75 * Math.PI + (arc.sweep * k) / count;
    const p = arc.center.clone().addScaledVector(e1, arc.radius * Math.cos(angle)).addScaledVector(e2, arc.radius * Math.sin(angle));
    const pixel = view.toPixel(p);
    if (pixel === null) return null;
    pixels.push(pixel);
  }
  c.strokeStyle = c.fillStyle = colour;
  c.lineWidth = width;
  const length = pixels.reduce((sum, p, k) => (k === 0 ? 0 : sum + Math.hypot(p.x - pixels[k - 1]!.x, p.y - pixels[k - 1]!.y)), 0);
  if (length < 6) {
    c.beginPath(); c.arc(pixels[0]!.x, pixels[0]!.y, 2.5, 0, 7); c.fill();
    return pixels[0]!;
  }
  c.beginPath();
  pixels.forEach((p, k) => (k === 0 ? c.moveTo(p.x, p.y) : c.lineTo(p.x, p.y)));
  c.stroke();
  drawFoot(c, pixels[0]!, Math.atan2(pixels[1]!.y - pixels[0]!.y, pixels[1]!.x - pixels[0]!.x), foot);
  const tip = pixels[count]!;
  const before = pixels[count - 2]!;
  head(c, tip, Math.atan2(tip.y - before.y, tip.x - before.x), Math.min(10, 0.6 * length));
  return pixels.reduce((right, p) => (p.x > right.x ? p : right));
}

const SPRING_ENDS = 9; // straight parts at both ends, in pixels
const SHORTEST_PITCH = 9;

// How many turns a spring of this length shows: so few that each can be told from the next. None: it is drawn as a line.
export function springTurns(length: number): number {
  const turns = Math.min(14, Math.floor((length - 2 * SPRING_ENDS) / SHORTEST_PITCH));
  return turns < 2 ? 0 : turns;
}

export function springPath(c: Context, from: Pixel, to: Pixel, colour: string): void {
  const length = Math.hypot(to.x - from.x, to.y - from.y);
  const turns = springTurns(length);
  c.strokeStyle = colour;
  c.lineWidth = 2;
  c.beginPath();
  c.moveTo(from.x, from.y);
  if (turns > 0) {
    const ex = (to.x - from.x) / length, ey = (to.y - from.y) / length;
    const pitch = (length - 2 * SPRING_ENDS) / turns;
    const loop = Math.min(4, 0.22 * pitch); // half of what a loop goes back
    const samples = 14 * turns;
    for (let k = 0; k <= samples; ++k) {
      const phase = (2 * Math.PI * turns * k) / samples;
      const along = SPRING_ENDS + ((length - 2 * SPRING_ENDS) * k) / samples + loop * (1 - Math.cos(phase));
      const across = Math.min(7, 0.7 * pitch) * Math.sin(phase);
      c.lineTo(from.x + ex * along - ey * across, from.y + ey * along + ex * across);
    }
  }
  c.lineTo(to.x, to.y);
  c.stroke();
}

export function ring(c: Context, at: Pixel, radius: number, colour: string, width: number, isFilled: boolean, fill?: string, alpha = 1): void {
  c.beginPath();
  c.arc(at.x, at.y, radius, 0, 7);
  if (isFilled || fill !== undefined) {
    c.globalAlpha = alpha;
    c.fillStyle = fill ?? colour;
    c.fill();
    c.globalAlpha = 1;
  }
  c.strokeStyle = colour;
  c.lineWidth = width;
  c.stroke();
}

// Returns its width.
export function tag(c: Context, center: Pixel, text: string, background: string, ink: string): number {
  const width = c.measureText(text).width + 20;
  c.fillStyle = background;
  c.beginPath();
  c.roundRect(center.x - width / 2, center.y - 11, width, 22, 4);
  c.fill();
  c.fillStyle = ink;
  c.textAlign = 'center';
  c.textBaseline = 'middle';
  c.fillText(text, center.x, center.y + 0.5);
  return width;
}

export function drawLabel(c: Context, label: PlacedLabel, palette: Palette): void {
  c.textAlign = 'left';
  c.textBaseline = 'middle';
  c.strokeStyle = palette.scene;
  c.lineWidth = 4;
  c.strokeText(label.text, label.left, label.top + 9);
  c.fillStyle = label.colour;
  c.fillText(label.text, label.left, label.top + 9);
}

// Forces have a scale where the model has arrows for them.
export function scaleBar(c: Context, view: { height: number }, step: number | null, gridText: string, palette: Palette): void {
  const y = view.height - 24;
  c.textAlign = 'left';
  c.textBaseline = 'middle';
  c.font = '400 12px "Inter Variable", Inter, sans-serif';
  c.fillStyle = palette.ink3;
  if (step === null) {
    c.fillText(gridText, 14, y + 0.5);
    return;
  }
  c.strokeStyle = c.fillStyle = palette.ink2;
  c.lineWidth = 1.5;
  c.beginPath(); c.moveTo(14, y); c.lineTo(58, y); c.stroke();
  head(c, { x: 64, y }, 0, 9);
  const text = roundNumber(step, 'N');
  c.fillText(text, 76, y + 0.5);
  const right = Math.max(124, 76 + c.measureText(text).width + 18);
  if (gridText !== '') { c.fillStyle = palette.ink3; c.fillText(gridText, right, y + 0.5); }
}

export function axes(c: Context, view: { width: number; height: number; axes: [Pixel, Pixel, Pixel] }, tools: number, palette: Palette): void {
  const origin = { x: view.width - 42 - tools, y: view.height - 34 };
  c.strokeStyle = c.fillStyle = palette.ink2;
  c.lineWidth = 1.25;
  c.textAlign = 'center';
  view.axes.forEach((axis, k) => {
    c.beginPath(); c.moveTo(origin.x, origin.y); c.lineTo(origin.x + 24 * axis.x, origin.y + 24 * axis.y); c.stroke();
    if (Math.hypot(axis.x, axis.y) > 0.25) c.fillText('xyz'[k]!, origin.x + 33 * axis.x, origin.y + 33 * axis.y);
  });
}
