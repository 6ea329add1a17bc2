// SPDX-License-Identifier: Apache-2.0
// The equations of one mode as elements: sections of lines, a map of the mass matrix and a search box where they are many.
import type { SectionChange } from '../equations/compare.ts';
import { conditionLine } from '../equations/condition.ts';
import { hasWord } from '../equations/find.ts';
import { showPlain, type TypesetQueue, typesetLine } from '../equations/typeset.ts';
import { h, setClass, setText } from '../dom.ts';
import { grouped } from '../format.ts';
import { icon } from '../icons.ts';
import type { EquationDocument, EquationLine, EquationSection, LineNumbers, SectionCondition, SymbolInfo } from '../protocol/messages.ts';
import type { Run } from '../run/run.ts';
import { LazyLines } from './lazy_lines.ts';
import { matrixMap } from './matrix_map.ts';

const MANY_EQUATIONS = 6;
const MANY_LINES = 40;
const ENOUGH_TO_SEARCH = 16;
const TOO_MANY_OPERATIONS = 2000;
const BUILD_MS = 8;

interface Section {
  of: EquationSection;
  root: HTMLElement;
  tag: HTMLElement;
  lines: LazyLines;
  changed: ReadonlySet<number>;
}

// Of a whole section.
interface Condition {
  root: HTMLElement; // of the section
  element: HTMLElement; // says that it is not met
  math: HTMLElement;
  text: string;
  of: SectionCondition;
}

export class EquationPage {
  readonly root = h('div', { class: 'equation-page' });
  readonly symbols: SymbolInfo[];
  readonly numbers: { element: HTMLElement; of: LineNumbers; where: SectionCondition | undefined }[] = [];
  readonly conditions: Condition[] = [];
  private readonly search = this.searchBox();
  private readonly sections: Section[] = [];
  private readonly steps: (() => void)[] = []; // of building the page, not yet done
  private changes: readonly SectionChange[] = [];
  private readonly isLarge: boolean;
  private readonly isHuge: boolean;
  private readonly observer: IntersectionObserver;
  private readonly jobs = new WeakMap<Element, () => void>();

  constructor(readonly document: EquationDocument, private readonly run: Run, private readonly queue: TypesetQueue) {
    this.symbols = [...run.hello!.symbols, ...(document.symbols ?? [])];
    this.observer = new IntersectionObserver((entries) => entries.forEach((e) => e.isIntersecting && this.typesetNow(e.target)), { rootMargin: '200px' });
    this.isLarge = document.sections.some((s) => s.kind === 'dynamical' && s.lines.length > MANY_EQUATIONS);
    this.isHuge = (document.operations ?? 0) > TOO_MANY_OPERATIONS;
    const lines = document.sections.reduce((n, s) => n + s.lines.length, 0);
    this.search.hidden = !(this.isLarge || this.isHuge || lines > ENOUGH_TO_SEARCH);
    this.root.append(this.search);
    if (document.matrix) this.steps.push(() => this.root.append(matrixMap(document, (element, latex, text) => typesetLine(element, { latex, text }, this.symbols))));
    for (const section of document.sections) this.steps.push(() => this.addSection(section));
    this.build();
  }

  // A small page is written at once; of a large one a part, and the rest when frames have been drawn in between.
  private build(): void {
    const start = performance.now();
    do this.steps.shift()?.();
    while (this.steps.length > 0 && performance.now() - start < BUILD_MS);
    if (this.steps.length > 0) this.queue.add(() => this.build());
  }

  focusSearch(): void {
    this.search.hidden = false;
    this.search.querySelector('input')!.focus();
  }

  mark(changes: readonly SectionChange[]): void {
    this.changes = changes;
    this.sections.forEach((section, k) => this.markSection(section, changes[k]!));
  }

  private markSection(section: Section, change: SectionChange): void {
    setText(section.tag, change.tag);
    section.tag.hidden = change.tag === '';
    setClass(section.root, 'changed', change.isWhole);
    section.changed = change.isWhole ? new Set() : change.lines;
    for (const [index, line] of section.lines.elements) setClass(line, 'changed', section.changed.has(index));
  }

  private addSection(of: EquationSection): void {
    const isEmpty = of.lines.length === 0;
    const why = isEmpty && of.kind === 'dynamical' ? h('p', { class: 'note' }, 'none: the constraints alone give the motion') : null;
    const tag = h('span', { class: 'tag', hidden: true });
    const many = of.lines.length > MANY_LINES ? h('span', { class: 'note' }, grouped(of.lines.length)) : null;
    const hasTitle = of.kind !== 'short_names' || this.sections.every((s) => s.of.lines.length === 0) || this.isLarge || many !== null;
    const isFlowing = ['kinematical', 'short_names', 'other'].includes(of.kind) && of.lines.every((l) => l.label === undefined && l.numbers === undefined);
    const name = `equation-lines kind-${of.kind.replace(/[^a-z_]/g, '')}${isFlowing ? ' flows' : ''}`;
    let section: Section | null = null; // the first lines are made while it does not exist yet
    const lines = new LazyLines(of.lines.length, name, (k) => {
      const line = this.buildLine(of, k);
      setClass(line, 'changed', section?.changed.has(k) ?? false);
      return line;
    });
    const root = h('section', { class: 'equation-section', hidden: isEmpty && why === null }, h('h3', { hidden: !hasTitle }, of.title, tag, many), why, lines.root);
    if (of.holds_where !== undefined && !isEmpty) root.append(this.buildCondition(of.holds_where, root));
    section = { of, root, tag, lines, changed: new Set() };
    this.sections.push(section);
    const change = this.changes[this.sections.length - 1];
    if (change !== undefined) this.markSection(section, change);
    this.root.append(root);
  }

  // The condition stands below the lines; beside it, in words, that it is not met.
  private buildCondition(of: SectionCondition, root: HTMLElement): HTMLElement {
    const math = h('span', { class: 'condition-math' });
    const element = h('span', { class: 'condition-state', role: 'status' });
    const line = conditionLine(of);
    if (this.isHuge || line.latex === undefined) showPlain(math, line);
    else this.later(math, () => typesetLine(math, line, this.symbols));
    this.conditions.push({ root, element, of, math, text: line.text });
    this.showConditions();
    return h('p', { class: 'condition note' }, math, element);
  }

  // Of the sections that share a condition the first one that is seen has it.
  private showConditions(): void {
    const said = new Set<string>();
    for (const { root, of, math, text } of this.conditions) {
      math.hidden = of.not_zero.length === 0 || root.hidden || said.has(text);
      if (!math.hidden) said.add(text);
    }
  }

  private buildLine(section: EquationSection, index: number): HTMLElement {
    const line = section.lines[index]!;
    const math = h('div', { class: 'math' });
    const root = h('div', { class: 'equation-line' }, line.label === undefined ? null : h('span', { class: 'mono row-name', title: line.label }, line.label), math);
    root.dataset.text = `${line.label ?? ''} ${line.text.slice(0, 2000)}`.toLowerCase();
    if (line.note !== undefined) math.append(h('span', { class: 'note' }, line.note));
    else if (this.isHuge || line.latex === undefined) showPlain(math, line);
    else this.later(math, () => typesetLine(math, line, this.symbols));
    if (line.numbers !== undefined) {
      const element = h('div', { class: 'numbers number' });
      this.numbers.push({ element, of: line.numbers, where: section.holds_where });
      root.append(element);
    }
    return section.kind === 'dynamical' && this.isLarge ? this.folded(root, line, index) : root;
  }

  // Of many equations one is open at a time.
  private folded(root: HTMLElement, line: EquationLine, index: number): HTMLElement {
    const unknown = this.run.hello!.values.filter((v) => v.kind === 'speed')[line.unknown ?? -1]?.name;
    const name = line.label ?? (unknown === undefined ? `equation ${index + 1}` : `equation of ${unknown}`);
    return h('details', { class: 'folded-equation', name: 'dynamical' }, h('summary', {}, h('span', { class: 'mono' }, name), line.operations ? h('span', { class: 'note' }, `${grouped(line.operations)} operations`) : null), root);
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

  private searchBox(): HTMLElement {
    const count = h('span', { class: 'note' });
    const input = h('input', { type: 'search', placeholder: 'Find a symbol', 'aria-label': 'Find a symbol in the equations' });
    input.addEventListener('input', () => {
      const found = this.find(input.value);
      setText(count, input.value.trim() === '' ? '' : `${grouped(found)} ${found === 1 ? 'line' : 'lines'}`);
    });
    return h('div', { class: 'equation-search' }, icon('search'), input, count);
  }

  // Only lines that have the word stay; the number of them is returned.
  private find(words: string): number {
    while (this.steps.length > 0) this.steps.shift()!();
    const isHit = hasWord(words);
    let found = 0;
    for (const { of, root, lines } of this.sections) {
      const hits = of.lines.flatMap((line, k) => (isHit(`${line.label ?? ''} ${line.text}`) ? [k] : []));
      lines.show(hits);
      root.hidden = hits.length === 0;
      found += hits.length;
    }
    this.showConditions();
    return found;
  }
}
