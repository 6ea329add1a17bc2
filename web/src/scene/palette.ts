// SPDX-License-Identifier: Apache-2.0
// Colours of the theme as the scene needs them, read from the style sheet.

export interface Palette {
  scene: string;
  ink: string;
  ink2: string;
  ink3: string;
  line: string;
  line2: string;
  constraint: string;
  contact: string;
  load: string;
  hand: string;
  change: string;
  panel: string;
  isDark: boolean;
}

const palettes = new Map<string, Palette>();

// Read once per theme: a computed style makes the browser bring all styles of the page up to date.
export function readPalette(): Palette {
  const theme = document.documentElement.dataset.theme ?? '';
  const known = palettes.get(theme) ?? computePalette();
  palettes.set(theme, known);
  return known;
}

function computePalette(): Palette {
  const style = getComputedStyle(document.documentElement);
  const get = (name: string) => style.getPropertyValue(`--${name}`).trim() || '#888888';
  return {
    scene: get('scene'), ink: get('ink'), ink2: get('ink-2'), ink3: get('ink-3'), line: get('line'), line2: get('line-2'),
    constraint: get('constraint'), contact: get('contact'), load: get('load'), hand: get('hand'), change: get('change-line'), panel: get('panel'),
    isDark: document.documentElement.dataset.theme === 'dark',
  };
}

const NAMED: Record<string, [string, string]> = {
  grey: ['#c2cad1', '#79828c'],
  dark: ['#4b5663', '#a9b4c0'],
  light: ['#e1e6ea', '#5d6670'],
  accent: ['#6f8196', '#8fa3b8'],
};

function luminance(hex: string): number {
  const n = parseInt(hex.slice(1), 16);
  return (0.3 * (n >> 16) + 0.59 * ((n >> 8) & 255) + 0.11 * (n & 255)) / 255;
}

const DEEPEST = 0x30; // faces in pure black or white have no shading

function invertLightness(hex: string): string {
  const n = parseInt(hex.slice(1), 16);
  const [r, g, b] = [n >> 16, (n >> 8) & 255, n & 255];
  const shift = 255 - Math.max(r, g, b) - Math.min(r, g, b);
  const to = (x: number) => Math.min(255 - DEEPEST / 2, Math.max(DEEPEST, x + shift)).toString(16).padStart(2, '0');
  return `#${to(r)}${to(g)}${to(b)}`;
}

// A colour of the model that would vanish against the ground gets the opposite lightness.
export function shapeColour(colour: string | undefined, isDark: boolean): string {
  const named = NAMED[colour ?? 'grey'];
  if (named !== undefined) return named[isDark ? 1 : 0];
  if (!/^#[0-9a-f]{6}$/i.test(colour!)) return NAMED.grey![isDark ? 1 : 0];
  const bright = luminance(colour!);
  return (isDark && bright < 0.25) || (!isDark && bright > 0.93) ? invertLightness(colour!) : colour!;
}
