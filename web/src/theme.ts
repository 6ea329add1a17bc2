// SPDX-License-Identifier: Apache-2.0
// Light or dark: the choice of the browser until the reader chooses.
import { remember, remembered } from './dom.ts';

export function applyTheme(wanted?: string): void {
  const stored = wanted ?? remembered<string | null>('theme', null);
  const isDark = stored === null ? matchMedia('(prefers-color-scheme: dark)').matches : stored === 'dark';
  document.documentElement.dataset.theme = isDark ? 'dark' : 'light';
}

export function toggleTheme(): void {
  const next = document.documentElement.dataset.theme === 'dark' ? 'light' : 'dark';
  remember('theme', next);
  applyTheme(next);
}
