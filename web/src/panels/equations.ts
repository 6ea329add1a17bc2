// SPDX-License-Identifier: Apache-2.0
// The equations of the present mode, and of the one before: typeset once per mode, marked where they changed.
import { compareDocuments } from '../equations/compare.ts';
import { isMet, reasonText } from '../equations/condition.ts';
import { TypesetQueue } from '../equations/typeset.ts';
import { copyText, download, flashWords, h, replaceChildren, setAttribute, setClass, setText } from '../dom.ts';
import { digitsOfAnySize, grouped, quantity } from '../format.ts';
import { icon } from '../icons.ts';
import type { LineNumbers, SymbolInfo } from '../protocol/messages.ts';
import { valueAt } from '../protocol/snapshot.ts';
import { decimalsOfUnit, scalesOf, typicalSize } from '../run/decimals.ts';
import type { Run } from '../run/run.ts';
import { EquationPage } from './equation_page.ts';
import type { Updates } from './panel.ts';

export class EquationsPanel implements Updates {
  readonly root = h('div', { class: 'equations' });
  readonly foot = h('div', { class: 'equations-foot' });
  readonly choice = h('div', { class: 'segments', role: 'group', 'aria-label': 'which equations' });
  readonly queue = new TypesetQueue();
  onPin: (symbol: SymbolInfo) => void = () => {};
  private readonly pages = new Map<number, EquationPage>();
  private readonly scroller = h('div', { class: 'equations-scroll', tabindex: 0 });
  private readonly operations = h('span', {});
  private readonly largest = new Map<string, number>(); // magnitudes of the numbers under the equations
  private readonly copied = h('span', { class: 'note', role: 'status' });
  private shownMode = -1;
  private beforeMode = -1;
  private which: 'now' | 'before' = 'now';

  constructor(private readonly run: Run) {
    for (const which of ['now', 'before'] as const) {
      this.choice.append(h('button', { type: 'button', 'data-which': which, 'aria-pressed': String(which === 'now'), onclick: () => this.choose(which) }, which === 'now' ? 'Now' : 'Before'));
    }
    const exportButton = (name: string, kind: 'latex' | 'c') => h('button', { class: 'quiet', type: 'button', onclick: () => this.exportText(kind) }, kind === 'latex' ? icon('copy', 15) : null, name);
    this.foot.append(h('span', { class: 'operations' }, this.operations), this.copied, exportButton('LaTeX', 'latex'), exportButton('C', 'c'));
    this.root.append(this.scroller);
    run.on('hello', () => this.clear());
    run.on('document', () => this.refresh());
    run.on('mode', (change) => { this.beforeMode = change.from; this.refresh(); });
    this.listenToSymbols();
  }

  choose(which: 'now' | 'before'): void {
    this.which = which;
    this.refresh();
  }

  // There is no "before" as long as no mode was left.
  private showChoice(): void {
    const hasBefore = this.beforeMode >= 0;
    if (!hasBefore) this.which = 'now';
    for (const button of this.choice.querySelectorAll('button')) {
      const isBefore = button.dataset.which === 'before';
      button.disabled = isBefore && !hasBefore;
      setAttribute(button, 'title', isBefore ? (hasBefore ? 'The mode that was left (B)' : 'No mode was left yet.') : 'The mode that holds (B)');
      setAttribute(button, 'aria-pressed', String(button.dataset.which === this.which));
    }
  }

  toggleBefore(): void {
    this.choose(this.which === 'now' ? 'before' : 'now');
  }

  focusSearch(): void {
    this.pages.get(this.shownMode)?.focusSearch();
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
    for (const { element, of, where } of page.numbers) {
      element.hidden = !isPresent || !isMet(where, snapshot);
      if (!element.hidden) setText(element, this.numbersText(of));
    }
    for (const { root, element, of } of page.conditions) {
      const isBroken = isPresent && !isMet(of, snapshot);
      setClass(root, 'not-here', isBroken);
      setText(element, isBroken ? `does not hold here: ${reasonText(of, snapshot)}` : '');
    }
    setClass(page.root, 'fresh', this.run.isChangeFresh || this.which === 'before');
    setClass(page.root, 'marked', this.run.isChangeMarked || this.which === 'before');
  }

  private wantedMode(): number {
    if (this.fixedMode !== null) return this.fixedMode;
    const now = this.run.shown?.mode ?? 0;
    return this.which === 'before' && this.beforeMode >= 0 ? this.beforeMode : now;
  }

  private clear(): void {
    this.pages.clear();
    this.largest.clear();
    this.shownMode = -1;
    this.beforeMode = -1;
    this.showChoice();
    replaceChildren(this.operations);
    replaceChildren(this.scroller, h('p', { class: 'empty' }, 'The equations are being derived.'));
  }

  private refresh(): void {
    this.showChoice();
    const mode = this.wantedMode();
    const document = this.run.document(mode);
    if (document === undefined) {
      if (this.shownMode !== mode && this.shownMode >= 0) replaceChildren(this.scroller, h('p', { class: 'empty' }, `The equations of ${this.run.modeName(mode)} are being derived.`));
      this.shownMode = -1;
      return;
    }
    let page = this.pages.get(mode);
    if (page === undefined || page.document !== document) {
      page = new EquationPage(document, this.run, this.queue);
      this.pages.set(mode, page);
    }
    const isSwap = this.shownMode !== mode || this.scroller.firstElementChild !== page.root;
    this.shownMode = mode;
    if (isSwap) replaceChildren(this.scroller, page.root);
    const other = this.run.document(this.which === 'now' ? this.beforeMode : (this.run.shown?.mode ?? -1));
    page.mark(compareDocuments(page.document, other));
    const was = other?.operations;
    replaceChildren(this.operations, 'Operations', h('span', { class: 'long' }, ' for the accelerations'), ': ', h('b', {}, document.operations === undefined ? '–' : grouped(document.operations)), was === undefined ? '' : `, was ${grouped(was)}`);
  }

  // Digits by the largest number seen in a place, so that they neither vanish nor jitter.
  // A rate or a force that is nothing beside what the mechanism has is zero, not a number of its rounding errors.
  private decimalsOf(place: number, x: number, unit: string, isCoefficient: boolean): number {
    const key = `${place < this.run.hello!.values.length ? '' : this.shownMode}|${place}`;
    const most = Math.max(this.largest.get(key) ?? 0, Math.abs(x) || 0);
    this.largest.set(key, most);
    const typical = typicalSize(unit, scalesOf(this.run.hello!)) ?? 1;
    const digits = most > 1e-9 * typical ? digitsOfAnySize(most) : 2;
    return isCoefficient ? digits : Math.min(digits, decimalsOfUnit(unit, this.run.hello!) + 1);
  }

  private numbersText(of: LineNumbers): string {
    const snapshot = this.run.shown!;
    const rates = this.run.hello!.values;
    const text = (x: number, unit: string, place: number, isCoefficient = false) => quantity(x, unit, this.decimalsOf(place, x, unit, isCoefficient));
    const terms = of.terms.map((t) => `${text(valueAt(snapshot, t.coefficient), t.unit, t.coefficient, true)} · ${text(valueAt(snapshot, t.of), rates[t.of]?.unit ?? '', t.of)}`);
    const parts = of.terms.map((t) => valueAt(snapshot, t.coefficient) * valueAt(snapshot, t.of));
    const right = valueAt(snapshot, of.right);
    const rest = parts.reduce((sum, x) => sum + x, -right);
    if (!Number.isFinite(rest)) return 'not defined here';
    // Forces of contacts stand beside the equation.
    const hasContacts = this.run.document(this.shownMode)?.sections.some((section) => section.title === 'Contacts') ?? false;
    const contacts = hasContacts ? ` + ${text(rest, of.unit, of.right)} of contacts` : '';
    return `now ${terms.join(' + ')} = ${text(right, of.unit, of.right)}${contacts}`;
  }

  private exportText(kind: 'latex' | 'c'): void {
    const document = this.run.document(this.shownMode);
    if (document === undefined) return;
    const text = document.texts?.[kind] ?? document.sections.map((s) => `% ${s.title}\n${s.lines.map((l) => (kind === 'latex' ? l.latex : undefined) ?? l.text).join('\n')}`).join('\n\n');
    if (kind === 'c') return download(`${this.run.hello!.model.id}.c`, text, 'text/plain');
    // Only pages of this machine and encrypted ones may write to the clipboard.
    return void copyText(text).then((isCopied) => (isCopied ? flashWords(this.copied, 'copied') : download('equations.tex', text, 'text/plain')));
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
      const s = e.key === 'Enter' || e.key === ' ' ? symbolOf(e.target) : null;
      if (s !== null) {
        this.run.light(s[0], s[1], true);
        e.preventDefault();
        e.stopPropagation();
        return;
      }
      if (e.key !== 'ArrowRight' && e.key !== 'ArrowLeft') return;
      const all = [...this.scroller.querySelectorAll<HTMLElement>('.sym')];
      const at = all.indexOf(document.activeElement as HTMLElement);
      all[(at + (e.key === 'ArrowRight' ? 1 : -1) + all.length) % all.length]?.focus();
      e.preventDefault();
    });
  }
}
