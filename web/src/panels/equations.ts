// SPDX-License-Identifier: Apache-2.0
// The equations of the present mode, and of the one before: typeset once per mode, marked where they changed.
import { compareDocuments, type SectionChange } from '../equations/compare.ts';
import { showPlain, TypesetQueue, typesetLine } from '../equations/typeset.ts';
import { download, h, replaceChildren, setClass, setText } from '../dom.ts';
import { grouped, quantity } from '../format.ts';
import { icon } from '../icons.ts';
import type { EquationDocument, EquationLine, EquationSection, LineNumbers, SymbolInfo } from '../protocol/messages.ts';
import { valueAt } from '../protocol/snapshot.ts';
import type { Run } from '../run/run.ts';
import { matrixMap } from './matrix_map.ts';
import type { Updates } from './panel.ts';

const MANY_EQUATIONS = 6;
const TOO_MANY_OPERATIONS = 2000;

interface Page {
  document: EquationDocument;
  root: HTMLElement;
  sections: { root: HTMLElement; tag: HTMLElement; lines: HTMLElement[] }[];
  numbers: { element: HTMLElement; of: LineNumbers }[];
  symbols: SymbolInfo[];
}

export class EquationsPanel implements Updates {
  readonly root = h('div', { class: 'equations' });
  readonly foot = h('div', { class: 'equations-foot' });
  readonly choice = h('div', { class: 'segments', role: 'group', 'aria-label': 'which equations' });
  readonly queue = new TypesetQueue();
  onPin: (symbol: SymbolInfo) => void = () => {};
  private readonly pages = new Map<number, Page>();
  private readonly scroller = h('div', { class: 'equations-scroll', tabindex: 0 });
  private readonly operations = h('span', {});
  private shownMode = -1;
  private beforeMode = -1;
  private which: 'now' | 'before' = 'now';
  private observer: IntersectionObserver;
  private readonly jobs = new WeakMap<Element, () => void>();

  constructor(private readonly run: Run) {
    this.observer = new IntersectionObserver((entries) => entries.forEach((e) => e.isIntersecting && this.typesetNow(e.target)), { rootMargin: '200px' });
    for (const which of ['now', 'before'] as const) {
      this.choice.append(h('button', { type: 'button', 'data-which': which, 'aria-pressed': String(which === 'now'), onclick: () => this.choose(which) }, which === 'now' ? 'Now' : 'Before'));
    }
    const exportButton = (name: string, kind: 'latex' | 'c') => h('button', { class: 'quiet', type: 'button', onclick: () => this.exportText(kind) }, kind === 'latex' ? icon('copy', 15) : null, name);
    this.foot.append(h('span', { class: 'operations' }, this.operations), exportButton('LaTeX', 'latex'), exportButton('C', 'c'));
    this.root.append(this.scroller);
    run.on('hello', () => this.clear());
    run.on('document', () => this.refresh());
    run.on('mode', (change) => { this.beforeMode = change.from; this.refresh(); });
    this.listenToSymbols();
  }

  choose(which: 'now' | 'before'): void {
    this.which = which;
    for (const button of this.choice.children) button.setAttribute('aria-pressed', String((button as HTMLElement).dataset.which === which));
    this.refresh();
  }

  toggleBefore(): void {
    this.choose(this.which === 'now' ? 'before' : 'now');
  }

  focusSearch(): void {
    this.scroller.querySelector<HTMLInputElement>('input[type=search]')?.focus();
  }

  // Shows a page of a chosen mode: the shared page has a button for each.
  showMode(mode: number | null): void {
    this.fixedMode = mode;
    this.refresh();
  }

  private fixedMode: number | null = null;

  update(): void {
    const snapshot = this.run.shown;
    if (snapshot === null) return;
    const wanted = this.wantedMode();
    if (wanted !== this.shownMode) this.refresh();
    const page = this.pages.get(this.shownMode);
    if (page === undefined) return;
    const isPresent = page.document.mode === snapshot.mode;
    for (const { element, of } of page.numbers) {
      element.hidden = !isPresent;
      if (isPresent) setText(element, this.numbersText(of));
    }
    const change = this.run.lastChange;
    const age = change === null ? Infinity : performance.now() - change.at;
    setClass(page.root, 'fresh', age < 1200 && this.which === 'now');
    setClass(page.root, 'marked', (age < 5200 && this.which === 'now') || this.which === 'before');
  }

  private wantedMode(): number {
    if (this.fixedMode !== null) return this.fixedMode;
    const now = this.run.shown?.mode ?? 0;
    return this.which === 'before' && this.beforeMode >= 0 ? this.beforeMode : now;
  }

  private clear(): void {
    this.pages.clear();
    this.shownMode = -1;
    this.beforeMode = -1;
    replaceChildren(this.operations);
    replaceChildren(this.scroller, h('p', { class: 'empty' }, 'The equations are being derived.'));
  }

  private refresh(): void {
    const mode = this.wantedMode();
    const document = this.run.document(mode);
    if (document === undefined) {
      if (this.shownMode !== mode && this.shownMode >= 0) replaceChildren(this.scroller, h('p', { class: 'empty' }, `The equations of ${this.run.modeName(mode)} are being derived.`));
      this.shownMode = -1;
      return;
    }
    let page = this.pages.get(mode);
    if (page === undefined || page.document !== document) {
      page = this.build(document);
      this.pages.set(mode, page);
    }
    const isSwap = this.shownMode !== mode || this.scroller.firstElementChild !== page.root;
    this.shownMode = mode;
    if (isSwap) replaceChildren(this.scroller, page.root);
    const other = this.run.document(this.which === 'now' ? this.beforeMode : (this.run.shown?.mode ?? -1));
    this.mark(page, other);
    const was = other?.operations;
    replaceChildren(this.operations, 'Operations for the accelerations: ', h('b', {}, document.operations === undefined ? '–' : grouped(document.operations)), was === undefined ? '' : `, was ${grouped(was)}`);
  }

  private mark(page: Page, other: EquationDocument | undefined): void {
    const changes: SectionChange[] = compareDocuments(page.document, other);
    page.sections.forEach(({ root, tag, lines }, k) => {
      const change = changes[k]!;
      setText(tag, change.tag);
      tag.hidden = change.tag === '';
      setClass(root, 'changed', change.isWhole);
      lines.forEach((line, i) => setClass(line, 'changed', change.lines.has(i) && !change.isWhole));
    });
  }

  private numbersText(of: LineNumbers): string {
    const snapshot = this.run.shown!;
    const rates = this.run.hello!.values;
    const terms = of.terms.map((t) => `${quantity(valueAt(snapshot, t.coefficient), t.unit, 2)} · ${quantity(valueAt(snapshot, t.of), rates[t.of]?.unit ?? '', 3)}`);
    return `now ${terms.join(' + ')} = ${quantity(valueAt(snapshot, of.right), of.unit, 2)}`;
  }

  private build(document: EquationDocument): Page {
    const symbols = [...this.run.hello!.symbols, ...(document.symbols ?? [])];
    const page: Page = { document, root: h('div', { class: 'equation-page' }), sections: [], numbers: [], symbols };
    const isLarge = document.sections.some((s) => s.kind === 'dynamical' && s.lines.length > MANY_EQUATIONS);
    const isHuge = (document.operations ?? 0) > TOO_MANY_OPERATIONS;
    if (isLarge || isHuge) page.root.append(this.searchBox(page));
    if (isLarge && document.matrix) page.root.append(matrixMap(document, (element, latex, text) => typesetLine(element, { latex, text }, symbols)));
    for (const section of document.sections) this.buildSection(page, section, isLarge, isHuge);
    return page;
  }

  private buildSection(page: Page, section: EquationSection, isLarge: boolean, isHuge: boolean): void {
    const tag = h('span', { class: 'tag', hidden: true });
    const hasTitle = section.kind !== 'short_names' || page.sections.length === 0 || isLarge;
    const title = h('h3', { hidden: !hasTitle }, section.title, tag);
    const isFlowing = ['kinematical', 'short_names', 'other'].includes(section.kind) && section.lines.every((l) => l.label === undefined && l.numbers === undefined);
    const box = h('div', { class: `equation-lines kind-${section.kind.replace(/[^a-z_]/g, '')}${isFlowing ? ' flows' : ''}` });
    const lines = section.lines.map((line, k) => this.buildLine(page, line, k, section.kind === 'dynamical' && isLarge, isHuge));
    box.append(...lines);
    const root = h('section', { class: 'equation-section' }, title, box);
    page.sections.push({ root, tag, lines });
    page.root.append(root);
  }

  private buildLine(page: Page, line: EquationLine, index: number, folds: boolean, isHuge: boolean): HTMLElement {
    const math = h('div', { class: 'math' });
    const root = h('div', { class: 'equation-line' }, line.label === undefined ? null : h('span', { class: 'mono row-name', title: line.label }, line.label), math);
    root.dataset.text = `${line.label ?? ''} ${line.text}`.toLowerCase();
    if (line.note !== undefined) math.append(h('span', { class: 'note' }, line.note));
    else if (isHuge || line.latex === undefined) showPlain(math, line);
    else this.later(math, () => typesetLine(math, line, page.symbols));
    if (line.numbers !== undefined) {
      const element = h('div', { class: 'numbers number' });
      page.numbers.push({ element, of: line.numbers });
      root.append(element);
    }
    return folds ? this.folded(root, line, index) : root;
  }

  // Of many equations one is open at a time.
  private folded(root: HTMLElement, line: EquationLine, index: number): HTMLElement {
    const unknown = this.run.hello!.values.filter((v) => v.kind === 'speed')[line.unknown ?? -1]?.name;
    const name = line.label ?? (unknown === undefined ? `equation ${index + 1}` : `equation of ${unknown}`);
    const details = h('details', { class: 'folded-equation', name: 'dynamical' }, h('summary', {}, h('span', { class: 'mono' }, name), line.operations ? h('span', { class: 'note' }, `${grouped(line.operations)} operations`) : null), root);
    details.dataset.text = root.dataset.text;
    return details;
  }

  private later(element: HTMLElement, job: () => void): void {
    this.jobs.set(element, job);
    this.observer.observe(element);
  }

  private typesetNow(element: Element): void {
    const job = this.jobs.get(element);
    this.observer.unobserve(element);
    if (job === undefined) return;
    this.jobs.delete(element);
    this.queue.add(job);
  }

  private searchBox(page: Page): HTMLElement {
    const count = h('span', { class: 'note' });
    const input = h('input', { type: 'search', placeholder: 'Find a symbol', 'aria-label': 'Find a symbol in the equations' });
    input.addEventListener('input', () => {
      const wanted = input.value.trim().toLowerCase();
      let found = 0;
      for (const section of page.sections) {
        for (const line of section.lines) {
          const isHit = wanted === '' || hasWord(line.dataset.text ?? '', wanted);
          line.hidden = !isHit;
          if (isHit) ++found;
        }
      }
      setText(count, wanted === '' ? '' : `${found} ${found === 1 ? 'line' : 'lines'}`);
    });
    return h('div', { class: 'equation-search' }, icon('search'), input, count);
  }

  private exportText(kind: 'latex' | 'c'): void {
    const document = this.run.document(this.shownMode);
    if (document === undefined) return;
    const text = document.texts?.[kind] ?? document.sections.map((s) => `% ${s.title}\n${s.lines.map((l) => (kind === 'latex' ? l.latex : undefined) ?? l.text).join('\n')}`).join('\n\n');
    if (kind === 'latex') void navigator.clipboard?.writeText(text).catch(() => download('equations.tex', text, 'text/plain'));
    else download(`${this.run.hello!.model.id}.c`, text, 'text/plain');
  }

  private listenToSymbols(): void {
    const symbolOf = (target: EventTarget | null): [SymbolInfo, HTMLElement] | null => {
      const element = (target as Element | null)?.closest?.<HTMLElement>('.sym') ?? null;
      const symbol = element === null ? undefined : this.pages.get(this.shownMode)?.symbols[Number(element.dataset.symbol)];
      return symbol === undefined || element === null ? null : [symbol, element];
    };
    this.scroller.addEventListener('pointerover', (e) => { const s = symbolOf(e.target); if (s) this.run.light(s[0], s[1]); });
    this.scroller.addEventListener('pointerout', (e) => { if (symbolOf(e.target) && !symbolOf(e.relatedTarget)) this.run.light(null, null); });
    this.scroller.addEventListener('focusin', (e) => { const s = symbolOf(e.target); if (s) this.run.light(s[0], s[1]); });
    this.scroller.addEventListener('click', (e) => { const s = symbolOf(e.target); if (s) { this.run.light(s[0], s[1], true); this.onPin(s[0]); } });
    this.scroller.addEventListener('keydown', (e) => {
      if (e.key !== 'ArrowRight' && e.key !== 'ArrowLeft') return;
      const all = [...this.scroller.querySelectorAll<HTMLElement>('.sym')];
      const at = all.indexOf(document.activeElement as HTMLElement);
      all[(at + (e.key === 'ArrowRight' ? 1 : -1) + all.length) % all.length]?.focus();
      e.preventDefault();
    });
  }
}

function hasWord(text: string, wanted: string): boolean {
  const at = text.indexOf(wanted);
  return at >= 0 && (wanted.length > 2 || new RegExp(`(^|[^a-z0-9_])${wanted.replace(/[^a-z0-9_']/g, '.')}($|[^a-z0-9_])`).test(text));
}
