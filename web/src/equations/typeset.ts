// SPDX-License-Identifier: Apache-2.0
// Typesets lines of equations with KaTeX, off the frame and at most 16 ms at a time, and finds the symbols in the result.
import katex from 'katex';
import { h } from '../dom.ts';
import { grouped } from '../format.ts';
import type { EquationLine, SymbolInfo } from '../protocol/messages.ts';
import { breakingForms, tidy } from './loosen.ts';
import { markedIndex, markSymbols } from './mark.ts';

const SLICE_MS = 16; // one line begun last may take as long again
const LONGEST_LATEX = 2500; // characters that KaTeX sets within one slice
const LONGEST_TEXT = 2000;
const LONGEST_BREAKABLE = 600; // of a longer one nobody reads the words

export function renderInto(element: HTMLElement, latex: string): boolean {
  try {
    katex.render(latex, element, { displayMode: false, output: 'html', throwOnError: true, strict: 'ignore', trust: false, maxExpand: 200, maxSize: 10 });
    return true;
  } catch {
    return false;
  }
}

// Letters of one symbol are in several spans; the highest element that contains nothing else becomes the symbol.
function collectSymbols(root: HTMLElement, symbols: readonly SymbolInfo[]): void {
  const leaves = [...root.querySelectorAll<HTMLElement>('[style*="color"]')].filter((e) => markedIndex(e.style.color) >= 0);
  for (const leaf of leaves) leaf.dataset.mark = String(markedIndex(leaf.style.color));
  for (const leaf of leaves) {
    const mark = leaf.dataset.mark!;
    if (leaf.closest('.sym') !== null) continue;
    let top: HTMLElement = leaf;
    while (top.parentElement !== null && top.parentElement !== root && holdsOnly(top.parentElement, mark)) top = top.parentElement;
    const symbol = symbols[Number(mark)];
    if (symbol === undefined) continue;
    top.classList.add('sym', `sym-${symbol.kind.replace(/[^a-z_]/g, '')}`);
    top.dataset.symbol = mark;
    top.tabIndex = -1;
  }
  for (const leaf of leaves) leaf.style.color = '';
}

function holdsOnly(element: HTMLElement, mark: string): boolean {
  if (element.classList.contains('katex-base') || element.classList.contains('katex-html')) return false;
  const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
  let letters = 0;
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    if ((node.textContent ?? '').replace(/[\u200b\s]/g, '') === '') continue;
    ++letters;
    if ((node.parentElement!.closest('[data-mark]') as HTMLElement | null)?.dataset.mark !== mark) return false;
  }
  return letters > 0;
}

function isTooWide(element: HTMLElement): boolean {
  // Lines side by side are as wide as their content; the room is that of the section.
  const isBesideOthers = element.closest('.flows') !== null;
  const room = isBesideOthers ? element.closest<HTMLElement>('.equation-lines')! : element;
  const width = room.clientWidth - parseFloat(getComputedStyle(element).paddingLeft);
  return width > 0 && [...element.querySelectorAll<HTMLElement>('.katex-base')].some((base) => base.offsetWidth > width);
}

export function typesetLine(element: HTMLElement, line: EquationLine, symbols: readonly SymbolInfo[]): void {
  element.setAttribute('role', 'math');
  element.setAttribute('aria-label', line.text);
  if (line.latex !== undefined && line.latex.length <= LONGEST_LATEX) {
    for (const form of breakingForms(tidy(line.latex))) {
      if (!renderInto(element, `\\displaystyle ${markSymbols(form, symbols)}`)) break;
      if (!isTooWide(element)) {
        collectSymbols(element, symbols);
        return;
      }
    }
  }
  showPlain(element, line);
}

// Text that may be broken behind its operators, and within names only where there is no other way.
function breakable(text: string): (string | Node)[] {
  if (text.length > LONGEST_BREAKABLE) return [text];
  return text.split(/(?<=[*/+(-])(?=\w)/).flatMap((part, k) => (k === 0 ? [part] : [h('wbr'), part]));
}

// A line that is too long to read is shown as text, its beginning first.
export function showPlain(element: HTMLElement, line: EquationLine): void {
  const text = h('span', { class: 'plain-equation' }, ...breakable(line.text.slice(0, LONGEST_TEXT)));
  element.replaceChildren(text);
  if (line.text.length > LONGEST_TEXT) {
    const more = h('button', { class: 'quiet', type: 'button' }, `… ${grouped(line.text.length)} characters, show all`);
    more.addEventListener('click', () => { text.textContent = line.text; more.remove(); });
    element.append(more);
  }
  if (line.operations) element.append(h('span', { class: 'note' }, ` ${grouped(line.operations)} operations`));
}

// A queue of work that yields to frames: the present mode first, lines as they come into view.
export class TypesetQueue {
  private readonly jobs: (() => void)[] = [];
  private isScheduled = false;

  get isIdle(): boolean {
    return !this.isScheduled;
  }

  add(job: () => void): void {
    this.jobs.push(job);
    if (!this.isScheduled) {
      this.isScheduled = true;
      window.setTimeout(() => this.work(), 0);
    }
  }

  private work(): void {
    const start = performance.now();
    while (this.jobs.length > 0 && performance.now() - start < SLICE_MS) this.jobs.shift()!();
    this.isScheduled = this.jobs.length > 0;
    if (this.isScheduled) window.setTimeout(() => this.work(), 0);
  }
}
