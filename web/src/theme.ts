// SPDX-License-Identifier: Apache-2.0
// Light or dark: the choice of the system until the reader chooses. What is drawn, not styled, listens.
import { remember, remembered } from './dom.ts';

const listeners = new Set<() => void>();
let isAsked = false; // the link or the reader decided

export function applyTheme(wanted?: string): void {
  isAsked ||= wanted !== undefined;
  const stored = wanted ?? remembered<string | null>('theme', null);
  const isDark = stored === null ? matchMedia('(prefers-color-scheme: dark)').matches : stored === 'dark';
  const name = isDark ? 'dark' : 'light';
  if (document.documentElement.dataset.theme === name) return;
  document.documentElement.dataset.theme = name;
  for (const listener of listeners) listener();
}

export function toggleTheme(): void {
  const next = document.documentElement.dataset.theme === 'dark' ? 'light' : 'dark';
  remember('theme', next);
  applyTheme(next);
}

// Returns what ends it.
export function onTheme(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

// A system may turn dark in the evening.
export function followSystem(): void {
  matchMedia('(prefers-color-scheme: dark)').addEventListener('change', () => { if (!isAsked) applyTheme(); });
}
