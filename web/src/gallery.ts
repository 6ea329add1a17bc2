// SPDX-License-Identifier: Apache-2.0
// The gallery: every model with a picture and one sentence; one click runs it.
import { h, keepFocus, replaceChildren, setText } from './dom.ts';
import { fixed } from './format.ts';
import { icon } from './icons.ts';
import type { Gallery, GalleryModel } from './protocol/messages.ts';
import { onTheme } from './theme.ts';

export interface GalleryActions {
  load(id: string): void;
  play(id: string): void;
  openFile(file: File): void;
  theme(): void;
}

export function matchingModels(models: readonly GalleryModel[], words: string, tag: string): GalleryModel[] {
  const wanted = words.trim().toLowerCase().split(/\s+/).filter(Boolean);
  return models.filter((m) => {
    const text = `${m.name} ${m.id} ${m.sentence} ${(m.tags ?? []).join(' ')}`.toLowerCase();
    return (tag === '' || (m.tags ?? []).includes(tag)) && wanted.every((w) => text.includes(w));
  });
}

export function tagCounts(models: readonly GalleryModel[]): [string, number][] {
  const counts = new Map<string, number>();
  for (const m of models) for (const t of m.tags ?? []) counts.set(t, (counts.get(t) ?? 0) + 1);
  return [...counts].sort((a, b) => b[1] - a[1]).slice(0, 8);
}

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

export class GalleryPage {
  readonly root = h('div', { class: 'gallery-page' });
  private readonly grid = h('div', { class: 'gallery-grid' });
  private readonly tags = h('div', { class: 'gallery-tags' });
  private readonly title = h('h1', {}, 'Models');
  private readonly count = h('p', { class: 'note' });
  private readonly search = h('input', { type: 'search', placeholder: 'Find a model', 'aria-label': 'Find a model' });
  private readonly tabs = ['Models', 'Recordings'].map((name, k) => h('button', { class: 'tab', role: 'tab', type: 'button', 'aria-selected': String(k === 0), onclick: () => this.choose(k) }, name));
  private gallery: Gallery = { protocol: 1, models: [] };
  private tag = '';
  private tab = 0;

  constructor(private readonly actions: GalleryActions) {
    const file = h('input', { type: 'file', accept: '.yaml,.yml,.json', hidden: true });
    file.addEventListener('change', () => {
      if (file.files?.[0]) actions.openFile(file.files[0]);
      file.value = ''; // the same file may be chosen again
    });
    this.search.addEventListener('input', () => this.show());
    const head = h('header', { class: 'head gallery-head' },
      h('a', { class: 'brand', href: '#run' }, icon('logo', 20), h('b', {}, 'Tangible')), h('div', { class: 'tabs', role: 'tablist' }, ...this.tabs), h('span', { class: 'spacer' }),
      h('label', { class: 'search-box' }, icon('search'), this.search, h('kbd', {}, '/')),
      h('button', { class: 'button', type: 'button', onclick: () => file.click() }, icon('file', 15), h('span', {}, 'Open a file')), file,
      h('button', { class: 'icon-button plain', type: 'button', 'aria-label': 'Light or dark', onclick: actions.theme }, icon('theme', 18)));
    this.root.append(head, h('main', { class: 'gallery-main' }, h('div', { class: 'gallery-title' }, h('div', {}, this.title, this.count), this.tags), this.grid));
    onTheme(() => { if (this.gallery.models.length > 0) this.show(); }); // pictures have a form for either
    document.addEventListener('keydown', (e) => this.key(e));
  }

  private key(e: KeyboardEvent): void {
    if (document.body.dataset.page !== 'gallery' || e.ctrlKey || e.altKey || e.metaKey) return;
    if (e.target === this.search) {
      if (e.key === 'Escape') this.search.blur();
      return;
    }
    if (e.key === '/') this.search.focus();
    else if (e.key === 'l' || e.key === 'L') this.actions.theme();
    else if (e.key === 'Escape') location.hash = 'run';
    else return;
    e.preventDefault();
  }

  take(gallery: Gallery): void {
    this.gallery = gallery;
    this.show();
  }

  async load(): Promise<void> {
    try {
      const response = await fetch('/gallery.json');
      if (response.ok) return this.take((await response.json()) as Gallery);
      setText(this.count, response.status === 401 ? 'Open the link that the program printed in its terminal.' : 'The server does not answer.');
    } catch {
      setText(this.count, 'The server does not answer.');
    }
    return undefined;
  }

  private choose(tab: number): void {
    this.tab = tab;
    this.tabs.forEach((t, k) => t.setAttribute('aria-selected', String(k === tab)));
    this.show();
  }

  private show(): void {
    setText(this.title, this.tab === 0 ? 'Models' : 'Recordings');
    if (this.tab === 1) return this.showRecordings();
    const { models } = this.gallery;
    setText(this.count, `${models.length} mechanisms. One click runs one; drag it with the mouse.`);
    const chip = (name: string, tag: string, n: number) => h('button', { class: 'chip', type: 'button', 'aria-pressed': String(this.tag === tag), onclick: () => { this.tag = tag; this.show(); } }, name, h('span', { class: 'chip-count' }, String(n)));
    keepFocus(this.tags, () => replaceChildren(this.tags, chip('All', '', models.length), ...tagCounts(models).map(([t, n]) => chip(capital(t), t, n))));
    const found = matchingModels(models, this.search.value, this.tag);
    replaceChildren(this.grid, ...(found.length > 0 ? found.map((m) => this.card(m)) : [h('p', { class: 'empty' }, 'No model has this name or tag')]));
    return undefined;
  }

  private card(model: GalleryModel): HTMLElement {
    const isDark = document.documentElement.dataset.theme === 'dark';
    const source = (isDark ? model.picture_dark : undefined) ?? model.picture;
    const picture = h('div', { class: 'gallery-picture' }, source === undefined ? null : h('img', { src: source, alt: '', loading: 'lazy', class: isDark && !model.picture_dark ? 'inverted' : '' }), h('span', { class: 'run-button' }, icon('play', 14), 'Run'));
    const dof = model.degrees_of_freedom === undefined ? '' : `${model.degrees_of_freedom} DOF`;
    return h('button', { class: 'gallery-card', type: 'button', 'data-model': model.id, onclick: () => this.actions.load(model.id) }, picture,
      h('div', { class: 'gallery-text' }, h('div', { class: 'gallery-name' }, h('b', {}, model.name), h('span', { class: 'note' }, dof)), h('p', {}, model.sentence),
        h('div', { class: 'gallery-card-tags' }, ...(model.tags ?? []).map((t) => h('span', { class: 'small-tag' }, t)))));
  }

  private showRecordings(): void {
    const list = this.gallery.recordings ?? [];
    setText(this.count, list.length === 0 ? 'Nothing was recorded yet. K records while a model runs.' : `${list.length} ${list.length === 1 ? 'recording' : 'recordings'}.`);
    replaceChildren(this.tags);
    replaceChildren(this.grid, ...list.map((r) => h('button', { class: 'gallery-card', type: 'button', onclick: () => this.actions.play(r.id) },
      h('div', { class: 'gallery-text' }, h('div', { class: 'gallery-name' }, h('b', {}, r.name), h('span', { class: 'note' }, r.duration === undefined ? '' : `${fixed(r.duration, 1)} s`)), h('p', {}, `${r.model ?? ''} ${r.date ?? ''}`)))));
  }
}
